// What the procedures of events say when they fail: the values of `failure` in texts/watch.lag, in words.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace lag {

struct EventFailure {
    int number = 0;
    std::vector<std::string> words;  // between them: the event's name; of broken_row the row's too, and its error
};

// Those with words of their own. 1 says what `info` says, 9 that the state is no finite number any more; 6, 7 and 8 say why
// events follow one another without end.
inline const std::array<EventFailure, 7>& event_failures() {
    static const std::array<EventFailure, 7> known{{
        {2, {"the function of event ", " is no number"}},
        {3, {"event ", " cannot be applied"}},
        {4, {"event ", " leads to values that are no finite numbers"}},
        {5, {"event ", " switches ", " on where it is broken by ", ""}},
        {6, {"more than 100 at one time"}},
        {7, {"more than 1000 in hardly any time"}},
        {8, {"then ", " would pass unseen: its function does not leave zero any more"}},
    }};
    return known;
}

// The words of a failure with these names between them. InternalError for a number that has none.
std::string words_of_event_failure(int number, const std::array<std::string, 3>& names);

}  // namespace lag
