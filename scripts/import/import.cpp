#include "scripts/import/import.hpp"

#include <fmt/format.h>

#include "scripts/import/masses.hpp"
#include "scripts/import/mjcf.hpp"
#include "scripts/import/order.hpp"
#include "scripts/import/script_text.hpp"
#include "scripts/import/sdf.hpp"
#include "scripts/import/start.hpp"
#include "scripts/import/urdf.hpp"

namespace lag {

namespace {

Robot robot_of(const XmlElement& root, const ImportOptions& options) {
    if (root.name == "robot") return robot_of_urdf(root, options);
    if (root.name == "mujoco") return robot_of_mjcf(root, options);
    if (root.name == "sdf") return robot_of_sdf(root, options);
    fail_at(root, fmt::format("found <{}>, expected <robot> (URDF), <mujoco> (MJCF) or <sdf>", root.name));
}

}  // namespace

ImportedScript imported_script(const std::filesystem::path& file, const ImportOptions& options) {
    Robot robot = robot_of(xml_of_file(file), options);
    require_inertias(robot, options);
    const std::vector<std::size_t> order = declared_order(robot);
    if (options.contacts) lift_onto_plane(robot);
    ImportedScript made;
    made.text = robot_script(robot, order, options);
    made.left_out = left_out_lines(robot);
    made.bodies = robot.links.size();
    return made;
}

}  // namespace lag
