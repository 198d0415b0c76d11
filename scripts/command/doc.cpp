#include "scripts/command/doc.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "scripts/command/options.hpp"
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
    options.defines = definitions(defines);
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

Subcommand doc_subcommand(CLI::App& app) {
    struct Arguments {
        std::string file, out;
        std::vector<std::string> defines;
    };
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* const doc = app.add_subcommand("doc", "a page about a model, in HTML and LaTeX");
    doc->add_option("FILE", arguments->file, "the script")->required()->type_name("");
    doc->add_option("--out", arguments->out, "folder for both files (default: beside the script)")->type_name("DIR");
    doc->add_option("--define", arguments->defines, "as for lag FILE")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    return {doc, [arguments] {
                const auto write = [&] { return write_document(arguments->file, arguments->out, arguments->defines); };
                return sheltered([&] { return performed(write); });
            }};
}

}  // namespace lag
