// Hinge reactions beside cut hinges, against the same linkage closed by points and a torque.
#include <cmath>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

const std::string reactions =
    "for B in [crank, coupler, rocker] do for i:1 thru 3 do\n"
    "  (output(concat(F, B, i), reaction(B)[1][i]), output(concat(T, B, i), reaction(B)[2][i]))$\n";

SimulatedColumns first_row(const std::string& name, const std::string& closing) {
    const fs::path folder = scratch_folder("reactions_" + name);
    std::string linkage = "model(m)$\n" + four_bar_linkage;
    const std::string loop = "point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q)$";
    linkage.replace(linkage.find(loop), loop.size(), closing);
    write(folder / "m.lag", linkage + reactions);
    const CommandRun run =
        run_lag({"simulate", "m.lag", "--no-compiler", "--end", "0.01", "--step", "0.01", "--quiet"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

const std::string by_points =
    "point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q)$\n"
    "torque(coupler, [0, 0, -3*(q1' + q2' - q3') - 1/5], reaction = rocker)$\n";
const std::string by_cut =
    "cut_hinge(coupler, rocker, hinge = revolute(z, q4), at = [c, 0, 0], outboard_at = [b, 0, 0], name = pin)$\n"
    "hinge_load(q4, -3*q4')$ potential(q4/5)$\n";

void require_same(const SimulatedColumns& expected, const SimulatedColumns& found) {
    double largest = 0;
    for (const std::string body : {"crank", "coupler", "rocker"})
        for (const std::string kind : {"F", "T"})
            for (const std::string axis : {"1", "2", "3"}) {
                const std::string name = kind + body + axis;
                CAPTURE(name);
                CHECK(std::abs(found.at(name)[0] - expected.at(name)[0]) < 1e-9);
                largest = std::max(largest, std::abs(expected.at(name)[0]));
            }
    CHECK(largest > 1);
}

}  // namespace

TEST_CASE("reactions beside a cut hinge with loads on its coordinate") {
    const SimulatedColumns expected = first_row("points", by_points);
    require_same(expected, first_row("cut", by_cut));
    require_same(expected, first_row("cut_eliminated", by_cut + "options(constraints = eliminate)$\n"));
    require_same(expected, first_row("points_eliminated", by_points + "options(constraints = eliminate)$\n"));
}

TEST_CASE("a spring on a free cut hinge's coordinate does not pass the other hinges") {
    const fs::path folder = scratch_folder("free_cut_loads");
    for (const std::string load : {"hinge_load(p2, -3*p2)$", "potential(3*p2^2/2)$"}) {
        CAPTURE(load);
        write(folder / "m.lag",
              "model(m)$ gravity([0, -10, 0])$ body(b, ground, hinge = prismatic(x, s), at = [0, 2, 0], mass = 1, "
              "inertia = [1, 1, 1])$\n"
              "cut_hinge(b, ground, hinge = free(sequence = 323, angles = [c1, c2, c3], position = [p1, p2, p3]))$\n"
              "initial(c2 = 0.7, p2 = 2)$ " +
                  load + " output(r, reaction(b)[1][2])$\n");
        const CommandRun run =
            run_lag({"simulate", "m.lag", "--no-compiler", "--end", "1", "--step", "1", "--quiet"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        // the spring pulls down with 6, gravity with 10: the rail carries both
        CHECK(std::abs(simulated_columns(folder / "m.csv").at("r")[0] - 16) < 1e-12);
    }
}

}  // namespace lag
