// Procedures of scripts, drawn at random.
#pragma once

#include <cstdint>
#include <string>

namespace lag {

// procedure(<name>, [a, b, x[5]], [y, z[3]], ..) with branches, loops, arrays and all functions; it may call `others`,
// which have the same arguments. Its numbers stay of modest size where those of the arguments are, no function is called
// near a pole, and no place leaves its array.
std::string random_procedure(const std::string& name, std::uint64_t seed, const std::vector<std::string>& others);

}  // namespace lag
