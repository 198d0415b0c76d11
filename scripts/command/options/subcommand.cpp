#include "scripts/command/options/subcommand.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "core/errors.hpp"

#include "scripts/command/options/shelter.hpp"

namespace lag {

namespace {

// --define m=1 l=2: a second name=value after an option that takes one each time.
std::string hint_on_second_value(const CLI::App& app, const std::vector<std::string>& words) {
    for (std::size_t k = 2; k < words.size(); ++k) {
        if (words[k].starts_with("-") || words[k].find('=') == std::string::npos) continue;
        if (words[k - 1].starts_with("-") || words[k - 1].find('=') == std::string::npos) continue;
        const std::string& option = words[k - 2];
        if (!option.starts_with("--") || app.get_option_no_throw(option) == nullptr) continue;
        return fmt::format("write {0} again before each: {0} \"{1}\" {0} \"{2}\"", option, words[k - 1], words[k]);
    }
    return {};
}

}  // namespace

std::string hint_on_options(const CLI::App& app, const std::vector<std::string>& words) {
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) known.push_back(name);
    for (const std::string& word : words) {
        if (!word.starts_with("--")) continue;
        const std::string name = word.substr(2, word.find('=') - 2);
        if (std::ranges::find(known, name) != known.end()) continue;
        if (const std::string near = did_you_mean(name, known); !near.empty())
            return fmt::format("did you mean --{}?", near);
    }
    return hint_on_second_value(app, words);
}

int performed(const std::function<int()>& work) {
    try {
        return work();
    } catch (const WrongCommand& error) {
        std::cout.flush();
        std::cerr << "lag: error: " << error.what() << "\n";
        if (!error.hint.empty()) std::cerr << "hint: " << error.hint << "\n";
        return status_wrong_command;
    }
}

void hand_over(const CLI::App& before, CLI::App& subcommand) {
    for (const CLI::Option* option : before.get_options()) {
        if (option->count() == 0) continue;
        const std::string name = option->get_name();
        if (option->get_positional())
            throw CLI::ParseError(fmt::format("'{}' stands before the subcommand {}, which comes first",
                                              option->results().front(), subcommand.get_name()),
                                  status_wrong_command);
        CLI::Option* const own = subcommand.get_option_no_throw(name);
        if (own == nullptr)
            throw CLI::ParseError(fmt::format("lag {} has no option {}", subcommand.get_name(), name),
                                  status_wrong_command);
        own->add_result(option->results());
        own->run_callback();
    }
}

}  // namespace lag
