#include "scripts/command/processes/library_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "scripts/files/temporary_files.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20;

std::optional<fs::path> chosen_folder() {
    const auto value = [](const char* name) {
        const char* const text = std::getenv(name);
        return text == nullptr ? std::optional<std::string>() : std::optional<std::string>(text);
    };
    if (const auto own = value("LAG_CACHE")) return own->empty() ? std::nullopt : std::optional<fs::path>(*own);
    if (const auto cache = value("XDG_CACHE_HOME"); cache && !cache->empty()) return fs::path(*cache) / "lag";
    if (const auto home = value("HOME"); home && !home->empty()) return fs::path(*home) / ".cache" / "lag";
    return {};
}

// Code is loaded from there: no one else may write to it.
std::optional<fs::path> own_folder() {
    const std::optional<fs::path> folder = chosen_folder();
    if (!folder) return {};
    std::error_code error;
    if (fs::create_directories(*folder, error)) fs::permissions(*folder, fs::perms::owner_all, error);
    struct stat facts {};
    if (::stat(folder->c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != ::geteuid() ||
        (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return {};
    return folder;
}

fs::path file_of(const fs::path& folder, const std::string& made_from) {
    return folder / fmt::format("{:016x}.kept", std::hash<std::string>()(made_from));
}

std::string content_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool written(const fs::path& file, std::string_view content) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    return stream.good();
}

void remove_oldest(const fs::path& folder) {
    struct Kept {
        fs::file_time_type used;
        std::uintmax_t bytes;
        fs::path file;
    };
    std::vector<Kept> all;
    std::uintmax_t bytes = 0;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() != ".kept") continue;
        all.push_back({entry.last_write_time(error), entry.file_size(error), entry.path()});
        bytes += all.back().bytes;
    }
    std::ranges::sort(all, {}, &Kept::used);
    for (const Kept& kept : all) {
        if (bytes <= most_bytes) return;
        if (fs::remove(kept.file, error)) bytes -= kept.bytes;
    }
}

}  // namespace

bool take_kept_library(const std::string& made_from, const fs::path& library) {
    const std::optional<fs::path> folder = own_folder();
    if (!folder) return false;
    const fs::path file = file_of(*folder, made_from);
    const std::string content = content_of(file);
    if (content.size() <= made_from.size() || !content.ends_with(made_from)) return false;
    if (!written(library, std::string_view(content).substr(0, content.size() - made_from.size()))) return false;
    std::error_code error;
    fs::last_write_time(file, fs::file_time_type::clock::now(), error);
    return true;
}

void keep_library(const std::string& made_from, const fs::path& library) {
    const std::optional<fs::path> folder = own_folder();
    if (!folder) return;
    const fs::path file = file_of(*folder, made_from);
    fs::path temporary;
    const int opened = open_temporary_file(file, temporary);
    if (opened < 0) return;
    ::close(opened);
    std::error_code error;
    if (written(temporary, content_of(library) + made_from))
        fs::rename(temporary, file, error);
    else
        fs::remove(temporary, error);
    remove_abandoned_files(file);
    remove_oldest(*folder);
}

}  // namespace lag
