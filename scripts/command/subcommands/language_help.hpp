// What `help` says about words that are no statement or function: keywords, operators, constants; and arguments with the
// words that they may be, as the rows of the built-ins declare them (scripts/language/argument.hpp).
#pragma once

#include <string>
#include <vector>

namespace lag {

struct BuiltIn;  // scripts/language/built_in.hpp

struct LanguageWord {
    std::string word;     // "if", ":=", "orient"
    std::string form;     // "if condition then e1 elseif condition then e2 else e3"
    std::string text;     // one line or two
    std::string example;  // a line of script; may be empty
    // Two letters or more, behind a % or not, that a script or the prompt takes as they stand: "if", "%pi", "help".
    bool is_typed() const;
};

const std::vector<LanguageWord>& language_words();
const LanguageWord* find_language_word(const std::string& word);

// What is said of `word` as an argument, `word = value`, or as a word that an argument may be; empty: it is neither.
struct ArgumentHelp {
    std::string form;  // "orient = R"
    std::string text;
    std::vector<const BuiltIn*> takers;  // who says so
};
std::vector<ArgumentHelp> help_on_argument(const std::string& word);

// What may be written next in `line`, which ends inside the brackets of a statement or function: its keywords; behind
// `keyword =` the words that this argument may be. Empty where no built-in is called there, or it takes neither.
std::vector<std::string> words_of_open_call(const std::string& line);

// Every word that help knows, built-in names and arguments included; sorted.
std::vector<std::string> help_topics();

}  // namespace lag
