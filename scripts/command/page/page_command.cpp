#include "scripts/command/page/page_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "core/errors.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/page/table_page.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

struct PageArguments {
    std::string file, motion, out;
    std::vector<std::string> defines, plot, sources;
};

int write_page(const PageArguments& arguments) {
    PipelineOptions options;
    options.defines = definitions(arguments.defines);
    options.messages = &std::cerr;
    options.routines = routines_from(arguments.sources);
    const DescribedModel described =
        described_model(parse(script_text(arguments.file), arguments.file), std::vector<Script>{}, options);
    const CsvTable table = read_csv(arguments.motion);
    for (const std::string& name : arguments.plot)
        if (!table.has(name)) {
            const std::string near = did_you_mean(name, table.names);
            throw ModelError(fmt::format("--plot: {} has no column '{}'", arguments.motion, name),
                             near.empty() ? "" : fmt::format("did you mean '{}'?", near));
        }
    const std::string stem = fs::path(arguments.motion).stem().string() + ".html";
    fs::path folder = arguments.out.empty() ? fs::path(arguments.motion).parent_path() : fs::path(arguments.out);
    if (folder.empty()) folder = ".";
    write_files(folder, {{stem, page_of_table(described.model, described.shapes, table, arguments.plot)}});
    std::cout << "wrote " << (folder / stem).string() << "\n";
    return status_fine;
}

}  // namespace

Subcommand page_subcommand(CLI::App& app) {
    const auto arguments = std::make_shared<PageArguments>();
    CLI::App* const page = app.add_subcommand("page", "a page that moves, of a motion that your program has computed");
    page->add_option("FILE", arguments->file, "the script")->required()->type_name("");
    page->add_option("MOTION", arguments->motion,
                     "a table as `lag simulate` writes it: the first line names, t and every coordinate among them")
        ->required()
        ->type_name("");
    page->add_option("--out", arguments->out, "folder for the page (default: beside the table)")->type_name("DIR");
    page->add_option("--define", arguments->defines, "as for lag FILE")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    page->add_option("--plot", arguments->plot, "curves that the page shows first, a,b,c")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_source_option(*page, arguments->sources);
    return {page, [arguments] { return sheltered([&] { return performed([&] { return write_page(*arguments); }); }); }};
}

}  // namespace lag
