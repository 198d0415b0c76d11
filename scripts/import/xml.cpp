#include "scripts/import/xml.hpp"

#include <fmt/format.h>

#include <tinyxml2.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

namespace lag {

namespace {

constexpr const char* blanks = " \t\r\n";

std::string without_blanks(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// The whole file, no more than `longest_robot_file`: the size that a file says it has may be wrong, as that of a device.
std::string bytes_of(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        throw ModelError(fmt::format("cannot read '{}': there is no such file", file.string()));
    if (std::filesystem::is_directory(file, error))
        throw ModelError(fmt::format("cannot read '{}': it is a folder", file.string()));
    std::ifstream in(file, std::ios::binary);
    if (!in) throw ModelError(fmt::format("cannot read '{}'", file.string()));
    std::string bytes;
    std::vector<char> part(std::size_t{1} << 16);
    while (in.read(part.data(), static_cast<std::streamsize>(part.size())) || in.gcount() > 0) {
        bytes.append(part.data(), static_cast<std::size_t>(in.gcount()));
        if (bytes.size() > longest_robot_file)
            throw ModelError(fmt::format("'{}' is larger than {} MiB", file.string(), longest_robot_file >> 20),
                             "a description of a robot is some kilobytes of XML; meshes stand in files of their own");
    }
    return bytes;
}

SourcePosition place_in(const XmlSource& source, std::size_t line) {
    SourcePosition place;
    place.file = source.file.string();
    place.line = line;
    place.column = 1;
    if (line >= 1 && line <= source.lines.size()) {
        place.line_text = source.lines[line - 1];
        const std::size_t begin = place.line_text.find_first_not_of(" \t");
        if (begin != std::string::npos) place.column = begin + 1;
    }
    return place;
}

void require_no_document_type(const tinyxml2::XMLNode& node, const std::shared_ptr<const XmlSource>& source) {
    for (const tinyxml2::XMLNode* child = node.FirstChild(); child != nullptr; child = child->NextSibling())
        if (const tinyxml2::XMLUnknown* unknown = child->ToUnknown()) {
            const std::string begin = std::string(unknown->Value()).substr(0, 20);
            throw InputError(
                Diagnostic{place_in(*source, static_cast<std::size_t>(unknown->GetLineNum())),
                           fmt::format("found '<!{}', expected an element: document types and entities are not read",
                                       begin.substr(0, begin.find_first_of(" \t\r\n["))),
                           "write the file without them"});
        }
}

XmlElement element_of(const tinyxml2::XMLElement& from, const std::shared_ptr<const XmlSource>& source) {
    require_no_document_type(from, source);
    XmlElement made;
    made.name = from.Name();
    made.source = source;
    made.line = static_cast<std::size_t>(from.GetLineNum());
    if (from.GetText() != nullptr) made.text = without_blanks(from.GetText());
    for (const tinyxml2::XMLAttribute* one = from.FirstAttribute(); one != nullptr; one = one->Next())
        made.attributes.emplace_back(one->Name(), one->Value());
    for (const tinyxml2::XMLElement* one = from.FirstChildElement(); one != nullptr; one = one->NextSiblingElement())
        made.children.push_back(element_of(*one, source));
    return made;
}

}  // namespace

const std::string* XmlElement::attribute(const std::string& its_name) const {
    for (const auto& [name_of_one, value] : attributes)
        if (name_of_one == its_name) return &value;
    return nullptr;
}

const XmlElement* XmlElement::child(const std::string& its_name) const {
    for (const XmlElement& one : children)
        if (one.name == its_name) return &one;
    return nullptr;
}

SourcePosition XmlElement::place() const {
    return place_in(*source, line);
}

XmlElement xml_of_file(const std::filesystem::path& file) {
    const std::string bytes = bytes_of(file);
    const auto source = std::make_shared<XmlSource>();
    source->file = file;
    std::istringstream lines(bytes);
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with('\r')) line.pop_back();
        source->lines.push_back(line);
    }
    tinyxml2::XMLDocument document;
    if (document.Parse(bytes.data(), bytes.size()) != tinyxml2::XML_SUCCESS) {
        if (document.ErrorID() == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED)
            throw InputError(Diagnostic{place_in(*source, static_cast<std::size_t>(document.ErrorLineNum())),
                                        "elements are nested deeper than 100 levels", "no description of a robot is"});
        if (document.ErrorID() == tinyxml2::XML_ERROR_EMPTY_DOCUMENT)
            throw ModelError(fmt::format("'{}' holds no XML", file.string()));
        require_no_document_type(document, source);
        std::string name = tinyxml2::XMLDocument::ErrorIDToName(document.ErrorID());
        for (const std::string prefix : {"XML_ERROR_", "XML_"})
            if (name.starts_with(prefix)) name = name.substr(prefix.size());
        for (char& c : name) c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        throw InputError(Diagnostic{place_in(*source, static_cast<std::size_t>(document.ErrorLineNum())),
                                    "this is no XML: " + name, "is every element closed, and every value in quotes?"});
    }
    require_no_document_type(document, source);
    if (document.RootElement() == nullptr) throw ModelError(fmt::format("'{}' holds no XML element", file.string()));
    return element_of(*document.RootElement(), source);
}

void fail_at(const XmlElement& at, const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{at.place(), message, hint});
}

std::string place_text(const XmlElement& at) {
    return fmt::format("{}:{}", at.source->file.filename().string(), at.line);
}

}  // namespace lag
