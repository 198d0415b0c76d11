// Names of models and of the user's routines that mean something else in a language; interfaces that depend
// on no option.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <random>
#include <set>
#include <sstream>

#include "core/errors.hpp"
#include "emitters/passes/reserved_names.hpp"
#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"
#include "tests/support/model_builder.hpp"

using namespace lag;

namespace {

// A slider whose load is a routine of the user's with that many arguments.
Program calling(const std::string& routine, std::size_t arguments = 1) {
    Example e = double_pendulum();
    Graph& g = *e.model.graph;
    const Expr q1 = g.symbol("q1", Role::coordinate);
    std::vector<Expr> given;
    for (std::size_t k = 0; k < arguments; ++k) given.push_back(g.integer(static_cast<long>(k) + 1) * q1);
    e.model.externals.push_back({routine, given, {"push"}});
    e.equations.right_side[0] = e.equations.right_side[0] + g.symbol("push", Role::external_result);
    return optimize(e.lowered());
}

Program named(const std::string& name) {
    Example e = pendulum();
    e.model.name = name;
    return optimize(e.lowered());
}

std::string refusal(const Program& program, Language language) {
    try {
        emit(program, {language, {}, false}, "x");
    } catch (const ModelError& error) {
        return error.what();
    }
    return "";
}

struct Build {
    Language language;
    std::string file, command;
};
const std::vector<Build> builds{
    {Language::fortran, "n.f90", "gfortran -std=f2008 -Wall -Wextra -Werror -fsyntax-only n.f90"},
    {Language::fortran77, "n.f", "gfortran -std=legacy -Wall -Werror -fsyntax-only n.f"},
    {Language::c, "n.h",
     "printf '#include <stdlib.h>\\n#include \"n.h\"\\n' > n.c && gcc -std=c99 -Wall -Wextra -Werror -fsyntax-only "
     "n.c"},
    {Language::cpp, "n.hpp",
     "printf '#include <cstdlib>\\n#include \"n.hpp\"\\n' > n.cpp && g++ -std=c++17 -Wall -Wextra -Werror "
     "-fsyntax-only "
     "n.cpp"},
};

// Either it is refused, or the compiler takes it.
bool is_sound(const Program& program, const Build& build) {
    if (!refusal(program, build.language).empty()) return true;
    const std::string folder = scratch_file("names");
    run("mkdir -p " + folder);
    write_text(folder + "/" + build.file, emit(program, {build.language, {}, false}, build.file)[0].text);
    const CommandResult compiled = run("cd " + folder + " && " + build.command);
    UNSCOPED_INFO(build.file << ": " << compiled.output);
    return compiled.status == 0;
}

// A file with its main program. Either it is refused, or the compiler takes both.
struct WholeBuild {
    Language language;
    std::string file, command;
};
const std::vector<WholeBuild> whole_builds{
    {Language::fortran, "w.f90", "gfortran -std=f2008 -fsyntax-only w.f90 w_main.f90"},
    {Language::fortran77, "w.f", "gfortran -std=legacy -fsyntax-only w.f w_main.f"},
    {Language::c, "w.h", "gcc -std=c99 -fsyntax-only w_main.c"},
    {Language::cpp, "w.hpp", "g++ -std=c++17 -fsyntax-only w_main.cpp"},
};

std::vector<EmittedFile> with_main(const Program& program, const WholeBuild& build) {
    return emit(program, {build.language, {}, true}, build.file);
}

bool is_refused(const Program& program, const WholeBuild& build) {
    try {
        with_main(program, build);
    } catch (const ModelError&) {
        return true;
    }
    return false;
}

bool compiles(const Program& program, const WholeBuild& build) {
    const std::string folder = scratch_file("names_whole");
    run("rm -rf " + folder + " && mkdir -p " + folder);
    for (const EmittedFile& file : with_main(program, build)) write_text(folder + "/" + file.name, file.text);
    const CommandResult compiled = run("cd " + folder + " && " + build.command);
    UNSCOPED_INFO(build.file << ": " << compiled.output);
    return compiled.status == 0;
}

std::vector<std::string> words_of(const std::vector<EmittedFile>& files) {
    std::set<std::string> words;
    for (const EmittedFile& file : files) {
        std::string word;
        for (const char c : file.text + " ") {
            if (std::isalnum(static_cast<unsigned char>(c)) != 0 || (c == '_' && !word.empty())) {
                word += c;
            } else {
                if (!word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0 && word.size() < 40)
                    words.insert(word);
                word.clear();
            }
        }
    }
    return {words.begin(), words.end()};
}

}  // namespace

TEST_CASE("any word of emitted files, as the name of a user's routine, is refused or compiles") {
    const bool all = std::getenv("LAG_ALL_NAMES") != nullptr;  // takes minutes
    for (const WholeBuild& build : whole_builds) {
        std::vector<std::string> words = words_of(with_main(calling("tire", 2), build));
        std::ranges::shuffle(words, std::mt19937(5));
        std::size_t compiled = 0, refused = 0;
        for (const std::string& word : words) {
            if (!all && compiled == 12) break;
            const Program program = calling(word, 2);
            if (is_refused(program, build)) {
                ++refused;
                continue;
            }
            ++compiled;
            INFO(word);
            CHECK(compiles(program, build));
        }
        CHECK(compiled >= 12);
        if (all) WARN(build.file << ": " << compiled << " compiled, " << refused << " refused");
    }
}

TEST_CASE("names that only look taken are none, and dummies make way") {
    for (const WholeBuild& build : whole_builds) {
        INFO(build.file);
        for (const char* name : {"a1", "a2", "r1", "a1_"}) CHECK(compiles(calling(name, 2), build));
        // of other scopes than those that call
        for (const char* name : {"held", "column", "text"}) CHECK_FALSE(is_refused(calling(name), build));
    }
    CHECK(is_refused(calling("fail"), whole_builds[2]));  // a function of the main program, which has the prototype too
    CHECK(refusal(calling("fail"), Language::c).empty());
    CHECK(refusal(calling("xa"), Language::c) == "a routine cannot be called 'xa': the emitted code uses that name");
    CHECK(refusal(calling("xa"), Language::cpp).empty());  // ::xa
}

TEST_CASE("models named like things of C++ are refused, others compile in every language") {
    for (const char* name :
         {"log10", "exit", "sinf", "sinf128", "fgets_unlocked", "pthread_self", "class", "xor", "std", "M_PI", "time",
          "EOF", "lgammaf_r", "remove", "lag_table", "f32addf64", "M_PIf", "isless"}) {
        INFO(name);
        CHECK(refusal(named(name), Language::cpp) != "");
    }
    for (const char* name : {"log10", "exit", "car_l", "wheel", "control", "subroutine", "HMMWV", "leaf", "merge",
                             "f641", "f32", "f64x", "M_arm", "dol", "timel", "classf", "doubl"})
        for (const Build& build : builds) {
            INFO(name);
            CHECK(is_sound(named(name), build));
        }
}

TEST_CASE("routines of the user's named like intrinsics or the C library are refused where they cannot be") {
    for (const char* name : {"sin", "SIN", "merge", "exit", "dot_product", "abs"}) {
        CHECK(is_fortran_intrinsic(name));
        CHECK(refusal(calling(name), Language::fortran).find(name) != std::string::npos);
        CHECK(refusal(calling(name), Language::fortran77) != "");
    }
    for (const char* name : {"sin", "exit", "malloc", "template", "restrict", "tgammal"}) {
        CHECK(refusal(calling(name), Language::c).find(name) != std::string::npos);
        CHECK(refusal(calling(name), Language::cpp) != "");
    }
    for (const char* name : {"nq", "NU", "dp", "coordinate_names"}) {
        CHECK(refusal(calling(name), Language::fortran).find(name) != std::string::npos);
        CHECK(refusal(calling(name), Language::cpp) == "");
    }
    for (const char* name : {"tire", "iq_q1", "exit", "scale", "end", "program", "log1p", "integer", "print", "write",
                             "pivot_margin", "floor_of"})
        for (const Build& build : builds) {
            INFO(name);
            CHECK(is_sound(calling(name), build));
        }
}

TEST_CASE("Fortran 77 says where a call has more arguments than a statement holds") {
    CHECK(refusal(calling("tire", 100), Language::fortran77) == "");
    CHECK(refusal(calling("tire", 400), Language::fortran77).find("cannot call 'tire'") != std::string::npos);
    for (const Build& build : builds) CHECK(is_sound(calling("tire", 400), build));
}

TEST_CASE("batch routines with thousands of selections stay within the line width") {
    Example e = double_pendulum();
    Graph& g = *e.model.graph;
    Expr sum = g.integer(0);
    for (long k = 0; k < 1200; ++k) {
        const Expr q1 = g.symbol("q1", Role::coordinate), u1 = g.symbol("q1'", Role::speed);
        sum = sum + g.select(g.binary(Op::less, q1, g.rational(k, 100)), u1 * g.integer(k + 1), sin(q1 + g.integer(k)));
    }
    e.equations.right_side[0] = e.equations.right_side[0] + sum;
    OptimizeOptions quick;
    quick.level = 0;
    const std::string text =
        emit(optimize(e.lowered(), quick), {Language::fortran, {}, false, SineForm::library, true}, "b.f90")[0].text;
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
    CHECK(text.find("h1001") != std::string::npos);
    CHECK(widest <= 132);
}

TEST_CASE("the argument lists of Fortran 77's sizes depend on no option") {
    Example e = double_pendulum();
    const std::string text = emit(optimize(lower(e.model, e.equations, plan_ldl(e.equations.pattern),
                                                 {{Role::coordinate, ""}, {Role::speed, ""}})),
                                  {Language::fortran77, {}, false}, "s.f")[0]
                                 .text;
    CHECK(text.find("SUBROUTINE double_pendulum_sizes(nq, nu, np, nw, nc, nl, nphi, no)") != std::string::npos);
    CHECK(text.find("SUBROUTINE double_pendulum_jacobian_sizes(nj, nz)") != std::string::npos);
}
