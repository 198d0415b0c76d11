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

// The names of all temporaries, by number: what the statements propose, each name once (letters' case does not count)
// and none that means something else in the emitted file; z1, z2, ... for the others, in the order of the statements.
void name_temporaries(const Program& program, Routine& routine);

// The name of the temporary that holds a lane symbol: "swing" of "swing[]"; "" where no identifier is left.
std::string gathered_name(const std::string& symbol);

}  // namespace lag
