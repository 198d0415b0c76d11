// save: what is written reads back as the same numbers with the same names, by readers of the test's own.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

// Variables of a MATLAB level 4 file, numbers row by row or texts, each with its rows and columns.
struct MatVariable {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;
    std::vector<std::string> texts;
};

std::map<std::string, MatVariable> mat_variables(const std::string& bytes) {
    std::map<std::string, MatVariable> variables;
    std::size_t at = 0;
    const auto word = [&] {
        std::uint32_t value = 0;
        std::memcpy(&value, bytes.data() + at, 4);
        at += 4;
        return value;
    };
    while (at < bytes.size()) {
        const std::uint32_t type = word(), rows = word(), columns = word(), imaginary = word(), length = word();
        REQUIRE((type == 0 || type == 1));
        REQUIRE(imaginary == 0);
        const std::string name = bytes.substr(at, length - 1);
        REQUIRE(bytes.at(at + length - 1) == '\0');
        at += length;
        MatVariable variable{rows, columns, std::vector<double>(rows * columns), {}};
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t r = 0; r < rows; ++r, at += 8)
                std::memcpy(&variable.values[r * columns + c], bytes.data() + at, 8);
        if (type == 1)
            for (std::size_t r = 0; r < rows; ++r) {
                std::string text;
                for (std::size_t c = 0; c < columns; ++c) text += static_cast<char>(variable.values[r * columns + c]);
                text.erase(text.find_last_not_of(' ') + 1);
                variable.texts.push_back(text);
            }
        variables[name] = variable;
    }
    REQUIRE(at == bytes.size());
    return variables;
}

std::vector<std::vector<std::string>> csv_cells(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
}

const std::string pendulum = R"(model(pendulum)$ parameters(m = 2, l = 0.7, g = 9.81)$ input(tau)$ input(wind)$
gravity([0, -g, 0])$ body(bob, ground, hinge = revolute(z, q), mass = m, cm = [0, -l, 0])$ hinge_load(q, tau + l*wind - q'/3)$
output(height, -l*cos(q))$ output(rate, q' + tau/7)$ lin: linearize(at = [q = 1/3])$
)";

CommandRun run_in(const fs::path& folder, const std::string& script) {
    write(folder / "a.lag", script);
    return run_lag({"a.lag"}, folder);
}

// What the four matrices must be.
struct StateSpace {
    std::vector<std::string> y{"q", "q'"}, w{"tau", "wind"}, o{"height", "rate"}, rates{"q'", "q''"};
    double J = 2 * 0.7 * 0.7, s = std::sin(1.0 / 3), c = std::cos(1.0 / 3);
    std::map<std::string, std::vector<double>> matrices{{"A", {0, 1, -9.81 / 0.7 * c, -1 / (3 * J)}},
                                                        {"B", {0, 0, 1 / J, 0.7 / J}},
                                                        {"C", {0.7 * s, 0, 0, 1}},
                                                        {"D", {0, 0, 1.0 / 7, 0}}};
    const std::vector<std::string>& rows(const std::string& name) const { return name < "C" ? rates : o; }
    const std::vector<std::string>& columns(const std::string& name) const {
        return name == "A" || name == "C" ? y : w;
    }
};

void check_numbers(const std::vector<double>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) CHECK(found[k] == Approx(expected[k]).epsilon(1e-13).margin(1e-15));
}

}  // namespace

TEST_CASE("save: a linearization in all formats, with names", "[save]") {
    const fs::path folder = scratch_folder("save");
    const CommandRun run = run_in(folder, pendulum +
                                              "save(\"a.json\", lin)$ save(\"a.csv\", lin)$ save(\"a.mat\", lin)$ "
                                              "save(\"sub/A.csv\", lin[1])$");
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "a.json: saved\na.csv: saved\na.mat: saved\nsub/A.csv: saved\n"));
    const StateSpace expected;

    const nlohmann::json json = nlohmann::json::parse(contents(folder / "a.json"));
    const auto mat = mat_variables(contents(folder / "a.mat"));
    const auto csv = csv_cells(contents(folder / "a.csv"));
    std::size_t line = 0;
    for (const auto& [name, numbers] : expected.matrices) {
        INFO(name);
        std::vector<double> found;
        for (const auto& row : json.at(name))
            for (const auto& value : row) found.push_back(value.get<double>());
        check_numbers(found, numbers);
        CHECK(json.at(name + "_rows").get<std::vector<std::string>>() == expected.rows(name));
        CHECK(json.at(name + "_columns").get<std::vector<std::string>>() == expected.columns(name));

        // the same doubles in every format
        REQUIRE((mat.at(name).rows == 2 && mat.at(name).columns == 2));
        CHECK(mat.at(name).values == found);
        CHECK(mat.at(name + "_rows").texts == expected.rows(name));
        CHECK(mat.at(name + "_columns").texts == expected.columns(name));

        std::vector<std::string> head{name};
        head.insert(head.end(), expected.columns(name).begin(), expected.columns(name).end());
        CHECK(csv.at(line) == head);
        for (std::size_t r = 0; r < 2; ++r) {
            CHECK(csv.at(line + 1 + r).at(0) == expected.rows(name)[r]);
            for (std::size_t c = 0; c < 2; ++c)
                CHECK(std::strtod(csv.at(line + 1 + r).at(1 + c).c_str(), nullptr) == found[2 * r + c]);
        }
        line += 4;  // and an empty line
    }
    CHECK(json.at("eigenvalues").size() == 2);
    CHECK(json.at("eigenvalues")[0][0].get<double>() == Approx(-1 / (6 * expected.J)).epsilon(1e-13));
    CHECK(mat.at("eigenvalues").values[1] == json.at("eigenvalues")[0][1].get<double>());
    CHECK(mat.at("eigenvalues_columns").texts == std::vector<std::string>{"real", "imaginary"});
    CHECK(csv.at(line) == std::vector<std::string>{"eigenvalues", "real", "imaginary"});
    const auto alone = csv_cells(contents(folder / "sub" / "A.csv"));
    CHECK(alone.at(0) == std::vector<std::string>{"name", "q", "q'"});
    CHECK(alone.at(1).at(0) == "q'");
}

TEST_CASE("save: states, modes, responses, lists and texts", "[save]") {
    const fs::path folder = scratch_folder("save_others");
    const CommandRun run = run_in(folder, pendulum + R"(s: trim(given = [q = 1], find = [tau])$
save("s.json", s)$ save("s.csv", s)$ save("s.mat", s)$ save("modes.json", modes())$ save("modes.csv", modes())$ save("modes.mat", modes())$
save("response.csv", frequency_response(input = tau, output = q, from = 1, to = 2, points = 3))$
save("list.csv", [1, 1/4, sqrt(2)])$ save("list.json", [1, "a \"b\"", [true, 3/2], [x = 1, y = [2, 3]]])$ save("table.mat", [[1, 2], [3, 4], [5, 6]])$
save("number.json", 1/3)$ save("plain.json", matrix([1, 2], [3, 4]))$ save("empty.json", [])$)");
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    const auto json = [&](const std::string& file) { return nlohmann::json::parse(contents(folder / file)); };
    CHECK(json("s.json").at("q") == 1.0);
    CHECK(json("s.json").at("tau").get<double>() == Approx(2 * 9.81 * 0.7 * std::sin(1.0)).epsilon(1e-13));
    CHECK(csv_cells(contents(folder / "s.csv")).at(0) == std::vector<std::string>{"name", "value"});
    CHECK(csv_cells(contents(folder / "s.csv")).at(1) == std::vector<std::string>{"q", "1"});
    const auto state = mat_variables(contents(folder / "s.mat"));
    CHECK(state.at("value_rows").texts == std::vector<std::string>{"q", "q'", "tau"});
    CHECK(state.at("value").values.at(2) == json("s.json").at("tau").get<double>());

    const auto mode = json("modes.json").at(0);
    CHECK(mode.at("frequency").get<double>() == Approx(std::sqrt(9.81 / 0.7) / (2 * 3.14159265358979)).epsilon(1e-13));
    CHECK(mode.at("shape").at("q") == nlohmann::json({1, 0}));
    CHECK(contents(folder / "modes.csv").rfind("frequency,damping,shape.q.1,shape.q.2\n", 0) == 0);
    CHECK(mat_variables(contents(folder / "modes.mat")).at("value_columns").texts.at(2) == "shape.q.1");
    CHECK(contents(folder / "response.csv").rfind("frequency,gain,phase\n1,", 0) == 0);

    CHECK(contents(folder / "list.csv") == "1\n0.25\n1.4142135623730951\n");
    CHECK(json("list.json") == nlohmann::json::parse(R"([1, "a \"b\"", [true, 1.5], {"x": 1, "y": [2, 3]}])"));
    CHECK(mat_variables(contents(folder / "table.mat")).at("value").values == std::vector<double>{1, 2, 3, 4, 5, 6});
    CHECK(json("number.json").get<double>() == 1.0 / 3);
    CHECK(json("plain.json") == nlohmann::json({{1, 2}, {3, 4}}));
    CHECK(json("empty.json").empty());
}

TEST_CASE("save: wrong use writes nothing", "[save]") {
    const fs::path folder = scratch_folder("save_wrong");
    const auto error = [&](const std::string& script) {
        const CommandRun run = run_in(folder, pendulum + "save(\"first.json\", 1)$ " + script);
        CHECK(run.status == 1);
        CHECK_FALSE(fs::exists(folder / "first.json"));
        return run.errors;
    };
    CHECK(holds(error("save(\"a.txt\", 1)$"), "such a file ends in one of .json, .csv, .mat"));
    CHECK(holds(error("save(\"../a.json\", 1)$"), "cannot be saved"));
    CHECK(holds(error("save(\"first.json\", 1)$"), "'first.json' is saved twice by this script"));
    CHECK(holds(error("save(\"b.json\", m*g)$"), "is no number"));
    CHECK(holds(error("save(\"b.json\", origin(bob))$"), "expected numbers, texts, lists, matrices or equations"));
    CHECK(holds(error("save(\"b.csv\", [[1, 2], [3]])$"), "a .csv file cannot hold it"));
    CHECK(holds(error("save(\"b.mat\", [1, \"a\"])$"), "a .mat file cannot hold it"));
    CHECK(holds(error("save(\"b.json\", [x = 1, x = 2])$"), "'x' stands twice in what is saved"));
    CHECK(holds(error("assert(1 = 2)$"), "assertion failed"));
}

TEST_CASE("save: SciPy and NumPy read what was saved", "[save]") {
    if (std::system("/usr/bin/python3 -c 'import scipy.io, numpy' >/dev/null 2>&1") != 0) {
        WARN("SciPy is not installed (Debian: python3-scipy): the files are not read by it");
        return;
    }
    const fs::path folder = scratch_folder("save_scipy");
    REQUIRE(run_in(folder, pendulum + "save(\"a.json\", lin)$ save(\"a.csv\", lin)$ save(\"a.mat\", lin)$").status ==
            0);
    write(folder / "read.py", R"(import json, numpy, scipy.io
j, m = json.load(open("a.json")), scipy.io.loadmat("a.mat")
blocks = [b.splitlines() for b in open("a.csv").read().split("\n\n")]
for k, name in enumerate("ABCD"):
    values = numpy.array(j[name])
    assert (values == m[name]).all(), name
    assert [t.rstrip() for t in m[name + "_columns"]] == j[name + "_columns"], m[name + "_columns"]
    assert [t.rstrip() for t in m[name + "_rows"]] == j[name + "_rows"]
    head = blocks[k][0].split(",")
    assert head == [name] + j[name + "_columns"]
    assert (numpy.array([[float(x) for x in line.split(",")[1:]] for line in blocks[k][1:]]) == values).all()
values = numpy.linalg.eigvals(numpy.array(j["A"]))
assert abs(sorted(values.imag)[0] - j["eigenvalues"][0][1]) < 1e-12
)");
    CHECK(std::system(("cd '" + folder.string() + "' && /usr/bin/python3 read.py").c_str()) == 0);
}

}  // namespace lag
