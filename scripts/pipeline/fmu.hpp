// An FMU: what emit(fmu, ..) puts into its archive.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scripts/files/output_files.hpp"

namespace lag {

struct Program;
struct EmitOptions;
struct EmitRequest;

struct FmuContents {
    std::string model;                  // its name, that of the binary too
    int version = 2;                    // of FMI
    std::string description;            // modelDescription.xml
    std::vector<OutputFile> sources;    // of the folder sources
    std::vector<std::string> compiled;  // those of them that a compiler is given: fmu.c, then the user's
    std::vector<std::string> routines;  // that the user's sources must define
};
// What needs the machine. ModelError, both.
struct FmuTools {
    std::function<std::string(const std::string& source)> text_of;  // of a file that the script names
    std::function<std::string(const FmuContents&)> archive_of;      // with this machine's binary
};

// `program`: with jacobians by states and inputs where there are some. `user_sources`: with their texts.
FmuContents fmu_contents(const EmitRequest& request, const Program& program, EmitOptions options,
                         const std::vector<OutputFile>& user_sources);

}  // namespace lag
