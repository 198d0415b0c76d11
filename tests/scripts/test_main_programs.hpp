// The main programs of all four languages, compiled and run in a test's folder. Compiled without optimization, in half the
// time; warnings that need it are looked for by tests/emitters/test_drivers.cpp.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/scripts/test_command_runner.hpp"

namespace lag {

struct MainProgram {
    std::string language, file, compile;
};

inline const std::vector<MainProgram>& main_programs() {
    static const std::vector<MainProgram> all{
        {"fortran", "m.f90", "gfortran -O0 -std=f2008 -Wall -Wextra -Werror -pedantic m.f90 m_main.f90 -o run"},
        {"fortran77", "m.f", "gfortran -O0 -std=legacy -Wall -Wextra -Werror m.f m_main.f -o run"},
        {"cpp", "m.hpp", "g++ -O0 -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror m_main.cpp -o run"},
        {"c", "m.h", "gcc -O0 -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror m_main.c -o run -lm"},
    };
    return all;
}

// Statements that emit all of them for a model called m.
inline std::string emits_of_main_programs() {
    std::string emits;
    for (const MainProgram& way : main_programs())
        emits += "emit(" + way.language + ", \"" + way.file + "\", driver = true)$\n";
    return emits;
}

// The status of the shell; what is printed is in the file "log" of the folder.
inline int shell(const std::filesystem::path& folder, const std::string& command) {
    return std::system(("cd '" + folder.string() + "' && (" + command + ") > log 2>&1").c_str());
}

}  // namespace lag
