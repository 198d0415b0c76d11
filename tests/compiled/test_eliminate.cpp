// constraints = eliminate, as emitted: the acceptance mechanisms with their dependent speeds solved out, compiled in
// both languages, give the tabled accelerations of all speeds and the tabled multipliers.
#include <algorithm>
#include <fstream>

#include "lagrange/constraints/minimal.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/constrained_samples.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/acceptance.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

// The acceptance script with its constraints named, eliminated, and with `outputs` added.
fs::path eliminating_script(const std::string& name, const std::string& outputs) {
    std::string text = read_file(fs::path(LAG_SOURCE_DIR) / "samples" / "acceptance" / (name + ".lag"));
    if (name == "four_bar") {
        text = replaced(text, "close_loop(P, Q)", "close_loop(P, Q, name = loop)");
    } else {
        text = replaced(text, "constraint(sz = R*cos(lean))", "constraint(sz = R*cos(lean), name = height)");
        text = replaced(text, "speed_constraint(vc[1] = 0)", "speed_constraint(vc[1] = 0, name = along)");
        text = replaced(text, "speed_constraint(vc[2] = 0)", "speed_constraint(vc[2] = 0, name = across)");
    }
    text = replaced(text, "emit(cpp", outputs + "\noptions(constraints = eliminate)$\nemit(cpp");
    const fs::path folder = fs::path(scratch_root()) / "eliminate";
    fs::create_directories(folder);
    const fs::path script = folder / (name + "_eliminate.lag");
    std::ofstream(script) << text;
    return script;
}

struct Emitted {
    Model whole;
    MinimalSystem system;
    std::vector<Eigen::Index> independent, dependent;  // into the whole model's speeds
    std::vector<fs::path> files;
    std::vector<AcceptanceState> states;
};

Emitted emitted(const std::string& name, const std::string& outputs) {
    const fs::path script = eliminating_script(name, outputs);
    const fs::path out = fs::path(scratch_root()) / "eliminate" / name;
    emit_sample(script, out);
    Model whole = model_of(script);
    MinimalSystem system = minimal_system(whole, compute_kinematics(whole));
    Emitted result{std::move(whole), std::move(system), {}, {}, {}, {}};
    for (std::size_t u = 0; u < result.whole.speeds.size(); ++u) {
        const auto is_it = [&](const Speed& s) { return s.name == result.whole.speeds[u].name; };
        const bool free = std::ranges::any_of(result.system.model.speeds, is_it);
        (free ? result.independent : result.dependent).push_back(static_cast<Eigen::Index>(u));
    }
    for (const fs::path& file : emitted_files(out))
        if (file.extension() == ".f90" || file.extension() == ".hpp") result.files.push_back(file);
    result.states = read_acceptance((fs::path(LAG_SOURCE_DIR) / "samples" / "acceptance" / (name + ".json")).string());
    REQUIRE(result.files.size() == 2);
    REQUIRE(result.states.size() == 5);
    return result;
}

OracleState state_of(const Emitted& e, const AcceptanceState& tabled) {
    OracleState state = zero_state(e.whole);
    state.q = vector_of(tabled, "q");
    state.u = VectorXd(vector_of(tabled, "u")(e.independent));
    state.w = vector_of(tabled, "w");
    return state;
}

void compare_with_table(const Emitted& e) {
    for (const fs::path& file : e.files) {
        INFO(file.string());
        const auto dependent = static_cast<Eigen::Index>(e.dependent.size());
        CompiledModel compiled(e.system.model, file.string(), dependent);
        compiled.setup(compiled.defaults());
        for (const AcceptanceState& tabled : e.states) {
            const OracleState state = state_of(e, tabled);
            const VectorXd u = vector_of(tabled, "u"), udot = vector_of(tabled, "udot"),
                           lambda = vector_of(tabled, "lambda");
            int info = -1;
            VectorXd none(0);
            const VectorXd free = compiled.accelerations(state, none, info);
            CHECK(info == 0);
            compare_tabled("udot", free, VectorXd(udot(e.independent)));
            compare_tabled("ud", compiled.dependent_speeds(state, info), VectorXd(u(e.dependent)));
            CHECK(info == 0);
            compare_tabled("qdot", compiled.kinematics(state), vector_of(tabled, "qdot"));
            const VectorXd o = compiled.outputs(state, info);
            CHECK(info == 0);
            compare_tabled("all udot", o.head(udot.size()), udot);
            compare_tabled("lambda", o.tail(lambda.size()), lambda);
            VectorXd phi(lambda.size()), phidot(lambda.size());
            compiled.constraints(state, phi, phidot);
            compare_tabled("phi", phi, VectorXd::Zero(phi.size()));
            compare_tabled("phidot", phidot, VectorXd::Zero(phi.size()));
            const VectorXd inverse = compiled.inverse_dynamics(state, free);
            compare_tabled("M udot", compiled.mass_matrix(state) * free, compiled.right_side(state));
            compare_tabled("M udot - f", inverse, VectorXd::Zero(inverse.size()));
            const VectorXd ydot = compiled.derivatives(state, info);
            compare_tabled("ydot", ydot.tail(free.size()), free);
        }
    }
}

double total_energy(const CompiledModel& compiled, const OracleState& s) {
    double kinetic = 0, potential = 0;
    compiled.energy(s, kinetic, potential);
    return kinetic + potential;
}

// One second of classical Runge-Kutta in so many steps without input; the largest change of energy and the largest
// |phi|.
std::pair<double, double> drift(const Emitted& e, const fs::path& file, const OracleState& start, int steps) {
    CompiledModel compiled(e.system.model, file.string(), static_cast<Eigen::Index>(e.dependent.size()));
    compiled.setup(compiled.defaults());
    OracleState state = start;
    state.w.setZero();
    const Eigen::Index nq = state.q.size(), nu = state.u.size(), rows = static_cast<Eigen::Index>(e.dependent.size());
    const double energy = total_energy(compiled, state), h = 1.0 / steps;
    double gained = 0, apart = 0;
    const auto slope = [&](const VectorXd& y) {
        OracleState at = state;
        at.q = y.head(nq), at.u = y.tail(nu);
        int info = 0;
        VectorXd ydot = compiled.derivatives(at, info);
        REQUIRE(info == 0);
        return ydot;
    };
    for (int k = 0; k < steps; ++k) {
        VectorXd y(nq + nu);
        y << state.q, state.u;
        const VectorXd k1 = slope(y), k2 = slope(y + h / 2 * k1), k3 = slope(y + h / 2 * k2), k4 = slope(y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        state.q = y.head(nq), state.u = y.tail(nu);
        VectorXd phi(rows), phidot(rows);
        compiled.constraints(state, phi, phidot);
        gained = std::max(gained, std::abs(total_energy(compiled, state) - energy));
        apart = std::max(apart, phi.cwiseAbs().maxCoeff());
    }
    return {gained, apart};
}

}  // namespace

TEST_CASE("eliminate: the four-bar's table") {
    const Emitted e = emitted("four_bar",
                              "output(a1, q1'')$ output(a2, q2'')$ output(a3, q3'')$ output(l1, multiplier(loop)[1])$ "
                              "output(l2, multiplier(loop)[2])$");
    REQUIRE(e.independent == std::vector<Eigen::Index>{0});
    compare_with_table(e);
    // kinetic and potential energy are some joules; fourth order at a thousandth of a second
    for (const fs::path& file : e.files) {
        const auto [gained, apart] = drift(e, file, state_of(e, e.states[1]), 1000);
        CHECK(gained <= 1e-7);
        CHECK(apart <= 1e-9);
    }
}

TEST_CASE("eliminate: the rolling disc's table") {
    const Emitted e = emitted("rolling_disc",
                              "output(a1, sx'')$ output(a2, sy'')$ output(a3, sz'')$ output(a4, yaw'')$ output(a5, "
                              "lean'')$ output(a6, roll'')$ output(l1, multiplier(height))$ output(l2, "
                              "multiplier(along))$ output(l3, multiplier(across))$");
    REQUIRE(e.independent.size() == 3);
    compare_with_table(e);
    for (const fs::path& file : e.files) {
        // The disc falls and spins up fast: what energy it gains is the method's error, of fourth order in the step.
        const auto [coarse, apart] = drift(e, file, state_of(e, e.states[2]), 1000);
        const auto [fine, closer] = drift(e, file, state_of(e, e.states[2]), 2000);
        CHECK(fine <= coarse / 12);
        CHECK(closer <= std::max(apart / 12, 1e-13));
    }
}
