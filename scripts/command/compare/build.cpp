#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "scripts/command/compare/wrapper.hpp"
#include "scripts/command/processes/compilers.hpp"
#include "scripts/command/processes/processes.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

using Type = MappedQuantity::Type;

// Modules of a Fortran source that hold one of the routines.
std::vector<std::string> modules_with(const fs::path& source, const Mapping& mapping) {
    static const std::regex module_line(R"(^\s*module\s+(\w+)\s*(!.*)?$)"), end_line(R"(^\s*end\s*module\b.*)"),
        subroutine_line(R"(^[\w\s()]*\bsubroutine\s+(\w+).*)");
    std::vector<std::string> found;
    std::ifstream stream(source);
    std::string module;
    std::smatch match;
    for (std::string line; std::getline(stream, line);) {
        if (line.size() > 300) continue;
        line = lower_case(line);
        if (std::regex_match(line, end_line)) {
            module.clear();
        } else if (std::regex_match(line, match, module_line)) {
            module = match[1];
        } else if (!module.empty() && std::regex_match(line, match, subroutine_line)) {
            for (const MappedCall& call : mapping.calls)
                if (lower_case(call.routine) == match[1] && std::count(found.begin(), found.end(), module) == 0)
                    found.push_back(module);
        }
    }
    return found;
}

// -- Fortran routines outside of modules: no compiler compares their calls

// What the mapping hands over, and what gfortran calls it in C.
std::string c_type(const MappedQuantity& quantity) {
    return quantity.type == Type::integer ? "int" : quantity.type == Type::single ? "float" : "double";
}

std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
    return parts;
}

void check_call(const MappedCall& call, const Mapping& mapping, const std::string& prototype, bool types,
                const std::string& source) {
    const std::size_t open = prototype.find('('), close = prototype.rfind(')');
    const std::vector<std::string> wanted = split_at_commas(prototype.substr(open + 1, close - open - 1));
    if (wanted.size() != call.arguments.size())
        throw ModelError(fmt::format("the mapping calls {} of '{}' with {} arguments, but it takes {}", call.routine,
                                     source, call.arguments.size(), wanted.size()),
                         "the mapping's 'call' line lists every argument, in the routine's order");
    for (std::size_t k = 0; types && k < wanted.size(); ++k) {
        const auto quantity = std::find_if(mapping.quantities.begin(), mapping.quantities.end(),
                                           [&](const MappedQuantity& q) { return q.name == call.arguments[k]; });
        std::istringstream words(wanted[k]);
        std::string type;
        words >> type;
        const bool known = type == "double" || type == "float" || type == "int" || type == "long";
        if (quantity == mapping.quantities.end() || !known) continue;
        const std::string given = c_type(*quantity);
        if (given == type) continue;
        const auto called = [](const std::string& word) {
            return word == "int"     ? "an integer"
                   : word == "long"  ? "an integer of 8 bytes"
                   : word == "float" ? "single precision"
                                     : "double precision";
        };
        throw ModelError(fmt::format("argument {} of {} in '{}' is {}, the mapping gives '{}' in {}", k + 1,
                                     call.routine, source, called(type), quantity->name, called(given)),
                         fmt::format("write '{0} in integer ..', '{0} in single ..', or neither for double precision; "
                                     "'flags -fdefault-integer-8' is for integers of 8 bytes",
                                     quantity->name));
    }
}

// gfortran lists the interfaces of such routines; other compilers do not: then nothing is known.
void check_external_calls(const std::vector<std::string>& compile, const Mapping& mapping, const std::string& source) {
    if (compile.front().find("gfortran") == std::string::npos) return;
    std::vector<std::string> words = compile;
    words.insert(words.begin() + 1, {"-fsyntax-only", "-fc-prototypes-external"});
    const ProgramRun run = run_program(words);
    const bool default_kinds = std::none_of(words.begin(), words.end(), [](const std::string& word) {
        return word.rfind("-fdefault-", 0) == 0 || word.rfind("-freal", 0) == 0 || word.rfind("-finteger", 0) == 0;
    });
    std::istringstream stream(run.messages);
    for (std::string line; std::getline(stream, line);)
        for (const MappedCall& call : mapping.calls)
            if (line.rfind(fmt::format("void {}_ (", lower_case(call.routine)), 0) == 0 && line.size() > 2 &&
                line.substr(line.size() - 2) == ");" && line.find("/*") == std::string::npos)
                check_call(call, mapping, line, default_kinds, source);
}

// -- names that the linker leaves open

// What the linker complains about, GNU's or LLVM's.
std::vector<std::string> open_symbols(const std::string& messages) {
    static const std::regex complaint(R"(undefined (?:reference to [`']|symbol: )([^'\s]+))");
    std::vector<std::string> symbols;
    for (std::sregex_iterator k(messages.begin(), messages.end(), complaint), end; k != end; ++k)
        symbols.push_back((*k)[1]);
    return symbols;
}

// As the source says it: of "bike_" and "__car_MOD_bike" in Fortran "bike".
std::string name_in_source(std::string symbol, bool fortran) {
    if (!fortran) return symbol;
    if (const std::size_t module = symbol.find("_MOD_"); module != std::string::npos) return symbol.substr(module + 5);
    if (!symbol.empty() && symbol.back() == '_') symbol.pop_back();
    return symbol;
}

// Routines of a library, by nm, which comes with the compilers; none where it is not there.
std::vector<std::string> routines_in(const fs::path& library, bool fortran) {
    std::vector<std::string> names;
    const ProgramRun run = run_program({"nm", "-D", "--defined-only", library.string()});
    std::istringstream stream(run.fine ? run.messages : "");
    std::string address, kind, symbol;
    while (stream >> address >> kind >> symbol) {
        const std::string name = name_in_source(symbol, fortran);
        const bool own = name.rfind("lag_", 0) == 0 || name.rfind('_', 0) == 0 || name.find("__") != std::string::npos;
        if (kind == "T" && !own) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

[[noreturn]] void refuse_open_symbols(const std::vector<std::string>& symbols, const std::vector<std::string>& there,
                                      const std::vector<Mapping>& mappings, const std::string& source, bool fortran) {
    for (const Mapping& mapping : mappings)
        for (const MappedCall& call : mapping.calls) {
            const std::string name = fortran ? lower_case(call.routine) : call.routine;
            const bool open = std::any_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) {
                return name_in_source(symbol, fortran) == name;
            });
            if (!open) continue;
            constexpr std::size_t shown = 10;
            std::string hint = did_you_mean(name, there);
            if (!hint.empty()) hint = fmt::format("did you mean '{}'? ", hint);
            hint += there.empty() ? "there is no routine in it that others may call" : "it has";
            for (std::size_t k = 0; k < std::min(there.size(), shown); ++k)
                hint += fmt::format("{}{}'", k == 0 ? " '" : ", '", there[k]);
            if (there.size() > shown) hint += fmt::format(" and {} more", there.size() - shown);
            throw ModelError(fmt::format("'{}' has no routine '{}', which the mapping calls", source, call.routine),
                             hint);
        }
    throw ModelError(
        fmt::format("'{}' uses '{}', which is defined nowhere", source, name_in_source(symbols.front(), fortran)),
        "name the file that defines it in the mapping: source FILE");
}

}  // namespace

fs::path build_side(const fs::path& source, const std::string& language, const std::vector<WrappedRoutine>& routines,
                    const fs::path& folder) {
    const fs::path full = fs::absolute(source), beside = full.parent_path();
    const fs::path library = folder / "side.so";
    const bool fortran = language == "fortran" || language == "fortran77";
    std::vector<Mapping> mappings;
    for (const WrappedRoutine& routine : routines) mappings.push_back(*routine.mapping);
    std::vector<WrappedRoutine> wrapped;
    for (std::size_t k = 0; k < routines.size(); ++k) {
        if (fortran)
            for (const std::string& module : modules_with(full, mappings[k]))
                if (std::count(mappings[k].modules.begin(), mappings[k].modules.end(), module) == 0)
                    mappings[k].modules.push_back(module);
        wrapped.push_back({routines[k].name, &mappings[k]});
    }
    std::string text = wrapper_text(fortran ? "fortran" : language, wrapped);
    const std::string compiler = compiler_of(language, source.string());
    const Mapping& first = mappings.front();
    const std::string wrapper = folder / (fortran ? "wrapper.f90" : language == "c" ? "wrapper.c" : "wrapper.cpp");
    std::vector<std::string> words{compiler, "-O1", "-w", "-fPIC", "-I" + beside.string()};
    if (fortran) {
        words.insert(words.end(), {"-fno-inline", "-J" + folder.string(), "-fmax-errors=5"});
        if (language == "fortran77") words.emplace_back("-std=legacy");
    } else {
        text = fmt::format("#include \"{}\"\n{}", full.string(), text);
        words.emplace_back("-fmax-errors=5");
        if (compiler.find("clang") != std::string::npos) words.back() = "-ferror-limit=5";
    }
    words.insert(words.end(), first.flags.begin(), first.flags.end());
    for (const std::string& more : first.sources) words.push_back((beside / more).string());
    if (fortran) {
        if (language == "fortran77" && language_of(source) != "fortran77") words.insert(words.end(), {"-x", "f77"});
        words.insert(words.end(), {full.string(), "-x", "none"});
        check_external_calls(words, first, source.string());
    }
    words.push_back(wrapper);
    if (language == "c") words.emplace_back("-lm");
    words.insert(words.end(), {"-shared", "-o", library.string()});
    std::ofstream(wrapper) << text;
    const std::vector<std::string> leaving_names_open = words;
    words.emplace_back("-Wl,-z,defs");
    const ProgramRun run = run_program(words);
    if (const std::vector<std::string> open = open_symbols(run.messages); !run.fine && !open.empty()) {
        run_program(leaving_names_open);
        refuse_open_symbols(open, routines_in(library, fortran), mappings, source.string(), fortran);
    }
    if (!run.fine)
        throw ModelError(
            fmt::format("'{}' with the routine's calls around it does not compile:\n{}", source.string(),
                        first_lines(run.messages, 30)),
            "the mapping's 'call' lines must fit the source: names, number and kind of arguments ([..] is an "
            "array)");
    return library;
}

}  // namespace lag
