#include "scripts/statements/unit_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "scripts/statements/description.hpp"

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
    double scale = 1;   // what one of it is worth in the SI
    double factor = 1;  // the product of the numbers in it; of a number its value
    std::string label;  // the unit as it was given, as long as nothing has changed it

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

bool same_scale(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

bool is_plain(double value) {
    for (const int above : {1, 2, 3, 4, 6, 8, 12})
        for (const int below : {1, 2, 3, 4, 6, 8, 12})
            if (same_scale(std::abs(value) * below, above)) return true;
    return false;
}

// Does the expression mean what it says in units of another scale? Its numbers may convert it.
bool fits_scale(const Sort& sort, double scale) {
    return same_scale(sort.scale, scale) || sort.odd_factor || is_plain(sort.factor * scale / sort.scale);
}

std::vector<std::string> declared_units(const Description& description) {
    std::vector<std::string> units = description.noted_units();
    for (const Parameter& p : description.model().parameters) units.push_back(p.unit);
    for (const Input& w : description.model().inputs) units.push_back(w.unit);
    for (const StateVariable& s : description.model().states) units.push_back(s.unit);
    return units;
}

class UnitCheck {
  public:
    UnitCheck(Call& call, const Syntax& at, std::string what)
        : call_(call), at_(at), what_(std::move(what)), graph_(call.description().graph()) {
        declared_units_ = declared_units(call.description());
        system_ = system_of(declared_units_);
    }

    // The expression as it was written.
    Expr written(const Value& value) const {
        if (!value.is_scalar()) return {};
        try {
            return call_.description().algebra().resolve_again(
                call_.description().algebra().lower_written(value.scalar()));
        } catch (const ModelError&) {
            return {};
        }
    }

    Sort sort_of(Expr e) {
        const std::array<Expr, 1> roots{graph_.own(e)};
        for (const NodeId id : reachable(graph_, roots))
            if (!sorts_.contains(id)) sorts_.emplace(id, find(id));
        return sorts_.at(e.id);
    }

    void require(const Value& value, const std::string& unit, bool users) {
        const Expr e = written(value);
        if (graph_.is_constant_expression(e)) return;
        const Sort sort = sort_of(e);
        const auto needed = unit_of(unit);
        if (!needed || !sort.comparable() || (!sort.users && !users)) return;
        if (sort.dimension != needed->dimension)
            refuse(fmt::format("{} where [{}] is needed", shown(e.id, sort), unit),
                   "units are labels: no value is converted; a name without a unit is not checked");
        const double scale = needed->scale * (users ? 1 : system_.scale(needed->dimension));
        if (fits_scale(sort, scale)) return;
        const std::string wanted = same_scale(scale, needed->scale) ? unit : text({needed->dimension, scale});
        refuse(fmt::format("{} [{}] where [{}] is needed", shown(e.id), text(sort), wanted),
               conversion(text(sort), sort.scale, wanted, scale));
    }

    void compare(NodeId left, NodeId right, const char* verb) const {
        const Sort &a = sorts_.at(left), &b = sorts_.at(right);
        if (!a.comparable() || !b.comparable() || (!a.users && !b.users)) return;
        if (a.dimension != b.dimension)
            refuse(fmt::format("{} and {} {}", shown(left, a), shown(right, b), verb),
                   "units are labels: no value is converted; a name without a unit is not checked");
        const double own = system_.scale(a.dimension);
        if (fits_scale(a, b.scale) || fits_scale(b, a.scale) || (fits_scale(a, own) && fits_scale(b, own))) return;
        const bool first = !same_scale(a.scale, own);  // that one is to be converted
        refuse(fmt::format("{} [{}] and {} [{}] {}", shown(left), text(a), shown(right), text(b), verb),
               first ? conversion(text(a), a.scale, text(b), b.scale) : conversion(text(b), b.scale, text(a), a.scale));
    }

    std::string deduced(const Value& value) {
        const Expr e = written(value);
        if (graph_.is_constant_expression(e)) return "";
        const Sort sort = sort_of(e);
        return sort.comparable() ? text(sort) : "";
    }

    std::optional<Dimension> own_dimension(Expr e) {
        if (graph_.is_constant_expression(e)) return std::nullopt;
        const Sort sort = sort_of(e);
        if (!sort.comparable() || !same_scale(sort.scale, system_.scale(sort.dimension))) return std::nullopt;
        return sort.dimension;
    }

  private:
    [[noreturn]] void refuse(const std::string& message, const std::string& hint) const {
        call_.fail(at_, fmt::format("{}: {}", what_, message), hint);
    }
    static std::string conversion(const std::string& from, double from_scale, const std::string& to, double to_scale) {
        return fmt::format("no value is converted: write the factor, [{}] times {} is [{}]", from,
                           factor_text(from_scale / to_scale), to);
    }
    std::string text(const Unit& unit) const { return unit_text(unit, declared_units_); }
    std::string text(const Sort& sort) const {
        return sort.label.empty() ? text(Unit{sort.dimension, sort.scale}) : sort.label;
    }
    std::string shown(NodeId id) const {
        constexpr std::size_t longest = 60;
        std::string text;
        bool hidden = false;  // between two marks: the number of a name that the mechanism's values have
        for (const char c : to_string(graph_, Expr{&graph_, id}, 400)) {
            if (c == name_mark) hidden = true;
            if (hidden && (c == name_mark || std::isdigit(static_cast<unsigned char>(c)) != 0)) continue;
            hidden = false;
            text += c;
        }
        if (text.size() > longest) text = text.substr(0, longest) + "...";
        return fmt::format("'{}'", text);
    }
    std::string shown(NodeId id, const Sort& sort) const {
        return fmt::format("{} [{}]", shown(id), unit_text(sort.dimension));
    }

    Sort with(const std::string& unit, bool users, bool of_the_system) const {
        const auto known = unit_of(unit);
        if (!known) return {};
        Sort sort;
        sort.known = true;
        sort.users = users;
        sort.dimension = known->dimension;
        sort.scale = known->scale * (of_the_system ? system_.scale(known->dimension) : 1);
        if (same_scale(sort.scale, known->scale)) sort.label = unit;
        return sort;
    }
    bool holds_users_units(Expr e) const {
        const Model& model = call_.description().model();
        const auto has_unit = [&](const auto& declarations, const std::string& name) {
            return std::ranges::any_of(declarations, [&](const auto& d) { return d.name == name && unit_of(d.unit); });
        };
        const std::array<Expr, 1> roots{e};
        for (const Expr s : symbols_in(graph_, roots, bit(Role::parameter) | bit(Role::input) | bit(Role::state))) {
            const std::string& name = graph_.symbol_of(s).name;
            if (has_unit(model.parameters, name) || has_unit(model.inputs, name) || has_unit(model.states, name))
                return true;
        }
        return false;
    }
    // What the declaration of a symbol says.
    Sort declared(const Symbol& symbol) const {
        const Model& model = call_.description().model();
        const auto among = [&](const auto& declarations, const auto& sort) {
            const auto found = std::ranges::find_if(declarations, [&](const auto& d) { return d.name == symbol.name; });
            return found == declarations.end() ? Sort{} : sort(*found);
        };
        const auto users = [&](const auto& d) { return with(d.unit, true, false); };
        const auto hinges = [&](const auto& d) { return with(d.unit, false, d.body != ground); };
        switch (symbol.role) {
            case Role::parameter:
                return among(model.parameters, users);
            case Role::input:
                return among(model.inputs, users);
            case Role::state:
                return among(model.states, users);
            case Role::coordinate:
                return among(model.coordinates, hinges);
            case Role::speed:
                return among(model.speeds, hinges);
            case Role::acceleration:
                for (const Speed& u : model.speeds)
                    if (u.name + "'" == symbol.name && !u.unit.empty())
                        return with(with_rate(u.unit), false, u.body != ground);
                return {};
            case Role::time:
                return with("s", false, false);
            default:
                break;
        }
        const Description::Formed* const formed = call_.description().formed_by(symbol.name);
        return formed == nullptr ? Sort{} : with(formed->unit, holds_users_units(formed->value), true);
    }

    Sort number(double value, bool plain, bool odd) const {
        Sort sort;
        sort.known = sort.number = true;
        sort.plain_factor = plain;
        sort.odd_factor = odd;
        sort.factor = value;
        return sort;
    }
    Sort constant(NodeId id) const {
        const bool plain = is_plain(graph_.constant_value(id));
        double value = 1;
        try {
            value = graph_.constant_double(Expr{&graph_, id});
        } catch (const std::exception&) {  // beyond doubles
        }
        return number(value, plain, !plain);
    }

    Sort find(NodeId id) {
        const Node& node = graph_.node(id);
        const auto operand = [&](int k) -> const Sort& { return sorts_.at(node.operand[k]); };
        switch (node.op) {
            case Op::symbol:
                return declared(graph_.symbol_of(id));
            case Op::pi:
                return number(std::acos(-1.0), true, false);
            case Op::constant:
                return constant(id);
            case Op::add:
            case Op::sub:
                return together(node, 0, 1, "cannot be added");
            case Op::min:
            case Op::max:
            case Op::mod:
                return together(node, 0, 1, "cannot be compared");
            case Op::select:
                return together(node, 1, 2, "are alternatives of one value");
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
                return product(operand(0), operand(1), false);
            case Op::div:
                return product(operand(0), operand(1), true);
            case Op::sqrt:
                return raised(operand(0), 1, 2);
            case Op::pow:
                return general_power(node);
            case Op::curve:
            case Op::map:
                return {};  // a table's numbers have no units of their own
            case Op::atan2:
                compare(node.operand[0], node.operand[1], "have no common ratio");
                return of_function(node.op, operand(0), operand(1));
            default:
                return function(node);
        }
    }

    Sort together(const Node& node, int first, int second, const char* verb) const {
        const NodeId left = node.operand[first], right = node.operand[second];
        compare(left, right, verb);
        const Sort &a = sorts_.at(left), &b = sorts_.at(right);
        if (a.number && b.number)
            return number(node.op == Op::sub ? a.factor - b.factor : a.factor + b.factor, true,
                          a.odd_factor || b.odd_factor);
        if (a.number) return b;
        if (b.number) return a;
        // one of them may be a number that stands for a quantity, or a name without a unit: the other one says nothing of it
        if (!a.comparable() && !b.comparable() && !(a.known && b.known && a.dimension == b.dimension)) return {};
        Sort sum = b.comparable() && (!a.comparable() || (b.users && !a.users)) ? b : a;
        sum.users = sum.users || (a.comparable() && b.comparable() && (a.users || b.users));
        if (a.label != b.label) sum.label.clear();
        if (a.comparable() && b.comparable() && !same_scale(a.scale, b.scale))
            sum.scale = fits_scale(a, b.scale)   ? b.scale
                        : fits_scale(b, a.scale) ? a.scale
                                                 : system_.scale(a.dimension);
        sum.factor = 1;
        return sum;
    }
    Sort product(const Sort& a, const Sort& b, bool quotient) const {
        Sort result;
        result.known = a.known && b.known;
        result.number = a.number && b.number;
        result.users = a.users || b.users;
        result.plain_factor = a.plain_factor || b.plain_factor;
        result.odd_factor = a.odd_factor || b.odd_factor;
        result.dimension = quotient ? a.dimension / b.dimension : a.dimension * b.dimension;
        result.scale = quotient ? a.scale / b.scale : a.scale * b.scale;
        result.factor = quotient ? a.factor / b.factor : a.factor * b.factor;
        if (b.number) result.label = a.label;
        if (a.number && !quotient) result.label = b.label;
        return converted(std::move(result));
    }
    // Numbers that lead from the scale of the names to that of the mechanism are a conversion, and known as such.
    Sort converted(Sort sort) const {
        const double own = system_.scale(sort.dimension);
        if (!sort.known || sort.number || same_scale(sort.scale, own) || !is_plain(sort.factor * own / sort.scale))
            return sort;
        sort.factor *= own / sort.scale;
        sort.scale = own;
        sort.plain_factor = true;
        sort.odd_factor = false;
        sort.label.clear();
        return sort;
    }
    static Sort raised(Sort a, long numerator, long denominator) {
        const auto dimension = power(a.dimension, numerator, denominator);
        if (!dimension) return {};
        const double exponent = static_cast<double>(numerator) / static_cast<double>(denominator);
        a.dimension = *dimension;
        a.scale = std::pow(a.scale, exponent);
        a.factor = std::pow(std::abs(a.factor), exponent);
        a.label.clear();
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
        require_number(node.operand[1], "an exponent", "1");
        if (base.comparable() && base.dimension != dimensionless) return {};
        return of_function(node.op, base, sorts_.at(node.operand[1]));
    }
    Sort function(const Node& node) const {
        const bool angle = node.op == Op::sin || node.op == Op::cos || node.op == Op::tan;
        require_number(node.operand[0], std::string("the argument of ") + name_of(node.op), angle ? "rad" : "1");
        return of_function(node.op, sorts_.at(node.operand[0]), sorts_.at(node.operand[0]));
    }
    void require_number(NodeId id, const std::string& place, const char* unit) const {
        const Sort& sort = sorts_.at(id);
        if (!sort.comparable() || !sort.users) return;
        if (sort.dimension != dimensionless)
            refuse(fmt::format("{} is {} where an angle or a number [1] is needed", place, shown(id, sort)),
                   "units are labels: no value is converted; a name without a unit is not checked");
        if (fits_scale(sort, 1)) return;
        refuse(fmt::format("{} is {} [{}] where [{}] is needed", place, shown(id), text(sort), unit),
               conversion(text(sort), sort.scale, unit, 1));
    }
    // sin(..): a number, whatever stands in it
    Sort of_function(Op op, const Sort& a, const Sort& b) const {
        if (a.number && b.number) return number(1, false, true);
        Sort sort;
        sort.known = true;
        sort.users = a.users || b.users;
        if (op == Op::asin || op == Op::acos || op == Op::atan || op == Op::atan2) sort.label = "rad";
        return sort;
    }

    Call& call_;
    const Syntax& at_;
    std::string what_;
    Graph& graph_;
    std::vector<std::string> declared_units_;
    UnitSystem system_;
    std::unordered_map<NodeId, Sort> sorts_;
};

void require(Call& call, const Value& value, const std::string& unit, const Syntax& at, const std::string& what,
             bool users) {
    if (!value.is_list()) return UnitCheck(call, at, what).require(value, unit, users);
    for (std::size_t i = 0; i < value.items().size(); ++i)
        require(call, value.items()[i], unit, Call::entry(at, i), what, users);
}

}  // namespace

void require_unit(Call& call, const Value& value, const std::string& unit, const Syntax& at, const std::string& what) {
    require(call, value, unit, at, what, false);
}

void require_declared_unit(Call& call, const Value& value, const std::string& unit, const Syntax& at,
                           const std::string& what) {
    require(call, value, unit, at, what, true);
}

void require_same_unit(Call& call, const Value& lhs, const Value& rhs, const Syntax& at, const std::string& what) {
    UnitCheck check(call, at, what);
    const Expr left = check.written(lhs), right = check.written(rhs);
    if (left.graph == nullptr || right.graph == nullptr) return;
    check.sort_of(left);
    check.sort_of(right);
    check.compare(left.id, right.id, "cannot be equal");
}

void require_consistent_units(Call& call, const Value& value, const Syntax& at, const std::string& what) {
    require(call, value, "", at, what, false);
}

std::string deduced_unit(Call& call, const Value& value, const Syntax& at, const std::string& what) {
    return UnitCheck(call, at, what).deduced(value);
}

std::optional<Dimension> own_dimension(Call& call, Expr e) {
    try {
        return UnitCheck(call, call.node, "").own_dimension(e);
    } catch (const InputError&) {  // it was checked as it was written
        return std::nullopt;
    }
}

std::string unit_argument(Call& call, std::size_t i) {
    if (!call.has(i)) return "";
    const std::string unit = call.text(i);
    if (const auto error = error_in_unit(unit))
        call.fail(call.argument(i), error->message,
                  error->meant.empty() ? "a unit is a product of powers such as \"N*m/rad\", \"kg*m^2\", \"1/s\"; "
                                         "other text belongs into the last argument"
                                       : fmt::format("did you mean \"{}\"?", error->meant));
    return unit;
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

std::string multiplier_unit(Call& call, const std::string& rate_unit) {
    const auto rate = unit_of(rate_unit);
    if (!rate) return "";
    const UnitSystem system = system_of(declared_units(call.description()));
    if (!same_scale(rate->scale, system.scale(rate->dimension))) return "";
    return load_unit(rate_unit);
}

}  // namespace lag
