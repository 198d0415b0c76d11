#include "scripts/command/simulate/rest_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/errors.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "emitters/program/procedure_facts.hpp"
#include "emitters/writers/emit.hpp"
#include "scripts/command/simulate/model_library.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

using Vector = std::vector<double>;

constexpr double rest_tolerance = 1e-11;
constexpr int most_rest_steps = 200;

std::size_t elements(const Program& program, const std::string& extent) {
    return program.size(extent).value;
}

// in: held, p, q, s, w; out: q, s, w, lambda, info
std::string rest_wrapper(const Program& program, const std::string& header) {
    const std::size_t nq = elements(program, "nq"), np = program.parameters.size(), ns = program.states.size(),
                      nw = elements(program, "nw"), nl = elements(program, "nl");
    const std::string routine = program.name + "::";
    return fmt::format(R"(#include "{header}"
extern "C" __attribute__((visibility("default"))) void lag_rest(const double* in, double* out) {{
  static double c[{nc}];
  int held[{nq} + 1], info = 0;
  for (int k = 0; k < {nq}; ++k) held[k] = in[k] > 0.5;
  {routine}setup(in + {p}, c);
  for (int k = 0; k < {count}; ++k) out[k] = in[{q} + k];
  {routine}rest_search(0.0, out, {s}out + {w}, c, held, {tolerance}, {limit}, true, out + {count}, info);
  out[{info}] = info;
}}
)",
                       fmt::arg("header", header), fmt::arg("nc", elements(program, "nc") + 1), fmt::arg("nq", nq),
                       fmt::arg("routine", routine), fmt::arg("p", nq), fmt::arg("count", nq + ns + nw),
                       fmt::arg("q", nq + np), fmt::arg("s", ns > 0 ? fmt::format("out + {}, ", nq) : std::string()),
                       fmt::arg("w", nq + ns), fmt::arg("tolerance", rest_tolerance),
                       fmt::arg("limit", most_rest_steps), fmt::arg("info", nq + ns + nw + nl));
}

}  // namespace

RestSolver::RestSolver(const Model& model, const std::vector<std::string>& sources, bool compiles)
    : program_(lowered_program(in_all_speeds(model))) {
    if (!compiles) {
        evaluated_ = evaluated_model({program_, {}});
        return;
    }
    program_ = optimize(std::move(program_));
    const std::string header = program_.name + ".hpp";
    EmitOptions options{.language = Language::cpp, .routines = {to_string(RoutineName::equilibrium)}};
    options.procedures = {RoutineName::equilibrium};
    routine_ = function_in<CompiledRoutine>(
        build_model_library(program_, options, header, {{"rest.cpp", rest_wrapper(program_, header)}}, sources, "-O0",
                            folder_.path(), "rest"),
        "lag_rest");
}

FoundRest RestSolver::find(const RunnableModel& runner, const Vector& q, const Vector& s, const Vector& w,
                           const std::vector<bool>& held) const {
    Vector in, p;
    for (const bool one : held) in.push_back(one ? 1 : 0);
    const auto& known = runner.program().parameters;
    for (const TableRow& parameter : program_.parameters) {
        const auto found = std::ranges::find(known, parameter.name, &TableRow::name);
        if (found == known.end()) throw InternalError("simulate: a run without the parameter " + parameter.name);
        p.push_back(runner.parameters()[static_cast<std::size_t>(found - known.begin())]);
    }
    if (evaluated_) {
        FoundRest rest{q, s, w};
        interpret(p, in, rest);
        return rest;
    }
    in.insert(in.end(), p.begin(), p.end());
    for (const Vector* values : {&q, &s, &w}) in.insert(in.end(), values->begin(), values->end());
    in.push_back(0);  // never without an element
    Vector out(q.size() + s.size() + w.size() + elements(program_, "nl") + 1);
    routine_(in.data(), out.data());
    const auto of_s = out.begin() + static_cast<std::ptrdiff_t>(q.size()),
               of_w = of_s + static_cast<std::ptrdiff_t>(s.size());
    return {{out.begin(), of_s},
            {of_s, of_w},
            {of_w, of_w + static_cast<std::ptrdiff_t>(w.size())},
            static_cast<std::size_t>(out.back())};
}

void RestSolver::interpret(const Vector& p, const Vector& held, FoundRest& rest) const {
    evaluated_->use_parameters(p);
    procedures::Interpreter interpreter(facts_of(program_),
                                        [this](const std::string& routine, const procedures::Pointers& arguments) {
                                            if (go_on_ && !go_on_(0)) throw ModelError("interrupted");
                                            evaluated_->call(routine_named(routine).value(), arguments);
                                        });
    const std::string search = "rest_search";
    std::map<std::string, Vector> given{{"t", {0}},
                                        {"q", rest.q},
                                        {"s", rest.s},
                                        {"w", rest.w},
                                        {"c", evaluated_->constants()},
                                        {"held", held},
                                        {"tolerance", {rest_tolerance}},
                                        {"limit", {most_rest_steps}},
                                        {"downhill", {1}},
                                        {"lambda", Vector(elements(program_, "nl"))},
                                        {"info", {0}}};
    procedures::Pointers arguments;
    for (const Dummy& dummy : interpreter.procedure(search)->signature())
        arguments.push_back(given.at(dummy.name).data());
    interpreter.run(search, arguments);
    rest = {given["q"], given["s"], given["w"], static_cast<std::size_t>(given["info"][0])};
}

std::optional<std::size_t> RestSolver::free_coordinate(std::size_t info) const {
    if (info == 0 || info > program_.speeds.size()) return std::nullopt;
    for (std::size_t k = 0; k < program_.coordinates.size(); ++k)
        if (program_.coordinates[k].name + "'" == program_.speeds[info - 1].name) return k;
    return std::nullopt;
}

std::string RestSolver::complaint(std::size_t info) const {
    const std::string text = program_.info_text(info, RoutineName::equilibrium);
    if (const auto k = free_coordinate(info))
        return fmt::format("{}; --hold {} keeps it where it starts", text, program_.coordinates[*k].name);
    switch (program_.info_codes().meaning(info).kind) {
        case InfoCodes::Kind::speed:
            return text + "; --hold keeps one that moves with it";
        case InfoCodes::Kind::row:
            return text + "; --initial may give a start nearer to where it can";
        case InfoCodes::Kind::no_convergence:
            return fmt::format("{}; --initial gives a nearer start (limit: {} steps)", text, most_rest_steps);
        default:
            return text;
    }
}

std::string RestSolver::complaint(std::size_t info, const RunnableModel& runner, const Vector& q, const Vector& s,
                                  const Vector& w, const std::vector<bool>& held) const {
    const InfoCodes codes = program_.info_codes();
    const auto is_row = [&](std::size_t i) { return codes.meaning(i).kind == InfoCodes::Kind::row; };
    const std::vector<bool> none(held.size(), false);
    if (!is_row(info) || held == none || is_row(find(runner, q, s, w, none).info)) return complaint(info);
    std::string all, each;  // that are held; of which it would do to let one go
    for (std::size_t k = 0; k < held.size(); ++k) {
        if (!held[k]) continue;
        std::vector<bool> without = held;
        without[k] = false;
        const std::string& name = program_.coordinates[k].name;
        all += (all.empty() ? "" : ", ") + name;
        if (!is_row(find(runner, q, s, w, without).info)) each += (each.empty() ? "" : ", ") + name;
    }
    const std::string& named = each.empty() ? all : each;
    const bool one = named.find(',') == std::string::npos;
    return fmt::format("the constraint '{}' cannot be met while {}{}",
                       program_.constraints[codes.meaning(info).index].name, named,
                       one            ? " is held; let it go"
                       : each.empty() ? " are held; let some of them go"
                                      : " are held; let one of them go");
}

}  // namespace lag
