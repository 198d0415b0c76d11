#include "emitters/procedures/procedure_expressions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/errors.hpp"
#include "core/rational.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;
using Values = std::vector<std::vector<Expr>>;  // by variable, element by element; truth values are conditions, 0 or 1

constexpr std::size_t most_nodes = 4000;
constexpr long most_statements = 4000;

struct NotStraight {};

struct Effort {
    Graph& graph;
    std::size_t nodes_before;
    long statements = 0;
    bool has_border = false;
};

class Symbolic {
  public:
    enum class Left { no, next, exit, routine };

    Symbolic(const Procedure& procedure, Effort& effort)
        : procedure_(procedure), effort_(effort), graph_(effort.graph) {
        for (const Variable& v : procedure.variables) {
            std::vector<Expr>& elements = values_.emplace_back(length_of(v), graph_.integer(0));
            for (std::size_t k = 0; k < v.values.size(); ++k)
                elements[k] = graph_.constant(exact_rational(v.values[k]));
        }
    }

    std::vector<std::vector<Expr>>& values() { return values_; }
    void run() { block(procedure_.body); }

  private:
    Left block(const Block& statements) {
        for (const Statement& s : statements)
            if (const Left left = statement(s); left != Left::no) return left;
        return Left::no;
    }

    Left statement(const Statement& s) {
        if (++effort_.statements > most_statements || graph_.size() > effort_.nodes_before + most_nodes)
            throw NotStraight{};
        switch (s.kind) {
            case Statement::Kind::comment:
                return Left::no;
            case Statement::Kind::assign:
                assign(s);
                return Left::no;
            case Statement::Kind::swap:
                std::swap(element(s.operands[0]), element(s.operands[1]));
                return Left::no;
            case Statement::Kind::call:
                call(s);
                return Left::no;
            case Statement::Kind::leave:
                return s.text == "exit" ? Left::exit : s.text == "next" ? Left::next : Left::routine;
            case Statement::Kind::branch:
                return branch(s, 0);
            case Statement::Kind::while_loop:
                while (is_true(value(s.operands[0])))
                    if (const Left left = block(s.bodies[0]); left == Left::routine || left == Left::exit)
                        return left == Left::exit ? Left::no : left;
                return Left::no;
            case Statement::Kind::for_loop: {
                const long last = whole(value(s.operands[1]));
                for (long k = whole(value(s.operands[0])); s.step > 0 ? k <= last : k >= last; k += s.step) {
                    values_[s.variable].at(0) = graph_.integer(k);
                    if (const Left left = block(s.bodies[0]); left == Left::routine || left == Left::exit)
                        return left == Left::exit ? Left::no : left;
                }
                return Left::no;
            }
            default:
                throw NotStraight{};
        }
    }

    // From this condition on.
    Left branch(const Statement& s, std::size_t k) {
        if (k == s.bodies.size()) return Left::no;
        if (k == s.operands.size()) return block(s.bodies[k]);
        const Expr condition = value(s.operands[k]);
        if (graph_.is_constant_expression(condition)) return is_true(condition) ? block(s.bodies[k]) : branch(s, k + 1);
        effort_.has_border = true;
        const Values before = values_;
        if (block(s.bodies[k]) != Left::no) throw NotStraight{};
        Values chosen = std::move(values_);
        values_ = before;
        if (branch(s, k + 1) != Left::no) throw NotStraight{};
        for (std::size_t v = 0; v < values_.size(); ++v)
            for (std::size_t e = 0; e < values_[v].size(); ++e)
                values_[v][e] = chosen_by(condition, chosen[v][e], values_[v][e],
                                          procedure_.variables[v].type == ValueType::logical);
        return Left::no;
    }

    Expr chosen_by(Expr condition, Expr yes, Expr no, bool is_truth) {
        if (yes == no) return yes;
        if (!is_truth) return graph_.select(condition, yes, no);
        return either(both(condition, yes), both(opposite(condition), no));
    }

    void assign(const Statement& s) {
        const Expression &target = s.operands[0], &given = s.operands[1];
        if (!is_whole_array(procedure_, target)) {
            const Expr result = value(given);
            element(target) = result;
        } else if (is_whole_array(procedure_, given)) {
            const std::vector<Expr> all = elements(given);
            set_elements(target, all);
        } else {
            set_elements(target, std::vector<Expr>(elements(target).size(), value(given)));
        }
    }

    void call(const Statement& s) {
        if (s.procedure == nullptr) throw NotStraight{};
        Symbolic called(*s.procedure, effort_);
        const auto is_result = [&](std::size_t k) { return s.procedure->variables[k].intent == Argument::Intent::out; };
        for (std::size_t k = 0; k < s.operands.size(); ++k)
            if (!is_result(k)) called.values_[k] = elements(s.operands[k]);
        called.run();
        for (std::size_t k = 0; k < s.operands.size(); ++k)
            if (is_result(k)) set_elements(s.operands[k], called.values_[k]);
    }

    // -- places

    long whole(Expr e) {
        if (!graph_.is_constant_expression(e)) throw NotStraight{};
        return std::lround(graph_.constant_double(e));
    }
    bool is_true(Expr e) {
        if (!graph_.is_constant_expression(e)) throw NotStraight{};
        return !cln::zerop(graph_.constant_real(e));
    }
    // Where the elements of a variable, an element or a run begin, and how many there are.
    std::pair<std::size_t, std::size_t> span_of(const Expression& e) {
        const Variable& v = procedure_.variables[e.variable];
        const std::size_t length = values_[e.variable].size();
        std::size_t first = 0, count = length;
        if (e.kind == Kind::run) {
            first = place(e.operands[0]), count = static_cast<std::size_t>(std::max(0L, whole(value(e.operands[1]))));
        } else if (e.kind == Kind::element) {
            std::size_t stride = 1;
            for (std::size_t d = 0; d < e.operands.size(); ++d) {
                const std::size_t at = place(e.operands[d]), extent = extent_of(v.shape[d], {}).value;
                if (at >= extent) throw NotStraight{};
                first += stride * at, stride *= extent;
            }
            count = 1;
        } else if (e.kind != Kind::variable) {
            throw NotStraight{};
        }
        if (first + count > length) throw NotStraight{};
        return {first, count};
    }
    std::size_t place(const Expression& e) {
        const long at = whole(value(e));
        if (at < 1) throw NotStraight{};
        return static_cast<std::size_t>(at - 1);
    }
    Expr& element(const Expression& e) {
        const auto [first, count] = span_of(e);
        return values_[e.variable].at(first);
    }
    std::vector<Expr> elements(const Expression& e) {
        if (e.kind != Kind::variable && e.kind != Kind::element && e.kind != Kind::run) return {value(e)};
        const auto [first, count] = span_of(e);
        const auto begin = values_[e.variable].begin() + static_cast<std::ptrdiff_t>(first);
        return {begin, begin + static_cast<std::ptrdiff_t>(count)};
    }
    void set_elements(const Expression& e, const std::vector<Expr>& all) {
        const auto [first, count] = span_of(e);
        if (all.size() != count) throw NotStraight{};
        std::ranges::copy(all, values_[e.variable].begin() + static_cast<std::ptrdiff_t>(first));
    }

    // -- values

    Expr both(Expr a, Expr b) {
        if (graph_.is_constant_expression(a)) return is_true(a) ? b : graph_.integer(0);
        if (graph_.is_constant_expression(b)) return is_true(b) ? a : graph_.integer(0);
        return graph_.binary(Op::logical_and, a, b);
    }
    Expr either(Expr a, Expr b) { return opposite(both(opposite(a), opposite(b))); }
    Expr opposite(Expr a) {
        if (graph_.is_constant_expression(a)) return graph_.integer(is_true(a) ? 0 : 1);
        return graph_.logical_not(a);
    }
    Expr bordered(Expr e) {
        effort_.has_border = effort_.has_border || !graph_.is_constant_expression(e);
        return e;
    }

    Expr value(const Expression& e) {
        switch (e.kind) {
            case Kind::literal:
                if (e.type == ValueType::logical) return graph_.integer(e.text == "true" ? 1 : 0);
                return e.text.starts_with('-') ? graph_.constant(-parse_rational(e.text.substr(1)))
                                               : graph_.constant(parse_rational(e.text));
            case Kind::variable:
            case Kind::element:
                return element(e);
            case Kind::conversion:
                return value(e.operands[0]);
            case Kind::selection: {
                const Expr condition = value(e.operands[0]);
                if (graph_.is_constant_expression(condition)) return value(e.operands[is_true(condition) ? 1 : 2]);
                effort_.has_border = true;
                const Expr yes = value(e.operands[1]), no = value(e.operands[2]);
                return chosen_by(condition, yes, no, e.type == ValueType::logical);
            }
            case Kind::operation:
                return operation(e);
            case Kind::function:
                return function(e);
            default:
                throw NotStraight{};
        }
    }

    Expr operation(const Expression& e) {
        const Expr a = value(e.operands[0]);
        if (e.operands.size() == 1) return e.text == "not" ? opposite(a) : graph_.neg(a);
        const Expr b = value(e.operands[1]);
        if (e.text == "and") return both(a, b);
        if (e.text == "or") return either(a, b);
        if (e.text == "+") return a + b;
        if (e.text == "-") return a - b;
        if (e.text == "*") return a * b;
        if (e.text == "/" && e.type != ValueType::integer) return a / b;
        if (e.text == "=") return graph_.binary(Op::equal, a, b);
        if (e.text == "#") return opposite(graph_.binary(Op::equal, a, b));
        if (e.text == "<") return graph_.binary(Op::less, a, b);
        if (e.text == "<=") return graph_.binary(Op::less_equal, a, b);
        if (e.text == ">") return graph_.binary(Op::less, b, a);
        if (e.text == ">=") return graph_.binary(Op::less_equal, b, a);
        throw NotStraight{};
    }

    Expr function(const Expression& e) {
        static const std::map<std::string, Op> smooth{{"sqrt", Op::sqrt}, {"sin", Op::sin},   {"cos", Op::cos},
                                                      {"tan", Op::tan},   {"asin", Op::asin}, {"acos", Op::acos},
                                                      {"atan", Op::atan}, {"sinh", Op::sinh}, {"cosh", Op::cosh},
                                                      {"tanh", Op::tanh}, {"exp", Op::exp},   {"log", Op::log}};
        const Expr a = value(e.operands[0]);
        if (e.text == "real") return a;
        if (const auto found = smooth.find(e.text); found != smooth.end()) return graph_.unary(found->second, a);
        if (e.text == "abs") return bordered(graph_.unary(Op::abs, a));
        if (e.text == "floor") return bordered(graph_.unary(Op::floor, a));
        if (e.operands.size() != 2) throw NotStraight{};
        const Expr b = value(e.operands[1]);
        if (e.text == "atan2") return graph_.binary(Op::atan2, a, b);
        if (e.text == "power") return graph_.power(a, b);
        if (e.text == "min") return bordered(graph_.binary(Op::min, a, b));
        if (e.text == "max") return bordered(graph_.binary(Op::max, a, b));
        throw NotStraight{};
    }

    const Procedure& procedure_;
    Effort& effort_;
    Graph& graph_;
    Values values_;
};

}  // namespace

std::optional<std::vector<Expr>> results_with_borders(const Procedure& procedure, Graph& graph,
                                                      const std::vector<Expr>& given) {
    Effort effort{graph, graph.size()};
    Symbolic run(procedure, effort);
    std::size_t next = 0;
    for (std::size_t k = 0; k < procedure.arguments; ++k)
        if (procedure.variables[k].intent == Argument::Intent::in)
            for (Expr& element : run.values()[k]) element = given.at(next++);
    try {
        run.run();
    } catch (const NotStraight&) {
        return std::nullopt;
    } catch (const DivisionByZero&) {
        return std::nullopt;
    } catch (const ModelError&) {  // a constant that has no value
        return std::nullopt;
    }
    if (!effort.has_border) return std::nullopt;
    std::vector<Expr> results;
    for (std::size_t k = 0; k < procedure.arguments; ++k)
        if (procedure.variables[k].intent == Argument::Intent::out)
            results.insert(results.end(), run.values()[k].begin(), run.values()[k].end());
    return results;
}

}  // namespace lag::procedures
