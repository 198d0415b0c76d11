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
    std::string model;                      // its name, that of the binary too
    int version = 2;                        // of FMI
    std::string description;                // modelDescription.xml
    std::vector<OutputFile> sources;        // of the folder sources; fmu.c is the one to compile
    std::vector<std::string> user_sources;  // as the script names them
};
// The archive, with this machine's binary. ModelError where something does not compile.
using ArchiveOfFmu = std::function<std::string(const FmuContents&)>;

// `program`: with a jacobian by states and inputs where there is one.
FmuContents fmu_contents(const EmitRequest& request, const Program& program, EmitOptions options);

}  // namespace lag
