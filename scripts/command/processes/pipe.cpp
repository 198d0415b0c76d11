#include "scripts/command/processes/pipe.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

// Once more where a signal came between.
template <class Call>
auto repeated(const Call& call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

}  // namespace

Pipe::Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
        throw OutputError(std::string("cannot make a pipe: ") + std::strerror(errno));
}

Pipe::~Pipe() {
    close_end(0);
    close_end(1);
}

Pipe::Pipe(Pipe&& other) noexcept : ends_(std::exchange(other.ends_, {-1, -1})) {}

Pipe& Pipe::operator=(Pipe&& other) noexcept {
    std::swap(ends_, other.ends_);
    return *this;
}

void Pipe::close_end(std::size_t k) {
    if (ends_[k] >= 0) ::close(ends_[k]);
    ends_[k] = -1;
}

std::optional<Pipe> possible_pipe() {
    try {
        return Pipe();
    } catch (const OutputError&) {
        return std::nullopt;
    }
}

std::size_t read_some(int file, void* data, std::size_t size) {
    const ssize_t count = repeated([&] { return ::read(file, data, size); });
    return count < 0 ? 0 : static_cast<std::size_t>(count);
}

bool write_all(int file, const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t count = repeated([&] { return ::write(file, at, size); });
        if (count <= 0) return false;
        at += count, size -= static_cast<std::size_t>(count);
    }
    return true;
}

int status_at_end_of(pid_t child) {
    int status = 0;
    repeated([&] { return ::waitpid(child, &status, 0); });
    return status;
}

}  // namespace lag
