// Surfaces in STL files, binary and text.
#pragma once

#include <string>
#include <vector>

namespace lag {

// Nine coordinates for each triangle, in the file's axes and unit of length. ModelError, which begins with `place`, where
// the file cannot be read, is no STL, holds no triangle, or more than most_triangles.
std::vector<float> stl_triangles(const std::string& file, const std::string& place);

constexpr std::size_t most_triangles = 200'000;

}  // namespace lag
