// What the values of a routine's code are, in words and as names of temporaries: sines and cosines by their angle, as
// the final code has it; other values by the label that the passes brought along.
#pragma once

#include <string>

#include "emitters/program/program.hpp"

namespace lag {

// "sine of yaw" and "sin_yaw"; "minus M(8, 8), ..." and "minus_m_8_8" where the node is minus what is known. The name
// is legal in every language that is emitted (a letter, letters, digits, single underscores; at most 31 characters).
// Both are empty where nothing is known; the name alone where there is none or none that fits.
Label description_of(const Code& code, CodeId id);

// The names of all temporaries, by number, each name once (letters' case does not count) and none that means something
// else in the emitted file: what the statements propose; a short sum or product of what has a name, "q_times_r"; what
// only one named value needs, "d_3_part_2"; z1, z2, ... for the others, in the order of the statements.
void name_temporaries(const Program& program, Routine& routine);
// Whether the name of a temporary says what it is: not "z12", "d_3_part_2".
bool has_words(const std::string& name);

// The name of the temporary that holds a lane symbol: "swing" of "swing[]"; "" where no identifier is left.
std::string gathered_name(const std::string& symbol);

}  // namespace lag
