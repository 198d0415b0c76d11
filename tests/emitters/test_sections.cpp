// Banners tell the truth, parts of the mass matrix are the matrix, results stand in declared order.
#include <cmath>
#include <regex>

#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/straight_line.hpp"
#include "tests/support/random.hpp"

using namespace lag;

namespace {

std::string c_text(const Program& program) {
    return emit(program, {Language::c, {}, false}, "m.h").front().text;
}

using Arrays = std::map<std::string, std::vector<double>>;

Arrays random_arguments(const Program& program, std::uint64_t seed) {
    Random random(seed);
    const auto fill = [&](std::size_t n) {
        std::vector<double> values;
        for (std::size_t k = 0; k < n; ++k) values.push_back(random.between(-0.9, 0.9));
        return values;
    };
    Arrays given{{"t", {0.3}},
                 {"q", fill(program.coordinates.size())},
                 {"u", fill(program.speeds.size())},
                 {"w", fill(program.inputs.size())}};
    given["y"] = given["q"];
    given["y"].insert(given["y"].end(), given["u"].begin(), given["u"].end());
    return given;
}

void set_up(const std::string& text, const std::string& model, Arrays& given, double parameter_factor) {
    given["p"] = carried_out(text, model + "_defaults", {}).arrays["p"];
    for (double& p : given["p"]) p *= parameter_factor;
    given["c"] = carried_out(text, model + "_setup", given).arrays["c"];
}

std::vector<Example> examples() {
    std::vector<Example> list{double_pendulum(), constrained(4)};
    for (const Formulation formulation : {Formulation::turner, Formulation::composite, Formulation::articulated})
        list.push_back(tree(3, 7, {formulation, Regrouping::none, false, {}, false}));
    return list;
}

}  // namespace

// Speeds reach neither the mass matrix nor its factors.
TEST_CASE("banners name what the statements below them compute") {
    std::size_t blocks = 0, compared = 0;
    const std::vector<std::string> hinges{"revolute", "prismatic", "cylindrical", "universal", "spherical", "free"};
    for (const Formulation formulation : {Formulation::turner, Formulation::composite})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            INFO(seed);
            const Program program =
                optimize(tree(seed, 6, {formulation, Regrouping::none, false, {}, false}, hinges).lowered());
            const std::string text = c_text(program), name = program.name;
            Arrays given = random_arguments(program, seed), other = random_arguments(program, seed + 50);
            set_up(text, name, given, 1), other["c"] = given["c"];
            other["q"] = given["q"], other["t"] = given["t"], other["w"] = given["w"];
            for (const char* routine : {"_accelerations", "_mass_matrix", "_right_side"}) {
                const StraightLine line = carried_out(text, name + routine, given),
                                   changed = carried_out(text, name + routine, other);
                REQUIRE(line.temporaries.size() == changed.temporaries.size());
                std::string section;
                for (std::size_t k = 0; k < line.temporaries.size(); ++k) {
                    const NamedValue& z = line.temporaries[k];
                    if (z.section != section) ++blocks;
                    section = z.section;
                    if (!std::regex_match(section,
                                          std::regex("mass matrix|factorization|mass matrix and factorization")))
                        continue;
                    ++compared;
                    INFO(name << routine << ": " << z.name << " under " << section);
                    CHECK(z.value == changed.temporaries[k].value);
                }
            }
        }
    CHECK(blocks >= 30);
    CHECK(compared >= 100);
}

TEST_CASE("constants and updates of the mass matrix are the mass matrix") {
    std::size_t constant = 0, changing = 0;
    for (const Example& example : examples()) {
        const Program program = optimize(example.lowered());
        const std::string text = c_text(program), name = program.name;
        INFO(name);
        Arrays given = random_arguments(program, 5);
        set_up(text, name, given, 1.1);
        const std::vector<double> whole = carried_out(text, name + "_mass_matrix", given).arrays["mm"];
        Arrays parts = given;
        parts["mm"] = std::vector<double>(program.speeds.size() * program.speeds.size(), 0.0);
        parts["mm"] = carried_out(text, name + "_mass_matrix_constants", parts).arrays["mm"];
        const std::vector<double> before = parts["mm"];
        std::vector<double> both = carried_out(text, name + "_mass_matrix_update", parts).arrays["mm"];
        both.resize(before.size()), parts["mm"].resize(before.size());
        for (std::size_t k = 0; k < both.size(); ++k) {
            const double expected = k < whole.size() ? whole[k] : 0.0;
            CHECK(std::abs(both[k] - expected) <= 1e-13 * (1 + std::abs(expected)));
            const bool stays = both[k] == before[k];
            (stays ? constant : changing) += expected != 0 ? 1 : 0;
        }
        const Routine &fixed = *program.find("mass_matrix_constants"), &update = *program.find("mass_matrix_update");
        CHECK(fixed.operations.total() == 0);
        CHECK(update.operations.total() <= program.find("mass_matrix")->operations.total());
        for (const Argument& argument : fixed.arguments) CHECK((argument.name == "c" || argument.name == "mm"));
    }
    CHECK(constant >= 10);
    CHECK(changing >= 10);
}

TEST_CASE("results stand in declared order where nothing they need stands between") {
    for (const Example& example : examples()) {
        const Program program = optimize(example.lowered());
        INFO(program.name);
        for (const Routine& routine : program.routines) {
            const bool is_once = routine.name == "defaults" || routine.name == "initial" || routine.name == "setup" ||
                                 routine.name == "outputs";
            const CodeStatement* last = nullptr;
            for (const CodeStatement& s : routine.statements) {
                const bool is_copy = routine.code->items(s.value.id).empty() || routine.is_temporary(s.value.id);
                const bool is_result = s.kind == CodeStatement::Kind::result && (is_once || is_copy);
                if (is_result && last != nullptr) {
                    INFO(routine.name << ": " << last->place.element << " before " << s.place.element);
                    CHECK(last->place < s.place);
                }
                if (is_result) last = &s;
                if (!is_result && !is_once) last = nullptr;  // side by side only
            }
        }
    }
}
