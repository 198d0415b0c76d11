// `lag compare` of one script, a rod on a hinge, with routines of any language.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/scripts/test_command_runner.hpp"

namespace lag {

// A rod on a hinge: l angle''/3 m ... by hand below
inline const std::string rod =
    "model(rod)$ parameters(m = 2, l = 1/2, g = 9.81)$ gravity([0, -g, 0])$ input(tau)$\n"
    "body(bar, ground, hinge = revolute(z, angle), mass = m, cm = [0, -l/2, 0], inertia = [0, 0, m*l^2/12])$\n"
    "hinge_load(angle, tau)$\n";
inline const std::string rod_map =
    "call rod(t, y, tau, p, f)\nt in t\ny in [angle, angle']\ntau in tau\np in [m, l, g]\nf out [angle', angle'']\n";

// The report of `lag compare rod.lag <file>` with rod_map.
inline CommandRun compare_rod(const std::string& name, const std::string& file, const std::string& source,
                              const std::string& map, std::vector<std::string> more = {}) {
    const std::filesystem::path folder = scratch_folder("compare_" + name);
    write(folder / "rod.lag", rod);
    write(folder / file, source);
    write(folder / (file + ".map"), map);
    std::vector<std::string> arguments{"compare", "rod.lag", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_lag(arguments, folder);
}

}  // namespace lag
