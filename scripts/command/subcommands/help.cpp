#include "scripts/command/subcommands/help.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "core/errors.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/subcommands/language_help.hpp"
#include "scripts/command/subcommands/subcommands.hpp"
#include "scripts/files/library.hpp"
#include "scripts/statements/statement_table.hpp"

namespace lag {

namespace {

void show_entry(const std::string& form, const std::string& text, const std::string& example) {
    std::cout << form << "\n    " << text << "\n";
    if (!example.empty()) std::cout << "\nexample:\n    " << example << "\n";
}

void list_library() {
    std::cout << "\n";
    for (const LibraryFile& file : library_files()) {
        std::cout << "load(\"" << file.name << "\")   " << file.title << "\n";
        for (const LibraryPart& part : file.parts) std::cout << "    " << part.form << "\n";
    }
    if (!library_folder().empty()) std::cout << "The files are in " << library_folder().string() << "\n";
}

// The parts of the library that have this name, and the files: `tires`, `tires.lag`.
bool explain_part(const std::string& topic, bool after_others) {
    bool found = false;
    for (const LibraryFile& file : library_files()) {
        const bool is_file = topic == file.name || topic + ".lag" == file.name;
        if (is_file) show_entry(fmt::format("load(\"{}\")", file.name), file.title, "");
        for (const LibraryPart& part : file.parts) {
            if (part.name != topic && !is_file) continue;
            std::cout << (after_others || found || is_file ? "\n" : "");
            show_entry(part.form, part.text, is_file ? "" : fmt::format("load(\"{}\")$", file.name));
            found = true;
        }
        found = found || is_file;
    }
    return found;
}

std::vector<std::string> names_to_guess() {
    std::vector<std::string> names = help_topics();
    for (const LibraryFile& file : library_files())
        for (const LibraryPart& part : file.parts) names.push_back(part.name);
    for (const std::string& name : working_subcommand_names()) names.push_back(name);
    return names;
}

void show_arguments(const std::string& heading, const DeclaredArguments& arguments) {
    std::cout << heading << ":\n";
    for (const DeclaredArgument& argument : arguments) {
        std::cout << "    " << argument.as_written() << ": " << argument.facts() << "\n";
        if (!argument.text.empty()) std::cout << "        " << argument.text << "\n";
        for (const ArgumentWord& word : argument.words)
            if (!word.text.empty()) std::cout << "        " << word.word << ": " << word.text << "\n";
    }
    for (const DeclaredArgument& argument : arguments)
        if (!argument.entries.empty()) show_arguments("entries of " + argument.as_written(), argument.entries);
}

void show_built_in(const BuiltIn& built_in) {
    std::cout << built_in.signature() << "\n    " << built_in.summary << "\n";
    if (!built_in.arguments.empty()) {
        std::cout << "\n";
        show_arguments("arguments", built_in.arguments);
    }
    for (const DeclaredArguments& other : built_in.other_places) show_arguments("or", other);
    if (!built_in.example.empty()) std::cout << "\nexample:\n    " << built_in.example << "\n";
}

void show_argument(const std::string& topic, const ArgumentHelp& argument) {
    std::cout << argument.form << "\n    " << argument.text << "\n\n" << topic << " is an argument of\n";
    for (const BuiltIn* taker : argument.takers) std::cout << "    " << taker->signature() << "\n";
    const auto shows = [&](const BuiltIn* taker) { return taker->example.find(topic) != std::string::npos; };
    const auto shown = std::ranges::find_if(argument.takers, shows);
    if (shown != argument.takers.end()) std::cout << "\nexample:\n    " << (*shown)->example << "\n";
}

// A word may be several things: `position` is a function and an argument.
int explain(const std::string& topic) {
    const BuiltIn* const built_in = find_built_in(topic);
    const LanguageWord* const word = find_language_word(topic);
    const std::vector<ArgumentHelp> as_argument = help_on_argument(topic);
    bool known = false;
    const auto next = [&] {
        if (known) std::cout << "\n";
        known = true;
    };
    if (built_in != nullptr) next(), show_built_in(*built_in);
    if (word != nullptr) next(), show_entry(word->form, word->text, word->example);
    for (const ArgumentHelp& argument : as_argument) next(), show_argument(topic, argument);
    if (topic == "library") list_library();
    if (const auto options = help_on_subcommand(topic)) {
        std::cout << (known ? "\n" : "") << *options;
        if (topic == "simulate") std::cout << "At the prompt: simulate(end = 3, initial = [q = 1], plot = [q, q'])\n";
        known = true;
    } else if (topic == "plot") {
        std::cout << (known ? "\n" : "") << "plot(q1, q1', ..)\n    at the prompt: draws the last run's curves anew\n";
        known = true;
    }
    if (explain_part(topic, known) || known) return status_fine;
    const std::string close = did_you_mean(topic, names_to_guess());
    throw WrongCommand(fmt::format("no statement or function is called '{}'{}", topic,
                                   close.empty() ? "" : fmt::format("; did you mean '{}'?", close)),
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

Subcommand help_subcommand(CLI::App& app) {
    CLI::App* const help =
        app.add_subcommand("help", "explain a statement, function, keyword, operator or argument of the language");
    const auto topic = std::make_shared<std::string>();
    help->add_option("WORD", *topic, "such as body, if, orient")->type_name("");
    return {help, [topic] {
                return sheltered(
                    [&] { return performed([&] { return topic->empty() ? list_topics() : explain(*topic); }); });
            }};
}

}  // namespace lag
