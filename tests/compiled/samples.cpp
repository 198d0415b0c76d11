#include "tests/compiled/samples.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "scripts/pipeline/mechanics.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/compiled/compiled_model.hpp"

namespace lag {

namespace fs = std::filesystem;

std::vector<fs::path> sample_scripts() {
    std::vector<fs::path> scripts;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LAG_SOURCE_DIR) / "samples"))
        // a script of its own starts a model; the others are loaded by them. That of a Python module runs with its
        // programs (samples/python/run.sh)
        if (entry.path().extension() == ".lag" && read_file(entry.path()).find("model(") != std::string::npos &&
            entry.path().parent_path().filename() != "python")
            scripts.push_back(entry.path());
    std::sort(scripts.begin(), scripts.end());
    return scripts;
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

Model model_of(const fs::path& script) {
    const auto mechanics = lagrange_mechanics();
    return interpret(parse(read_file(script), script.string()), *mechanics).model;
}

void emit_sample(const fs::path& script, const fs::path& folder, const std::string& arguments) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    std::string words;
    if (!run_command(std::string("'") + LAG_COMMAND + "' '" + script.string() + "' --quiet --out '" + folder.string() +
                         "' " + arguments,
                     words))
        throw std::runtime_error(script.string() + ":\n" + words);
}

void emit_other_languages(const fs::path& script, const fs::path& folder) {
    const std::string text = read_file(script) + "\nemit(c, \"old.h\")$ emit(fortran77, \"old.f\")$\n";
    for (const OutputFile& file : run_pipeline(parse(text, script.string()), {}).files)
        if (file.name.rfind("old.", 0) == 0) std::ofstream(folder / file.name) << file.text;
}

void emit_in_every_language(const fs::path& script, const fs::path& folder) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    const std::string own = read_file(script);
    std::string text = own + "\nemit(c, \"old.h\")$ emit(fortran77, \"old.f\")$\n";
    if (own.find("emit(cpp,") == std::string::npos) text += "emit(cpp, \"new.hpp\")$\n";
    if (own.find("emit(fortran,") == std::string::npos) text += "emit(fortran, \"new.f90\")$\n";
    for (const OutputFile& file : run_pipeline(parse(text, script.string()), {}).files)
        std::ofstream(folder / file.name) << file.text;
}

std::vector<fs::path> emitted_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() != ".inc")
            files.push_back(entry.path());  // the PARAMETERs of a file in Fortran 77
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace lag
