// Keeps what it has computed as long as the model only grows: kinematics are extended body by body while a script
// describes its system, equations are formed once when it first asks for a result.
#include "scripts/pipeline/mechanics.hpp"

#include <array>
#include <optional>

#include "core/errors.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "lagrange/constraints/solved_loops.hpp"
#include "lagrange/constraints/validate.hpp"
#include "lagrange/dynamics/energy_terms.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/formulations/momenta.hpp"
#include "lagrange/identification/regressor.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/paths.hpp"
#include "scripts/pipeline/linear_equations.hpp"
#include "scripts/pipeline/linearize.hpp"
#include "scripts/pipeline/motion_slopes.hpp"
#include "scripts/pipeline/trim.hpp"

namespace lag {

namespace {

class LagrangeMechanics final : public Mechanics {
  public:
    explicit LagrangeMechanics(ExternalSupport externals) : externals_(std::move(externals)) {}

    Vec3<Expr> position(const Model& model, const PointOnBody& P, const PointOnBody& Q,
                        const FrameOnBody& in) override {
        return lag::position(growing(model), P, Q, in);
    }
    Vec3<Expr> velocity(const Model& model, const PointOnBody& P, BodyIndex observer, const FrameOnBody& in) override {
        return lag::velocity(growing(model), P, observer, in);
    }
    Vec3<Expr> acceleration(const Model& model, const PointOnBody& P, BodyIndex observer,
                            const FrameOnBody& in) override {
        return lag::acceleration(model, growing(model), P, observer, in);
    }
    Vec3<Expr> angular_velocity(const Model& model, BodyIndex B, BodyIndex observer, const FrameOnBody& in) override {
        return lag::angular_velocity(growing(model), B, observer, in);
    }
    Mat3<Expr> rotation(const Model& model, const FrameOnBody& to, const FrameOnBody& from) override {
        return rotation_between(model, growing(model), to, from);
    }
    Expr distance(const Model& model, const PointOnBody& P, const PointOnBody& Q) override {
        return line_between(growing(model), P, Q).distance;
    }
    Expr distance_rate(const Model& model, const PointOnBody& P, const PointOnBody& Q) override {
        return line_between(growing(model), P, Q).rate;
    }
    Expr coordinate_rate(const Model& model, CoordinateIndex q) override {
        return growing(model).coordinate_rates[q.value];
    }
    Expr time_derivative(const Model& model, Expr e) override {
        if ((model.graph->node(e).dependence & (bit(Role::acceleration) | bit(Role::multiplier))) != 0)
            throw ModelError("the time derivative of accelerations and multipliers is not available");
        return lag::time_derivative(model, growing(model), e, Accelerations::symbols);
    }

    void require_lagrangian(const Model& model) override { energy_terms(model, growing(model)); }
    ConstraintRows constraint_rows(const Model& model, std::size_t first) override {
        return form_constraints(model, growing(model), first);
    }
    SolvedLoops solved_loops(const Model& model, const std::set<std::string>& asked,
                             const std::set<std::string>& kept) override {
        return lag::solved_loops(model, asked, kept);
    }
    const ConstraintRows& independent_rows(const Model& model) override {
        const Kinematics& kinematics = growing(model);
        // the search for dependent rows starts from default and initial values
        const std::array<std::uint64_t, 2> stage{model.revision_of(ModelPart::mechanism),
                                                 model.revision_of(ModelPart::start)};
        if (!independent_rows_ || independent_rows_of_ != stage) {
            ConstraintRows stated = form_constraints(model, kinematics);
            const RowStudy study = study_rows(model, kinematics, stated);
            independent_rows_ = without_dependent(std::move(stated), study);
            independent_rows_of_ = stage;
        }
        return *independent_rows_;
    }

    Expr kinetic_energy(const Model& model) override { return equations(model).kinetic_energy; }
    Expr potential_energy(const Model& model) override { return equations(model).potential_energy; }
    std::vector<std::vector<Expr>> mass_matrix(const Model& model) override {
        const std::size_t n = model.speeds.size();
        std::vector<std::vector<Expr>> M(n, std::vector<Expr>(n, Expr{model.graph.get(), 0}));
        for (const MassEntry& entry : equations(model).mass_matrix)
            M[entry.row][entry.column] = M[entry.column][entry.row] = entry.value;
        return M;
    }
    std::vector<Expr> right_side(const Model& model) override { return equations(model).right_side; }
    std::vector<Expr> generalized_forces(const Model& model) override { return equations(model).generalized_forces; }
    std::vector<Expr> kinematic_equations(const Model& model) override { return equations(model).kinematic_equations; }
    std::vector<std::pair<std::string, Expr>> base_parameters(const Model& model) override {
        std::vector<std::pair<std::string, Expr>> list;
        const BaseParameters& found = regressor_of(model).parameters;
        for (const BaseParameter& parameter : found.base)
            list.emplace_back(found.leading(parameter).name, parameter.value);
        return list;
    }
    std::vector<std::vector<Expr>> regressor(const Model& model) override {
        std::vector<std::vector<Expr>> rows(model.speeds.size());
        for (const std::vector<Expr>& column : regressor_of(model).columns)
            for (std::size_t u = 0; u < rows.size(); ++u) rows[u].push_back(column[u]);
        return rows;
    }
    Vec3<Expr> momentum(const Model& model, BodyIndex B, const FrameOnBody& in) override {
        return lag::momentum(model, growing(model), B, in);
    }
    Vec3<Expr> angular_momentum(const Model& model, BodyIndex B, const FrameOnBody& in) override {
        return lag::angular_momentum(model, growing(model), B, in);
    }
    std::pair<Vec3<Expr>, Vec3<Expr>> reaction(const Model& model, const std::vector<FreedBody>& freed,
                                               BodyIndex B) override {
        return lag::reaction(model, growing(model), freed, B);
    }
    Expr motion_slope(const Model& model, Expr value, Expr by) override { return motion_slopes(model)(value, by); }
    Expr derivative_along(const Model& model, Expr value) override { return motion_slopes(model).along(value); }
    Linearization linearize(const Model& model, const LinearizationPoint& point) override {
        EquationsAtState equations(model, externals_.routines);
        Linearization found = linearized(equations, point);
        tell_of(equations.difference_errors());
        return found;
    }
    LinearEquations linear_equations(const Model& model, const std::vector<CoordinateIndex>& coordinates) override {
        return lag::linear_equations(model, coordinates);
    }
    TrimmedState trim(const Model& model, const TrimRequest& request) override {
        return trimmed(model, request, externals_.routines);
    }
    void validate(const Model& model) override {
        const Kinematics kinematics = compute_kinematics(model);
        if (model.constraints.empty()) return validate_mass_matrix(model, kinematics);
        const Equations& formed = equations(model);
        validate_mass_matrix(model, kinematics, formed.constraints, formed.consistent_states);
    }

  private:
    // Once for each routine, and again where it is worse by far.
    void tell_of(const DifferenceErrors& errors) {
        constexpr double by_far = 10;
        for (const auto& [routine, error] : errors) {
            const auto told = told_errors_.find(routine);
            if (!externals_.note || (told != told_errors_.end() && error <= by_far * told->second)) continue;
            told_errors_[routine] = error;
            externals_.note(note_on_differences(routine, error));
        }
    }
    // What is kept belongs to one model; equations to one revision of its mechanism.
    void recognize(const Model& model) {
        if (serial_ != model.serial) {
            growing_ = {};
            independent_rows_.reset();
        }
        if (serial_ != model.serial || mechanism_ != model.revision_of(ModelPart::mechanism)) {
            equations_.reset();
            regressor_.reset();
            motion_slopes_.reset();
        }
        serial_ = model.serial;
        mechanism_ = model.revision_of(ModelPart::mechanism);
    }
    MotionSlopes& motion_slopes(const Model& model) {
        recognize(model);
        if (!motion_slopes_) motion_slopes_ = std::make_unique<MotionSlopes>(model);
        return *motion_slopes_;
    }
    const Kinematics& growing(const Model& model) {
        recognize(model);
        extend_kinematics(growing_, model);
        return growing_;
    }
    const Equations& equations(const Model& model) {
        recognize(model);
        if (!equations_) {
            const Kinematics kinematics = compute_kinematics(model);
            equations_ = form_equations(model, kinematics, compute_partials(model, kinematics));
        }
        return *equations_;
    }

    const Regressor& regressor_of(const Model& model) {
        recognize(model);
        if (!regressor_) regressor_ = form_regressor(model, compute_kinematics(model));
        return *regressor_;
    }

    ExternalSupport externals_;
    DifferenceErrors told_errors_;
    std::optional<std::uint64_t> serial_;
    std::uint64_t mechanism_ = 0;  // its revision
    Kinematics growing_;           // in spinning axes: any body may still get outboard bodies
    std::optional<Equations> equations_;
    std::optional<Regressor> regressor_;
    std::unique_ptr<MotionSlopes> motion_slopes_;
    std::optional<ConstraintRows> independent_rows_;
    std::array<std::uint64_t, 2> independent_rows_of_{};  // revisions
};

}  // namespace

std::unique_ptr<Mechanics> lagrange_mechanics(ExternalSupport externals) {
    return std::make_unique<LagrangeMechanics>(std::move(externals));
}

}  // namespace lag
