#include "scripts/command/subcommands/doc.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "core/model_values.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/page/still.hpp"
#include "scripts/command/simulate/start.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/document.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// Where the mechanism stands at the start: on its constraints, where such a place is found; else as the script says.
std::vector<double> start_of(const Model& model, const std::vector<double>& w) {
    std::vector<double> q;
    const std::vector<double> p = default_values(model).p;
    for (const Coordinate& coordinate : model.coordinates) q.push_back(value_of(model, coordinate.initial_value, 0, p));
    if (model.constraints.empty()) return q;
    try {
        const std::unique_ptr<RunnableModel> runner = evaluated_model({lowered_program(model), {}});
        take_first_flags(*runner, p);
        return start_state(model, *runner, {}, w).q;
    } catch (const std::exception&) {
        return q;
    }
}

// Behind the tree of bodies.
void add_drawing(Document& document, const DescribedModel& described) {
    const Model& model = described.model;
    const std::vector<double> p = default_values(model).p;
    PictureState start;
    start.w = first_inputs(model, p);
    start.q = start_of(model, start.w);
    Block block;
    block.kind = Block::Kind::drawing;
    block.svg = still_picture(scene_of(model, described.shapes, p, {start}));
    block.text = "At the start. lag simulate --page shows it moving.";
    if (block.svg.empty()) return;
    const auto tree = std::ranges::find(document.blocks, Block::Kind::tree, &Block::kind);
    document.blocks.insert(tree == document.blocks.end() ? tree : tree + 1, std::move(block));
}

struct DocumentArguments {
    std::string file, out;
    std::vector<std::string> defines, sources;
};

int write_document(const DocumentArguments& arguments) {
    const auto& [file, out, defines, sources] = arguments;
    PipelineOptions options;
    options.defines = definitions(defines);
    options.routines = routines_from(sources);
    options.messages = &std::cerr;
    const DescribedModel described = described_model(parse(script_text(file), file), std::vector<Script>{}, options);
    Document document = document_of(described.model);
    add_drawing(document, described);
    const std::string stem = fs::path(file).stem().string();
    fs::path folder = out.empty() ? fs::path(file).parent_path() : fs::path(out);
    if (folder.empty()) folder = ".";
    write_files(folder, {{stem + ".html", html_text(document)}, {stem + ".tex", latex_text(document)}});
    std::cout << stem << ".html, " << stem << ".tex: " << document.title << "\n";
    return status_fine;
}

}  // namespace

Subcommand doc_subcommand(CLI::App& app) {
    const auto arguments = std::make_shared<DocumentArguments>();
    CLI::App* const doc = app.add_subcommand("doc", "a page about a model, in HTML and LaTeX");
    doc->add_option("FILE", arguments->file, "the script")->required()->type_name("");
    doc->add_option("--out", arguments->out, "folder for both files (default: beside the script)")->type_name("DIR");
    doc->add_option("--define", arguments->defines, "as for lag FILE")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    add_source_option(*doc, arguments->sources);
    return {doc,
            [arguments] { return sheltered([&] { return performed([&] { return write_document(*arguments); }); }); }};
}

}  // namespace lag
