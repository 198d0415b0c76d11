// trim, linearize, modes and frequency_response of a vehicle whose tire is a routine of the user's, against the same tire
// written in the script and against closed forms.
#include <cmath>
#include <filesystem>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A car on two wheels whose tires' forces are `front_force` and `rear_force` of slip and load.
std::string bicycle(const std::string& tires) {
    return "model(bicycle)$ parameters(m = 1500, J = 2500, a = 1.2, b = 1.5, g = 9.81)$ input(delta)$ input(drive)$\n"
           "body(car, ground, hinge = planar(z, [x, y, yaw], speeds = [u, v, r]), mass = m, inertia = [0, 0, J])$\n"
           "point(front, car, [a, 0, 0])$ point(rear, car, [-b, 0, 0])$\n"
           "front_slip: delta - atan2(v + a*r, u)$ rear_slip: -atan2(v - b*r, u)$\n"
           "front_load: m*g*b/(a + b)$ rear_load: m*g*a/(a + b)$\n" +
           tires +
           "force(front, front_force*[-sin(delta), cos(delta), 0], in = car)$\n"
           "force(rear, [drive, rear_force, 0], in = car)$ initial(u = 20)$\n";
}
const std::string by_routine =
    "external(lateral, [front_slip, front_load], [front_force])$\n"
    "external(lateral, [rear_slip, rear_load], [rear_force])$\n";
const std::string by_hand =
    "front_force: front_load*sin(13/10*atan(10*front_slip))$\nrear_force: rear_load*sin(13/10*atan(10*rear_slip))$\n";

// Every number that the functions give, saved as tables.
const std::string questions =
    "s: trim(given = [u = 20, r = 1/5], find = [delta, drive], free = [x, y, yaw])$\n"
    "save(\"s.csv\", matrix([rhs(s[4]), rhs(s[5]), rhs(s[6]), rhs(s[7]), rhs(s[8])]))$\n"
    "L: linearize(at = s, inputs = [delta, drive], outputs = [front_force, r])$\n"
    "save(\"A.csv\", L[1])$ save(\"B.csv\", L[2])$ save(\"C.csv\", L[3])$ save(\"D.csv\", L[4])$ "
    "save(\"eigenvalues.csv\", L[5])$\n"
    "save(\"response.csv\", frequency_response(at = s, input = delta, output = r, from = 1/10, to = 10, points = 9))$\n"
    "ms: modes(at = s)$ save(\"modes.csv\", matrix(map(lambda([one], one[1]), ms), map(lambda([one], one[2]), ms)))$\n";

const std::string fortran =
    "subroutine lateral(slip, load, force)\n  implicit none\n  double precision, intent(in) :: slip, load\n"
    "  double precision, intent(out) :: force\n  force = load*sin(1.3d0*atan(10*slip))\nend subroutine\n";
const std::string fortran_slopes =
    "subroutine lateral_slopes(slip, load, slopes)\n  implicit none\n  double precision, intent(in) :: slip, load\n"
    "  double precision, intent(out) :: slopes(1, 2)\n  double precision :: angle\n  angle = 1.3d0*atan(10*slip)\n"
    "  slopes(1, 1) = load*cos(angle)*13/(1 + 100*slip**2)\n  slopes(1, 2) = sin(angle)\nend subroutine\n";
const std::string fortran77 =
    "      SUBROUTINE LATERAL(SLIP, LOAD, FORCE)\n      DOUBLE PRECISION SLIP, LOAD, FORCE\n"
    "      FORCE = LOAD*SIN(1.3D0*ATAN(10*SLIP))\n      END\n";
const std::string c =
    "#include <math.h>\nvoid lateral(double slip, double load, double* force) {\n"
    "  *force = load*sin(1.3*atan(10*slip));\n}\n";
const std::string c_slopes =
    "#include <math.h>\nvoid lateral_slopes(double slip, double load, double* slopes) {\n"
    "  const double angle = 1.3*atan(10*slip);\n  slopes[0] = load*cos(angle)*13/(1 + 100*slip*slip);\n"
    "  slopes[1] = sin(angle);\n}\n";

std::vector<double> numbers_in(const fs::path& file) {
    std::string text = contents(file);
    std::vector<double> numbers;
    for (char& letter : text)
        if (letter == ',') letter = '\n';
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        char* end = nullptr;
        const double value = std::strtod(line.c_str(), &end);
        if (end != line.c_str() && *end == '\0') numbers.push_back(value);
    }
    return numbers;
}

const std::vector<std::string> tables{"s", "A", "B", "C", "D", "eigenvalues", "response", "modes"};

using Tables = std::map<std::string, std::vector<double>>;

Tables tables_of(const fs::path& folder) {
    Tables all;
    for (const std::string& table : tables) all[table] = numbers_in(folder / (table + ".csv"));
    return all;
}

double largest_difference(const std::vector<double>& some, const std::vector<double>& others) {
    REQUIRE(some.size() == others.size());
    double largest = 0, size = 0;
    for (std::size_t k = 0; k < some.size(); ++k) {
        largest = std::max(largest, std::abs(some[k] - others[k]));
        size = std::max(size, std::abs(others[k]));
    }
    return largest / std::max(size, 1e-300);
}

// "their error is about 3e-11 of the largest one"
double stated_error(const std::string& text) {
    const std::string before = "their error is about ";
    const std::size_t at = text.find(before);
    REQUIRE(at != std::string::npos);
    return std::stod(text.substr(at + before.size()));
}

}  // namespace

TEST_CASE("a vehicle on a tire that is a routine has the trim and the modes of one on a tire of the script",
          "[external]") {
    const fs::path folder = scratch_folder("external_at_state");
    write(folder / "o.lag", bicycle(by_hand) + questions);
    REQUIRE(run_lag({"o.lag"}, folder).status == 0);
    const Tables expected = tables_of(folder);
    for (const std::string& table : tables) REQUIRE(!expected.at(table).empty());
    write(folder / "o.lag", bicycle(by_routine) + questions);
    struct Source {
        std::string file, text, slopes_file, slopes;
    };
    for (const Source& source : {Source{"t.f90", fortran, "slopes.f90", fortran_slopes},
                                 {"t.c", c, "slopes.c", c_slopes},
                                 {"t.f", fortran77, "slopes.c", c_slopes}}) {
        CAPTURE(source.file);
        write(folder / source.file, source.text);
        write(folder / source.slopes_file, source.slopes);
        const CommandRun by_differences = run_lag({"o.lag", "--source", source.file}, folder);
        INFO(by_differences.errors);
        REQUIRE(by_differences.status == 0);
        const double error = stated_error(by_differences.errors);
        CHECK(error < 1e-8);
        Tables found = tables_of(folder);
        for (const std::string& table : tables) {
            CAPTURE(table);
            // a steady motion needs no exact slopes; small motions are as exact as what is stated, times the conditions
            // of their eigenvalues
            CHECK(largest_difference(found.at(table), expected.at(table)) <
                  (table == "s" ? 1e-12 : 10 * error + 1e-12));
        }
        const CommandRun by_slopes =
            run_lag({"o.lag", "--source", source.file, "--source", source.slopes_file}, folder);
        INFO(by_slopes.errors);
        REQUIRE(by_slopes.status == 0);
        CHECK_FALSE(holds(by_slopes.errors, "differences"));
        found = tables_of(folder);
        for (const std::string& table : tables) {
            CAPTURE(table);
            CHECK(largest_difference(found.at(table), expected.at(table)) < 1e-12);
        }
    }
}

TEST_CASE("the eigenvalues of a car on linear tires", "[external]") {
    const fs::path folder = scratch_folder("external_linear");
    write(folder / "o.lag", bicycle("external(lateral, [front_slip, 60000], [front_force])$\n"
                                    "external(lateral, [rear_slip, 70000], [rear_force])$\n") +
                                "save(\"A.csv\", linearize()[1])$\n");
    write(folder / "t.c", "void lateral(double slip, double stiffness, double* force) { *force = stiffness*slip; }\n");
    const CommandRun run = run_lag({"o.lag", "--source", "t.c"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::vector<double> A = numbers_in(folder / "A.csv");
    REQUIRE(A.size() == 36);
    constexpr double m = 1500, J = 2500, a = 1.2, b = 1.5, u = 20, f = 60000, r = 70000;
    // rows and columns: x, y, yaw, u, v, r
    CHECK(A[4 * 6 + 4] == Approx(-(f + r) / (m * u)).epsilon(1e-9));
    CHECK(A[4 * 6 + 5] == Approx(-(a * f - b * r) / (m * u) - u).epsilon(1e-9));
    CHECK(A[5 * 6 + 4] == Approx(-(a * f - b * r) / (J * u)).epsilon(1e-9));
    CHECK(A[5 * 6 + 5] == Approx(-(a * a * f + b * b * r) / (J * u)).epsilon(1e-9));
}

TEST_CASE("the other commands take the routine of a script that trims, and say what is missing", "[external]") {
    const fs::path folder = scratch_folder("external_commands");
    write(folder / "t.f90", fortran);
    write(folder / "o.lag",
          bicycle(by_routine) + "s: trim(given = [u = 20, r = 1/5], find = [delta, drive], free = [x, y, yaw])$\n");
    write(folder / "hand.lag",
          bicycle(by_hand) + "s: trim(given = [u = 20, r = 1/5], find = [delta, drive], free = [x, y, yaw])$\n");
    const auto succeeds = [&](std::vector<std::string> words) {
        const CommandRun run = run_lag(words, folder);
        CAPTURE(words.front());
        INFO(run.errors);
        CHECK(run.status == 0);
        return run;
    };
    succeeds({"simulate", "o.lag", "--end", "0.1", "--quiet", "--source", "t.f90"});
    succeeds({"doc", "o.lag", "--source", "t.f90"});
    succeeds({"compare", "o.lag", "hand.lag", "--source", "t.f90"});
    const CommandRun modes = succeeds({"modes", "o.lag", "--vary", "u=10:40:5", "--source", "t.f90"});
    CHECK(holds(modes.errors, "the derivatives of 'lateral' are differences"));
    const std::vector<double> varied = numbers_in(folder / "o_modes.csv");
    succeeds({"modes", "hand.lag", "--vary", "u=10:40:5"});
    CHECK(largest_difference(varied, numbers_in(folder / "hand_modes.csv")) < 1e-8);

    const CommandRun none = run_lag({"o.lag"}, folder);
    CHECK(none.status == 1);
    CHECK(holds(none.errors, "o.lag:10:4: error: the model calls 'lateral', a routine of yours"));
    CHECK(holds(none.errors, "hint: name the file that defines it: --source lateral.f90"));
    write(folder / "other.c", "void other(void) {}\n");
    CHECK(holds(run_lag({"o.lag", "--source", "other.c"}, folder).errors, "no --source defines 'lateral'"));
}

TEST_CASE("a kink of a routine is told", "[external]") {
    const fs::path folder = scratch_folder("external_kink");
    write(folder / "o.lag",
          "model(o)$ body(b, ground, hinge = prismatic(z, z), mass = 1)$\n"
          "external(ground_force, [z], [push])$ hinge_load(z, push)$ linearize()$\n");
    write(folder / "t.c", "void ground_force(double z, double* push) { *push = z < 0 ? -1000*z : 0; }\n");
    const CommandRun run = run_lag({"o.lag", "--source", "t.c"}, folder);
    INFO(run.errors);
    CHECK(run.status == 0);
    CHECK(holds(run.errors, "the derivatives of 'ground_force' are differences that do not settle"));
    CHECK(holds(run.errors, "is there a kink or a jump at this state?"));
}

}  // namespace lag
