#include "lagrange/constraints/solved_loops.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "core/calculus.hpp"
#include "core/model_values.hpp"
#include "core/random_numbers.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/constraints/loop_chain.hpp"
#include "lagrange/constraints/without_coordinates.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

constexpr double closes = 1e-9;  // of the loop's size

// The start of a script, in numbers.
class Start {
  public:
    explicit Start(const Model& model) : model_(model), index_(model), values_(default_values(model)) {
        Graph& graph = *model.graph;
        Substitution defaults(graph);
        for (std::size_t k = 0; k < model.parameters.size(); ++k)
            defaults.replace(symbol(model, ParameterIndex(k)), graph.own(model.parameters[k].default_value));
        for (std::size_t k = 0; k < values_.q.size(); ++k)
            values_.q[k] = graph.constant_double(defaults(graph.own(model.coordinates[k].initial_value)));
    }
    double operator()(Expr e) const { return at(values_, e); }
    double at(const ModelValues& values, Expr e) const {
        return evaluator_of(model_, index_, values)(model_.graph->own(e));
    }
    const ModelValues& values() const { return values_; }

  private:
    const Model& model_;
    ModelIndex index_;
    ModelValues values_;
};

// One loop of a model.
class Loop {
  public:
    Loop(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows, std::size_t constraint)
        : model_(model), kinematics_(kinematics), graph_(*model.graph), constraint_(constraint), start_(model) {
        const Constraint& c = model.constraints[constraint];
        const auto points = held_points(c);
        if (!points || c.is_switched() || c.of_contact || load_is_held(model, constraint)) return;
        chain_ = loop_chain(model, kinematics, *points);
        for (const ConstraintRow& row : rows.rows)
            if (row.constraint == constraint) rows_.push_back(row);
        for (const ConstraintRow& row : rows_)
            if (row.component > 2) return;  // an orientation that its hinge holds
        if (c.kind == Constraint::Kind::hinge && !measures_itself(c.cut)) return;
        is_fit_ = !rows_.empty();
    }

    // With the coordinates that the loop's hinge measures.
    std::vector<ClosedCoordinate> solution(const std::set<CoordinateIndex>& asked,
                                           const std::set<CoordinateIndex>& kept) const {
        if (!is_fit_) return {};
        std::vector<CoordinateIndex> candidates;
        for (const ChainStep& step : chain_)
            if (step.coordinate && !kept.contains(*step.coordinate)) candidates.push_back(*step.coordinate);
        std::ranges::sort(candidates, std::greater<>());
        std::erase_if(candidates, [&](CoordinateIndex q) { return !stands_alone(q); });
        const std::size_t n = candidates.size(), m = rows_.size();
        if (n < m || n > 12) return {};
        std::set<CoordinateIndex> wanted;
        for (const CoordinateIndex q : candidates)
            if (asked.contains(q)) wanted.insert(q);
        if (!asked.empty() && wanted.empty()) return {};
        // those declared last first
        std::vector<bool> taken(n, false);
        std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(m), true);
        do {
            std::set<CoordinateIndex> unknown;
            for (std::size_t k = 0; k < n; ++k)
                if (taken[k]) unknown.insert(candidates[k]);
            const auto is_in = [&](CoordinateIndex q) { return unknown.contains(q); };
            if (wanted.size() <= m
                    ? !std::ranges::all_of(wanted, is_in)
                    : !std::ranges::all_of(unknown, [&](CoordinateIndex q) { return wanted.contains(q); }))
                continue;
            if (std::vector<ClosedCoordinate> found = solved_for(unknown); !found.empty()) return with_measured(found);
        } while (std::prev_permutation(taken.begin(), taken.end()));
        return {};
    }

  private:
    static bool measures_itself(const CutHinge& cut) {
        if (cut.hinge.coordinates.empty()) return true;
        return cut.hinge.motions.size() == 1 && cut.hinge.motions[0].kind == Motion::Kind::rotate &&
               cut.hinge.coordinates.size() == 1 && !cut.hinge.euler_parameters;
    }

    // Nothing else in the loop moves with it.
    bool stands_alone(CoordinateIndex q) const {
        const Expr own = symbol(model_, q);
        for (const ChainStep& step : chain_) {
            if (step.coordinate == q) continue;
            for (const Expr& e : {step.shift[0], step.shift[1], step.shift[2]})
                if (holds(e, own)) return false;
            const Rotation& R = step.rotation;
            if (R.kind == Rotation::Kind::elementary && (holds(R.sine, own) || holds(R.cosine, own))) return false;
            if (R.kind != Rotation::Kind::general) continue;
            for (const auto& row : R.matrix.rows)
                for (const Expr& e : row)
                    if (holds(e, own)) return false;
        }
        return true;
    }

    bool holds(Expr e, Expr symbol) const {
        const std::array<Expr, 1> roots{graph_.own(e)};
        const std::vector<Expr> held = symbols_in(graph_, roots, bit(Role::coordinate));
        return std::ranges::find(held, symbol) != held.end();
    }

    std::vector<ClosedCoordinate> solved_for(const std::set<CoordinateIndex>& unknown) const {
        const auto number = [&](Expr e) { return start_(e); };
        const auto first = closed_form(model_, chain_, unknown, {}, number);
        if (!first || first->roots > 4) return {};
        std::vector<ClosedCoordinate> best;
        double distance = std::numeric_limits<double>::infinity();
        for (std::size_t bits = 0; bits < (std::size_t{1} << first->roots); ++bits) {
            std::vector<bool> plus;
            for (std::size_t r = 0; r < first->roots; ++r) plus.push_back((bits >> r & 1U) == 0);
            const auto form = closed_form(model_, chain_, unknown, plus, number);
            if (!form || !follows(*form)) continue;
            const double away = distance_of(*form);
            if (!(away < distance - 1e-9) || !holds_near(*form)) continue;
            distance = away, best = form->coordinates;
        }
        return best;
    }

    // Of parameters, the time, and coordinates that are declared before it or have rates of their own for speeds.
    bool follows(const ClosedForm& form) const {
        for (const ClosedCoordinate& x : form.coordinates) {
            if ((graph_.node(x.value).dependence &
                 (bit(Role::input) | bit(Role::state) | bit(Role::external_result))) != 0)
                return false;
            const std::array<Expr, 1> roots{x.value};
            for (const Expr& q : symbols_in(graph_, roots, bit(Role::coordinate)))
                for (std::size_t k = x.coordinate.value; k < model_.coordinates.size(); ++k)
                    if (symbol(model_, CoordinateIndex(k)) == q && !has_speed(CoordinateIndex(k))) return false;
        }
        return true;
    }

    bool has_speed(CoordinateIndex q) const {
        return std::ranges::any_of(model_.speeds, [&](const Speed& u) { return u.rate_of == q; });
    }

    double distance_of(const ClosedForm& form) const {
        double sum = 0;
        for (const ClosedCoordinate& x : form.coordinates) {
            double off = start_(x.value) - start_.values().q[x.coordinate.value];
            if (model_.coordinates[x.coordinate.value].angle) off = std::remainder(off, 2 * std::numbers::pi);
            sum += off * off;
        }
        return sum;
    }

    // The rows hold at the start and in its neighbourhood.
    bool holds_near(const ClosedForm& form) const {
        RandomNumbers random(11);
        for (const double step : {0.0, 1e-3, 1e-3, 1e-2, 1e-2}) {
            ModelValues values = start_.values();
            for (double& q : values.q) q += step * random.next();
            for (const ClosedCoordinate& x : form.coordinates) {
                const double value = start_.at(values, x.value);
                if (!std::isfinite(value)) return false;
                values.q[x.coordinate.value] = value;
            }
            double size = 1e-3;
            for (const ChainStep& s : chain_)
                for (const Expr& e : {s.shift[0], s.shift[1], s.shift[2]})
                    size = std::max(size, std::abs(start_.at(values, e)));
            for (const ConstraintRow& row : rows_)
                if (!(std::abs(start_.at(values, row.phi)) < closes * size)) return false;
        }
        return true;
    }

    // The angle that a cut hinge measures, from the axes on both of its sides.
    std::vector<ClosedCoordinate> with_measured(std::vector<ClosedCoordinate> found) const {
        const Constraint& c = model_.constraints[constraint_];
        if (c.kind != Constraint::Kind::hinge || c.cut.hinge.coordinates.empty()) return found;
        const CutHinge& cut = c.cut;
        const Vec3<Expr>& a = cut.hinge.motions[0].axis;
        const Mat3<Expr> M = cut.orient * rotation_between(model_, kinematics_, {"", cut.A, {}}, {"", cut.B, {}});
        Expr sine, cosine;
        for (std::size_t k = 0; k < 3; ++k)
            if (a[(k + 1) % 3].is_zero() && a[(k + 2) % 3].is_zero()) {
                sine = a[k] * M((k + 2) % 3, (k + 1) % 3), cosine = M((k + 1) % 3, (k + 1) % 3);
                break;
            } else if (k == 2) {
                const Vec3<Expr> twice{{M(2, 1) - M(1, 2), M(0, 2) - M(2, 0), M(1, 0) - M(0, 1)}};
                sine = dot(a, twice), cosine = M(0, 0) + M(1, 1) + M(2, 2) - graph_.integer(1);
            }
        found.push_back({cut.hinge.coordinates[0], graph_.binary(Op::atan2, graph_.own(sine), graph_.own(cosine))});
        return found;
    }

    const Model& model_;
    const Kinematics& kinematics_;
    Graph& graph_;
    const std::size_t constraint_;
    Start start_;
    std::vector<ChainStep> chain_;
    std::vector<ConstraintRow> rows_;
    bool is_fit_ = false;
};

// Whose start the user holds, or which others set or read as they are.
std::set<CoordinateIndex> kept_coordinates(const Model& model) {
    std::set<CoordinateIndex> kept;
    const auto keep = [&](const auto& what) {
        std::visit(
            [&](const auto& entry) {
                using Entry = std::decay_t<decltype(entry)>;
                if constexpr (std::is_same_v<Entry, CoordinateIndex>) kept.insert(entry);
                if constexpr (std::is_same_v<Entry, SpeedIndex>)
                    if (const auto of = model.speeds[entry.value].rate_of) kept.insert(*of);
            },
            what);
    };
    for (const HeldValue& value : model.held) keep(value);
    for (const StageRoutine& routine : model.stage_routines)
        for (const StageRoutine::Told& told : routine.arguments) keep(told);
    for (const Event& event : model.events)
        for (const Event::Setting& setting : event.settings) keep(setting.what);
    for (const Body& body : model.bodies)
        if (body.hinge.quasi != Quasi::none || body.elastic)
            kept.insert(body.hinge.coordinates.begin(), body.hinge.coordinates.end());
    return kept;
}

}  // namespace

SolvedLoops solved_loops(const Model& given, const std::set<std::string>& asked, const std::set<std::string>& kept) {
    SolvedLoops solved{.model = given};
    if (given.small.any()) return solved;
    std::map<std::string, SolvedCoordinate> found;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        const Model model = solved.model;
        const Kinematics kinematics = compute_kinematics(model);
        const ConstraintRows rows = form_constraints(model, kinematics);
        std::set<CoordinateIndex> still_asked, all_kept = kept_coordinates(model);
        for (std::size_t k = 0; k < model.coordinates.size(); ++k) {
            if (asked.contains(model.coordinates[k].name)) still_asked.insert(CoordinateIndex(k));
            if (kept.contains(model.coordinates[k].name)) all_kept.insert(CoordinateIndex(k));
        }
        if (!asked.empty() && still_asked.empty()) break;
        for (std::size_t c = 0; c < model.constraints.size() && !goes_on; ++c) {
            const std::vector<ClosedCoordinate> closed =
                Loop(model, kinematics, rows, c).solution(still_asked, all_kept);
            if (closed.empty()) continue;
            goes_on = true;
            for (const ClosedCoordinate& x : closed)
                found[model.coordinates[x.coordinate.value].name] = {model.coordinates[x.coordinate.value], x.value};
            WithoutCoordinates reduced = without_coordinates(model, c, closed);
            solved.model = std::move(reduced.model);
            Substitution now(*given.graph);
            for (const auto& [symbol, value] : reduced.meanings) now.replace(symbol, value);
            for (auto& [name, coordinate] : found) coordinate.value = now(coordinate.value);
            for (auto& [symbol, value] : solved.meanings) value = now(value);
            solved.meanings.insert(solved.meanings.end(), reduced.meanings.begin(), reduced.meanings.end());
        }
    }
    for (const Coordinate& q : given.coordinates)
        if (const auto place = found.find(q.name); place != found.end()) solved.coordinates.push_back(place->second);
    return solved;
}

}  // namespace lag
