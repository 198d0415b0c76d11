// Infix text of graph expressions, for people: dumps, messages, shown values. Precedences are the script language's.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/graph.hpp"

namespace lag {

namespace {

enum Precedence { logic_or = 1, logic_and, logic_not, relation, sum, product, sign, postfix };

// 1e30, not 1000000000000000000000000000000.
std::string without_many_zeros(const std::string& digits) {
    const std::size_t kept = digits.find_last_not_of('0') + 1, zeros = digits.size() - kept;
    if (zeros < 9 || digits.find('/') != std::string::npos) return digits;
    return fmt::format("{}e{}", digits.substr(0, kept), zeros);
}

struct Piece {
    std::string text;
    int precedence = postfix;
};

class Writer {
  public:
    Writer(Graph& graph, std::size_t limit, const NodeName* name = nullptr)
        : graph_(graph), limit_(limit), name_(name) {}

    Piece piece(NodeId id, int depth) {
        // The whole tree may be astronomically larger than the graph: once the limit is spent, everything
        // else is "...".
        if (written_ > limit_ || depth > 150) return {"...", postfix};
        if (name_ != nullptr) {
            if (const std::optional<std::string> named = (*name_)(id)) {
                written_ += named->size() + 1;
                return {*named, postfix};
            }
        }
        Piece p = compose(id, depth);
        if (arity(graph_.node(id).op) == 0) written_ += p.text.size() + 1;
        return p;
    }

  private:
    std::string at_least(NodeId id, int precedence, int depth) {
        Piece p = piece(id, depth + 1);
        return p.precedence >= precedence ? std::move(p.text) : fmt::format("({})", p.text);
    }

    Piece infix(const Node& node, const char* symbol, int precedence, int right, int depth) {
        std::string left = at_least(node.operand[0], precedence, depth);
        return {left + symbol + at_least(node.operand[1], right, depth), precedence};
    }

    // + and * commute: print the shorter name first, so that text does not follow the hash order
    Piece commuting(const Node& node, const char* symbol, int precedence, int depth) {
        std::string a = at_least(node.operand[0], precedence, depth), b = at_least(node.operand[1], precedence, depth);
        const auto key = [](const std::string& s) { return std::pair(s.size(), s); };
        if (key(b) < key(a)) std::swap(a, b);
        return {a + symbol + b, precedence};
    }

    // "table(s, 1000 segments)", "slope of table(s, 1000 segments)"
    std::string lookup_text(NodeId id, int depth) {
        const Lookup lookup = graph_.lookup_of(id);
        const Node node = graph_.node(id);
        std::string text = "table(", sizes;
        for (int k = 0; k < arity(node.op); ++k) {
            text += piece(node.operand[k], depth + 1).text + ", ";
            sizes += (k > 0 ? " by " : "") + std::to_string(lookup.table->segments(static_cast<std::size_t>(k)));
        }
        text += sizes + " segments)";
        for (unsigned order = lookup.orders[0] + lookup.orders[1]; order > 0; --order) text = "slope of " + text;
        return text;
    }

    Piece compose(NodeId id, int depth) {
        const Node node = graph_.node(id);
        switch (node.op) {
            case Op::constant: {
                const Rational& value = graph_.constant_value(id);
                const std::string text = without_many_zeros(to_string(value));
                if (text[0] == '-') return {text, sign};
                return {text, text.find('/') == std::string::npos ? postfix : product};
            }
            case Op::symbol:
                return {graph_.symbol_of(id).name, postfix};
            case Op::add:
                return commuting(node, " + ", sum, depth);
            case Op::sub:
                return infix(node, " - ", sum, product, depth);
            case Op::neg:
                return {"-" + at_least(node.operand[0], product, depth), sum};
            case Op::mul:
                if (node.operand[0] == node.operand[1])
                    return {at_least(node.operand[0], postfix, depth) + "^2", product};
                return commuting(node, "*", product, depth);
            case Op::div:
                return infix(node, "/", product, sign, depth);
            case Op::pow:
                return infix(node, "^", postfix, postfix, depth);
            case Op::less:
                return infix(node, " < ", relation, sum, depth);
            case Op::less_equal:
                return infix(node, " <= ", relation, sum, depth);
            case Op::equal:
                return infix(node, " = ", relation, sum, depth);
            case Op::logical_and:
                return infix(node, " and ", logic_and, logic_and, depth);
            case Op::logical_or:
                return infix(node, " or ", logic_or, logic_or, depth);
            case Op::logical_not:
                return {"not " + at_least(node.operand[0], relation, depth), logic_not};
            case Op::select: {
                // one after the other: what is written counts against the limit in a fixed order
                std::string text = "if " + at_least(node.operand[0], logic_or, depth);
                text += " then " + at_least(node.operand[1], sum, depth);
                text += " else " + at_least(node.operand[2], sum, depth);
                return {text, 0};
            }
            case Op::curve:
            case Op::map:
                return {lookup_text(id, depth), postfix};
            default:
                break;
        }
        std::string text = name_of(node.op);
        for (int k = 0; k < arity(node.op); ++k) text += (k == 0 ? "(" : ", ") + piece(node.operand[k], depth + 1).text;
        return {arity(node.op) == 0 ? text : text + ")", postfix};
    }

    Graph& graph_;
    std::size_t limit_;
    const NodeName* name_;
    std::size_t written_ = 0;
};

}  // namespace

const char* name_of(Role role) {
    switch (role) {
        case Role::undeclared:
            return "undeclared name";
        case Role::parameter:
            return "parameter";
        case Role::time:
            return "time";
        case Role::coordinate:
            return "coordinate";
        case Role::speed:
            return "speed";
        case Role::input:
            return "input";
        case Role::acceleration:
            return "acceleration";
        case Role::multiplier:
            return "multiplier";
        case Role::external_result:
            return "external result";
        case Role::state:
            return "state";
    }
    return "?";
}

std::string to_string(Graph& graph, Expr e, std::size_t limit) {
    return Writer(graph, limit).piece(e.id, 0).text;
}
std::string to_string(Graph& graph, Expr e, std::size_t limit, const NodeName& name) {
    return Writer(graph, limit, &name).piece(e.id, 0).text;
}

}  // namespace lag
