#include "scripts/command/simulate/model_library.hpp"

#include <fstream>

#include "core/errors.hpp"
#include "scripts/command/compilers.hpp"
#include "scripts/command/processes.hpp"

namespace lag {

std::filesystem::path build_model_library(const Program& program, const EmitOptions& options, const std::string& header,
                                          const std::string& wrapper, const std::vector<std::string>& sources,
                                          const std::string& level, const std::filesystem::path& folder,
                                          const std::string& name) {
    const std::filesystem::path library = folder / (name + ".so"), source = folder / (name + ".cpp");
    std::ofstream(folder / header) << emit(program, options, header).front().text;
    std::ofstream(source) << wrapper;
    const std::filesystem::path externals = build_external_routines(program, sources, folder);
    // hidden: the tables of two models of one name in one process stay apart
    std::vector<std::string> words{compiler_of("cpp", header),
                                   "-std=c++17",
                                   level,
                                   "-w",
                                   "-shared",
                                   "-fPIC",
                                   "-fvisibility=hidden",
                                   "-o",
                                   library.string(),
                                   "-I" + folder.string(),
                                   source.string()};
    if (!externals.empty()) words.push_back(externals.string());
    const ProgramRun run = run_program(words);
    if (!run.fine) throw ModelError("the model's C++ does not compile:\n" + first_lines(run.messages, 30));
    return library;
}

}  // namespace lag
