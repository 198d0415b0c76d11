#include "emitters/procedures/lower_procedure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/lower_case.hpp"

namespace lag::procedures {

namespace {

using Kind = Expression::Kind;

class Rewriting {
  public:
    Rewriting(Procedure& procedure, const Lowering& lowering) : procedure_(procedure), lowering_(lowering) {}

    Block block(const Block& statements) {
        temporaries_.emplace_back();
        Block result;
        for (const Statement& s : statements) add(s, result);
        temporaries_.pop_back();
        return result;
    }

  private:
    void add(Statement s, Block& result) {
        if (s.kind == Statement::Kind::swap) return add_swap(s, result);
        if (s.kind == Statement::Kind::assign) {
            if (lowering_.arrays && is_whole_array(procedure_, s.operands[0])) {
                if (!is_constant_over(s.operands[1], s.operands[0].variable)) evaluate_before(s, result);
                s = in_loops(s);
            }
            if (lowering_.extremes) s = as_branch(std::move(s));
            if (lowering_.selections) s = of_selection(std::move(s));
        }
        if (s.kind == Statement::Kind::for_loop) loops_.push_back(s.variable);
        for (Block& body : s.bodies) body = block(body);
        if (s.kind == Statement::Kind::for_loop) loops_.pop_back();
        result.push_back(std::move(s));
    }

    Expression kept_value(ValueType type, std::size_t offset) {
        Expression kept;
        kept.kind = Kind::variable, kept.type = type, kept.variable = temporary(type), kept.offset = offset;
        return kept;
    }
    // What costs nothing, and is no element of the array that changes; a copy of an array is none of one value.
    bool is_constant_over(const Expression& value, std::size_t array) const {
        if (is_whole_array(procedure_, value) || value.kind == Kind::run) return true;
        return (value.operands.empty() || value.kind == Kind::element) && !mentions(value, array);
    }
    // v: 2*v[1] sets all elements to twice the first one as it was.
    void evaluate_before(Statement& s, Block& result) {
        const Expression kept = kept_value(s.operands[0].type, s.offset);
        add(assignment(kept, std::move(s.operands[1])), result);
        s.operands[1] = kept;
    }

    void add_swap(const Statement& s, Block& result) {
        const Expression& a = s.operands[0];
        const Expression& b = s.operands[1];
        const Expression kept = kept_value(a.type, s.offset);
        result.push_back(assignment(kept, a));
        result.push_back(assignment(a, b));
        result.push_back(assignment(b, kept));
    }
    // One for all swaps and values of a block and of those inside it.
    std::size_t temporary(ValueType type) {
        for (const auto& known : temporaries_)
            if (const auto found = known.find(type); found != known.end()) return found->second;
        const std::string name = type == ValueType::real ? "value" : "moved";
        return temporaries_.back()[type] = add_variable(unused(name, type), type, Variable::Use::local);
    }

    // a: value, element by element
    Statement in_loops(const Statement& s) {
        Expression target = s.operands[0], value = s.operands[1];
        const std::vector<SizeSum> shape = procedure_.variables[target.variable].shape;
        const bool is_copy = is_whole_array(procedure_, value), is_run = value.kind == Kind::run;
        std::vector<std::size_t> indexes;
        for (std::size_t d = 0; d < shape.size(); ++d) {
            indexes.push_back(add_variable(free_name(), ValueType::place, Variable::Use::loop));
            loops_.push_back(indexes.back());
            Expression index;
            index.kind = Kind::variable, index.type = ValueType::place, index.variable = indexes.back();
            target.operands.push_back(index);
            if (is_copy && !is_run) value.operands.push_back(index);
            if (is_run) value.operands = {moved(index, value.operands[0])};
        }
        loops_.resize(loops_.size() - indexes.size());
        target.kind = Kind::element;
        if (is_copy) value.kind = Kind::element;
        Statement result = assignment(std::move(target), std::move(value));
        for (std::size_t d = 0; d < shape.size(); ++d) result = loop_over(indexes[d], shape[d], std::move(result));
        return result;
    }
    // The place `index` of a run that begins at `first`.
    static Expression moved(const Expression& index, const Expression& first) {
        if (first.is_number("1")) return index;
        Expression integer, before;
        if (first.kind == Kind::conversion) {
            integer = first.operands[0];
        } else {
            integer.kind = Kind::conversion, integer.type = ValueType::integer, integer.operands = {first};
        }
        if (integer.kind == Kind::operation && integer.text == "+" && integer.operands[1].is_number("1")) {
            before = integer.operands[0];
        } else {
            before.kind = Kind::operation, before.text = "-", before.type = ValueType::integer;
            before.operands.resize(2);
            before.operands[0] = integer;
            before.operands[1].text = "1", before.operands[1].type = ValueType::integer;
        }
        Expression place;
        place.kind = Kind::operation, place.text = "+", place.type = ValueType::place;
        place.operands = {std::move(before), index};
        return place;
    }
    // A size, a number or an argument.
    Expression extent(const std::string& name) const {
        Expression e;
        e.type = ValueType::integer;
        for (std::size_t k = 0; k < procedure_.arguments; ++k)
            if (procedure_.variables[k].name == name) {
                e.kind = Kind::variable, e.variable = k;
                return e;
            }
        const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
        e.kind = is_number ? Kind::literal : Kind::size, e.text = name;
        return e;
    }
    Statement loop_over(std::size_t variable, const SizeSum& sizes, Statement body) const {
        Expression first, last, sum;
        first.type = last.type = ValueType::place, sum.type = ValueType::integer;
        first.text = "1", last.kind = Kind::conversion;
        for (const std::string& size : sizes) {
            Expression term = extent(size);
            if (&size == &sizes.front()) {
                sum = std::move(term);
            } else {
                Expression longer;
                longer.kind = Kind::operation, longer.type = ValueType::integer, longer.text = "+";
                longer.operands = {std::move(sum), std::move(term)};
                sum = std::move(longer);
            }
        }
        last.operands.push_back(std::move(sum));
        Statement loop;
        loop.kind = Statement::Kind::for_loop, loop.variable = variable;
        loop.operands = {std::move(first), std::move(last)};
        loop.bodies.push_back({std::move(body)});
        return loop;
    }

    Statement as_branch(Statement s) const {
        if (s.kind != Statement::Kind::assign) return s;
        const Expression &target = s.operands[0], &value = s.operands[1];
        const bool is_extreme = value.kind == Kind::function && (value.text == "max" || value.text == "min");
        if (!is_extreme || !is_same(target, value.operands[0])) return s;
        Expression better;
        better.kind = Kind::operation, better.type = ValueType::logical, better.text = value.text == "max" ? ">" : "<";
        better.operands = {value.operands[1], target};
        Statement branch;
        branch.kind = Statement::Kind::branch, branch.offset = s.offset;
        branch.operands.push_back(std::move(better));
        branch.bodies.push_back({assignment(target, value.operands[1])});
        return branch;
    }

    static Statement of_selection(Statement s) {
        if (s.kind != Statement::Kind::assign || s.operands[1].kind != Kind::selection) return s;
        Statement branch;
        branch.kind = Statement::Kind::branch, branch.offset = s.offset;
        branch.operands.push_back(s.operands[1].operands[0]);
        for (const std::size_t k : {1u, 2u})
            branch.bodies.push_back({assignment(s.operands[0], s.operands[1].operands[k])});
        return branch;
    }

    std::size_t add_variable(const std::string& name, ValueType type, Variable::Use use) {
        Variable& v = procedure_.variables.emplace_back();
        v.name = name, v.type = type, v.use = use;
        return procedure_.variables.size() - 1;
    }
    // Fortran takes no notice of case.
    static bool is_same_name(const std::string& a, const std::string& b) { return lower_case(a) == lower_case(b); }
    // This name, or one that begins with it. Temporaries of one type in blocks beside each other share it.
    std::string unused(const std::string& name, ValueType type) const {
        const auto is_taken = [&](const std::string& given) {
            return std::ranges::any_of(procedure_.variables, [&](const Variable& v) {
                const auto k = static_cast<std::size_t>(&v - procedure_.variables.data());
                return is_same_name(v.name, given) && !(k >= of_text_ && v.type == type);
            });
        };
        std::string free = name;
        for (int k = 2; is_taken(free); ++k) free = fmt::format("{}_{}", name, k);
        return free;
    }
    // For the variable of a loop here.
    std::string free_name() const {
        const auto is_free = [&](const std::string& name) {
            const auto is_taken = [&](std::size_t v) { return is_same_name(procedure_.variables[v].name, name); };
            for (std::size_t v = 0; v < procedure_.variables.size(); ++v)
                if (procedure_.variables[v].use != Variable::Use::loop && is_taken(v)) return false;
            return std::ranges::none_of(loops_, is_taken);
        };
        for (const char* const name : {"k", "l", "m", "n", "i", "j", "index"})
            if (is_free(name)) return name;
        int number = 2;
        while (!is_free("index_" + std::to_string(number))) ++number;
        return "index_" + std::to_string(number);
    }

    Procedure& procedure_;
    const Lowering& lowering_;
    std::vector<std::size_t> loops_;                             // the variables of those around
    std::vector<std::map<ValueType, std::size_t>> temporaries_;  // of swaps, by the blocks around
    std::size_t of_text_ = procedure_.variables.size();          // variables before any was added
};

// Marks the assignment with which the scalar can begin. In a loop that is one that every turn begins with: no value is
// carried over.
void mark_declaration(Block& block, std::size_t variable) {
    std::vector<Statement*> found;
    for (Statement& s : block)
        if (mentions(s, variable)) found.push_back(&s);
    if (found.empty()) return;
    Statement& first = *found.front();
    const bool is_in_operands =
        std::ranges::any_of(first.operands, [&](const Expression& e) { return mentions(e, variable); });
    if (found.size() == 1 && !is_in_operands) {
        const auto holds = [&](const Block& body) { return mentions(body, variable); };
        if (std::ranges::count_if(first.bodies, holds) == 1)
            mark_declaration(*std::ranges::find_if(first.bodies, holds), variable);
        return;
    }
    first.declares = first.kind == Statement::Kind::assign && first.operands[0].kind == Kind::variable &&
                     first.operands[0].variable == variable && !mentions(first.operands[1], variable);
}

}  // namespace

Procedure lowered(const Procedure& procedure, const Lowering& lowering) {
    Procedure result = procedure;
    result.body = Rewriting(result, lowering).block(procedure.body);
    if (!lowering.declarations) return result;
    for (std::size_t k = result.arguments; k < result.variables.size(); ++k)
        if (result.variables[k].use == Variable::Use::local && result.variables[k].is_scalar() &&
            result.variables[k].type != ValueType::text)
            mark_declaration(result.body, k);
    return result;
}

}  // namespace lag::procedures
