// Names of temporaries are legal and single in every language, whatever the model's own names are.
#include <algorithm>
#include <set>

#include "emitters/writers/emit.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"
#include "tests/support/model_builder.hpp"

using namespace lag;

namespace {

// Two rods, the second carries a wheel; the angles have the names given.
Program named(const std::string& model, const std::vector<std::string>& angles, const std::string& external = "") {
    ModelBuilder b(model);
    b.model.gravity = b.vector("0", "-9.81", "0");
    BodyIndex last = ground;
    for (std::size_t k = 0; k < angles.size(); ++k) {
        last = b.body("body_with_a_long_name_of_its_own_" + std::to_string(k), last);
        b.newest().at = b.vector("0.5", "0.1", "0.2");
        b.revolute(b.axis(static_cast<int>(k % 3)), angles[k]);
        b.mass(b.parameter("m" + std::to_string(k), "1.5"), b.vector("0.4", "0.1", "0"),
               b.inertia("0.1", "0.2", "0.21"));
    }
    if (!external.empty()) b.model.externals.push_back({external, {b.q(angles[0])}, {"push"}});
    if (!external.empty()) b.hinge_load(b.model.speeds[0].name, b.model.graph->symbol("push", Role::external_result));
    const Kinematics k = compute_kinematics(b.model);
    const Equations equations = form_equations(b.model, k, compute_partials(b.model, k));
    return optimize(lower(b.model, equations, plan_ldl(equations.pattern)));
}

std::set<std::string> names_in(const Program& program, const std::string& routine) {
    const std::vector<std::string>& names = program.find(routine)->names;
    return {names.begin() + 1, names.end()};
}

void compile_all(const Program& program) {
    struct Build {
        Language language;
        std::string file, command;
    };
    for (const auto& [language, file, command] : std::vector<Build>{
             {Language::fortran, "n.f90", "gfortran -std=f2008 -Wall -Wextra -Werror -fsyntax-only n.f90"},
             {Language::fortran77, "n.f", "gfortran -std=legacy -Wall -Werror -fsyntax-only n.f"},
             {Language::c, "n.h",
              "printf '#include <stdlib.h>\\n#include \"n.h\"\\n' > n.c && gcc -std=c99 -Wall -Wextra -Wshadow -Werror "
              "-fsyntax-only n.c"},
             {Language::cpp, "n.hpp",
              "printf '#include <cstdlib>\\n#include \"n.hpp\"\\nvoid f(double* m) { @::@_mass_matrix(0.0, m, m, m, "
              "m); "
              "}\\n' > n.cpp && g++ -std=c++17 -Wall -Wextra -Wshadow -Werror -fsyntax-only n.cpp"}}) {
        const std::string folder = scratch_file("temporary_names");
        run("mkdir -p " + folder);
        write_text(folder + "/" + file, emit(program, {language, {}, false}, file)[0].text);
        std::string line = command;
        for (std::size_t at = 0; (at = line.find('@')) != std::string::npos;) line.replace(at, 1, program.name);
        const CommandResult compiled = run("cd " + folder + " && " + line);
        INFO(compiled.output);
        CHECK(compiled.status == 0);
    }
}

}  // namespace

TEST_CASE("temporaries bear the names of what they are") {
    const Program program = named("rods", {"yaw", "pitch", "roll"});
    const std::set<std::string> names = names_in(program, "mass_matrix");
    CHECK(names.contains("sin_pitch"));
    CHECK(names.contains("cos_pitch"));
    compile_all(program);
}

TEST_CASE("names of temporaries are single, short and no one else's") {
    const std::string longest = "a_coordinate_with_a_name_of_many_letters";
    for (const auto& [angles, external] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"q", "Q", "q_"}, ""},  // differ in case, or in what is dropped, alone
             {{"l", "r", "t"}, ""},
             {{"z1", "m_1_1", "d_1"}, ""},
             {{"a", "b", "c"}, "sin_b"},  // routines of the user's
             {{"a", "b", "c"}, "z1"},
             {{longest, longest + "_too", "x"}, ""}}) {
        if (angles[0] == "q") {
            // Fortran refuses names that differ in case alone: C and C++ take them
            const Program program = named("rods", {"q", "Q", "q_"});
            for (const char* routine : {"derivatives", "mass_matrix", "energy"}) {
                std::set<std::string> lower;
                for (std::string name : names_in(program, routine)) {
                    std::ranges::transform(name, name.begin(),
                                           [](char c) { return static_cast<char>(std::tolower(c)); });
                    CHECK(lower.insert(name).second);
                }
            }
            continue;
        }
        INFO(angles[0] << " " << external);
        const Program program = named("rods", angles, external);
        for (const Routine& routine : program.routines) {
            std::set<std::string> seen;
            for (std::size_t k = 1; k < routine.names.size(); ++k) {
                const std::string& name = routine.names[k];
                INFO(name);
                CHECK(name.size() <= 31);
                CHECK(name != external);
                CHECK(name.find("__") == std::string::npos);
                CHECK(seen.insert(name).second);
            }
        }
        compile_all(program);
    }
}

TEST_CASE("a model may be named like a temporary") {
    const Program program = named("sin_b", {"a", "b", "c"});
    CHECK(!names_in(program, "mass_matrix").contains("sin_b"));
    compile_all(program);
}
