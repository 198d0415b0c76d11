#include "emitters/writers/template_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace lag {

namespace {

const TemplateFile& file_of(std::string_view name) {
    const auto found = std::ranges::find(template_files(), name, &TemplateFile::name);
    if (found == template_files().end()) throw InternalError(fmt::format("no template {}", name));
    return *found;
}

bool is_of_hole(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// In one pass: what is filled in may have what looks like a hole.
std::string with_holes(std::string_view text, std::string_view name, const Holes& holes) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find('@', at), text.size());
        result += text.substr(at, begin - at);
        if (begin == text.size()) break;
        std::size_t end = begin + 1;
        while (end < text.size() && is_of_hole(text[end])) ++end;
        if (end == begin + 1 || end == text.size() || text[end] != '@') {
            result += text[begin];
            at = begin + 1;
            continue;
        }
        const std::string_view hole = text.substr(begin + 1, end - begin - 1);
        const auto found = std::ranges::find(holes, hole, &Holes::value_type::first);
        if (found == holes.end()) throw InternalError(fmt::format("template {}: nothing fills @{}@", name, hole));
        result += found->second;
        at = end + 1;
    }
    return result;
}

}  // namespace

std::string filled_template(std::string_view name, const Holes& holes) {
    return with_holes(file_of(name).text, name, holes);
}

std::string model_template(std::string_view name, const Program& program, const Holes& holes) {
    Holes all = holes;
    all.emplace_back("M", program.name);
    return filled_template(name, all);
}

}  // namespace lag
