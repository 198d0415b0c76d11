// Banners in files whose statements stand in another order: vector sines, packs of states, batches.
#include <regex>
#include <sstream>

#include "emitters/passes/sine_plan.hpp"
#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"

using namespace lag;

namespace {

struct Variant {
    const char* name;
    OrderGoal goal;
    bool own_sines;
};
const std::vector<Variant> variants{{"own sines", OrderGoal::own_sines, true},
                                    {"packs", OrderGoal::packs, false},
                                    {"packs with own sines", OrderGoal::packs, true}};

// By node: does it depend on speeds?
std::vector<bool> needs_speeds(const Code& code) {
    std::vector<bool> needs(code.size(), false);
    for (CodeId id = 0; id < code.size(); ++id) {
        if (code.node(id).kind == CodeKind::symbol) needs[id] = code.symbol_of(id).role == Role::speed;
        for (const Item& item : code.items(id)) needs[id] = needs[id] || needs[item.id];
    }
    return needs;
}

std::vector<std::size_t> text_order(const Routine& routine, bool own_sines) {
    std::vector<std::size_t> order;
    for (std::size_t piece = 0; piece < routine.pieces.size(); ++piece) {
        if (own_sines) {
            const SinePlan plan(routine, piece);
            order.insert(order.end(), plan.order().begin(), plan.order().end());
        } else {
            for (std::size_t k = routine.pieces[piece].first; k < routine.pieces[piece].last; ++k) order.push_back(k);
        }
    }
    return order;
}

// The lines of one subroutine.
std::vector<std::string> lines_of(const std::string& text, const std::string& routine) {
    const std::size_t begin = text.find("subroutine " + routine + "(");
    REQUIRE(begin != std::string::npos);
    std::istringstream lines(text.substr(begin, text.find("end subroutine " + routine + "\n", begin) - begin));
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    return all;
}

}  // namespace

// Speeds reach neither the mass matrix nor its factors.
TEST_CASE("banners stay true in every order of the statements") {
    const std::vector<std::string> hinges{"revolute", "prismatic", "cylindrical", "universal", "spherical", "free"};
    const std::regex of_matrix("mass matrix|factorization|mass matrix and factorization");
    for (const Variant& variant : variants) {
        INFO(variant.name);
        std::size_t banners = 0, compared = 0;
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Program program =
                optimize(tree(seed, 6, {Formulation::composite, Regrouping::none, false, {}, false}, hinges).lowered());
            const Program ordered = ordered_for(program, variant.goal, variant.own_sines);
            for (const RoutineName name :
                 {RoutineName::derivatives, RoutineName::mass_matrix, RoutineName::right_side}) {
                const Routine& routine = *ordered.find(name);
                const std::vector<bool> fast = needs_speeds(*routine.code);
                std::string section;
                for (const std::size_t k : text_order(routine, variant.own_sines)) {
                    const CodeStatement& s = routine.statements[k];
                    if (!s.section.empty()) section = s.section, ++banners;
                    if (s.kind != CodeStatement::Kind::temporary || !std::regex_match(section, of_matrix)) continue;
                    ++compared;
                    INFO(routine.name << " under " << section);
                    CHECK(!fast[s.value.id]);
                }
            }
        }
        CHECK(banners >= 20);
        CHECK(compared >= 50);
    }
}

TEST_CASE("emitted files have the banners, and sines stand under kinematics") {
    const Program program =
        optimize(tree(2, 6, {Formulation::composite, Regrouping::none, false, {}, false}).lowered());
    struct File {
        EmitOptions options;
        std::string routine;
    };
    const std::string derivatives = routine_of(program.name, RoutineName::derivatives);
    const std::vector<File> files{
        {{.language = Language::fortran, .routines = {}, .sines = SineForm::fused}, derivatives},
        {{.language = Language::fortran, .routines = {}, .batch = true}, derivatives + "_lanes"}};
    for (const File& file : files) {
        INFO(file.routine);
        std::string banner = "kinematics";
        std::size_t banners = 0, groups = 0;
        for (const std::string& line : lines_of(emit(program, file.options, "m.f90").front().text, file.routine)) {
            if (const std::size_t at = line.find("! ---- "); at != std::string::npos) banner = line, ++banners;
            if (line.find("call vector_sines(") == std::string::npos) continue;
            ++groups;
            INFO(banner);
            CHECK(banner.find("kinematics") != std::string::npos);
        }
        CHECK(banners >= 2);
        CHECK(groups >= 1);
    }
    for (const SineForm sines : {SineForm::library, SineForm::fused}) {
        const std::string text =
            emit(program,
                 {.language = Language::cpp, .routines = {}, .sines = sines, .batch = sines == SineForm::library},
                 "m.hpp")
                .front()
                .text;
        CHECK(text.find("// ---- ") != std::string::npos);
    }
}
