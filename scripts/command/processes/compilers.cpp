#include "scripts/command/processes/compilers.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <map>
#include <set>
#include <sstream>

#include "core/errors.hpp"
#include "scripts/command/processes/library_cache.hpp"
#include "scripts/command/processes/processes.hpp"

namespace lag {

namespace fs = std::filesystem;

std::string language_of(const fs::path& source) {
    static const std::map<std::string, std::string> endings{
        {".f90", "fortran"}, {".f95", "fortran"},   {".f03", "fortran"},   {".f08", "fortran"}, {".F90", "fortran"},
        {".f", "fortran77"}, {".for", "fortran77"}, {".f77", "fortran77"}, {".F", "fortran77"}, {".ftn", "fortran77"},
        {".c", "c"},         {".h", "c"},           {".cpp", "cpp"},       {".cc", "cpp"},      {".cxx", "cpp"},
        {".C", "cpp"},       {".hpp", "cpp"},       {".hh", "cpp"},        {".hxx", "cpp"}};
    const auto known = endings.find(source.extension().string());
    if (known == endings.end())
        throw ModelError(fmt::format("what language '{}' is in cannot be told from its name", source.string()),
                         "endings are .lag, .f90, .f, .for, .c, .h, .cpp, .cc, .hpp; a mapping can say 'language cpp'");
    return known->second;
}

std::string compiler_of(const std::string& language, const std::string& source) {
    struct Compiler {
        std::string variable, what;
        std::vector<std::string> programs;
    };
    const Compiler compiler = language.rfind("fortran", 0) == 0 ? Compiler{"FC", "Fortran", {"gfortran"}}
                              : language == "c"                 ? Compiler{"CC", "C", {"gcc", "cc", "clang"}}
                                                                : Compiler{"CXX", "C++", {"g++", "c++", "clang++"}};
    const std::string program = find_program(compiler.variable, compiler.programs);
    if (program.empty())
        throw ModelError(fmt::format("no {} compiler was found to build '{}'", compiler.what, source),
                         "install one (Debian: apt install gfortran g++), or name it in " + compiler.variable);
    return program;
}

std::string first_lines(const std::string& text, std::size_t most) {
    std::istringstream stream(text);
    std::string result, line;
    for (std::size_t k = 0; k < most && std::getline(stream, line); ++k) result += line + "\n";
    if (std::getline(stream, line)) result += "...\n";
    return result;
}

namespace {

constexpr std::size_t shown_lines = 30;

class ExternalRoutines {
  public:
    ExternalRoutines(const std::vector<ExternalCall>& calls, const std::vector<ExternalCall>& optional, fs::path folder)
        : folder_(std::move(folder)) {
        for (const ExternalCall& call : calls) calls_.emplace(call.name, call);
        for (const ExternalCall& call : optional) optional_.emplace(call.name, call);
    }

    bool none() const { return calls_.empty(); }

    fs::path build(const std::vector<std::string>& sources) {
        if (sources.empty())
            throw ModelError(fmt::format("the model calls '{}', a routine of yours", calls_.begin()->first),
                             fmt::format("name the file that defines it: --source {}.f90 (Fortran, C, C++ or an "
                                         "object; several in the order of their modules)",
                                         calls_.begin()->first));
        for (const std::string& source : sources) add(source);
        fs::path library = link("routines.so");
        const std::string adapters = adapters_for(library);
        if (adapters.empty()) return library;
        const fs::path text = folder_ / "adapters.c";
        std::ofstream(text) << adapters;
        add(text.string());
        return link("adapted_routines.so");
    }

  private:
    void add(const std::string& source) {
        static const std::set<std::string> linked{".o", ".a", ".so"};
        const fs::path full = fs::absolute(source);
        if (!fs::is_regular_file(full))
            throw ModelError(fmt::format("cannot read '{}': there is no such file", source));
        if (linked.contains(full.extension().string())) {
            objects_.push_back(full.string());
            return;
        }
        const std::string language = language_of(full);
        languages_.insert(language);
        objects_.push_back(folder_ / (std::to_string(objects_.size() + 1) + ".o"));
        std::vector<std::string> words{
            compiler_of(language, source), "-c", "-O2", "-w", "-fPIC", "-I" + full.parent_path().string(),
            "-I" + folder_.string()};
        if (language.rfind("fortran", 0) == 0) words.push_back("-J" + folder_.string());
        if (language == "fortran77") words.emplace_back("-std=legacy");
        words.insert(words.end(), {full.string(), "-o", objects_.back()});
        require(run_program(words), fmt::format("'{}' does not compile:\n", source));
    }

    // The Fortran compiler knows its own library; C++ needs one more.
    fs::path link(const std::string& name) const {
        const bool fortran = languages_.contains("fortran") || languages_.contains("fortran77");
        const std::string driver = fortran ? "fortran" : languages_.contains("c") ? "c" : "cpp";
        const fs::path library = folder_ / name;
        std::vector<std::string> words{compiler_of(languages_.contains("cpp") && !fortran ? "cpp" : driver, name),
                                       "-shared", "-o", library.string()};
        words.insert(words.end(), objects_.begin(), objects_.end());
        if (fortran && languages_.contains("cpp")) words.emplace_back("-lstdc++");
        words.emplace_back("-lm");
        require(run_program(words), "the external routines cannot be linked:\n");
        return library;
    }

    static void require(const ProgramRun& run, const std::string& what) {
        if (!run.fine) throw ModelError(what + first_lines(run.messages, shown_lines));
    }

    // C text: a routine of its own for each that is a Fortran subroutine.
    std::string adapters_for(const fs::path& library) const {
        void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) throw ModelError(std::string("the external routines cannot be loaded: ") + ::dlerror());
        std::string text, missing;
        std::map<std::string, ExternalCall> all = optional_;
        all.insert(calls_.begin(), calls_.end());
        for (const auto& [name, call] : all) {
            std::string fortran = name + "_";
            std::transform(fortran.begin(), fortran.end(), fortran.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            if (::dlsym(handle, name.c_str()) != nullptr) continue;
            if (::dlsym(handle, fortran.c_str()) != nullptr)
                text += adapter(call, fortran);
            else if (missing.empty() && calls_.contains(name))
                missing = name;
        }
        ::dlclose(handle);
        if (!missing.empty())
            throw ModelError(fmt::format("no --source defines '{}' in a way that the model could call", missing),
                             fmt::format("a Fortran subroutine outside of modules, doubles by reference; or, with C "
                                         "linkage (bind(C), extern \"C\"), void {}(double, .., double*, ..)",
                                         missing));
        return text;
    }

    static std::string adapter(const ExternalCall& call, const std::string& fortran) {
        std::string pointers, parameters, arguments;
        for (std::size_t k = 0; k < call.arguments + call.results; ++k) {
            const bool in = k < call.arguments;
            const std::string comma = k == 0 ? "" : ", ", name = "a" + std::to_string(k + 1);
            pointers += comma + "double*";
            parameters += comma + (in ? "double " : "double* ") + name;
            arguments += comma + (in ? "&" : "") + name;
        }
        return fmt::format("void {0}({1});\nvoid {2}({3}) {{\n  {0}({4});\n}}\n", fortran, pointers, call.name,
                           parameters, arguments);
    }

    fs::path folder_;
    std::map<std::string, ExternalCall> calls_, optional_;
    std::vector<std::string> objects_;
    std::set<std::string> languages_;
};

}  // namespace

fs::path build_external_routines(const std::vector<ExternalCall>& calls, const std::vector<std::string>& sources,
                                 const fs::path& folder, const std::vector<ExternalCall>& optional) {
    ExternalRoutines routines(calls, optional, folder);
    return routines.none() ? fs::path() : routines.build(sources);
}

namespace {

// The compiler, its options, and all that it reads but its own headers.
std::string made_from(const std::vector<std::string>& words, const CppTexts& texts) {
    std::error_code error;
    const fs::path compiler = fs::canonical(words.front(), error);
    std::string result =
        fmt::format("{} {} {}\n{}\n", compiler.string(), fs::file_size(compiler, error),
                    fs::last_write_time(compiler, error).time_since_epoch().count(), fmt::join(words, " "));
    for (const auto* group : {&texts.headers, &texts.sources})
        for (const CppText& one : *group) result += fmt::format("{} {}\n{}", one.name, one.text.size(), one.text);
    return result;
}

// Side by side; the messages of the first that fails.
ProgramRun run_all(const std::vector<std::vector<std::string>>& commands) {
    std::vector<std::future<ProgramRun>> others;
    for (std::size_t k = 1; k < commands.size(); ++k)
        others.push_back(std::async(std::launch::async, [&words = commands[k]] { return run_program(words); }));
    ProgramRun result = run_program(commands.front());
    for (std::future<ProgramRun>& other : others) {
        ProgramRun one = other.get();
        if (result.fine) result = std::move(one);
    }
    return result;
}

}  // namespace

fs::path build_cpp_library(const CppTexts& texts, const std::string& level, const fs::path& folder,
                           const std::string& name, const fs::path& externals, const std::string& what) {
    const fs::path library = folder / (name + ".so");
    const std::vector<std::string> words{
        compiler_of("cpp", texts.sources.front().name), "-std=c++17", level, "-w", "-fPIC", "-fvisibility=hidden"};
    const std::string key = made_from(words, texts);
    if (externals.empty() && take_kept_library(key, library)) return library;
    for (const auto* group : {&texts.headers, &texts.sources})
        for (const CppText& one : *group) std::ofstream(folder / one.name) << one.text;
    const bool alone = texts.sources.size() == 1;  // one call compiles and links
    std::vector<std::vector<std::string>> commands;
    std::vector<std::string> link = words;
    for (const CppText& source : texts.sources) {
        const std::string file = (folder / source.name).string(), object = file + ".o";
        commands.push_back(words);
        commands.back().insert(commands.back().end(), {"-I" + folder.string(), "-c", file, "-o", object});
        link.insert(link.end(), {"-I" + folder.string(), alone ? file : object});
    }
    if (!externals.empty()) link.push_back(externals.string());
    link.insert(link.end(), {"-shared", "-o", library.string()});
    ProgramRun run;
    if (!alone) run = run_all(commands);
    if (alone || run.fine) run = run_program(link);
    if (!run.fine)
        throw ModelError(fmt::format("{} does not compile:\n{}", what, first_lines(run.messages, shown_lines)));
    if (externals.empty()) keep_library(key, library);
    return library;
}

}  // namespace lag
