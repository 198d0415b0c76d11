#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "scripts/files/output_files.hpp"

namespace lag {

// Both ends are closed when it goes.
class Pipe {
  public:
    Pipe() {
        if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
            throw OutputError(std::string("cannot make a pipe: ") + std::strerror(errno));
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    int read_end() const { return ends_[0]; }
    int write_end() const { return ends_[1]; }
    void close_end(std::size_t k) {
        if (ends_[k] >= 0) ::close(ends_[k]);
        ends_[k] = -1;
    }

  private:
    std::array<int, 2> ends_{-1, -1};
};

}  // namespace lag
