// The way from a robot's file to a script.
#pragma once

#include <string>
#include <vector>

#include "scripts/import/robot.hpp"

namespace lag {

struct ImportedScript {
    std::string text;
    std::vector<std::string> left_out;  // a line for each kind
    std::size_t bodies = 0;
};

// The format is that of the root element: <robot> is URDF, <mujoco> MJCF, <sdf> SDF. InputError and ModelError for what is wrong in the file.
ImportedScript imported_script(const std::filesystem::path& file, const ImportOptions& options);

}  // namespace lag
