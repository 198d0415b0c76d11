#include "lagrange/formulations/equations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "lagrange/dynamics/elastic_terms.hpp"
#include "lagrange/dynamics/energy_terms.hpp"
#include "lagrange/dynamics/kinetic_energy.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/dynamics/loads.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/formulations/articulated.hpp"
#include "lagrange/formulations/composite.hpp"
#include "lagrange/formulations/free_points.hpp"
#include "lagrange/formulations/labels.hpp"
#include "lagrange/formulations/lacking_hinges.hpp"
#include "lagrange/formulations/recursion_slopes.hpp"
#include "lagrange/formulations/truncated_equations.hpp"
#include "lagrange/formulations/turner.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

namespace {

std::vector<Wrench> difference(std::vector<Wrench> inertia, const std::vector<Wrench>& applied) {
    for (std::size_t l = 1; l < inertia.size(); ++l) {
        inertia[l].force = inertia[l].force - applied[l].force;
        inertia[l].moment = inertia[l].moment - applied[l].moment;
    }
    return inertia;
}

// `more` may be empty.
void add(std::vector<Wrench>& wrenches, const std::vector<Wrench>& more) {
    for (std::size_t l = 0; l < more.size(); ++l) {
        wrenches[l].force = wrenches[l].force + more[l].force;
        wrenches[l].moment = wrenches[l].moment + more[l].moment;
    }
}

// Inertia wrenches less applied ones, accumulated inward.
std::vector<Wrench> accumulated(const Kinematics& k, std::vector<Wrench> inertia, const std::vector<Wrench>& applied,
                                const LaneBoundary& boundary) {
    std::vector<Wrench> wrenches = difference(std::move(inertia), applied);
    accumulate_inward(k, wrenches, &boundary);
    return wrenches;
}

// The mass matrix of the bodies and of the explicit energies.
std::vector<MassEntry> with_energy(std::vector<MassEntry> entries,
                                   std::map<std::pair<std::size_t, std::size_t>, Expr> all) {
    if (all.empty()) return entries;
    for (const MassEntry& entry : entries) {
        const auto [place, is_new] = all.emplace(std::pair(entry.row, entry.column), entry.value);
        if (!is_new) place->second = entry.value + place->second;
    }
    entries.clear();
    for (const auto& [place, value] : all) entries.push_back({place.first, place.second, value});
    return entries;
}

// The rows they give, less the loads that act on one row.
std::vector<Expr> rows_of(const Model& model, const Kinematics& k, const std::vector<Wrench>& wrenches,
                          const std::vector<Expr>& direct) {
    std::vector<Expr> rows = project(model, k, wrenches);
    for (std::size_t u = 0; u < rows.size(); ++u) rows[u] -= direct[u];
    return rows;
}

std::vector<Expr> negated(std::vector<Expr> rows) {
    for (Expr& row : rows) row = -row;
    return rows;
}

// M, and B below it with nothing on the multipliers' diagonal; without the rows of contacts.
SymmetricPattern pattern_of(const Model& model, const Equations& equations) {
    const std::size_t nu = model.speeds.size();
    const ConstraintRows& constraints = equations.system_rows.rows;
    std::vector<int> signs(nu, +1);
    const std::vector<std::size_t> rows = bilateral_rows(constraints);
    signs.resize(nu + rows.size(), -1);
    SymmetricPattern pattern(signs);
    const auto insert = [&](std::size_t row, std::size_t column, const Expr& value) {
        const bool constant = (model.graph->node(value).dependence & ~(bit(Role::parameter) | in_lanes)) == 0;
        constant ? pattern.insert_constant(row, column) : pattern.insert(row, column);
    };
    for (const MassEntry& entry : with_weighted_rows(equations.mass_matrix, constraints, equations.weights))
        insert(entry.row, entry.column, entry.value);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const ConstraintRow& row = constraints.rows[rows[k]];
        for (const auto& [speed, coefficient] : row.B) insert(nu + k, speed.value, coefficient);
        if (row.is_switched()) pattern.insert_vanishing(nu + k);
    }
    for (std::size_t u = 0; u < nu; ++u) pattern.set_lanes(u, model.graph->lanes_of(symbol(model, SpeedIndex(u))));
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (const auto& [speed, coefficient] : constraints.rows[rows[k]].B)
            pattern.set_lanes(nu + k, std::max(pattern.lanes(nu + k), pattern.lanes(speed.value)));
    if (equations.firm_in_lanes) pattern.set_firm_parts();
    // rows of contacts, whose numbers would differ, stand in no lean system
    for (const auto& [row, speed] : equations.system_rows.firm) pattern.insert_firm(nu + row, speed.value);
    return pattern;
}

std::vector<Regrouping> treatment_of_links(const Kinematics& k, const FormulationChoice& choice) {
    std::vector<Regrouping> by_link(k.links.size(), choice.regrouping);
    for (const auto& [link, treatment] : choice.except) by_link.at(link) = treatment;
    return by_link;
}

// Regrouped in the links' own axes, where what does not move is known; then seen from the axes in use.
std::vector<Inertia> inertias_of(const Model& model, const Kinematics& k, const FormulationChoice& choice) {
    const Kinematics& own = k.own_axes ? *k.own_axes : k;
    std::vector<Inertia> inertias = regrouped(model, own, link_inertias(model, own), treatment_of_links(own, choice));
    for (std::size_t l = 1; l < k.turned.size(); ++l)
        inertias[l] = {inertias[l].mass, k.turned[l].inward(inertias[l].moment),
                       symmetric_inward(k.turned[l], inertias[l].J)};
    return inertias;
}

// Off the unit length of Euler parameters their matrix is no rotation; that of a body on ground carries nothing inward.
bool turns_by_rotations(const Model& model) {
    return std::ranges::none_of(
        model.bodies, [](const Body& body) { return body.hinge.euler_parameters && body.inboard.value != 0; });
}

class EquationBuilder {
  public:
    EquationBuilder(const MinimalSystem& system, const Partials& partials, const FormulationChoice& choice,
                    const IndependentRows& rows)
        : EquationBuilder(system.model, system.kinematics, partials, choice, rows, system.energy) {}
    EquationBuilder(const Model& model, const Kinematics& k, const Partials& partials, const FormulationChoice& choice,
                    const IndependentRows& rows, const EnergyTerms& energy)
        : model_(model),
          k_(k),
          partials_(partials),
          energy_(energy),
          choice_(choice),
          boundary_(model, k),
          inertias_(inertias_of(model, k, choice)),
          up_(-model.gravity),
          omega_(link_angular_velocities(k)),
          loads_(loads_by_reach(model, k)),
          lacking_(model),
          labels_(model, k) {
        choice_.absorbing =
            choice.absorbing && energy.empty() && !model.small.any();  // absorbed accelerations are those of links
        equations_.graph = model.graph;
        equations_.kinematic_equations = k.coordinate_rates;
        equations_.constraints = lacking_.of_rows(rows.rows);
        const auto lean = rows.lean.find(choice.loop_axes);
        equations_.system_rows = lean != rows.lean.end() ? lean->second
                                                         : lean_rows(model, k, equations_.constraints, choice.loop_axes,
                                                                     rows.of_whole.get());
        equations_.firm_in_lanes = rows.firm_in_lanes;
        equations_.consistent_states = rows.states;
        equations_.weights = rows.weights;
    }

    void form_system() {
        if (is_recursion(choice_.formulation)) return choice_.free_points.empty() ? solve() : solve_at_free_points();
        equations_.mass_matrix = lacking_.of_mass_matrix(mass_matrix());
        equations_.pattern = pattern_of(model_, equations_);
        labels_.add_mass_matrix(equations_.mass_matrix);
        if (choice_.absorbing) {
            AbsorbedAccelerations taken = absorbed_accelerations(model_, k_, omega_, up_);
            linear_system().absorbed_right_side =
                lacking_.of_values(negated(inertia_less_loads(taken.links, ", at the absorbed u'")));
            equations_.absorbed = std::move(taken.absorbed);
        } else {
            form_right_side();
        }
    }

    void form_the_rest(bool with_mass_matrix) {
        const bool pushed = std::ranges::any_of(model_.events, [](const Event& e) { return !e.impulses.empty(); });
        const bool has_rows = !equations_.constraints.rows.empty();
        if (can_move_onto(model_, equations_.constraints, equations_.weights))
            equations_.motion_onto_rows = motion_onto(equations_.system_rows);
        const bool is_projected_with = has_rows && !equations_.motion_onto_rows;
        equations_.has_mass_matrix =
            with_mass_matrix || pushed || is_projected_with || equations_.linear_system() != nullptr;
        if (equations_.solved() != nullptr && equations_.has_mass_matrix) {
            equations_.mass_matrix = mass_matrix();
            equations_.pattern = pattern_of(model_, equations_);
            labels_.add_mass_matrix(equations_.mass_matrix);
        }
        if (equations_.right_side.empty()) form_right_side();
        equations_.inverse_dynamics = rows_with_energies(Accelerations::symbols, "");
        // with Euler parameters the derivatives of u' cannot go by the recursion: it extends differently off
        // their unit length
        if (choice_.formulation == Formulation::composite && !quaternions(model_).empty() && !model_.small.any())
            linear_system().mass_times_unknowns = mass_times_unknowns();
        equations_.generalized_forces = generalized_forces();
        equations_.kinetic_energy = kinetic_energy(model_, k_);
        if (!energy_.empty()) equations_.kinetic_energy += energy_.kinetic;
        equations_.potential_energy = potential_energy(model_, k_);
    }

    // Of limbs in lanes too.
    std::vector<Expr> inverse_dynamics() {
        const std::vector<Wrench> wrenches =
            accumulated(k_, inertia_wrenches_at(link_accelerations(model_, k_, omega_, Accelerations::symbols, up_)),
                        loads_.wrenches, boundary_);
        return rows_of(model_, k_, wrenches, loads_.direct);
    }

    // Of a tree with a chain in segments.
    SegmentedProduct product_with_segments() const {
        const SegmentedChain chain(model_, k_, inertias_, choice_.segments, choice_.blocks.joints, omega_,
                                   link_accelerations(model_, k_, omega_, Accelerations::zero, up_));
        const WrenchesAt wrenches_at = [this](const std::vector<LinkAcceleration>& accelerations) {
            return difference(inertia_wrenches_at(accelerations), loads_.wrenches);
        };
        return segmented_product(model_, k_, chain, inertias_, wrenches_at, omega_, up_, loads_.direct);
    }
    void load_segments(std::vector<Expr> moments) { on_segments_ = std::move(moments); }

    std::optional<InverseDynamicsSlopes> slopes_of_inverse_dynamics(std::span<const Expr> symbols) {
        // in axes that do not turn inertias depend on coordinates
        if (!energy_.empty() || has_flexible_bodies(model_) || k_.own_axes || !turns_by_rotations(model_) ||
            model_.small.any())
            return std::nullopt;
        RecursionAtLinks recursion{composite_inertias(k_, inertias_, &boundary_),
                                   omega_,
                                   link_accelerations(model_, k_, omega_, Accelerations::symbols, up_),
                                   {}};
        recursion.wrenches = inertia_wrenches_at(recursion.acceleration);
        accumulate_inward(k_, recursion.wrenches, &boundary_);
        // the results of a routine move with its arguments
        const std::vector<Expr> of_inertia = project(model_, k_, recursion.wrenches);
        if (std::ranges::any_of(of_inertia, [](const Expr& e) {
                return (e.graph->node(e).dependence & bit(Role::external_result)) != 0;
            }))
            return std::nullopt;
        auto slopes = recursion_slopes(model_, k_, recursion, symbols);
        if (!slopes) return std::nullopt;
        const std::vector<Wrench> none(k_.links.size());
        return InverseDynamicsSlopes{
            *std::move(slopes), rows_of(model_, k_, accumulated(k_, none, loads_.wrenches, boundary_), loads_.direct)};
    }

    std::shared_ptr<const MotionOntoRows> motion_onto(const LeanRows& rows) const {
        return std::make_shared<const MotionOntoRows>(model_, k_, inertias_, rows);
    }

    std::vector<MassEntry> mass_matrix() const {
        if (choice_.formulation == Formulation::turner || !at_links())
            return with_energy(mass_matrix_of_bodies(), energy_.mass);
        const TermsAtLinks& here = *energy_.at_links;
        return with_energy(composite_mass_matrix(k_, inertias_, here.momenta), here.mass);
    }

    Equations take() {
        labels_.add_kinematics();
        labels_.add_partials(partials_);
        labels_.add_loads();
        equations_.labels = labels_.take();
        return std::move(equations_);
    }

  private:
    LinearSystem& linear_system() { return std::get<LinearSystem>(equations_.accelerations); }
    bool bodies_as_they_are() const {
        return choice_.regrouping == Regrouping::none && choice_.except.empty() && !has_flexible_bodies(model_) &&
               k_.at_free_points.empty();
    }

    std::vector<MassEntry> mass_matrix_of_bodies() const {
        if (choice_.formulation != Formulation::turner) return composite_mass_matrix(k_, inertias_, &boundary_);
        return bodies_as_they_are() ? turner_mass_matrix(model_, partials_) : turner_mass_matrix(partials_, inertias_);
    }

    std::vector<Expr> mass_times_unknowns() const {
        std::vector<Expr> x;
        for (std::size_t u = 0; u < model_.speeds.size(); ++u) x.push_back(acceleration_symbol(model_, SpeedIndex{u}));
        std::vector<Expr> product = composite_mass_times(k_, inertias_, x);
        for (const auto& [place, value] : energy_.mass) {
            product[place.first] += value * x[place.second];
            if (place.first != place.second) product[place.second] += value * x[place.first];
        }
        return product;
    }

    // By the accelerations of other points of free bodies (free_points.hpp).
    void solve_at_free_points() {
        const Kinematics there = at_free_points(choice_.free_points, k_);
        FormulationChoice choice = choice_;
        choice.free_points.clear();
        EquationBuilder builder(model_, there, partials_, choice, {}, energy_);
        builder.inertias_ = at_free_points(choice_.free_points, inertias_);
        builder.loads_ = at_free_points(choice_.free_points, k_, loads_);
        builder.solve();
        auto solved = std::get<SolvedAccelerations>(std::move(builder.equations_.accelerations));
        for (std::size_t u = 0; u < builder.equations_.absorbed.size(); ++u)
            solved.accelerations[u] += builder.equations_.absorbed[u];
        back_to_origins(choice_.free_points, k_, solved.accelerations);
        labels_.add(builder.labels_.take());
        equations_.accelerations = std::move(solved);
    }

    // Accelerations straight from the recursion; velocity terms as wrenches on the links, not accumulated.
    void solve() {
        AbsorbedAccelerations taken{.links = link_accelerations(model_, k_, omega_, Accelerations::zero, up_),
                                    .absorbed = {}};
        if (choice_.absorbing) taken = absorbed_accelerations(model_, k_, omega_, up_);
        const std::vector<bool> deferred = deferred_speeds(model_, k_);
        LoopMotions motions;  // where the rows are in axes for that
        if (choice_.loop_axes == LoopAxes::own_speeds)
            motions = loop_motions(model_, k_, equations_.system_rows, deferred);
        if (!motions.loops.empty())
            taken = given_accelerations(model_, k_, omega_, up_, motions.taken(), choice_.absorbing);
        const TermsAtLinks* const shapes = energy_.at_links.get();
        std::optional<SegmentedChain> chain;
        if (choice_.segments > 0)
            chain.emplace(model_, k_, inertias_, choice_.segments, choice_.blocks.joints, omega_, taken.links);
        if (chain) chain->load(on_segments_);
        std::vector<Wrench> inertia = inertia_wrenches_at(chain ? chain->with_pins_at_rest() : taken.links);
        if (shapes != nullptr) add(inertia, elastic_wrenches(model_, k_, omega_, Accelerations::zero));
        const std::vector<Wrench> wrenches = difference(std::move(inertia), loads_.wrenches);
        labels_.add_velocities(omega_);
        labels_.add_accelerations(taken.links, choice_.absorbing ? ", at the absorbed u'" : ", at u' = 0");
        equations_.absorbed = std::move(taken.absorbed);
        if (choice_.formulation == Formulation::two_ended) {
            equations_.accelerations = two_ended_accelerations(model_, k_, inertias_, wrenches, loads_.direct);
            return;
        }
        if (chain) {
            equations_.accelerations = segmented_accelerations(model_, k_, inertias_, wrenches, loads_.direct, *chain);
            return;
        }
        const std::vector<RowAtLinks> rows =
            rows_at_links(model_, k_, equations_.system_rows, equations_.absorbed, deferred);
        SolvedAccelerations solved = articulated_accelerations(model_, k_, inertias_, wrenches, loads_.direct, shapes,
                                                               rows, motions, choice_.blocks);
        add_multipliers(motions, equations_.system_rows, solved.lacking, solved.multipliers);
        turn_to_stated(equations_.system_rows.loops, solved.multipliers);
        equations_.accelerations = std::move(solved);
    }

    std::vector<Wrench> inertia_wrenches_at(const std::vector<LinkAcceleration>& acceleration) const {
        return bodies_as_they_are() ? inertia_wrenches(model_, k_, omega_, acceleration)
                                    : inertia_wrenches(inertias_, omega_, acceleration);
    }

    // Flexible bodies' terms are in the axes in use, so that they are carried inward with all others.
    bool at_links() const { return energy_.at_links && !k_.own_axes; }

    std::vector<Expr> inertia_less_loads(const std::vector<LinkAcceleration>& acceleration, const std::string& at,
                                         const std::vector<Wrench>& of_shapes = {}) {
        std::vector<Wrench> all = inertia_wrenches_at(acceleration);
        add(all, of_shapes);
        const std::vector<Wrench> wrenches = accumulated(k_, std::move(all), loads_.wrenches, boundary_);
        labels_.add_velocities(omega_);
        labels_.add_accelerations(acceleration, at);
        const bool as_if_rigid = has_flexible_bodies(model_) && of_shapes.empty();
        labels_.add_wrenches(wrenches, at + (bodies_as_they_are() ? "" : ", inertias regrouped") +
                                           (as_if_rigid ? ", shapes as if rigid" : ""));
        return rows_of(model_, k_, wrenches, loads_.direct);
    }

    // The same with those of the explicit energies and of flexible bodies.
    std::vector<Expr> rows_with_energies(Accelerations accelerations, const std::string& at) {
        std::vector<Wrench> of_shapes;
        if (at_links()) of_shapes = elastic_wrenches(model_, k_, omega_, accelerations);
        std::vector<Expr> rows =
            inertia_less_loads(link_accelerations(model_, k_, omega_, accelerations, up_), at, of_shapes);
        const bool none = accelerations == Accelerations::zero;
        const std::vector<Expr>& more = at_links() ? (none ? energy_.at_links->bias : energy_.at_links->inertia)
                                                   : (none ? energy_.bias : energy_.inertia);
        for (std::size_t u = 0; u < more.size(); ++u) rows[u] += more[u];
        return rows;
    }

    void form_right_side() {
        equations_.right_side = lacking_.of_values(negated(rows_with_energies(Accelerations::zero, ", at u' = 0")));
        labels_.add_right_side(equations_.right_side);
    }

    // Gravity and loads alone: forces m (-g) on bodies that neither turn nor accelerate.
    std::vector<Expr> generalized_forces() const {
        std::vector<Wrench> weight(k_.links.size());
        std::vector<Vec3<Expr>> up_in(k_.links.size());
        up_in[0] = up_;
        for (std::size_t l = 1; l < k_.links.size(); ++l)
            up_in[l] = k_.links[l].rotation.outward(up_in[k_.links[l].inboard]);
        for (std::size_t b = 1; b < model_.bodies.size(); ++b) {
            const std::size_t l = k_.link_of_body[b];
            weight[l].force = model_.bodies[b].mass * up_in[l];
            weight[l].moment = model_.bodies[b].elastic ? cross(model_.bodies[b].elastic->moment, up_in[l])
                                                        : cross(mass_centre(model_, k_, b), weight[l].force);
        }
        std::vector<Expr> rows =
            rows_of(model_, k_, accumulated(k_, weight, loads_.wrenches, boundary_), loads_.direct);
        for (std::size_t u = 0; u < energy_.weight.size(); ++u) rows[u] += energy_.weight[u];
        return negated(rows);
    }

    const Model& model_;
    const Kinematics& k_;
    const Partials& partials_;
    const EnergyTerms& energy_;
    FormulationChoice choice_;
    LaneBoundary boundary_;
    std::vector<Inertia> inertias_;
    Vec3<Expr> up_;
    std::vector<Vec3<Expr>> omega_;
    Loads loads_;
    std::vector<Expr> on_segments_;  // moments on a chain in segments
    LackingHinges lacking_;
    Labels labels_;
    Equations equations_;
};

}  // namespace

namespace {

// The best that can be done where the tool may choose, as it must be where the model asks for it.
std::optional<NullSpaceChoice> choice_of_null_space(const Model& model, const Kinematics& k, const ConstraintRows& rows,
                                                    const RowStudy& study) {
    using Mode = ConstraintTreatment::Mode;
    const bool asked = model.treatment.mode == Mode::null_space;
    if ((!asked && model.treatment.mode != Mode::fastest) || permanent_rows(rows).empty()) return std::nullopt;
    if (asked) return null_space_choice(model, k, rows, study);
    try {
        return null_space_choice(model, k, rows, study);
    } catch (const ModelError&) {
        return std::nullopt;
    }
}

}  // namespace

IndependentRows form_independent_rows(const Model& model, const Kinematics& k) {
    ConstraintRows stated = form_constraints(model, k);
    RowStudy study = study_rows(model, k, stated);
    IndependentRows found{.rows = without_dependent(std::move(stated), study), .states = study.states};
    found.weights = row_weights(model, k, found.rows, found.states);
    found.null_space = choice_of_null_space(model, k, found.rows, study);
    return found;
}

namespace {

void without_multipliers(const Model& model, const FormulationChoice& choice, const IndependentRows& rows,
                         Equations& equations) {
    if (choice.null_space && rows.null_space) solve_in_null_space(model, *rows.null_space, equations);
}

void without_small_terms(const Model& model, Equations& equations) {
    if (!model.small.any()) return;
    truncate(model, equations);
    equations.system_rows = {equations.constraints, {}, {}};
    equations.pattern = pattern_of(model, equations);
}

// What elimination left behind, with names for what its checks are about.
void add_solved_out(Equations& equations, const SolvedOut& solved_out) {
    equations.solved_out = solved_out;
    for (const SolvedOut::Divisor& d : equations.solved_out.divisors)
        equations.labels.add(
            d.divisor,
            {fmt::format("divisor of {} in constraint row {}", d.speed, equations.solved_out.rows[d.row].name), {}});
    for (const SolvedOut::Dependent& d : equations.solved_out.dependent)
        equations.labels.add(d.value, {"dependent speed " + d.name, {}, Quantity::kinematics});
}

void add_whole(Equations& equations, const MinimalSystem::Whole& whole, const FormulationChoice& choice) {
    const auto& [model, kinematics, constraints, weights] = whole;
    const bool turner = choice.formulation == Formulation::turner;
    const Partials partials = turner ? compute_partials(model, kinematics) : Partials{};
    const EnergyTerms energy = energy_terms(model, kinematics);
    const EquationBuilder builder(model, kinematics, partials, choice, IndependentRows{.rows = constraints}, energy);
    std::vector<MassEntry> mass_matrix = builder.mass_matrix();
    for (const MassEntry& entry : mass_matrix)
        equations.labels.add(entry.value, {fmt::format("mass matrix of all speeds, {} by {}",
                                                       model.speeds[entry.row].name, model.speeds[entry.column].name),
                                           {}});
    equations.whole = std::make_shared<const WholeMechanism>(
        WholeMechanism{model, std::move(mass_matrix), kinematics.coordinate_rates, constraints, weights});
    if (can_move_onto(model, constraints, weights))
        equations.motion_onto_rows = builder.motion_onto({constraints, {}, {}});
}

}  // namespace

Equations form_system(const MinimalSystem& system, const Partials& partials, const FormulationChoice& choice,
                      const IndependentRows& rows) {
    EquationBuilder former(system, partials, choice, rows);
    former.form_system();
    Equations equations = former.take();
    add_solved_out(equations, system.solved_out);
    without_small_terms(system.model, equations);
    without_multipliers(system.model, choice, rows, equations);
    return equations;
}

std::vector<Expr> inverse_dynamics_of_tree(const MinimalSystem& system, const FormulationChoice& choice) {
    return EquationBuilder(system, {}, choice, {}).inverse_dynamics();
}

std::optional<InverseDynamicsSlopes> slopes_of_inverse_dynamics_of_tree(const MinimalSystem& system,
                                                                        const FormulationChoice& choice,
                                                                        std::span<const Expr> symbols) {
    return EquationBuilder(system, {}, choice, {}).slopes_of_inverse_dynamics(symbols);
}

SegmentedProduct product_with_segments(const MinimalSystem& system, const FormulationChoice& choice) {
    return EquationBuilder(system, {}, choice, {}).product_with_segments();
}

Equations form_system_with_moments(const MinimalSystem& system, const FormulationChoice& choice,
                                   const std::vector<Expr>& moments) {
    EquationBuilder former(system, {}, choice, {});
    former.load_segments(moments);
    former.form_system();
    return former.take();
}

Equations form_equations(const Model& model, const Kinematics& k, const Partials& partials,
                         const FormulationChoice& choice, bool mass_matrix) {
    const MinimalSystem whole{.model = model, .kinematics = k, .energy = energy_terms(model, k)};
    return form_equations(whole, partials, choice, form_independent_rows(model, k), mass_matrix);
}

Equations form_equations(const MinimalSystem& system, const Partials& partials, const FormulationChoice& choice,
                         const IndependentRows& rows, bool mass_matrix) {
    EquationBuilder former(system, partials, choice, rows);
    former.form_system();
    former.form_the_rest(mass_matrix);
    Equations equations = former.take();
    add_solved_out(equations, system.solved_out);
    if (system.whole) add_whole(equations, *system.whole, choice);
    without_small_terms(system.model, equations);
    without_multipliers(system.model, choice, rows, equations);
    return equations;
}

Equations form_equations(const MinimalSystem& system, const Partials& partials, const FormulationChoice& choice) {
    return form_equations(system, partials, choice, form_independent_rows(system.model, system.kinematics));
}

}  // namespace lag
