// The emitted texts: counts, form, golden files, names that are refused, determinism.

#include <algorithm>
#include <sstream>
#include <tuple>

#include "core/errors.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/program_text.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/count_text.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/golden.hpp"

using namespace lag;

namespace {

std::string text_of(const Program& program, Language language, std::vector<std::string> routines = {}) {
    return emit(program, {language, std::move(routines), false}, "model").at(0).text;
}

std::string message_of(const Program& program, const EmitOptions& options) {
    try {
        emit(program, options, "model");
    } catch (const ModelError& error) {
        return error.what() + (error.hint().empty() ? "" : " | " + error.hint());
    }
    return "accepted";
}

OptimizeOptions small_pieces() {
    OptimizeOptions options;
    options.split_above = 100, options.piece_size = 60;
    return options;
}

}  // namespace

TEST_CASE("the head comment's counts are what the bodies contain") {
    std::vector<Program> programs{optimize(pendulum().lowered()), optimize(conditions().lowered()),
                                  optimize(tables().lowered()), optimize(top().lowered())};
    for (std::uint64_t seed = 1; seed <= 4; ++seed) programs.push_back(optimize(tree(seed, 6).lowered()));
    programs.push_back(optimize(tree(5, 8).lowered(), small_pieces()));
    for (std::uint64_t seed = 1; seed <= 3; ++seed) programs.push_back(optimize(constrained(seed).lowered()));
    for (const Program& program : programs) {
        for (const auto& [language, kind, name] : {std::tuple{Language::fortran, TextKind::fortran, "Fortran"},
                                                   {Language::cpp, TextKind::cpp, "C++"},
                                                   {Language::fortran77, TextKind::fortran77, "Fortran 77"},
                                                   {Language::c, TextKind::c, "C"}}) {
            const std::string text = text_of(program, language);
            auto counted = counted_in_text(text, kind);
            // procedures: a loop whose body has the count, and look-ups in tables, which the head counts as calls
            const std::string prefix = program.name + "_";
            if (language == Language::cpp)  // the routines by their longer names
                std::erase_if(counted, [&](const auto& entry) { return entry.first.starts_with(prefix); });
            for (const char* procedure : {"assemble", "table_segment", "table_polynomial", "table_map"})
                counted.erase((language == Language::cpp ? "" : prefix) + procedure);
            const auto claimed = claimed_in_text(text);
            REQUIRE(claimed.size() == program.routines.size());
            REQUIRE(counted.size() == program.routines.size());
            for (const auto& [routine, count] : claimed) {
                INFO(routine << " in " << name);
                REQUIRE(counted.contains(routine));
                const OperationCount& found = counted.at(routine);
                CHECK(found.add == count.add);
                CHECK(found.mul == count.mul);
                CHECK(found.div == count.div);
                CHECK(found.sqrt == count.sqrt);
                CHECK(found.call == count.call);
            }
        }
    }
}

TEST_CASE("lines stay within their width, statements within a few lines") {
    const Program program = optimize(tree(8, 12).lowered());
    for (const Language language : {Language::fortran, Language::cpp}) {
        std::istringstream lines(text_of(program, language));
        std::size_t widest = 0, continued = 0, most = 0;
        for (std::string line; std::getline(lines, line);) {
            widest = std::max(widest, line.size());
            continued = line.ends_with("&") ? continued + 1 : 0;
            most = std::max(most, continued);
        }
        CHECK(widest <= 132);
        CHECK(most <= 8);
    }
}

TEST_CASE("Fortran 77 stays in columns 7 to 72 with at most 19 continuation lines") {
    for (const Program& program : {optimize(tree(8, 12).lowered()), optimize(conditions().lowered()),
                                   optimize(tables().lowered()), optimize(tree(5, 8).lowered(), small_pieces())}) {
        std::istringstream lines(text_of(program, Language::fortran77));
        std::size_t continued = 0;
        for (std::string line; std::getline(lines, line);) {
            INFO(line);
            REQUIRE(line.size() <= 72);
            const bool comment = line[0] == 'C', label = line.find_first_not_of(" 0123456789") >= 6;
            continued = line.rfind("     &", 0) == 0 ? continued + 1 : 0;
            REQUIRE((comment || continued > 0 || label));
            REQUIRE(continued <= 19);
        }
    }
}

TEST_CASE("the pendulum's program and texts are the golden ones") {
    const Program program = optimize(pendulum().lowered());
    for (const std::string& mismatch : {golden_mismatch("pendulum.program", to_string(program)),
                                        golden_mismatch("pendulum.f90", text_of(program, Language::fortran)),
                                        golden_mismatch("pendulum.f", text_of(program, Language::fortran77)),
                                        golden_mismatch("pendulum.h", text_of(program, Language::c)),
                                        golden_mismatch("pendulum.hpp", text_of(program, Language::cpp))}) {
        INFO(mismatch);
        CHECK(mismatch.empty());
    }
}

TEST_CASE("the same model gives the same bytes") {
    const auto texts = [] {
        const Program program = optimize(tree(7, 9).lowered());
        return to_string(program) + text_of(program, Language::fortran) + text_of(program, Language::cpp);
    };
    CHECK(texts() == texts());
}

TEST_CASE("chosen routines come with setup, the driver with what it calls") {
    const Program program = optimize(pendulum().lowered());
    const std::string one = text_of(program, Language::fortran, {"accelerations"});
    CHECK(one.find("pure subroutine pendulum_accelerations(t, q, u, w, c, udot, lambda, info)") != std::string::npos);
    CHECK(one.find("subroutine pendulum_setup(p, c)") != std::string::npos);
    CHECK(one.find("subroutine pendulum_energy") == std::string::npos);
    CHECK(text_of(program, Language::fortran, {"pendulum_accelerations"}) == one);
    const auto files = emit(program, {Language::cpp, {"accelerations"}, true}, "dir/p.hpp");
    REQUIRE(files.size() == 2);
    CHECK(files[1].name == "dir/p_main.cpp");
    CHECK(files[0].text.find("void pendulum_energy(") != std::string::npos);
    CHECK(files[1].text.find("#include \"p.hpp\"") != std::string::npos);
    CHECK(message_of(program, {Language::cpp, {"acelerations"}, false}) ==
          "model pendulum has no routine acelerations | did you mean accelerations?");
}

TEST_CASE("the assembly loop comes with its body, unit Euler parameters and nothing else") {
    Example example = constrained(1);
    const Program program = optimize(example.lowered());
    const std::string name = program.name + "_";
    for (const std::string asked : {"assemble", "assembly_step"}) {
        const std::string text = text_of(program, Language::fortran, {asked});
        CHECK(text.find("pure subroutine " + name + "assemble(t, q, w, c, tolerance, limit, info)") !=
              std::string::npos);
        CHECK(text.find("subroutine " + name + "assembly_step(") != std::string::npos);
        CHECK((text.find("subroutine " + name + "normalize(") != std::string::npos) ==
              (program.find("normalize") != nullptr));
        CHECK(text.find("subroutine " + name + "project_speeds(") == std::string::npos);
    }
    CHECK(message_of(optimize(pendulum().lowered()), {Language::cpp, {"assemble"}, false})
              .find("has no routine assemble") != std::string::npos);
}

TEST_CASE("names a language cannot take are refused") {
    Example example = pendulum();
    const auto renamed = [&](const std::string& name) {
        example.model.name = name;
        return optimize(example.lowered());
    };
    CHECK(message_of(renamed("class"), {Language::cpp, {}, false}) ==
          "the model name class means something else in C++ | rename the model");
    CHECK(message_of(renamed("class"), {Language::fortran, {}, false}) == "accepted");
    CHECK(message_of(renamed(std::string(47, 'a')), {Language::fortran, {}, false}).find("too long for Fortran") !=
          std::string::npos);
    CHECK(message_of(renamed(std::string(47, 'a')), {Language::cpp, {}, false}) == "accepted");
    CHECK(message_of(renamed("a%b"), {Language::fortran, {}, false}) ==
          "Fortran cannot take the model name a%b | letters, digits and _, a letter first");
    Example twins = double_pendulum();
    twins.model.outputs.push_back({"Q1", twins.model.graph->integer(1), "", ""});
    const Program program = optimize(twins.lowered());
    CHECK(message_of(program, {Language::fortran, {}, false}) ==
          "the names q1 and Q1 differ only in case, which Fortran ignores | rename one of them, or emit C++");
    CHECK(message_of(program, {Language::cpp, {}, false}) == "accepted");
}

TEST_CASE("an expression that a routine cannot evaluate is refused by name") {
    Example example = pendulum();
    example.model.outputs.push_back({"wrong", example.model.graph->symbol("speeed", Role::undeclared), "", ""});
    CHECK_THROWS_WITH(example.lowered(),
                      "the undeclared name speeed stands in an expression of pendulum_outputs, which does not know it");
    example.model.outputs.back().value = example.model.graph->symbol("q1", Role::coordinate);
    example.equations.mass_matrix[0].value = symbol(example.model, SpeedIndex{0});
    CHECK_THROWS_AS(example.lowered(), ModelError);
}
