#include "scripts/command/simulate/start.hpp"
#include "core/model_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/events.hpp"
#include "scripts/command/simulate/run.hpp"
#include "scripts/pipeline/equations_at_state.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;
using Given = std::vector<std::pair<std::string, double>>;

StartState scripted_state(RunnableModel& runner) {
    Frame frame{{Slot::p, use_defaults(runner)}};
    runner.call(RoutineName::initial, frame);
    return {frame[Slot::q], frame[Slot::u], frame[Slot::s], {}};
}

bool has_dependent_speeds(const RunnableModel& runner) {
    return !runner.program().dependent_speeds.empty();
}

// The mechanism in every speed, evaluated; null where its equations cannot be formed so.
std::unique_ptr<RunnableModel> whole_mechanism(const Model& model, const RunnableModel& runner) {
    try {
        auto whole = evaluated_model({lowered_program(in_all_speeds(model)), {}});
        whole->other_parameters = runner.other_parameters;
        whole->start_time = runner.start_time;
        return whole;
    } catch (const ModelError&) {
        return nullptr;
    }
}

void replace(RunnableModel& runner, StartState& state, const Given& given) {
    std::vector<std::string> known;
    for (const auto* rows : {&runner.program().coordinates, &runner.program().speeds, &runner.program().states})
        for (const TableRow& row : *rows) known.push_back(row.name);
    for (const auto& [name, value] : given) {
        const auto place = std::ranges::find(known, name);
        if (place == known.end()) {
            const std::string near = did_you_mean(name, known);
            throw ModelError(fmt::format("--initial: the model has no {} '{}'", kinds_in_y(runner.program()), name),
                             near.empty() ? "" : fmt::format("did you mean '{}'?", near));
        }
        const auto k = static_cast<std::size_t>(place - known.begin());
        const std::size_t nq = state.q.size(), nu = state.u.size();
        (k < nq ? state.q[k] : k < nq + nu ? state.u[k - nq] : state.s[k - nq - nu]) = value;
    }
}

// What moves a start by least steps, in the model's equations. `model`: in all its speeds.
void move_by_least_steps(const Model& model, const RunnableModel& runner, StartState& state, const Vector& w,
                         void (EquationsAtState::*step)()) {
    EquationsAtState equations(model);
    equations.place({});
    for (const auto& [name, value] : runner.other_parameters) equations.set({name, Role::parameter}, value);
    equations.set({"t", Role::time}, runner.start_time);
    const auto each = [&](Role role, const std::vector<TableRow>& rows, auto& values, const auto& act) {
        for (std::size_t k = 0; k < rows.size(); ++k) act(Symbol{rows[k].name, role}, values[k]);
    };
    const auto put = [&](const Symbol& symbol, double value) { equations.set(symbol, value); };
    const auto take = [&](const Symbol& symbol, double& value) { value = equations.value(symbol); };
    const Program& program = runner.program();
    each(Role::coordinate, program.coordinates, state.q, put);
    each(Role::speed, program.speeds, state.u, put);
    each(Role::state, program.states, state.s, put);
    for (std::size_t k = 0; k < model.inputs.size(); ++k) equations.set({model.inputs[k].name, Role::input}, w[k]);
    (equations.*step)();
    each(Role::coordinate, program.coordinates, state.q, take);
    each(Role::speed, program.speeds, state.u, take);
}

// Whether coordinates of hinges that are rows are given, and none of the bodies that they would carry.
bool is_given_by_hinges(const Model& model, const Given& given) {
    std::set<std::string> measured, moved;
    for (const Constraint& c : model.constraints) {
        if (!c.cut.carries) continue;
        for (const CoordinateIndex q : c.cut.hinge.coordinates) measured.insert(model.coordinates[q.value].name);
        for (const BodyIndex b : {c.cut.A, c.cut.B})
            for (const CoordinateIndex q : model.body(b).hinge.coordinates)
                moved.insert(model.coordinates[q.value].name);
    }
    const auto is_in = [](const std::set<std::string>& names) {
        return [&names](const auto& one) { return names.contains(one.first); };
    };
    return std::ranges::any_of(given, is_in(measured)) && std::ranges::none_of(given, is_in(moved));
}

Vector whole_state(const StartState& state) {
    Vector y = state.q;
    y.insert(y.end(), state.u.begin(), state.u.end());
    y.insert(y.end(), state.s.begin(), state.s.end());
    return y;
}

bool is_another_value(double before, double now) {
    const double size = std::max(std::abs(before), std::abs(now));
    return std::abs(now - before) > 1e-9 * size + 10 * assembly_tolerance;
}

void place_by_hinges(const Model& model, const RunnableModel& runner, StartState& state, const Given& given,
                     const Vector& w) {
    if (is_given_by_hinges(model, given))
        move_by_least_steps(in_all_speeds(model), runner, state, w, &EquationsAtState::place_by_hinges);
}

// Held values that rounding has moved, to the last bit.
void put_back_held(const Program& program, StartState& state, const StartState& given) {
    const std::size_t nq = program.coordinates.size();
    const auto put_back = [](double before, double& value) {
        if (!is_another_value(before, value)) value = before;
    };
    for (const std::size_t k : program.held)
        k < nq ? put_back(given.q[k], state.q[k]) : put_back(given.u[k - nq], state.u[k - nq]);
}

void bring_onto_constraints(const Model& model, RunnableModel& runner, StartState& state, const Vector& w) {
    const StartState given = state;
    // the held values as they are
    if (!model.held.empty())
        move_by_least_steps(in_all_speeds(model), runner, state, w, &EquationsAtState::bring_onto_constraints);
    SwitchModes modes(runner, 1);
    modes.take(runner.start_time, whole_state(state));
    modes.follow_tables();
    if (!runner.assemble(runner.start_time, state.q, state.s, w, assembly_tolerance))
        throw ModelError("the initial coordinates cannot be assembled: " + runner.complaint(),
                         "initial(..) or --initial name=value gives a better guess");
    if (!runner.project_speeds(runner.start_time, state.q, state.u, state.s, w))
        throw ModelError("the initial speeds cannot be brought onto the constraints");
    put_back_held(runner.program(), state, given);
}

// With what is closed at a start on all other constraints: its gap may lie below zero there.
void bring_onto_contacts(const Model& model, RunnableModel& runner, StartState& state, Vector& w) {
    if (!runner.has(RoutineName::modes)) return;
    try {
        take_contact_modes(runner, runner.start_time, whole_state(state), w);
    } catch (const ModelError&) {
        return;  // the run says that
    }
    runner.put_flags(w);
    bring_onto_constraints(model, runner, state, w);
}

void move(const Model& model, RunnableModel& runner, StartState& state, Vector w) {
    const StartState before = state;
    guess_contact_modes(runner, runner.start_time, whole_state(state), w);
    bring_onto_constraints(model, runner, state, w);
    bring_onto_contacts(model, runner, state, w);
    const auto compare = [&](const std::vector<TableRow>& rows, const Vector& old, const Vector& now) {
        for (std::size_t k = 0; k < rows.size(); ++k) {
            if (is_another_value(old[k], now[k])) state.changed.push_back({rows[k].name, rows[k].unit, old[k], now[k]});
        }
    };
    compare(runner.program().coordinates, before.q, state.q);
    compare(runner.program().speeds, before.u, state.u);
}

// The run's speeds, of those of the whole mechanism.
void take_independent(const RunnableModel& whole, const RunnableModel& runner, StartState& state) {
    Vector u;
    for (const TableRow& row : runner.program().speeds) {
        const auto& all = whole.program().speeds;
        const auto found = std::ranges::find(all, row.name, &TableRow::name);
        if (found == all.end()) throw InternalError("simulate: the mechanism has no speed " + row.name);
        u.push_back(state.u[static_cast<std::size_t>(found - all.begin())]);
    }
    state.u = std::move(u);
}

}  // namespace

std::string kinds_in_y(const Program& program) {
    return program.states.empty() ? "coordinate or speed" : "coordinate, speed or state";
}

Vector use_defaults(RunnableModel& runner) {
    Frame frame;
    runner.call(RoutineName::defaults, frame);
    Vector& p = frame[Slot::p];
    for (std::size_t k = 0; k < p.size(); ++k) {
        const auto other = runner.other_parameters.find(runner.program().parameters[k].name);
        if (other != runner.other_parameters.end()) p[k] = other->second;
    }
    runner.use_parameters(p);
    return p;
}

void take_first_flags(RunnableModel& runner, const Vector& p) {
    if (!runner.has(RoutineName::flags)) return;
    Frame frame{{Slot::p, p}, {Slot::w, Vector(runner.size(Size::nw), 0.0)}};
    runner.call(RoutineName::flags, frame);
    const Vector& w = frame[Slot::w];
    runner.flags.assign(w.end() - static_cast<std::ptrdiff_t>(runner.flags.size()), w.end());
}

StartState initial_state(const Model& model, RunnableModel& runner, const Given& given) {
    const std::unique_ptr<RunnableModel> whole =
        has_dependent_speeds(runner) ? whole_mechanism(model, runner) : nullptr;
    use_defaults(runner);
    RunnableModel& in_all_speeds = whole ? *whole : runner;
    StartState state = scripted_state(in_all_speeds);
    replace(in_all_speeds, state, given);
    if (whole) take_independent(*whole, runner, state);
    return state;
}

StartState start_state(const Model& model, RunnableModel& runner, const Given& given, const Vector& w) {
    const std::unique_ptr<RunnableModel> whole =
        has_dependent_speeds(runner) ? whole_mechanism(model, runner) : nullptr;
    use_defaults(runner);
    if (whole) {
        StartState state = scripted_state(*whole);
        replace(*whole, state, given);
        try {
            place_by_hinges(model, *whole, state, given, w);
            move(model, *whole, state, w);
            take_independent(*whole, runner, state);
            return state;
        } catch (const ModelError&) {
            // massless parts, say: what is left of the mechanism may still be moved
        }
    }
    StartState state = scripted_state(runner);
    replace(runner, state, given);
    place_by_hinges(model, runner, state, given, w);
    move(model, runner, state, w);
    return state;
}

std::vector<ChangedValue> moved_initial_state(const Model& model, const Program& program) {
    const auto is_given = [](const Coordinate& q) { return !q.initial_value.is_zero() && !q.initial_value.is_one(); };
    if (std::ranges::none_of(model.coordinates, is_given) &&
        std::ranges::all_of(model.speeds, [](const Speed& u) { return u.initial_value.is_zero(); }))
        return {};
    if (program.find(RoutineName::assembly_step) == nullptr && program.find(RoutineName::project_speeds) == nullptr)
        return {};
    Program needed = program;
    std::erase_if(needed.routines, [](const Routine& routine) {
        constexpr std::array names{RoutineName::defaults,      RoutineName::flags,     RoutineName::initial,
                                   RoutineName::assembly_step, RoutineName::normalize, RoutineName::project_speeds,
                                   RoutineName::modes};
        return std::ranges::none_of(names, [&](RoutineName name) { return to_string(name) == routine.name; });
    });
    try {
        const std::unique_ptr<RunnableModel> runner = evaluated_model({std::move(needed), {}});
        StartState state = scripted_state(*runner);
        const Vector p = default_values(model).p;
        take_first_flags(*runner, p);
        Vector w = first_inputs(model, p);
        runner->put_flags(w);
        move(model, *runner, state, w);
        return state.changed;
    } catch (const std::exception&) {
        return {};  // no state, or none without a routine of the user's
    }
}

std::string text_of(const std::vector<ChangedValue>& changed) {
    std::string text;
    const auto add = [&](double value, int digits) { text += rounded_decimal(value, digits); };
    for (const ChangedValue& value : changed) {
        const double size = std::max(std::abs(value.given), std::abs(value.start));
        const int digits = std::abs(value.given - value.start) < 1e-5 * size ? 12 : 6;
        text += fmt::format("  {} = ", value.name);
        add(value.given, digits);
        text += " becomes ";
        add(value.start, digits);
        text += (value.unit.empty() ? "" : " " + value.unit) + "\n";
    }
    return text;
}

std::string advice_on_hold(const Model& model, const Program& program, const std::vector<ChangedValue>& changed) {
    const bool is_eliminated = !program.dependent_speeds.empty();
    const std::size_t taken = is_eliminated ? 0 : program.constraints.size();
    if (!model.held.empty() || program.speeds.size() <= taken) return {};
    const auto first_given = [&](const auto& rows) {
        for (const auto& row : rows)
            for (const ChangedValue& value : changed)
                if (value.name == row.name && value.given != 0) return value.name;
        return std::string();
    };
    std::string names = first_given(model.coordinates);
    const std::string speed = first_given(model.speeds);
    if (!speed.empty()) names += (names.empty() ? "" : ", ") + speed;
    return names.empty() ? ""
                         : fmt::format("initial(.., hold = [{}]) keeps what it names, and moves the others\n", names);
}

std::string moved_start_text(const Model& model, const Program& program) {
    const std::vector<ChangedValue> changed = moved_initial_state(model, program);
    return changed.empty() ? "" : text_of(changed) + advice_on_hold(model, program, changed);
}

}  // namespace lag
