// XML as the readers of robots take it: a tree of elements that know where they stand. Reads no document type, so that no
// entity is expanded; files and depths beyond what anybody would write are refused.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace lag {

constexpr std::size_t longest_robot_file = std::size_t{64} << 20;  // bytes

struct XmlSource {
    std::filesystem::path file;
    std::vector<std::string> lines;
};

struct XmlElement {
    std::string name;
    std::string text;  // what stands directly in it, without blanks around
    std::vector<std::pair<std::string, std::string>> attributes;
    std::vector<XmlElement> children;
    std::shared_ptr<const XmlSource> source;
    std::size_t line = 0;

    const std::string* attribute(const std::string& its_name) const;  // null: none
    const XmlElement* child(const std::string& its_name) const;       // the first one; null: none
    SourcePosition place() const;
};

// The root element. InputError with the place where the file is no XML; ModelError where it cannot be read.
XmlElement xml_of_file(const std::filesystem::path& file);

[[noreturn]] void fail_at(const XmlElement& at, const std::string& message, const std::string& hint = {});
// "file.urdf:12"
std::string place_text(const XmlElement& at);

}  // namespace lag
