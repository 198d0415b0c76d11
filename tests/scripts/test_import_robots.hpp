// Imports of robots in tests: the robots of tests/robots, what MuJoCo has of them, and robots that a test writes.
#pragma once

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

// Imports robots from texts, each in the emptied folder `folder`.
struct ImportedTexts {
    std::string folder, file;

    std::filesystem::path place() const { return std::filesystem::path(scratch_root()) / folder; }

    CommandRun import(const std::string& text, const std::vector<std::string>& options = {}) const {
        write(scratch_folder(folder) / file, text);
        std::vector<std::string> words{"import", file};
        words.insert(words.end(), options.begin(), options.end());
        return run_lag(words, place());
    }

    std::string script() const { return contents((place() / file).replace_extension(".lag")); }

    // What the script prints with these lines behind it.
    std::string printed(const std::string& text, const std::string& lines) const {
        const CommandRun made = import(text);
        INFO(made.errors);
        REQUIRE(made.status == 0);
        write(place() / "numbers.lag", script() + lines);
        const CommandRun run = run_lag({"numbers.lag"}, place());
        INFO(script());
        INFO(run.errors);
        REQUIRE(run.status == 0);
        return run.output;
    }
};

inline const std::filesystem::path robots = std::filesystem::path(LAG_SOURCE_DIR) / "tests/robots";

inline std::vector<double> numbers(const std::string& text) {
    std::vector<double> found;
    for (const char* at = text.c_str(); *at != '\0';) {
        char* end = nullptr;
        const double number = std::strtod(at, &end);
        if (end == at) {
            ++at;
            continue;
        }
        found.push_back(number);
        at = end;
    }
    return found;
}

inline void require_near(const std::vector<double>& found, const std::vector<double>& expected, double most) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        INFO(i);
        CHECK(std::abs(found[i] - expected[i]) < most);
    }
}

// Lines of a script behind that of an arm: mass matrix and right side at a state.
inline const std::string arm_at_a_state = R"(
at: [shoulder' = 3/10, elbow' = 6/10, slide' = -2/10, wrist' = 11/10, table_x' = -5/10, table_y' = 4/10, table_yaw' = 9/10,
     shoulder = 4/10, elbow = -7/10, slide = 2/10, wrist = 5/10, table_x = 1/10, table_y = -3/10, table_yaw = 8/10, g = 9.81,
     shoulder_torque = 0, slide_force = 0, wrist_torque = 0]$
float(subst(at, mass_matrix()));
float(subst(at, right_side()));
)";

// MuJoCo 3.14.0 of the file without visuals and collisions, projected onto the coordinates that follow no other:
// M and qfrc_passive - qfrc_bias, in the order in which the file arm.urdf leads to them.
inline std::vector<double> arm_in_mujoco() {
    return {1.4850023529221712,
            -0.4440006437765426,
            0.020538268766434664,
            -0.00538422318498885,
            0,
            0,
            0,
            -0.4440006437765426,
            0.44536495063220105,
            0.15983933983100643,
            -0.000518225543596317,
            0,
            0,
            0,
            0.020538268766434664,
            0.15983933983100643,
            1.3,
            -0.0045231194814563894,
            0,
            0,
            0,
            -0.00538422318498885,
            -0.000518225543596317,
            -0.0045231194814563894,
            0.0012962500000000049,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0.7,
            0,
            -0.005021492636296664,
            0,
            0,
            0,
            0,
            0,
            0.7,
            0.0048769469654301595,
            0,
            0,
            0,
            0,
            -0.005021492636296664,
            0.0048769469654301595,
            0.0030700000000000198,
            8.263819061642078,
            -7.067065117525449,
            4.529371195951164,
            0.004428408260125566,
            0.003950327041998436,
            0.004067409035400316,
            0};
}

}  // namespace lag
