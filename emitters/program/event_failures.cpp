#include "emitters/program/event_failures.hpp"

#include <algorithm>

#include "core/errors.hpp"

namespace lag {

std::string words_of_event_failure(int number, bool states_in_rows, const std::array<std::string, 3>& names) {
    const auto& known = event_failures(states_in_rows);
    const auto found = std::ranges::find(known, number, &EventFailure::number);
    if (found == known.end()) throw InternalError("there is no failure " + std::to_string(number));
    std::string text = found->words[0];
    for (std::size_t k = 1; k < found->words.size(); ++k) text += names[k - 1] + found->words[k];
    return text;
}

}  // namespace lag
