// g++ for the tests of emitted code: the compiler of that name that comes next on the PATH, given the standard library's
// headers precompiled. They take half of the time of an emitted main program, and more of a small model's.
//
// Headers are precompiled for each set of `#include <..>` that a source and what it includes have, so that a source that
// leaves one out still fails; and for all options that matter. The second source with the same set and options makes
// them, in the folder LAG_COMPILER_STORE, which every run of ctest empties first. A source that defines macros before it
// includes, or is read with options that this file does not know, is left to the compiler alone. So is a source that the
// compiler says a word about beside precompiled headers: what it says without them is what counts.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// The program `name` on the PATH that is not this one; empty where there is none.
std::string next_program(const std::string& name) {
    const char* const path = std::getenv("PATH");
    const fs::path self = fs::canonical("/proc/self/exe");
    std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path candidate = fs::path(folder) / name;
        std::error_code none;
        if (access(candidate.c_str(), X_OK) == 0 && fs::canonical(candidate, none) != self) return candidate.string();
    }
    return {};
}

[[noreturn]] void become(const Words& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    std::perror(arguments[0]);
    _exit(127);
}

// True where it ends with status 0 and has not said a word.
bool runs_silently(const Words& words) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    const pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        become(words);
    }
    close(ends[1]);
    char block[4096];
    bool silent = true;
    for (ssize_t n = 0; (n = read(ends[0], block, sizeof block)) > 0;) silent = false;
    close(ends[0]);
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return silent && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool starts_with(const std::string& text, const std::string& start) {
    return text.rfind(start, 0) == 0;
}

struct CommandLine {
    Words sources, folders, options;  // options: those that a precompiled header must have too
};

// Nothing where a word of it is not known here.
std::optional<CommandLine> read_command(const Words& words) {
    CommandLine command;
    for (std::size_t k = 1; k < words.size(); ++k) {
        const std::string& word = words[k];
        const std::string ending = fs::path(word).extension().string();
        if (word == "-o" && k + 1 < words.size()) {
            if (words[++k] == "-") return {};
        } else if (word == "-c" || word == "-shared" || word == "-fsyntax-only" || starts_with(word, "-l")) {
            continue;
        } else if (starts_with(word, "-I")) {
            if (word == "-I" && k + 1 == words.size()) return {};
            command.folders.push_back(word == "-I" ? words[++k] : word.substr(2));
        } else if (starts_with(word, "-std=") || starts_with(word, "-O") || starts_with(word, "-f") ||
                   starts_with(word, "-m") || word == "-w" || word == "-pedantic" || word == "-Werror" ||
                   (starts_with(word, "-W") && word.find(',') == std::string::npos)) {
            command.options.push_back(word);
        } else if (word[0] != '-' && (ending == ".cpp" || ending == ".cc")) {
            command.sources.push_back(word);
        } else if (word[0] == '-' || (ending != ".o" && ending != ".so" && ending != ".a")) {
            return {};
        }
    }
    if (command.sources.empty()) return {};
    return command;
}

// The lines `#include <..>` of a file and of what it includes by a name in quotes, before its first condition that is no
// guard. False where a macro that is no guard may change what they give.
bool add_includes(const fs::path& file, const Words& folders, std::set<std::string>& lines, std::set<fs::path>& seen) {
    if (!seen.insert(fs::weakly_canonical(file)).second) return true;
    std::ifstream stream(file);
    if (!stream) return false;
    std::string guard;
    bool guard_is_set = false;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream parts(line);
        std::string directive, name;
        parts >> directive >> name;
        if (!starts_with(directive, "#")) continue;
        const bool sets_guard = directive == "#define" && name == guard;
        if (!guard.empty() && !guard_is_set && !sets_guard) return true;
        if (directive == "#ifndef" && guard.empty()) {
            guard = name;
        } else if (starts_with(directive, "#if")) {
            return true;
        } else if (directive == "#define") {
            // any other is taken for one that comes after what is included; where another #include follows it, it is not
            guard_is_set = guard_is_set || sets_guard;
            if (sets_guard) continue;
            for (std::string below; std::getline(stream, below);)
                if (starts_with(below, "#include")) return false;
            return true;
        } else if (directive == "#include" && starts_with(name, "<")) {
            lines.insert("#include " + name);
        } else if (directive == "#include" && starts_with(name, "\"")) {
            const std::string inner = name.substr(1, name.size() - 2);
            fs::path found = file.parent_path() / inner;
            for (std::size_t k = 0; k < folders.size() && !fs::exists(found); ++k) found = fs::path(folders[k]) / inner;
            if (!add_includes(found, folders, lines, seen)) return false;
        }
    }
    return true;
}

std::string name_of(const std::string& text) {
    std::ostringstream name;
    name << std::hex << std::hash<std::string>()(text);
    return name.str();
}

// Words that give the sources their headers precompiled; none where they are not there yet.
Words precompiled(const std::string& compiler, const CommandLine& command, const fs::path& store) {
    std::set<std::string> lines;
    std::set<fs::path> seen;
    for (const std::string& source : command.sources)
        if (!add_includes(source, command.folders, lines, seen)) return {};
    if (lines.empty()) return {};
    std::string text, options;
    for (const std::string& line : lines) text += line + "\n";
    for (const std::string& option : command.options) options += option + " ";
    const std::string header = (store / (name_of(compiler + " " + options + "\n" + text) + ".hpp")).string();
    std::error_code none;
    fs::create_directories(store, none);
    if (fs::exists(header + ".gch", none)) return {"-include", header};
    const int file = open(header.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0 || flock(file, LOCK_EX | LOCK_NB) != 0) return {};  // others are at it
    if (fs::file_size(header, none) == 0) {                          // the first that asks
        if (write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return {};
        return {};
    }
    Words words{compiler};
    words.insert(words.end(), command.options.begin(), command.options.end());
    words.insert(words.end(), {"-x", "c++-header", header, "-o", header + ".making"});
    if (!runs_silently(words)) return {};
    fs::rename(header + ".making", header + ".gch", none);
    close(file);
    return {"-include", header};
}

}  // namespace

int main(int count, char** words_given) {
    Words words(words_given, words_given + count);
    const std::string name = fs::path(words[0]).filename().string();
    words[0] = next_program(name);
    if (words[0].empty()) {
        std::fprintf(stderr, "%s: there is no compiler of that name on the PATH\n", name.c_str());
        return 127;
    }
    const char* const store = std::getenv("LAG_COMPILER_STORE");
    const std::optional<CommandLine> command = read_command(words);
    if (store != nullptr && *store != '\0' && command) {
        const Words header = precompiled(words[0], *command, store);
        Words faster = words;
        faster.insert(faster.begin() + 1, header.begin(), header.end());
        if (!header.empty() && runs_silently(faster)) return 0;
    }
    become(words);
}
