// What the values of `info` say: the one table for the heads of emitted files, main programs, Python's module, and
// `lag simulate`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/info_codes.hpp"
#include "core/routine_names.hpp"

namespace lag {

// Whether dependent speeds are solved out; and whether their coordinates are brought onto the rows.
enum class DependentSpeeds { none, eliminated, closed };
// The words of this value for `routine`, with {}; empty for Kind::nothing.
std::string words_of_info(InfoCodes::Meaning meaning, std::optional<RoutineName> routine, DependentSpeeds dependent);

// Those with `subject` in place of {}.
std::string words_about(const std::string& words, const std::string& subject);

// Of which the table has words of their own, in its order.
std::vector<RoutineName> routines_with_info_words();

// "speed", "constraint", "state": what comes before the name of what the value names; empty where it names nothing.
std::string subject_of_info(InfoCodes::Kind kind);

}  // namespace lag
