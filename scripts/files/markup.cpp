#include "scripts/files/markup.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace lag {

Markup& Markup::open(const char* name, Attributes attributes) {
    begin(name, attributes, ">");
    open_.push_back(name);
    return *this;
}

Markup& Markup::close() {
    if (open_.empty()) throw InternalError("markup: no element is open");
    written_ += fmt::format("</{}>", open_.back());
    open_.pop_back();
    return *this;
}

Markup& Markup::empty(const char* name, Attributes attributes) {
    begin(name, attributes, "/>");
    return *this;
}

Markup& Markup::lone(const char* name, Attributes attributes) {
    begin(name, attributes, ">");
    return *this;
}

Markup& Markup::text(const std::string& words) {
    write_escaped(words);
    return *this;
}

Markup& Markup::line() {
    written_ += '\n';
    return *this;
}

Markup& Markup::verbatim(const char* ours) {
    written_ += ours;
    return *this;
}

const std::string& Markup::finished() const {
    if (!open_.empty()) throw InternalError(fmt::format("markup: {} is not closed", open_.back()));
    return written_;
}

void Markup::begin(const char* name, Attributes attributes, const char* end) {
    written_ += std::string("<") + name;
    for (const auto& [attribute, value] : attributes) {
        written_ += fmt::format(" {}=\"", attribute);
        write_escaped(value);
        written_ += '"';
    }
    written_ += end;
}

// Control characters are no part of XML: a blank stands for each.
void Markup::write_escaped(const std::string& words) {
    for (const char c : words) {
        if (c == '&')
            written_ += "&amp;";
        else if (c == '<')
            written_ += "&lt;";
        else if (c == '>')
            written_ += "&gt;";
        else if (c == '"')
            written_ += "&quot;";
        else
            written_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
}

}  // namespace lag
