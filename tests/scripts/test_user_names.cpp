// Names that a script gives to its quantities, of which emitted files make names of their own.
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

#include "core/info_codes.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

struct Way {
    std::string language;
    std::vector<std::string> files;
    std::string command;
};
const std::vector<Way> ways{
    {"fortran", {"m.f90", "m_main.f90"}, "gfortran -std=f2008 -fsyntax-only -J. m.f90 m_main.f90"},
    {"fortran77", {"m.f", "m_main.f"}, "gfortran -std=legacy -fsyntax-only m.f m_main.f"},
    {"c", {"m.h", "m_main.c"}, "gcc -std=c99 -Wall -Werror -fsyntax-only m_main.c"},
    {"cpp", {"m.hpp", "m_main.cpp"}, "g++ -std=c++17 -Wall -Werror -fsyntax-only m_main.cpp"},
};

// All that makes main programs longer: a state, an event that stops, a contact, a loop, a routine with a stage.
std::string script(const Way& way, const std::string& declared, const std::string& routine = "exchange") {
    return "model(m)$\ninput(push0)$\nflag(held0, 0)$\n" + declared +
           "body(b0, ground, hinge = [translate(x, x0), translate(z, z0)], mass = 2)$\n"
           "body(b1, b0, hinge = revolute(y, q0), mass = 1, inertia = [1, 1, 1], cm = [1, 0, 0])$\n"
           "body(b2, b0, hinge = revolute(y, q9), mass = 1, inertia = [1, 1, 1], cm = [1, 0, 0])$\n"
           "constraint(q9 + q0^2 = 1/100, name = row0)$\nstate(s0, rate = push0 - s0)$\nhinge_load(q0, s0 - q0)$\n"
           "contact(foot0, z0, restitution = 1/2, friction = 1/3, tangent = x0')$\n"
           "event(stop0, q0 - 1/2, rising, set = [held0 = 1], stop = true)$\noutput(o0, q0'' + held0)$\n"
           "external(" +
           routine + ", [t, o0], [push0], stage = \"step\")$\nemit(" + way.language + ", \"" + way.files[0] +
           "\", driver = true)$\n";
}

std::filesystem::path emitted(const Way& way, const std::string& text, CommandRun& run) {
    const auto folder = scratch_folder("user_names_" + way.language);
    write(folder / "m.lag", text);
    run = run_lag({"m.lag", "--quiet", "--optimize", "0"}, folder);
    return folder;
}

std::string compiler_words(const std::filesystem::path& folder, const Way& way) {
    const int status = std::system(("cd '" + folder.string() + "' && " + way.command + " > words.txt 2>&1").c_str());
    return status == 0 ? "" : way.command + "\n" + contents(folder / "words.txt");
}

// Every word of the files, in one case only, that is no word of the script language or of the script itself.
std::vector<std::string> words_in(const std::filesystem::path& folder, const Way& way, const std::string& text) {
    std::set<std::string> used{"t",  "if", "then", "elseif", "else", "for",   "thru",  "step",   "in",
                               "do", "or", "and",  "not",    "true", "while", "false", "unless", "return"};
    std::map<std::string, std::string> found;
    const auto each_word = [](const std::string& source, const auto& take) {
        std::string word;
        for (const char c : source + " ") {
            if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
                word += c;
                continue;
            }
            if (!word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0 && word.size() < 40)
                take(word);
            word.clear();
        }
    };
    const auto lower = [](std::string word) {
        for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return word;
    };
    each_word(text, [&](const std::string& word) { used.insert(lower(word)); });
    for (const std::string& file : way.files)
        each_word(contents(folder / file), [&](const std::string& word) {
            if (!used.contains(lower(word)) && !word.starts_with("foot0") && !word.starts_with("m_"))
                found.emplace(lower(word), word);
            if (word.starts_with("is_")) found.emplace(lower(word.substr(3)), word.substr(3));
        });
    std::vector<std::string> words;
    for (const auto& [key, word] : found)
        if (!used.contains(key)) words.push_back(word);
    return words;
}

}  // namespace

TEST_CASE("quantities may have the name of any word of the emitted files", "[names]") {
    for (const Way& way : ways) {
        INFO(way.language);
        CommandRun run;
        const std::string plain = script(way, "");
        auto folder = emitted(way, plain, run);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const std::vector<std::string> words = words_in(folder, way, plain);
        REQUIRE(words.size() > 200);
        for (const std::string kind : {"parameter", "input", "state", "output"}) {
            std::string declared;
            for (const std::string& word : words) {
                if (kind == "parameter") declared += "parameter(" + word + ", 1)$\n";
                if (kind == "input") declared += "input(" + word + ")$\n";
                if (kind == "state") declared += "state(" + word + ", rate = 1)$\n";
                if (kind == "output") declared += "output(" + word + ", t)$\n";
            }
            folder = emitted(way, script(way, declared), run);
            INFO(kind << ": " << run.errors.substr(0, 1000));
            REQUIRE(run.status == 0);
            CHECK(compiler_words(folder, way) == "");
        }
    }
}

TEST_CASE("bodies, coordinates, constraints and events may have the name of any word of the emitted files", "[names]") {
    std::vector<Way> all = ways;
    all.push_back({"python", {"m.py", "m.c"}, "gcc -std=c99 -fsyntax-only m.c && python3 -m py_compile m.py"});
    const std::vector<std::string> words{
        "sin",    "printf", "max",     "index",  "start", "state", "q",   "u",      "s",   "w",     "c",    "info",
        "a1",     "a2",     "r1",      "np",     "nq",    "watch", "run", "nu",     "int", "class", "def",  "lambda",
        "double", "main",   "advance", "import", "self",  "async", "end", "global", "y",   "print", "gdot", "call"};
    for (const Way& way : all) {
        for (const std::string kind : {"body and coordinate", "constraint", "event"}) {
            std::string declared;
            for (std::size_t k = 0; k < words.size(); ++k) {
                const std::string& word = words[k];
                const std::string number = std::to_string(k);
                const std::string hinge = ", ground, hinge = translate(x, ";
                if (kind == "body and coordinate")
                    declared += "body(" + word + hinge + words[words.size() - 1 - k] + "), mass = 1)$\n";
                if (kind == "constraint")
                    declared += "body(zb" + number + hinge + "zq" + number + "), mass = 1)$\nconstraint(zq" + number +
                                " = t, name = " + word + ")$\n";
                if (kind == "event") declared += "event(" + word + ", t - " + std::to_string(k + 1) + ", rising)$\n";
            }
            CommandRun run;
            std::string text = script(way, declared);
            if (way.language == "python") text = text.substr(0, text.find("external(")) + "emit(python, \"m.py\")$\n";
            const auto folder = emitted(way, text, run);
            INFO(way.language << ", " << kind << ": " << run.errors.substr(0, 1000));
            REQUIRE(run.status == 0);
            CHECK(compiler_words(folder, way) == "");
        }
    }
}

TEST_CASE("main programs and the manual say of a contact's failure what the table of info says", "[names]") {
    const std::string manual = contents(std::filesystem::path(LAG_SOURCE_DIR) / "docs" / "howto" / "contacts.md");
    for (const Way& way : ways) {
        CommandRun run;
        const auto folder = emitted(way, script(way, ""), run);
        REQUIRE(run.status == 0);
        const std::string main = contents(folder / way.files[1]);
        for (const auto& [failure, words] : contact_failures()) {
            INFO(way.language << ": " << words);
            CHECK(holds(manual, words));
            // a long literal is in pieces: the first one
            CHECK(holds(main, std::string(words).substr(0, 20)));
        }
    }
}

TEST_CASE("a routine with a stage that main programs cannot call is refused, any other compiles", "[names]") {
    for (const Way& way : ways) {
        int refused = 0, compiled = 0;
        for (const char* name : {"start", "sin", "step_of", "advance", "y", "w", "column", "exit", "z12", "no"}) {
            CommandRun run;
            const auto folder = emitted(way, script(way, "", name), run);
            INFO(way.language << ", " << name << ": " << run.errors.substr(0, 500));
            if (run.status != 0) {
                CHECK(holds(run.errors, std::string("'") + name + "'"));
                CHECK(holds(run.errors, "rename the routine"));
                ++refused;
                continue;
            }
            CHECK(compiler_words(folder, way) == "");
            ++compiled;
        }
        CHECK(refused > 0);
        CHECK(compiled > 0);
    }
}
