#include "scripts/language/argument.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/comma_list.hpp"

namespace lag {

DeclaredArgument DeclaredArgument::in(std::string of_numbers) const {
    DeclaredArgument made = *this;
    made.unit = std::move(of_numbers);
    return made;
}

DeclaredArgument DeclaredArgument::otherwise(std::string value) const {
    DeclaredArgument made = *this;
    made.by_default = std::move(value);
    return made;
}

DeclaredArgument DeclaredArgument::must_be_given() const {
    DeclaredArgument made = *this;
    made.need = Need::required;
    return made;
}

DeclaredArgument DeclaredArgument::among(std::string noun_of_words, std::vector<ArgumentWord> all) const {
    DeclaredArgument made = *this;
    made.noun = std::move(noun_of_words), made.words = std::move(all);
    return made;
}

DeclaredArgument DeclaredArgument::with(std::vector<DeclaredArgument> all_entries) const {
    DeclaredArgument made = *this;
    made.entries = std::move(all_entries);
    return made;
}

std::string DeclaredArgument::as_written() const {
    return is_keyword() ? fmt::format("{} = {}", keyword, form) : form;
}

std::vector<std::string> DeclaredArgument::plain_words() const {
    std::vector<std::string> plain;
    for (const ArgumentWord& word : words) plain.push_back(word.word);
    return plain;
}

std::string DeclaredArgument::facts() const {
    std::string facts = type.words;
    if (!words.empty()) facts = (words.size() == 1 ? "" : "one of ") + comma_list(plain_words());
    if (!unit.empty() && unit != "1") facts += ", in " + unit;
    if (!by_default.empty())
        facts += fmt::format("; {} unless given", by_default);
    else if (need == Need::repeated)
        facts += "; any number of them";
    else if (is_keyword() && need == Need::required)
        facts += "; must be given";
    else if (need == Need::optional)
        facts += "; may be left out";
    return facts;
}

namespace arguments {

DeclaredArgument required(std::string form, ArgumentType type, std::string text) {
    return {.keyword = {}, .form = std::move(form), .type = type, .text = std::move(text)};
}

DeclaredArgument optional(std::string form, ArgumentType type, std::string text) {
    return {.keyword = {},
            .form = std::move(form),
            .type = type,
            .text = std::move(text),
            .need = DeclaredArgument::Need::optional};
}

DeclaredArgument repeated(std::string form, ArgumentType type, std::string text) {
    return {.keyword = {},
            .form = std::move(form),
            .type = type,
            .text = std::move(text),
            .need = DeclaredArgument::Need::repeated};
}

DeclaredArgument keyword(std::string name, std::string form, ArgumentType type, std::string text) {
    return {.keyword = std::move(name),
            .form = std::move(form),
            .type = type,
            .text = std::move(text),
            .need = DeclaredArgument::Need::optional};
}

}  // namespace arguments

}  // namespace lag
