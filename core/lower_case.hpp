// ASCII letters in lower case: names of Fortran, spellings of units and words.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace lag {

inline std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace lag
