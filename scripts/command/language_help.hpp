// What `help` says about words that are no statement or function: keywords, operators, arguments, constants, the words
// that arguments take. Statements and functions explain themselves (built_in.hpp).
#pragma once

#include <string>
#include <vector>

namespace lag {

struct LanguageWord {
    std::string word;     // "if", ":=", "orient"
    std::string form;     // "if condition then e1 elseif condition then e2 else e3"
    std::string text;     // one line or two
    std::string example;  // a line of script; may be empty
};

const std::vector<LanguageWord>& language_words();
const LanguageWord* find_language_word(const std::string& word);

// Signatures of the statements and functions that take an argument `word = value`.
std::vector<std::string> takers_of_argument(const std::string& word);

// Every word that help knows, built-in names and arguments included; sorted.
std::vector<std::string> help_topics();

}  // namespace lag
