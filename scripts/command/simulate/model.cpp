#include "scripts/command/simulate/model.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "emitters/writers/emit.hpp"
#include "scripts/command/simulate/model_library.hpp"

namespace lag {

namespace fs = std::filesystem;

using Vector = std::vector<double>;

namespace {

bool goes_in(const Argument& argument) {
    return argument.intent == Argument::Intent::in || argument.intent == Argument::Intent::inout;
}
bool comes_out(const Argument& argument) {
    return argument.intent == Argument::Intent::out || argument.intent == Argument::Intent::inout;
}

// routine(in, out) for each routine: arguments one after the other, in the routine's order.
std::string wrapper_text(const Program& program, const std::string& header) {
    std::string text = "#include \"" + header + "\"\n";
    for (const Routine& routine : program.routines) {
        text += "extern \"C\" __attribute__((visibility(\"default\"))) void lag_" + routine.name +
                "(const double* in, double* out) {\n  (void)in; (void)out;\n";
        std::string call, before, after;
        std::size_t from = 0, to = 0;
        for (const Argument& argument : routine.arguments) {
            if (argument.intent == Argument::Intent::local) continue;
            const std::string in = "in[" + std::to_string(from) + "]", out = "out[" + std::to_string(to) + "]";
            const bool scalar = argument.shape.empty();
            if (argument.type == Argument::Type::integer && goes_in(argument)) {
                call += ", static_cast<int>(" + in + ")";
            } else if (argument.is_info()) {
                before += "  int " + argument.name + " = 0;\n";
                after += "  " + out + " = " + argument.name + ";\n";
                call += ", " + argument.name;
            } else if (argument.intent == Argument::Intent::inout) {
                for (std::size_t k = 0; k < argument.elements(); ++k)
                    before += "  out[" + std::to_string(to + k) + "] = in[" + std::to_string(from + k) + "];\n";
                call += ", &" + out;
            } else {
                call += ", " + std::string(scalar ? "" : "&") + (goes_in(argument) ? in : out);
            }
            if (goes_in(argument)) from += argument.elements();
            if (comes_out(argument)) to += argument.elements();
        }
        text += before + "  " + program.name + "::" + program.name + "_" + routine.name + "<double>(" +
                (call.empty() ? "" : call.substr(2)) + ");\n" + after + "}\n";
    }
    return text;
}

class CompiledModel final : public RunnableModel {
  public:
    CompiledModel(SwitchedProgram lowered, const std::vector<std::string>& sources)
        : RunnableModel({optimize(std::move(lowered.program)), std::move(lowered.switches),
                         std::move(lowered.events_at_known_times)}) {
        const std::string header = program_.name + ".hpp";
        const EmitOptions options{.language = Language::cpp, .routines = {}, .vector_sines = true};
        const fs::path library = build_model_library(program_, options, header, wrapper_text(program_, header), sources,
                                                     "-O2", folder_.path(), "model");
        for (const Routine& routine : program_.routines)
            routines_[routine_named(routine.name).value()] = routine_in(library, "lag_" + routine.name);
    }

    void take_parameters(const Vector& p) override {
        Frame frame{{"p", p}};
        call(RoutineName::setup, frame);
        c_ = std::move(frame["c"]);
    }

    void call(RoutineName name, Frame& frame) override {
        const Routine& routine = *program_.find(name);
        put_histories(frame);
        in_.clear();
        std::size_t out = 0;
        for (const Argument& argument : routine.arguments) {
            if (goes_in(argument)) {
                const Vector& values = argument.name == "c" ? c_ : given(frame, name, argument);
                in_.insert(in_.end(), values.begin(),
                           values.begin() + static_cast<std::ptrdiff_t>(argument.elements()));
            }
            if (comes_out(argument)) out += argument.elements();
        }
        in_.push_back(0);  // never without an element
        out_.assign(out + 1, 0);
        routines_.at(name)(in_.data(), out_.data());
        auto next = out_.begin();
        for (const Argument& argument : routine.arguments) {
            if (!comes_out(argument)) continue;
            const auto end = next + static_cast<std::ptrdiff_t>(argument.elements());
            frame[argument.name].assign(next, end);
            next = end;
        }
    }

  private:
    TemporaryFolder folder_;
    std::map<RoutineName, CompiledRoutine> routines_;
    Vector c_, in_, out_;
};

class EvaluatedModel final : public RunnableModel {
  public:
    explicit EvaluatedModel(SwitchedProgram lowered) : RunnableModel(std::move(lowered)) {
        for (std::size_t k = 0; k < program_.parameters.size(); ++k) parameter_[program_.parameters[k].name] = k;
    }

    void take_parameters(const Vector& p) override { p_ = p; }

    void call(RoutineName name, Frame& frame) override {
        const Routine& routine = *program_.find(name);
        put_histories(frame);
        Graph& graph = *routine.graph;
        const auto symbol = [&](const Symbol& s) {
            if (s.role == Role::parameter) return p_.at(parameter_.at(s.name));
            const ArgumentElement& place = routine.reads.at({s.role, s.name});
            return given(frame, name, routine.arguments[place.argument])[place.element];
        };
        Evaluator<double> value(graph, symbol, [&](Expr constant) { return graph.constant_double(constant); });
        const bool takes_parameters = std::ranges::any_of(  // the p of m_event are impulses
            routine.arguments, [](const Argument& a) { return a.name == "p" && a.intent == Argument::Intent::in; });
        if (const auto p = frame.find("p"); takes_parameters && p != frame.end()) p_ = p->second;
        std::map<std::string, Vector> results;
        for (const Argument& argument : routine.arguments)
            if (comes_out(argument))
                results[argument.name] = goes_in(argument) ? given(frame, name, argument) : Vector(argument.elements());
        for (const ResultExpression& result : routine.results)
            results[routine.arguments[result.place.argument].name][result.place.element] = value(result.value);
        for (const PivotCheck& check : routine.checks) {
            double& info = results.at("info")[0];
            if (info == 0 && value(check.condition) == 0) info = static_cast<double>(check.info);
        }
        for (auto& [argument, values] : results) frame[argument] = std::move(values);
    }

  private:
    std::map<std::string, std::size_t> parameter_;
    Vector p_;
};

bool all_finite(const Vector& values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

double largest(const Vector& values) {
    double result = 0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
}

double dot(const Vector& a, const Vector& b) {
    if (a.size() != b.size()) throw InternalError("simulate: a product of vectors of different lengths");
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

}  // namespace

const Vector& RunnableModel::given(const Frame& frame, RoutineName routine, const Argument& argument) const {
    if (argument.name == "modes") return modes;
    const auto found = frame.find(argument.name);
    if (found == frame.end() || found->second.size() < argument.elements())
        throw InternalError("simulate: " + to_string(routine) + " is called without " + argument.name);
    return found->second;
}

Vector RunnableModel::resting_inputs() const {
    Vector w(size("nw"), 0.0);
    put_flags(w);
    return w;
}

void RunnableModel::put_histories(Frame& frame) const {
    if (!histories) return;
    const auto t = frame.find("t"), w = frame.find("w");
    if (t != frame.end() && w != frame.end()) histories(t->second.at(0), w->second);
}

void RunnableModel::put_flags(Vector& w) const {
    std::copy(flags.begin(), flags.end(), w.end() - static_cast<std::ptrdiff_t>(flags.size()));
}

Frame RunnableModel::frame_of(double t, const Vector& y) const {
    const auto q = y.begin() + static_cast<std::ptrdiff_t>(size("nq")), u = q + static_cast<std::ptrdiff_t>(size("nu"));
    return {{"t", {t}}, {"q", {y.begin(), q}}, {"u", {q, u}}, {"s", {u, y.end()}}};
}

bool RunnableModel::knows_power() const {
    const auto& arguments = program_.find(RoutineName::derivatives)->arguments;
    return std::ranges::find(arguments, std::string("power"), &Argument::name) != arguments.end();
}

int RunnableModel::info(const Frame& frame) {
    const auto found = frame.find("info");
    return found == frame.end() ? 0 : static_cast<int>(found->second.at(0));
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

std::string RunnableModel::pivot_name(int info) const {
    if (info < 1) return "nothing";
    const auto code = static_cast<std::size_t>(info);
    const TableRow* const failed = program_.failing(code);
    if (failed == nullptr) return "number " + std::to_string(info);
    const bool is_row = program_.info_codes().meaning(code).kind == InfoCodes::Kind::row;
    return (is_row ? "constraint " : "speed ") + failed->name;
}

// As m_assemble of the emitted code: where steps turn back, it aims short of the guess, by the secant rule. Not by
// core/newton.hpp: the step is what the emitted routine gives.
bool RunnableModel::assemble(double t, Vector& q, const Vector& s, const Vector& w, double tolerance) {
    Frame frame{{"t", {t}}, {"q", q}, {"s", s}, {"w", w}};
    if (has(RoutineName::normalize)) call(RoutineName::normalize, frame);
    if (!all_finite(frame["q"])) return false;
    q = frame["q"];
    if (!has(RoutineName::assembly_step)) return true;
    const Vector guess = q;
    Vector before;  // the step before; with dependent speeds it is longer than nu
    double pull = 1, pull_before = 1;
    std::string reversed;  // the row of a cut hinge that stands still there with its axis reversed
    constexpr int limit = 100;
    for (int count = 0; count < limit; ++count) {
        Vector aim = q;
        for (std::size_t k = 0; k < q.size(); ++k) aim[k] += pull * (guess[k] - q[k]);
        frame["q"] = q;
        frame["guess"] = aim;
        call(RoutineName::assembly_step, frame);
        Vector &next = frame["next"], &phi = frame["phi"], &step = frame["step"];
        if (const int failing = info(frame); failing != 0) {
            complaint_ = "the constraints are dependent or a mass is missing there, at " + pivot_name(failing);
            return false;
        }
        if (!all_finite(next) || !all_finite(phi)) break;
        for (double& displacement : step) displacement /= pull;
        if (largest(phi) <= tolerance && largest(step) <= tolerance) {
            q = next;  // the last digits too: an integrator takes what is left for a jump
            return true;
        }
        reversed = largest(step) <= tolerance ? reversed_hinge(phi, tolerance) : std::string();
        if (before.empty()) before.assign(step.size(), 0.0);
        const double turn = dot(step, before), square = dot(before, before);
        before = step;
        double pull_next = std::min(1.0, 2 * pull);
        if (turn < square) pull_next = std::min(pull_next, pull_before * square / (square - turn));
        pull_before = pull;
        pull = pull_next;
        q = next;
    }
    complaint_ = reversed.empty() ? "the constraints have no solution near"
                                  : "'" + reversed + "' would hold only with the axis of its cut hinge reversed";
    return false;
}

// Where every other row holds: the row whose error says so, 2.
std::string RunnableModel::reversed_hinge(const Vector& phi, double tolerance) const {
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
    Frame frame{{"t", {t}}, {"q", q}, {"u", u}, {"s", s}, {"w", w}};
    call(RoutineName::project_speeds, frame);
    if (info(frame) != 0 || !all_finite(frame["u"])) {
        complaint_ = "its speeds have no solution there";
        return false;
    }
    u = frame["u"];
    return true;
}

std::pair<double, double> RunnableModel::constraint_errors(double t, const Vector& q, const Vector& u, const Vector& s,
                                                           const Vector& w) {
    if (!has(RoutineName::constraints)) return {0, 0};
    Frame frame{{"t", {t}}, {"q", q}, {"u", u}, {"s", s}, {"w", w}};
    call(RoutineName::constraints, frame);
    return {largest(frame["phi"]), largest(frame["phidot"])};
}

bool has_compiler() {
    return !find_program("CXX", {"g++", "c++", "clang++"}).empty();
}

std::unique_ptr<RunnableModel> compiled_model(SwitchedProgram lowered, const std::vector<std::string>& sources) {
    return std::make_unique<CompiledModel>(std::move(lowered), sources);
}

std::unique_ptr<RunnableModel> evaluated_model(SwitchedProgram lowered) {
    return std::make_unique<EvaluatedModel>(std::move(lowered));
}

}  // namespace lag
