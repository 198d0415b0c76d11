// The library of parts: where load() finds it, what help says of it. Its parts: test_library_parts.cpp, test_library_motions.cpp.
#include "scripts/files/library.hpp"

#include <filesystem>
#include <regex>
#include <string>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

TEST_CASE("load finds a part of the library", "[library]") {
    CHECK(run_script("load(\"tires.lag\")$ magic_formula(0, 1, 2, 3, 4);").output == "0\n");
    // also from a part, and from a script that is loaded from another folder
    const std::filesystem::path folder = scratch_folder("library_load");
    std::filesystem::create_directories(folder / "deep");
    write(folder / "deep/inner.lag", "load(\"roads.lag\")$\n");
    write(folder / "outer.lag", "load(\"deep/inner.lag\")$ next_random(1);\n");
    const CommandRun run = run_lag({"outer.lag", "--depfile", "out.d"}, folder);
    CHECK(run.output == "16807\n");
    CHECK(holds(contents(folder / "out.d"), "library/roads.lag"));
}

TEST_CASE("a file of one's own comes before a part of the library", "[library]") {
    const std::filesystem::path folder = scratch_folder("library_own");
    write(folder / "tires.lag", "mine(x) := 2*x$\n");
    write(folder / "a.lag", "load(\"tires.lag\")$ mine(3);\n");
    CHECK(run_lag({"a.lag"}, folder).output == "6\n");
    // but a script that has a part's name loads the part
    write(folder / "roads.lag", "load(\"roads.lag\")$ next_random(1);\n");
    CHECK(run_lag({"roads.lag"}, folder).output == "16807\n");
}

TEST_CASE("what is nowhere is missing in the script's folder", "[library]") {
    const std::filesystem::path folder = scratch_folder("library_missing");
    write(folder / "a.lag", "load(\"tyres.lag\")$\n");
    CHECK(holds(run_lag({"a.lag"}, folder).errors, "a.lag:1:1: error: cannot read tyres.lag: no such file"));
}

TEST_CASE("help lists the library and explains its parts", "[library]") {
    const std::filesystem::path folder = scratch_folder("library_help");
    const std::string list = run_lag({"help", "library"}, folder).output;
    REQUIRE(library_files().size() >= 6);
    for (const LibraryFile& file : library_files()) {
        CAPTURE(file.name);
        CHECK(holds(list, "load(\"" + file.name + "\")   " + file.title));
        CHECK(!file.parts.empty());
        for (const LibraryPart& part : file.parts) {
            CAPTURE(part.name);
            CHECK(std::regex_match(part.form, std::regex(R"([a-z]\w*\([\w, ]*\))")));
            CHECK(holds(list, "    " + part.form + "\n"));
            CHECK(holds(run_lag({"help", part.name}, folder).output, part.form + "\n    " + part.text));
        }
    }
    CHECK(holds(run_lag({"help", "tires"}, folder).output, "brush_trail("));
    CHECK(holds(run_lag({"help", "magic_formla"}, folder).errors, "did you mean 'magic_formula'?"));
}

TEST_CASE("every file of the library names its sources with years and explains each of its functions", "[library]") {
    for (const LibraryFile& file : library_files()) {
        CAPTURE(file.name);
        const std::string text = contents(library_folder() / file.name);
        const std::string head = text.substr(0, text.find("*/"));
        CHECK(holds(head, "Source"));
        CHECK(std::regex_search(head, std::regex("(18|19|20)[0-9][0-9]")));
        std::size_t definitions = 0;
        for (std::size_t at = text.find(":="); at != std::string::npos; at = text.find(":=", at + 1)) ++definitions;
        CHECK(definitions == file.parts.size());
        CHECK(first_error("load(\"" + file.name + "\")$") == "");
    }
}

}  // namespace lag
