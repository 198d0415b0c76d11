// lag simulate across the branches of procedures: closed forms, the same as expressions, switches without end.
#include <filesystem>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string slide = "body(b, ground, hinge = prismatic(x, x), mass = 1)$\n";

SimulatedColumns run_of(const fs::path& folder, const std::string& script) {
    write(folder / "m.lag", script);
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "3", "--step", "0.1", "--tolerance", "1e-9"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

}  // namespace

TEST_CASE("a run stops where a branch of a procedure jumps", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_branch");
    const SimulatedColumns rows =
        run_of(folder, "procedure(wall, [x], [F], block([], if x > 0 then F: -5 else F: 0))$\nmodel(m)$\n" + slide +
                           "external(wall, [x], [F])$ hinge_load(x, F)$ initial(x = -1, x' = 1)$\n");
    for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
        const double t = rows.at("t")[k] - 1;  // from the wall on
        const double x = t < 0 ? t : t < 0.4 ? t - 2.5 * t * t : 0.4 - t;
        CAPTURE(t);
        CHECK(rows.at("x")[k] == Approx(x).margin(1e-8));
    }
}

TEST_CASE("loops, arrays, calls and truth values of a procedure jump as expressions do", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_branches");
    const std::string rest = slide + "initial(x = 1, x' = 3)$\n";
    const SimulatedColumns by_procedure =
        run_of(folder,
               "procedure(friction, [v, mu], [F], block([], if v > 0 then F: -mu elseif v < 0 then F: mu else F: 0))$\n"
               "procedure(springs, [x, v, k[3]], [F, n], block([at: [0, 1/2, 3/2], far, f, passed[3]], F: 0, n: 0,\n"
               "  for i: 1 thru 3 do (far: x > at[i] and v < 10, passed[i]: if far then 1 else 0,\n"
               "    if far then (F: F - k[i]*(x - at[i]) - 2*passed[i], n: n + 1)),\n"
               "  external(friction, [v, 0.7], [f]), F: F + f - max(x, v)/5))$\n"
               "model(m)$\n" +
                   rest + "external(springs, [x, x', [3, 5, 7]], [F, n])$ hinge_load(x, F - 2*x)$\n");
    const SimulatedColumns by_expression =
        run_of(folder, "model(m)$\n" + rest +
                           "pulled(k, at) := if x > at then -k*(x - at) - 2 else 0$\n"
                           "hinge_load(x, pulled(3, 0) + pulled(5, 1/2) + pulled(7, 3/2) - 2*x - max(x, x')/5\n"
                           "  + (if x' > 0 then -0.7 elseif x' < 0 then 0.7 else 0))$\n");
    for (const std::string name : {"x", "x'"})
        for (std::size_t k = 0; k < by_expression.at(name).size(); ++k)
            CHECK(by_procedure.at(name)[k] == Approx(by_expression.at(name)[k]).margin(1e-7));
}

TEST_CASE("a branch whose sides agree where it changes is passed like a kink", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_branch_agrees");
    const auto steps = [&](const std::string& load) {
        write(folder / "m.lag", "model(m)$\n" + slide + "hinge_load(x, " + load + ")$ initial(x = 1)$\n");
        const CommandRun run = run_lag({"simulate", "m.lag", "--end", "30", "--step", "1"}, folder);
        INFO(run.output << run.errors);
        REQUIRE(run.status == 0);
        const std::size_t end = run.output.find(" steps"), begin = run.output.find("31 rows, ") + 9;
        REQUIRE(end != std::string::npos);
        return std::stol(run.output.substr(begin, end - begin));
    };
    const long of_kink = steps("-x - max(x, 0)/1000000"), anew = 9;  // steps more where the integrator begins anew
    CHECK(steps("if x > 0 then -x - x/1000000 else -x") <= of_kink + anew);
    CHECK(steps("if x > 0 then -x - 1/5 else -x") > of_kink + 3 * anew);
}

TEST_CASE("a procedure that drives the state back to where it jumps is named", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_branch_slides");
    write(folder / "m.lag", "procedure(relay, [s], [u], block([], if s > 0 then u: -3 else u: 3))$\nmodel(m)$\n" +
                                slide +
                                "external(relay, [x' + x], [u])$ hinge_load(x, u + 1)$ initial(x = 1, x' = 1)$\n");
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "4", "--step", "0.5"}, folder);
    CHECK(run.status == 1);
    CHECK(run.errors.find("the simulation ended at t = 1:") != std::string::npos);
    CHECK(run.errors.find("in the procedure relay would switch for ever") != std::string::npos);
}

}  // namespace lag
