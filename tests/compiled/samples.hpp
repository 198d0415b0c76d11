// The sample scripts, run through the `lag` command into a scratch folder, and read again in process for the oracle.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model.hpp"

namespace lag {

// samples/*.lag, samples/*/*.lag and samples/acceptance/*.lag that are scripts of their own, sorted.
std::vector<std::filesystem::path> sample_scripts();

// The model a script describes.
Model model_of(const std::filesystem::path& script);

// Runs `lag script --out folder --quiet arguments`; throws std::runtime_error with its words when it fails. `folder` is
// emptied first.
void emit_sample(const std::filesystem::path& script, const std::filesystem::path& folder,
                 const std::string& arguments = "");

// Emits the script's model into `folder` in C and Fortran 77 as well, whatever it emits itself: old.h, old.f.
void emit_other_languages(const std::filesystem::path& script, const std::filesystem::path& folder);

// What a script emits into `folder`, which is emptied first, and its model in C and Fortran 77 as well: old.h, old.f; in C++ and
// Fortran too where the script itself does not: new.hpp, new.f90.
// All in this process, so that the model is formulated once.
void emit_in_every_language(const std::filesystem::path& script, const std::filesystem::path& folder);

// All emitted files of a folder by name.
std::vector<std::filesystem::path> emitted_files(const std::filesystem::path& folder);

std::string read_file(const std::filesystem::path& path);

}  // namespace lag
