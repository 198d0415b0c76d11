// One table of routine names, and no such name as a literal anywhere else.
#include "core/routine_names.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "tests/catch.hpp"

namespace fs = std::filesystem;
using namespace lag;

namespace {

const fs::path root = LAG_SOURCE_DIR;

struct Found {
    std::string file, word;
    bool has_prefix;  // "_setup", to be put after a model's name
};

// Literals of the form "name", "_name", "name(" or "_name(" in lines that include nothing, comments left out.
std::vector<Found> names_in_literals(const std::vector<std::string>& folders) {
    const std::regex literal(R"re("(_?)([a-z_]+)(\(|"))re"), comment(R"(//.*$)");
    std::vector<Found> found;
    for (const std::string& folder : folders)
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".cpp" && extension != ".hpp") continue;
            if (entry.path().parent_path().filename() == "templates") continue;
            const std::string file = fs::relative(entry.path(), root).string();
            if (file == "core/routine_names.cpp") continue;
            std::ifstream in(entry.path());
            for (std::string line; std::getline(in, line);) {
                if (line.find("#include") != std::string::npos) continue;
                line = std::regex_replace(line, comment, "");
                for (std::sregex_iterator at(line.begin(), line.end(), literal), end; at != end; ++at)
                    if (routine_named((*at)[2].str())) found.push_back({file, (*at)[2], (*at)[1].length() > 0});
            }
        }
    return found;
}

}  // namespace

TEST_CASE("routine names and their texts belong together") {
    std::set<std::string> texts;
    for (int k = 0; k <= static_cast<int>(RoutineName::switches); ++k) {
        const auto name = static_cast<RoutineName>(k);
        const std::string& text = to_string(name);
        INFO(text);
        CHECK(routine_named(text) == name);
        CHECK(text == name);
        CHECK(!meaning_of(name).empty());
        CHECK(texts.insert(text).second);
    }
    CHECK(!routine_named("mass").has_value());
    CHECK(routine_of("arm", RoutineName::mass_matrix) == "arm_mass_matrix");
    CHECK(is_one_of("energy", {RoutineName::setup, RoutineName::energy}));
    CHECK(!is_one_of("energy", {RoutineName::setup}));
}

TEST_CASE("no name of a routine stands outside of the table") {
    // the same word with another meaning: a stage, a section of the code, a keyword of the language
    const std::map<std::string, std::set<std::string>> others{
        {"emitters/writers/head_comment.cpp", {"constraints", "events"}},
        {"emitters/choice/limbs.cpp", {"events"}},
        {"scripts/pipeline/document.cpp", {"event"}},
        {"scripts/command/compare/mapping.cpp", {"flags"}},
        {"emitters/passes/sections.cpp", {"kinematics", "accelerations"}},
        {"scripts/pipeline/pipeline.cpp", {"kinematics"}},
        {"scripts/pipeline/stages.cpp", {"kinematics"}},
        {"scripts/command/simulate/start.cpp", {"initial"}},
        {"scripts/command/subcommands/language_help.cpp",
         {"outputs", "constraints", "jacobian", "tangent", "adjoint", "hessian", "partition", "equilibrium",
          "regressor", "event", "initial"}},
        {"scripts/command/simulate/case.cpp", {"assemble", "event", "partition"}},
        {"scripts/command/simulate/case_text.cpp", {"assemble", "partition"}},
        {"scripts/statements/contacts.cpp", {"tangent"}},
        {"scripts/command/compare/report.cpp", {"constraints"}},
        // parts of a model
        {"emitters/procedures/procedure_text.cpp",
         {"flags", "events", "dependent_speeds", "constraints", "switches", "outputs", "tangent"}},
        {"emitters/program/procedure_facts.cpp", {"switches", "tangent"}},
        {"emitters/procedures/interface_names.cpp", {"modes"}},  // an argument
        {"scripts/command/sweep/collected.cpp", {"initial"}},
        {"emitters/writers/text_tables.cpp", {"assemble", "event"}},  // settings of parameter files
        {"emitters/writers/fmu_description.cpp", {"initial"}},        // an attribute of FMI
        {"scripts/pipeline/document_text.cpp", {"modes"}},
        {"scripts/command/entry/command.cpp", {"modes"}},
        {"scripts/command/modes/modes.cpp", {"modes"}},
        {"scripts/command/simulate/model.cpp", {"modes"}},
        {"scripts/command/simulate/switches.cpp", {"modes"}},
        {"scripts/command/simulate/firing.cpp", {"modes"}},
        {"scripts/command/simulate/case_options.cpp", {"partition"}},
        {"scripts/command/simulate/simulate.cpp", {"partition", "equilibrium", "event"}},  // a column of events
        {"scripts/command/inverse/inverse.cpp", {"partition"}},
        {"scripts/command/inverse/driven.cpp", {"accelerations"}},
    };
    for (const Found& f : names_in_literals(
             {"core", "sparse_ldl", "lagrange", "emitters", "scripts/files", "scripts/pipeline", "scripts/command"})) {
        INFO(f.file << " holds the routine name " << f.word << ": take it from core/routine_names.hpp");
        const auto known = others.find(f.file);
        const bool names_a_file = f.file == "scripts/command/modes/modes.cpp";  // FILE_modes.csv
        if (f.word == "step" && !f.has_prefix) continue;  // of a loop, of a search, of the integration
        CHECK(((!f.has_prefix || names_a_file) && known != others.end() && known->second.contains(f.word)));
    }
    // the language has words of its own: mass_matrix(), outputs = [..]
    for (const Found& f : names_in_literals({"scripts/language", "scripts/statements", "scripts/algebra"})) {
        INFO(f.file << " holds the routine name _" << f.word << ": take it from core/routine_names.hpp");
        CHECK(!f.has_prefix);
    }
}

TEST_CASE("templates call routines that the table names") {
    const std::regex call(R"(@M@_([a-z_]+)(?=[(<]))"),
        own(R"((?:SUBROUTINE|FUNCTION|subroutine|function|void|int|double|char\*) @M@_([a-z_]+))");
    const std::regex table("[a-z]+_(names|units|directions|stops)");  // routines with an index in Fortran 77
    int calls = 0;
    const auto text_of = [](const fs::path& file) {
        std::ifstream in(file);
        return std::string{std::istreambuf_iterator<char>(in), {}};
    };
    std::map<std::string, std::set<std::string>> defined;  // by templates of one language
    for (const auto& entry : fs::directory_iterator(root / "emitters/templates")) {
        const std::string text = text_of(entry.path());
        for (std::sregex_iterator at(text.begin(), text.end(), own), end; at != end; ++at)
            defined[entry.path().extension()].insert((*at)[1]);
    }
    for (const auto& entry : fs::directory_iterator(root / "emitters/templates")) {
        const std::string text = text_of(entry.path());
        for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) {
            const std::string word = (*at)[1];
            if (word.starts_with("f_")) continue;  // a function that comes along
            INFO(entry.path().filename() << " calls " << word);
            const bool is_procedure = fs::exists(root / "emitters/procedures/texts" / (word + ".lag"));
            CHECK((routine_named(word).has_value() || is_procedure ||
                   defined[entry.path().extension()].contains(word) || std::regex_match(word, table)));
            ++calls;
        }
    }
    CHECK(calls > 20);
}
