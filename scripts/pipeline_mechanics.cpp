// Keeps what it has computed as long as the model only grows: kinematics are extended body by body while a script
// describes its system, equations are formed once when it first asks for a result.
#include "scripts/pipeline_mechanics.hpp"

#include <optional>

#include "lagrange/equations.hpp"
#include "lagrange/kinematics.hpp"
#include "lagrange/momenta.hpp"
#include "lagrange/partials.hpp"
#include "lagrange/paths.hpp"
#include "lagrange/validate.hpp"

namespace lag {

namespace {

class LagrangeMechanics final : public Mechanics {
  public:
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
        return lag::time_derivative(model, growing(model), e, Accelerations::symbols);
    }

    ConstraintRows constraint_rows(const Model& model) override { return form_constraints(model, growing(model)); }

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
    Vec3<Expr> momentum(const Model& model, BodyIndex B, const FrameOnBody& in) override {
        return lag::momentum(model, growing(model), B, in);
    }
    Vec3<Expr> angular_momentum(const Model& model, BodyIndex B, const FrameOnBody& in) override {
        return lag::angular_momentum(model, growing(model), B, in);
    }
    std::pair<Vec3<Expr>, Vec3<Expr>> reaction(const Model& model, BodyIndex B) override {
        return lag::reaction(model, growing(model), B);
    }
    void validate(const Model& model) override { validate_mass_matrix(model, equations(model)); }

  private:
    // Models of one script share a graph, but `model` gives each an owner of it of its own; held here, so that no later
    // owner can take its address.
    void recognize(const Model& model) {
        if (graph_ && !graph_.owner_before(model.graph) && !model.graph.owner_before(graph_)) return;
        graph_ = model.graph;
        growing_ = {};
        equations_.reset();
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

    std::shared_ptr<Graph> graph_;
    Kinematics growing_;  // in spinning axes: any body may still get outboard bodies
    std::optional<Equations> equations_;
};

}  // namespace

std::unique_ptr<Mechanics> lagrange_mechanics() {
    return std::make_unique<LagrangeMechanics>();
}

}  // namespace lag
