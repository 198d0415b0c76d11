// Text -> syntax tree: one plain node type for the whole `.lag` language. Trees are immutable and shared: functions and
// lambdas keep their bodies alive. Positions are byte offsets into the source text.
//
// Long sums and products are one node with many operands, so that the depth of a tree is the depth of its brackets,
// which the parser limits; nothing that walks a tree needs to fear for the stack.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace lag {

enum class NodeKind {
    number,    // text: the literal as written
    name,      // text
    text,      // text: the string's contents
    sum,       // children, operators[k] is '+' or '-' before child k (operators[0] is '+')
    product,   // children, operators[k] is '*' or '/'
    dot,       // children: a . b . c, left to right
    power,     // base, exponent
    negate,    // child
    relation,  // lhs, rhs; text is one of = # < <= > >=
    logic_and,
    logic_or,    // children
    logic_not,   // child
    prime,       // child; count in `primes`
    index,       // indexed value, then the indices
    call,        // callee (usually a name), then the arguments
    list,        // [a, b]
    sequence,    // (a, b): value of the last
    if_else,     // condition, value, [condition, value ...], [else value]
    for_range,   // text: variable; children: start, step, limit ("thru"), body; absent ones are nullptr
    for_in,      // text: variable; children: list, body
    while_loop,  // condition, body
    assign,      // target (name or index), value
    define,      // text: function; names: parameters; child: body
};

struct SyntaxNode;
using Syntax = std::shared_ptr<const SyntaxNode>;

struct SyntaxNode {
    NodeKind kind = NodeKind::number;
    std::string text;
    std::vector<Syntax> children;
    std::string operators;           // sum, product
    std::vector<std::string> names;  // define
    int primes = 0;
    bool bracketed = false;          // stood in ( ) of its own
    std::size_t depth = 1;           // of the tree below; the parser limits it, so that recursion over a tree is safe
    std::size_t begin = 0, end = 0;  // byte offsets into the source text
};

// A script's text and name; turns offsets into places.
struct SourceFile {
    std::string name;
    std::string text;
    SourcePosition position(std::size_t offset) const;
};

// A place in a script or a loaded file; without a source, nowhere.
struct Place {
    std::shared_ptr<const SourceFile> source;
    std::size_t offset = 0;
    SourcePosition position() const { return source ? source->position(offset) : SourcePosition{}; }
};
InputError error_at(const Place& place, const std::string& message, const std::string& hint = {});

struct Statement {
    Syntax expression;
    bool show = true;  // ended by ';' (or by the end of the file) rather than '$'
};

struct Script {
    std::shared_ptr<const SourceFile> source;
    std::vector<Statement> statements;
};

// The node as source text with the fewest brackets; for messages and tests.
std::string to_string(const Syntax& node);

// A text as a script writes it, with the parser's escapes.
std::string string_literal(const std::string& text);

}  // namespace lag
