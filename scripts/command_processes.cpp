#include "scripts/command_processes.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

#include "core/errors.hpp"
#include "scripts/output_files.hpp"
#include "scripts/temporary_files.hpp"

extern "C" char** environ;  // NOLINT: POSIX declares it nowhere

namespace lag {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
    path_ = make_temporary_folder();
    if (path_.empty()) throw OutputError(std::string("cannot make a temporary folder: ") + std::strerror(errno));
    guard();
}

// Reading from a pipe whose other end only this process holds ends with this process. Without a pipe or a process the
// destructor alone removes the folder.
void TemporaryFolder::guard() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    guard_ = ::fork();
    if (guard_ == 0) {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
        ::dup2(ends[0], 0);
        ::close_range(3, ~0U, 0);  // the pipes of other folders, which would wait for this one
        char byte = 0;
        while (::read(0, &byte, 1) < 0 && errno == EINTR) {
        }
        ::execlp("rm", "rm", "-rf", "--", path_.c_str(), static_cast<char*>(nullptr));
        ::_exit(1);
    }
    ::close(ends[0]);
    alive_ = ends[1];
}

TemporaryFolder::~TemporaryFolder() {
    if (alive_ >= 0) ::close(alive_);
    if (guard_ > 0)
        while (::waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
        }
    std::error_code error;
    fs::remove_all(path_, error);
}

std::string find_program(const std::string& variable, const std::vector<std::string>& names) {
    std::vector<std::string> candidates = names;
    if (const char* chosen = std::getenv(variable.c_str()); chosen != nullptr && *chosen != '\0')
        candidates.insert(candidates.begin(), chosen);
    const char* path = std::getenv("PATH");
    for (const std::string& name : candidates) {
        if (name.find('/') != std::string::npos) {
            if (::access(name.c_str(), X_OK) == 0) return name;
            continue;
        }
        std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
        for (std::size_t begin = 0; begin <= folders.size();) {
            const std::size_t end = std::min(folders.find(':', begin), folders.size());
            const std::string full = folders.substr(begin, end - begin) + "/" + name;
            if (::access(full.c_str(), X_OK) == 0) return full;
            begin = end + 1;
        }
    }
    return {};
}

namespace {

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

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& words) {
    Pipe pipe;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, pipe.write_end(), 1);
    ::posix_spawn_file_actions_adddup2(&actions, pipe.write_end(), 2);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    pipe.close_end(1);
    ProgramRun run;
    if (error != 0) {
        run.messages = "cannot run " + words[0] + ": " + std::strerror(error);
        return run;
    }
    std::array<char, 4096> block{};
    for (;;) {
        const ssize_t count = ::read(pipe.read_end(), block.data(), block.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        run.messages.append(block.data(), static_cast<std::size_t>(count));
    }
    const int status = wait_for(child);
    run.fine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return run;
}

CompiledRoutine routine_in(const fs::path& library, const std::string& routine) {
    const auto reason = [] {
        const char* text = ::dlerror();
        return std::string(text == nullptr ? "no reason given" : text);
    };
    void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw ModelError("the compiled code cannot be loaded: " + reason());
    void* const address = ::dlsym(handle, routine.c_str());
    if (address == nullptr) throw ModelError("the compiled code has no " + routine + ": " + reason());
    return reinterpret_cast<CompiledRoutine>(address);
}

namespace {

constexpr int cannot_load = 113;  // the child's own exit status; what was wrong is on its standard error

[[noreturn]] void serve(const fs::path& library, const std::string& routine,
                        const std::vector<std::vector<double>>& points, std::size_t out, int results) {
    try {
        const CompiledRoutine call = routine_in(library, routine);
        std::vector<double> values(out + 1);  // never without an element
        for (const auto& point : points) {
            values.assign(out + 1, 0);
            call(point.data(), values.data());
            const char* data = reinterpret_cast<const char*>(values.data());
            std::size_t left = out * sizeof(double);
            while (left > 0) {
                const ssize_t count = ::write(results, data, left);
                if (count < 0 && errno == EINTR) continue;
                if (count <= 0) ::_exit(cannot_load);
                data += count;
                left -= static_cast<std::size_t>(count);
            }
        }
    } catch (const std::exception& error) {
        const std::string text = error.what();
        (void)!::write(2, text.data(), text.size());
        ::_exit(cannot_load);
    }
    ::_exit(0);
}

std::string why_ended(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return std::string("it crashed (") + ::strsignal(signal) + ")";
    }
    if (WEXITSTATUS(status) == cannot_load) return "it could not be called";
    return "it ended the program (STOP or exit, status " + std::to_string(WEXITSTATUS(status)) + ")";
}

std::string last_part(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    constexpr std::size_t most = 600;
    if (text.size() > most) text = "..." + text.substr(text.size() - most);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

}  // namespace

ChildCalls call_in_child(const fs::path& library, const std::string& routine,
                         const std::vector<std::vector<double>>& points, std::size_t out, int patience) {
    const fs::path errors = library.string() + ".errors";
    Pipe pipe;
    std::cout.flush();
    std::cerr.flush();
    const pid_t child = ::fork();
    if (child < 0) throw OutputError(std::string("cannot start a process: ") + std::strerror(errno));
    if (child == 0) {
        const int nothing = ::open("/dev/null", O_RDWR);
        const int messages = ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(nothing, 0);
        ::dup2(nothing, 1);
        ::dup2(messages, 2);
        for (const int signal : {SIGINT, SIGTERM, SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT}) ::signal(signal, SIG_DFL);
        serve(library, routine, points, out, pipe.write_end());
    }
    pipe.close_end(1);
    ChildCalls calls;
    std::vector<char> bytes;
    const std::size_t size = out * sizeof(double);
    for (;;) {
        pollfd ready{pipe.read_end(), POLLIN, 0};
        const int count = ::poll(&ready, 1, patience * 1000);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) {
            ::kill(child, SIGKILL);
            calls.ended = "it did not return within " + std::to_string(patience) + " s";
            break;
        }
        std::array<char, 8192> block{};
        const ssize_t got = ::read(pipe.read_end(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        bytes.insert(bytes.end(), block.begin(), block.begin() + got);
    }
    const int status = wait_for(child);
    const std::size_t done = size == 0 ? 0 : bytes.size() / size;
    for (std::size_t k = 0; k < done; ++k) {
        calls.results.emplace_back(out);
        std::memcpy(calls.results.back().data(), bytes.data() + k * size, size);
    }
    if (calls.ended.empty() && (done < points.size() || status != 0)) calls.ended = why_ended(status);
    if (!calls.ended.empty()) calls.messages = last_part(errors);
    return calls;
}

}  // namespace lag
