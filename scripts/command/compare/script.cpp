// A script as a side of a comparison: emitted as C.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "core/calculus.hpp"
#include "core/comma_list.hpp"
#include "core/errors.hpp"
#include "emitters/procedures/texts.hpp"
#include "emitters/writers/emit.hpp"
#include "scripts/command/compare/product_text.hpp"
#include "scripts/command/compare/side.hpp"
#include "scripts/command/compare/wrapper.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/processes/compilers.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace fs = std::filesystem;

using Kind = StateSpace::Quantity::Kind;

namespace {

std::vector<std::string> names_of(const std::vector<TableRow>& rows) {
    std::vector<std::string> names;
    for (const TableRow& row : rows) names.push_back(row.name);
    return names;
}

// {"t", "q", "u", .. behind}, with s after u where the model has states.
std::vector<std::string> arguments_of_state(const Program& program, std::vector<std::string> behind) {
    std::vector<std::string> all{"t", "q", "u"};
    if (!program.states.empty()) all.emplace_back("s");
    all.insert(all.end(), behind.begin(), behind.end());
    return all;
}

// The script's own names -> shared ones: primes are kept, so that a renamed coordinate's rate follows.
class Renaming {
  public:
    Renaming(const std::map<std::string, MappedTerm>& renames, const std::string& file,
             const std::vector<std::string>& known)
        : renames_(renames) {
        for (const auto& [name, term] : renames)
            if (std::count(known.begin(), known.end(), name) == 0) {
                const std::string near = did_you_mean(name, known);
                throw ModelError(
                    fmt::format("rename: '{}' has no '{}'", file, name),
                    near.empty() ? "it has " + comma_list(known) : fmt::format("did you mean '{}'?", near));
            }
    }
    MappedTerm operator()(const std::string& own) const {
        for (std::size_t primes = 0;; ++primes) {
            if (primes > own.size()) break;
            const std::string end = own.substr(own.size() - primes);
            if (end.find_first_not_of('\'') != std::string::npos) break;
            const auto found = renames_.find(own.substr(0, own.size() - primes));
            if (found == renames_.end()) continue;
            MappedTerm term = found->second;
            term.name += end;
            return term;
        }
        return {own, 1, false};
    }
    std::vector<MappedTerm> operator()(const std::vector<std::string>& own, const std::string& suffix = "") const {
        std::vector<MappedTerm> terms;
        for (const std::string& name : own) terms.push_back((*this)(name + suffix));
        return terms;
    }

  private:
    const std::map<std::string, MappedTerm>& renames_;
};

class ScriptCalls {
  public:
    explicit ScriptCalls(Mapping& mapping) : mapping_(mapping) {}
    ScriptCalls& scalar(const std::string& name, MappedTerm term) {
        mapping_.quantity(name).in = {std::move(term)};
        return *this;
    }
    ScriptCalls& in(const std::string& name, std::vector<MappedTerm> terms) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.array = true;
        quantity.in = std::move(terms);
        return *this;
    }
    ScriptCalls& out(const std::string& name, std::vector<MappedTerm> terms) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.array = true;
        quantity.out = std::move(terms);
        return *this;
    }
    ScriptCalls& work(const std::string& name, std::size_t size) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.array = true;
        quantity.work = size;
        return *this;
    }
    ScriptCalls& status(const std::string& name) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.status = true;
        quantity.type = MappedQuantity::Type::integer;
        return *this;
    }
    ScriptCalls& integer(const std::string& name, int value) {
        MappedQuantity& quantity = mapping_.quantity(name);
        quantity.type = MappedQuantity::Type::integer;
        quantity.in = {{"", static_cast<double>(value), false}};
        return *this;
    }
    ScriptCalls& call(const std::string& routine, std::vector<std::string> arguments) {
        mapping_.calls.push_back({routine, std::move(arguments)});
        return *this;
    }

  private:
    Mapping& mapping_;
};

Mapping derivative_calls(const Program& program, const Renaming& shared) {
    Mapping mapping;
    const auto m = [&](RoutineName routine) { return routine_of(program.name, routine); };
    const auto q = names_of(program.coordinates), u = names_of(program.speeds), s = names_of(program.states);
    ScriptCalls calls(mapping);
    calls.scalar("t", {"t", 1, false})
        .in("y", both(both(shared(q), shared(u)), shared(s)))
        .in("w", shared(names_of(program.inputs)))
        .in("p", shared(names_of(program.parameters)))
        .work("c", program.constants.size())
        .out("ydot", both(both(shared(q, "'"), shared(u, "'")), shared(s, "'")))
        .status("info");
    calls.call(m(RoutineName::setup), {"p", "c"})
        .call(m(RoutineName::derivatives), {"t", "y", "w", "c", "ydot", "info"});
    if (program.outputs.empty()) return mapping;
    if (!s.empty()) calls.in("s", shared(s));
    calls.in("q", shared(q)).in("u", shared(u)).out("o", shared(names_of(program.outputs))).status("info_outputs");
    calls.call(m(RoutineName::outputs), arguments_of_state(program, {"w", "c", "o", "info_outputs"}));
    return mapping;
}

// Newton's tolerance is far below any that a comparison has.
std::optional<Mapping> projection_calls(const Program& program, const Renaming& shared) {
    const auto m = [&](RoutineName routine) { return routine_of(program.name, routine); };
    const auto has = [&](RoutineName routine) { return program.find(routine) != nullptr; };
    const bool assembles = has(RoutineName::assembly_step);
    if (!assembles && !has(RoutineName::project_speeds) && !has(RoutineName::normalize)) return std::nullopt;
    Mapping mapping;
    const auto q = shared(names_of(program.coordinates)), u = shared(names_of(program.speeds));
    ScriptCalls calls(mapping);
    calls.scalar("t", {"t", 1, false})
        .in("q", q)
        .out("q", q)
        .in("w", shared(names_of(program.inputs)))
        .in("p", shared(names_of(program.parameters)))
        .work("c", program.constants.size());
    if (!program.states.empty()) calls.in("s", shared(names_of(program.states)));
    calls.call(m(RoutineName::setup), {"p", "c"});
    if (has(RoutineName::normalize)) calls.call(m(RoutineName::normalize), {"q"});
    if (assembles) {
        calls.scalar("tolerance", {"", 1e-13, false}).integer("limit", 60).status("info");
        std::vector<std::string> arguments;
        for (const Dummy& dummy : procedures::procedure_of(RoutineName::assemble).signature())
            if (!is_absent(dummy.shape, dummy.part, program.sizes, program.parts())) arguments.push_back(dummy.name);
        calls.call(m(RoutineName::assemble), arguments);
    }
    if (has(RoutineName::project_speeds)) {
        calls.in("u", u).out("u", u).status("info_speeds");
        calls.call(m(RoutineName::project_speeds), arguments_of_state(program, {"w", "c", "info_speeds"}));
    }
    return mapping;
}

// M u' - f, M and B, with the accelerations as inputs. A load is what does work on the shared speed. With dependent speeds
// solved out, the equations of the independent ones, which no constraint ties.
std::optional<Mapping> balance_calls(const Program& program, const Renaming& shared) {
    if (program.speeds.empty()) return std::nullopt;
    const bool has_rows = !program.constraints.empty() && program.dependent_speeds.empty();
    const auto u = names_of(program.speeds);
    const std::vector<MappedTerm> speeds = shared(u);
    Mapping mapping;
    ScriptCalls calls(mapping);
    calls.call(routine_of(program.name, RoutineName::setup), {"p", "c"});
    for (const RoutineName name :
         {RoutineName::inverse_dynamics, RoutineName::mass_matrix, RoutineName::constraint_matrix}) {
        const Routine* const routine = program.find(name);
        if (routine == nullptr) {
            if (name == RoutineName::constraint_matrix && !has_rows) continue;
            return std::nullopt;
        }
        std::vector<std::string> arguments;
        for (const Argument& argument : routine->arguments)
            if (argument.intent != Argument::Intent::local) {
                arguments.push_back(argument.name);
                if (argument.is_info()) calls.status(argument.name);
            }
        calls.call(routine_of(program.name, name), arguments);
    }
    const auto part = [&](BalancePart which, std::size_t rows, std::size_t columns) {
        std::vector<MappedTerm> terms;
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t i = 0; i < rows; ++i) {
                double factor = 1;
                if (which != BalancePart::constraints) factor /= speeds[i].factor;
                if (which != BalancePart::loads) factor /= speeds[j].factor;
                terms.push_back({balance_name(which, i, j), factor, false});
            }
        return terms;
    };
    calls.scalar("t", {"t", 1, false})
        .in("q", shared(names_of(program.coordinates)))
        .in("u", speeds)
        .in("udot", shared(u, "'"))
        .in("w", shared(names_of(program.inputs)))
        .in("p", shared(names_of(program.parameters)))
        .work("c", program.constants.size())
        .out("r", part(BalancePart::loads, u.size(), 1))
        .out("mm", part(BalancePart::mass, u.size(), u.size()));
    if (!program.states.empty()) calls.in("s", shared(names_of(program.states)));
    if (has_rows) calls.out("b", part(BalancePart::constraints, program.constraints.size(), u.size()));
    return mapping;
}

std::vector<MultiplierResult> multiplier_results(const Model& model, const Program& program, const Renaming& shared) {
    constexpr std::size_t most_components = 6;
    std::vector<MultiplierResult> found(program.constraints.size());
    for (std::size_t c = 0; c < model.constraints.size(); ++c)
        for (std::size_t i = 0; i < most_components; ++i) {
            const auto row = std::ranges::find(program.constraints, row_name(model, c, i), &TableRow::name);
            if (row == program.constraints.end()) continue;
            const Expr multiplier = multiplier_symbol(model, c, i), opposite = -multiplier;
            for (const Output& output : model.outputs) {
                const bool same = output.value == multiplier;
                if (!same && !(output.value == opposite)) continue;
                const MappedTerm term = shared(output.name);
                found[static_cast<std::size_t>(row - program.constraints.begin())] = {term.name,
                                                                                      (same ? 1 : -1) * term.factor};
            }
        }
    return found;
}

// Of sines and cosines in the equations of motion: coordinates that a parameter or a number multiplies.
std::vector<std::string> multiples_under_sines(const Program& program, const Renaming& shared) {
    std::vector<std::string> found;
    const Routine* const routine = program.find(RoutineName::inverse_dynamics);
    if (routine == nullptr) return found;
    Graph& graph = *routine->graph;
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine->results) roots.push_back(result.value);
    const auto add = [&](const std::string& multiplier, const MappedTerm& coordinate) {
        const std::string multiple = fmt::format("{}*{}", multiplier, coordinate.name);
        if (coordinate.factor == 1 && std::ranges::find(found, multiple) == found.end()) found.push_back(multiple);
    };
    for (const NodeId id : reachable(graph, roots)) {
        const Node node = graph.node(id);
        if (node.op != Op::sin && node.op != Op::cos) continue;
        const std::array<Expr, 1> angle{Expr{&graph, node.operand[0]}};
        for (const Expr& q : symbols_in(graph, angle, bit(Role::coordinate))) {
            const MappedTerm of = shared(graph.symbol_of(q).name);
            const std::array<Expr, 1> times{partial_derivative(angle[0], q)};
            for (const Expr& p : symbols_in(graph, times, bit(Role::parameter))) {
                if (!graph.is_constant_expression(partial_derivative(times[0], p))) continue;
                const MappedTerm multiplier = shared(graph.symbol_of(p).name);
                if (multiplier.factor == 1) add(multiplier.name, of);
            }
            if (graph.node(times[0].id).op != Op::constant) continue;
            // sums of angles have the factors 1 and 2
            const double number = std::abs(nearest_double(graph.constant_value(times[0].id)));
            const std::string text = coefficient_text(number);
            if (number != 1 && number != 2 && coefficient_of(text) == number) add(text, of);
        }
    }
    return found;
}

Mapping start_calls(const Program& program) {
    Mapping mapping;
    const auto plain = [](const std::vector<TableRow>& rows) {
        std::vector<MappedTerm> terms;
        for (const TableRow& row : rows) terms.push_back({row.name, 1, false});
        return terms;
    };
    ScriptCalls calls(mapping);
    calls.out("p", plain(program.parameters)).out("q", plain(program.coordinates)).out("u", plain(program.speeds));
    const auto m = [&](RoutineName routine) { return routine_of(program.name, routine); };
    calls.call(m(RoutineName::defaults), {"p"});
    if (program.states.empty()) {
        calls.call(m(RoutineName::initial), {"p", "q", "u"});
    } else {
        calls.out("s", plain(program.states));
        calls.call(m(RoutineName::initial), {"p", "q", "u", "s"});
    }
    return mapping;
}

}  // namespace

CompareSide side_of_script(const std::string& file, const Mapping& mapping,
                           const std::vector<std::pair<std::string, std::string>>& defines,
                           const std::vector<std::string>& sources, std::ostream* messages, bool all_speeds) {
    if (!mapping.calls.empty() || !mapping.quantities.empty())
        throw ModelError("a script is called by lag itself: its mapping holds only 'rename', 'sample' and 'source'",
                         "describe the other side's routine");
    PipelineOptions options;
    options.defines = defines;
    options.messages = messages;
    std::vector<std::string> routine_sources = sources;
    for (const std::string& source : mapping.sources)
        routine_sources.push_back(fs::absolute(file).parent_path() / source);
    options.routines = routines_from(routine_sources);
    Model model = described_model(parse(script_text(file), file), options);
    if (all_speeds) model.treatment = {};
    const Program program = program_of(model, "auto", nullptr);
    CompareSide side;
    side.title_ = fmt::format("{} (model {}{}", file, program.name, model.small.any() ? ", without small terms)" : ")");
    side.folder_ = std::make_shared<TemporaryFolder>();
    const fs::path& folder = side.folder_->path();
    const std::string header = program.name + "_lag.h";
    const EmitOptions in_c{.language = Language::c, .routines = {}, .sines = SineForm::vector};
    std::ofstream(folder / header) << emit(program, in_c, header).front().text;

    std::vector<std::string> known = names_of(program.coordinates);
    for (const auto* rows : {&program.speeds, &program.dependent_speeds, &program.states, &program.parameters,
                             &program.inputs, &program.outputs})
        for (const TableRow& row : *rows) known.push_back(row.name);
    const Renaming shared(mapping.renames, file, known);
    side.mapping_ = derivative_calls(program, shared);
    side.projection_ = projection_calls(program, shared);
    for (const TableRow& u : program.dependent_speeds) side.dependent_speeds_.push_back(shared(u.name).name);
    side.balance_ = balance_calls(program, shared);
    const Mapping start = start_calls(program);
    const fs::path externals = build_external_routines(program.externals, routine_sources, folder);
    if (!externals.empty()) {
        side.mapping_.flags.emplace_back("-Wl,--no-as-needed");  // a library that stands before what needs it
        side.mapping_.sources.push_back(externals.string());
    }
    std::vector<WrappedRoutine> routines{{"lag_side", &side.mapping_}, {"lag_start", &start}};
    if (side.projection_) routines.push_back({"lag_project", &*side.projection_});
    if (side.balance_) {
        routines.push_back({"lag_balance", &*side.balance_});
        for (const TableRow& u : program.speeds) side.balanced_speeds_.push_back(shared(u.name).name);
        if (program.dependent_speeds.empty()) side.balanced_rows_ = names_of(program.constraints);
        side.multipliers_ = multiplier_results(model, program, shared);
    }
    side.library_ = build_side(folder / header, "c", routines, folder);
    const SideResults started = side.call(start, "lag_start", {{}});
    if (started.states.empty() || !started.states.front().values)
        throw ModelError(fmt::format("the initial state of '{}' cannot be computed: {}", file, started.ended));
    const std::map<std::string, double>& values = *started.states.front().values;

    StateSpace space;
    space.constrained = !program.constraints.empty();
    const auto add = [&](const std::string& own, Kind kind) {
        const MappedTerm term = shared(own);
        const auto centre = values.find(own);
        space.quantities.push_back({term.name, kind, centre == values.end() ? 0 : centre->second / term.factor, false});
    };
    space.quantities.push_back({"t", Kind::time, 0, false});
    for (const Coordinate& q : model.coordinates) add(q.name, q.angle ? Kind::angle : Kind::coordinate);
    for (const TableRow& u : program.speeds) add(u.name, Kind::speed);
    for (const TableRow& s : program.states) add(s.name, Kind::state);
    for (const TableRow& p : program.parameters) add(p.name, Kind::parameter);
    for (const TableRow& w : program.inputs) {
        add(w.name, Kind::input);
        space.quantities.back().angle = w.unit == "rad";
    }
    for (const auto& quaternion : quaternions(model)) {
        space.of_unit_length.emplace_back();
        for (const CoordinateIndex e : quaternion)
            space.of_unit_length.back().push_back(shared(model.coordinates[e.value].name).name);
    }
    space.multiples = multiples_under_sines(program, shared);
    side.space_ = std::move(space);
    side.mapping_.samples = mapping.samples;
    side.collect();
    return side;
}

}  // namespace lag
