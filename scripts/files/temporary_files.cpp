#include "scripts/files/temporary_files.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>

namespace lag {

namespace fs = std::filesystem;

namespace {

const std::string replaced_by_the_system(6, 'X');  // mkstemp and mkdtemp ask for six of them at a name's end
constexpr std::time_t young = 60;                  // seconds

// Of all temporary files beside the target, whoever makes them.
std::string common_beginning(const fs::path& target) {
    return fmt::format(".{}.lag-", target.filename().string());
}

bool is_gone(pid_t process) {
    return ::kill(process, 0) != 0 && errno == ESRCH;
}

bool is_abandoned(const fs::path& file, const std::string& beginning) {
    const std::string name = file.filename().string();
    if (name.rfind(beginning, 0) != 0) return false;
    pid_t process = 0;
    const char* const end = name.data() + name.size();
    const auto number = std::from_chars(name.data() + beginning.size(), end, process);
    if (number.ec != std::errc() || process <= 0 || number.ptr == end || *number.ptr != '-') return false;
    struct stat found {};
    return ::lstat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
           std::time(nullptr) - found.st_mtime > young && is_gone(process);
}

}  // namespace

int open_temporary_file(const fs::path& target, fs::path& path) {
    std::string text =
        target.parent_path() / fmt::format("{}{}-{}", common_beginning(target), ::getpid(), replaced_by_the_system);
    const int descriptor = ::mkstemp(text.data());
    if (descriptor >= 0) path = text;
    return descriptor;
}

void remove_abandoned_files(const fs::path& target) {
    const std::string beginning = common_beginning(target);
    std::error_code error;
    for (fs::directory_iterator entry(target.parent_path(), error), end; !error && entry != end; entry.increment(error))
        if (is_abandoned(entry->path(), beginning)) ::unlink(entry->path().c_str());
}

fs::path make_temporary_folder() {
    std::error_code error;
    const fs::path below = fs::temp_directory_path(error);
    std::string text = (error ? fs::path("/tmp") : below) / ("lag." + replaced_by_the_system);
    return ::mkdtemp(text.data()) == nullptr ? fs::path() : fs::path(text);
}

}  // namespace lag
