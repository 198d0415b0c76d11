#include "scripts/files/output_files.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "scripts/files/temporary_files.hpp"

namespace lag {

namespace fs = std::filesystem;

std::string refused_file_name(const std::string& name) {
    if (name.empty()) return "a file name is needed";
    if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '\\'; }))
        return "a file name cannot hold control characters or backslashes";
    const fs::path path(name);
    if (path.is_absolute()) return "an absolute path is not allowed: files go into the output folder";
    for (const fs::path& part : path)
        if (part == "..") return "'..' is not allowed: files go into the output folder";
    if (!path.has_filename() || path.filename() == ".") return "a file name is needed, not a folder's";
    if (path.extension() == ".lag") return "a script is not overwritten: choose an ending such as .f90 or .hpp";
    return {};
}

namespace {

[[noreturn]] void fail(const std::string& what, const fs::path& path, const std::string& why) {
    throw OutputError(fmt::format("{} '{}': {}", what, path.string(), why));
}

// Temporary files of one call; those not yet renamed are removed at the end, whatever happens.
class Pending {
  public:
    ~Pending() {
        for (const auto& [temporary, target] : files_) ::unlink(temporary.c_str());
    }

    void write(const fs::path& target, const std::string& text) {
        remove_abandoned_files(target);
        fs::path temporary;
        const int descriptor = open_temporary_file(target, temporary);
        if (descriptor < 0) fail("cannot write", target, std::strerror(errno));
        files_.emplace_back(temporary, target);
        std::size_t done = 0;
        int error = 0;
        while (done < text.size() && error == 0) {
            const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
            if (count < 0 && errno != EINTR) error = errno;
            if (count > 0) done += static_cast<std::size_t>(count);
        }
        const mode_t mask = ::umask(0);
        ::umask(mask);
        if (error == 0 && ::fchmod(descriptor, 0666 & ~mask) != 0) error = errno;
        if (::close(descriptor) != 0 && error == 0) error = errno;
        if (error != 0) fail("cannot write", target, std::strerror(error));
    }

    void rename_all() {
        while (!files_.empty()) {
            const auto& [temporary, target] = files_.front();
            if (std::rename(temporary.c_str(), target.c_str()) != 0)
                fail("cannot replace", target, std::strerror(errno));
            files_.erase(files_.begin());
        }
    }

  private:
    std::vector<std::pair<fs::path, fs::path>> files_;
};

// A link inside the folder may point elsewhere.
bool lies_in(const fs::path& folder, const fs::path& path) {
    std::error_code error;
    const fs::path base = fs::weakly_canonical(folder, error), full = fs::weakly_canonical(path, error);
    if (error) fail("cannot use the folder", path, error.message());
    return std::mismatch(base.begin(), base.end(), full.begin(), full.end()).first == base.end();
}

}  // namespace

void write_files(const fs::path& folder, const std::vector<OutputFile>& files) {
    Pending pending;
    for (const OutputFile& file : files) {
        const fs::path target = folder / file.name;
        if (!lies_in(folder, target.parent_path()))
            fail("cannot write", target, "it lies outside of the output folder");
        std::error_code error;
        fs::create_directories(target.parent_path(), error);
        if (error) fail("cannot make the folder", target.parent_path(), error.message());
        if (fs::is_directory(target)) fail("cannot write", target, "it is a folder");
        pending.write(target, file.text);
    }
    pending.rename_all();
}

}  // namespace lag
