// Surfaces of Collada files: triangles of all geometries that the scene places.
#pragma once

#include <filesystem>
#include <vector>

namespace lag {

// Nine coordinates for each triangle, in m by the file's <unit>. <up_axis> changes nothing: readers of URDF and SDF do not
// turn meshes either. InputError and ModelError where the file cannot be read.
std::vector<double> collada_triangles(const std::filesystem::path& file);

}  // namespace lag
