// The choice of routines and the names of the files.

#include "emitters/emit.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "emitters/writer.hpp"

namespace lag {

namespace {

// "<prefix>_accelerations" and "accelerations" both name the routine.
std::string bare_name(const Program& program, const std::string& name) {
    const std::string prefix = program.name + "_";
    return name.starts_with(prefix) && program.find(name) == nullptr ? name.substr(prefix.size()) : name;
}

std::vector<const Routine*> chosen_routines(const Program& program, const EmitOptions& options) {
    std::vector<std::string> wanted, available;
    for (const Routine& routine : program.routines) available.push_back(routine.name);
    for (const std::string& name : options.routines) {
        const std::string bare = bare_name(program, name);
        if (program.find(bare) == nullptr) {
            const std::string near = did_you_mean(bare, available);
            std::string all;
            for (const std::string& routine : available) all += (all.empty() ? "" : ", ") + routine;
            throw ModelError("model " + program.name + " has no routine " + name,
                             near.empty() ? "it has " + all : "did you mean " + near + "?");
        }
        wanted.push_back(bare);
    }
    wanted.insert(wanted.end(), {"setup"});
    if (options.driver)
        wanted.insert(wanted.end(), {"defaults", "initial", "derivatives", "energy", "outputs", "normalize"});
    std::vector<const Routine*> chosen;
    for (const Routine& routine : program.routines)
        if (options.routines.empty() || std::ranges::count(wanted, routine.name) > 0) chosen.push_back(&routine);
    return chosen;
}

}  // namespace

std::vector<EmittedFile> emit(const Program& program, const EmitOptions& options, const std::string& file_name) {
    const std::vector<const Routine*> routines = chosen_routines(program, options);
    const std::size_t slash = file_name.find_last_of('/');
    const std::size_t base = slash == std::string::npos ? 0 : slash + 1;
    const std::size_t dot = file_name.find_last_of('.');
    const std::string stem = file_name.substr(0, dot == std::string::npos || dot <= base ? file_name.size() : dot);
    std::vector<EmittedFile> files;
    if (options.language == Language::fortran) {
        check_fortran_names(program, routines);
        files.push_back({file_name, fortran_text(program, routines)});
        if (options.driver) files.push_back({stem + "_main.f90", fortran_driver(program, stem.substr(base))});
    } else {
        check_cpp_names(program);
        files.push_back({file_name, cpp_text(program, routines)});
        if (options.driver)
            files.push_back({stem + "_main.cpp", cpp_driver(program, file_name.substr(base), stem.substr(base))});
    }
    return files;
}

}  // namespace lag
