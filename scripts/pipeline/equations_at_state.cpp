#include "scripts/pipeline/equations_at_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/dense.hpp"
#include "core/dual.hpp"
#include "core/errors.hpp"
#include "core/trial_size.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"
#include "scripts/pipeline/contacts_at_state.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double on_constraints = 1e-9;  // how far a row may be off, in its own unit
constexpr int most_steps = 100;
constexpr Dependence moving = bit(Role::coordinate) | bit(Role::speed) | bit(Role::state) | bit(Role::input);

std::vector<Expr> results_of(const Routine& routine, const std::string& argument) {
    std::map<std::size_t, Expr> by_place;
    for (const ResultExpression& result : routine.results)
        if (routine.arguments[result.place.argument].name == argument) by_place[result.place.element] = result.value;
    std::vector<Expr> results;
    for (const auto& [place, value] : by_place) results.push_back(value);
    return results;
}

// Bodies move before they bend.
VectorXd trial_sizes(const Model& model, const std::vector<Symbol>& symbols) {
    const ModelIndex index(model);
    VectorXd sizes(static_cast<Eigen::Index>(symbols.size()));
    for (std::size_t k = 0; k < symbols.size(); ++k)
        sizes(static_cast<Eigen::Index>(k)) = symbols[k].role == Role::coordinate
                                                  ? trial_size(model, index.coordinate(symbols[k]))
                                                  : trial_size(model, index.speed(symbols[k]));
    return sizes;
}

std::set<Symbol> held_symbols(const Model& model) {
    std::set<Symbol> held;
    for (const HeldValue& value : model.held) {
        if (const auto* q = std::get_if<CoordinateIndex>(&value))
            held.insert(model.graph->symbol_of(symbol(model, *q)));
        if (const auto* u = std::get_if<SpeedIndex>(&value)) held.insert(model.graph->symbol_of(symbol(model, *u)));
    }
    return held;
}

// What the coordinates of a cut hinge lack, as conditions.
void add_lacks(std::vector<EquationsAtState::Condition>& conditions, const Model& model, const Kinematics& kinematics,
               const CutHinge& cut) {
    for (const auto& [q, lack] : cut_hinge_lacks(model, kinematics, cut))
        conditions.push_back({fmt::format("the hinge of '{}'", model.coordinates[q.value].name), lack});
}

}  // namespace

EquationsAtState::EquationsAtState(const Model& model, UserRoutinesOf routines)
    : described_(model),
      own_(with_contacts_as_rows(model)),
      model_(own_ ? *own_ : model),
      program_(lowered_program(model_)),
      graph_(*model.graph),
      routines_of_(std::move(routines)) {
    for (const TableRow& q : program_.coordinates) state_.push_back({q.name, Role::coordinate});
    for (const TableRow& u : program_.speeds) state_.push_back({u.name, Role::speed});
    for (const TableRow& s : program_.states) state_.push_back({s.name, Role::state});
    rates_ = results_of(*program_.find(RoutineName::derivatives), "ydot");
    if (!program_.outputs.empty()) outputs_ = results_of(*program_.find(RoutineName::outputs), "o");
    rows_ = constraint_rows();
    place({});
}

bool EquationsAtState::solves_speeds_out() const {
    return program_.find(RoutineName::dependent_speeds) != nullptr;
}

void EquationsAtState::place(const std::vector<LinearizationPoint::Given>& given_values) {
    values_.clear(), given_.clear(), difference_errors_.clear();
    const auto value_now = [&](Expr e) { return values({e})(0); };
    values_[graph_.symbol_of(time_symbol(model_))] = 0;
    for (const TableRow& w : program_.inputs) values_[{w.name, Role::input}] = 0;
    for (const Parameter& p : model_.parameters) values_[{p.name, Role::parameter}] = value_now(p.default_value);
    for (const auto& given : given_values)
        if (given.symbol.role == Role::parameter) take(given, value_now(given.value));
    for (const Input& w : model_.inputs)
        if (w.is_flag()) values_[{w.name, Role::input}] = value_now(*w.first_value);
    for (const Coordinate& q : model_.coordinates) values_[{q.name, Role::coordinate}] = value_now(q.initial_value);
    for (const Speed& u : model_.speeds)
        if (std::ranges::find(state_, Symbol{u.name, Role::speed}) != state_.end())
            values_[{u.name, Role::speed}] = value_now(u.initial_value);
    for (const StateVariable& s : model_.states) values_[{s.name, Role::state}] = value_now(s.initial_value);
    for (const auto& given : given_values)
        if (given.symbol.role != Role::parameter) take(given, value_now(given.value));
    if (own_) close_contacts(*this, described_);
}

void EquationsAtState::require_sticking() const {
    if (own_) lag::require_sticking(*this, described_);
}

void EquationsAtState::require_modes() const {
    if (own_) require_contacts(*this, described_);
}

void EquationsAtState::take(const LinearizationPoint::Given& given, double value) {
    const auto place = values_.find(given.symbol);
    if (place == values_.end())
        throw ModelError(
            fmt::format("the speed '{}' follows from the others: the constraints determine it", given.symbol.name),
            "leave it out of 'at'");
    place->second = value;
    given_.insert(place->first);
}

double EquationsAtState::value_of(const Symbol& s) const {
    return values_.at(s);
}
UserRoutines& EquationsAtState::routines() const {
    if (!routines_of_)
        throw ModelError(fmt::format("the model calls '{}', a routine of the user's, which is not at hand here",
                                     linked_among(model_.externals)->name),
                         fmt::format("write the load out, or declare {} as an input",
                                     linked_among(model_.externals)->results.front()));
    if (!routines_) routines_ = routines_of_(model_);
    return *routines_;
}
VectorXd EquationsAtState::values(const std::vector<Expr>& expressions) const {
    ValuesWithRoutines<double> value(
        model_, [&](const Symbol& s) { return value_of(s); },
        [&](Expr constant) { return graph_.constant_double(constant); },
        [this]() -> UserRoutines& { return routines(); }, nullptr);
    VectorXd result(static_cast<Eigen::Index>(expressions.size()));
    for (std::size_t k = 0; k < expressions.size(); ++k) result(static_cast<Eigen::Index>(k)) = value(expressions[k]);
    return result;
}

EquationsAtState::Slopes EquationsAtState::slopes(const std::vector<Expr>& expressions,
                                                  const std::vector<Symbol>& columns, bool other_side) const {
    const std::size_t height = expressions.size(), width = columns.size();
    Slopes found{VectorXd(height), MatrixXd(height, width)};
    std::size_t first = 0;
    do {
        const std::size_t last = std::min(first + Dual::columns, width);
        ValuesWithRoutines<Dual> value(
            model_,
            [&](const Symbol& s) {
                Dual x(value_of(s));
                for (std::size_t k = first; k < last; ++k)
                    if (columns[k] == s) x.seed(k - first);
                x.reverses_ties = other_side && (bit(s.role) & moving) != 0 && !is_flag(model_, s.name);
                return x;
            },
            [&](Expr constant) { return Dual(graph_.constant_double(constant)); },
            [this]() -> UserRoutines& { return routines(); }, &difference_errors_);
        for (std::size_t r = 0; r < height; ++r) {
            const auto row = static_cast<Eigen::Index>(r);
            const Dual x = value(expressions[r]);
            found.values(row) = x.value;
            for (std::size_t k = first; k < last; ++k)
                found.derivatives(row, static_cast<Eigen::Index>(k)) = x.slope[k - first];
        }
        first = last;
    } while (first < width);
    return found;
}

bool EquationsAtState::pivots_hold() const {
    const Routine& routine = *program_.find(RoutineName::derivatives);
    std::vector<Expr> conditions;
    for (const PivotCheck& check : routine.checks) conditions.push_back(check.condition);
    return (values(conditions).array() != 0).all();
}

void EquationsAtState::require_pivots() const {
    const Routine& routine = *program_.find(RoutineName::derivatives);
    std::vector<Expr> conditions;
    for (const PivotCheck& check : routine.checks) conditions.push_back(check.condition);
    const VectorXd holds = values(conditions);
    for (std::size_t c = 0; c < conditions.size(); ++c) {
        const PivotCheck& check = routine.checks[c];
        if (holds(static_cast<Eigen::Index>(c)) != 0) continue;
        const TableRow* const failed = program_.failing(check.info);
        if (failed == nullptr) throw InternalError("a pivot of no speed and no row");
        const bool is_row = program_.info_codes().meaning(check.info).kind == InfoCodes::Kind::row;
        throw ModelError("at this state " + program_.info_text(check.info),
                         is_row && own_ ? advice_on_redundant_contact(*this, described_, failed->name) : "");
    }
}

std::vector<EquationsAtState::Row> EquationsAtState::constraint_rows() const {
    std::vector<Row> rows;
    if (const Routine* routine = program_.find(RoutineName::constraints)) {
        const std::vector<Expr> phi = results_of(*routine, "phi"), phidot = results_of(*routine, "phidot");
        for (std::size_t k = 0; k < phi.size(); ++k)
            rows.push_back({fmt::format("constraint '{}'", program_.constraints[k].name), phi[k], phidot[k]});
    }
    for (const auto& quaternion : quaternions(model_)) {
        Expr excess = -graph_.integer(1);
        for (const CoordinateIndex e : quaternion) excess += symbol(model_, e) * symbol(model_, e);
        rows.push_back({fmt::format("the unit length of [{}, ...]", model_.coordinates[quaternion[0].value].name),
                        excess, graph_.integer(0)});
    }
    return rows;
}

// That the rates are what they are now.
std::vector<EquationsAtState::Condition> EquationsAtState::measured_rates(
    const Kinematics& kinematics, const std::vector<CoordinateIndex>& held) const {
    std::vector<Condition> conditions;
    for (const CoordinateIndex q : held) {
        const Expr rate = graph_.own(kinematics.coordinate_rates[q.value]);
        conditions.push_back({fmt::format("'{}''", model_.coordinates[q.value].name), rate, values({rate})(0)});
    }
    return conditions;
}

void EquationsAtState::bring_onto_constraints() {
    std::vector<Condition> positions, speeds;
    for (const Row& row : rows_) positions.push_back({row.name, row.position}), speeds.push_back({row.name, row.speed});
    std::vector<CoordinateIndex> rates;
    for (const HeldValue& value : model_.held)
        if (const auto* rate = std::get_if<MeasuredRate>(&value)) rates.push_back(rate->of);
    const auto holds_one = [&](const Constraint& c) {
        return c.cut.starts_closed &&
               std::ranges::any_of(c.cut.hinge.coordinates, [&](CoordinateIndex q) { return is_held(model_, q); });
    };
    if (solves_speeds_out()) rates.clear();  // they follow from the speeds that are left, which stay
    if (!rates.empty() || std::ranges::any_of(model_.constraints, holds_one)) {
        const Kinematics kinematics = compute_kinematics(model_);
        for (const Constraint& c : model_.constraints)
            if (holds_one(c)) add_lacks(positions, model_, kinematics, c.cut);
        std::ranges::move(measured_rates(kinematics, rates), std::back_inserter(speeds));
    }
    solve(positions, held_symbols(model_), Role::coordinate, "position");
    if (!solves_speeds_out()) solve(speeds, held_symbols(model_), Role::speed, "speed");
}

void EquationsAtState::place_by_hinges() {
    const Kinematics kinematics = compute_kinematics(model_);
    std::vector<Condition> positions, speeds;
    std::set<Symbol> kept;
    std::vector<CoordinateIndex> rates;
    for (const Constraint& c : model_.constraints) {
        if (!c.cut.carries) continue;
        for (const CarriedScalar& row : cut_hinge_rows(model_, kinematics, c.cut)) {
            positions.push_back({fmt::format("the hinge '{}'", c.name), graph_.own(row.v)});
            speeds.push_back({fmt::format("the hinge '{}'", c.name), graph_.own(row.rate)});
        }
        add_lacks(positions, model_, kinematics, c.cut);
        for (const CoordinateIndex q : c.cut.hinge.coordinates) {
            kept.insert(graph_.symbol_of(symbol(model_, q)));
            rates.push_back(q);
        }
    }
    for (const Row& row : rows_)
        if (row.name.starts_with("the unit length")) positions.push_back({row.name, row.position});
    std::ranges::move(measured_rates(kinematics, rates), std::back_inserter(speeds));
    solve(positions, kept, Role::coordinate, "position");
    solve(speeds, kept, Role::speed, "speed");
}

// "q1, q2": those that have part in the search; "" where there are none.
std::string EquationsAtState::held_names(Role role) const {
    std::string names;
    const auto add = [&](const std::string& name) { names += (names.empty() ? "" : ", ") + name; };
    for (const Symbol& held : held_symbols(model_))
        if (held.role == role) add(held.name);
    for (const HeldValue& value : model_.held)
        if (const auto* rate = std::get_if<MeasuredRate>(&value); rate != nullptr && role == Role::speed)
            add(model_.coordinates[rate->of.value].name + "'");
    return names;
}
// Moves what was not given, of that role, until the conditions hold. Not by core/newton.hpp, which ends at an
// error of a given size: here errors shrink as far as rounding lets them, since eigenvalues follow.
void EquationsAtState::solve(const std::vector<Condition>& conditions, const std::set<Symbol>& kept, Role role,
                             const std::string& level) {
    std::vector<Expr> left_sides;
    VectorXd wanted(static_cast<Eigen::Index>(conditions.size()));
    for (const Condition& condition : conditions) {
        wanted(static_cast<Eigen::Index>(left_sides.size())) = condition.wanted;
        left_sides.push_back(condition.value);
    }
    std::vector<Symbol> free;
    for (const Symbol& symbol : state_)
        if (symbol.role == role && !given_.contains(symbol) && !kept.contains(symbol)) free.push_back(symbol);
    const VectorXd sizes = trial_sizes(model_, free);
    VectorXd error = values(left_sides) - wanted;
    double before = error.size() == 0 ? 0 : error.cwiseAbs().maxCoeff();
    for (int step = 0; step < most_steps && before > 0 && !free.empty(); ++step) {
        const VectorXd move =
            sizes.cwiseProduct(least_squares(slopes(left_sides, free).derivatives * sizes.asDiagonal(), error));
        if (!move.allFinite()) break;
        const auto saved = values_;
        for (std::size_t k = 0; k < free.size(); ++k) values_[free[k]] -= move(static_cast<Eigen::Index>(k));
        error = values(left_sides) - wanted;
        const double after = error.allFinite() ? error.cwiseAbs().maxCoeff() : before;
        if (!(after < before) && before <= on_constraints) {  // as far as rounding lets it
            values_ = saved;
            error = values(left_sides) - wanted;
            break;
        }
        before = after;
    }
    for (Eigen::Index k = 0; k < error.size(); ++k) {
        if (std::abs(error(k)) <= on_constraints) continue;
        const std::string& row = conditions[static_cast<std::size_t>(k)].name;
        if (const std::string held = held_names(role); !held.empty())
            throw ModelError(fmt::format("what 'hold' keeps leaves no solution ({}): the {} error of {} stays at {}",
                                         held, level, row, shortest_decimal(error(k))),
                             "hold less, or give other values in initial(..)");
        throw ModelError(
            fmt::format("the state contradicts {}: its {} error is {}", row, level, shortest_decimal(error(k))),
            "give consistent values in 'at', or leave some out: what is not given is moved");
    }
}

}  // namespace lag
