#include "scripts/command/simulate/model_library.hpp"

#include <fstream>

#include "scripts/command/processes/compilers.hpp"

namespace lag {

std::filesystem::path build_model_library(const Program& program, const EmitOptions& options, const std::string& header,
                                          const std::string& wrapper, const std::vector<std::string>& sources,
                                          const std::string& level, const std::filesystem::path& folder,
                                          const std::string& name) {
    std::ofstream(folder / header) << emit(program, options, header).front().text;
    const std::filesystem::path externals = build_external_routines(program.externals, sources, folder);
    return build_cpp_library(wrapper, level, folder, name, externals, "the model's C++");
}

}  // namespace lag
