#include "scripts/command/doc.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "scripts/command/shelter.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/language/grammar.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/document.hpp"
#include "scripts/pipeline/pipeline.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

int write_document(const std::string& file, const std::string& out, const std::vector<std::string>& defines) {
    PipelineOptions options;
    for (const std::string& define : defines) {
        const std::size_t equals = define.find('=');
        if (equals == std::string::npos || equals == 0) {
            std::cerr << "lag: error: --define takes name=value, not '" << define << "'\n";
            return status_wrong_command;
        }
        options.defines.emplace_back(define.substr(0, equals), define.substr(equals + 1));
    }
    options.messages = &std::cerr;
    const Model model = described_model(parse(script_text(file), file), options);
    const Document document = document_of(model);
    const std::string stem = fs::path(file).stem().string();
    fs::path folder = out.empty() ? fs::path(file).parent_path() : fs::path(out);
    if (folder.empty()) folder = ".";
    write_files(folder, {{stem + ".html", html_text(document)}, {stem + ".tex", latex_text(document)}});
    std::cout << stem << ".html, " << stem << ".tex: " << document.title << "\n";
    return status_fine;
}

}  // namespace

int run_doc(int argc, const char* const* argv) {
    CLI::App app("lag doc: a page about a model, in HTML and LaTeX", "lag doc");
    std::string file, out;
    std::vector<std::string> defines;
    app.add_option("FILE", file, "the script")->required()->type_name("");
    app.add_option("--out", out, "folder for both files (default: beside the script)")->type_name("DIR");
    app.add_option("--define", defines, "as for lag FILE")->type_name("NAME=VALUE")->allow_extra_args(false);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        std::cerr << "lag: error: " << error.what() << "\nhint: lag doc --help lists the options\n";
        return status_wrong_command;
    }
    return sheltered([&] { return write_document(file, out, defines); });
}

}  // namespace lag
