// The emitted main programs: what they read, what they refuse, and that an incomplete file is no success.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

struct Way {
    Language language;
    std::string name, file, command;
};
const std::vector<Way> ways{
    {Language::fortran, "Fortran", "m.f90",
     "gfortran -O1 -std=f2008 -Wall -Wextra -Werror -pedantic m.f90 m_main.f90 -o run"},
    {Language::fortran77, "Fortran 77", "m.f", "gfortran -O1 -std=legacy -Wall -Wextra -Werror m.f m_main.f -o run"},
    {Language::cpp, "C++", "m.hpp",
     "g++ -O1 -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror m_main.cpp -o run"},
    {Language::c, "C", "m.h",
     "gcc -O1 -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror m_main.c -o run -lm"},
};

// Compiles the driver of `program` as `folder`/run; the folder.
std::string built(const Program& program, const Way& way) {
    const std::string folder = scratch_file(program.name + "_driver_" + way.file);
    run("mkdir -p " + folder);
    for (const EmittedFile& file : emit(program, {way.language, {"derivatives"}, true}, way.file))
        write_text(folder + "/" + file.name, file.text);
    const CommandResult compiled = run("cd " + folder + " && " + way.command);
    INFO(compiled.output);
    REQUIRE(compiled.status == 0);
    return folder;
}

CommandResult simulated(const std::string& folder, const std::string& settings) {
    write_text(folder + "/in.txt", settings);
    return run("cd " + folder + " && timeout 60 ./run in.txt");
}

bool refuses(const CommandResult& ran, const std::string& words) {
    UNSCOPED_INFO("wanted '" << words << "', status " << ran.status << ": " << ran.output);
    return ran.status == 1 && ran.output.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("drivers read one decimal number for each name and refuse all else") {
    const Program program = optimize(double_pendulum().lowered());
    for (const Way& way : ways) {
        INFO(way.name);
        const std::string folder = built(program, way);
        for (const char* number : {"1", "+1.", ".5", "0.5e0", "5e-1", "5d-1", "5D-01", "1E+0"}) {
            INFO(number);
            CHECK(simulated(folder, std::string("end 0.01\nl2 ") + number + "\n").status == 0);
        }
        for (const char* text : {"1,5", "1;5", "nan", "inf", "0x10", "1e", "e5", ".", "1-5", "2*3", "1/", "--1",
                                 "1.2.3", "1e+", "1e1.5", "'1'"}) {
            INFO(text);
            CHECK(refuses(simulated(folder, std::string("end 0.01\nl2 ") + text + "\n"),
                          std::string("in.txt:2: ") + text + " is not a number"));
        }
        CHECK(refuses(simulated(folder, "l2 1e999\n"), "in.txt:1: 1e999 "));
        CHECK(refuses(simulated(folder, "end 0.01\nl2 1 2\n"), "in.txt:2: one value for l2, not 1 2"));
        CHECK(refuses(simulated(folder, "l2\n"), "in.txt:1: no value for l2"));
        CHECK(simulated(folder, "end 0.01\r\nl2 1\r\n").status == 0);  // lines as another system ends them
        CHECK(simulated(folder, "output with blank.csv\nend 0.01").status == 0);
        CHECK(run("cd " + folder + " && test -s 'with blank.csv'").status == 0);
        CHECK(run("cd " + folder + " && ./run in.txt more").status == 1);
        CHECK(run("cd " + folder + " && mkdir -p sub && ./run sub").status == 1);
    }
}

TEST_CASE("drivers end with an error where the results cannot be written") {
    const Program program = optimize(double_pendulum().lowered());
    for (const Way& way : ways) {
        INFO(way.name);
        const std::string folder = built(program, way);
        for (const char* end : {"0.001", "1"})  // fits a buffer, does not fit one
            CHECK(refuses(simulated(folder, std::string("output /dev/full\nend ") + end + "\n"),
                          "cannot write all of /dev/full"));
        write_text(folder + "/in.txt", "output limited.csv\nend 10\n");
        CHECK(run("cd " + folder + " && trap '' XFSZ && ulimit -f 100 && ./run in.txt").status != 0);
        CHECK(run("cd " + folder + " && ./run > /dev/full").status != 0);
    }
}

TEST_CASE("drivers refuse zero Euler parameters and states that are no numbers") {
    const Program ball = optimize(top().lowered()), pendulum_program = optimize(double_pendulum().lowered());
    for (const Way& way : ways) {
        INFO(way.name);
        const std::string folder = built(ball, way);
        const CommandResult zero = simulated(folder, "e0 0\ne1 0\ne2 0\ne3 0\nend 0.1\n");
        CHECK(refuses(zero, "Euler parameters cannot all be zero"));
        CHECK(refuses(zero, "the initial value of e0 is no finite number"));
        CHECK(simulated(folder, "e0 0\ne1 2\ne2 0\ne3 0\nend 0.1\n").status == 0);  // brought to unit length
        const std::string other = built(pendulum_program, way);
        CHECK(refuses(simulated(other, "step 100\nend 100000\nq1' 50\n"), "the state is no finite number any more"));
    }
}

namespace {

struct Table {
    std::string header;
    std::vector<std::vector<double>> rows;
};

Table table_in(const std::string& path) {
    std::ifstream file(path);
    Table table;
    std::getline(file, table.header);
    for (std::string line, cell; std::getline(file, line);) {
        table.rows.emplace_back();
        for (std::istringstream cells(line); std::getline(cells, cell, ',');)
            table.rows.back().push_back(std::stod(cell));
    }
    return table;
}

// The largest difference, of numbers of the size of 1; -1 where the tables have other rows.
double difference(const Table& a, const Table& b) {
    if (a.rows.size() != b.rows.size()) return -1;
    double largest = 0;
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        if (a.rows[i].size() != b.rows[i].size()) return -1;
        for (std::size_t k = 0; k < a.rows[i].size(); ++k)
            largest = std::max(largest, std::abs(a.rows[i][k] - b.rows[i][k]) / (1 + std::abs(a.rows[i][k])));
    }
    return largest;
}

}  // namespace

TEST_CASE("drivers of all languages write the same table") {
    const std::string settings = "# half a second\nend 0.5\nstep 0.001\noutput table.csv\n";
    for (const Example& example : {double_pendulum(), top(), tree(5, 4)}) {
        INFO(example.model.name);
        const Program program = optimize(example.lowered());
        std::vector<Table> tables;
        for (const Way& way : ways) {
            INFO(way.name);
            const std::string folder = built(program, way);
            // the second run is shorter and leaves nothing of the first
            REQUIRE(simulated(folder, settings + "end 0.6").status == 0);
            const CommandResult ran = simulated(folder, settings);
            INFO(ran.output);
            REQUIRE(ran.status == 0);
            CHECK(ran.output.find("wrote table.csv, 501 rows\n") != std::string::npos);
            tables.push_back(table_in(folder + "/table.csv"));
            CHECK(tables.back().rows.size() == 501);
            CHECK(tables.back().header == tables.front().header);
            const double apart = difference(tables.front(), tables.back());
            CHECK(apart >= 0);
            CHECK(apart < 1e-12);
        }
    }
}
