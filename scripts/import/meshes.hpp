// Where the files of meshes are.
#pragma once

#include "scripts/import/robot.hpp"

namespace lag {

// The file that `name` means in `robot_file`: a path, "package://robot_description/meshes/arm.stl", "file://..",
// "model://..". Packages are looked for upwards from the robot's file. Nothing where there is none.
// A folder as well, with `folders`.
std::optional<std::filesystem::path> mesh_file(const std::string& name, const std::filesystem::path& robot_file,
                                               bool folders = false);

}  // namespace lag
