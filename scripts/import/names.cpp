#include "scripts/import/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/lower_case.hpp"

namespace lag {

ScriptNames::ScriptNames(const std::vector<std::string>& words) {
    for (const std::string& word : words) taken_.insert(lower_case(word));
}

std::string ScriptNames::free_name(const std::string& wanted) {
    constexpr std::size_t longest = 40;
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::string name = wanted;
    for (char& c : name)
        if (!is_letter(c) && !(c >= '0' && c <= '9')) c = '_';
    if (name.empty() || !is_letter(name[0])) name = "n" + name;
    name = name.substr(0, longest);
    std::string made = name;
    for (int k = 2; !taken_.insert(lower_case(made)).second; ++k) made = fmt::format("{}_{}", name, k);
    return made;
}

std::string ScriptNames::declare(const std::string& original) {
    std::string name = free_name(original);
    if (name != original) changed_.emplace_back(original, name);
    return name;
}

std::string ScriptNames::declare_own(const std::string& wanted) {
    return free_name(wanted);
}

}  // namespace lag
