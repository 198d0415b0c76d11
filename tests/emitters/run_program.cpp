#include "tests/emitters/run_program.hpp"

#include <cmath>
#include <limits>

#include "core/evaluate.hpp"
#include "tests/support/random.hpp"

namespace lag {

namespace {

double value_of(const Program& program, const State& state, const Symbol& symbol) {
    const auto among = [&](const std::vector<TableRow>& rows, const std::vector<double>& values,
                           const std::string& suffix) {
        for (std::size_t k = 0; k < rows.size(); ++k)
            if (rows[k].name + suffix == symbol.name) return values.at(k);
        throw InternalError("test: no value of " + symbol.name);
    };
    switch (symbol.role) {
        case Role::time:
            return state.t;
        case Role::coordinate:
            return among(program.coordinates, state.q, "");
        case Role::speed:
            return among(program.speeds, state.u, "");
        case Role::acceleration:
            return among(program.speeds, state.udot, "'");
        case Role::input:
            return among(program.inputs, state.w, "");
        case Role::parameter:
            return among(program.parameters, state.p, "");
        default:
            throw InternalError("test: role of " + symbol.name);
    }
}

Evaluator<double> evaluator(const Program& program, Graph& graph, const State& state) {
    return {graph, [&](const Symbol& s) { return value_of(program, state, s); },
            [&graph](Expr constant) { return graph.constant_double(constant); }};
}

Results empty_results(const Routine& routine, const State& state) {
    Results results;
    for (const Argument& argument : routine.arguments)
        if (argument.intent == Argument::Intent::inout) {
            results[argument.name] = state.q;  // normalize changes its coordinates in place
        } else if (argument.intent == Argument::Intent::out) {
            results[argument.name].assign(argument.elements(), 0.0);
        }
    return results;
}

// Node values of n-ary code, by its own arithmetic.
class CodeRun {
  public:
    CodeRun(const Program& program, const Routine& routine, const State& state)
        : code_(*routine.code),
          values_(code_.size()),
          graph_(code_.free_graph()),
          free_(evaluator(program, graph_, state)) {
        for (CodeId id = 0; id < code_.size(); ++id) values_[id] = value(program, state, id);
    }
    double operator()(const Item& item) const { return item.minus ? -values_[item.id] : values_[item.id]; }

  private:
    double value(const Program& program, const State& state, CodeId id) {
        const CodeNode& node = code_.node(id);
        const auto items = code_.items(id);
        if (node.kind == CodeKind::free) return free_(code_.free_value(id));
        if (node.kind == CodeKind::symbol) return value_of(program, state, code_.symbol_of(id));
        double result = node.kind == CodeKind::product ? 1 : 0;
        for (const Item& item : items) {
            if (node.kind == CodeKind::sum) result += (*this)(item);
            if (node.kind == CodeKind::product)
                result = item.minus ? result / values_[item.id] : result * values_[item.id];
        }
        if (node.kind != CodeKind::function) return result;
        // one node of a scratch graph on symbols that stand for the operands
        Graph scratch;
        std::vector<Expr> operands;
        for (std::size_t k = 0; k < items.size(); ++k)
            operands.push_back(scratch.symbol(std::to_string(k), Role::input));
        if (items.size() == 2 && items[0] == items[1]) operands[1] = operands[0];
        Evaluator<double> one(
            scratch, [&](const Symbol& s) { return (*this)(items[std::stoul(s.name)]); },
            [&](Expr c) { return scratch.constant_double(c); });
        return one(code_.is_lookup(id) ? scratch.lookup(code_.lookup_of(id), operands)
                                       : scratch.apply(node.op, operands));
    }

    const Code& code_;
    std::vector<double> values_;
    Graph& graph_;
    Evaluator<double> free_;
};

}  // namespace

State random_values(const Program& program, std::uint64_t seed) {
    Random random(seed);
    const auto fill = [&](std::size_t n) {
        std::vector<double> values;
        for (std::size_t k = 0; k < n; ++k) values.push_back(random.between(-0.9, 0.9));
        return values;
    };
    State s{random.unit(),
            fill(program.coordinates.size()),
            fill(program.speeds.size()),
            fill(program.speeds.size()),
            fill(program.inputs.size()),
            {}};
    const Routine& defaults = *program.find("defaults");
    for (const ResultExpression& p : defaults.results)
        s.p.push_back(defaults.graph->constant_double(p.value) * random.between(0.9, 1.1));
    return s;
}

Results evaluate(const Program& lowered, const std::string& name, const State& state) {
    // constants and update together are the whole matrix
    if (name == "mass_matrix_update") return evaluate(lowered, "mass_matrix", state);
    const Routine& routine = *lowered.find(name);
    Results results = empty_results(routine, state);
    Evaluator<double> value = evaluator(lowered, *routine.graph, state);
    for (const ResultExpression& r : routine.results)
        results[routine.arguments[r.place.argument].name].at(r.place.element) = value(r.value);
    for (const PivotCheck& check : routine.checks) {
        double& info = results.at("info")[0];
        if (info == 0 && value(check.condition) == 0) info = static_cast<double>(check.info);
    }
    return results;
}

Results carry_out(const Program& optimized, const std::string& name, const State& state) {
    const Routine& routine = *optimized.find(name);
    Results results = name == "mass_matrix_update" ? carry_out(optimized, "mass_matrix_constants", state)
                                                   : empty_results(routine, state);
    const CodeRun value(optimized, routine, state);
    if (routine.first_info)
        results.at("info")[0] = evaluator(optimized, *optimized.constants_graph, state)(*routine.first_info);
    for (const CodeStatement& s : routine.statements) {
        if (s.kind == CodeStatement::Kind::result)
            results[routine.arguments[s.place.argument].name].at(s.place.element) = value(s.value);
        if (s.kind == CodeStatement::Kind::check && results.at("info")[0] == 0 && value(s.value) == 0)
            results.at("info")[0] = static_cast<double>(s.number);
    }
    return results;
}

double difference(const Results& a, const Results& b) {
    double largest = 0;
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    for (const auto& [name, values] : a) {
        const auto other = b.find(name);
        if (other == b.end() || other->second.size() != values.size()) return std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < values.size(); ++k) {
            const double d = std::abs(values[k] - other->second[k]) / (1 + std::abs(other->second[k]));
            if (!std::isfinite(d)) return std::numeric_limits<double>::infinity();
            largest = std::max(largest, d);
        }
    }
    return largest;
}

}  // namespace lag
