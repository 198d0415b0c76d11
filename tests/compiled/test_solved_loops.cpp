// joints = solved, as emitted in C++, C, Fortran and Fortran 77: rates, accelerations and outputs against the oracle's reading of
// the same mechanism with rows, at the pose that closes the loops for the independent coordinates; tangents against differences
// of the oracle, adjoint and Jacobian against tangents. Where no closed form exists, dependent coordinates start off their
// loop, and the results are those of the closed one.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "lagrange/constraints/minimal.hpp"
#include "scripts/pipeline/stages.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"

using namespace lag;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

namespace fs = std::filesystem;

std::string without(std::string text, const std::string& statement) {
    for (std::size_t at; (at = text.find("\n" + statement + "(")) != std::string::npos;)
        text.erase(at + 1, text.find(")$", at + 1) + 1 - at);
    return text;
}

// The sample of that name, its joints solved or a tree; it emits in four languages.
fs::path script_of(const std::string& text, const std::string& name, const std::string& joints) {
    const fs::path folder = fs::path(scratch_root()) / "solved" / "scripts";
    fs::create_directories(folder);
    std::string script = without(without(text, "emit"), "check");
    const std::size_t model = script.find(")$\n", script.find("model("));
    script.insert(model + 2, " options(joints = " + joints + ")$");
    for (const std::string file : {"cpp, \"m.hpp\"", "c, \"m.h\"", "fortran, \"m.f90\"", "fortran77, \"m.f\""})
        script += "\nemit(" + file + ", jacobian = [q, u], tangent = [q, u], adjoint = [q, u])$";
    const fs::path path = folder / (name + "_" + joints + ".lag");
    std::ofstream(path) << script << "\n";
    return path;
}

std::string sample(const std::string& name) {
    return read_file(fs::path(LAG_SOURCE_DIR) / "samples" / (name + ".lag"));
}

template <class Table>
std::vector<Eigen::Index> places(const Table& of, const Table& in) {
    std::vector<Eigen::Index> result;
    for (const auto& x : of)
        for (std::size_t k = 0; k < in.size(); ++k)
            if (in[k].name == x.name) result.push_back(static_cast<Eigen::Index>(k));
    REQUIRE(result.size() == of.size());
    return result;
}

VectorXd least(const MatrixXd& A, const VectorXd& b) {
    return A.completeOrthogonalDecomposition().solve(b);
}

// The mechanism with rows, read by the oracle, as a function of the independent coordinates and speeds.
class Truth {
  public:
    Truth(Model whole, const Model& minimal) : model_(std::move(whole)), start_(zero_state(model_)) {
        free_ = places(minimal.speeds, model_.speeds);
        for (std::size_t u = 0; u < model_.speeds.size(); ++u)
            if (std::ranges::find(free_, static_cast<Eigen::Index>(u)) == free_.end())
                bound_.push_back(static_cast<Eigen::Index>(u));
    }

    struct Motion {
        OracleState state;
        VectorXd qdot, udot;
    };
    const Model& model() const { return model_; }
    OracleState& start() { return start_; }

    Motion at(const VectorXd& moved, const VectorXd& speeds) const {
        Motion motion{start_, {}, {}};
        OracleState& s = motion.state;
        const auto coordinate = [&](Eigen::Index u) -> double& {
            return s.q(static_cast<Eigen::Index>(model_.speeds[static_cast<std::size_t>(u)].rate_of.value().value));
        };
        for (std::size_t k = 0; k < free_.size(); ++k) coordinate(free_[k]) += moved(static_cast<Eigen::Index>(k));
        s.u.setZero();
        for (int step = 0; step < 20; ++step) {
            const ConstraintReading rows = read_constraints(model_, s);
            const VectorXd by = least(rows.B(Eigen::all, bound_), -rows.phi);
            for (std::size_t k = 0; k < bound_.size(); ++k) coordinate(bound_[k]) += by(static_cast<Eigen::Index>(k));
        }
        s.u(free_) = speeds;
        const ConstraintReading moving = read_constraints(model_, s);
        REQUIRE(moving.phi.cwiseAbs().maxCoeff() < 1e-13);
        s.u(bound_) = least(moving.B(Eigen::all, bound_), -moving.phidot);
        const ConstraintReading rows = read_constraints(model_, s);
        REQUIRE(rows.phidot.cwiseAbs().maxCoeff() < 1e-12);
        const OracleResult result = Oracle(model_, s).result();
        motion.qdot = result.qdot;
        motion.udot = constrained_motion(result.M, result.f, rows.B, rows.gamma).udot;
        return motion;
    }

  private:
    Model model_;
    OracleState start_;
    std::vector<Eigen::Index> free_, bound_;
};

struct Case {
    std::string name, script;
    std::size_t speeds, rows;  // of what is left; 0 rows: all in closed form
    double off;                // by which dependent coordinates start beside their loop
};

void check(const Case& of) {
    INFO(of.name);
    const Model whole = model_of(script_of(of.script, of.name, "tree"));
    const fs::path script = script_of(of.script, of.name, "solved");
    const Model model = model_of(script);
    const MinimalSystem system = minimal_system(model, compute_kinematics(model));
    const Model& minimal = system.model;
    REQUIRE(minimal.speeds.size() == of.speeds);
    REQUIRE(system.solved_out.rows.size() == of.rows);
    Truth truth(whole, minimal);
    const std::vector<Eigen::Index> q_there = places(minimal.coordinates, whole.coordinates),
                                    u_there = places(minimal.speeds, whole.speeds);
    std::vector<Eigen::Index> own, dependent;  // coordinates, independent ones in the order of the speeds
    for (const Speed& u : minimal.speeds) own.push_back(static_cast<Eigen::Index>(u.rate_of.value().value));
    for (std::size_t q = 0; q < minimal.coordinates.size(); ++q)
        if (std::ranges::find(own, static_cast<Eigen::Index>(q)) == own.end())
            dependent.push_back(static_cast<Eigen::Index>(q));
    CHECK(dependent.empty() == (of.rows == 0));

    const fs::path folder = fs::path(scratch_root()) / "solved" / of.name;
    emit_sample(script, folder);
    const JacobianPattern pattern =
        lowered_program(model, {{Role::coordinate, ""}, {Role::speed, ""}}).jacobian.value();
    CHECK(read_file(folder / "m.hpp").find("nz = " + std::to_string(pattern.rows.size()) + ",") != std::string::npos);
    for (const std::string language : {"m.hpp", "m.h", "m.f90", "m.f"}) {
        INFO(language);
        CompiledModel compiled(minimal, (folder / language).string(),
                               static_cast<Eigen::Index>(system.solved_out.dependent.size()));
        const VectorXd p = compiled.defaults();
        compiled.setup(p);
        truth.start().p = p;
        compiled.initial(p, truth.start().q, truth.start().u);  // sizes are set below
        truth.start() = zero_state(whole);
        for (std::size_t k = 0; k < whole.coordinates.size(); ++k)
            truth.start().q(static_cast<Eigen::Index>(k)) =
                evaluator_of(whole, ModelIndex(whole), default_values(whole))(whole.coordinates[k].initial_value);
        Random random(7);
        for (int n = 0; n < 4; ++n) {
            VectorXd moved(of.speeds), speeds(of.speeds);
            for (double& x : moved) x = 0.2 * random.between(-1, 1);
            for (double& x : speeds) x = random.between(-2, 2);
            const Truth::Motion motion = truth.at(moved, speeds);
            OracleState s = zero_state(minimal);
            s.q = motion.state.q(q_there), s.u = speeds;
            for (const Eigen::Index q : dependent) s.q(q) += of.off * random.between(-1, 1);
            int info = -1;
            const VectorXd rate = compiled.derivatives(s, info);
            CHECK(info == 0);
            VectorXd expected(rate.size());
            expected << motion.qdot(q_there), motion.udot(u_there);
            const double size = 1 + expected.cwiseAbs().maxCoeff();
            CHECK((rate - expected).cwiseAbs().maxCoeff() < 1e-11 * size);
            const VectorXd o = compiled.outputs(s, info);
            CHECK(info == 0);
            for (std::size_t k = 0; k < minimal.outputs.size(); ++k)
                for (std::size_t q = 0; q < whole.coordinates.size(); ++q)
                    if (minimal.outputs[k].name == whole.coordinates[q].name)
                        CHECK(std::abs(std::remainder(
                                  o(static_cast<Eigen::Index>(k)) - motion.state.q(static_cast<Eigen::Index>(q)),
                                  2 * std::numbers::pi)) < 1e-11);

            VectorXd dq(of.speeds), du(of.speeds), d = VectorXd::Zero(rate.size()), v(rate.size());
            for (double& x : dq) x = random.between(-1, 1);
            for (double& x : du) x = random.between(-1, 1);
            for (double& x : v) x = random.between(-1, 1);
            d(own) = dq, d.tail(du.size()) = du;
            const double h = 1e-3;
            const auto beside = [&](double steps) {
                const Truth::Motion there = truth.at(moved + steps * h * dq, speeds + steps * h * du);
                VectorXd result(rate.size());
                result << there.qdot(q_there), there.udot(u_there);
                return result;
            };
            const VectorXd slope = (8 * (beside(1) - beside(-1)) - (beside(2) - beside(-2))) / (12 * h);
            const double steep = 1 + slope.cwiseAbs().maxCoeff();
            const VectorXd along = compiled.tangent(s, d, info);
            CHECK(info == 0);
            CHECK((along - slope).cwiseAbs().maxCoeff() < 1e-7 * steep);
            // where the dependent coordinates start has no effect
            VectorXd aside = VectorXd::Zero(rate.size());
            for (const Eigen::Index q : dependent) aside(q) = 1;
            CHECK(compiled.tangent(s, aside, info).cwiseAbs().maxCoeff() < 1e-6 * steep);
            const VectorXd back = compiled.adjoint(s, v, rate.size(), info);
            CHECK(info == 0);
            CHECK(std::abs(back.dot(d) - v.dot(along)) < 1e-10 * steep);
            const VectorXd entries = compiled.jacobian(s, static_cast<Eigen::Index>(pattern.rows.size()), info);
            CHECK(info == 0);
            VectorXd by_entries = VectorXd::Zero(rate.size());
            for (std::size_t k = 0; k < pattern.rows.size(); ++k)
                by_entries(static_cast<Eigen::Index>(pattern.rows[k])) +=
                    entries(static_cast<Eigen::Index>(k)) * d(static_cast<Eigen::Index>(pattern.columns[k]));
            CHECK((by_entries - along).cwiseAbs().maxCoeff() < 1e-10 * steep);
            if (dependent.empty()) continue;
            for (const Eigen::Index q : dependent) s.q(q) += 0.05;  // too far: the second step would not be enough
            compiled.derivatives(s, info);
            CHECK(info > static_cast<int>(of.speeds));
            CHECK(info <= static_cast<int>(of.speeds + of.rows));
        }
    }
}

// Its ternary link hangs on a dyad whose pivot on the ground is held: the four-bar in it has a closed form, the other loop none.
const std::string six_bar = R"(model(six_bar, "Stephenson's third six-bar")$
gravity([0, -9.81, 0])$
body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [0.5, 0, 0], inertia = [0, 0, 0.1])$
body(ternary, crank, hinge = revolute(z, q2), at = [1, 0, 0], mass = 2, cm = [0.7, 0.2, 0], inertia = [0, 0, 0.3])$
body(inner, ternary, hinge = revolute(z, q3), at = [1.2, 0.9, 0], mass = 1.5, cm = [0.6, 0, 0], inertia = [0, 0, 0.2])$
body(rocker, ground, hinge = revolute(z, q4), at = [2.5, 0, 0], mass = 1, cm = [0.6, 0, 0], inertia = [0, 0, 0.2])$
body(outer, ground, hinge = revolute(z, q5), at = [3.2, 1.5, 0], mass = 1, cm = [0.4, 0, 0], inertia = [0, 0, 0.2])$
point(P, ternary, [2, 0, 0])$ point(Q, rocker, [1.4, 0, 0])$ close_loop(P, Q)$
point(R, inner, [1.5, 0, 0])$ point(S, outer, [1, 0, 0])$ close_loop(R, S)$
potential(3*cos(q3) + q4^2/2 + q5^2)$
hinge_load(q5, -q5'/5 + sin(q2))$ hinge_load(q4, -q4')$
initial(q1 = 1.2, q2 = -0.98, q3 = 0, q4 = 1.7, q5 = 2, hold = [q5])$
)";

}  // namespace

TEST_CASE("solved loops with a closed form move as the oracle says, in every language", "[solved]") {
    check({"rsup", sample("rsup"), 1, 0, 0});
    check({"peaucellier", sample("peaucellier"), 1, 0, 0});
}

TEST_CASE("solved loops without a closed form move as closed ones, wherever their coordinates start", "[solved]") {
    check({"bricard", sample("bricard"), 1, 4, 1e-4});
    check({"six_bar", six_bar, 1, 2, 1e-4});
}
