// The prompt as a person meets it: the command at a terminal of its own, and with its input from a pipe.
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "tests/catch.hpp"
#include "tests/scratch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_piped_prompt.hpp"
#include "tests/scripts/test_terminal.hpp"

using namespace lag;

namespace fs = std::filesystem;

TEST_CASE("piped input: results are numbered, statements may span lines", "[prompt]") {
    const Piped run = pipe_in(
        "x: 3;\n"
        "%^2 + a;\n"
        "f(y) :=\n"
        "  y^2$\n"
        "f(%o1); [1,\n 2];\n"
        "%o2 - a\n",  // the last one needs no terminator
        "prompt_piped");
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(run.output == "(%o1) 3\n(%o2) a + 9\n(%o4) 9\n(%o5) [1, 2]\n(%o6) 9\n");
}

TEST_CASE("piped input: errors leave the session as it was before the statement", "[prompt]") {
    const Piped run = pipe_in(
        "x: 3$\n"
        "1/0;\n"
        "block(x: 4, 1/0);\n"  // nothing of a failed statement stays
        "x;\n"
        "[1, 2;\n"
        "%o1: 5;\n"
        "model(p, \"pendulum\")$ body(b, ground, hinge = revolute(z, q), mass = 2, cm = [1, 0, 0])$\n"
        "body(c, nowhere, hinge = revolute(z, q2), mass = 1)$\n"
        "body(c, b, hinge = revolute(z, q2), mass = 1, at = [1, 0, 0])$\n"
        "coordinates();\n"
        "mass_matrix()[1, 1];\n",
        "prompt_errors");
    CHECK(run.status == 1);
    CHECK(run.output == "(%o2) 3\n(%o6) [q, q2]\n(%o7) 3\n");
    CHECK(run.errors.find("prompt:1:3: error: division by zero\n1/0;\n  ^\n") == 0);
    CHECK(run.errors.find("'['") != std::string::npos);
    CHECK(run.errors.find("%o1 is a result of the prompt: it cannot be assigned") != std::string::npos);
    CHECK(run.errors.find("nowhere") != std::string::npos);
}

TEST_CASE("help explains a statement with an example", "[prompt]") {
    const Piped run = pipe_in("help body\n? spring;\nhelp sprng\nhelp\nx: 1;\n", "prompt_help");
    CHECK(run.status == 0);
    CHECK(run.output.find("body(B, A, hinge = H") == 0);
    CHECK(run.output.find("example:\n    body(") != std::string::npos);
    CHECK(run.output.find("example:\n    spring(") != std::string::npos);
    CHECK(run.errors == "no statement or function is called 'sprng'; did you mean 'spring'?\n");
    CHECK(std::regex_search(run.output, std::regex("\\skinetic_energy\\s")));  // a line may begin or end with it
    CHECK(run.output.find("(%o1) 1\n") != std::string::npos);                  // asking for help takes no number
}

TEST_CASE("emit at the prompt writes its file at once", "[prompt]") {
    const Piped run = pipe_in(
        "model(p, \"pendulum\")$ body(b, ground, hinge = revolute(z, q), mass = 2, cm = [1, 0, 0])$\n"
        "emit(cpp, \"p.hpp\")$\n",
        "prompt_emit");
    CHECK(run.status == 0);
    CHECK(run.output.find("p.hpp: 1 body, 1 degree of freedom") != std::string::npos);
    CHECK(contents(fs::path(scratch_root()) / "prompt_emit" / "p.hpp").find("p_derivatives") != std::string::npos);
}

TEST_CASE("at a terminal: prompt, completion, history, Ctrl-C while typing", "[prompt]") {
    const fs::path folder = scratch_folder("prompt_terminal");
    {
        Terminal lag(folder);
        REQUIRE(lag.shows("(%i1) "));
        lag.type("stiffness_of_rod: 3;\n");
        CHECK(lag.shows("(%o1) 3\r\n(%i2) "));
        lag.type("potential_en\t");
        CHECK(lag.shows("potential_energy"));
        lag.type("\x15stiffn\t + 1;\n");  // Ctrl-U clears the line; names of the session are completed
        CHECK(lag.shows("(%o2) 4\r\n(%i3) "));
        lag.type("[1,\n");
        CHECK(lag.shows("[1,\r\n      "));
        lag.type("nonsense\x03");  // drops the whole unfinished statement
        CHECK(lag.shows("^C"));
        CHECK(lag.shows("(%i3) "));
        lag.type("7;\n");
        CHECK(lag.shows("(%o3) 7\r\n(%i4) "));
        lag.type("\x04");  // Ctrl-D leaves
        CHECK(lag.status() == 0);
    }
    Terminal lag(folder);
    REQUIRE(lag.shows("(%i1) "));
    lag.type("\x10\n");  // the line before, of the session before
    CHECK(lag.shows("(%o1) 7\r\n"));
    lag.type("quit\n");
    CHECK(lag.status() == 0);
}

TEST_CASE("Ctrl-C stops a long computation and keeps the session", "[prompt]") {
    Terminal lag(scratch_folder("prompt_interrupt"));
    REQUIRE(lag.shows("(%i1) "));
    lag.type("x: 3$\n");
    REQUIRE(lag.shows("(%i2) "));
    lag.type("(x: 4, print(\"under\", \"way\"), for i:1 thru 9000000 do x: i);\n");
    REQUIRE(lag.shows("under way"));
    lag.type("\x03");
    CHECK(lag.shows("stopped; the session is as it was before"));
    CHECK(lag.shows("(%i2) "));
    lag.type("x;\n");
    CHECK(lag.shows("(%o2) 3\r\n"));
    // a computation inside the algebra library, which nothing but its end would leave
    lag.type(
        "(print(\"once\", \"more\"), factor(expand(product(x^i + y^i + z^i + i, i, 1, 6))), factor(expand((product(x^i "
        "+ y + z^i + i, i, 1, 9)))));\n");
    REQUIRE(lag.shows("once more"));
    lag.type("\x03");
    CHECK(lag.shows("stopped; the session is as it was before"));
    lag.type("x + 1;\n");
    CHECK(lag.shows("(%o3) 4\r\n"));
    lag.type("quit\n");
    CHECK(lag.status() == 0);
}
