#include "scripts/command/command.hpp"

#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>

#include "scripts/command/compare/compare.hpp"
#include "scripts/command/doc.hpp"
#include "scripts/command/language_help.hpp"
#include "scripts/command/prompt.hpp"
#include "scripts/command/shelter.hpp"
#include "scripts/command/simulate/simulate.hpp"
#include "scripts/language/grammar.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/statement_table.hpp"

#ifndef LAG_VERSION
#define LAG_VERSION "0.1.0"
#endif

namespace lag {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string file, out, dump, topic, depfile, depfile_target;
    std::vector<std::string> defines;
    bool quiet = false, help_asked = false;
    int level = PipelineOptions().level;
};

class WrongCommand : public std::runtime_error {
  public:
    explicit WrongCommand(const std::string& message, std::string the_hint = {})
        : std::runtime_error(message), hint(std::move(the_hint)) {}
    std::string hint;
};

// A script without its ending, or a misspelt command, is taken for the name of a file.
std::string hint_on_file(const std::string& file) {
    std::error_code error;
    if (fs::is_regular_file(file + ".lag", error)) return "did you mean " + file + ".lag?";
    const std::string close = did_you_mean(file, {"compare", "simulate", "doc", "help"});
    return close.empty() ? "" : "did you mean lag " + close + "?";
}

std::string file_text(const std::string& file) {
    try {
        return script_text(file);
    } catch (const ModelError& error) {
        throw WrongCommand(error.what(), hint_on_file(file));
    }
}

// name=value, both sides in the script's own syntax.
std::pair<std::string, std::string> define_of(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    const bool named = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                       std::all_of(name.begin(), name.end(), letter);
    if (equals == std::string::npos || !named)
        throw WrongCommand("--define takes name=value, such as --define n=20, not '" + argument + "'");
    const std::string value = argument.substr(equals + 1);
    try {
        const Script script = parse(value, "--define " + name);
        if (script.statements.size() != 1)
            throw WrongCommand("--define " + name + " needs one value, not '" + value + "'");
    } catch (const InputError& error) {
        throw WrongCommand("--define " + name + ": " + error.diagnostics().front().message + " in '" + value + "'");
    }
    return {name, value};
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
    for (const std::string& define : arguments.defines) options.defines.push_back(define_of(define));
    if (!arguments.dump.empty()) options.dump = arguments.dump;
    options.output = &std::cout;
    options.messages = &std::cerr;
    options.progress = options.report_checks = !arguments.quiet;
    options.level = arguments.level;
    if (!arguments.out.empty() && fs::exists(arguments.out) && !fs::is_directory(arguments.out))
        throw WrongCommand("--out: '" + arguments.out + "' is not a folder");

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

// -- lag help <statement>

void show_entry(const std::string& form, const std::string& text, const std::string& example) {
    std::cout << form << "\n    " << text << "\n";
    if (!example.empty()) std::cout << "\nexample:\n    " << example << "\n";
}

// A word may be several things: `position` is a function and an argument.
int explain(const std::string& topic) {
    const BuiltIn* const built_in = find_built_in(topic);
    const LanguageWord* const word = find_language_word(topic);
    const std::vector<std::string> takers = takers_of_argument(topic);
    if (built_in != nullptr) show_entry(built_in->signature, built_in->summary, built_in->example);
    if (word != nullptr) {
        if (built_in != nullptr) std::cout << "\n";
        show_entry(word->form, word->text, word->example);
    }
    if (!takers.empty()) {
        std::cout << (built_in != nullptr || word != nullptr ? "\n" : "") << topic << " = .. is an argument of\n";
        for (const std::string& signature : takers) std::cout << "    " << signature << "\n";
    }
    if (built_in != nullptr || word != nullptr || !takers.empty()) return status_fine;
    const std::string close = did_you_mean(topic, help_topics());
    throw WrongCommand(
        "no statement or function is called '" + topic + "'" + (close.empty() ? "" : "; did you mean '" + close + "'?"),
        close.empty() ? "lag help lists all" : "");
}

void list_names(const std::vector<std::string>& names) {
    std::string line = " ";
    for (const std::string& name : names) {
        if (line.size() + name.size() > 90) {
            std::cout << line << "\n";
            line = " ";
        }
        line += " " + name;
    }
    std::cout << line << "\n";
}

int list_topics() {
    std::vector<std::string> functions, words;
    for (const auto& [name, built_in] : built_ins()) functions.push_back(name);
    for (const std::string& topic : help_topics())
        if (find_built_in(topic) == nullptr) words.push_back(topic);
    std::cout << "lag help <name> explains one of:\n";
    list_names(functions);
    std::cout << "and of the keywords, operators, arguments and other words:\n";
    list_names(words);
    return status_fine;
}

int perform(const Arguments& arguments) {
    try {
        if (arguments.help_asked) return arguments.topic.empty() ? list_topics() : explain(arguments.topic);
        return run_script(arguments);
    } catch (const WrongCommand& error) {
        std::cout.flush();
        std::cerr << "lag: error: " << error.what() << "\n";
        if (!error.hint.empty()) std::cerr << "hint: " << error.hint << "\n";
        return status_wrong_command;
    }
}

void describe(CLI::App& app, Arguments& arguments) {
    app.set_version_flag("--version", "lag " LAG_VERSION);
    app.add_option("FILE", arguments.file, "the script to run")->type_name("");
    app.add_option("--out", arguments.out, "folder for emitted files (default: beside the script)")->type_name("DIR");
    app.add_option("--define", arguments.defines, "give a parameter another default, or fix a variable")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    std::string stages;
    for (const std::string& stage : dump_stages()) stages += " " + stage;
    app.add_option("--dump", arguments.dump, "print what a stage produced:" + stages)
        ->type_name("STAGE")
        ->check([](const std::string& stage) {
            const auto& all = dump_stages();
            if (std::find(all.begin(), all.end(), stage) != all.end()) return std::string();
            return "there is no stage '" + stage + "'";
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
    app.footer(
        "Also: lag compare LEFT RIGHT   do two routines compute the same? (lag compare --help)\n"
        "      lag simulate FILE.lag --end T   run it now: CSV and a picture (lag simulate --help)\n"
        "      lag doc FILE.lag   a page about the model, in HTML and LaTeX (lag doc --help)");
    app.add_flag("--quiet", arguments.quiet, "print nothing but warnings, errors and what the script shows");
    CLI::App* help =
        app.add_subcommand("help", "explain a statement, function, keyword, operator or argument of the language");
    help->add_option("WORD", arguments.topic, "such as body, if, orient")->type_name("");
    help->callback([&arguments] { arguments.help_asked = true; });
}

}  // namespace

void show_help(const std::string& topic) {
    try {
        if (topic.empty()) {
            list_topics();
        } else {
            explain(topic);
        }
    } catch (const WrongCommand& error) {
        std::cout.flush();
        std::cerr << error.what() << "\n";
        if (!error.hint.empty()) std::cerr << "hint: help lists all\n";
    }
}

namespace {

int run_named_command(int argc, const char* const* argv) {
    if (argc > 1 && std::string_view(argv[1]) == "compare") return run_compare(argc - 1, argv + 1);
    if (argc > 1 && std::string_view(argv[1]) == "doc") return run_doc(argc - 1, argv + 1);
    if (argc > 1 && std::string_view(argv[1]) == "simulate") return run_simulate(argc - 1, argv + 1);
    CLI::App app("lag: a script that describes a mechanism becomes its equations of motion in Fortran and C++", "lag");
    Arguments arguments;
    describe(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        const std::string close = argc > 2 ? did_you_mean(argv[1], {"compare", "simulate", "doc"}) : "";
        std::cerr << "lag: error: " << error.what()
                  << "\nhint: " << (close.empty() ? "lag --help lists the options" : "did you mean lag " + close + "?")
                  << "\n";
        return status_wrong_command;
    }
    if (arguments.file.empty() && !arguments.help_asked) {
        if (!arguments.dump.empty() || !arguments.defines.empty()) {
            std::cerr << "lag: error: --dump and --define need a script\nhint: lag --help lists the options\n";
            return status_wrong_command;
        }
        try {
            return run_prompt(arguments.out.empty() ? "." : arguments.out);
        } catch (const std::exception& error) {
            std::cerr << "lag: error: " << error.what() << "\n";
            return status_wrong_script;
        }
    }
    return sheltered([&] { return perform(arguments); });
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
