#include "scripts/files/library.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#ifndef LAG_INSTALLED_LIBRARY
#define LAG_INSTALLED_LIBRARY "../share/lag/library"
#endif

namespace lag {

namespace fs = std::filesystem;

namespace {

std::string in_one_line(const std::string& text) {
    std::istringstream words(text);
    std::string line, word;
    while (words >> word) line += (line.empty() ? "" : " ") + word;
    return line;
}

std::string first_sentence(const std::string& text) {
    const std::size_t end = text.find(". ");
    return end == std::string::npos ? text : text.substr(0, end + 1);
}

// `name(a, b) := ..` at the beginning of `text`: "name(a, b)", else "".
std::string definition_form(const std::string& text) {
    const std::size_t sign = text.find(":=");
    if (sign == std::string::npos || text.find_first_of(";$/[\"") < sign) return "";
    std::string form = in_one_line(text.substr(0, sign));
    const std::size_t open = form.find('(');
    return open == std::string::npos || open == 0 || form.back() != ')' ? "" : form;
}

LibraryFile described(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    LibraryFile file{path.filename().string(), "", {}};
    for (std::size_t begin = text.find("/*"); begin != std::string::npos; begin = text.find("/*", begin)) {
        const std::size_t end = text.find("*/", begin);
        if (end == std::string::npos) break;
        const std::string comment = in_one_line(text.substr(begin + 2, end - begin - 2));
        if (file.title.empty()) file.title = first_sentence(comment);
        begin = end + 2;
        const std::string form = definition_form(text.substr(begin));
        if (!form.empty()) file.parts.push_back({form.substr(0, form.find('(')), form, comment});
    }
    return file;
}

fs::path found_library() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) return {};
    for (const char* place : {LAG_INSTALLED_LIBRARY, "library", "../library"}) {
        const fs::path folder = (program.parent_path() / place).lexically_normal();
        if (fs::is_directory(folder, error)) return folder;
    }
    return {};
}

}  // namespace

fs::path library_folder() {
    static const fs::path folder = found_library();
    return folder;
}

std::string file_to_load(const std::string& loader, const std::string& name) {
    const fs::path path = name, here = loader;
    const fs::path own = (path.is_absolute() ? path : here.parent_path() / path).lexically_normal();
    std::error_code error;
    const bool is_other_file = fs::exists(own, error) && own != here.lexically_normal();
    if (path.is_absolute() || is_other_file || library_folder().empty()) return own.string();
    const fs::path part = library_folder() / path;
    return (fs::is_regular_file(part, error) ? part.lexically_normal() : own).string();
}

std::vector<LibraryFile> library_files() {
    std::vector<LibraryFile> files;
    std::error_code error;
    for (fs::directory_iterator entry(library_folder(), error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".lag") files.push_back(described(entry->path()));
    std::ranges::sort(files, {}, &LibraryFile::name);
    return files;
}

}  // namespace lag
