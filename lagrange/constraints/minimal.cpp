#include "lagrange/constraints/minimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/constraints/closed_loops.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/constraints/elimination_states.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "lagrange/dynamics/loads.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/kinematics/energy_loads.hpp"

namespace lag {

namespace {

// What rows may lack of closing where the last step begins, m, rad or of a cosine: behind it its square is left.
const char* const closed_enough = "1e-5";

class Reduction {
  public:
    Reduction(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
              const ClosedLoops& closed)
        : model_(model),
          kinematics_(kinematics),
          constraints_(constraints),
          elimination_(closed.elimination),
          closed_(closed),
          graph_(*model.graph),
          motion_(graph_),
          place_(model.speeds.size()),
          solved_(model.speeds.size(), nullptr) {
        for (std::size_t k = 0; k < elimination_.independent.size(); ++k)
            place_[elimination_.independent[k].value] = SpeedIndex(k);
        for (const DependentSpeed& d : elimination_.dependent) {
            solved_[d.speed.value] = &d;
            motion_.replace(symbol(model, d.speed), d.value);
        }
        for (const auto& [coordinate, value] : closed.coordinates) motion_.replace(coordinate, value);
    }

    MinimalSystem run() {
        MinimalSystem system{.model = model_, .kinematics = kinematics_, .energy = reduced_energy()};
        for (Link& link : system.kinematics.links) reduce(link);
        for (std::vector<Rotation>* const rotations : {&system.kinematics.spin, &system.kinematics.turned})
            for (Rotation& rotation : *rotations) rotation = reduced(rotation);
        for (Expr& rate : system.kinematics.coordinate_rates) rate = reduced(rate);
        reduce_loads(system.model);
        reduce_results(system.model);
        reduce_tables(system.model);
        system.solved_out = solved_out();
        system.whole = MinimalSystem::Whole{.model = model_, .kinematics = kinematics_, .constraints = constraints_};
        return system;
    }

  private:
    Expr reduced(Expr e) { return motion_(graph_.own(e)); }
    Vec3<Expr> reduced(const Vec3<Expr>& v) { return {{reduced(v[0]), reduced(v[1]), reduced(v[2])}}; }
    Rotation reduced(Rotation rotation) {
        if (rotation.kind == Rotation::Kind::elementary)
            rotation.sine = reduced(rotation.sine), rotation.cosine = reduced(rotation.cosine);
        if (rotation.kind == Rotation::Kind::general)
            for (auto& row : rotation.matrix.rows)
                for (Expr& e : row) e = reduced(e);
        return rotation;
    }

    void reduce(Link& link) {
        std::map<SpeedIndex, SpeedColumn> columns;
        const auto add = [&](SpeedIndex independent, const Vec3<Expr>& w, const Vec3<Expr>& v) {
            SpeedColumn& column = columns[place_[independent.value]];
            column.speed = place_[independent.value];
            column.w = column.w + w;
            column.v = column.v + v;
        };
        link.rotation = reduced(link.rotation);
        link.o = reduced(link.o);
        link.w_rel = reduced(link.w_rel);
        link.v_rel = reduced(link.v_rel);
        link.w_bias = reduced(link.w_bias);
        link.v_bias = reduced(link.v_bias);
        link.w_drift = reduced(link.w_drift);
        link.v_drift = reduced(link.v_drift);
        for (SpeedColumn& column : link.columns) {
            column.w = reduced(column.w);
            column.v = reduced(column.v);
            const DependentSpeed* const d = solved_[column.speed.value];
            if (d == nullptr) {
                add(column.speed, column.w, column.v);
                continue;
            }
            for (const auto& [independent, coefficient] : d->T)
                add(independent, coefficient * column.w, coefficient * column.v);
            link.w_drift = link.w_drift + d->drift * column.w;
            link.v_drift = link.v_drift + d->drift * column.v;
            link.w_bias = link.w_bias + d->bias * column.w;
            link.v_bias = link.v_bias + d->bias * column.v;
        }
        link.columns.clear();
        for (auto& [speed, column] : columns)
            if (!is_zero(column.w) || !is_zero(column.v)) link.columns.push_back(std::move(column));
    }

    // What replaces accelerations, u_D' = T u_I' + bias, speeds and coordinates.
    Substitution motion() const {
        Substitution motion(graph_);
        for (const auto& [coordinate, value] : closed_.coordinates) motion.replace(coordinate, value);
        for (const DependentSpeed& d : elimination_.dependent) {
            motion.replace(symbol(model_, d.speed), d.value);
            Expr acceleration = d.bias;
            for (const auto& [independent, coefficient] : d.T)
                acceleration += coefficient * acceleration_symbol(model_, independent);
            motion.replace(acceleration_symbol(model_, d.speed), acceleration);
        }
        return motion;
    }

    // Rows of the whole mechanism -> rows of the independent speeds: r_I + T^T r_D.
    template <class Row>
    void project(std::size_t row, Row add) const {
        const DependentSpeed* const d = solved_[row];
        if (d == nullptr) return add(place_[row].value, graph_.integer(1));
        for (const auto& [independent, coefficient] : d->T) add(place_[independent.value].value, coefficient);
    }
    EnergyTerms reduced_energy() {
        const EnergyTerms whole = energy_terms(model_, kinematics_);
        if (whole.empty()) return {};
        const std::size_t n = elimination_.independent.size();
        EnergyTerms energy{{},
                           std::vector<Expr>(n, graph_.integer(0)),
                           std::vector<Expr>(n, graph_.integer(0)),
                           reduced(whole.kinetic)};
        const auto add_mass = [&](std::size_t row, std::size_t column, Expr m) {
            project(row, [&](std::size_t i, Expr by_row) {
                project(column, [&](std::size_t j, Expr by_column) {
                    if (i < j) return;
                    Expr& entry = energy.mass.emplace(std::pair(i, j), graph_.integer(0)).first->second;
                    entry = entry + by_row * by_column * m;
                });
                if (const DependentSpeed* const d = solved_[column]; d != nullptr)
                    energy.bias[i] = energy.bias[i] + by_row * m * d->bias;
            });
        };
        for (const auto& [place, entry] : whole.mass) {
            const Expr m = reduced(entry);
            add_mass(place.first, place.second, m);
            if (place.first != place.second) add_mass(place.second, place.first, m);
        }
        if (!whole.weight.empty()) energy.weight.assign(n, graph_.integer(0));
        for (std::size_t row = 0; row < whole.weight.size(); ++row)
            project(row, [&](std::size_t i, Expr by) {
                energy.weight[i] = energy.weight[i] + by * reduced(whole.weight[row]);
            });
        Substitution substitute = motion();
        for (std::size_t row = 0; row < whole.bias.size(); ++row)
            project(row, [&](std::size_t i, Expr by) {
                energy.bias[i] = energy.bias[i] + by * reduced(whole.bias[row]);
                energy.inertia[i] = energy.inertia[i] + by * substitute(whole.inertia[row]);
            });
        return energy;
    }

    void reduce_loads(Model& model) {
        for (ForceLoad& load : model.forces) load.components = reduced(load.components);
        for (TorqueLoad& load : model.torques) load.components = reduced(load.components);
        for (LineLoad& load : model.line_loads) load.value = reduced(load.value);
        for (Potential& load : model.potentials) {
            if (!closed_.coordinates.empty()) {
                load.slopes = potential_slopes(model_, load);
                for (auto& [q, slope] : *load.slopes) slope = reduced(slope);
            }
            load.value = reduced(load.value);
        }
        for (Dissipation& load : model.dissipations) load.value = reduced(load.value);
        for (ExternalRoutine& routine : model.externals)
            for (Expr& argument : routine.arguments) argument = reduced(argument);
        model.hinge_loads.clear();
        for (const HingeLoad& load : model_.hinge_loads) {
            const Expr value = reduced(load.value);
            if (load.cut) {  // works through its coordinate's rate, which is reduced already
                model.hinge_loads.push_back({load.speed, value, load.cut});
                continue;
            }
            const DependentSpeed* const d = solved_[load.speed.value];
            if (d == nullptr) {
                model.hinge_loads.push_back({place_[load.speed.value], value});
                continue;
            }
            for (const auto& [independent, coefficient] : d->T)
                model.hinge_loads.push_back({place_[independent.value], coefficient * value});
        }
    }

    // M u' - f of the dependent speeds, by recursion over the whole mechanism: minus B_D^T lambda.
    std::vector<Expr> dependent_rows() {
        const std::vector<Vec3<Expr>> omega = link_angular_velocities(kinematics_);
        std::vector<Wrench> wrenches =
            inertia_wrenches(model_, kinematics_, omega,
                             link_accelerations(model_, kinematics_, omega, Accelerations::symbols, -model_.gravity));
        const std::vector<Wrench> applied = applied_wrenches(model_, kinematics_);
        for (std::size_t l = 1; l < wrenches.size(); ++l) {
            wrenches[l].force = wrenches[l].force - applied[l].force;
            wrenches[l].moment = wrenches[l].moment - applied[l].moment;
        }
        accumulate_inward(kinematics_, wrenches);
        std::vector<Expr> rows = lag::project(model_, kinematics_, wrenches);
        const EnergyTerms energy = energy_terms(model_, kinematics_);
        for (std::size_t u = 0; u < energy.inertia.size(); ++u) rows[u] += energy.inertia[u];
        const std::vector<Expr> direct = direct_loads(model_, kinematics_);
        Substitution substitute = motion();
        std::vector<Expr> result;
        for (const DependentSpeed& d : elimination_.dependent) {
            const Expr row = rows[d.speed.value] - direct[d.speed.value];
            result.push_back(substitute(row));
        }
        return result;
    }

    void reduce_results(Model& model) {
        Substitution all = motion();
        std::vector<Expr*> values;
        for (Output& output : model.outputs) values.push_back(&output.value);
        for (StateVariable& s : model.states) values.push_back(&s.rate);
        for (Event& event : model.events) {
            values.push_back(&event.function);
            for (Event::Setting& setting : event.settings) values.push_back(&setting.value);
        }
        const bool wants_loads = std::any_of(values.begin(), values.end(), [&](const Expr* e) {
            return (graph_.node(graph_.own(*e)).dependence & bit(Role::multiplier)) != 0;
        });
        if (wants_loads) {
            std::vector<Expr> load = dependent_rows();
            for (Expr& e : load) e = -e;
            const std::vector<Expr> lambda = multipliers(elimination_, load);
            for (const LeftOutRow& none : constraints_.left_out)
                all.replace(multiplier_symbol(model_, none.row.constraint, none.row.component), Expr{&graph_, 0});
            for (std::size_t r = 0; r < lambda.size(); ++r) {
                const ConstraintRow& row = constraints_.rows[r];
                all.replace(multiplier_symbol(model_, row.constraint, row.component), lambda[r]);
            }
        }
        for (Expr* const value : values) *value = all(graph_.own(*value));
    }

    void reduce_tables(Model& model) const {
        model.speeds.clear();
        for (const SpeedIndex u : elimination_.independent) model.speeds.push_back(model_.speeds[u.value]);
        for (Body& body : model.bodies) {
            std::vector<SpeedIndex> left;
            for (const SpeedIndex u : body.hinge.speeds)
                if (solved_[u.value] == nullptr) left.push_back(place_[u.value]);
            body.hinge.speeds = std::move(left);
        }
        reduce_names(model);
        model.constraints.clear();
        // in the system's `energy`, with what flexible bodies have beside rigid ones of their present shape
        model.kinetic_terms.clear();
        for (Body& body : model.bodies)
            if (body.elastic)
                body.elastic = std::make_shared<const ElasticBody>(
                    ElasticBody{{}, {}, body.elastic->moment, body.elastic->inertia, {}, {}, {}});
        model.treatment = {};
    }

    // What the start holds and what routines of the user's are told.
    void reduce_names(Model& model) const {
        model.held.clear();
        for (HeldValue value : model_.held) {
            if (SpeedIndex* const u = std::get_if<SpeedIndex>(&value)) {
                if (solved_[u->value] != nullptr) continue;
                *u = place_[u->value];
            }
            model.held.push_back(value);
        }
        for (StageRoutine& routine : model.stage_routines)
            for (StageRoutine::Told& told : routine.arguments)
                if (const SpeedIndex* const u = std::get_if<SpeedIndex>(&told)) {
                    const DependentSpeed* const d = solved_[u->value];
                    if (d == nullptr) {
                        told = place_[u->value];
                    } else {
                        told = DependentIndex(static_cast<std::size_t>(d - elimination_.dependent.data()));
                    }
                }
    }

    SolvedOut solved_out() {
        SolvedOut out;
        for (ConstraintRow row : constraints_.rows) {
            row.phidot = reduced(row.phidot);
            row.gamma = reduced(row.gamma);
            row.B.clear();
            out.rows.push_back(std::move(row));
        }
        for (const DependentSpeed& d : elimination_.dependent) {
            const Speed& speed = model_.speeds[d.speed.value];
            out.dependent.push_back({speed.name, speed.unit, d.value});
        }
        std::vector<EliminationPivot> pivots = closed_.passed;
        pivots.insert(pivots.end(), elimination_.pivots.begin(), elimination_.pivots.end());
        for (const EliminationPivot& pivot : pivots)
            if (!pivot.holds.is_one())
                out.divisors.push_back({pivot.row, model_.speeds[pivot.speed.value].name, pivot.divisor, pivot.holds});
        const Expr open = graph_.constant(parse_rational(closed_enough));
        for (std::size_t r = 0; r < closed_.errors.size(); ++r) {
            const Expr error = closed_.errors[r];
            if (!error.is_zero())
                out.closed.push_back({r, error, graph_.binary(Op::less, graph_.unary(Op::abs, error), open)});
        }
        return out;
    }

    const Model& model_;
    const Kinematics& kinematics_;
    const ConstraintRows& constraints_;
    const Elimination& elimination_;
    const ClosedLoops& closed_;
    Graph& graph_;
    Substitution motion_;                        // of speeds and coordinates
    std::vector<SpeedIndex> place_;              // by speed of the whole model: its place among the independent ones
    std::vector<const DependentSpeed*> solved_;  // by speed of the whole model; null: independent
};

bool holds_states(const Model& model, const Constraint& constraint) {
    return constraint.value.graph != nullptr &&
           (model.graph->node(model.graph->own(constraint.value)).dependence & bit(Role::state)) != 0;
}

// Which speeds are independent would change with the flags; what an impulse does to the rows is not kept. Dependent
// speeds would hold states, and mass matrix and kinematics with them.
void refuse_uneliminated(const Model& model) {
    const std::string hint = "use options(constraints = multipliers)";
    for (std::size_t c = 0; c < model.constraints.size(); ++c)
        if (model.constraints[c].of_contact) {
            const std::string row = row_name(model, c, 0);
            throw ModelError(
                fmt::format("constraints = eliminate cannot take '{}', a row of a contact or of dry friction", row),
                hint, {Subject::Kind::row, row});
        } else if (model.constraints[c].is_switched()) {
            const std::string row = row_name(model, c, 0);
            throw ModelError(
                fmt::format("constraints = eliminate cannot take '{}', which is switched on and off by '{}'", row,
                            model.graph->symbol_of(model.constraints[c].active).name),
                hint, {Subject::Kind::row, row});
        } else if (holds_states(model, model.constraints[c])) {
            const std::string row = row_name(model, c, 0);
            throw ModelError(fmt::format("constraints = eliminate cannot take '{}', which holds states", row), hint,
                             {Subject::Kind::row, row});
        }
    for (const Event& event : model.events)
        if (!event.impulses.empty())
            throw ModelError(fmt::format("constraints = eliminate cannot take the impulses of event '{}'", event.name),
                             hint);
}

}  // namespace

MinimalSystem minimal_system(const Model& model, const Kinematics& kinematics) {
    if (model.treatment.mode != ConstraintTreatment::Mode::eliminate)
        return {.model = model, .kinematics = kinematics, .energy = energy_terms(model, kinematics)};
    refuse_uneliminated(model);
    ConstraintRows stated = form_constraints(model, kinematics);
    const RowStudy study = study_rows(model, kinematics, stated);
    const std::string special =
        study.singular_at_defaults.empty() ? "" : stated.rows[study.singular_at_defaults.front()].name;
    const ConstraintRows constraints = without_dependent(std::move(stated), study);
    if (constraints.rows.empty())
        return {.model = model, .kinematics = kinematics, .energy = energy_terms(model, kinematics)};
    if (!special.empty() && constraints.rows.size() >= model.speeds.size())
        throw ModelError(fmt::format("the constraint rows leave no motion but at special values of the parameters, as "
                                     "the defaults are: there, row '{}' depends on the others",
                                     special),
                         "where the values are to stay so related, write them as expressions of one parameter, or as "
                         "numbers");
    ClosedLoops closed{.elimination = eliminate(model, constraints, model.treatment.dependent,
                                                elimination_states(model, kinematics, constraints, study))};
    if (model.treatment.closes_loops && can_close_loops(model, constraints))
        closed = closed_loops(model, kinematics, constraints, closed.elimination);
    MinimalSystem system = Reduction(model, kinematics, constraints, closed).run();
    system.whole->weights = row_weights(model, kinematics, constraints, study.states);
    return system;
}

}  // namespace lag
