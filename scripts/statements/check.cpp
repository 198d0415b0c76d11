#include "scripts/statements/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "scripts/check/algebra.hpp"
#include "scripts/check/numeric.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

struct Flat {
    enum class Shape { scalar, list, matrix };
    Shape shape = Shape::scalar;
    std::size_t rows = 1, columns = 1;
    std::vector<Expr> entries;  // row by row

    std::string name_of(std::size_t k) const {
        if (shape == Shape::scalar) return {};
        if (columns == 1 && shape == Shape::list) return fmt::format("[{}]", k + 1);
        return fmt::format("[{}, {}]", k / columns + 1, k % columns + 1);
    }
};

class Flattening {
  public:
    Flattening(Call& call, Syntax at) : call_(call), at_(std::move(at)) {}

    Flat operator()(const Value& value) {
        Flat flat;
        if (value.is_scalar()) {
            append(flat, value);
            return flat;
        }
        if (value.is_matrix()) {
            flat.shape = Flat::Shape::matrix;
            flat.rows = value.matrix().rows, flat.columns = value.matrix().columns;
            for (const Scalar& element : value.matrix().elements) append(flat, element);
            return flat;
        }
        if (!value.is_list()) call_.expected("a number, a list or a matrix", value, at_);
        return of_list(value.items());
    }

  private:
    void append(Flat& flat, const Value& value) {
        if (!value.is_scalar()) call_.expected("a number", value, at_);
        Description& description = call_.description();
        Expr e = description.algebra().resolve_again(description.algebra().lower(value.scalar()));
        e = description.graph().own(e);
        flat.entries.push_back(e);
    }
    Flat of_list(const std::vector<Value>& items) {
        Flat flat;
        flat.rows = items.size();
        flat.shape = Flat::Shape::list;
        if (!items.empty() && items[0].is_list()) {  // rows of a matrix
            flat.shape = Flat::Shape::matrix;
            flat.columns = items[0].items().size();
            for (const Value& row : items) {
                if (!row.is_list() || row.items().size() != flat.columns)
                    call_.expected("a list of rows of equal length", row, at_);
                for (const Value& item : row.items()) append(flat, item);
            }
            return flat;
        }
        for (const Value& item : items) append(flat, item);
        return flat;
    }

    Call& call_;
    Syntax at_;
};

void require_same_shape(Call& call, const Flat& left, const Flat& right, const Equation& equation) {
    const bool scalars = left.shape == Flat::Shape::scalar || right.shape == Flat::Shape::scalar;
    const bool same = scalars ? left.shape == right.shape : left.rows == right.rows && left.columns == right.columns;
    if (same) return;
    const Algebra& algebra = call.description().algebra();
    call.fail(fmt::format("the two sides have different shapes: {} and {}", kind_of(algebra, equation.lhs),
                          kind_of(algebra, equation.rhs)),
              "a list of n equals an n x 1 matrix; nothing else is converted");
}

// Else the constraints do not matter, and no state on them need be found.
bool depends_on_motion(const Flat& side) {
    constexpr Dependence motion = bit(Role::coordinate) | bit(Role::speed) | bit(Role::acceleration) |
                                  bit(Role::multiplier) | bit(Role::external_result) | bit(Role::undeclared) |
                                  bit(Role::state);
    return std::any_of(side.entries.begin(), side.entries.end(),
                       [&](const Expr& e) { return (e.graph->node(e).dependence & motion) != 0; });
}

// A failed check is often a misspelt name, which is a free variable to the algebra.
std::string hint_about_free_names(Call& call, const std::vector<Expr>& entries) {
    Graph& graph = call.description().graph();
    if (call.description().model().name.empty()) return {};  // plain algebra: every name is free
    std::string free_names, close;
    int count = 0;
    for (const Expr& s : symbols_in(graph, entries, bit(Role::undeclared))) {
        const std::string name = graph.symbol_of(s).name;
        free_names += fmt::format("{}{}'", count++ == 0 ? "'" : ", '", name);
        if (close.empty() && name.size() > 1) close = did_you_mean(name, call.description().declared_names());
    }
    if (count == 0) return {};
    return free_names +
           (count == 1 ? " is declared nowhere and counts as a free variable"
                       : " are declared nowhere and count as free variables") +
           (close.empty() ? "" : fmt::format("; did you mean '{}'?", close));
}

// left - right, where that is a short part of them: the term that is missing, or twice the one whose sign is wrong.
std::string term_between(Call& call, const std::vector<Expr>& sides) {
    constexpr std::size_t most_nodes = 400, longest = 100;
    Algebra& algebra = call.description().algebra();
    if (reachable(call.description().graph(), sides).size() > most_nodes) return {};
    try {
        const Scalar expanded = algebra.expand(algebra.raise(sides[0] - sides[1]));
        std::string text = algebra.to_text(expanded);
        for (const Scalar& other : {algebra.trigsimp(expanded), algebra.trigreduce(expanded)})
            if (const std::string shorter = algebra.to_text(algebra.expand(other)); shorter.size() < text.size())
                text = shorter;
        std::size_t whole = 0;
        for (const Expr side : sides) whole = std::max(whole, algebra.to_text(algebra.raise(side)).size());
        return text.size() <= std::min(longest, whole / 2) ? text : "";
    } catch (const ModelError&) {  // too large, or without a value
        return {};
    }
}

std::string details_of(const CheckDifference& difference, const std::string& term) {
    std::string text = fmt::format("  left side   {}\n  right side  {}\n", difference.left, difference.right);
    if (!term.empty()) text += fmt::format("  left - right = {}\n", term);
    if (!difference.difference.empty()) text += fmt::format("  difference  {}\n", difference.difference);
    if (difference.point.empty()) return text;
    std::string line = "  where ";
    for (std::size_t k = 0; k < difference.point.size(); ++k) {
        const std::string item = fmt::format("{} = {}{}", difference.point[k].first, difference.point[k].second,
                                             k + 1 < difference.point.size() ? "," : "");
        if (line.size() + item.size() > 110) {
            text += line + "\n";
            line = "        ";
        }
        line += (line.back() == ' ' ? "" : " ") + item;
    }
    return fmt::format("{}{}\n", text, line);
}

void report(Call& call, const std::string& verdict) {
    if (!call.interpreter.reports_checks()) return;
    const SourcePosition at = call.place(call.node).position();
    call.interpreter.output() << at.file << ":" << at.line << ": check: " << verdict << "\n";
}

[[noreturn]] void refuse_without_values(Call& call) {
    call.fail("this check could not be tested: its sides have real values at none of the random points",
              "look for square roots of negative numbers and divisions by zero");
}

// Why a check may fail that looks right.
std::string hint_on(Call& call, const CheckDifference& difference, const std::vector<Expr>& sides) {
    const std::string names = hint_about_free_names(call, sides);
    if (!names.empty() || !difference.other_signs) return names;
    return "parameters take both signs here, masses and principal moments of inertia excepted: write abs(l) where a "
           "length l is meant to be positive";
}

// Results of the equations lack the terms that small quantities make negligible.
std::string of_truncated(const Model& model) {
    return model.small.any() ? ", of equations without small terms" : "";
}

Value check(Call& call) {
    const Syntax& at = call.argument(0);
    const Value& value = call.value(0);
    if (!value.is_equation()) call.expected("an equation lhs = rhs", value, at);
    const Equation& equation = value.equation();
    const bool written_out = at->kind == NodeKind::relation && at->children.size() == 2;
    const Flat left = Flattening(call, written_out ? at->children[0] : at)(equation.lhs);
    const Flat right = Flattening(call, written_out ? at->children[1] : at)(equation.rhs);
    require_same_shape(call, left, right, equation);

    const Model& model = call.description().model();
    if (proved_equal(model, left.entries, right.entries)) {
        if (!has_values(model, left.entries)) refuse_without_values(call);
        report(call, "proved" + of_truncated(model));
        return {};
    }
    const bool held = !model.constraints.empty() && (depends_on_motion(left) || depends_on_motion(right));
    const ConstraintRows all = held ? independent_rows(call) : ConstraintRows{};
    const ConstraintRows constraints = rows_numbered(all, permanent_rows(all));  // others hold in some modes alone
    const CheckTest test = compare_at_points(model, constraints, left.entries, right.entries);
    if (!test.difference) {
        if (test.consistent == 0)
            call.fail("this check could not be tested: none of the random states could be moved onto the constraints",
                      "can the mechanism be assembled near initial() with the default parameters?");
        if (test.points == 0 && test.too_large)
            call.fail("this check could not be tested: its sides hold numbers that are too large to be formed",
                      "such as exp(10^9)");
        if (test.points == 0) refuse_without_values(call);
        if (!test.unvisited.empty())
            call.fail("this check could not be tested: no state was found at which " + test.unvisited,
                      "state the equation for each branch by itself, or write it without the choice");
        if (!test.too_long_table.empty())
            call.fail(
                fmt::format(
                    "this check could not be tested: {}, too many to visit each, and only one side reads it there",
                    test.too_long_table),
                "read the table at the same place on both sides, or state the equation for a shorter one");
        report(call, "tested" + of_truncated(model));
        return {};
    }
    const std::size_t k = test.difference->entry;
    const std::string entry = (left.columns >= right.columns ? left : right).name_of(k);
    const std::vector<Expr> sides{left.entries[k], right.entries[k]};
    throw CheckFailure({call.place(call.node).position(),
                        entry.empty() ? "check failed: the two sides are not equal"
                                      : "check failed: the two sides differ in element " + entry,
                        hint_on(call, *test.difference, sides)},
                       details_of(*test.difference, term_between(call, sides)));
}

}  // namespace

std::vector<BuiltIn> check_statements() {
    using namespace arguments;
    return {
        {"check",
         {required("lhs = rhs", an_equation, "of numbers, lists or matrices")},
         "fails the script unless both sides are equal: proved by algebra, or tested at random points",
         "check(mass_matrix() = matrix([1/4 + 1/12]))$",
         check},
    };
}

}  // namespace lag
