// Parameter files and tables as editors and spreadsheets leave them: the main programs of all languages and simulate
// read them alike, or say the same.
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

namespace fs = std::filesystem;

const std::string model = R"(model(spring)$ parameter(m, 2, "kg")$ parameter(k, 8, "N/m")$ input(force, "N")$
body(cart, ground, hinge = prismatic(x, x), mass = m)$ hinge_load(x, force - k*x)$ initial(x = 1/2)$
)";

struct Reader {
    std::string name, command;
    fs::path folder;
};

std::vector<Reader> readers(const std::string& test) {
    std::vector<Reader> all{{"fortran", "gfortran -O0 m.f90 m_main.f90 -o run", {}},
                            {"fortran77", "gfortran -O0 -std=legacy m.f m_main.f -o run", {}},
                            {"cpp", "g++ -O0 -std=c++17 m_main.cpp -o run", {}},
                            {"c", "gcc -O0 -std=c99 m_main.c -o run -lm", {}},
                            {"simulate", "", {}}};
    const std::vector<std::string> files{"m.f90", "m.f", "m.hpp", "m.h"};
    for (std::size_t k = 0; k < all.size(); ++k) {
        all[k].folder = scratch_folder(test + "_" + all[k].name);
        if (all[k].command.empty()) {
            write(all[k].folder / "m.lag", model);
            continue;
        }
        write(all[k].folder / "m.lag", model + "emit(" + all[k].name + ", \"" + files[k] + "\", driver = true)$\n");
        REQUIRE(run_lag({"m.lag", "--quiet"}, all[k].folder).status == 0);
        REQUIRE(std::system(("cd " + all[k].folder.string() + " && " + all[k].command + " > log.txt 2>&1").c_str()) ==
                0);
    }
    return all;
}

struct Outcome {
    bool is_fine;
    std::string table, words;
};

Outcome read_by(const Reader& reader, const std::string& settings) {
    write(reader.folder / "in.txt", settings);
    fs::remove(reader.folder / "m.csv");
    if (reader.command.empty()) {
        const CommandRun run = run_lag({"simulate", "m.lag", "--parameters", "in.txt"}, reader.folder);
        return {run.status == 0, contents(reader.folder / "m.csv"), run.errors};
    }
    const int status =
        std::system(("cd " + reader.folder.string() + " && timeout 60 ./run in.txt > out.txt 2>&1").c_str());
    return {status == 0, contents(reader.folder / "m.csv"), contents(reader.folder / "out.txt")};
}

}  // namespace

TEST_CASE("byte order marks, carriage returns, tabs, blanks and comments change nothing") {
    const std::string mark = "\xEF\xBB\xBF";
    for (const Reader& reader : readers("editors")) {
        INFO(reader.name);
        write(reader.folder / "plain.csv", "t,force\n0,0\n0.5,1\n1,-1.5\n");
        write(reader.folder / "other.csv",
              mark +
                  "# of a spreadsheet\r\n\r\n \"time\" ,\"t\", \"force\" \r\n7, 0 ,\t0\r\n\r\n"
                  "# a remark, of two parts\r\n8,\"0.5\", 1.0e0\r\n9,1d0,-15D-1\r\n");
        const Outcome plain = read_by(reader, "end 1\nstep 0.01\nk 4\nx 1\nx' -0.25\ninputs plain.csv\n");
        INFO(plain.words);
        REQUIRE(plain.is_fine);
        REQUIRE(plain.table.size() > 1000);
        const Outcome other =
            read_by(reader, mark +
                                "end\t1\ts\r\n\r\n  step 1D-2 # of the integration\r\nk 5\r\nk\t4.0d0   N/m\t\r\n"
                                "x +1.\r\nx' -.25E+00\tm/s\r\ninputs\tother.csv  \r\n");
        INFO(other.words);
        CHECK(other.is_fine);
        CHECK((other.table == plain.table));
    }
}

TEST_CASE("what tables and parameter files must not hold is told by all who read them") {
    struct Wrong {
        std::string settings, table, words, of_simulate;
    };
    const std::vector<Wrong> all{
        {"inputs in.csv\n", "t,force\n0,1\n1,1 2\n", "in.csv:3: 1 2 is not a number", ""},
        {"inputs in.csv\n", "t,force\n0,\n1,1\n", "in.csv:2: a number is missing", ""},
        {"inputs in.csv\n", "# f\nt,force,force\n0,1,2\n", "in.csv:2: two columns are called force", ""},
        {"inputs in.csv\n", "t,force\n0,1\n#\n1,nan\n", "in.csv:4: nan is not a number", ""},
        {"inputs in.csv\n", "t,force\n0,0x10\n", "in.csv:2: 0x10 is not a number", ""},
        {"inputs in.csv\n", "t,force\n0,1e999\n", "in.csv:2: 1e999 is beyond all numbers", ""},
        {"inputs in.csv\n", "t,force\n0,1\n0,1\n", "the times ", ""},
        {"inputs in.csv\n", "t,force\n", "no rows", ""},
        {"inputs in.csv\n", "", "in.csv", ""},
        {"inputs nowhere.csv\n", "", "cannot read nowhere.csv", ""},
        {"include in.txt\n", "", "in.txt:1: ", "in.txt:1: the file in.txt includes itself"},
        {"include ./in.txt\n", "", "in.txt:1: ", "in.txt:1: the file ./in.txt includes itself"},
        {"include nowhere.txt\n", "", "in.txt:1: cannot read nowhere.txt", ""},
        {"include " + std::string(600, 'x') + "\n", "", "the name of a file is too long", ""},
        {"k" + std::string(16400, ' ') + "1\n", "", "in.txt:1: this line is longer than 16384 characters", ""},
        {"include c1\n", "", "c49:1: files include one another more than fifty deep", ""},
        {"k \n", "", "in.txt:1: no value for k", ""},
        {"k 1 2\n", "", "in.txt:1: one value for k, not 1 2", ""},
        {"k 1e999\n", "", "in.txt:1: 1e999 is beyond all numbers", ""},
        {"setting k\n", "", "in.txt:1: the model has no setting", ""},
        {"k 8 kN/m\n", "", "in.txt:1: k is given in kN/m, expected N/m", ""},
        {"k 8e\n", "", "in.txt:1: 8e is not a number", ""},
        {"k 0x10\n", "", "in.txt:1: 0x10 is not a number", ""},
        {"k 1,5\n", "", "in.txt:1: 1,5 is not a number", ""},
        {"\n# kk\n kk 3\n", "", "in.txt:3: the model has no kk", ""},
    };
    for (const Reader& reader : readers("editors_wrong")) {
        for (int k = 1; k < 60; ++k)
            write(reader.folder / ("c" + std::to_string(k)), "include c" + std::to_string(k + 1) + "\n");
        for (const Wrong& wrong : all) {
            INFO(reader.name << ": " << wrong.settings << wrong.table);
            write(reader.folder / "in.csv", wrong.table);
            const Outcome outcome = read_by(reader, "end 1\n" + wrong.settings);
            INFO(outcome.words);
            CHECK_FALSE(outcome.is_fine);
            std::string words =
                reader.name == "simulate" && !wrong.of_simulate.empty() ? wrong.of_simulate : wrong.words;
            for (const std::string line : {"3", "1"})  // after the line that was put first
                if (const std::size_t at = words.find("in.txt:" + line); at != std::string::npos)
                    words.replace(at + 7, 1, std::to_string(std::stoi(line) + 1));
            CHECK(holds(outcome.words, words));
            CHECK(outcome.table.empty());
        }
        // a file that is no parameter file may hold what nobody else should read
        for (const std::string secret :
             {"root:$6$ab:19000:0:99999:7:::", "-----BEGIN KEY-----", "9bXkqZ 1", "caf\xC3\xA9 1",
              "bXkqZbXkqZbXkqZbXkqZbXkqZbXkqZbXkqZbXkqZbXkqZbXkqZbXkqZbXkqZbXkqZ"}) {
            INFO(reader.name << ": " << secret);
            write(reader.folder / "other", "# passwords\n" + secret + "\n");
            for (const std::string& settings : {std::string("include other\n"), "parameter " + secret + " 2\n"}) {
                const Outcome outcome = read_by(reader, settings);
                INFO(outcome.words);
                CHECK_FALSE(outcome.is_fine);
                CHECK(holds(outcome.words,
                            settings[0] == 'i' ? "other:2: this is no name: " : "in.txt:1: this is no name: "));
                CHECK_FALSE(holds(outcome.words, secret.substr(0, 5)));
                CHECK(outcome.table.empty());
            }
        }
    }
}

TEST_CASE("files without end, and cells that no terminal should see, are refused in a few words") {
    const fs::path folder = scratch_folder("editors_endless");
    write(folder / "a.lag",
          "model(a)$ parameter(k, 2)$ input(force)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, "
          "force - k*x)$\n");
    const auto refusal = [&](const std::string& parameters) {
        write(folder / "in.txt", parameters);
        const CommandRun run =
            run_lag({"simulate", "a.lag", "--no-compiler", "--end", "1", "--parameters", "in.txt"}, folder);
        CHECK(run.status == 1);
        CHECK(run.errors.size() < 400);
        return run.errors;
    };
    CHECK(holds(refusal("inputs /dev/zero\n"), "/dev/zero:1: this line is longer than 1 MB"));
    CHECK(holds(refusal("include /dev/zero\n"), "/dev/zero:1: this is no text"));
    write(folder / "long.csv", "t,force\n0," + std::string(5000, '7') + "x\n");
    CHECK(holds(refusal("inputs long.csv\n"), "long.csv:2: " + std::string(40, '7') + "... is not a number"));
    write(folder / "bell.csv", "t,force\n0,\x1b[31m\x07red\xff\n");
    CHECK(holds(refusal("inputs bell.csv\n"), "bell.csv:2: \\x1b[31m\\x07red\\xff is not a number"));
    CHECK(holds(refusal("k \x1b[2J\n"), "in.txt:1: \\x1b[2J is not a number"));
    // each file names the next one twice: 2^20 lines
    for (int k = 0; k < 40; ++k)
        write(folder / ("i" + std::to_string(k)), std::string(2000, '#') + "\ninclude i" + std::to_string(k + 1) +
                                                      "\ninclude i" + std::to_string(k + 1) + "\n");
    write(folder / "i40", "k 1\n");
    CHECK(holds(refusal("include i0\n"), "there are more than 16 MB to read"));
}

TEST_CASE("the relative error of a parameter file is one that a run can have") {
    const fs::path folder = scratch_folder("editors_relative");
    write(folder / "a.lag",
          "model(a)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, -x)$ initial(x = 1)$\n");
    for (const std::string value : {"0", "1", "-1", "1e-20", "0.1", "1e-8"}) {
        write(folder / "in.txt", "end 1\nrelative " + value + "\n");
        const CommandRun run = run_lag({"simulate", "a.lag", "--no-compiler", "--parameters", "in.txt"}, folder);
        INFO(value << ": " << run.errors);
        CHECK((run.status == 0) == (value == "1e-8"));
        if (value != "1e-8")
            CHECK(holds(run.errors, "in.txt:2: the relative error of a run is between 1e-13 and 0.01, not " + value));
    }
}
