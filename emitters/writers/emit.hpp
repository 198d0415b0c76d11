// Stage: Program -> texts. Nothing here touches the disk; the caller writes the files.
//
//   emit(program, options, "pendulum.f90") -> { {"pendulum.f90", text} [, {"pendulum_main.f90", text}] }
//
// Errors: ModelError for a name the language cannot take, an unknown routine, or a constant that is no finite number.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

enum class Language { fortran, fortran77, cpp, c };

struct EmitOptions {
    Language language = Language::fortran;
    std::vector<std::string> routines;  // empty: all; `setup` and what the driver needs come along
    bool driver = false;                // also a main program, <stem>_main.f90 or .cpp (fortran, cpp)
    bool vector_sines = false;          // fortran, cpp: the angles of a body together (vector_text.hpp)
    bool batch =
        false;  // cpp: lag_pack<lanes>, states that go through a routine together; fortran: m_derivatives_batch
};

struct EmittedFile {
    std::string name, text;
};

std::vector<EmittedFile> emit(const Program& program, const EmitOptions& options, const std::string& file_name);

}  // namespace lag
