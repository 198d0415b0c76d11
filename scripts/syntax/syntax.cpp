#include "scripts/syntax/syntax.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lag {

SourcePosition SourceFile::position(std::size_t offset) const {
    offset = std::min(offset, text.size());
    const std::size_t before = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    const std::size_t line_begin = before == std::string::npos ? 0 : before + 1;
    std::size_t line_end = text.find('\n', offset);
    if (line_end == std::string::npos) line_end = text.size();
    if (line_end > line_begin && text[line_end - 1] == '\r') --line_end;
    SourcePosition place;
    place.file = name;
    place.line = 1 + static_cast<std::size_t>(
                         std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(line_begin), '\n'));
    place.column = offset - line_begin + 1;
    place.line_text = text.substr(line_begin, line_end - line_begin);
    return place;
}

InputError error_at(const Place& place, const std::string& message, const std::string& hint) {
    return InputError(Diagnostic{place.position(), message, hint});
}

namespace {

// Precedence levels of the language, low to high.
int precedence(NodeKind kind) {
    switch (kind) {
        case NodeKind::assign:
        case NodeKind::define:
        case NodeKind::if_else:
        case NodeKind::for_range:
        case NodeKind::for_in:
        case NodeKind::while_loop:
            return 0;
        case NodeKind::logic_or:
            return 1;
        case NodeKind::logic_and:
            return 2;
        case NodeKind::logic_not:
            return 3;
        case NodeKind::relation:
            return 4;
        case NodeKind::sum:
            return 5;
        case NodeKind::product:
            return 6;
        case NodeKind::dot:
            return 7;
        case NodeKind::negate:
            return 8;
        case NodeKind::power:
            return 9;
        default:
            return 10;
    }
}

std::string at_least(const Syntax& node, int level) {
    const std::string text = to_string(node);
    return precedence(node->kind) >= level ? text : fmt::format("({})", text);
}

std::string joined(const std::vector<Syntax>& nodes, std::size_t from, const std::string& separator, int level) {
    std::string text;
    for (std::size_t k = from; k < nodes.size(); ++k) text += (k == from ? "" : separator) + at_least(nodes[k], level);
    return text;
}

// Whether an `else` after the text of this node would become its own.
bool takes_else(const SyntaxNode& node) {
    switch (node.kind) {
        case NodeKind::if_else:
            return node.children.size() % 2 == 0 || takes_else(*node.children.back());
        case NodeKind::for_range:
        case NodeKind::for_in:
        case NodeKind::while_loop:
        case NodeKind::assign:
        case NodeKind::define:
            return takes_else(*node.children.back());
        default:
            return false;
    }
}

std::string if_text(const SyntaxNode& node) {
    std::string text;
    for (std::size_t k = 0; k + 1 < node.children.size(); k += 2) {
        const Syntax& value = node.children[k + 1];
        const bool last = k + 2 == node.children.size();
        text += fmt::format("{}{} then ", k == 0 ? "if " : " elseif ", to_string(node.children[k]));
        text += !last && takes_else(*value) ? fmt::format("({})", to_string(value)) : to_string(value);
    }
    if (node.children.size() % 2 == 1) text += " else " + to_string(node.children.back());
    return text;
}

// What ' may follow: a name, an element, a call, a list. Anything else stands in brackets.
std::string primed(const SyntaxNode& node) {
    const Syntax& of = node.children[0];
    const bool bare = of->kind == NodeKind::name || of->kind == NodeKind::index || of->kind == NodeKind::call ||
                      of->kind == NodeKind::list || of->kind == NodeKind::sequence;
    return (bare ? to_string(of) : fmt::format("({})", to_string(of))) +
           std::string(static_cast<std::size_t>(node.primes), '\'');
}

std::string range_text(const SyntaxNode& node) {
    std::string text = "for " + node.text;
    if (node.children[0]) text += ":" + at_least(node.children[0], 1);
    if (node.children[2]) text += " thru " + at_least(node.children[2], 1);
    if (node.children[1]) text += " step " + at_least(node.children[1], 1);
    return fmt::format("{} do {}", text, to_string(node.children[3]));
}

}  // namespace

std::string to_string(const Syntax& node) {
    const SyntaxNode& n = *node;
    switch (n.kind) {
        case NodeKind::number:
        case NodeKind::name:
            return n.text;
        case NodeKind::text:
            return string_literal(n.text);
        case NodeKind::sum:
        case NodeKind::product: {
            const int level = precedence(n.kind) + 1;
            std::string text = at_least(n.children[0], level);
            for (std::size_t k = 1; k < n.children.size(); ++k) {
                const char op = n.operators[k];
                text += n.kind == NodeKind::sum ? fmt::format(" {} ", op) : std::string(1, op);
                text += at_least(n.children[k], level);
            }
            return text;
        }
        case NodeKind::dot:
            return joined(n.children, 0, " . ", 8);
        case NodeKind::power:
            return fmt::format("{}^{}", at_least(n.children[0], 10), at_least(n.children[1], 8));
        case NodeKind::negate:
            return "-" + at_least(n.children[0], 8);
        case NodeKind::relation:
            return fmt::format("{} {} {}", at_least(n.children[0], 5), n.text, at_least(n.children[1], 5));
        case NodeKind::logic_and:
            return joined(n.children, 0, " and ", 3);
        case NodeKind::logic_or:
            return joined(n.children, 0, " or ", 2);
        case NodeKind::logic_not:
            return "not " + at_least(n.children[0], 3);
        case NodeKind::prime:
            return primed(n);
        case NodeKind::index:
            return fmt::format("{}[{}]", at_least(n.children[0], 10), joined(n.children, 1, ", ", 0));
        case NodeKind::call:
            return fmt::format("{}({})", at_least(n.children[0], 10), joined(n.children, 1, ", ", 0));
        case NodeKind::list:
            return fmt::format("[{}]", joined(n.children, 0, ", ", 0));
        case NodeKind::sequence:
            return fmt::format("({})", joined(n.children, 0, ", ", 0));
        case NodeKind::if_else:
            return if_text(n);
        case NodeKind::for_range:
            return range_text(n);
        case NodeKind::for_in:
            return fmt::format("for {} in {} do {}", n.text, at_least(n.children[0], 1), to_string(n.children[1]));
        case NodeKind::while_loop:
            return fmt::format("while {} do {}", at_least(n.children[0], 1), to_string(n.children[1]));
        case NodeKind::assign:
            return fmt::format("{}: {}", to_string(n.children[0]), to_string(n.children[1]));
        case NodeKind::define: {
            std::string text = n.text + "(";
            for (std::size_t k = 0; k < n.names.size(); ++k) text += (k == 0 ? "" : ", ") + n.names[k];
            return fmt::format("{}) := {}", text, to_string(n.children[0]));
        }
    }
    return "?";
}

std::string string_literal(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

}  // namespace lag
