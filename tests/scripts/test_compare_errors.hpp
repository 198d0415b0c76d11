// `lag compare` of a script with a routine derived by hand, into which errors are put one at a time: the report names the
// row and the term of each.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

struct Derived {
    std::string name, script, file, source, map;
    std::vector<std::string> rows;
};

// One wrong place, and what is then left row by row.
struct Injected {
    std::string right, wrong;
    std::vector<std::string> left;
};

inline CommandRun compared(const Derived& model, const std::string& source) {
    const std::filesystem::path folder = scratch_folder("compare_loads_" + model.name);
    write(folder / "model.lag", model.script);
    write(folder / model.file, source);
    write(folder / (model.file + ".map"), model.map);
    return run_lag({"compare", "model.lag", model.file, "--points", "60", "--json"}, folder);
}

inline void replace(std::string& text, const std::string& old, const std::string& with) {
    REQUIRE(text.find(old) != std::string::npos);
    text.replace(text.find(old), old.size(), with);
}

inline std::string with_error(const Derived& model, const Injected& error) {
    std::string source = model.source;
    const std::size_t place = source.find(error.right);
    REQUIRE(place != std::string::npos);
    REQUIRE(source.find(error.right, place + 1) == std::string::npos);
    return source.replace(place, error.right.size(), error.wrong);
}

inline void check_rows(const nlohmann::json& rows, const std::vector<std::string>& names,
                       const std::vector<std::string>& expected) {
    REQUIRE(rows.size() == names.size());
    for (std::size_t k = 0; k < names.size(); ++k) {
        CHECK(rows[k]["row"] == names[k]);
        CHECK(rows[k]["differs"] == (expected[k] != "0"));
        if (expected[k] == "0") continue;
        CHECK(rows[k].value("sum", "") == expected[k]);
        CHECK(rows[k].value("states", 0) == 60);
    }
}

inline void check_errors(const Derived& model, const std::vector<Injected>& errors) {
    const CommandRun agreed = compared(model, model.source);
    INFO(agreed.errors);
    CHECK(agreed.status == 0);
    CHECK_FALSE(nlohmann::json::parse(agreed.output).contains("load_space"));
    for (const Injected& error : errors) {
        INFO(error.right << " -> " << error.wrong);
        const CommandRun run = compared(model, with_error(model, error));
        INFO(run.errors);
        CHECK(run.status == 3);
        const auto report = nlohmann::json::parse(run.output);
        REQUIRE(report.contains("load_space"));
        check_rows(report["load_space"]["rows"], model.rows, error.left);
    }
}

}  // namespace lag
