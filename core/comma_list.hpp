// "a, b, c" for messages.
#pragma once

#include <string>
#include <vector>

namespace lag {

inline std::string comma_list(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace lag
