// The command at a terminal of its own, as a person uses it.
#pragma once

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/catch.hpp"

namespace lag {

// `lag` at a terminal. Waits for what it prints, never for time to pass.
class Terminal {
  public:
    explicit Terminal(const std::filesystem::path& folder) {
        process_ = ::forkpty(&file_, nullptr, nullptr, nullptr);
        REQUIRE(process_ >= 0);
        if (process_ == 0) {
            ::setenv("TERM", "dumb", 1);
            ::setenv("LAG_HISTORY", (folder / "history").c_str(), 1);
            if (::chdir(folder.c_str()) == 0) ::execl(LAG_COMMAND, "lag", nullptr);
            ::_exit(127);
        }
    }
    ~Terminal() {
        if (process_ > 0) ::kill(process_, SIGKILL), ::waitpid(process_, nullptr, 0);
        ::close(file_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void type(const std::string& text) {
        REQUIRE(::write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    // Whether `text` comes within 20 s; what was printed up to it is forgotten.
    bool shows(const std::string& text) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (std::chrono::steady_clock::now() < end) {
            const std::size_t at = seen_.find(text);
            if (at != std::string::npos) {
                seen_.erase(0, at + text.size());
                return true;
            }
            pollfd waiting{file_, POLLIN, 0};
            if (::poll(&waiting, 1, 100) <= 0) continue;
            char bytes[4096];
            const ssize_t size = ::read(file_, bytes, sizeof bytes);
            if (size <= 0) break;
            seen_.append(bytes, static_cast<std::size_t>(size));
        }
        UNSCOPED_INFO("waited for '" << text << "', the terminal shows '" << seen_ << "'");
        return false;
    }
    int status() {  // after it has been told to leave
        int status = -1;
        while (shows_anything()) {
        }
        REQUIRE(::waitpid(process_, &status, 0) == process_);
        process_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }

  private:
    bool shows_anything() {
        char bytes[4096];
        return ::read(file_, bytes, sizeof bytes) > 0;
    }
    int file_ = -1;
    pid_t process_ = -1;
    std::string seen_;
};

}  // namespace lag
