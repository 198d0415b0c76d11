// What a built-in takes, as data. The signature, the checks of a call, `help`, the tables of the manual and the
// completion at the prompt follow from it.
#pragma once

#include <string>
#include <vector>

#include "scripts/language/value.hpp"

namespace lag {

// What kind of value; `words` as in "expected a list, found a text".
struct ArgumentType {
    const char* words;
    bool (*fits)(const Value&) = nullptr;  // null: whoever reads the argument looks
};

// A word that an argument may be, bare or in quotes, whatever the bare name is bound to.
struct ArgumentWord {
    std::string word;
    std::string text = {};  // what it stands for; may be empty
};

struct DeclaredArgument {
    enum class Need { required, optional, repeated };

    std::string keyword;  // of keyword = form; empty where the place says which argument it is
    std::string form;     // what a signature shows: "B", "[x, y, z]"
    ArgumentType type;
    std::string text;  // what it is; may be empty where the summary of the built-in says it
    Need need = Need::required;
    std::string unit = {};        // of its numbers; empty: none, or the text says it
    std::string by_default = {};  // as a script would write it; empty: none, or the text says it
    std::string noun = {};        // of its words: "no formulation is called .."
    std::vector<ArgumentWord> words = {};
    std::vector<DeclaredArgument> entries = {};  // of a list of entries, name = value (entries.hpp); all are keywords

    bool is_keyword() const { return !keyword.empty(); }
    DeclaredArgument in(std::string of_numbers) const;
    DeclaredArgument otherwise(std::string value) const;  // where it is left out
    DeclaredArgument must_be_given() const;
    DeclaredArgument among(std::string noun_of_words, std::vector<ArgumentWord> all) const;
    DeclaredArgument with(std::vector<DeclaredArgument> all_entries) const;
    std::string as_written() const;  // "hinge = H", "B"
    std::string facts() const;       // "three lengths, in m; [0, 0, 0] unless given"
    std::vector<std::string> plain_words() const;
};
using DeclaredArguments = std::vector<DeclaredArgument>;

// For the tables of built-ins: `using namespace arguments` where a table stands.
namespace arguments {

DeclaredArgument required(std::string form, ArgumentType type, std::string text = {});
DeclaredArgument optional(std::string form, ArgumentType type, std::string text = {});
DeclaredArgument repeated(std::string form, ArgumentType type, std::string text = {});              // none, one or more
DeclaredArgument keyword(std::string name, std::string form, ArgumentType type, std::string text);  // may be left out

inline constexpr ArgumentType a_value{"a value"};
inline constexpr ArgumentType a_number{"a number or expression", [](const Value& v) { return v.is_scalar(); }};
inline constexpr ArgumentType a_whole_number{"a whole number"};
inline constexpr ArgumentType some_numbers{"a number or expression, a list or a matrix"};
inline constexpr ArgumentType a_text{"a text in quotes", [](const Value& v) { return v.is_text(); }};
inline constexpr ArgumentType a_truth{"true or false", [](const Value& v) { return v.is_boolean(); }};
inline constexpr ArgumentType a_list{"a list", [](const Value& v) { return v.is_list(); }};
inline constexpr ArgumentType a_vector{"a vector [x, y, z]"};
inline constexpr ArgumentType a_matrix{"a matrix"};
inline constexpr ArgumentType a_row{"a row [a, b, ...]"};
inline constexpr ArgumentType a_square_matrix{"a square matrix"};
inline constexpr ArgumentType a_name{"a name"};
inline constexpr ArgumentType some_names{"a list of names"};
inline constexpr ArgumentType a_word{"a word"};
inline constexpr ArgumentType an_equation{"an equation"};
inline constexpr ArgumentType some_equations{"a list of equations, name = value"};
inline constexpr ArgumentType some_entries{"a list of entries, name = value"};
inline constexpr ArgumentType a_condition{"a condition"};
inline constexpr ArgumentType a_function{"a function"};

}  // namespace arguments

}  // namespace lag
