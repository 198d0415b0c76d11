#include "scripts/command/processes/processes.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "core/errors.hpp"
#include "scripts/command/processes/pipe.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/files/temporary_files.hpp"

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
    alive_ = possible_pipe();
    if (!alive_) return;
    guard_ = ::fork();
    if (guard_ == 0) {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
        ::dup2(alive_->read_end(), 0);
        ::close_range(3, ~0U, 0);  // the pipes of other folders, which would wait for this one
        char byte = 0;
        read_some(0, &byte, 1);
        ::execlp("rm", "rm", "-rf", "--", path_.c_str(), static_cast<char*>(nullptr));
        ::_exit(1);
    }
    alive_->close_read_end();
}

TemporaryFolder::~TemporaryFolder() {
    alive_.reset();
    if (guard_ > 0) status_at_end_of(guard_);
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
            const std::string full = fmt::format("{}/{}", folders.substr(begin, end - begin), name);
            if (::access(full.c_str(), X_OK) == 0) return full;
            begin = end + 1;
        }
    }
    return {};
}

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
    pipe.close_write_end();
    ProgramRun run;
    if (error != 0) {
        run.messages = fmt::format("cannot run {}: {}", words[0], std::strerror(error));
        return run;
    }
    std::array<char, 4096> block{};
    while (const std::size_t count = read_some(pipe.read_end(), block.data(), block.size()))
        run.messages.append(block.data(), count);
    const int status = status_at_end_of(child);
    run.fine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return run;
}

void* address_in(const fs::path& library, const std::string& routine) {
    const auto reason = [] {
        const char* text = ::dlerror();
        return std::string(text == nullptr ? "no reason given" : text);
    };
    void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw ModelError("the compiled code cannot be loaded: " + reason());
    void* const address = ::dlsym(handle, routine.c_str());
    if (address == nullptr) throw ModelError(fmt::format("the compiled code has no {}: {}", routine, reason()));
    return address;
}

}  // namespace lag
