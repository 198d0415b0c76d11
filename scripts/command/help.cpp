#include "scripts/command/help.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "core/errors.hpp"
#include "scripts/command/language_help.hpp"
#include "scripts/command/shelter.hpp"
#include "scripts/statements/statement_table.hpp"

namespace lag {

namespace {

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
