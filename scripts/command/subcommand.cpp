#include "scripts/command/subcommand.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "scripts/command/shelter.hpp"

namespace lag {

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
            throw CLI::ParseError("'" + option->results().front() + "' stands before the subcommand " +
                                      subcommand.get_name() + ", which comes first",
                                  status_wrong_command);
        CLI::Option* const own = subcommand.get_option_no_throw(name);
        if (own == nullptr)
            throw CLI::ParseError("lag " + subcommand.get_name() + " has no option " + name, status_wrong_command);
        own->add_result(option->results());
        own->run_callback();
    }
}

}  // namespace lag
