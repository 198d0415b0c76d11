#include "tests/compiled/samples.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "scripts/grammar.hpp"
#include "scripts/interpreter.hpp"
#include "scripts/pipeline_mechanics.hpp"
#include "tests/compiled/compiled_model.hpp"

namespace lag {

namespace fs = std::filesystem;

std::vector<fs::path> sample_scripts() {
    std::vector<fs::path> scripts;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LAG_SOURCE_DIR) / "samples")) {
        // a script of its own starts a model; the others are loaded by them. Constraints come with their own tests.
        if (entry.path().extension() != ".lag") continue;
        const std::string text = read_file(entry.path());
        const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
        if (!has("model(") || has("constraint(") || has("close_loop(")) continue;
        scripts.push_back(entry.path());
    }
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

void emit_sample(const fs::path& script, const fs::path& folder) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    std::string words;
    if (!run_command(
            std::string("'") + LAG_COMMAND + "' '" + script.string() + "' --quiet --out '" + folder.string() + "'",
            words))
        throw std::runtime_error(script.string() + ":\n" + words);
}

std::vector<fs::path> emitted_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace lag
