// Output files are written whole or not at all, scripts can neither run a command nor write outside the output folder,
// and files that load each other are told.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/errors.hpp"
#include "scripts/command/processes/processes.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/statements/statement_table.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        names.insert(fs::relative(entry.path(), folder).string());
    return names;
}

const std::string body = "body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";

}  // namespace

TEST_CASE("a full disk leaves what was there", "[robust]") {
    const fs::path folder = scratch_folder("full_disk");
    write(folder / "first.txt", "old");
    write(folder / "second.txt", "old");
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {  // a limit on the size of files fails a write in its middle, as a full disk does
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100000, 100000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            write_files(folder,
                        {{"first.txt", "new"}, {"second.txt", std::string(200000, 'x')}, {"sub/third.txt", "n"}});
        } catch (const OutputError& error) {
            ::_exit(holds(error.what(), "cannot write '" + (folder / "second.txt").string() + "': File too large") ? 7
                                                                                                                   : 8);
        }
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(contents(folder / "first.txt") == "old");
    CHECK(contents(folder / "second.txt") == "old");
    CHECK(names_in(folder) == std::set<std::string>{"first.txt", "second.txt"});
}

TEST_CASE("a process killed while it writes leaves the old file or the new one", "[robust]") {
    const fs::path folder = scratch_folder("killed");
    constexpr std::size_t size = 4000000;
    write_files(folder, {{"text", std::string(size, 'a')}});
    for (int attempt = 1; attempt <= 12; ++attempt) {
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            for (char c = 'a';; c = static_cast<char>('a' + 'b' - c))
                write_files(folder, {{"text", std::string(size, c)}});
        }
        ::usleep(static_cast<useconds_t>(1000 + 4700 * attempt));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        REQUIRE(WIFSIGNALED(status));
        const std::string text = contents(folder / "text");
        REQUIRE(text.size() == size);
        CHECK((text[0] == 'a' || text[0] == 'b'));
        CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), text[0])) == size);
    }
}

TEST_CASE("what a killed run left beside its files is removed by the next", "[robust]") {
    const fs::path folder = scratch_folder("abandoned");
    write(folder / "a.lag", "model(a)$ " + body + "emit(fortran, \"a.f90\")$\n");
    const pid_t gone = ::fork();
    if (gone == 0) ::_exit(0);
    REQUIRE(::waitpid(gone, nullptr, 0) == gone);
    const auto leave = [&](const std::string& name, std::chrono::minutes age) {
        write(folder / name, "half a file");
        fs::last_write_time(folder / name, fs::file_time_type::clock::now() - age);
        return name;
    };
    const std::string dead = std::to_string(gone), mine = std::to_string(::getpid());
    const std::chrono::minutes old{5}, young{0};
    leave(".a.f90.lag-" + dead + "-AbCdEf", old);
    const std::set<std::string> kept{"a.lag",
                                     "a.f90",
                                     leave(".a.f90.lag-" + mine + "-AbCdEf", old),    // still at work
                                     leave(".a.f90.lag-" + dead + "-GhIjKl", young),  // another machine's, perhaps
                                     leave(".b.f90.lag-" + dead + "-AbCdEf", old),    // of another file
                                     leave(".a.f90.lag-" + dead + "x-AbCdEf", old),   // not ours
                                     leave(".a.f90.lag-", old),
                                     leave("a.f90.lag-" + dead + "-AbCdEf", old)};
    CHECK(run_lag({"a.lag", "--quiet"}, folder).status == 0);
    CHECK(names_in(folder) == kept);
}

TEST_CASE("a folder that cannot be written is named", "[robust]") {
    const fs::path folder = scratch_folder("no_permission");
    write(folder / "a.lag", "model(a)$ " + body + "emit(fortran, \"a.f90\")$\n");
    const CommandRun system_folder = run_lag({"a.lag", "--out", "/proc/self/fd"}, folder);  // not even for root
    CHECK(system_folder.status == 1);
    CHECK(holds(system_folder.errors, "lag: error: cannot write '/proc/self/fd/a.f90': "));
    fs::create_directory(folder / "locked");
    fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec);
    if (::geteuid() != 0) {
        const CommandRun locked = run_lag({"a.lag", "--out", "locked"}, folder);
        CHECK(locked.status == 1);
        CHECK(locked.errors == "lag: error: cannot write 'locked/a.f90': Permission denied\n");
    }
    fs::permissions(folder / "locked", fs::perms::owner_all);
}

TEST_CASE("emitted files stay in their folder, whatever they are called", "[robust]") {
    const fs::path folder = scratch_folder("outside");
    fs::create_directory(folder / "in");
    for (const std::string name : {"/tmp/x.f90", "../x.f90", "a/../../x.f90", "a/..", ".", "", "x/", "a\\b.f90",
                                   "x.lag", "a\nb.f90", "./../x.f90"}) {
        INFO(name);
        write(folder / "in" / "a.lag",
              "model(a)$ " + body + "emit(fortran, \"" + (name == "a\\b.f90" ? "a\\\\b.f90" : name) + "\")$\n");
        const CommandRun run = run_lag({"in/a.lag"}, folder);
        CHECK(run.status == 1);
        CHECK_FALSE(run.errors.empty());
        CHECK(names_in(folder) == std::set<std::string>{"in", "in/a.lag"});
    }
}

TEST_CASE("no text of a script becomes code", "[robust]") {
    const fs::path folder = scratch_folder("no_code");
    // each line would stop its compiler if it were more than a comment or a string
    const std::string nasty = "*/\n#error evil\n      evil evil evil\n?\?/\n\\\\";
    write(folder / "a.lag",
          "model(a, \"" + nasty + "\")$ parameter(k, 1, \"N/m\", \"" + nasty + "\")$\n" + body +
              "hinge_load(s, -k*s)$ output(o, k*s, \"N\", \"'" + nasty + "\")$\n" +
              "emit(fortran, \"a.f90\")$ emit(fortran77, \"a.f\")$ emit(c, \"a.h\")$ emit(cpp, \"a.hpp\")$\n");
    const CommandRun run = run_lag({"a.lag", "--quiet"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    write(folder / "a.c", "#include \"a.h\"\n");
    write(folder / "a.cpp", "#include \"a.hpp\"\n");
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"gfortran", "-fsyntax-only", "-std=f2008", "a.f90"},
                                               {"gfortran", "-fsyntax-only", "-std=legacy", "a.f"},
                                               {"gcc", "-fsyntax-only", "-std=c99", "-trigraphs", "a.c"},
                                               {"g++", "-fsyntax-only", "-std=c++17", "a.cpp"}}) {
        std::vector<std::string> words = command;
        words.back() = (folder / words.back()).string();
        if (words[0] == "gfortran") words.push_back("-J" + folder.string());
        const ProgramRun compiled = run_program(words);
        INFO(compiled.messages);
        CHECK(compiled.fine);
    }
}

TEST_CASE("nothing in the language runs a program, and only a few sources touch files", "[robust]") {
    for (const auto& [name, built_in] : built_ins())
        for (const std::string word : {"system", "shell", "exec", "spawn", "popen", "getenv", "writefile"})
            CHECK(name.find(word) == std::string::npos);
    const fs::path folder = scratch_folder("no_program");
    for (const std::string call : {"system(\"touch pwned\")", "shell(\"touch pwned\")", "load(\"|touch pwned\")"}) {
        write(folder / "a.lag", call + "$\n");
        CHECK(run_lag({"a.lag"}, folder).status == 1);
        CHECK(names_in(folder) == std::set<std::string>{"a.lag"});
    }
    // processes and files that are written, by the words that every way to them needs
    const std::map<std::string, std::set<std::string>> doors{
        {R"((\b(popen|execl|execv\w*|execlp|posix_spawnp?|fork)\s*\()|((std::|=\s*|^\s*|\()system\s*\())",
         {"scripts/command/processes/processes.cpp", "scripts/command/processes/child_calls.cpp",
          "scripts/command/prompt/prompt.cpp", "scripts/command/prompt/prompt_worker.cpp",
          "scripts/command/sweep/workers.cpp"}},
        {R"(\b(ofstream|fopen|mkstemp|mkdtemp|O_CREAT|O_WRONLY|O_RDWR|create_director\w*|rename)\b\s*[(|;{,])",
         {"scripts/files/output_files.cpp", "scripts/files/temporary_files.cpp",
          "scripts/command/processes/child_calls.cpp", "scripts/command/compare/build.cpp",
          "scripts/command/compare/script.cpp", "scripts/command/compare/mapping.cpp",
          "scripts/command/processes/library_cache.cpp", "scripts/command/processes/compilers.cpp",
          "scripts/command/entry/fmu_archive.cpp", "scripts/command/sweep/journal.cpp"}},
    };
    const fs::path root = LAG_SOURCE_DIR;
    int seen = 0;
    for (const std::string part : {"core", "sparse_ldl", "lagrange", "emitters", "scripts"})
        for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
            if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
            const std::string file = fs::relative(entry.path(), root).string();
            std::istringstream text(contents(entry.path()));
            for (std::string line; std::getline(text, line);) {
                line = line.substr(0, line.find("//"));
                for (const auto& [words, places] : doors)
                    if (std::regex_search(line, std::regex(words))) {
                        INFO(file << ": " << line);
                        CHECK(places.contains(file));
                        ++seen;
                    }
            }
        }
    CHECK(seen >= 5);
}

TEST_CASE("what fuzzers found stays mended", "[robust]") {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(LAG_SOURCE_DIR) / "tests" / "fuzz" / "finds")) {
        INFO(entry.path().string());
        const CommandRun run = run_lag({entry.path().string(), "--out", "out"}, scratch_folder("finds"));
        CHECK((run.status == 0 || run.status == 1 || run.status == 3));
        CHECK_FALSE(holds(run.errors, "internal error"));
        ++count;
    }
    CHECK(count > 0);
}

TEST_CASE("files that load each other are told, by any of their names", "[robust]") {
    const fs::path folder = scratch_folder("load_cycles");
    fs::create_directory(folder / "sub");
    write(folder / "itself.lag", "load(\"itself.lag\")$\n");
    write(folder / "dotted.lag", "load(\"./sub/../dotted.lag\")$\n");
    write(folder / "a.lag", "load(\"sub/b.lag\")$\n");
    write(folder / "sub" / "b.lag", "load(\"../c.lag\")$\n");
    write(folder / "c.lag", "load(\"a.lag\")$\n");
    write(folder / "link.lag", "load(\"alias.lag\")$\n");
    fs::create_symlink(folder / "link.lag", folder / "alias.lag");
    for (const std::string file : {"itself.lag", "dotted.lag", "a.lag", "link.lag"}) {
        INFO(file);
        for (const bool defined : {false, true}) {
            std::vector<std::string> arguments{file};
            if (defined) arguments.insert(arguments.end(), {"--define", "x=1"});
            const CommandRun run = run_lag(arguments, folder);
            INFO(run.errors);
            CHECK(run.status == 1);
            CHECK(holds(run.errors, "load"));
        }
    }
    CHECK(holds(run_lag({"a.lag"}, folder).errors, "c.lag:1:1: error: "));
    // the same file twice is no cycle
    write(folder / "twice.lag", "load(\"data.lag\")$ load(\"./data.lag\")$\n");
    write(folder / "data.lag", "x: 1$\n");
    CHECK(run_lag({"twice.lag"}, folder).status == 0);
}

}  // namespace lag
