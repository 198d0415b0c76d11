// One script in all its variants: emitted, compiled, called, simulated and compared.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "tests/combinations/emitted.hpp"
#include "tests/combinations/script.hpp"

namespace lag::combinations {

// What is wrong: `kind` is the same for the same fault in a smaller script.
struct Finding {
    std::string kind, detail;
};

struct Options {
    std::string command;            // the lag command
    std::filesystem::path folder;   // scratch
    bool simulate = true;           // `lag simulate --no-compiler`
    bool simulate_compiled = true;  // and with the compiler
    bool all_languages = true;      // else C++ alone
};

// A script that was emitted in its variants:
//   <name>m  with multipliers, in all languages
//   <name>e  with constraints = eliminate
//   <name>n  with constraints = null_space
//   <name>f  in another formulation
struct Examined {
    Script script;
    std::string name;
    std::optional<Model> model;  // as the oracle reads it
    std::vector<EmittedFile> files;
    std::vector<Finding> findings;
    bool refused = false;
    int states = 0;  // compared
};

// Reads and emits. `choices` picks among the options of the emits.
Examined emit_all(const Script& script, const std::string& name, const Options& options, std::uint64_t choices);

// Compares what was compiled into options.folder, at random states.
void compare_all(Examined& examined, const Options& options, std::uint64_t choices);

// `lag simulate`: its ways against each other and against a Runge-Kutta integration of the compiled equations.
void simulate_all(Examined& examined, const Options& options, std::uint64_t choices);

// The main programs of all languages against each other, against `lag simulate` and against what must hold of contacts,
// of a script that draw_with_events() has drawn; C++ and Fortran 77 without multipliers. `states`: rows of two programs that were compared.
Examined run_programs(const Script& script, const std::string& name, const Options& options);

// The first words of a message of the command, without what depends on names and numbers.
std::string kind_of_message(const std::string& words);

}  // namespace lag::combinations
