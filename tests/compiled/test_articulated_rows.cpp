// Constraint rows in the articulated recursion and in a basis of their null space, compiled in all languages:
// accelerations and multipliers beside the oracle's.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

// Two four-bars in series, the first pin with a flag, a spatial arm on the second coupler whose tip a rod holds to
// ground by its length, a gear that follows an elbow, and a motor that lags behind.
const char* const script = R"(model(linkage)$ parameters(g = 9.81, k = 30, c = 0.2, arm = 0.5)$ gravity([0.3, -g, 0.2])$
input(w)$ flag(pinned, 1)$
body(a1, ground, hinge = revolute(z, qa1), mass = 1, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
body(c1, a1, hinge = revolute(z, qc1), at = [0, 0.4, 0], mass = 1.5, cm = [0.3, 0, 0], inertia = [0.1, 0.1, 0.05])$
body(d1, ground, hinge = revolute(z, qd1), at = [0.55, 0, 0], mass = 1.1, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
point(E1, c1, [0.6, 0, 0])$ point(F1, d1, [0, 0.45, 0])$ close_loop(E1, F1, name = pin1, active = pinned)$
body(a2, c1, hinge = revolute(z, qa2), at = [0.1, 0, 0], mass = 1, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
body(c2, a2, hinge = revolute(z, qc2), at = [0, 0.4, 0], mass = 1.5, cm = [0.3, 0, 0], inertia = [0.1, 0.1, 0.05])$
body(d2, c1, hinge = revolute(z, qd2), at = [0.65, 0, 0], mass = 1.1, cm = [0, 0.2, 0], inertia = [0.1, 0.1, 0.02])$
point(E2, c2, [0.6, 0, 0])$ point(F2, d2, [0, 0.45, 0])$ close_loop(E2, F2, name = pin2)$
body(shoulder, c2, hinge = revolute(x, qs), at = [0.2, 0.1, 0], mass = 0.4, cm = [0, 0, 0.1], inertia = [0.02, 0.03, 0.01])$
body(arm1, shoulder, hinge = revolute(y, qr), at = [0, 0, 0.2], mass = 0.6, cm = [arm/2, 0, 0], inertia = [0.01, 0.02, 0.02])$
body(foot, ground, hinge = universal([x, y], [qx, qy]), at = [1, 0.5, 0.4], mass = 0.5, cm = [0, 0, 0.2], inertia = [0.03, 0.03, 0.01])$
point(tip, arm1, [arm, 0, 0])$ point(toe, foot, [0, 0, 0.3])$
constraint(distance(tip, toe)^2 = 0.2, name = rod)$
body(gear, ground, hinge = revolute(y, qg), mass = 1, inertia = [0.1, 0.1, 0.1])$
speed_constraint(qg' = 2*qr' + 0.1*sin(t), name = teeth)$
state(delayed, rate = w - delayed)$
hinge_load(qa1, delayed - c*qa1')$ spring(origin(d1), origin(d2), stiffness = k, length = 0.3)$
)";

}  // namespace

TEST_CASE("linkages without the system of M and B have the oracle's accelerations in all languages", "[articulated]") {
    const bool articulated = GENERATE(true, false);
    const fs::path folder = fs::path(scratch_root()) / (articulated ? "articulated_rows" : "null_space_rows");
    fs::create_directories(folder);
    std::string emits = articulated ? "" : "options(constraints = null_space)$\n";
    for (const char* file : {"cpp, \"a.hpp\"", "c, \"a.h\"", "fortran, \"a.f90\"", "fortran77, \"a.f\""})
        emits += std::string("emit(") + file + (articulated ? ", formulation = articulated" : "") + ")$\n";
    std::ofstream(folder / "linkage.lag") << script << emits;
    const fs::path out = folder / "out";
    emit_sample(folder / "linkage.lag", out);
    const Model model = model_of(folder / "linkage.lag");
    CHECK(emitted_files(out).size() == 4);
    for (const fs::path& file : emitted_files(out)) {
        CAPTURE(file.filename().string());
        CHECK(read_file(file).find(articulated ? "articulated" : "without multipliers") != std::string::npos);
        CompiledModel compiled(model, file.string());
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            CAPTURE(seed);
            OracleState state = random_state(model, seed);
            const bool is_pinned = seed % 3 != 0;
            state.w.tail(1).setConstant(is_pinned ? 1 : 0);
            compiled.setup(state.p);
            ConstraintReading rows = read_constraints(model, state).only(moving_rows(model));
            std::vector<Eigen::Index> held;
            for (std::size_t k = 0; k < rows.constraint.size(); ++k)
                if (is_pinned || model.constraints[rows.constraint[k]].active.is_zero())
                    held.push_back(static_cast<Eigen::Index>(k));
            const Eigen::Index count = rows.B.rows();
            rows = rows.only(held);
            const OracleResult free = Oracle(model, state).result();
            const ConstrainedMotion expected = constrained_motion(free.M, free.f, rows.B, rows.gamma);
            int info = -1;
            Eigen::VectorXd lambda(count);
            const Eigen::VectorXd udot = compiled.accelerations(state, lambda, info);
            CHECK(info == 0);
            CHECK((udot - expected.udot).norm() <= 1e-9 * expected.udot.norm());
            for (Eigen::Index k = 0; k < count; ++k) {
                const auto place = std::ranges::find(held, k);
                const double load = place == held.end() ? 0 : expected.lambda(place - held.begin());
                CHECK(std::abs(lambda(k) - load) <= 1e-9 * (1 + expected.lambda.norm()));
            }
        }
    }
}
