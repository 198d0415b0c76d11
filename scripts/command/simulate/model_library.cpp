#include "scripts/command/simulate/model_library.hpp"

namespace lag {

std::filesystem::path build_model_library(const Program& program, const EmitOptions& options, const std::string& header,
                                          const std::vector<CppText>& sources,
                                          const std::vector<std::string>& users_files, const std::string& level,
                                          const std::filesystem::path& folder, const std::string& name) {
    const std::filesystem::path externals = build_external_routines(program.externals, users_files, folder);
    const CppTexts texts{.headers = {{header, emit(program, options, header).front().text}}, .sources = sources};
    return build_cpp_library(texts, level, folder, name, externals, "the model's C++");
}

}  // namespace lag
