// Tables in files: cells, quotes, ends of lines, names and numbers; and what is refused, with its place.
#include "scripts/files/csv.hpp"

#include "core/errors.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

using Cells = std::vector<std::string>;

std::string file_of(const std::string& text) {
    static const fs::path folder = scratch_folder("csv");
    write(folder / "a.csv", text);
    return (folder / "a.csv").string();
}

std::vector<Cells> rows_of(const std::string& text) {
    CsvRows rows(file_of(text));
    std::vector<Cells> all;
    for (Cells cells; rows.next(cells);) all.push_back(cells);
    return all;
}

// The message and its hint, without the folder in front of the file's name.
std::string refusal(const std::string& text) {
    const std::string file = file_of(text);
    try {
        read_csv(file);
    } catch (const ModelError& error) {
        const std::string message = error.what();
        CHECK(message.rfind(file, 0) == 0);
        return "a.csv" + message.substr(std::min(file.size(), message.size())) + " | " + error.hint();
    }
    return "";
}

}  // namespace

TEST_CASE("cells lie between commas, without blanks around them", "[csv]") {
    CHECK(rows_of("a,b,c\n") == std::vector<Cells>{{"a", "b", "c"}});
    CHECK(rows_of("  a\t, b c ,c\t \n") == std::vector<Cells>{{"a", "b c", "c"}});
    CHECK(rows_of("a\n1\n") == std::vector<Cells>{{"a"}, {"1"}});
}

TEST_CASE("a cell may be empty", "[csv]") {
    CHECK(rows_of(",\n") == std::vector<Cells>{{"", ""}});
    CHECK(rows_of("a,,c,\n") == std::vector<Cells>{{"a", "", "c", ""}});
    CHECK(rows_of(" , \"\" ,x\n") == std::vector<Cells>{{"", "", "x"}});
}

TEST_CASE("what stands in quotes is one cell", "[csv]") {
    CHECK(rows_of("\"a, b\",c\n") == std::vector<Cells>{{"a, b", "c"}});
    CHECK(rows_of("\"say \"\"no\"\"\", \"\"\"\"\n") == std::vector<Cells>{{"say \"no\"", "\""}});
    CHECK(rows_of("  \"a,b\"  ,\"#c\"\n") == std::vector<Cells>{{"a,b", "#c"}});
    // a quote inside a cell that does not begin with one is a sign like others
    CHECK(rows_of("5\" pipe,6\"\n") == std::vector<Cells>{{"5\" pipe", "6\""}});
    // a row ends with its line, quotes or not
    CHECK(rows_of("\"a,b\nc\n") == std::vector<Cells>{{"a,b"}, {"c"}});
}

TEST_CASE("lines end as editors end them", "[csv]") {
    const std::vector<Cells> wanted{{"a", "b"}, {"1", "2"}};
    for (const char* text :
         {"a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\n1,2", "a,b\r\n1,2", "a,b\n1,2\r", "\n\na,b\n \t\n1,2\n\n\r\n",
          "\xEF\xBB\xBF"
          "a,b\n1,2\n",
          "# of a balance\na,b\n  # mm\n1,2\n#", "\"a\",\"b\"\r\n\"1\",\"2\"\r\n"}) {
        INFO(text);
        CHECK(rows_of(text) == wanted);
    }
    CHECK(rows_of("").empty());
    CHECK(rows_of("\n\r\n# nothing\n").empty());
}

TEST_CASE("a row knows its line", "[csv]") {
    const std::string file = file_of("# head\na,b\n\n1,2\n");
    CsvRows rows(file);
    Cells cells;
    REQUIRE(rows.next(cells));
    CHECK(rows.number() == 2);
    REQUIRE(rows.next(cells));
    CHECK(rows.number() == 4);
    CHECK(rows.place() == file + ":4: ");
    CHECK_FALSE(rows.next(cells));
}

TEST_CASE("a row longer than a part of the file that is read at once stays one row", "[csv]") {
    std::string text = "a\n";
    Cells wanted;
    for (int k = 0; k < 40000; ++k) {
        wanted.push_back(std::to_string(k));
        text += (k == 0 ? "" : ",") + wanted.back();
    }
    CHECK(rows_of(text) == std::vector<Cells>{{"a"}, wanted});
}

TEST_CASE("a table has names and numbers", "[csv]") {
    const CsvTable table = read_csv(file_of("t, \"x, m\" ,z\n0,1,-2.5\n.5,1e-3,\"1d2\"\n"));
    CHECK(table.names == Cells{"t", "x, m", "z"});
    CHECK(table.rows() == 2);
    CHECK(table.column("t") == std::vector<double>{0, 0.5});
    CHECK(table.column("x, m") == std::vector<double>{1, 0.001});
    CHECK(table.column("z") == std::vector<double>{-2.5, 100});
    CHECK(table.has("z"));
    CHECK_FALSE(table.has("y"));
    try {
        (void)table.column("y");
        FAIL("a column that is not there was given");
    } catch (const ModelError& error) {
        CHECK(error.what() == table.file + " has no column 'y'");
        CHECK(holds(error.hint(), "it has t, x, m"));
    }
}

TEST_CASE("what is wrong in a table is said with its line", "[csv]") {
    const std::string numbers = " | a row has one decimal number for each name",
                      names = " | the first line has the columns' names: t,z",
                      nothing = "a.csv has no rows | the first line has the columns' names, the others numbers";
    CHECK(refusal("t,z\n0,1\n") == "");
    CHECK(refusal("t,z\n0,1\n1\n") == "a.csv:3: there are fewer columns than names" + numbers);
    CHECK(refusal("t,z\n0,1,2\n") == "a.csv:2: there are more columns than names" + numbers);
    CHECK(refusal("t,z\n0,\n") == "a.csv:2: a number is missing" + numbers);
    CHECK(refusal("t,z\n\n0,x\n") == "a.csv:3: x is not a number" + numbers);
    CHECK(refusal("t,z\n0,1e\n") == "a.csv:2: 1e is not a number" + numbers);
    CHECK(refusal("t,z\n0,nan\n") == "a.csv:2: nan is not a number" + numbers);
    CHECK(refusal("t,z\n0,1e400\n") == "a.csv:2: 1e400 is beyond all numbers" + numbers);
    CHECK(refusal("t;z\n0;1\n") == "a.csv:2: 0;1 is not a number" + numbers);
    CHECK(refusal("t,z\n0,\x1b[2J\n") == "a.csv:2: \\x1b[2J is not a number" + numbers);
    CHECK(refusal("t,\n0,1\n") == "a.csv:1: a column has no name" + names);
    CHECK(refusal("# head\nt,z,t\n") == "a.csv:2: two columns are called t" + names);
    CHECK(refusal("") == nothing);
    CHECK(refusal("t,z\n") == nothing);
    CHECK_THROWS_AS(read_csv("no/such/file.csv"), ModelError);
    CHECK_THROWS_AS(read_csv(scratch_folder("csv_folder").string()), ModelError);
}

TEST_CASE("a script takes columns as lists of exact numbers", "[csv]") {
    const fs::path folder = scratch_folder("csv_column");
    fs::create_directories(folder / "deep");
    write(folder / "deep/damper.csv", "# measured\n speed, \"force, N\"\n-0.1,-3.5e2\n0,0\n0.05,1d-3\n");
    write(folder / "deep/part.lag", "v: column(\"damper.csv\", \"speed\")$ f: column(\"damper.csv\", \"force, N\")$\n");
    write(folder / "a.lag", "load(\"deep/part.lag\")$ v; f; table(-0.05, v, f);\n");
    const CommandRun run = run_lag({"a.lag", "--depfile", "a.d"}, folder);
    CHECK(run.errors.empty());
    CHECK(run.output == "[-1/10, 0, 1/20]\n[-350, 0, 1/1000]\n-175\n");
    CHECK(holds(contents(folder / "a.d"), "deep/damper.csv"));
    // a long one
    std::string many = "t,z\n";
    for (int k = 0; k < 20000; ++k) many += std::to_string(k) + ',' + std::to_string(k % 7) + '\n';
    write(folder / "many.csv", many);
    write(folder / "b.lag", "table(10001/2, column(\"many.csv\", \"t\"), column(\"many.csv\", \"z\"));\n");
    CHECK(run_lag({"b.lag"}, folder).output == "5/2\n");
    const auto error = [&](const std::string& script) {
        write(folder / "c.lag", script);
        return run_lag({"c.lag"}, folder).errors;
    };
    CHECK(error("column(\"many.csv\", \"zz\");") ==
          "c.lag:1:20: error: many.csv has no column 'zz'\ncolumn(\"many.csv\", \"zz\");\n                   ^\n"
          "hint: it has t, z\n");
    CHECK(holds(error("1;\ncolumn(\"few.csv\", \"z\");"), "c.lag:2:8: error: cannot read few.csv"));
    write(folder / "units.csv", "t,z\ns,mm\n0,1\n");
    CHECK(holds(error("column(\"units.csv\", \"z\");"), "c.lag:1:8: error: units.csv:2: s is not a number"));
    // a name that a script may use
    CHECK(error("column: 3$ column;").empty());
}
