// Inputs from tables whose slopes stand in the equations: runs meet every bend, restarts go on from it.
#include <cmath>
#include <cstdlib>

#include "tests/scripts/test_road.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

using namespace lag;

namespace {

namespace fs = std::filesystem;

double number_after(const std::string& text, const std::string& words) {
    const std::size_t at = text.find(words);
    REQUIRE(at != std::string::npos);
    return std::stod(text.substr(at + words.size()));
}

using Words = std::vector<std::string>;

CommandRun run_on_road(const fs::path& folder, const Words& more) {
    Words words{"simulate", "quarter.lag", "--input", "zr=road.csv"};
    words.insert(words.end(), more.begin(), more.end());
    return run_lag(words, folder);
}

double largest_error(const fs::path& table) {
    const SimulatedColumns columns = simulated_columns(table);
    double error = 0;
    for (std::size_t k = 0; k < columns.at("t").size(); ++k) {
        const RoadPoint there = closed_form(columns.at("t")[k]);
        error = std::max({error, std::abs(columns.at("z")[k] - there.z), std::abs(columns.at("z'")[k] - there.speed)});
    }
    return error;
}

}  // namespace

TEST_CASE("slopes of a table are met at every bend", "[simulate]") {
    const fs::path folder = scratch_folder("table_bends");
    write(folder / "quarter.lag", quarter);
    write(folder / "road.csv", road_text());
    for (const std::string method : {"bdf", "adams"})
        for (const auto& [tolerance, margin] : {std::pair{"1e-6", 1e-3}, {"1e-8", 1e-5}, {"1e-11", 1e-8}})
            for (const bool compiled : {true, false}) {
                INFO(method << " " << tolerance << " " << compiled);
                const CommandRun run = run_on_road(folder, with_compiler({"--end", "3", "--step", "0.25", "--method",
                                                                          method, "--tolerance", tolerance},
                                                                         compiled));
                INFO(run.errors);
                REQUIRE(run.status == 0);
                CHECK(largest_error(folder / "quarter.csv") < margin);
                CHECK(number_after(run.output, "change of energy and that work ") < 10 * margin);
            }
}

TEST_CASE("fixed steps that end on the bends keep their order", "[simulate]") {
    const fs::path folder = scratch_folder("table_bends_fixed");
    write(folder / "quarter.lag", quarter);
    write(folder / "road.csv", road_text());
    std::vector<double> errors;
    for (const std::string step : {"0.005", "0.0025"}) {
        write(folder / "run.txt", "end 3\noutput 0.25\nintegrator rk4\nstep " + step + "\n");
        REQUIRE(run_on_road(folder, {"--parameters", "run.txt", "--quiet"}).status == 0);
        errors.push_back(largest_error(folder / "quarter.csv"));
    }
    CHECK(errors[0] / errors[1] > 12);  // 16
}

TEST_CASE("main programs whose steps end on the bends keep their order", "[drivers]") {
    const std::vector<std::vector<std::string>> ways{
        {"fortran", "m.f90", "gfortran -O1 m.f90 m_main.f90 -o run"},
        {"fortran77", "m.f", "gfortran -O1 -std=legacy m.f m_main.f -o run"},
        {"cpp", "m.hpp", "g++ -O1 -std=c++17 m_main.cpp -o run"},
        {"c", "m.h", "gcc -O1 -std=c99 m_main.c -o run -lm"}};
    for (const std::vector<std::string>& way : ways) {
        const fs::path folder = scratch_folder("table_bends_" + way[0]);
        write(folder / "quarter.lag", quarter + "emit(" + way[0] + ", \"" + way[1] + "\", driver = true)$\n");
        write(folder / "road.csv", road_text());
        REQUIRE(run_lag({"quarter.lag", "--quiet"}, folder).status == 0);
        REQUIRE(std::system(("cd " + folder.string() + " && " + way[2]).c_str()) == 0);
        std::vector<double> errors;
        for (const std::string step : {"0.005", "0.0025"}) {
            write(folder / "run.txt", "end 3\noutput 0.25\ninputs road.csv\noutput quarter.csv\nstep " + step + "\n");
            REQUIRE(std::system(("cd " + folder.string() + " && ./run run.txt > out.txt").c_str()) == 0);
            errors.push_back(largest_error(folder / "quarter.csv"));
        }
        INFO(way[0] << " " << errors[0] << " " << errors[1]);
        CHECK(errors[0] / errors[1] > 12);  // 16
    }
}

TEST_CASE("a run goes on from a bend of a table as if it had not ended there", "[simulate]") {
    const fs::path folder = scratch_folder("table_bends_restart");
    write(folder / "quarter.lag", quarter);
    write(folder / "road.csv", road_text());
    for (const std::string end : {"0.25", "0.31", "0.5", "0.6", "0.77", "0.775", "1.5", "2.1", "2.5"}) {
        INFO(end);
        REQUIRE(run_on_road(folder, {"--end", end, "--tolerance", "1e-11", "--save", "state.txt", "--quiet"}).status ==
                0);
        REQUIRE(
            run_on_road(folder, {"--end", "3", "--tolerance", "1e-11", "--restart", "state.txt", "--quiet"}).status ==
            0);
        const SimulatedColumns columns = simulated_columns(folder / "quarter.csv");
        CHECK(columns.at("t").front() == std::stod(end));
        CHECK(largest_error(folder / "quarter.csv") < 2e-8);  // two runs
    }
}

TEST_CASE("a second rate that the equations hold and no column gives is warned of", "[simulate]") {
    const fs::path folder = scratch_folder("table_second_rates");
    write(folder / "ride.csv", "t,r,turn\n0,0,0\n1,0.5,1\n2,0.25,0\n");
    write(folder / "full.csv", "t,r,r',r''\n0,0,0,1\n1,0.5,1,-1\n2,0.5,-1,0\n");
    const std::string load = "body(load, trolley, hinge = revolute(y, q), mass = 3, cm = [0, 0, -2])$\n";
    write(folder / "led.lag",
          "model(led)$ input(r, \"m\")$ gravity([0, 0, -9.81])$\n"
          "body(trolley, ground, hinge = prismatic(x, r), mass = 5)$ " +
              load);
    // axes that turn and carry no mass
    write(folder / "axes.lag",
          "model(axes)$ input(turn, \"rad\")$\n"
          "body(trolley, ground, hinge = prismatic(x, x), mass = 5)$ frame(F, trolley, orient = [[z, turn]])$\n"
          "force(origin(trolley), [1, 0, 0], in = F)$\n");
    const auto warnings = [&](const std::string& script, const std::string& lines) {
        write(folder / "run.txt", "end 2\n" + lines);
        const CommandRun run = run_lag({"simulate", script, "--parameters", "run.txt", "--step", "0.5"}, folder);
        INFO(run.errors);
        CHECK(run.status == 0);
        return run.errors;
    };
    const std::string missing =
        "lag: warning: r'' stands in the equations and is 0, as r is linear between the rows of ride.csv";
    CHECK(holds(warnings("led.lag", "input r ride.csv:r\n"), missing));
    CHECK(!holds(warnings("led.lag", "inputs full.csv\n"), "stands in the equations"));
    CHECK(!holds(warnings("led.lag", "input r sin(t)\n"), "stands in the equations"));
    CHECK(!holds(warnings("axes.lag", "input turn ride.csv:turn\n"), "stands in the equations"));
}
