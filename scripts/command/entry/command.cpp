#include "scripts/command/entry/command.hpp"
#include "scripts/command/entry/fmu_archive.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>

#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/prompt/prompt.hpp"
#include "scripts/command/simulate/start.hpp"
#include "scripts/command/subcommands/help.hpp"
#include "scripts/command/subcommands/subcommands.hpp"
#include "scripts/language/argument.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/syntax/grammar.hpp"

#ifndef LAG_VERSION
#define LAG_VERSION "0.1.0"
#endif

namespace lag {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string file, out, dump, depfile, depfile_target, language;
    std::vector<std::string> defines, sources;
    bool quiet = false;
    int level = PipelineOptions().level;
};

std::vector<std::string> subcommand_names() {
    std::vector<std::string> names = working_subcommand_names();
    names.emplace_back("help");
    return names;
}

// A script without its ending, or a misspelt command, is taken for the name of a file.
std::string hint_on_file(const std::string& file) {
    std::error_code error;
    if (fs::is_regular_file(file + ".lag", error)) return fmt::format("did you mean {}.lag?", file);
    const std::string close = did_you_mean(file, subcommand_names());
    return close.empty() ? "" : fmt::format("did you mean lag {}?", close);
}

std::string file_text(const std::string& file) {
    try {
        return script_text(file);
    } catch (const ModelError& error) {
        throw WrongCommand(error.what(), hint_on_file(file));
    }
}

Script parsed(const std::string& file) {
    Script script = parse(file_text(file), file);
    if (!script.statements.empty()) return script;
    SourcePosition whole_script;
    whole_script.file = file;
    throw InputError(Diagnostic{whole_script, "the script is empty",
                                "a script holds statements such as model(pendulum, \"A pendulum\")$"});
}

fs::path output_folder(const Arguments& arguments) {
    if (!arguments.out.empty()) return arguments.out;
    const fs::path beside = fs::path(arguments.file).parent_path();
    return beside.empty() ? "." : beside;
}

// A rule for make and ninja: target: script and loaded files, each path absolute, blanks and # escaped.
OutputFile dependencies(const Arguments& arguments, const std::vector<std::string>& loaded) {
    const auto escaped = [](const fs::path& path) {
        std::string text;
        for (const char c : path.string()) {
            if (c == ' ' || c == '#') text += '\\';
            if (c == '$') text += '$';
            text += c;
        }
        return text;
    };
    const std::string target = arguments.depfile_target.empty() ? arguments.file : arguments.depfile_target;
    std::string text = escaped(target) + ":";
    std::vector<std::string> files = loaded;
    files.insert(files.begin(), arguments.file);
    for (const std::string& file : files) text += " \\\n  " + escaped(fs::absolute(file).lexically_normal());
    return {fs::path(arguments.depfile).filename().string(), text + "\n"};
}

int run_script(const Arguments& arguments) {
    PipelineOptions options;
    options.defines = definitions(arguments.defines);
    if (!arguments.dump.empty()) options.dump = arguments.dump;
    options.output = &std::cout;
    options.messages = &std::cerr;
    options.progress = options.report_checks = !arguments.quiet;
    options.level = arguments.level;
    options.language = arguments.language;
    options.start_note = moved_start_text;
    options.routines = routines_from(arguments.sources);
    options.fmu_tools = fmu_tools(fs::absolute(arguments.file).parent_path());
    if (!arguments.out.empty() && fs::exists(arguments.out) && !fs::is_directory(arguments.out))
        throw WrongCommand(fmt::format("--out: '{}' is not a folder", arguments.out));

    const PipelineResult result = run_pipeline(parsed(arguments.file), options);
    std::cout << result.dump;
    write_files(output_folder(arguments), result.files);
    if (!arguments.depfile.empty()) {
        const fs::path beside = fs::path(arguments.depfile).parent_path();
        write_files(beside.empty() ? "." : beside, {dependencies(arguments, result.loaded_files)});
    }
    if (!arguments.quiet)
        for (const std::string& line : result.summaries) std::cout << line << "\n";
    std::cout.flush();
    return status_fine;
}

void describe(CLI::App& app, Arguments& arguments) {
    app.set_version_flag("--version", "lag " LAG_VERSION);
    app.add_option("FILE", arguments.file, "the script to run")->type_name("");
    app.add_option("--out", arguments.out, "folder for emitted files (default: beside the script)")->type_name("DIR");
    app.add_option("--define", arguments.defines, "give a parameter another default, or fix a variable")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    add_source_option(app, arguments.sources);
    app.add_option("--language", arguments.language, "of what the script emits, only the files in this language")
        ->type_name("LANGUAGE")
        ->check([](const std::string& language) {
            const auto& all = emit_languages();
            if (std::ranges::find(all, language, &ArgumentWord::word) != all.end()) return std::string();
            return fmt::format("there is no language '{}'", language);
        });
    std::string stages;
    for (const std::string& stage : dump_stages()) stages += " " + stage;
    app.add_option("--dump", arguments.dump, "print what a stage produced:" + stages)
        ->type_name("STAGE")
        ->check([](const std::string& stage) {
            const auto& all = dump_stages();
            if (std::find(all.begin(), all.end(), stage) != all.end()) return std::string();
            return fmt::format("there is no stage '{}'", stage);
        });
    app.add_option("--optimize", arguments.level,
                   "how long to search for fewer operations: 0 not at all (fast), 1 as usual, 2 longer (slow)")
        ->type_name("LEVEL")
        ->check([](const std::string& level) {
            return level == "0" || level == "1" || level == "2" ? std::string() : "it takes 0, 1 or 2, not " + level;
        });
    app.add_option("--depfile", arguments.depfile, "write the names of all files read as a rule for make and ninja")
        ->type_name("FILE");
    app.add_option("--depfile-target", arguments.depfile_target, "the target of that rule (default: the script)")
        ->type_name("NAME");
    app.add_flag("--quiet", arguments.quiet, "print nothing but warnings, errors and what the script shows");
}

// After an error of the command line; a misspelt subcommand is taken for the name of a file.
std::string hint_on_command(const CLI::App& app, const std::vector<std::string>& words) {
    const auto chosen = app.get_subcommands();
    const std::string near = hint_on_options(chosen.empty() ? app : *chosen.front(), words);
    if (!near.empty()) return near;
    const std::string first_word = words.size() > 1 ? words.front() : "";
    if (!chosen.empty()) return fmt::format("lag {} --help lists the options", chosen.front()->get_name());
    const std::string close = did_you_mean(first_word, subcommand_names());
    return close.empty() ? "lag --help lists the options" : fmt::format("did you mean lag {}?", close);
}

int prompt(const Arguments& arguments) {
    if (!arguments.dump.empty() || !arguments.defines.empty()) {
        std::cerr << "lag: error: --dump and --define need a script\nhint: lag --help lists the options\n";
        return status_wrong_command;
    }
    try {
        return run_prompt(arguments.out.empty() ? "." : arguments.out, arguments.sources);
    } catch (const std::exception& error) {
        std::cerr << "lag: error: " << error.what() << "\n";
        return status_wrong_script;
    }
}

int run_named_command(int argc, const char* const* argv) {
    CLI::App app(
        "lag: a script that describes a mechanism becomes its equations of motion in Fortran, C, C++ or for Python",
        "lag");
    Arguments arguments;
    describe(app, arguments);
    app.require_subcommand(0, 1);  // after its name such a word is a file
    const Subcommand help = help_subcommand(app);
    const std::vector<Subcommand> others = working_subcommands(app);
    try {
        app.parse(argc, argv);
        if (help.app->parsed()) return help.run();
        for (const Subcommand& one : others) {
            if (!one.app->parsed()) continue;
            hand_over(app, *one.app);
            return one.run();
        }
    } catch (const CLI::Success& asked) {  // --help, --version
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        std::cerr << "lag: error: " << error.what() << "\nhint: " << hint_on_command(app, {argv + 1, argv + argc})
                  << "\n";
        return status_wrong_command;
    }
    if (arguments.file.empty()) return prompt(arguments);
    return sheltered([&] { return performed([&] { return run_script(arguments); }); });
}

// A file that takes the number of a closed standard stream would get what is meant for that.
void occupy_standard_streams() {
    for (const int stream : {0, 1, 2})
        if (::fcntl(stream, F_GETFD) < 0) (void)!::open("/dev/null", O_RDONLY);
}

}  // namespace

int run_command(int argc, const char* const* argv) {
    occupy_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the size that the system allows is an error like a full disk
    return status_with_output_written(run_named_command(argc, argv));
}

}  // namespace lag
