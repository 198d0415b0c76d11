// What options of the command take: numbers as people write them, in a range, and nothing after them. CLI11's own
// ranges let nan pass, read 010 as 8 and take 0x10.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lag {

// Checks for CLI::Option::check: an empty text where `text` is fine, else what is wrong with it.
struct NumberBetween {
    double least = 0, greatest = 0;
    std::string operator()(const std::string& text) const;
};
struct FiniteNumber {
    std::string operator()(const std::string& text) const;
};
// A name of the script's language, without primes.
struct VariableName {
    std::string operator()(const std::string& text) const;
};
struct WholeNumberBetween {
    unsigned long long least = 0, greatest = 0;
    std::string operator()(const std::string& text) const;
};

using NamedText = std::pair<std::string, std::string>;

// "name=text", blanks around both left out. WrongCommand without a name, a text or '='.
NamedText name_and_value(const std::string& argument, const std::string& option);
std::vector<NamedText> names_and_values(const std::vector<std::string>& arguments, const std::string& option);

// Each --define: a name of the script's language, and the text of one value. WrongCommand for anything else.
std::vector<NamedText> definitions(const std::vector<std::string>& arguments);

}  // namespace lag
