// joint(J, A, B, ..): the motion does not depend on the tree, coordinates keep their meaning, bytes do not depend on the
// order of the statements; published counts and accelerations.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

std::vector<std::string> squeezer() {
    return {"body(K1, mass = 0.04325, cm = [0.00092, 0, 0], inertia = [0, 0, 2.194e-6])$",
            "body(K2, mass = 0.00365, cm = [-0.0115, 0, 0], inertia = [0, 0, 4.410e-7])$",
            "body(K3, mass = 0.02373, cm = [0.01043, -0.01874, 0], inertia = [0, 0, 5.255e-6])$",
            "body(K4, mass = 0.00706, cm = [0, -0.00579, 0], inertia = [0, 0, 5.667e-7])$",
            "body(K5, mass = 0.07050, cm = [0.02308, 0.00916, 0], inertia = [0, 0, 1.169e-5])$",
            "body(K6, mass = 0.00706, cm = [0.00579, 0, 0], inertia = [0, 0, 5.667e-7])$",
            "body(K7, mass = 0.05498, cm = [-0.00449, -0.01228, 0], inertia = [0, 0, 1.912e-5])$",
            "joint(J1, ground, K1, hinge = revolute(z, beta))$",
            "joint(J2, K1, K2, hinge = revolute(z, theta), at = [0.007, 0, 0])$",
            "joint(J3, ground, K3, hinge = revolute(z, gamma), at = [-0.03635, 0.03273, 0])$",
            "joint(J5, ground, K5, hinge = revolute(z, delta), at = [-0.06934, -0.00227, 0])$",
            "joint(J4, K5, K4, hinge = revolute(z, phi), at = [0.04, 0, 0])$",
            "joint(J7, ground, K7, hinge = revolute(z, epsilon), at = [-0.06934, -0.00227, 0])$",
            "joint(J6, K7, K6, hinge = revolute(z, omega), at = [0, -0.04, 0])$",
            "joint(P3, K2, K3, hinge = revolute(z), at = [-0.028, 0, 0], outboard_at = [0, -0.035, 0])$",
            "joint(P4, K4, K2, hinge = revolute(z), at = [0, -0.02, 0], outboard_at = [-0.028, 0, 0])$",
            "joint(P6, K2, K6, hinge = revolute(z), at = [-0.028, 0, 0], outboard_at = [0.02, 0, 0])$"};
}

std::string squeezer_script(const std::string& start, const std::vector<std::string>& parts) {
    return "model(m)$ " + start + joined(parts) +
           "point(C, ground, [0.014, 0.072, 0])$ point(D, K3, [0.02, -0.018, 0])$\n"
           "spring(C, D, stiffness = 4530, length = 0.07785)$ hinge_load(beta, 0.033)$\n"
           "initial(beta = -0.0617138900142764496, theta = 0, gamma = 0.455279819163070380,\n"
           "delta = 0.487364979543842550, phi = 0.222668390165885885, epsilon = 1.23054744454982119,\n"
           "omega = -0.222668390165885885)$\n"
           "output(a1, beta'')$ output(a2, theta'')$ output(a3, gamma'')$\n"
           "emit(cpp, \"m.hpp\")$ emit(fortran, \"m.f90\")$\n";
}

// Crank, coupler, rocker; the coupler's pin slides along the rocker.
const std::string four_bar_with_slide =
    "gravity([1, -9, 0])$ joint(A, ground, crank, hinge = revolute(z, a))$\n"
    "joint(B, coupler, crank, hinge = revolute(z, b), outboard_at = [1, 0, 0])$\n"
    "joint(C, rocker, coupler, hinge = [translate(x, s), rotate(z, c)], outboard_at = [3, 0, 0])$\n"
    "joint(D, rocker, ground, hinge = revolute(z, d), outboard_at = [3, -1, 0])$\n"
    "body(rocker, mass = 2, cm = [1, 1/3, 0], inertia = [0, 0, 1])$\n"
    "body(coupler, mass = 3, cm = [3/2, 1/4, 0], inertia = [0, 0, 2])$\n"
    "body(crank, mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1])$\n"
    "hinge_load(s, -5*(s - 2) - s')$ hinge_load(c, -c/2 - c')$ hinge_load(b, 1)$\n"
    "output(x, position(cm(coupler))[1])$ output(aa, a'')$\n"
    "output(ax, acceleration(cm(coupler))[1])$ output(ay, acceleration(cm(rocker))[2])$\n";

CommandRun ran(std::vector<std::string> arguments, const fs::path& folder) {
    CommandRun run = run_lag(std::move(arguments), folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return run;
}

SimulatedColumns simulated(const fs::path& folder, const std::string& script, const std::string& end) {
    write(folder / "m.lag", script);
    ran({"simulate", "m.lag", "--no-compiler", "--end", end, "--step", end, "--quiet"}, folder);
    return simulated_columns(folder / "m.csv");
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("Andrews' mechanism by joints has the published accelerations, whatever tree carries it") {
    const fs::path folder = scratch_folder("joints_squeezer");
    for (const std::string tree :
         {"", "options(tree = [J1, J2, J3, J5, J4, J7, J6])$\n", "options(tree = [J1, J2, P3, P4, P6, J4, J6])$\n"}) {
        CAPTURE(tree);
        // in the last tree ground's pins at K3, K5 and K7 are cut, and P carries K3, K4 and K6
        std::string start = tree;
        std::vector<std::string> parts = squeezer();
        if (tree.find("P3") != std::string::npos)
            for (std::string& part : parts) {
                const auto name = [&](const std::string& joint, const std::string& q) {
                    if (part.starts_with("joint(" + joint))
                        part.replace(part.find("revolute(z)"), 11, "revolute(z, " + q + ")");
                };
                name("P3", "p3"), name("P4", "p4"), name("P6", "p6");
            }
        std::string script = squeezer_script(start, parts);
        if (tree.find("P3") != std::string::npos)
            script +=
                "initial(p3 = 0.455279819163070380 + 0.0617138900142764496,\n"
                "p4 = -0.0617138900142764496 - 0.487364979543842550 - 0.222668390165885885,\n"
                "p6 = 1.23054744454982119 - 0.222668390165885885 + 0.0617138900142764496)$\n";
        const SimulatedColumns rows = simulated(folder, script, "0.001");
        CHECK(std::abs(rows.at("a1")[0] / 14222.4439199541138706 - 1) < 1e-9);
        CHECK(std::abs(rows.at("a2")[0] / -10666.8329399655854029 - 1) < 1e-9);
        CHECK(std::abs(rows.at("a3")[0]) < 1e-6);
    }
}

TEST_CASE("emitted bytes do not depend on the order of bodies and joints") {
    const fs::path folder = scratch_folder("joints_order");
    std::vector<std::string> parts = squeezer();
    std::mt19937 random(3);
    std::string cpp, fortran;
    for (int trial = 0; trial < 3; ++trial) {
        write(folder / "m.lag", squeezer_script("", parts));
        ran({"m.lag"}, folder);
        if (trial == 0) cpp = contents(folder / "m.hpp"), fortran = contents(folder / "m.f90");
        CHECK(contents(folder / "m.hpp") == cpp);
        CHECK(contents(folder / "m.f90") == fortran);
        std::ranges::shuffle(parts, random);
    }
}

TEST_CASE("McPhee's four-bar has three coordinates and two rows, Hardell's gripper one freedom and two loops") {
    const fs::path folder = scratch_folder("joints_counts");
    write(folder / "four_bar.lag",
          "model(m)$ joint(D, rocker, ground, hinge = revolute(z), at = [2, 0, 0], outboard_at = [3, -1, 0])$\n"
          "joint(C, coupler, rocker, hinge = revolute(z, c), at = [3, 0, 0])$\n"
          "joint(B, crank, coupler, hinge = revolute(z, b), at = [1, 0, 0])$\n"
          "joint(A, ground, crank, hinge = revolute(z, a))$\n"
          "body(rocker, mass = 2, cm = [1, 0, 0], inertia = [0, 0, 1])$\n"
          "body(coupler, mass = 3, cm = [3/2, 0, 0], inertia = [0, 0, 2])$\n"
          "body(crank, mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1])$\n"
          "initial(a = 1, c = -2)$ print(length(coordinates()), length(speeds()), length(constraint_matrix()))$\n"
          "emit(cpp, \"m.hpp\")$\n");
    const CommandRun four_bar = ran({"four_bar.lag"}, folder);
    CHECK(four_bar.output.find("3 3 2") != std::string::npos);
    CHECK(four_bar.output.find("3 bodies, 1 degree of freedom") != std::string::npos);

    fs::copy_file(fs::path(LAG_SOURCE_DIR) / "samples/gripper.lag", folder / "gripper.lag");
    const CommandRun gripper = ran({"gripper.lag"}, folder);
    CHECK(gripper.output.find("6 bodies, 1 degree of freedom") != std::string::npos);
    const CommandRun model = ran({"--dump", "model", "gripper.lag"}, folder);
    CHECK(count(model.output, "\njoint ") == 7);
    CHECK(count(model.output, " is cut: ") == 2);
}

TEST_CASE("a joint that is used from B to A is its inverse, in every kind of hinge") {
    const fs::path folder = scratch_folder("joints_reversed");
    // The outboard body A as B sees it: closed form by the same joint used forward, A fixed to ground.
    const std::vector<std::pair<std::string, std::string>> hinges{
        {"revolute([1, 2, 2], q)", "q = 0.4"},
        {"prismatic(y, q)", "q = 0.4"},
        {"screw(z, 1/10, q)", "q = 0.4"},
        {"cylindrical(x, q, s)", "q = 0.4, s = 0.9"},
        {"universal([x, z], [q, s])", "q = 0.4, s = 0.9"},
        {"planar(y, [q, s, r])", "q = 0.4, s = 0.9, r = -0.7"},
        {"spherical(sequence = 313, angles = [q, s, r])", "q = 0.4, s = 0.9, r = -0.7"},
        {"free(angles = [q, s, r], position = [x, y, z])", "q = 0.4, s = 0.9, r = -0.7, x = 0.2, y = 0.6, z = -0.8"},
        {"[translate(x, q), rotate(y, s), translate(z, 1/3), rotate(x, 1/4), rotate(z, sin(t))]", "q = 0.4, s = 0.9"}};
    const std::vector<std::string> orients{"", ", orient = [[x, %pi/2]]", ", orient = [[x, 0.3], [z, al]]",
                                           ", orient = [[[1, 2, 2], 0.7]]"};
    for (const auto& [hinge, begin] : hinges)
        for (const std::string& orient : orients) {
            const std::string& start = begin;  // clang 14 has no references to structured bindings in lambdas
            CAPTURE(hinge, orient);
            const std::string joint = "joint(J, A, B, hinge = " + hinge +
                                      ", at = [0.1, -0.3, 0.2], outboard_at = " + "[0.4, 0.2, -0.5]" + orient + ")$\n";
            const auto script = [&](const std::string& fixed) {
                std::string text = "model(m)$ parameter(al, 0.45)$\nbody(" + fixed + ", ground, hinge = fixed)$ body(" +
                                   (fixed == "A" ? "B" : "A") +
                                   ", mass = 2, cm = [0.1, 0.2, 0.3], inertia = [1, 2, 2.5])$\n" + joint + "initial(" +
                                   start + ")$\n";
                // B's origin in A, and B's axes in A
                for (const char* k : {"1", "2", "3"}) {
                    text += std::string("output(p") + k + ", position(origin(A), origin(B), in = A)[" + k + "])$\n";
                    text +=
                        std::string("output(w") + k + ", angular_velocity(B, relative_to = A, in = A)[" + k + "])$\n";
                    for (const char* l : {"1", "2", "3"})
                        text += std::string("output(R") + k + l + ", rotation(A, B)[" + k + ", " + l + "])$\n";
                }
                return text;
            };
            const SimulatedColumns forward = simulated(folder, script("A"), "0.001");
            const SimulatedColumns backward = simulated(folder, script("B"), "0.001");
            std::size_t compared = 0;
            for (const auto& [name, values] : forward)
                if (name.size() <= 3 && (name[0] == 'p' || name[0] == 'R')) {
                    CAPTURE(name);
                    CHECK(std::abs(values[0] - backward.at(name)[0]) < 1e-14);
                    ++compared;
                }
            CHECK(compared == 12);
        }
}

TEST_CASE("a loop moves the same, whatever is cut and whichever way the joints are written") {
    const fs::path folder = scratch_folder("joints_trees");
    // crank at 1, coupler at 0.2: the pin C lies at (cos 1 + 3 cos 0.2, sin 1 + 3 sin 0.2), the rocker points there
    const std::string start =
        "px: cos(1) + 3*cos(0.2) - 3$ py: sin(1) + 3*sin(0.2) + 1$ d0: atan2(py, px)$\n"
        "initial(a = 1, b = 0.8, s = sqrt(px^2 + py^2), c = 0.2 - d0, d = -d0)$\n";
    const SimulatedColumns first = simulated(folder, "model(m)$ " + four_bar_with_slide + start, "0.5");
    CHECK(std::abs(first.at("d")[0] + first.at("a")[0] - first.at("b")[0] - first.at("c")[0]) < 1e-9);
    for (const std::string tree : {"A, B, C", "A, B, D", "A, C, D", "B, C, D"})
        for (const std::string treatment : {"", "options(constraints = eliminate)$\n"}) {
            CAPTURE(tree, treatment);
            const SimulatedColumns rows = simulated(
                folder, "model(m)$ options(tree = [" + tree + "])$\n" + four_bar_with_slide + start + treatment, "0.5");
            for (const char* name : {"x", "ax", "ay", "aa", "a", "b", "c", "d", "s"}) {
                CAPTURE(name);
                CHECK(std::abs(rows.at(name)[0] - first.at(name)[0]) < 1e-11);
                CHECK(std::abs(rows.at(name).back() - first.at(name).back()) < 1e-5);
            }
        }
}

TEST_CASE("the coordinates of a cut joint are those of the pose, wherever initial() starts them") {
    const fs::path folder = scratch_folder("joints_cut_start");
    for (const std::string tree : {"A, B, C", "A, B, D", "A, C, D", "B, C, D"}) {
        CAPTURE(tree);
        const SimulatedColumns rows = simulated(folder,
                                                "model(m)$ options(tree = [" + tree + "])$\n" + four_bar_with_slide +
                                                    "initial(a = 0.9, b = 0.6, s = 3, c = -0.5, d = -0.3)$\n",
                                                "0.3");
        for (std::size_t k = 0; k < rows.at("t").size(); ++k) {
            const double a = rows.at("a")[k], b = rows.at("b")[k], c = rows.at("c")[k], d = rows.at("d")[k];
            const double error = d + a - b - c;  // a full turn more is the same pose
            CHECK(std::abs(std::sin(error / 2)) < 1e-8);
            // along the rocker's x-axis lies the coupler's pin
            const double x = std::cos(a) + 3 * std::cos(a - b) - 3, y = std::sin(a) + 3 * std::sin(a - b) + 1;
            CHECK(std::abs(rows.at("s")[k] - (std::cos(d) * x - std::sin(d) * y)) < 1e-8);
        }
    }
}

TEST_CASE("random trees in absolute coordinates start and move as they do as trees") {
    const fs::path folder = scratch_folder("joints_absolute");
    for (unsigned seed = 1; seed <= 24; ++seed) {
        std::mt19937 random(seed);
        const auto number = [&](double size) {
            return fmt::format("{:.3f}", size * (static_cast<double>(random() % 2001) / 1000 - 1));
        };
        const auto vector = [&](double size) {
            return fmt::format("[{}, {}, {}]", number(size), number(size), number(size));
        };
        const std::vector<std::string> axes{"x", "y", "z", "[3/5, 0, 4/5]", "[2/3, -1/3, 2/3]"};
        std::string parts, loads, outputs;
        std::vector<std::string> names;
        for (int b = 0; b < 3; ++b) {
            const auto q = [&](int k) { return fmt::format("q{}{}", b, k); };
            const std::string axis = axes[random() % axes.size()], other = axes[random() % axes.size()];
            const std::string given =
                names.empty() ? "[rotate(y, sin(2*t)), translate(x, 1/5)]" : "[rotate(z, 2*" + names[0] + ")]";
            const std::vector<std::pair<std::string, int>> kinds{
                {fmt::format("revolute({}, {})", axis, q(0)), 1},
                {fmt::format("cylindrical({}, {}, {})", axis, q(0), q(1)), 2},
                {fmt::format("universal([x, z], [{}, {}])", q(0), q(1)), 2},
                {fmt::format("screw({}, 1/10, {})", axis, q(0)), 1},
                {fmt::format("[translate({}, {}), rotate({}, {}), rotate(y, t/3)]", axis, q(0), other, q(1)), 2},
                {fmt::format("planar(y, [{}, {}, {}])", q(0), q(1), q(2)), 3},
                {fmt::format("spherical(quaternion = [{}, {}, {}, {}])", q(0), q(1), q(2), q(3)), 0},
                {given, 0}};
            const auto& [hinge, free] = kinds[random() % kinds.size()];
            parts += fmt::format(
                "body(B{}, {}, hinge = {}, at = {}, outboard_at = {}, orient = [[x, {}], [z, {}]], mass = 2, cm = {},\n"
                "     inertia_at = cm, inertia = [1, 1.3, 1.6])$\n",
                b, b == 0 ? "ground" : fmt::format("B{}", random() % static_cast<unsigned>(b)), hinge, vector(1),
                vector(0.5), number(1), number(1), vector(0.4));
            for (int k = 0; k < free; ++k) {
                names.push_back(q(k));
                loads += fmt::format("hinge_load({0}, {1}*{0} - 0.3*{0}' + {2})$ initial({0} = {3}, {0}' = {4})$\n",
                                     q(k), number(5), number(3), number(1), number(1));
                outputs += fmt::format("output(a_{0}, {0}'')$\n", q(k));
            }
            loads += fmt::format("force(origin(B{0}), {1})$ torque(B{0}, {2})$\n", b, vector(4), vector(2));
            for (int i = 1; i <= 3; ++i)
                outputs += fmt::format(
                    "output(a_{0}{1}, acceleration(cm(B{0}))[{1}])$ output(p_{0}{1}, position(cm(B{0}))[{1}])$\n"
                    "output(w_{0}{1}, angular_velocity(B{0})[{1}])$\n"
                    "output(f_{0}{1}, reaction(B{0})[1][{1}])$ output(m_{0}{1}, reaction(B{0})[2][{1}])$\n",
                    b, i);
        }
        const std::string start = "model(m)$ gravity([0, 0, -9.81])$ ", rest = parts + loads + outputs;
        const SimulatedColumns tree = simulated(folder, start + rest, "0.01"),
                               absolute = simulated(folder, start + "options(joints = absolute)$\n" + rest, "0.01");
        for (const auto& [name, values] : tree) {
            CAPTURE(seed, name);
            if (!absolute.contains(name)) continue;  // speeds of hinges
            CHECK(std::abs(absolute.at(name)[0] - values[0]) < 1e-9 * (1 + std::abs(values[0])));
            CHECK(std::abs(absolute.at(name)[1] - values[1]) < 1e-6 * (1 + std::abs(values[1])));
        }
    }
}

TEST_CASE("one joint as rows: its coordinate keeps its meaning; a planar mechanism has three coordinates a body") {
    const fs::path folder = scratch_folder("joints_treat");
    const std::string rest =
        "point(P, B, [1, 0, 0])$ hinge_load(qa, -qa')$ initial(qa = 0.7, qb = 0.2, qa' = 1)$ output(a, qa'')$ "
        "output(b, qb'')$\n";
    const auto chain = [&](const std::string& options, const std::string& of_a, const std::string& of_b) {
        return "model(m)$ gravity([0, -9.81, 0])$ " + options + "body(A, ground, hinge = revolute(z, qa)" + of_a +
               ", mass = 1, cm = [0.5, 0, 0], inertia = [0, 0, 1])$\n"
               "body(B, A, hinge = revolute(z, qb)" +
               of_b + ", at = [1, 0, 0], mass = 2, cm = [0.4, 0.1, 0], inertia = [0, 0, 1])$\n" + rest;
    };
    const SimulatedColumns tree = simulated(folder, chain("", "", ""), "0.01");
    const std::string rows = ", treat = absolute", absolute = "options(joints = absolute)$ ";
    for (const auto& [script, speeds] :
         {std::pair(chain("", rows, ""), "4 "), std::pair(chain("", "", rows), "4 "),
          std::pair(chain(absolute, "", ""), "6 "), std::pair(chain(absolute, ", treat = tree", ""), "4 ")}) {
        CAPTURE(script);
        const SimulatedColumns columns = simulated(folder, script, "0.01");
        for (const char* name : {"qa", "qb", "a", "b"}) CHECK(std::abs(columns.at(name)[0] - tree.at(name)[0]) < 1e-10);
        write(folder / "n.lag", script + "print(length(speeds()), length(constraint_matrix()))$\n");
        CHECK(ran({"n.lag"}, folder).output.find(speeds) != std::string::npos);
    }
}

TEST_CASE("the HMMWV in absolute coordinates by one option has sixty speeds, 45 rows and the same accelerations") {
    const fs::path folder = scratch_folder("joints_hmmwv");
    std::string sample = contents(fs::path(LAG_SOURCE_DIR) / "samples/hmmwv10/hmmwv10.lag");
    for (std::size_t at; (at = sample.find("\nemit(")) != std::string::npos;)
        sample.erase(at + 1, sample.find('\n', at + 1) - at);
    sample +=
        "output(a1, rack'')$ output(a2, jounce_fl'')$ output(a3, jounce_rr'')$ output(a4, spin_fr'')$ output(a5, p')$\n"
        "initial(jounce_fl = 0.05, rack = 0.02, spin_fr' = 10, jounce_rr' = 0.4, u = 8, r = 0.3, roll = 0.1)$\n";
    write(folder / "m.lag", sample);
    std::vector<SimulatedColumns> both;
    for (const char* form : {"absolutes=0", "absolutes=1"}) {
        ran({"simulate", "m.lag", "--define", form, "--no-compiler", "--end", "0.001", "--step", "0.001", "--quiet",
             "--input", "fz_fl=5000", "--input", "fy_rr=800", "--input", "drive_fr=300"},
            folder);
        both.push_back(simulated_columns(folder / "m.csv"));
    }
    for (const char* name : {"a1", "a2", "a3", "a4", "a5"})
        CHECK(std::abs(both[1].at(name)[0] - both[0].at(name)[0]) < 1e-9 * (1 + std::abs(both[0].at(name)[0])));
    write(folder / "n.lag", sample + "print(length(speeds()), length(constraint_matrix()))$\n");
    CHECK(ran({"n.lag", "--define", "absolutes=1"}, folder).output.find("60 45") != std::string::npos);
}

}  // namespace lag
