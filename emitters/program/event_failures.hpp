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
// `states_in_rows`: an event that sets a state breaks a row too that it does not switch.
inline const std::array<EventFailure, 9>& event_failures(bool states_in_rows) {
    static const auto known = [](const EventFailure& broken_row) {
        return std::array<EventFailure, 9>{{
            {2, {"the function of event ", " is no number"}},
            {3, {"event ", " cannot be applied"}},
            {4, {"event ", " leads to values that are no finite numbers"}},
            broken_row,
            {6, {"more than 100 at one time"}},
            {7, {"more than 1000 in hardly any time"}},
            {8, {"then ", " would pass unseen: its function does not leave zero any more"}},
            {10, {"", " is open at the start, but its gap is below zero"}},
            {11, {"the gap of ", " has jumped below zero"}},
        }};
    };
    static const auto with_flags = known({5, {"event ", " switches ", " on where it is broken by ", ""}}),
                      with_states = known({5, {"event ", " leaves ", " broken by ", ""}});
    return states_in_rows ? with_states : with_flags;
}

// The words of a failure with these names between them. InternalError for a number that has none.
std::string words_of_event_failure(int number, bool states_in_rows, const std::array<std::string, 3>& names);

}  // namespace lag
