// The prompt: help on every word, unknown results, equations that assign nothing, leaving from everywhere, file names.
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "scripts/command/subcommands/language_help.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_piped_prompt.hpp"
#include "tests/scripts/test_terminal.hpp"

using namespace lag;

namespace fs = std::filesystem;

TEST_CASE("help knows every keyword, operator, argument and constant", "[prompt]") {
    const fs::path folder = scratch_folder("prompt_words_help");
    std::vector<std::string> words{
        "if",  "then", "elseif", "else",   "for",     "thru", "step", "in", "while", "do",        "and",      "or",
        "not", ":",    ":=",     "=",      "#",       "<",    "<=",   ">",  ">=",    "+",         "-",        "*",
        "/",   "^",    ".",      "'",      "%",       "%o3",  "%pi",  "%e", "true",  "false",     "t",        "ground",
        "x",   "y",    "z",      "orient", "inertia", "quit", "help", ";",  "$",     "eliminate", "fortran77"};
    for (const auto& [name, built_in] : built_ins())
        for (const std::string& keyword : built_in.keywords()) words.push_back(keyword);
    for (const std::string& topic : help_topics()) words.push_back(topic);
    for (const std::string& word : words) {
        INFO(word);
        const CommandRun run = run_lag({"help", word}, folder);
        INFO(run.errors);
        CHECK(run.status == 0);
        CHECK(run.output.size() > 20);
    }
    // an argument is explained in its own words, and so is a word that it may be
    CHECK(holds(run_lag({"help", "orient"}, folder).output, "orient = R\n    from "));
    CHECK(holds(
        run_lag({"help", "eliminate"}, folder).output,
        "constraints = eliminate\n    dependent speeds are solved out of the equations\n\neliminate is an argument "
        "of\n    options("));
    CHECK(holds(run_lag({"help", "mass"}, folder).output,
                "the mass of B (a number or expression, in kg; 0 unless given)"));
    CHECK(holds(run_lag({"help", "orient"}, folder).output, "orient is an argument of\n    body("));
    const CommandRun unknown = run_lag({"help", "inertai"}, folder);
    CHECK(unknown.status == 2);
    CHECK(holds(unknown.errors, "did you mean 'inertia'?"));
    for (const LanguageWord& word : language_words())
        if (!word.example.empty()) {
            INFO(word.example);
            CHECK_NOTHROW(parse(word.example, "help"));
        }
}

TEST_CASE("keywords, constants and words of the prompt are completed anywhere", "[prompt]") {
    std::set<std::string> typed;
    for (const LanguageWord& word : language_words())
        if (word.is_typed()) typed.insert(word.word);
    CHECK(typed == std::set<std::string>{"if",    "then",  "else", "elseif", "for",  "thru", "step",
                                         "in",    "while", "do",   "and",    "or",   "not",  "true",
                                         "false", "%pi",   "%e",   "ground", "help", "quit", "exit"});
}

TEST_CASE("help at the prompt takes signs, and a question mark without a blank", "[prompt]") {
    const Piped run =
        pipe_in("?body\nhelp :=\n? %\nhelp if;\nhelp(for)\n?:\nhelp $\n?inertia;\n1;\n", "prompt_words_signs");
    INFO(run.output);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    for (const std::string part : {"body(B, A, hinge = H", "f(x, y) := e", "the last result", "if condition then",
                                   "for i: first", "name: e", "ends a statement without", "inertia = I\n", "(%o1) 1\n"})
        CHECK(holds(run.output, part));
    // what is a statement stays one
    const Piped statements = pipe_in("help: 3$\nhelp;\nhelp = 3;\n", "prompt_words_variable");
    CHECK(holds(statements.output, "3 = 3"));
}

TEST_CASE("a result that does not exist is no name", "[prompt]") {
    const Piped run = pipe_in("%;\n1;\n%o7;\n%o7 + x;\n%i1;\n%Pi;\n%o1 + %;\n", "prompt_words_results");
    CHECK(run.status == 1);
    CHECK(run.output == "(%o1) 1\n(%o2) 2\n");
    CHECK(holds(run.errors, "there is no result yet"));
    CHECK(holds(run.errors, "there is no result %o7"));
    CHECK(holds(run.errors, "there is no %i1: what was typed is not kept\n"));
    CHECK(holds(run.errors, "there is no constant %Pi\n"));
    CHECK(holds(run.errors, "did you mean %pi?"));
    const fs::path folder = scratch_folder("prompt_words_file");
    write(folder / "a.lag", "sin(%Pi);\n");
    CHECK(run_lag({"a.lag"}, folder).status == 1);
}

TEST_CASE("an equation alone, silent, is warned of", "[prompt]") {
    const Piped run = pipe_in("m = 3$\nm;\ne: m = 3$\nm = 4;\n", "prompt_words_equation");
    CHECK(run.status == 0);
    CHECK(run.output == "(%o2) m\n(%o4) m = 4\n");
    CHECK(holds(run.errors, "prompt:1:1: warning: an equation alone does nothing\nm = 3$\n"));
    CHECK(holds(run.errors, "hint: an assignment is written with a colon, name: value"));
    CHECK_FALSE(holds(run.errors, "prompt:1:1: warning: an equation alone does nothing\ne:"));
    const fs::path folder = scratch_folder("prompt_words_equation_file");
    write(folder / "a.lag", "m: 2$\nm = 3$\nm;\n");
    const CommandRun file = run_lag({"a.lag"}, folder);
    CHECK(file.status == 0);
    CHECK(file.output == "2\n");
    CHECK(holds(file.errors, "a.lag:2:1: warning: an equation alone does nothing"));
}

TEST_CASE("a result too long to show is a note at the prompt as in a file", "[prompt]") {
    const std::string script = "f(e) := e^2 + e$\nx: a$\nfor i: 1 thru 9 do x: f(f(x))$\nx;\n7;\n";
    const Piped run = pipe_in(script, "prompt_words_long");
    INFO(run.output.substr(0, 300) << run.errors);
    CHECK(run.status == 0);
    CHECK(holds(run.output, "(not shown: "));
    CHECK(holds(run.output, ") 7\n"));
    const fs::path folder = scratch_folder("prompt_words_long_file");
    write(folder / "a.lag", script);
    const CommandRun file = run_lag({"a.lag"}, folder);
    CHECK(file.status == 0);
    CHECK(holds(file.output, "(not shown: "));
}

TEST_CASE("quit leaves from a pipe wherever it stands", "[prompt]") {
    const Piped after = pipe_in("1; quit\n2;\n", "prompt_words_quit_after");
    CHECK(after.status == 0);
    CHECK(after.output == "(%o1) 1\n");
    const Piped open = pipe_in("[1,\nquit\n2;\n", "prompt_words_quit_open");
    CHECK(open.status == 1);
    CHECK(open.output.empty());
    CHECK(holds(open.errors, "the unfinished statement before quit was dropped"));
    CHECK(pipe_in("x: 3$ quit();\ny;\n", "prompt_words_quit_call").output.empty());
    CHECK(pipe_in("1;\nexit()\n2;\n", "prompt_words_exit").output == "(%o1) 1\n");
}

TEST_CASE("at a terminal quit and Ctrl-D leave from an unfinished statement", "[prompt]") {
    for (const std::string leave : {"quit\n", "\x04", "exit;\n"}) {
        Terminal lag(scratch_folder("prompt_words_leave"));
        REQUIRE(lag.shows("(%i1) "));
        lag.type("f(\"abc\n");
        REQUIRE(lag.shows("abc\r\n      "));
        lag.type(leave);
        CHECK(lag.status() == 0);
    }
    Terminal lag(scratch_folder("prompt_words_leave"));
    REQUIRE(lag.shows("(%i1) "));
    lag.type("1/0;\n");
    REQUIRE(lag.shows("(%i1) "));
    lag.type("2 +\n");
    REQUIRE(lag.shows("+\r\n      "));
    lag.type("\x03");
    REQUIRE(lag.shows("(%i1) "));
    lag.type("3; quit\n");
    REQUIRE(lag.shows("(%o1) 3"));
    CHECK(lag.status() == 0);
}

TEST_CASE("inside a string the tabulator completes files", "[prompt]") {
    const fs::path folder = scratch_folder("prompt_words_files");
    fs::create_directories(folder / "parts");
    write(folder / "chain of two.lag", "links: 2$\n");
    write(folder / "parts" / "rod.lag", "rod_length: 5$\n");
    Terminal lag(folder);
    REQUIRE(lag.shows("(%i1) "));
    lag.type("load(\"ch\t)$ links;\n");
    CHECK(lag.shows("load(\"chain of two.lag\")"));
    CHECK(lag.shows("(%o2) 2\r\n"));
    REQUIRE(lag.shows("(%i3) "));
    lag.type("load(\"pa\tr\t)$\n");
    REQUIRE(lag.shows("(%i4) "));
    lag.type("rod_len\t;\n");
    CHECK(lag.shows("(%o4) 5\r\n"));
    // arguments are completed inside brackets, names of the session anywhere
    lag.type("stiffness_of_rod: 3$\n");
    REQUIRE(lag.shows("(%i6) "));
    lag.type("stiffn\t + 1;\n");
    CHECK(lag.shows("(%o6) 4\r\n"));
    lag.type("f(outb\t");
    CHECK(lag.shows("f(outboard_at"));
    lag.type("\x15quit\n");
    CHECK(lag.status() == 0);
}

TEST_CASE("inside the brackets of a statement its own arguments are completed", "[prompt]") {
    const auto has = [](const std::vector<std::string>& words, const std::string& word) {
        return std::count(words.begin(), words.end(), word) == 1;
    };
    const std::vector<std::string> of_body = words_of_open_call("body(B, ground, hinge = revolute(z, q), ");
    CHECK(has(of_body, "outboard_at"));
    CHECK(!has(of_body, "stiffness"));
    CHECK(words_of_open_call("body(B, ground, inertia_at = ") == std::vector<std::string>{"cm", "origin"});
    CHECK(has(words_of_open_call("event(bump, h, "), "rising"));
    CHECK(words_of_open_call("body(B, ground, at = [").empty());
    CHECK(words_of_open_call("body(B, ground, hinge = revolute(").empty());
    // and those of a list of entries
    const std::vector<std::string> of_beam =
        words_of_open_call("flexible(b, ground, at = [1, 2, 3], beam = [axis = x, ");
    CHECK(has(of_beam, "rhoA"));
    CHECK(!has(of_beam, "stiffening"));
    CHECK(words_of_open_call("flexible(b, ground, beam = [axis = ") == std::vector<std::string>{"x", "y", "z"});
    CHECK(words_of_open_call("flexible(b, ground, beam = [EA = 1, modes =[twist = 1, ") ==
          std::vector<std::string>{"bend_y", "bend_z", "twist", "stretch"});
    CHECK(has(words_of_open_call("flexible(b, ground, beam = [EA = 1, modes = [twist = 1]], "), "stiffening"));
    CHECK(words_of_open_call("[").empty());
    CHECK(words_of_open_call("x = [beam = [").empty());
    CHECK(words_of_open_call("f(").empty());
    CHECK(words_of_open_call("body(B)").empty());
}
