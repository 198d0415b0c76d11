// m_assemble, m_project_speeds and Baumgarte's stabilization, compiled in every language. What must hold at a solution
// is evaluated apart from the product: errors, B, M and q' from the oracle, null spaces by Eigen's SVD.
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/dense.hpp"
#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/assembly_models.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/emitters/shell.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_constraints.hpp"

using namespace lag;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Bodies in many pieces with a workspace between them.
OptimizeOptions split() {
    OptimizeOptions options;
    options.split_above = 150, options.piece_size = 80;
    return options;
}

// Calls `test` with the model compiled in each language, parameters at their defaults. Only what concerns states is
// compiled.
void in_every_language(const Model& model, const std::function<void(CompiledModel&)>& test,
                       const OptimizeOptions& options = {}) {
    const MinimalSystem system = minimal_system(model, compute_kinematics(model));
    Program program = lowered(system);
    const std::vector<std::string> called{"defaults",       "initial",   "setup",        "assembly_step",
                                          "project_speeds", "normalize", "accelerations"};
    std::erase_if(program.routines, [&](const Routine& r) { return std::ranges::count(called, r.name) == 0; });
    program = optimize(std::move(program), options);
    for (const auto& [language, ending] : {std::pair{Language::fortran, ".f90"}, std::pair{Language::cpp, ".hpp"},
                                           std::pair{Language::fortran77, ".f"}, std::pair{Language::c, ".h"}}) {
        const std::string file = scratch_file("assembly/" + model.name + ending);
        INFO(file);
        write_text(file, emit(program, {language, {}, false}, file).at(0).text);
        CompiledModel compiled(system.model, file, static_cast<Eigen::Index>(system.solved_out.dependent.size()));
        compiled.setup(compiled.defaults());
        test(compiled);
    }
}

MatrixXd null_space(const MatrixXd& B) {
    const SingularValues svd = singular_value_decomposition(B);
    return svd.V.rightCols(B.cols() - svd.rank(1e-12));
}

// N of q' = N u + n(t), column by column.
MatrixXd kinematic_matrix(const Model& model, OracleState state) {
    state.u.setZero();
    const VectorXd still = Oracle(model, state).result().qdot;
    MatrixXd N(still.size(), state.u.size());
    for (Eigen::Index j = 0; j < state.u.size(); ++j) {
        state.u.setZero();
        state.u(j) = 1;
        N.col(j) = Oracle(model, state).result().qdot - still;
    }
    return N;
}

std::vector<Eigen::Index> position_kind(const Model& model, const std::vector<std::size_t>& constraint,
                                        const std::vector<Eigen::Index>& moving) {
    std::vector<Eigen::Index> rows;
    for (const Eigen::Index r : moving)
        if (model.constraints[constraint[static_cast<std::size_t>(r)]].kind != Constraint::Kind::speed)
            rows.push_back(r);
    return rows;
}

VectorXd with_unit_quaternions(const Model& model, VectorXd q) {
    for (const Body& body : model.bodies) {
        if (!body.hinge.euler_parameters) continue;
        double square = 0;
        for (std::size_t k = 0; k < 4; ++k)
            square += std::pow(q(static_cast<Eigen::Index>(body.hinge.coordinates[k].value)), 2);
        for (std::size_t k = 0; k < 4; ++k)
            q(static_cast<Eigen::Index>(body.hinge.coordinates[k].value)) /= std::sqrt(square);
    }
    return q;
}

// phi = 0, and M d = B^T l: no motion that the constraints allow leads closer to the guess.
void check_nearest(const Model& model, const OracleState& solution, const VectorXd& guess) {
    const ConstraintReading all = read_constraints(model, solution);
    const ConstraintReading rows = all.only(position_kind(model, all.constraint, moving_rows(model)));
    for (Eigen::Index r = 0; r < rows.phi.size(); ++r) CHECK(std::abs(rows.phi(r)) <= 1e-10 * (1 + rows.phi_size(r)));
    const VectorXd d = least_squares(kinematic_matrix(model, solution), guess - solution.q);
    const MatrixXd M = Oracle(model, solution).result().M, Z = null_space(rows.B);
    if (Z.cols() == 0) return;
    CHECK((Z.transpose() * M * d).norm() <= 1e-8 * M.norm() * (1e-3 + d.norm()));
}

RandomModelOptions trees() {
    RandomModelOptions o;
    o.min_bodies = 3, o.max_bodies = 6, o.most_speeds = 12;
    o.springs = o.line_forces = o.forces = o.torques = o.hinge_loads = o.potentials = o.dissipations = false;
    return o;
}

// The model in terms of its independent speeds, chosen where `near` is.
Model eliminating(Model model, const OracleState& near) {
    model.treatment.mode = ConstraintTreatment::Mode::eliminate;
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        model.coordinates[k].initial_value =
            model.graph->rational(std::lround(1e6 * near.q(static_cast<Eigen::Index>(k))), 1000000);
    return model;
}
// Positions x and y of a mass m in the ground's plane.
ModelBuilder point_in_plane(const std::string& name) {
    ModelBuilder b(name);
    b.body("slide", ground);
    b.translate(b.axis(0), "x");
    b.body("point", BodyIndex{1});
    b.translate(b.axis(1), "y");
    b.mass(b.parameter("m", "2"), b.vector("0", "0", "0"), b.inertia("0", "0", "0"));
    return b;
}

// Masses on a line that must stand rate t apart.
ModelBuilder masses_on_a_line(const std::string& name) {
    ModelBuilder b(name);
    for (const char* k : {"1", "2"}) {
        b.body(std::string("body") + k, ground);
        b.translate(b.axis(0), std::string("x") + k);
        b.mass(b.parameter(std::string("m") + k, k), b.vector("0", "0", "0"), b.inertia("0", "0", "0"));
    }
    add_position(b, b.q("x2") - b.q("x1") - b.parameter("rate", "0.5") * b.time());
    return b;
}

OracleState at(const Model& model, const std::vector<double>& q) {
    OracleState state = zero_state(model);
    for (std::size_t k = 0; k < q.size(); ++k) state.q(static_cast<Eigen::Index>(k)) = q[k];
    return state;
}

// By number: the consistent ones among five states. All languages start from them.
using NumberedStates = std::vector<std::pair<std::uint64_t, OracleState>>;
NumberedStates consistent_states(const ConstrainedTree& tree, std::uint64_t seed) {
    NumberedStates states;
    for (std::uint64_t k = 1; k <= 5; ++k)
        if (const auto [state, found] = consistent_state(tree, 10 * seed + k); found) states.emplace_back(k, state);
    return states;
}

// From consistent states moved off a little: how many were assembled to the nearest consistent one.
int assembled_nearest(const ConstrainedTree& tree, std::uint64_t seed, const NumberedStates& consistent,
                      CompiledModel& compiled) {
    int moved = 0;
    for (auto [k, state] : consistent) {
        Random random(100 * seed + k);
        for (double& q : state.q) q += random.between(-0.03, 0.03);
        compiled.setup(state.p);
        const VectorXd guess = with_unit_quaternions(tree.model, state.q);
        int info = -1;
        state.q = compiled.assemble(state, 1e-11, 200, info);
        INFO("seed " << seed << ", state " << k);
        REQUIRE(info == 0);
        check_nearest(tree.model, state, guess);
        ++moved;
    }
    return moved;
}

}  // namespace

TEST_CASE("assembled coordinates are the nearest consistent ones, on random mechanisms") {
    int moved = 0;
    for (const std::uint64_t seed : {1U, 3U, 5U, 8U, 11U, 14U}) {
        RandomConstraintOptions mixture;
        mixture.loops = 1, mixture.positions = 1, mixture.speeds = seed % 2 == 0 ? 1 : 0;
        ConstrainedTree tree = random_constrained_tree(seed, trees(), mixture);
        tree.model.name = "random" + std::to_string(seed);
        const NumberedStates consistent = consistent_states(tree, seed);
        in_every_language(
            tree.model, [&](CompiledModel& compiled) { moved += assembled_nearest(tree, seed, consistent, compiled); },
            seed == 8 ? split() : OptimizeOptions{});
    }
    CHECK(moved >= 80);
}

// Dependent coordinates and independent ones move alike: the nearest position is that of the whole mechanism.
TEST_CASE("eliminate: assembled coordinates are the nearest consistent ones, on random mechanisms") {
    int moved = 0;
    for (const std::uint64_t seed : {1U, 5U, 8U, 14U}) {
        RandomConstraintOptions mixture;
        mixture.loops = 1, mixture.positions = 1, mixture.speeds = seed % 2 == 0 ? 1 : 0;
        ConstrainedTree tree = random_constrained_tree(seed, trees(), mixture);
        tree.model.name = "minimal" + std::to_string(seed);
        const NumberedStates consistent = consistent_states(tree, seed);
        in_every_language(
            eliminating(tree.model, tree.near),
            [&](CompiledModel& compiled) { moved += assembled_nearest(tree, seed, consistent, compiled); },
            seed == 8 ? split() : OptimizeOptions{});
    }
    CHECK(moved >= 50);
}

TEST_CASE("projected speeds are the nearest consistent ones, on random mechanisms") {
    int moved = 0;
    for (const std::uint64_t seed : {2U, 4U, 7U}) {
        RandomConstraintOptions mixture;
        mixture.loops = 1, mixture.positions = 1, mixture.speeds = 1;
        ConstrainedTree tree = random_constrained_tree(seed, trees(), mixture);
        tree.model.name = "speeds" + std::to_string(seed);
        const NumberedStates consistent = consistent_states(tree, seed);
        in_every_language(
            tree.model,
            [&](CompiledModel& compiled) {
                for (auto [k, state] : consistent) {
                    Random random(100 * seed + k);
                    for (double& u : state.u) u += random.between(-1, 1);
                    compiled.setup(state.p);
                    const VectorXd before = state.u;
                    int info = -1;
                    state.u = compiled.project_speeds(state, info);
                    INFO("seed " << seed << ", state " << k);
                    REQUIRE(info == 0);
                    const ConstraintReading rows = read_constraints(tree.model, state).only(moving_rows(tree.model));
                    for (Eigen::Index r = 0; r < rows.phidot.size(); ++r)
                        CHECK(std::abs(rows.phidot(r)) <= 1e-11 * (1 + rows.phidot_size(r)));
                    const MatrixXd M = Oracle(tree.model, state).result().M, Z = null_space(rows.B);
                    if (Z.cols() > 0)
                        CHECK((Z.transpose() * M * (state.u - before)).norm() <= 1e-10 * M.norm() * before.norm());
                    ++moved;
                }
            },
            seed == 4 ? split() : OptimizeOptions{});
    }
    CHECK(moved >= 40);
}

TEST_CASE("a point is assembled onto the nearest point of a circle, however far the guess") {
    ModelBuilder b = point_in_plane("circle");
    const Expr r = b.parameter("r", "1.5");
    add_position(b, b.q("x") * b.q("x") + b.q("y") * b.q("y") - r * r);
    in_every_language(b.model, [&](CompiledModel& compiled) {
        for (const double distance : {0.05, 0.5, 1.5, 2.5, 4.0, 20.0}) {
            for (const double angle : {0.0, 0.4, 2.0, -1.2}) {
                INFO("distance " << distance << ", angle " << angle);
                int info = -1;
                const VectorXd q = compiled.assemble(
                    at(b.model, {distance * std::cos(angle), distance * std::sin(angle)}), 1e-12, 100, info);
                CHECK(info == 0);
                CHECK(q(0) == Approx(1.5 * std::cos(angle)).margin(1e-10));
                CHECK(q(1) == Approx(1.5 * std::sin(angle)).margin(1e-10));
            }
        }
    });
}

// An ellipse bends differently everywhere and Newton's first steps leave the normal: the way to the guess matters.
TEST_CASE("a point far from an ellipse is assembled where the normal passes through the guess") {
    ModelBuilder b = point_in_plane("ellipse");
    add_position(b, b.q("x") * b.q("x") / 9 + b.q("y") * b.q("y") - b.integer(1));
    in_every_language(b.model, [&](CompiledModel& compiled) {
        for (const double angle : {0.2, 0.7, 1.3, 2.5, -0.5}) {
            const double x0 = 12 * std::cos(angle), y0 = 12 * std::sin(angle);
            int info = -1;
            const VectorXd q = compiled.assemble(at(b.model, {x0, y0}), 1e-12, 200, info);
            INFO("angle " << angle);
            CHECK(info == 0);
            CHECK(q(0) * q(0) / 9 + q(1) * q(1) == Approx(1).epsilon(1e-11));
            CHECK((x0 - q(0)) * q(1) - (y0 - q(1)) * q(0) / 9 == Approx(0).margin(1e-9));
            CHECK(q(0) * x0 > 0);
            CHECK(q(1) * y0 > 0);
        }
    });
}

TEST_CASE("an assembly ends where rows that hardly differ leave its steps to rounding") {
    // x^2 + y^2 = 2, and that + e z^2 = 2 + e: z = 1 is known to 1e-16/e, which is more than the tolerance
    ModelBuilder b = point_in_plane("hardly");
    b.model.bodies.back().mass = b.integer(0);
    b.body("rider", BodyIndex{2});
    b.translate(b.axis(2), "z");
    b.mass(b.parameter("mass", "2"), b.vector("0", "0", "0"), b.inertia("0", "0", "0"));
    const Expr circle = b.q("x") * b.q("x") + b.q("y") * b.q("y") - b.integer(2);
    const Expr e = b.parameter("e", "0.0001");
    add_position(b, circle);
    add_position(b, circle + e * (b.q("z") * b.q("z") - b.integer(1)));
    in_every_language(b.model, [&](CompiledModel& compiled) {
        Random random(5);
        for (int k = 0; k < 300; ++k) {
            const double x = 1 + random.between(-0.1, 0.1), y = 1 + random.between(-0.1, 0.1);
            int info = -1;
            const VectorXd q = compiled.assemble(at(b.model, {x, y, 1 + random.between(-0.1, 0.1)}), 1e-11, 100, info);
            INFO("guess " << k);
            CHECK(info == 0);
            CHECK(q(0) * q(0) + q(1) * q(1) == Approx(2).epsilon(1e-11));
            CHECK(q(0) * y == Approx(q(1) * x).epsilon(1e-7));
            CHECK(q(2) == Approx(1).epsilon(1e-7));
        }
    });
}

TEST_CASE("masses on a line share a displacement by their masses, along a condition that moves in time") {
    ModelBuilder b = masses_on_a_line("line");
    in_every_language(b.model, [&](CompiledModel& compiled) {
        OracleState state = at(b.model, {0.25, 0.5});
        state.t = 8;  // they must stand 4 apart, 3.75 more than they do
        state.u << 1, 1;
        int info = -1;
        const VectorXd q = compiled.assemble(state, 1e-13, 3, info);
        CHECK(info == 0);
        CHECK(q(0) == Approx(0.25 - 3.75 * 2 / 3).epsilon(1e-14));
        CHECK(q(1) == Approx(0.5 + 3.75 * 1 / 3).epsilon(1e-14));
        const VectorXd u = compiled.project_speeds(state, info);
        CHECK(info == 0);
        CHECK(u(0) == Approx(1 - 0.5 * 2 / 3).epsilon(1e-14));
        CHECK(u(1) == Approx(1 + 0.5 * 1 / 3).epsilon(1e-14));
    });
}

TEST_CASE("eliminate: masses on a line share a displacement by their masses, and info names the speed of a pivot") {
    ModelBuilder b = masses_on_a_line("minimal_line");
    for (const std::size_t dependent : {0U, 1U}) {
        Model model = eliminating(b.model);
        model.treatment.dependent = {SpeedIndex{dependent}};
        in_every_language(model, [&](CompiledModel& compiled) {
            OracleState state = at(b.model, {0.25, 0.5});
            state.t = 8;  // they must stand 4 apart, 3.75 more than they do
            int info = -1;
            const VectorXd q = compiled.assemble(state, 1e-13, 3, info);
            CHECK(info == 0);
            CHECK(q(0) == Approx(0.25 - 3.75 * 2 / 3).epsilon(1e-14));
            CHECK(q(1) == Approx(0.5 + 3.75 * 1 / 3).epsilon(1e-14));
            const AssemblyStepResult step = compiled.assembly_step(state, state.q, 1);
            CHECK(step.info == 0);
            CHECK(step.step(0) == Approx(-3.75 * 2 / 3));
            CHECK(step.step(1) == Approx(3.75 * 1 / 3));
            // nu = nphi = 1; without mass, 1: the independent speed, nu + nphi + 1 + 1: the dependent one
            for (const Eigen::Index massless : {0, 1}) {
                VectorXd p = compiled.defaults();
                p(massless) = 0;
                compiled.setup(p);
                const AssemblyStepResult failed = compiled.assembly_step(state, state.q, 1);
                CHECK(failed.info == (static_cast<std::size_t>(massless) == dependent ? 4 : 1));
                CHECK(failed.next.allFinite());
            }
        });
    }
}

TEST_CASE("eliminate: an assembly that fails says how, and never leaves NaN or Inf") {
    ModelBuilder b = point_in_plane("minimal_hopeless");
    add_position(b, b.q("x") * b.q("x") + b.q("y") * b.q("y") - b.parameter("square", "1"));
    b.model.coordinates[0].initial_value = b.model.coordinates[1].initial_value = b.number("0.7");
    in_every_language(eliminating(b.model), [&](CompiledModel& compiled) {
        int info = -1;
        VectorXd q = compiled.assemble(at(b.model, {3, 4}), 1e-12, 100, info);
        CHECK(info == 0);
        CHECK(q(0) == Approx(0.6).margin(1e-10));
        CHECK(q(1) == Approx(0.8).margin(1e-10));
        q = compiled.assemble(at(b.model, {3, 0.1}), 1e-12, 1, info);
        CHECK(info == 3);  // nu + nphi + 1: one step is not enough
        CHECK(q.allFinite());
        q = compiled.assemble(at(b.model, {0, 0}), 1e-12, 50, info);
        CHECK(info == 2);  // nu + 1: the condition has no gradient at the centre
        CHECK(q == VectorXd::Zero(2));
        q = compiled.assemble(at(b.model, {1e155, 1e155}), 1e-12, 50, info);
        CHECK(info != 0);
        CHECK(q.allFinite());
    });
}

TEST_CASE("an assembly that fails says how, and never leaves NaN or Inf") {
    ModelBuilder b = point_in_plane("hopeless");
    add_position(b, b.q("x") * b.q("x") + b.q("y") * b.q("y") - b.parameter("square", "1"));
    in_every_language(b.model, [&](CompiledModel& compiled) {
        int info = -1;
        VectorXd q = compiled.assemble(at(b.model, {3, 0.1}), 1e-12, 1, info);
        CHECK(info == 4);  // nu + nphi + 1: one step is not enough
        CHECK(q.allFinite());
        CHECK(q(0) < 3);
        q = compiled.assemble(at(b.model, {1, 0}), 1e-12, 1, info);
        CHECK(info == 0);  // there already
        q = compiled.assemble(at(b.model, {0, 0}), 1e-12, 50, info);
        CHECK(info == 3);  // the condition has no gradient at the centre
        CHECK(q == VectorXd::Zero(2));
        for (const double far : {1e100, 1e155, 1e300}) {
            q = compiled.assemble(at(b.model, {far, far}), 1e-12, 50, info);
            CHECK(info != 0);
            CHECK(q.allFinite());
        }
        VectorXd p = compiled.defaults();
        p(1) = -1;  // no point satisfies it
        compiled.setup(p);
        for (const double x : {0.3, 1.0, 7.0}) {
            q = compiled.assemble(at(b.model, {x, 0.5}), 1e-12, 300, info);
            CHECK(info == 4);
            CHECK(q.allFinite());
        }
    });
}

TEST_CASE("one assembly step is the step of the linear problem") {
    ModelBuilder b = point_in_plane("one_step");
    add_position(b, b.q("x") * b.q("y") - b.integer(1));
    in_every_language(b.model, [&](CompiledModel& compiled) {
        const OracleState state = at(b.model, {2, 1});
        VectorXd guess(2);
        guess << 3, 0.5;
        const AssemblyStepResult result = compiled.assembly_step(state, guess, 1);
        CHECK(result.info == 0);
        // B = [1, 2], d = [1, -1/2], phi = 1: s = d - B^T (B d + phi)/5
        CHECK(result.phi(0) == Approx(1));
        CHECK(result.step(0) == Approx(1 - 0.2));
        CHECK(result.step(1) == Approx(-0.5 - 0.4));
        CHECK(result.next(0) == Approx(2.8));
        CHECK(result.next(1) == Approx(0.1));
    });
}

TEST_CASE("stabilization adds the errors' share to gamma, and nothing where it is off") {
    RandomConstraintOptions mixture;
    mixture.loops = 1, mixture.positions = 1, mixture.speeds = 1;
    ConstrainedTree tree = random_constrained_tree(7, trees(), mixture);
    Model& model = tree.model;
    model.name = "drifting";
    const auto text = [&] { return emit(program_of(model), {Language::fortran, {}, false}, "x.f90").at(0).text; };
    const std::string without = text();
    model.treatment.alpha = model.treatment.beta = model.graph->integer(0);
    CHECK(text() == without);
    for (const char* name : {"alpha", "beta"})
        model.parameters.push_back({name, model.graph->rational(name[0] == 'a' ? 3 : 4, 2), "1/s", ""});
    model.treatment.alpha = model.graph->symbol("alpha", Role::parameter);
    model.treatment.beta = model.graph->symbol("beta", Role::parameter);
    in_every_language(model, [&](CompiledModel& compiled) {
        auto [state, found] = consistent_state(tree, 61);
        REQUIRE(found);
        state.p = compiled.defaults();
        Random random(7);
        for (double& q : state.q) q += random.between(-0.02, 0.02);
        state.q = with_unit_quaternions(model, state.q);
        for (double& u : state.u) u += random.between(-0.5, 0.5);
        int info = -1;
        const VectorXd udot = compiled.accelerations(state, info);
        REQUIRE(info == 0);
        const ConstraintReading rows = read_constraints(model, state).only(moving_rows(model));
        int speed_rows = 0;
        for (Eigen::Index r = 0; r < rows.phi.size(); ++r) {
            const auto c = rows.constraint[static_cast<std::size_t>(r)];
            const bool speed = model.constraints[c].kind == Constraint::Kind::speed;
            speed_rows += speed ? 1 : 0;
            const double share = speed ? 1.5 * rows.phidot(r) : 3 * rows.phidot(r) + 4 * rows.phi(r);
            CHECK(rows.B.row(r).dot(udot) == Approx(rows.gamma(r) - share).epsilon(1e-8).margin(1e-8));
            CHECK(std::abs(share) > 1e-4);
        }
        CHECK(speed_rows == 1);
        CHECK(rows.phi.size() > speed_rows);
    });
}
