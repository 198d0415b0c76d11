// emit(c, ..): equal limbs in lanes where the compiler has vectors, one after the other elsewhere: the same numbers.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/compiled_numbers.hpp"
#include "tests/scripts/limb_walker.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

fs::path emitted(const std::string& folder_name, int limbs, const std::string& moment, int fingers = 0) {
    const fs::path folder = scratch_folder(folder_name);
    for (const char* form : {"lanes", "scalar"}) {
        const std::string name = form;
        write(folder / (name + ".lag"),
              walker(name, limbs, moment, fingers) + "emit(c, \"" + name + ".h\", limbs = " + form + ")$\n");
        const CommandRun run = run_lag({name + ".lag", "--out", "."}, folder);
        INFO(run.output << run.errors);
        REQUIRE(run.status == 0);
    }
    return folder;
}

const char* const driver =
    "#include <math.h>\n#include <stdio.h>\n#include \"scalar.h\"\n#include \"lanes.h\"\n"
    "static unsigned long long seed = 11;\n"
    "static double draw(void) {\n"
    "    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;\n"
    "    return (double)(seed >> 11) / 4503599627370496.0 - 1;\n}\n"
    "int main(void) {\n"
    "    enum { nq = scalar_nq, nu = scalar_nu };\n"
    "    double p[scalar_np], cs[scalar_nc + 1], cl[lanes_nc + 1], q[nq], u[nu], y[nq + nu], w[scalar_nw + 1];\n"
    "    double a[nq + nu], b[nq + nu], ub[nu], none[1], error = 0, largest = 1;\n"
    "    int i, k, is, il, ia;\n"
    "    for (k = 0; k < 20; ++k) {\n"
    "        scalar_defaults(p);\n"
    "        for (i = 0; i < scalar_np; ++i) p[i] *= 1 + 0.1 * draw();\n"
    "        scalar_initial(p, q, u);\n"
    "        for (i = 0; i < nq + nu; ++i) y[i] = draw();\n"
    "        if (k == 7) y[7] = 3e5;\n"
    "        for (i = 0; i < scalar_nw; ++i) w[i] = 3 * draw();\n"
    "        scalar_setup(p, cs), lanes_setup(p, cl);\n"
    "        scalar_derivatives(0.0, y, w, cs, a, &is), lanes_derivatives(0.0, y, w, cl, b, &il);\n"
    "        lanes_accelerations(0.0, y, y + nq, w, cl, ub, none, &ia);\n"
    "        if (is != 0 || il != 0 || ia != 0) return 1;\n"
    "        for (i = 0; i < nq + nu; ++i) {\n"
    "            largest = fmax(largest, fabs(a[i])), error = fmax(error, fabs(a[i] - b[i]));\n"
    "            if (i >= nq) error = fmax(error, fabs(a[i] - ub[i - nq]));\n"
    "        }\n"
    "    }\n"
    "    y[6] = NAN;\n"
    "    lanes_derivatives(0.0, y, w, cl, b, &il);\n"
    "#if defined(IN_LANES)\n"
    "    printf(\"%.3e %d\\n\", error / largest, IN_LANES);\n"
    "#else\n"
    "    printf(\"%.3e %d\\n\", error / largest, 0);\n"
    "#endif\n"
    "    return il == 0;\n}\n";

struct Compared {
    double error = 1;
    int in_lanes = -1;
};

Compared compared(const fs::path& folder, const std::string& compiler, int limbs, const std::string& flags,
                  const std::string& level) {
    write(folder / "driver.c", driver);
    const std::string macro = "LAG_LIMBS_" + std::to_string(std::min(limbs, 4));
    const std::string compile = compiler + " -DIN_LANES=" + macro + " " + level +
                                " -Wall -Wextra -Wpedantic -Werror -Wno-unused-function " + flags +
                                " driver.c -o driver -lm";
    std::istringstream numbers = compiled_numbers(folder, compile);
    Compared result;
    numbers >> result.error >> result.in_lanes;
    return result;
}

bool runs_avx() {
    return __builtin_cpu_supports("avx2") != 0;
}

}  // namespace

TEST_CASE("limbs in C: lanes give what one limb after the other gives") {
    const std::string for_all = "if gate > 0 and gate < 2 then -k*q - c*q' else if gate < -1 then k*q else 0";
    const std::string moment = GENERATE_COPY(std::string("gate*q"), std::string("if q > 0 then -k*q else sqrt(abs(q))"),
                                             std::string(called_moment), for_all);
    const int limbs = GENERATE(2, 3, 4, 6, 9);  // 8 of 9 in slices of four
    if (moment == called_moment && limbs != 3 && limbs != 4) return;
    if (moment == for_all && limbs != 2 && limbs != 4 && limbs != 9) return;
    CAPTURE(moment, limbs);
    const fs::path folder = emitted("limbs_in_c", limbs, moment);
    const std::string condition =
        limbs == 6 ? "LAG_LIMBS_2 && LAG_LIMBS_4" : "LAG_LIMBS_" + std::to_string(std::min(limbs, 4));
    CHECK(holds(contents(folder / "lanes.h"), "_2(int slice, ") == (limbs == 9));
    CHECK(holds(contents(folder / "lanes.h"), "#if " + condition + "\n"));
    CHECK(!holds(contents(folder / "scalar.h"), "LAG_LIMBS"));
    // the compilers take three times as long with -O1: once for each of them
    const std::string level = limbs == 4 && moment != "gate*q" ? "-O1" : "-O0";
    for (const char* compiler : {"gcc -std=c99", "clang-14 -std=c99", "g++ -std=c++17 -x c++"}) {
        CAPTURE(compiler);
        const Compared plain = compared(folder, compiler, limbs, "", level);
        CHECK(plain.error < 1e-12);
        CHECK(plain.in_lanes == (limbs == 2 ? 1 : 0));  // pairs need no more than SSE2
        if (!runs_avx()) continue;
        const Compared vectors = compared(folder, compiler, limbs, "-march=x86-64-v3", level);
        CHECK(vectors.error < 1e-12);
        CHECK(vectors.in_lanes == 1);
        if (__builtin_cpu_supports("avx512f") == 0) continue;
        const Compared wide = compared(folder, compiler, limbs, "-march=x86-64-v4", level);
        CHECK(wide.error < 1e-12);
        CHECK(wide.in_lanes == 1);
    }
}

TEST_CASE("limbs in C: limbs on limbs have as many lanes as all machines with vectors of four have") {
    const fs::path folder = emitted("limbs_on_limbs_in_c", 2, "gate*q", 2);
    CHECK(holds(contents(folder / "lanes.h"), "#if LAG_LIMBS_2 && LAG_LIMBS_4\n"));
    CHECK(holds(contents(folder / "lanes.h"), " = lag_limbs_4_folded_2("));
    for (const char* compiler : {"gcc -std=c99", "clang-14 -std=c99", "g++ -std=c++17 -x c++"}) {
        CAPTURE(compiler);
        CHECK(compared(folder, compiler, 4, "", "-O0").error < 1e-12);
        if (!runs_avx()) continue;
        const Compared vectors = compared(folder, compiler, 4, "-march=x86-64-v3", "-O1");
        CHECK(vectors.error < 1e-12);
        CHECK(vectors.in_lanes == 1);
    }
    CHECK(!holds(contents(emitted("limbs_on_limbs_in_c", 2, "gate*q", 3) / "lanes.h"), "LAG_LIMBS_6"));
}

TEST_CASE("limbs in C: functions that have no vectors leave them one after the other") {
    const fs::path folder = scratch_folder("limbs_in_c_scalar");
    write(folder / "a.lag", walker("a", 4, "atan(q)") + "emit(c, \"a.h\", limbs = lanes)$ emit(c, \"b.h\")$\n");
    const CommandRun run = run_lag({"a.lag", "--out", "."}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output + run.errors, "a.h is as without limbs = lanes"));
    for (const char* file : {"a.h", "b.h"}) CHECK(!holds(contents(folder / file), "LAG_LIMBS"));
}

TEST_CASE("limbs in C: by default where they are faster") {
    const fs::path folder = scratch_folder("limbs_in_c_default");
    write(folder / "a.lag", walker("a", 4, "gate*q") + "emit(c, \"a.h\")$ emit(c, \"b.h\", limbs = scalar)$\n");
    const CommandRun run = run_lag({"a.lag", "--out", "."}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(contents(folder / "a.h"), "#if LAG_LIMBS_4\n"));
    CHECK(!holds(contents(folder / "b.h"), "LAG_LIMBS"));
}

}  // namespace lag
