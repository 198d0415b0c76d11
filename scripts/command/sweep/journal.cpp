#include "scripts/command/sweep/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

struct Journalled {
    SweepResults results;
    std::size_t whole = 0;  // bytes up to the end of the last whole line; 0: of no sweep, or of another one
};

Journalled journalled(const std::string& text, const std::string& sweep) {
    Journalled found;
    std::size_t begin = 0, end = text.find('\n');
    if (end == std::string::npos || text.substr(0, end) != sweep) return found;
    for (begin = end + 1; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const std::string line = text.substr(begin, end - begin);
        const std::size_t comma = line.find(',');
        if (comma == std::string::npos) continue;
        found.results[std::strtoull(line.c_str(), nullptr, 10)] = line.substr(comma + 1);
    }
    found.whole = begin;
    return found;
}

std::string text_of(int file) {
    std::string text;
    std::array<char, 65536> part{};
    for (ssize_t size = 0; (size = ::read(file, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(size));
    return text;
}

// Of the process, not of those that it forks. True where the file system knows no locks. One that is being killed may hold
// the lock for a moment more.
bool take_lock(int file) {
    constexpr int most_attempts = 40;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        struct flock lock {};
        lock.l_type = F_WRLCK, lock.l_whence = SEEK_SET;
        if (::fcntl(file, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN)) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

bool is_same_file(int file, const std::filesystem::path& path) {
    struct stat open {
    }, there{};
    return ::fstat(file, &open) == 0 && ::stat(path.c_str(), &there) == 0 && open.st_dev == there.st_dev &&
           open.st_ino == there.st_ino;
}

}  // namespace

SweepResults results_in(const std::filesystem::path& journal, const std::string& sweep) {
    std::ifstream stream(journal, std::ios::binary);
    return journalled({std::istreambuf_iterator<char>(stream), {}}, sweep).results;
}

Journal::Journal(const std::filesystem::path& path, const std::string& sweep) : path_(path) {
    const std::filesystem::path folder = path.parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) throw OutputError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
    open();
    Journalled known = journalled(text_of(file_), sweep);
    results_ = std::move(known.results);
    if (::ftruncate(file_, static_cast<off_t>(known.whole)) != 0 || ::lseek(file_, 0, SEEK_END) < 0)
        throw OutputError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
    if (known.whole == 0) write(sweep + "\n");
}

Journal::~Journal() {
    if (file_ >= 0) ::close(file_);
}

// The file of that name, locked: one that ended meanwhile may have removed what was opened here.
void Journal::open() {
    do {
        if (file_ >= 0) ::close(file_);
        file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file_ < 0) throw OutputError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
        if (!take_lock(file_))
            throw OutputError(
                fmt::format("another sweep writes {} now: let it end, or give this one a folder of its own with --out",
                            path_.string()));
    } while (!is_same_file(file_, path_));
}

void Journal::write(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t size = ::write(file_, text.data() + done, text.size() - done);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) throw OutputError("cannot write all of " + path_.string());
        done += static_cast<std::size_t>(size);
    }
}

void Journal::add(std::size_t run, const std::string& result) {
    results_[run] = result;
    write(fmt::format("{},{}\n", run, result));
}

void Journal::remove() {
    std::error_code error;
    std::filesystem::remove(path_, error);
}

}  // namespace lag
