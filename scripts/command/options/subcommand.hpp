// A subcommand of `lag`: its options, and what to do when they are read.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace lag {

struct Subcommand {
    CLI::App* app = nullptr;   // owned by the one that it was added to
    std::function<int()> run;  // gives the exit status
};

// A command line that is wrong in a way that its options alone do not tell.
class WrongCommand : public std::runtime_error {
  public:
    explicit WrongCommand(const std::string& message, std::string the_hint = {})
        : std::runtime_error(message), hint(std::move(the_hint)) {}
    std::string hint;
};

// What a word that begins with -- and that the command does not know may be meant as; "": nothing is near.
std::string hint_on_options(const CLI::App& app, const std::vector<std::string>& words);

// The status of `work`; a WrongCommand becomes a message and status_wrong_command.
int performed(const std::function<int()>& work);

// Options that stand before the subcommand's name become its own. CLI::ParseError for one that it does not have.
void hand_over(const CLI::App& before, CLI::App& subcommand);

}  // namespace lag
