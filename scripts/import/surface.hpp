// Surfaces in files: STL (binary, text), OBJ, Collada.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/vector.hpp"

namespace lag {

constexpr std::size_t most_triangles = 200'000;

// Whether a file's ending is one of those that can be read: .stl, .obj, .dae.
bool is_surface(const std::filesystem::path& file);

// Nine coordinates for each triangle, in the file's axes; of Collada in metres, else in the file's unit of length.
// ModelError, which begins with `place`, where the file cannot be read, holds no triangle, or more than most_triangles.
std::vector<double> triangles_of(const std::filesystem::path& file, const std::string& place);

// Along each axis. A mirrored surface keeps its outside: triangles are then walked round the other way.
std::vector<double> scaled(std::vector<double> triangles, const Vec3<double>& scale);

}  // namespace lag
