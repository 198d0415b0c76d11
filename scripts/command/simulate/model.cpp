#include "scripts/command/simulate/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "emitters/procedures/read_procedure.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "scripts/command/simulate/dual_numbers.hpp"
#include "scripts/command/simulate/model_library.hpp"

namespace lag {

namespace fs = std::filesystem;

using Vector = std::vector<double>;

Model in_all_speeds(Model model) {
    model.treatment.mode = ConstraintTreatment::Mode::multipliers;
    model.treatment.dependent.clear();
    return model;
}

namespace {

// An argument of a function in C++.
struct Passed {
    std::string name, type;  // "double", "int", "bool"
    bool comes_out = false, is_scalar = false;
    std::size_t elements = 0;
};

std::vector<Passed> passed(const std::vector<Argument>& arguments) {
    std::vector<Passed> result;
    for (const Argument& argument : arguments)
        if (argument.intent != Argument::Intent::local)
            result.push_back({argument.name, argument.type == Argument::Type::real ? "double" : "int",
                              argument.intent != Argument::Intent::in, argument.shape.empty(), argument.elements()});
    return result;
}

std::vector<Passed> passed(const procedures::Procedure& procedure, const procedures::Facts& facts) {
    std::vector<Passed> result;
    for (std::size_t k = 0; k < procedure.arguments; ++k) {
        const procedures::Variable& v = procedure.variables[k];
        std::size_t elements = 1;
        for (const SizeSum& sum : v.shape) elements *= facts.size(sum);
        const std::string type = v.type == procedures::ValueType::real      ? "double"
                                 : v.type == procedures::ValueType::logical ? "bool"
                                                                            : "int";
        result.push_back({v.name, type, v.intent != Argument::Intent::in, v.is_scalar(), elements});
    }
    return result;
}

// lag_routine(a) for each routine: a holds the elements of its arguments, one after the other. Whole numbers and truth
// values are doubles.
std::string wrapper_text(const std::string& routine, const std::string& function,
                         const std::vector<Passed>& arguments) {
    std::string call, before, after;
    std::size_t k = 0;
    for (const Passed& argument : arguments) {
        const std::string given = fmt::format("a[{}]", k++), &name = argument.name;
        call += call.empty() ? "" : ", ";
        if (argument.type == "double") {
            call += (argument.is_scalar ? "*" : "") + given;
        } else if (argument.is_scalar) {
            before += fmt::format("  {0} {1} = static_cast<{0}>(*{2});\n", argument.type, name, given);
            if (argument.comes_out) after += fmt::format("  *{} = {};\n", given, name);
            call += name;
        } else {
            const std::size_t n = argument.elements;
            before +=
                fmt::format("  int {0}[{1}];\n  for (int k = 0; k < {2}; ++k) {0}[k] = static_cast<int>({3}[k]);\n",
                            name, std::max<std::size_t>(n, 1), n, given);
            if (argument.comes_out)
                after += fmt::format("  for (int k = 0; k < {}; ++k) {}[k] = {}[k];\n", n, given, name);
            call += name;
        }
    }
    return fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) void lag_{0}(double* const* a) {{\n"
        "  (void)a;\n{2}  {1}({3});\n{4}}}\n",
        routine, function, before, call, after);
}

// lag_along_routine(a, d): the same by dual numbers, whose slopes d holds.
std::string dual_wrapper_text(const std::string& routine, const std::string& function,
                              const std::vector<Passed>& arguments) {
    std::string call, before, after;
    std::size_t k = 0;
    for (const Passed& argument : arguments) {
        const std::string& name = argument.name;
        const std::size_t n = argument.is_scalar ? 1 : argument.elements, place = k++;
        call += call.empty() ? "" : ", ";
        if (argument.type != "double") {
            if (!argument.is_scalar) throw InternalError(fmt::format("slopes: {} of {} is an array", name, routine));
            before += fmt::format("  {0} {1} = static_cast<{0}>(*a[{2}]);\n", argument.type, name, place);
            if (argument.comes_out) after += fmt::format("  *a[{}] = {};\n", place, name);
            call += name;
            continue;
        }
        before += fmt::format(
            "  std::vector<lag_dual::Dual> {0}({1} + 1);\n"
            "  for (int k = 0; k < {1}; ++k) {0}[k] = lag_dual::Dual(a[{2}][k], d[{2}][k]);\n",
            name, n, place);
        if (argument.comes_out)
            after +=
                fmt::format("  for (int k = 0; k < {1}; ++k) a[{2}][k] = {0}[k].value, d[{2}][k] = {0}[k].slope;\n",
                            name, n, place);
        call += name + (argument.is_scalar ? "[0]" : ".data()");
    }
    return fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) void lag_along_{0}(double* const* a, double* const* d) "
        "{{\n  (void)a, (void)d;\n{2}  {1}({3});\n{4}}}\n",
        routine, function, before, call, after);
}

// What procedures of events call of the program around them, as this process has it after lag_use_host. What they give
// besides, such as `modes`, this process has itself.
constexpr std::array host_routines{"set_inputs", "follow_modes", "state_at"};
std::string host_text(const std::string& model) {
    std::string text = "namespace {\nvoid (*host)(void* owner, int routine, double* const* a);\nvoid* owner_of_host;\n";
    for (std::size_t routine = 0; routine < host_routines.size(); ++routine) {
        std::string dummies, elements;
        for (const procedures::Variable& v : procedures::host_routine(host_routines[routine])->arguments) {
            const bool is_in = v.intent == Argument::Intent::in;
            const std::string comma = dummies.empty() ? "" : ", ";
            dummies += comma + (v.is_scalar() ? "double " : is_in ? "const double* " : "double* ") + v.name;
            elements += comma + (v.is_scalar() ? "&" + v.name : fmt::format("const_cast<double*>({})", v.name));
        }
        text += fmt::format(
            "template <class... Besides>\nvoid {}_{}({}, const Besides&...) {{\n  double* const a[] = {{{}}};\n"
            "  host(owner_of_host, {}, a);\n}}\n",
            model, host_routines[routine], dummies, elements, routine);
    }
    return text +
           "}\nextern \"C\" __attribute__((visibility(\"default\"))) void lag_use_host(decltype(host) called, void* "
           "owner) {\n  host = called;\n  owner_of_host = owner;\n}\n";
}

// Derivatives of so many nodes are compiled beside all other routines; below, the header is read twice for nothing.
constexpr std::size_t least_nodes_apart = 2000;

class CompiledModel final : public RunnableModel {
  public:
    CompiledModel(SwitchedProgram lowered, const std::vector<std::string>& sources, const std::string& optimization,
                  bool slopes)
        : RunnableModel({optimize(std::move(lowered.program)), std::move(lowered.switches),
                         std::move(lowered.events_at_known_times)}) {
        std::vector<RoutineName> compiled, along;
        std::string text, wrappers_of_derivatives, other_wrappers;
        EmitOptions options{.language = Language::cpp, .routines = {}, .sines = SineForm::vector};
        for (const Routine& routine : program_.routines) {
            options.routines.push_back(routine.name);
            compiled.push_back(routine_named(routine.name).value());
            std::string& wrappers =
                compiled.back() == RoutineName::derivatives ? wrappers_of_derivatives : other_wrappers;
            wrappers += wrapper_text(routine.name, function_of(routine.name) + "<double>", passed(routine.arguments));
            if (!slopes || compiled.back() == RoutineName::impact_law || compiled.back() == RoutineName::modes)
                continue;
            along.push_back(compiled.back());
            wrappers += dual_wrapper_text(routine.name, function_of(routine.name) + "<lag_dual::Dual>",
                                          passed(routine.arguments));
        }
        ProcedureTexts texts(program_, cpp_procedure);
        take_out_those_of_header(texts);
        for (const RoutineName name : lowered.procedures) {
            if (!has(name)) continue;
            compiled.push_back(name);
            text += texts.text(to_string(name));
            other_wrappers += wrapper_text(to_string(name), function_of(to_string(name)) + "<double>",
                                           passed(arguments_of_procedure(name)));
        }
        const std::string header = program_.name + ".hpp",
                          head = fmt::format("{}#include \"{}\"\n", slopes ? dual_numbers : "", header);
        text = fmt::format("{}namespace {} {{\n{}}}\n{}{}", head, program_.name, text,
                           events_text(lowered.event_procedures), other_wrappers);
        std::vector<CppText> texts_of_sources{{"model.cpp", text}};
        if (program_.find(RoutineName::derivatives)->graph->size() < least_nodes_apart)
            texts_of_sources.front().text += wrappers_of_derivatives;
        else
            texts_of_sources.push_back({"derivatives.cpp", head + wrappers_of_derivatives});
        const fs::path library = build_model_library(program_, options, header, texts_of_sources, sources, optimization,
                                                     folder_.path(), "model");
        for (const RoutineName name : compiled)
            routines_[static_cast<std::size_t>(name)] = function_in<Wrapped>(library, "lag_" + to_string(name));
        for (const RoutineName name : along)
            along_[static_cast<std::size_t>(name)] = function_in<WrappedAlong>(library, "lag_along_" + to_string(name));
        for (const EventProcedure name : lowered.event_procedures)
            event_procedures_[static_cast<std::size_t>(name)] = function_in<Wrapped>(library, "lag_" + to_string(name));
        if (!lowered.event_procedures.empty()) function_in<UseHost>(library, "lag_use_host")(call_host, this);
    }

    void take_parameters(const Vector& p) override {
        Frame frame{{Slot::p, p}};
        call(RoutineName::setup, frame);
        c_ = std::move(frame[Slot::c]);
    }

    void run(RoutineName name, const Elements& arguments) override {
        routines_[static_cast<std::size_t>(name)](arguments.data());
    }
    void run_along(RoutineName name, const Elements& arguments, const Elements& slopes) override {
        if (const WrappedAlong along = along_[static_cast<std::size_t>(name)])
            along(arguments.data(), slopes.data());
        else
            RunnableModel::run_along(name, arguments, slopes);
    }
    bool has_slopes() const override { return along_[static_cast<std::size_t>(RoutineName::derivatives)] != nullptr; }
    bool compiles(RoutineName name) const override { return routines_[static_cast<std::size_t>(name)] != nullptr; }
    Wrapped compiled(EventProcedure name) const override { return event_procedures_[static_cast<std::size_t>(name)]; }

  private:
    using WrappedAlong = void (*)(double* const* arguments, double* const* slopes);
    using CalledHost = void (*)(void* owner, int routine, double* const* arguments);
    using UseHost = void (*)(CalledHost called, void* owner);
    static void call_host(void* owner, int routine, double* const* arguments) {
        const std::string name = host_routines.at(static_cast<std::size_t>(routine));
        const std::size_t count = procedures::host_routine(name)->arguments.size();
        static_cast<CompiledModel*>(owner)->host(name, Elements(arguments, arguments + count));
    }

    std::string function_of(const std::string& routine) const { return fmt::format("{}::{}", program_.name, routine); }
    std::string events_text(const std::vector<EventProcedure>& called) const {
        if (called.empty()) return {};
        ProcedureTexts texts(program_, cpp_host_procedure, {host_routines.begin(), host_routines.end()});
        std::string text, wrappers;
        for (const EventProcedure procedure : called) {
            const std::string& name = to_string(procedure);
            text += texts.text(name);
            wrappers += wrapper_text(name, fmt::format("{}_{}", program_.name, name),
                                     passed(event_procedure(procedure), interpreter_.facts()));
        }
        return fmt::format("{}namespace {{\n{}}}\n{}", host_text(program_.name), text, wrappers);
    }
    void take_out_those_of_header(ProcedureTexts& texts) const {
        std::vector<const Routine*> routines;
        for (const Routine& routine : program_.routines) routines.push_back(&routine);
        texts.called_by(routines);
        if (has_assembly_loop(routines)) texts.text(to_string(RoutineName::assemble));
    }

    TemporaryFolder folder_;
    std::array<Wrapped, routine_names> routines_{};
    std::array<WrappedAlong, routine_names> along_{};
    std::array<Wrapped, event_procedures> event_procedures_{};
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
            const ArgumentElement& place = routine.reads.at(s);
            if (s.role == Role::external_result) return results_of_calls(place.element);
            return all[place.argument][place.element];
        };
        Met& met = met_[name];
        const auto constant = [&](Expr number) {
            const auto [place, is_new] = met.constants.try_emplace(number.id);
            if (is_new) place->second = graph.constant_double(number);
            return place->second;
        };
        Evaluator<double> value(graph, symbol, constant);
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
        value.follow(met.order);
        results_.clear();
        for (const ResultExpression& result : routine.results) results_.push_back(value(result.value));
        double info = 0;
        for (const PivotCheck& check : routine.checks)
            if (info == 0 && value(check.condition) == 0) info = static_cast<double>(check.info);
        met.order = value.order();
        for (std::size_t k = 0; k < results_.size(); ++k)
            if (all[routine.results[k].place.argument] != nullptr)
                all[routine.results[k].place.argument][routine.results[k].place.element] = results_[k];
        for (std::size_t k = 0; k < all.size(); ++k)
            if (routine.arguments[k].is_info()) *all[k] = info;
    }

  private:
    // What a run of a routine leaves for the next one.
    struct Met {
        std::vector<NodeId> order;
        std::unordered_map<NodeId, double> constants;
    };

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
    std::map<RoutineName, Met> met_;
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
    if (text.empty()) throw InternalError(fmt::format("info of {} says nothing", info));
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
    complaint_ = reversed.empty()
                     ? "the constraints have no solution near"
                     : fmt::format("'{}' would hold only with the axis of its cut hinge reversed", reversed);
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
                                              const std::string& optimization, bool slopes) {
    return std::make_unique<CompiledModel>(std::move(lowered), sources, optimization, slopes);
}

std::unique_ptr<RunnableModel> evaluated_model(SwitchedProgram lowered) {
    return std::make_unique<EvaluatedModel>(std::move(lowered));
}

}  // namespace lag
