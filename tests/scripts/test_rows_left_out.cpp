// Multipliers of rows that are left out because others imply them, and the table of multipliers in emitted files.
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// Emitted comments without their line ends and comment marks.
std::string flowing(const std::string& text) {
    std::istringstream words(text);
    std::string joined;
    for (std::string word; words >> word;)
        if (word != "//" && word != "!" && word != "*" && word != "C") joined += word + " ";
    return joined;
}

}  // namespace

// m x'' = F - lambda with x = t^2/2: the hinge load 5 leaves 5 - 2 to the first row, nothing to the second.
TEST_CASE("the multiplier of a row left out is 0, eliminated or not") {
    for (const char* treatment : {"multipliers", "eliminate"}) {
        CAPTURE(treatment);
        const fs::path folder = scratch_folder("rows_left_out");
        write(folder / "m.lag",
              std::string("model(slide)$ body(B, ground, hinge = prismatic(x, s), mass = 2)$\n"
                          "body(C, ground, hinge = prismatic(y, y1), mass = 3)$\n"
                          "constraint(s = t^2/2, name = first)$ constraint(3*s = 3/2*t^2, name = again)$"
                          " hinge_load(s, 5)$\noutput(a, multiplier(first))$ output(b, "
                          "multiplier(again))$ options(constraints = ") +
                  treatment + ")$\n");
        const CommandRun run =
            run_lag({"simulate", "m.lag", "--no-compiler", "--end", "1", "--step", "1", "--plot", "a,b"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        std::istringstream lines(contents(folder / "m.csv"));
        std::string names, line;
        std::getline(lines, names);
        int rows = 0;
        while (std::getline(lines, line)) {
            std::istringstream of_names(names), cells(line);
            for (std::string name, cell; std::getline(of_names, name, ',') && std::getline(cells, cell, ',');) {
                if (name == "a") CHECK(std::stod(cell) == Approx(3).epsilon(1e-9));
                if (name == "b") CHECK(std::stod(cell) == 0);
            }
            ++rows;
        }
        CHECK(rows == 2);
    }
}

TEST_CASE("the head comment tells of a screw's axial moment, in all languages") {
    const fs::path folder = scratch_folder("screw_multipliers");
    const std::string body =
        "body(b, ground, hinge = free(angles = [a1, a2, a3], sequence = 123, position = [x, y, z]), mass = 2, inertia "
        "= "
        "[1, 2, 3])$\n";
    const std::string emits =
        "emit(cpp, \"m.hpp\")$ emit(fortran, \"m.f90\")$ emit(c, \"m.h\")$ emit(fortran77, \"m.f\")$\n";
    const std::string moment =
        "; pitch times its part along the screw's axis is a moment about that axis on b [N m], its opposite acts on "
        "ground";
    const auto texts = [&](const std::string& hinge) {
        write(folder / "m.lag", "model(m)$ parameter(h, 0.1)$\n" + body + "cut_hinge(b, ground, hinge = " + hinge +
                                    ", name = nut)$\n" + emits);
        const CommandRun run = run_lag({"m.lag"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        std::vector<std::string> all;
        for (const char* file : {"m.hpp", "m.f90", "m.h", "m.f"}) all.push_back(flowing(contents(folder / file)));
        return all;
    };
    for (const std::string& text : texts("screw(z, h, th)")) {
        std::size_t count = 0;
        for (std::size_t at = text.find(moment); at != std::string::npos; at = text.find(moment, at + 1)) ++count;
        CHECK(count == 3);
    }
    for (const std::string& text : texts("cylindrical(z, th, s)")) CHECK(text.find(moment) == std::string::npos);
}

}  // namespace lag
