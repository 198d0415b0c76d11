#include "scripts/unit_check.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "scripts/statements_reading.hpp"

namespace lag {

namespace {

// What is known of an expression.
struct Sort {
    bool known = false;         // everything in it has a unit
    bool number = false;        // a number alone: fits everywhere
    bool users = false;         // holds a unit of the user's
    bool plain_factor = false;  // a factor such as 1/2
    bool odd_factor = false;    // any other number as a factor: it may be a quantity
    Dimension dimension{};

    // May it be compared with others?
    bool comparable() const { return known && !number && !odd_factor && (users || !plain_factor); }
};

bool is_plain(const Rational& value) {
    const auto simple = [](const cln::cl_I& n) {
        for (const long k : {1, 2, 3, 4, 6, 8, 12})
            if (n == k) return true;
        return false;
    };
    return simple(cln::abs(cln::numerator(value))) && simple(cln::denominator(value));
}

class UnitCheck {
  public:
    UnitCheck(Call& call, const Syntax& at, std::string what)
        : call_(call), at_(at), what_(std::move(what)), graph_(call.interpreter.graph()) {}

    Sort sort_of(Expr e) {
        const std::array<Expr, 1> roots{Expr{&graph_, e.id}};
        for (const NodeId id : reachable(graph_, roots))
            if (!sorts_.contains(id)) sorts_.emplace(id, find(id));
        return sorts_.at(e.id);
    }

    [[noreturn]] void refuse(const std::string& message) const {
        call_.fail(at_, what_ + ": " + message,
                   "units are labels: no value is converted; a name without a unit is not checked");
    }
    std::string shown(NodeId id) const {
        constexpr std::size_t longest = 60;
        std::string text = to_string(graph_, Expr{&graph_, id}, 200);
        if (text.size() > longest) text = text.substr(0, longest) + "...";
        return "'" + text + "'";
    }
    std::string shown(NodeId id, const Sort& sort) const { return shown(id) + " [" + unit_text(sort.dimension) + "]"; }

    void compare(NodeId left, NodeId right, const char* verb) const {
        const Sort &a = sorts_.at(left), &b = sorts_.at(right);
        if (!a.comparable() || !b.comparable() || (!a.users && !b.users) || a.dimension == b.dimension) return;
        refuse(shown(left, a) + " and " + shown(right, b) + " " + verb);
    }

  private:
    // What the declaration of a symbol says.
    Sort declared(const Symbol& symbol) const {
        const Model& model = call_.interpreter.model();
        const auto with = [](const std::string& unit, bool users) {
            const auto dimension = dimension_of(unit);
            return dimension ? Sort{true, false, users, false, false, *dimension} : Sort{};
        };
        const auto among = [&](const auto& declarations, bool users) {
            const auto found = std::ranges::find_if(declarations, [&](const auto& d) { return d.name == symbol.name; });
            return found == declarations.end() ? Sort{} : with(found->unit, users);
        };
        switch (symbol.role) {
            case Role::parameter:
                return among(model.parameters, true);
            case Role::input:
                return among(model.inputs, true);
            case Role::coordinate:
                return among(model.coordinates, false);
            case Role::speed:
                return among(model.speeds, false);
            case Role::acceleration:
                for (const Speed& u : model.speeds)
                    if (u.name + "'" == symbol.name && !u.unit.empty()) return with("(" + u.unit + ")/s", false);
                return {};
            case Role::time:
                return with("s", false);
            default:
                return {};
        }
    }

    Sort find(NodeId id) {
        const Node& node = graph_.node(id);
        const auto operand = [&](int k) -> const Sort& { return sorts_.at(node.operand[k]); };
        if (node.op == Op::symbol) return declared(graph_.symbol_of(id));
        if (node.op == Op::pi) return {true, true, false, true, false, {}};
        if (node.op == Op::constant) {
            const bool plain = is_plain(graph_.constant_value(id));
            return {true, true, false, plain, !plain, {}};
        }
        switch (node.op) {
            case Op::add:
            case Op::sub:
                return together(node.operand[0], node.operand[1], "cannot be added");
            case Op::min:
            case Op::max:
            case Op::mod:
                return together(node.operand[0], node.operand[1], "cannot be compared");
            case Op::select:
                return together(node.operand[1], node.operand[2], "are alternatives of one value");
            case Op::less:
            case Op::less_equal:
            case Op::equal:
                compare(node.operand[0], node.operand[1], "cannot be compared");
                return {};
            case Op::logical_and:
            case Op::logical_or:
            case Op::logical_not:
                return {};
            case Op::neg:
            case Op::abs:
            case Op::floor:
                return operand(0);
            case Op::mul:
                return product(operand(0), operand(1), operand(0).dimension * operand(1).dimension);
            case Op::div:
                return product(operand(0), operand(1), operand(0).dimension / operand(1).dimension);
            case Op::sqrt:
                return raised(operand(0), 1, 2);
            case Op::pow:
                return general_power(node);
            case Op::curve:
            case Op::map:
                return {};  // a table's numbers have no units of their own
            case Op::atan2:
                compare(node.operand[0], node.operand[1], "have no common ratio");
                return of_function(operand(0), operand(1));
            default:
                return function(node);
        }
    }

    Sort together(NodeId left, NodeId right, const char* verb) const {
        compare(left, right, verb);
        const Sort &a = sorts_.at(left), &b = sorts_.at(right);
        if (a.number && b.number) return {true, true, false, true, a.odd_factor || b.odd_factor, {}};
        Sort sum = b.comparable() && (!a.comparable() || (b.users && !a.users)) ? b : a;
        if (a.number) sum = b;
        if (b.number) sum = a;
        sum.users = sum.users || (a.comparable() && b.comparable() && (a.users || b.users));
        return sum;
    }
    static Sort product(const Sort& a, const Sort& b, const Dimension& dimension) {
        return {a.known && b.known,           a.number && b.number,
                a.users || b.users,           a.plain_factor || b.plain_factor,
                a.odd_factor || b.odd_factor, dimension};
    }
    static Sort raised(Sort a, long numerator, long denominator) {
        const auto dimension = power(a.dimension, numerator, denominator);
        if (!dimension) return {};
        a.dimension = *dimension;
        return a;
    }
    Sort general_power(const Node& node) const {
        const Sort& base = sorts_.at(node.operand[0]);
        if (graph_.node(node.operand[1]).op == Op::constant) {
            const Rational& exponent = graph_.constant_value(node.operand[1]);
            const cln::cl_I above = cln::numerator(exponent), below = cln::denominator(exponent);
            if (cln::abs(above) < 1000 && below < 1000)
                return raised(base, cln::cl_I_to_long(above), cln::cl_I_to_long(below));
            return {};
        }
        require_number(node.operand[1], "an exponent");
        if (base.comparable() && base.dimension != dimensionless) return {};
        return of_function(base, sorts_.at(node.operand[1]));
    }
    Sort function(const Node& node) const {
        require_number(node.operand[0], std::string("the argument of ") + name_of(node.op));
        return of_function(sorts_.at(node.operand[0]), sorts_.at(node.operand[0]));
    }
    void require_number(NodeId id, const std::string& place) const {
        const Sort& sort = sorts_.at(id);
        if (!sort.comparable() || !sort.users || sort.dimension == dimensionless) return;
        refuse(place + " is " + shown(id, sort) + " where an angle or a number [1] is needed");
    }
    // sin(..): a number, whatever stands in it
    static Sort of_function(const Sort& a, const Sort& b) {
        if (a.number && b.number) return {true, true, false, false, true, {}};
        return {true, false, a.users || b.users, false, false, {}};
    }

    Call& call_;
    const Syntax& at_;
    std::string what_;
    Graph& graph_;
    std::unordered_map<NodeId, Sort> sorts_;
};

void require(Call& call, Expr e, const std::string& unit, const Syntax& at, const std::string& what, bool users) {
    if (e.graph == nullptr || call.interpreter.graph().is_constant_expression(e)) return;
    UnitCheck check(call, at, what);
    const Sort sort = check.sort_of(e);
    const auto needed = dimension_of(unit);
    if (!needed || !sort.comparable() || (!sort.users && !users) || sort.dimension == *needed) return;
    check.refuse(check.shown(e.id, sort) + " where [" + unit + "] is needed");
}

}  // namespace

void require_unit(Call& call, Expr e, const std::string& unit, const Syntax& at, const std::string& what) {
    require(call, e, unit, at, what, false);
}

void require_unit(Call& call, const Vec3<Expr>& v, const std::string& unit, const Syntax& at, const std::string& what) {
    for (std::size_t i = 0; i < 3; ++i) require(call, v[i], unit, Call::entry(at, i), what, false);
}

void require_declared_unit(Call& call, Expr e, const std::string& unit, const Syntax& at, const std::string& what) {
    require(call, e, unit, at, what, true);
}

void require_same_unit(Call& call, Expr lhs, Expr rhs, const Syntax& at, const std::string& what) {
    UnitCheck check(call, at, what);
    check.sort_of(lhs);
    check.sort_of(rhs);
    check.compare(lhs.id, rhs.id, "cannot be equal");
}

void require_consistent_units(Call& call, Expr e, const Syntax& at, const std::string& what) {
    require(call, e, "", at, what, false);
}

std::string load_unit(const Model& model, SpeedIndex u) {
    return load_unit(model.speeds[u.value].unit);
}

std::string load_unit(const std::string& speed_unit) {
    const auto dimension = dimension_of(speed_unit);
    if (!dimension) return "";
    if (*dimension == *dimension_of("1/s")) return "N*m";
    return unit_text(*dimension_of("W") / *dimension);
}

}  // namespace lag
