// What every value of info says: in main programs, in Python's module, in the heads of emitted files and in the errors of
// `lag simulate`, against texts written out by hand.
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

// Speeds x', z', q'; a constraint with a position; a state; a contact; an event.
const std::string model =
    "model(m)$\ngravity([0, 0, -10])$\nflag(f, 0)$\nbody(b, ground, hinge = [translate(x, x), translate(z, z)], mass = "
    "2)$\n"
    "body(d, b, hinge = revolute(y, q), mass = 1, inertia = [1, 1, 1], cm = [1, 0, 0])$\n"
    "constraint(q + x^2 = 1/100, name = row)$\nstate(s, rate = -s)$\nhinge_load(q, s - q)$\n"
    "contact(foot, z, restitution = 1/2, friction = 1/3, tangent = x')$\nevent(kick, t - 1, rising, set = [f = 1])$\n"
    "initial(z = 1)$\n";
const std::string wrong_sign = "more normal force presses a sliding contact together: Painleve's paradox",
                  no_mode = "no mode of the contacts is consistent",
                  several_modes = "modes of the contacts with different accelerations are consistent",
                  impact = "no impulses of the contacts are consistent, or they would give energy",
                  no_convergence = "no convergence within the limit, or a number overflows";
const std::vector<std::string> said{"the mass matrix is singular at speed x'",
                                    "the mass matrix is singular at speed z'",
                                    "the mass matrix is singular at speed q'",
                                    "the constraints are dependent at constraint row",
                                    "the constraints are dependent at constraint foot",
                                    "the constraints are dependent at constraint foot_t",
                                    no_convergence,
                                    wrong_sign,
                                    no_mode,
                                    several_modes,
                                    impact};
const std::vector<std::string> said_of_rest{
    "nothing holds the motion with speed x': hold a coordinate",
    "nothing holds the motion with speed z': hold a coordinate",
    "nothing holds the motion with speed q': hold a coordinate",
    "constraint row cannot be met at rest; what is held, or the start, may stand in its way",
    "constraint foot cannot be met at rest; what is held, or the start, may stand in its way",
    "constraint foot_t cannot be met at rest; what is held, or the start, may stand in its way",
    "no rest was found within the limit, or a number overflows",
    wrong_sign,
    "no contacts fit, closed or open",
    several_modes,
    impact,
    "nothing says what state s is at rest"};

std::filesystem::path emitted(const std::string& name, const std::string& text) {
    const auto folder = scratch_folder("info_words_" + name);
    write(folder / "m.lag", text);
    const CommandRun run = run_lag({"m.lag", "--quiet", "--optimize", "0"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return folder;
}

std::string words_of(const std::filesystem::path& folder, const std::string& command) {
    const int status = std::system(("cd '" + folder.string() + "' && (" + command + ") > words.txt 2>&1").c_str());
    INFO(command << "\n" << contents(folder / "words.txt"));
    REQUIRE(status == 0);
    return contents(folder / "words.txt");
}

std::string lines(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += text + "\n";
    return all;
}

}  // namespace

TEST_CASE("main programs in C and C++ say what every value of info means", "[info]") {
    const auto in_c = emitted("c", model + "emit(c, \"m.h\", driver = true)$\n");
    write(in_c / "all.c",
          "#define main main_program\n#include \"m_main.c\"\n#undef main\n"
          "int main(void) {\n    int k;\n    char said[1025];\n    for (k = 1; k <= 11; ++k) {\n        m_info_text(k, "
          "said);\n        puts(said);\n    }\n    return 0;\n}\n");
    CHECK(words_of(in_c, "gcc -std=c99 -Wall -Werror all.c -o all -lm && ./all") == lines(said));
    const auto in_cpp = emitted("cpp", model + "emit(cpp, \"m.hpp\", driver = true)$\n");
    write(in_cpp / "all.cpp",
          "#define main main_program\n#include \"m_main.cpp\"\n#undef main\n"
          "int main() {\n    char said[1025];\n    for (int k = 1; k <= 11; ++k) {\n        m_info_text(k, said);\n    "
          "    "
          "std::puts(said);\n    }\n}\n");
    CHECK(words_of(in_cpp, "g++ -std=c++17 -Wall -Werror all.cpp -o all && ./all") == lines(said));
}

TEST_CASE("main programs in Fortran say what every value of info means", "[info]") {
    const auto folder = emitted("fortran", model + "emit(fortran, \"m.f90\", driver = true)$\n");
    // the main program shows all and ends
    std::string text = contents(folder / "m_main.f90");
    const std::size_t begin = text.find("\n  call m_simulate_file"), contained = text.find("\ncontains\n");
    REQUIRE(begin < contained);
    text.insert(
        begin,
        "\n  do status = 1, 11\n    call m_info_text(status, said)\n    print \"(a)\", trim(said)\n  end do\n  stop");
    text.insert(text.find("\n  integer :: status"), "\n  character(len=1024) :: said");
    write(folder / "m_main.f90", text);
    CHECK(words_of(folder, "gfortran -std=f2008 m.f90 m_main.f90 -o all && ./all") == lines(said));

    const auto in_77 = emitted("fortran77", model + "emit(fortran77, \"m.f\", driver = true)$\n");
    write(in_77 / "all.f",
          "      PROGRAM all\n      CHARACTER*8 k\n      CHARACTER*1024 said\n      INTEGER info, m_length\n      CALL "
          "GETARG(1, k)\n      READ(k, *) info\n"
          "      CALL m_info_text(info, said)\n      WRITE(*, '(A)') said(1:m_length(said))\n      END\n");
    const std::string without_program =
        "sed 's/^      PROGRAM .*/      SUBROUTINE unused/' m_main.f > parts.f && gfortran -std=legacy m.f parts.f "
        "all.f "
        "-o all && for k in 1 2 3 4 5 6 7 8 9 10 11; do ./all $k; done";
    CHECK(words_of(in_77, without_program) == lines(said));
}

TEST_CASE("Python's exceptions say what every value of info means", "[info]") {
    const auto folder = emitted("python", model + "emit(python, \"m.py\", equilibrium = true, partition = true)$\n");
    write(folder / "all.py",
          "import m\n"
          "def said(routine, values):\n    for k in values: print(str(m.Failure(routine, k)))\n"
          "said('derivatives', [1, 2, 3, 4, 5, 6, 8, 9, 10, 11])\nsaid('assemble', [7])\nsaid('event', [7])\n"
          "said('partition', [4])\nsaid('equilibrium', range(1, 13))\n");
    std::string expected;
    const auto add = [&](const std::string& routine, std::size_t value, const std::string& text) {
        expected += "m." + routine + ": " + text + " (info = " + std::to_string(value) + ")\n";
    };
    const std::vector<std::size_t> values{1, 2, 3, 4, 5, 6, 8, 9, 10, 11};
    for (const std::size_t value : values) add("derivatives", value, said[value - 1]);
    add("assemble", 7, no_convergence), add("event", 7, "there is no event k");
    add("partition", 4, "constraint row depends on others");
    for (std::size_t value = 1; value <= 12; ++value) add("equilibrium", value, said_of_rest[value - 1]);
    CHECK(words_of(folder, "/usr/bin/python3 all.py") == expected);
}

TEST_CASE("heads of emitted files say what values of info mean", "[info]") {
    const auto folder = emitted("heads", model + "emit(c, \"m.h\", equilibrium = true, partition = true)$\n");
    std::string head = contents(folder / "m.h");
    head.resize(head.find("*/"));
    for (const std::string line :
         {"4 to 6 of partition: that constraint depends on others", "7 of event: there is no event k",
          "1 to 3 of equilibrium: nothing holds the motion with that speed: hold a coordinate",
          "4 to 6 of equilibrium: that constraint cannot be met at rest",
          "7 of equilibrium: no rest was found within the limit, or a number overflows",
          "9 of equilibrium: no contacts fit, closed or open",
          "12 of equilibrium: nothing says what that state is at rest", "the mass matrix is singular at that speed: ",
          "the constraints are dependent at that constraint: 4 row, 5 foot, 6 foot_t",
          "7 of assemble: no convergence within the limit, or a number overflows"}) {
        INFO(line);
        CHECK(holds(head, line));
    }
    for (std::size_t value = 8; value <= 11; ++value)
        CHECK(holds(head, std::to_string(value) + ": " + said[value - 1]));
}

TEST_CASE("simulate says what info means", "[info]") {
    const auto folder = scratch_folder("info_words_simulate");
    const auto errors = [&](const std::string& text, const std::vector<std::string>& more = {}) {
        write(folder / "m.lag", text);
        std::vector<std::string> arguments{"simulate", "m.lag", "--end", "1", "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_lag(arguments, folder).errors;
    };
    write(folder / "p.txt", "k 0\n");
    const std::string body = "model(m)$ parameter(k, 1)$ body(b, ground, hinge = prismatic(x, x), mass = k)$\n";
    CHECK(holds(errors(body + "hinge_load(x, 1)$\n", {"--parameters", "p.txt"}),
                "the mass matrix is singular at speed x'"));
    CHECK(holds(errors(body + "hinge_load(x, 1)$\n", {"--equilibrium"}), "nothing holds the motion with speed x'"));
    const std::string loop =
        "body(d, ground, hinge = prismatic(y, y), mass = 1)$\nhinge_load(y, -y)$ hinge_load(x, -x)$\n";
    CHECK(holds(errors(body + loop + "constraint(x^2 + y^2 = 1, name = row)$ initial(x = 0, y = 0)$\n"),
                "the constraints are dependent at constraint row"));
    CHECK(holds(errors(body + loop + "constraint(x^2 + y^2 + 1 = 0, name = row)$ initial(x = 1, y = 1)$\n"),
                "the constraints have no solution near"));
    CHECK(holds(errors(body + "hinge_load(x, -x)$ state(s, rate = 1)$\n", {"--equilibrium"}),
                "nothing says what state s is at rest"));
}

TEST_CASE("the manual says of a contact's failure what info says", "[info]") {
    const std::string manual = contents(std::filesystem::path(LAG_SOURCE_DIR) / "docs" / "howto" / "contacts.md");
    for (std::size_t value = 8; value <= 11; ++value) CHECK(holds(manual, said[value - 1]));
}
