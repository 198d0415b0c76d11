// Names that a script gives to its quantities, of which emitted files make names of their own.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

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
// The module is imported, which compiles its C, and one of its routines is called.
const Way python{"python",
                 {"m.py", "m.c"},
                 "XDG_CACHE_HOME=. /usr/bin/python3 -c 'import m; from m import *; "
                 "print(m.derivatives(0.0, [0.1]*(m.nq + m.nu + m.ns)))'"};

// All that makes main programs longer: a state, an event that stops, a contact, a loop, a routine with a stage.
std::string script(const Way& way, const std::string& declared, const std::string& routine = "exchange") {
    return "model(m)$\ninput(push0)$\nflag(held0, 0)$\n" + declared +
           "body(b0, ground, hinge = [translate(x, x0), translate(z, z0)], mass = 2)$\n"
           "body(b1, b0, hinge = revolute(y, q0), mass = 1, inertia = [1, 1, 1], cm = [1, 0, 0])$\n"
           "body(b2, b0, hinge = revolute(y, q9), mass = 1, inertia = [1, 1, 1], cm = [1, 0, 0])$\n"
           "constraint(q9 + q0^2 = 1/100, name = row0)$\nstate(s0, rate = push0 - s0)$\nhinge_load(q0, s0 - q0)$\n"
           "contact(foot0, z0, restitution = 1/2, friction = 1/3, tangent = x0')$\n"
           "event(stop0, q0 - 1/2, rising, set = [held0 = 1], stop = true)$\noutput(o0, q0'' + held0)$\n" +
           (way.language == "python" ? "emit(python, \"m.py\", equilibrium = true, partition = true)$\n"
                                     : "external(" + routine + ", [t, o0], [push0], stage = \"step\")$\nemit(" +
                                           way.language + ", \"" + way.files[0] + "\", driver = true)$\n");
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
    all.push_back(python);
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
            const auto folder = emitted(way, script(way, declared), run);
            INFO(way.language << ", " << kind << ": " << run.errors.substr(0, 1000));
            REQUIRE(run.status == 0);
            CHECK(compiler_words(folder, way) == "");
        }
    }
}

namespace {

// With the words, or those of them that are not refused by name.
struct Named {
    std::vector<std::string> words, refused;
    std::filesystem::path folder;
};
template <class Declare>
Named emitted_with(const Way& way, std::vector<std::string> words, const Declare& declare) {
    Named result;
    while (true) {
        CommandRun run;
        result.folder = emitted(way, script(way, declare(words)), run);
        if (run.status == 0) break;
        const auto is_blamed = [&](const std::string& word) {
            return holds(run.errors, "'" + word + "'") || holds(run.errors, "error: " + word + " is the name of");
        };
        const auto blamed = std::ranges::find_if(words, is_blamed);
        INFO(way.language << ": " << run.errors.substr(0, 500));
        REQUIRE(blamed != words.end());
        result.refused.push_back(*blamed);
        words.erase(blamed);
    }
    result.words = words;
    return result;
}

std::vector<std::string> every(std::size_t step, const std::vector<std::string>& words) {
    std::vector<std::string> some;
    for (std::size_t k = 0; k < words.size(); k += step) some.push_back(words[k]);
    return some;
}

}  // namespace

TEST_CASE("speeds and contacts may have the name of words of the emitted files", "[names]") {
    std::vector<Way> all = ways;
    all.push_back(python);
    for (const Way& way : all) {
        INFO(way.language);
        CommandRun run;
        const std::string plain = script(way, "");
        auto folder = emitted(way, plain, run);
        REQUIRE(run.status == 0);
        const std::vector<std::string> words = words_in(folder, way, plain);
        std::string speeds;
        const std::vector<std::string> some = every(5, words);
        for (std::size_t k = 0; k + 2 < some.size(); k += 3) {
            const std::string n = std::to_string(k);
            speeds += "body(zb" + n + ", ground, hinge = planar(z, [zx" + n + ", zy" + n + ", za" + n +
                      "], speeds = [" + some[k] + ", " + some[k + 1] + ", " + some[k + 2] +
                      "]), mass = 1, inertia = [0, 0, 1])$\n";
        }
        folder = emitted(way, script(way, speeds), run);
        INFO("speeds: " << run.errors.substr(0, 500));
        REQUIRE(run.status == 0);
        CHECK(compiler_words(folder, way) == "");
        std::string contacts;
        int count = 1;
        for (const std::string& word : every(words.size() / 3, words)) {
            if (++count > 4) break;  // a model has at most four
            contacts += "body(zb" + word + ", ground, hinge = translate(z, zq" + word + "), mass = 1)$\ncontact(" +
                        word + ", zq" + word + " + 1)$\n";
        }
        folder = emitted(way, script(way, contacts), run);
        INFO("contacts: " << contacts << run.errors.substr(0, 500));
        REQUIRE(run.status == 0);
        CHECK(compiler_words(folder, way) == "");
    }
}

TEST_CASE("procedures, and what is in them, may have the name of words of the emitted files", "[names]") {
    std::vector<Way> all = ways;
    all.push_back(python);
    for (const Way& way : all) {
        INFO(way.language);
        CommandRun run;
        const std::string plain = script(way, "");
        const auto folder = emitted(way, plain, run);
        REQUIRE(run.status == 0);
        std::vector<std::string> words = words_in(folder, way, plain), own = every(8, words);
        // those that begin with the model's name, without it
        std::string header;
        for (const std::string& file : way.files) header += contents(folder / file);
        std::set<std::string> begun;
        for (std::size_t at = 0; (at = header.find("m_", at)) != std::string::npos; ++at) {
            std::size_t end = at + 2;
            while (std::isalnum(static_cast<unsigned char>(header[end])) != 0 || header[end] == '_') ++end;
            const bool is_start =
                at == 0 || (std::isalnum(static_cast<unsigned char>(header[at - 1])) == 0 && header[at - 1] != '_');
            if (is_start && std::isalpha(static_cast<unsigned char>(header[at + 2])) != 0 && end - at < 40)
                begun.insert(header.substr(at + 2, end - at - 2));
        }
        REQUIRE(begun.size() > 15);
        own.insert(own.end(), begun.begin(), begun.end());
        const Named procedures = emitted_with(way, own, [](const std::vector<std::string>& names) {
            std::string text;
            for (const std::string& name : names)
                text += "procedure(" + name + ", [zin], [zout], zout: 2*zin)$\nexternal(" + name + ", [t], [zr_" +
                        name + "])$\noutput(zo_" + name + ", zr_" + name + ")$\n";
            return text;
        });
        CHECK(procedures.words.size() > own.size() / 4);
        CHECK(compiler_words(procedures.folder, way) == "");
        const Named inside = emitted_with(
            way, every(way.language == "fortran77" ? 10 : 1, words), [](const std::vector<std::string>& names) {
                std::string list, block, sum, text;
                for (std::size_t k = 0; k < names.size(); ++k) {
                    list += (k == 0 ? "" : ", ") + names[k];
                    block += names[k] + ": zin + " + std::to_string(k) + ", ";
                    sum += (k == 0 ? "" : " + ") + names[k];
                }
                text = "procedure(zlocals, [zin], [zout], block([" + list + "], " + block + "zout: " + sum +
                       "))$\nexternal(zlocals, [t], [zr])$\noutput(zo, zr)$\n";
                for (std::size_t k = 0; k + 1 < names.size(); k += 2) {
                    const std::string n = std::to_string(k);
                    text += "procedure(zp" + n + ", [" + names[k] + "], [" + names[k + 1] + "], " + names[k + 1] +
                            ": 2*" + names[k] + ")$\nexternal(zp" + n + ", [t], [zr" + n + "])$\noutput(zo" + n +
                            ", zr" + n + ")$\n";
                }
                return text;
            });
        CHECK(inside.words.size() > 60);
        CHECK(compiler_words(inside.folder, way) == "");
    }
}

TEST_CASE("a procedure may end as names of derivatives and of packs do, unless another one has that name", "[names]") {
    const std::string end = "_slopes, [zin], [zout], zout: 4*zin)$\n";
    const std::string sine = "procedure(zt, [zin], [zout], zout: sin(zin))$\nexternal(zt, [x0], [zr])$\n";
    const std::string lanes =
        "procedure(zt_by_lanes, [zin], [zout], zout: 3*zin)$\nexternal(zt_by_lanes, [x0], [zl])$\n";
    const std::string loads = "hinge_load(x0, zr + zl)$\n";
    for (const Way& way : ways) {
        CommandRun run;
        const std::string free = "procedure(zfree" + end + "external(zfree_slopes, [x0], [zs])$\n";
        const std::string text = script(way, "");
        const std::size_t emits = text.find("emit(");
        const auto with = [&](const std::string& added) { return text.substr(0, emits) + added + text.substr(emits); };
        const auto folder = emitted(way, with(sine + lanes + free + loads + "hinge_load(z0, zs)$\n"), run);
        INFO(way.language << ": " << run.errors);
        REQUIRE(run.status == 0);
        CHECK(compiler_words(folder, way) == "");
        const std::string message = "the derivatives of 'zt' are called 'zt_slopes' in the emitted code";
        for (const std::string& both : {sine + "procedure(zt" + end, "procedure(zt" + end + sine}) {
            emitted(way, with(both), run);
            CHECK(run.status != 0);
            CHECK(holds(run.errors, message));
        }
    }
    CommandRun run;
    const Way packs{"cpp", {"m.hpp"}, ""};
    const std::string body = "model(m)$\nbody(b0, ground, hinge = translate(x, x0), mass = 2)$\n";
    emitted(packs, body + sine + lanes + loads + "emit(cpp, \"m.hpp\", batch = true)$\n", run);
    CHECK(run.status != 0);
    CHECK(holds(run.errors,
                "a procedure cannot be called 'zt_by_lanes': the emitted code uses that name for 'zt' of packs"));
}

TEST_CASE("models may have the name of words of the main program", "[names]") {
    for (const Way& way : ways)
        for (const std::string name : {"close", "start", "number", "put"}) {
            std::string text = script(way, "");
            text.replace(text.find("model(m)"), 8, "model(" + name + ")");
            CommandRun run;
            const auto folder = emitted(way, text, run);
            INFO(way.language << " " << name << ": " << run.errors);
            REQUIRE(run.status == 0);
            CHECK(compiler_words(folder, way) == "");
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
