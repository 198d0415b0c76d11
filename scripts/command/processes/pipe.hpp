// Pipes and children, in the calls of POSIX. Boost.Process, which starts programs, does not serve here: most children
// are copies of this process that go on in it, and its pipes stay open in every other program that is started.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <optional>

namespace lag {

// Both ends are closed when it goes, and in the programs that are started meanwhile.
class Pipe {
  public:
    Pipe();  // OutputError
    ~Pipe();
    Pipe(Pipe&& other) noexcept;
    Pipe& operator=(Pipe&& other) noexcept;
    int read_end() const { return ends_[0]; }
    int write_end() const { return ends_[1]; }
    void close_read_end() { close_end(0); }
    void close_write_end() { close_end(1); }

  private:
    void close_end(std::size_t k);

    std::array<int, 2> ends_{-1, -1};
};

// Nothing where the system has no more of them.
std::optional<Pipe> possible_pipe();

// What there is, at most `size` bytes; waits for the first one. 0: the other end is closed, or reading fails.
std::size_t read_some(int file, void* data, std::size_t size);
// False: the other end is closed, or writing fails.
bool write_all(int file, const void* data, std::size_t size);
// Waits for the end of a child; its status as waitpid gives it.
int status_at_end_of(pid_t child);

}  // namespace lag
