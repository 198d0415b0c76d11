#include "scripts/command/simulate/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "scripts/command/simulate/model_library.hpp"

namespace lag {

namespace fs = std::filesystem;

using Vector = std::vector<double>;

namespace {

bool comes_out(const Argument& argument) {
    return argument.intent == Argument::Intent::out || argument.intent == Argument::Intent::inout;
}

// lag_routine(a) for each routine: a holds the elements of its arguments, one after the other. Whole numbers are doubles.
std::string wrapper_text(const std::string& model, const std::string& routine, const std::vector<Argument>& arguments) {
    std::string call, before, after;
    std::size_t k = 0;
    for (const Argument& argument : arguments) {
        if (argument.intent == Argument::Intent::local) continue;
        const std::string given = fmt::format("a[{}]", k++), &name = argument.name;
        call += call.empty() ? "" : ", ";
        if (argument.type == Argument::Type::real) {
            call += (argument.shape.empty() ? "*" : "") + given;
        } else if (argument.shape.empty()) {
            before += fmt::format("  int {} = static_cast<int>(*{});\n", name, given);
            if (comes_out(argument)) after += fmt::format("  *{} = {};\n", given, name);
            call += name;
        } else {
            const std::size_t n = argument.elements();
            before +=
                fmt::format("  int {0}[{1}];\n  for (int k = 0; k < {2}; ++k) {0}[k] = static_cast<int>({3}[k]);\n",
                            name, std::max<std::size_t>(n, 1), n, given);
            if (comes_out(argument))
                after += fmt::format("  for (int k = 0; k < {}; ++k) {}[k] = {}[k];\n", n, given, name);
            call += name;
        }
    }
    return fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) void lag_{1}(double* const* a) {{\n"
        "  (void)a;\n{2}  {0}::{0}_{1}<double>({3});\n{4}}}\n",
        model, routine, before, call, after);
}

class CompiledModel final : public RunnableModel {
  public:
    CompiledModel(SwitchedProgram lowered, const std::vector<std::string>& sources, const std::string& optimization)
        : RunnableModel({optimize(std::move(lowered.program)), std::move(lowered.switches),
                         std::move(lowered.events_at_known_times)}) {
        std::vector<RoutineName> compiled;
        std::string text, wrappers;
        EmitOptions options{.language = Language::cpp, .routines = {}, .vector_sines = true};
        for (const Routine& routine : program_.routines) {
            options.routines.push_back(routine.name);
            compiled.push_back(routine_named(routine.name).value());
            wrappers += wrapper_text(program_.name, routine.name, routine.arguments);
        }
        ProcedureTexts texts(program_, cpp_procedure);
        take_out_those_of_header(texts);
        for (const RoutineName name : lowered.procedures) {
            if (!has(name)) continue;
            compiled.push_back(name);
            text += texts.text(to_string(name));
            wrappers += wrapper_text(program_.name, to_string(name), arguments_of_procedure(name));
        }
        const std::string header = program_.name + ".hpp";
        text = fmt::format("#include \"{0}\"\nnamespace {1} {{\n{2}}}\n{3}", header, program_.name, text, wrappers);
        const fs::path library =
            build_model_library(program_, options, header, text, sources, optimization, folder_.path(), "model");
        for (const RoutineName name : compiled)
            routines_[static_cast<std::size_t>(name)] = function_in<Wrapped>(library, "lag_" + to_string(name));
    }

    void take_parameters(const Vector& p) override {
        Frame frame{{Slot::p, p}};
        call(RoutineName::setup, frame);
        c_ = std::move(frame[Slot::c]);
    }

    void run(RoutineName name, const Elements& arguments) override {
        routines_[static_cast<std::size_t>(name)](arguments.data());
    }
    bool compiles(RoutineName name) const override { return routines_[static_cast<std::size_t>(name)] != nullptr; }

  private:
    void take_out_those_of_header(ProcedureTexts& texts) const {
        std::vector<const Routine*> routines;
        for (const Routine& routine : program_.routines) routines.push_back(&routine);
        texts.called_by(routines);
        if (has_assembly_loop(routines)) texts.text(to_string(RoutineName::assemble));
    }

    using Wrapped = void (*)(double* const* arguments);
    TemporaryFolder folder_;
    std::array<Wrapped, routine_names> routines_{};
};

class EvaluatedModel final : public RunnableModel {
  public:
    explicit EvaluatedModel(SwitchedProgram lowered) : RunnableModel(std::move(lowered)) {
        for (std::size_t k = 0; k < program_.parameters.size(); ++k) parameter_[program_.parameters[k].name] = k;
    }

    // Expressions are evaluated with p itself; procedures hand c on, which nothing reads.
    void take_parameters(const Vector& p) override {
        p_ = p;
        c_.assign(size(Size::nc), 0.0);
    }

    void run(RoutineName name, const Elements& arguments) override {
        const Routine& routine = *program_.find(name);
        std::size_t passed = 0;
        Elements all;  // with null for local arguments
        for (const Argument& argument : routine.arguments)
            all.push_back(argument.intent == Argument::Intent::local ? nullptr : arguments[passed++]);
        for (std::size_t k = 0; k < all.size(); ++k) {  // the p of m_event are impulses
            const Argument& argument = routine.arguments[k];
            if (argument.name == "p" && argument.intent == Argument::Intent::in)
                p_.assign(all[k], all[k] + argument.elements());
        }
        Graph& graph = *routine.graph;
        std::function<double(std::size_t)> results_of_calls;  // elements of xr
        const auto symbol = [&](const Symbol& s) {
            if (s.role == Role::parameter) return p_.at(parameter_.at(s.name));
            const ArgumentElement& place = routine.reads.at({s.role, s.name});
            if (s.role == Role::external_result) return results_of_calls(place.element);
            return all[place.argument][place.element];
        };
        Evaluator<double> value(graph, symbol, [&](Expr constant) { return graph.constant_double(constant); });
        Vector called(routine.calls.empty() ? 0 : routine.calls.back().first_result + routine.calls.back().results);
        std::vector<bool> is_called(routine.calls.size());
        results_of_calls = [&](std::size_t k) {
            for (std::size_t c = 0; c < routine.calls.size(); ++c) {
                const ExternalCall& one = routine.calls[c];
                if (is_called[c] || k < one.first_result || k >= one.first_result + one.results) continue;
                is_called[c] = true;
                Vector given = given_to(routine, one, value);
                if (one.takes_arrays) {
                    Elements parts;
                    for (const CallPart& part : one.parts)
                        parts.push_back(part.is_result ? &called[part.first] : &given[part.first - one.first_argument]);
                    interpreter_.run(one.name.substr(program_.name.size() + 1), parts);
                } else {
                    const Vector results = interpreter_.results_of(*one.procedure, std::move(given));
                    std::ranges::copy(results, called.begin() + static_cast<std::ptrdiff_t>(one.first_result));
                }
            }
            return called.at(k);
        };
        results_.clear();
        for (const ResultExpression& result : routine.results) results_.push_back(value(result.value));
        double info = 0;
        for (const PivotCheck& check : routine.checks)
            if (info == 0 && value(check.condition) == 0) info = static_cast<double>(check.info);
        for (std::size_t k = 0; k < results_.size(); ++k)
            if (all[routine.results[k].place.argument] != nullptr)
                all[routine.results[k].place.argument][routine.results[k].place.element] = results_[k];
        for (std::size_t k = 0; k < all.size(); ++k)
            if (routine.arguments[k].is_info()) *all[k] = info;
    }

  private:
    // Elements of xa, the first array of the routine's own.
    static Vector given_to(const Routine& routine, const ExternalCall& call, Evaluator<double>& value) {
        Vector given(call.arguments);
        for (const ResultExpression& result : routine.results) {
            const std::size_t element = result.place.element;
            if (routine.arguments[result.place.argument].intent == Argument::Intent::local &&
                element >= call.first_argument && element < call.first_argument + call.arguments)
                given[element - call.first_argument] = value(result.value);
        }
        return given;
    }

    std::map<std::string, std::size_t> parameter_;
    Vector p_, results_;
};

bool all_finite(const Vector& values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

double largest(const Vector& values) {
    double result = 0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
}

}  // namespace

Vector RunnableModel::resting_inputs() const {
    Vector w;
    put_resting_inputs(w);
    return w;
}

void RunnableModel::put_resting_inputs(Vector& w) const {
    w.assign(program_.inputs.size(), 0.0);
    put_flags(w);
}

void RunnableModel::put_flags(Vector& w) const {
    std::copy(flags.begin(), flags.end(), w.end() - static_cast<std::ptrdiff_t>(flags.size()));
}

Frame RunnableModel::frame_of(double t, const Vector& y) const {
    const auto q = y.begin() + static_cast<std::ptrdiff_t>(size(Size::nq)),
               u = q + static_cast<std::ptrdiff_t>(size(Size::nu));
    return {{Slot::t, {t}}, {Slot::q, {y.begin(), q}}, {Slot::u, {q, u}}, {Slot::s, {u, y.end()}}};
}

bool RunnableModel::knows_power() const {
    const auto& arguments = program_.find(RoutineName::derivatives)->arguments;
    return std::ranges::find(arguments, std::string("power"), &Argument::name) != arguments.end();
}

int RunnableModel::info(const Frame& frame) {
    const Vector& info = frame[Slot::info];
    return info.empty() ? 0 : static_cast<int>(info[0]);
}

ShiftedParameters::ShiftedParameters(RunnableModel& model, double relative) : model_(model) {
    if (relative == 0) return;
    before_ = model.parameters();
    Vector shifted = before_;
    for (std::size_t k = 0; k < shifted.size(); ++k) {
        const double way = (k % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(k % 5) / 5);
        shifted[k] *= 1 + relative * way;
    }
    model.use_parameters(shifted);
}

ShiftedParameters::~ShiftedParameters() {
    if (!before_.empty()) model_.use_parameters(before_);
}

std::string RunnableModel::info_text(int info, std::optional<RoutineName> routine) const {
    const std::string text = info < 1 ? "" : program_.info_text(static_cast<std::size_t>(info), routine);
    if (text.empty()) throw InternalError("info of " + std::to_string(info) + " says nothing");
    return text;
}

bool RunnableModel::assemble(double t, Vector& q, const Vector& s, const Vector& w, double tolerance) {
    Frame frame{{Slot::t, {t}},      {Slot::q, q}, {Slot::s, s}, {Slot::w, w}, {Slot::tolerance, {tolerance}},
                {Slot::limit, {100}}};
    if (!has(RoutineName::assemble)) {
        if (has(RoutineName::normalize)) call(RoutineName::normalize, frame);
        if (!all_finite(frame[Slot::q])) return false;
        q = frame[Slot::q];
        return true;
    }
    call(RoutineName::assemble, frame);
    q = frame[Slot::q];
    const int failing = info(frame);
    if (failing == 0) return true;
    if (program_.info_codes().meaning(static_cast<std::size_t>(failing)).kind != InfoCodes::Kind::no_convergence) {
        complaint_ = info_text(failing, RoutineName::assemble);
        return false;
    }
    const std::string reversed = all_finite(q) ? reversed_hinge(t, q, s, w, tolerance) : std::string();
    complaint_ = reversed.empty() ? "the constraints have no solution near"
                                  : "'" + reversed + "' would hold only with the axis of its cut hinge reversed";
    return false;
}

std::string RunnableModel::reversed_hinge(double t, const Vector& q, const Vector& s, const Vector& w,
                                          double tolerance) {
    Frame frame{{Slot::t, {t}}, {Slot::q, q}, {Slot::guess, q}, {Slot::s, s}, {Slot::w, w}};
    call(RoutineName::assembly_step, frame);
    const Vector& phi = frame[Slot::phi];
    if (info(frame) != 0 || !(largest(frame[Slot::step]) <= tolerance)) return {};
    std::string name;
    for (std::size_t r = 0; r < phi.size(); ++r) {
        if (std::abs(phi[r]) <= tolerance) continue;
        if (std::abs(phi[r] - 2) > tolerance) return {};
        if (name.empty()) name = program_.constraints[r].name;
    }
    return name;
}

bool RunnableModel::project_speeds(double t, const Vector& q, Vector& u, const Vector& s, const Vector& w) {
    if (!has(RoutineName::project_speeds)) return true;
    Frame frame{{Slot::t, {t}}, {Slot::q, q}, {Slot::u, u}, {Slot::s, s}, {Slot::w, w}};
    call(RoutineName::project_speeds, frame);
    if (info(frame) != 0 || !all_finite(frame[Slot::u])) {
        complaint_ = "its speeds have no solution there";
        return false;
    }
    u = frame[Slot::u];
    return true;
}

std::pair<double, double> RunnableModel::constraint_errors(double t, const Vector& q, const Vector& u, const Vector& s,
                                                           const Vector& w) {
    if (!has(RoutineName::constraints)) return {0, 0};
    Frame frame{{Slot::t, {t}}, {Slot::q, q}, {Slot::u, u}, {Slot::s, s}, {Slot::w, w}};
    call(RoutineName::constraints, frame);
    return {largest(frame[Slot::phi]), largest(frame[Slot::phidot])};
}

bool has_compiler() {
    return !find_program("CXX", {"g++", "c++", "clang++"}).empty();
}

std::unique_ptr<RunnableModel> compiled_model(SwitchedProgram lowered, const std::vector<std::string>& sources,
                                              const std::string& optimization) {
    return std::make_unique<CompiledModel>(std::move(lowered), sources, optimization);
}

std::unique_ptr<RunnableModel> evaluated_model(SwitchedProgram lowered) {
    return std::make_unique<EvaluatedModel>(std::move(lowered));
}

}  // namespace lag
