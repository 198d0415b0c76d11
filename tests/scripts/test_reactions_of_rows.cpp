// reaction(B) of hinges that are rows, against the same script with hinges of the tree, at the same states.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

struct Mechanism {
    // "%" in it: where treat = .. may stand
    std::string parts;
    std::string extra;
    std::vector<std::string> bodies;

    std::string script(const std::string& options, const std::vector<std::string>& treatments) const {
        std::string text = "model(m)$ gravity([0.3, -9.81, 1.4])$ " + options + parts + extra;
        std::size_t hinge = 0;
        for (std::size_t at; (at = text.find('%')) != std::string::npos;)
            text.replace(at, 1, treatments[hinge++ % treatments.size()]);
        for (const std::string& body : bodies)
            for (const char* i : {"1", "2", "3"})
                for (const char* kind : {"1", "2"})
                    text += std::string("output(R") + body + kind + i + ", reaction(" + body + ")[" + kind + "][" + i +
                            "])$\n";
        return text;
    }
};

SimulatedColumns started(const std::string& script) {
    const fs::path folder = scratch_folder("reactions_of_rows");
    write(folder / "m.lag", script);
    const CommandRun run =
        run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.001", "--step", "0.001", "--quiet"}, folder);
    INFO(script << run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

// All hinges as rows, then some of them.
void require_reactions_of_tree(const Mechanism& mechanism, const SimulatedColumns& tree, const std::string& start) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 4; ++trial) {
        std::vector<std::string> treatments{""};
        for (std::size_t k = 0; trial > 0 && k < mechanism.bodies.size(); ++k)
            treatments.push_back(random() % 2 == 0 ? ", treat = absolute" : ", treat = tree");
        if (trial > 0) treatments.erase(treatments.begin());
        const std::string script = mechanism.script("options(joints = absolute)$\n", treatments) + start;
        CAPTURE(script);
        const SimulatedColumns rows = started(script);
        double largest = 0;
        for (const auto& [name, values] : tree) {
            if (name[0] != 'R') continue;
            CAPTURE(name);
            CHECK(std::abs(rows.at(name)[0] - values[0]) < 1e-9 * (1 + std::abs(values[0])));
            largest = std::max(largest, std::abs(values[0]));
        }
        CHECK(largest > 1);
    }
}

}  // namespace

TEST_CASE("reactions of hinges that are rows are those of the tree: loads in hinges, conditions, a cut hinge") {
    Mechanism mechanism;
    mechanism.bodies = {"A", "B", "C", "D", "W"};
    mechanism.parts =
        "parameters(c = 1)$\n"
        "body(A, ground, hinge = revolute(z, qa)%, orient = [[x, 0.3]], mass = 1, cm = [0.5, 0, 0.2], inertia = [1, "
        "1.2, 1.1])$\n"
        "body(B, A, hinge = [rotate(y, qb), translate(x, qs)]%, at = [1, 0, 0], outboard_at = [0.1, -0.2, 0.05], mass "
        "= 2,\n"
        "     cm = [0.4, 0.1, 0], inertia = [0.8, 1, 1.1])$\n"
        "body(C, B, hinge = spherical(quaternion = [e0, e1, e2, e3])%, at = [1, 0, 0.3], outboard_at = [0.1, 0.2, "
        "-0.05],\n"
        "     mass = 0.5, cm = [0.2, 0.1, 0], inertia = [0.3, 0.2, 0.4])$\n"
        "body(D, B, hinge = universal([x, z], [d1, d2])%, at = [-1, 0.2, 0.3], outboard_at = [0.1, 0.2, -0.05],\n"
        "     mass = 0.5, cm = [0.2, 0.1, 0], inertia = [0.3, 0.2, 0.4])$\n"
        "body(W, D, hinge = fixed, at = [0.1, 0.2, 0.3], mass = 0.1)$\n"
        "point(P, D, [0.5, 0.5, 0.5])$ point(Q, C, [0.1, 0.5, 0])$\n"
        "spring(P, Q, stiffness = 30, length = 0.2, damping = 1)$ force(P, [1, 2, 3])$ torque(C, [1, 2, 3], reaction = "
        "A)$\n"
        "hinge_load(qb, -3*qb - qb')$ potential(qs^2*4)$ dissipation(c*(qa' - qb')^2/2 + d1'^2)$\n"
        "initial(qa = 0.4, qb = 0.3, qs = 0.2, d1 = 0.5, d2 = -0.3, qa' = 0.3, qb' = -0.4, qs' = 0.2, d1' = 1, d2' = "
        "-0.5)$\n";
    for (const std::string extra :
         {"", "constraint(qb = qa*3/4)$\n", "constraint(qs = d1*2/5)$\n", "speed_constraint(d2' = -qs'*5/2)$\n",
          "input(w)$ speed_constraint(qa' = 0.3 + w)$ limit(qs, -1, 1)$\n",
          "cut_hinge(D, ground, hinge = free(angles = [g1, g2, g3], position = [g4, g5, g6]))$ hinge_load(g5, -3)$\n"
          "initial(g1 = 0.1, g2 = 0.1)$\n"}) {
        mechanism.extra = extra;
        require_reactions_of_tree(mechanism, started(mechanism.script("", {""})), "");
    }
}

TEST_CASE("reactions of a planar loop whose hinges are rows hold what acts across the plane") {
    Mechanism mechanism;
    mechanism.bodies = {"crank", "coupler", "rocker", "tip"};
    mechanism.parts =
        "body(crank, ground, hinge = revolute(z, q1)%, mass = 1, cm = [0.05, 0.01, 0.02], inertia = [0.2, 0.2, "
        "0.25])$\n"
        "body(coupler, crank, hinge = revolute(z, q2)%, at = [0.1, 0, 0], mass = 2, cm = [0.15, 0.02, 0.04],\n"
        "     inertia = [0.3, 0.2, 0.4])$\n"
        "body(rocker, ground, hinge = revolute(z, q3)%, at = [0.35, 0, 0], mass = 1.5, cm = [0.12, 0.03, 0.01],\n"
        "     inertia = [0.3, 0.2, 0.4])$\n"
        "body(tip, coupler, hinge = revolute(z, q5)%, at = [0.2, 0.3, 0.1], mass = 0.3, cm = [0.1, 0, 0.1],\n"
        "     inertia = [0.01, 0.02, 0.015])$\n"
        "initial(q1 = 0.3, q2 = 0.3, q3 = 1.7, q1' = 2, q5' = 1)$\n";
    for (const std::string closing : {"point(P, coupler, [0.3, 0, 0])$ point(Q, rocker, [0.25, 0, 0])$ "
                                      "close_loop(P, Q)$ torque(coupler, [0, 0, 1/2], reaction = rocker)$\n",
                                      "cut_hinge(coupler, rocker, hinge = revolute(z, q4), at = [0.25, 0, 0],\n"
                                      "outboard_at = [0.3, 0, 0])$ hinge_load(q4, -3*q4' + 1)$\n"}) {
        mechanism.extra = closing;
        const SimulatedColumns tree = started(mechanism.script("", {""}));
        std::string start = "initial(";
        for (const char* name : {"q1", "q2", "q3", "q5", "q1'", "q2'", "q3'", "q5'"})
            start += std::string(name) + fmt::format(" = {:.17g}, ", tree.at(name)[0]);
        start.replace(start.size() - 2, 2, ")$\n");
        require_reactions_of_tree(mechanism, tree, start);
    }
}

TEST_CASE("a joint that is used from B to A carries as rows what it carries in the tree") {
    Mechanism mechanism;
    mechanism.bodies = {"X1", "X2", "X3"};
    mechanism.parts =
        "options(tree = [J1, J2, J3])$\n"
        "joint(J1, ground, X1, hinge = revolute(z, a))$\n"
        "joint(J2, X2, X1, hinge = revolute([1, 2, 2], b)%, outboard_at = [1, 0, 0], at = [0.1, 0, 0], orient = [[x, "
        "0.3]])$\n"
        "joint(J3, X3, X2, hinge = spherical(sequence = 321, angles = [c1, c2, c3])%, outboard_at = [1, 0.2, 0])$\n"
        "joint(J4, X3, ground, hinge = [translate(y, d3), translate(x, d4), rotate(x, d1), rotate(y, d2)],\n"
        "      at = [0.8, 0.3, 0.1], outboard_at = [1.2, 0.5, 0.2])$\n"
        "for X in [X1, X2, X3] do body(X, mass = 1, cm = [0.5, 0.01, 0.02], inertia = [0.2, 0.2, 0.25])$\n"
        "hinge_load(b, -2*b')$ hinge_load(d1, 3 - d2')$ initial(a = 0.3, b = 0.2, d1 = 0.4, d2 = 0.2, b' = 0.3)$\n";
    const SimulatedColumns tree = started(mechanism.script("", {""}));
    std::string start = "initial(";
    for (const char* name : {"a", "b", "c1", "c2", "c3", "d1", "d2", "d3", "d4", "a'", "b'", "c1'", "c2'", "c3'"})
        start += std::string(name) + fmt::format(" = {:.17g}, ", tree.at(name)[0]);
    start.replace(start.size() - 2, 2, ")$\n");
    require_reactions_of_tree(mechanism, tree, start);
}

}  // namespace lag
