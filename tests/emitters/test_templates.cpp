// Fixed texts of emitted files: the embedded templates are the files of the folder, their holes are filled, and a file
// brings along the functions that its own code calls and no others.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "emitters/writers/emit.hpp"
#include "emitters/writers/template_text.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"

using namespace lag;

namespace {

const std::vector<EmitOptions> all_options{
    {Language::fortran, {}, true, SineForm::library, false}, {Language::fortran, {}, false, SineForm::fused, true},
    {Language::cpp, {}, true, SineForm::library, false},     {Language::cpp, {}, false, SineForm::fused, true},
    {Language::c, {}, false, SineForm::library, false},      {Language::fortran77, {}, false, SineForm::library, false},
    {Language::c, {}, false, SineForm::fused, false},        {Language::fortran77, {}, false, SineForm::vector, false},
    {Language::python, {}, false, SineForm::fused, false},   {Language::c, {}, false, SineForm::vector, false},
    {Language::cpp, {}, false, SineForm::vector, true},      {Language::fortran, {}, false, SineForm::vector, false}};

std::vector<Program> programs() {
    OptimizeOptions small;
    small.split_above = 60, small.piece_size = 30;
    std::vector<Program> result;
    for (const Example& example :
         {pendulum(), conditions(), tables(), nested_angles(), top(), constrained(1), tree(3, 5)})
        for (const OptimizeOptions& options : {OptimizeOptions{}, small})
            result.push_back(optimize(example.lowered(), options));
    return result;
}

std::size_t occurrences(const std::string& text, const std::string& word) {
    std::size_t count = 0;
    for (std::size_t k = text.find(word); k != std::string::npos; k = text.find(word, k + 1)) ++count;
    return count;
}

// Fixed form in one line per statement.
std::string joined(const std::string& text) {
    return std::regex_replace(text, std::regex("\n     &  "), "");
}

}  // namespace

TEST_CASE("the templates compiled in are the files of their folder") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(LAG_SOURCE_DIR) + "/emitters")) {
        if (!entry.is_regular_file() || entry.path().parent_path().filename() != "templates") continue;
        ++files;
        const std::string name = entry.path().filename().string();
        INFO(name);
        const auto compiled = std::ranges::find(template_files(), name, &TemplateFile::name);
        REQUIRE(compiled != template_files().end());
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        CHECK(compiled->text == text);
    }
    CHECK(files == template_files().size());
    CHECK(files > 20);
}

TEST_CASE("a file or a hole that does not exist is an error of the template") {
    CHECK_THROWS_WITH(filled_template("river.c"), Catch::Contains("river.c"));
    CHECK_THROWS_WITH(filled_template("floor.f"), Catch::Contains("nothing fills @M@"));
    CHECK_THAT(filled_template("floor.f", {{"M", "@M@"}}), Catch::Contains("@M@"));  // no hole any more
}

TEST_CASE("no emitted file has a hole or a mark of a template left") {
    const std::regex hole("@[A-Z0-9_]+@|(^|\n)@[a-z]+ ?[^\n]*@\n");
    for (const Program& program : programs())
        for (const EmitOptions& options : all_options)
            for (const EmittedFile& file : emit(program, options, "model.x")) {
                INFO(program.name << " " << file.name);
                std::smatch found;
                const bool any = std::regex_search(file.text, found, hole);
                INFO((any ? found.str() : ""));
                CHECK(!any);
            }
}

TEST_CASE("a file has the functions that its code calls, and no others") {
    std::size_t along = 0;
    const auto check = [&](const std::string& text, const std::string& definition, const std::string& call) {
        INFO(call);
        const std::size_t definitions = occurrences(text, definition + call);
        const std::size_t mentions = occurrences(text, call);
        CHECK(definitions <= 1);
        CHECK((mentions > definitions) == (definitions == 1));
        along += definitions;
    };
    for (const Program& program : programs()) {
        INFO(program.name);
        for (const SineForm sines : {SineForm::library, SineForm::fused}) {
            const bool batch = sines == SineForm::fused;
            std::string text = emit(program, {Language::fortran, {}, false, sines, batch}, "m.f90").at(0).text;
            text = std::regex_replace(text, std::regex("end (function|subroutine) [a-z_0-9]+|!.*"), "");
            check(text, "function ", "floor_of(");
            for (const char* name : {"segment(", "polynomial(", "map("})
                check(text, "pure subroutine ", program.name + "_table_" + name);
            check(text, "pure subroutine ", "vector_sines(");
        }
        for (const SineForm sines : {SineForm::library, SineForm::fused}) {
            const std::string text = joined(emit(program, {Language::fortran77, {}, false, sines}, "m.f").at(0).text);
            for (const char* name : {"select(", "floor(", "mod(", "table_1("})
                check(text, "FUNCTION ", program.name + "_f_" + name);
            for (const char* name : {"f_sines(", "table_segment(", "table_polynomial(", "table_map("})
                check(text, "SUBROUTINE ", program.name + "_" + name);
            const std::string c = emit(program, {Language::c, {}, false, sines}, "m.h").at(0).text;
            check(c, "LAG_INTO_ITS_USER void ", "lag_sines(");
        }
    }
    CHECK(along > 20);
}
