// Equal limbs in lanes against one limb after the other: both emitted in C++ from one script, compiled and compared at random
// states.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/scripts/compiled_numbers.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

inline std::string limb_sample(const std::string& name) {
    std::string text = contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples" / (name + ".lag"));
    text = text.substr(0, text.find("emit("));
    return text;
}

inline std::string renamed_model(std::string script, const std::string& name, const std::string& other) {
    const std::string head = "model(" + name;
    script.replace(script.find(head), head.size(), "model(" + other);
    return script;
}

// Calls both forms at random states; prints the largest difference beside the largest acceleration, then info of both
// where the parameters named `fails` are zero.
inline std::string limb_driver(const std::string& type, const std::string& fails, bool has_quaternion, bool has_states,
                               bool has_flags = false) {
    return "#include <cstdio>\n#include <cstring>\n#include \"scalar.hpp\"\n#include \"lanes.hpp\"\n"
           "#include <algorithm>\n#include <cmath>\n#include <vector>\n"
           "using R = " +
           type +
           ";\n"
           "static unsigned long long seed = 7;\n"
           "static double draw() {\n"
           "    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;\n"
           "    return static_cast<double>(seed >> 11) / 4503599627370496.0 - 1;\n}\n"
           "int main() {\n"
           "    namespace S = scalar;\n"
           "    constexpr int nq = S::nq, nu = S::nu, ns = " +
           (has_states ? "S::ns" : "0") +
           ";\n"
           "    std::vector<R> p(S::np), cs(S::nc), cl(lanes::nc), y(nq + nu + ns), w(S::nw + 1), q0(nq), u0(nu);\n"
           "    double error = 0, largest = 1, of_loads = 0;\n"
           "    int is = 0, il = 0, compared = 0;\n"
           "    for (int k = 0; k < 20; ++k) {\n"
           "        S::scalar_defaults<R>(p.data());\n"
           "        for (R& x : p) x *= R(1 + 0.1 * draw());\n"
           "        S::scalar_initial<R>(p.data(), q0.data(), u0.data()" +
           (has_states ? ", y.data()" : "") +
           ");\n"
           "        for (int i = 0; i < nq; ++i) y[i] = q0[i] + R(draw());\n" +
           std::string(has_quaternion ? "        S::scalar_normalize<R>(y.data());\n" : "") +
           "        for (int i = 0; i < nu + ns; ++i) y[nq + i] = R(draw());\n"
           "        for (R& x : w) x = R(3 * draw());\n" +
           std::string(has_flags ? "        for (int i = S::nw - S::nf; i < S::nw; ++i) w[i] = R(draw() > 0.3);\n"
                                 : "") +
           "        S::scalar_setup<R>(p.data(), cs.data()), lanes::lanes_setup<R>(p.data(), cl.data());\n"
           "        std::vector<R> a(nq + nu + ns), b(nq + nu + ns), us(nu), ub(nu), ls(64), lb(64);\n"
           "        S::scalar_derivatives<R>(R(0), y.data(), w.data(), cs.data(), a.data(), is);\n"
           "        lanes::lanes_derivatives<R>(R(0), y.data(), w.data(), cl.data(), b.data(), il);\n" +
           std::string(has_flags ? "        if (is != 0 && il != 0) continue;  // both stops of a hinge\n" : "") +
           "        if (is != 0 || il != 0) return 1;\n"
           "        ++compared;\n"
           "        lanes::lanes_accelerations<R>(R(0), y.data(), y.data() + nq, " +
           (has_states ? "y.data() + nq + nu, " : "") +
           "w.data(), cl.data(), ub.data(), lb.data(), il);\n"
           "        S::scalar_accelerations<R>(R(0), y.data(), y.data() + nq, " +
           (has_states ? "y.data() + nq + nu, " : "") +
           "w.data(), cs.data(), us.data(), ls.data(), is);\n"
           "        if (is != 0 || il != 0) return 1;\n"
           "        double most = 1, off = 0;  // of the multipliers\n"
           "        for (int i = 0; i < 64; ++i) {\n"
           "            most = std::max(most, std::abs(static_cast<double>(ls[i])));\n"
           "            off = std::max(off, std::abs(static_cast<double>(ls[i] - lb[i])));\n"
           "        }\n"
           "        of_loads = std::max(of_loads, off / most);\n"
           "        for (int i = 0; i < nq + nu + ns; ++i) {\n"
           "            largest = std::max(largest, std::abs(static_cast<double>(a[i])));\n"
           "            error = std::max(error, std::abs(static_cast<double>(a[i] - b[i])));\n"
           "            if (i >= nq && i < nq + nu) error = std::max(error, std::abs(static_cast<double>(a[i] - ub[i - "
           "nq])));\n"
           "        }\n"
           "    }\n"
           "    if (compared < 5) return 1;\n"
           "    for (int i = 0; i < S::np; ++i)\n"
           "        if (std::strstr(S::parameter_names[i], \"" +
           fails +
           "\") != nullptr) p[i] = R(0);\n"
           "    S::scalar_setup<R>(p.data(), cs.data()), lanes::lanes_setup<R>(p.data(), cl.data());\n"
           "    std::vector<R> a(nq + nu + ns);\n"
           "    S::scalar_derivatives<R>(R(0), y.data(), w.data(), cs.data(), a.data(), is);\n"
           "    lanes::lanes_derivatives<R>(R(0), y.data(), w.data(), cl.data(), a.data(), il);\n"
           "    std::printf(\"%.3e %d %d\\n\", std::max(error / largest, of_loads), is, il);\n"
           "}\n";
}

struct ComparedLimbs {
    double error = 1;
    int info_scalar = -1, info_lanes = -1;
};

// `level`: -O1 takes the compiler three times as long
inline ComparedLimbs compared_limbs(const std::filesystem::path& folder, const std::string& type,
                                    const std::string& fails, const std::string& flags,
                                    const std::string& level = "-O0") {
    const std::string scalar = contents(folder / "scalar.hpp");
    write(folder / "driver.cpp", limb_driver(type, fails, holds(scalar, "void scalar_normalize("),
                                             holds(scalar, ", ns = "), holds(scalar, ", nf = ")));
    const std::string compile = "g++ -std=c++17 -Wall -Wextra -Wpedantic -Wno-unused-parameter " + level + " " + flags +
                                " driver.cpp -o driver";
    std::istringstream numbers = compiled_numbers(folder, compile);
    ComparedLimbs result;
    numbers >> result.error >> result.info_scalar >> result.info_lanes;
    return result;
}

inline std::filesystem::path emitted_limbs(const std::string& folder_name, const std::string& script,
                                           const std::string& name, const std::string& options) {
    const std::filesystem::path folder = scratch_folder(folder_name);
    write(folder / "scalar.lag",
          renamed_model(script, name, "scalar") + "emit(cpp, \"scalar.hpp\", limbs = scalar" + options + ")$\n");
    write(folder / "lanes.lag",
          renamed_model(script, name, "lanes") + "emit(cpp, \"lanes.hpp\", limbs = lanes" + options + ")$\n");
    for (const char* file : {"scalar.lag", "lanes.lag"}) {
        const CommandRun run = run_lag({file, "--out", "."}, folder);
        INFO(run.output << run.errors);
        REQUIRE(run.status == 0);
    }
    return folder;
}

// The same with that many limbs in lanes.
inline std::filesystem::path emitted_in_lanes(const std::string& folder_name, const std::string& script,
                                              const std::string& name, int lanes) {
    const std::filesystem::path folder = emitted_limbs(folder_name, script, name, "");
    const std::string n = std::to_string(lanes);
    CHECK(holds(contents(folder / "lanes.hpp"), "using K" + n + " = lag_limbs<R, " + n + ">;"));
    return folder;
}

}  // namespace lag
