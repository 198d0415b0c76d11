// `lag simulate --page` and `lag page`: the frames of a page against the positions that the emitted routines give, which
// come from the equations' kinematics; meshes; tables of other programs; what the file holds.
#include <cmath>
#include <regex>

#include "tests/catch.hpp"
#include "tests/scripts/test_page_frames.hpp"
#include "tests/scripts/test_sid_text.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

// Outputs with the place of a point of a body, and of the body's own.
std::string places_of(const std::vector<std::string>& bodies) {
    std::string text;
    for (const std::string& body : bodies)
        text += "point(far_" + body + ", " + body + ", [1/3, -1/2, 3/4])$ for i:1 thru 3 do output(concat(" + body +
                "_at_, i), position(far_" + body + ")[i])$\n";
    return text;
}

void check_places(const std::filesystem::path& folder, const std::vector<std::string>& bodies, double travels = 0.01) {
    const PageFrames page(folder / "o.html");
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    REQUIRE(page.times == columns.at("t"));
    for (const std::string& body : bodies) {
        CAPTURE(body);
        double error = 0, travelled = 0;
        for (std::size_t k = 0; k < page.times.size(); ++k) {
            const auto there = page.position(body, k, {1.0 / 3, -1.0 / 2, 3.0 / 4});
            for (std::size_t i = 0; i < 3; ++i) {
                const auto& column = columns.at(body + "_at_" + std::to_string(i + 1));
                error = std::max(error, std::abs(there[i] - column[k]));
                travelled = std::max(travelled, std::abs(column[k] - column[0]));
            }
        }
        CHECK(error < 1e-9);
        CHECK(travelled > travels);
    }
}

// Runs o.lag for half a second with --page.
CommandRun run_page(const std::filesystem::path& folder, const std::string& script,
                    const std::vector<std::string>& more = {"--step", "0.025"}) {
    write(folder / "o.lag", script);
    std::vector<std::string> arguments{"simulate", "o.lag", "--end", "0.5", "--page", "--no-compiler"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    CommandRun run = run_lag(arguments, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return run;
}

const std::string hanging_rod =
    "model(m, \"a rod\")$ parameters(l = 2)$ gravity([0, -9.81, 0])$\n"
    "body(rod, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -l/2, 0], inertia = [l^2/12, 0, l^2/12])$\n"
    "initial(q1 = 1)$\n";

}  // namespace

TEST_CASE("frames have the places that the equations have: hinges of all kinds", "[page]") {
    const auto folder = scratch_folder("page_hinges");
    const std::vector<std::string> bodies{"a", "b", "c", "d", "e", "f", "g", "h"};
    const std::string inertia = ", mass = 1, cm = [1/5, 1/7, -1/9], inertia = [2, 3, 4])$\n";
    run_page(folder,
             "model(m)$ gravity([1, 2, -9])$ input(drive, \"m\")$\n"
             "body(a, ground, hinge = free(sequence = 312, angles = [a1, a2, a3], position = [x, y, z])" +
                 inertia +
                 "body(b, a, hinge = revolute([1, 2, -2], q1), at = [1, 0, 1/2], orient = [[z, 1/3], [x, 1/5]]"
                 ", outboard_at = [1/4, 1/8, 0]" +
                 inertia + "body(c, b, hinge = spherical(quaternion = [e0, e1, e2, e3]), at = [0, 1, 0]" + inertia +
                 "body(d, ground, hinge = planar(y, [x1, x2, q2], speeds = [v1, v2, r]), orient = [[x, 1/2]]" +
                 inertia +
                 "body(e, d, hinge = universal([z, x], [u1, u2]), at = [0, 0, -1], outboard_at = [0, 1/3, 1]" +
                 inertia + "body(f, e, hinge = screw(x, 1/3, s1)" + inertia +
                 "body(g, f, hinge = [translate([1, 1, 0], drive), rotate(y, q3), translate(z, 2*q3), "
                 "rotate(x, 1/2)]" +
                 inertia + "body(h, g, hinge = revolute(z, coupled(q3)), at = [1, 1, 1]" + inertia +
                 "initial(a2 = 1/2, q1' = 2, u1 = 1/3, e1 = 0.6, e0 = 0.8, q3' = 1)$\n" + places_of(bodies),
             {"--step", "0.05", "--input", "drive=sin(3*t)", "--initial", "a_w1=2"});
    check_places(folder, bodies);
}

TEST_CASE("frames have the places that the equations have: loops, cut hinges, eliminated speeds", "[page]") {
    const std::vector<std::string> bodies{"crank", "coupler", "rocker"};
    for (const std::string options : {"", "options(constraints = eliminate)$\n"}) {
        const auto folder = scratch_folder("page_loop");
        run_page(folder, "model(m)$\n" + four_bar_linkage + "line_force(P, origin(ground), -q3'^2 - 1)$\n" + options +
                             places_of(bodies));
        check_places(folder, bodies);
        const PageFrames page(folder / "o.html");
        CHECK(page.json["closures"].size() == 2);
        CHECK(page.json["lines"].size() == 1);
    }
    const auto folder = scratch_folder("page_cut");
    run_page(folder,
             "model(m)$ gravity([0, -9.81, 0])$\n"
             "body(crank, ground, hinge = revolute(z, q1), mass = 1, inertia = [1, 1, 1])$\n"
             "body(coupler, crank, hinge = revolute(z, q2), at = [1, 0, 0], mass = 1, inertia = [1, 1, 1])$\n"
             "cut_hinge(coupler, ground, hinge = [translate(x, s), rotate(z, q4)], outboard_at = [3, 0, 0])$\n"
             "initial(q1 = 1, q2 = -1 - asin(sin(1)/3), q4 = -asin(sin(1)/3), s = cos(1) + 3*sqrt(1 - sin(1)^2/9), "
             "q1' = 1)$\n" +
                 places_of({"crank", "coupler"}));
    check_places(folder, {"crank", "coupler"});
}

TEST_CASE("a sample's page: its shapes, axes and arrows", "[page]") {
    const auto folder = scratch_folder("page_parts");
    run_page(folder, hanging_rod +
                         "shape(rod, box([l/10, l, l/10]), at = [0, -l/2, 0])$ shape(ground, sphere(l/8))$\n"
                         "shape(rod, cylinder(x, 1/4, l/2), orient = [[z, %pi/2]])$\n"
                         "force(cm(rod), [0, 3, 4], in = rod)$ hinge_load(q1, 5*cos(t))$\n");
    const PageFrames page(folder / "o.html");
    CHECK(page.json["title"] == "a rod");
    CHECK(page.json["up"] == nlohmann::json::array({0.0, 1.0, 0.0}));
    REQUIRE(page.json["shapes"].size() == 3);
    CHECK(page.json["shapes"][0]["box"] == nlohmann::json::array({0.2, 2.0, 0.2}));
    CHECK(page.json["shapes"][0]["at"] == nlohmann::json::array({0.0, -1.0, 0.0}));
    CHECK(page.json["shapes"][2]["cylinder"] == nlohmann::json::array({0.25, 1.0}));
    REQUIRE(page.json["axes"].size() == 1);
    CHECK(page.json["axes"][0]["direction"] == nlohmann::json::array({0.0, 0.0, 1.0}));
    REQUIRE(page.json["masses"].size() == 1);
    // a slender rod along y: one long edge
    CHECK(page.json["masses"][0]["edges"][1].get<double>() == Approx(2).epsilon(1e-12));
    REQUIRE(page.json["arrows"].size() == 2);
    CHECK(page.json["arrows"][0]["torque"] == false);
    CHECK(page.json["arrows"][1]["torque"] == true);
}

TEST_CASE("a rod goes to each declared point of a body, and a planar inertia is a flat plate", "[page]") {
    const auto folder = scratch_folder("page_rods");
    run_page(folder,
             "model(m)$ body(slide, ground, hinge = prismatic(x, s), mass = 2, inertia = [0, 0, 3])$\n"
             "point(head, slide, [0, 1/10, 0])$ point(axle, slide, [-2, 0, 0])$ initial(s' = 1)$\n");
    const PageFrames page(folder / "o.html");
    std::vector<std::vector<double>> ends;
    for (const auto& rod : page.json["rods"]) {
        CHECK(rod["node"] == 1);
        CHECK(rod["from"] == nlohmann::json::array({0.0, 0.0, 0.0}));
        ends.push_back(rod["to"]);
    }
    CHECK(ends == std::vector<std::vector<double>>{{0, 0.1, 0}, {-2, 0, 0}});
    // of a plate: m (a^2 + b^2)/12 = J, and no more in z than lets one see it
    REQUIRE(page.json["masses"].size() == 1);
    const std::vector<double> edges = page.json["masses"][0]["edges"];
    CHECK(2 * (edges[0] * edges[0] + edges[1] * edges[1]) / 12 == Approx(3).epsilon(1e-12));
    CHECK(edges[0] == Approx(edges[1]).epsilon(1e-12));
    CHECK(edges[2] > 0);
    CHECK(edges[2] < edges[0] / 10);
}

TEST_CASE("a flexible body is drawn as it is bent", "[page]") {
    const auto folder = scratch_folder("page_bent");
    const std::string point_of_node = "output(NAME_x, position(PLACE)[1])$ output(NAME_y, position(PLACE)[2])$\n";
    const auto outputs = [&](const std::string& name, const std::string& place) {
        return std::regex_replace(std::regex_replace(point_of_node, std::regex("NAME"), name), std::regex("PLACE"),
                                  place);
    };
    run_page(folder,
             "model(m)$ parameters(l = 0.6)$ gravity([0, -9.81, 0])$\n"
             "flexible(upper, ground, hinge = revolute(z, q1), beam = [axis = x, length = l, EIz = 5, rhoA = 2, "
             "modes = [bend_y = 2]])$\n"
             "flexible(lower, upper, hinge = revolute(z, q2), at = node(upper, l), "
             "beam = [axis = x, length = l, EIz = 4, rhoA = 1, modes = [bend_y = 2], shapes = polynomial])$\n"
             "body(hand, lower, hinge = fixed(), at = node(lower, l), mass = 1)$\n" +
                 outputs("middle", "node(upper, l/2)") + outputs("elbow", "node(upper, l)") +
                 outputs("tip", "origin(hand)"));
    const PageFrames page(folder / "o.html");
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    REQUIRE(page.json["beams"].size() == 2);
    double bent = 0;
    for (std::size_t k = 0; k < page.times.size(); ++k) {
        CAPTURE(page.times[k]);
        const auto check = [&](const std::string& name, const std::string& body, std::size_t which, double part) {
            const auto& beam = page.json["beams"][which];
            const std::size_t parts = beam["parts"],
                              point = (parts + 1) * k + static_cast<std::size_t>(part * double(parts));
            const std::vector<float> numbers = decoded_floats(beam["points"]);
            REQUIRE(numbers.size() == 3 * (parts + 1) * page.times.size());
            const auto there =
                page.position(body, k, {numbers[3 * point], numbers[3 * point + 1], numbers[3 * point + 2]});
            CHECK(there[0] == Approx(columns.at(name + "_x")[k]).margin(1e-6));
            CHECK(there[1] == Approx(columns.at(name + "_y")[k]).margin(1e-6));
            bent = std::max(bent, std::abs(double(numbers[3 * point + 1])));
        };
        check("middle", "upper", 0, 0.5), check("elbow", "upper", 0, 1), check("tip", "lower", 1, 1);
    }
    CHECK(bent > 0.01);
    for (const auto& rod : page.json["rods"])
        CHECK((rod["node"] != 1 && rod["node"] != 3));                     // nothing straight beside it
    for (const auto& axis : page.json["axes"]) CHECK(axis["name"] != "");  // nodes are no hinges
}

TEST_CASE("a body from a file of data is drawn along its nodes, bent", "[page]") {
    const auto folder = scratch_folder("page_sid");
    write(folder / "b.sid", beam_as_sid());
    run_page(folder,
             "model(m)$ flexible(b, ground, hinge = fixed(), sid = \"b.sid\")$ initial(b_1 = 0.5)$\n"
             "P: position(node(b, 3))$ output(x, P[1])$ output(y, P[2])$\n");
    const PageFrames page(folder / "o.html");
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    REQUIRE(page.json["beams"].size() == 1);
    const auto& beam = page.json["beams"][0];
    REQUIRE(beam["parts"] == 1);
    const std::vector<float> numbers = decoded_floats(beam["points"]);
    for (std::size_t k = 0; k < page.times.size(); ++k) {
        const std::size_t end = 3 * (2 * k + 1);
        CHECK(numbers[end] == Approx(columns.at("x")[k]).margin(1e-6));
        CHECK(numbers[end + 1] == Approx(columns.at("y")[k]).margin(1e-6));
    }
    CHECK(columns.at("y")[0] == Approx(0.045));
}

TEST_CASE("every body shows in a page: by a shape, a rod, a box or a cube", "[page]") {
    const auto folder = scratch_folder("page_stubs");
    run_page(folder,
             "model(m)$ body(cam, ground, hinge = revolute(z, phi), inertia = [0, 0, 1])$\n"
             "body(follower, ground, hinge = prismatic(y, phi^2), mass = 1)$\n"
             "body(disc, ground, hinge = revolute(z, a), mass = 1, inertia = [0, 0, 1])$\n"
             "body(rod, ground, hinge = revolute(z, b), cm = [1, 0, 0], mass = 1)$\n"
             "body(ball, ground, hinge = prismatic(x, s), mass = 1)$ shape(ball, sphere(1))$ initial(phi' = 1)$\n");
    const PageFrames page(folder / "o.html");
    std::vector<std::size_t> stubs;
    for (const auto& stub : page.json["stubs"]) stubs.push_back(stub["node"]);
    CHECK(stubs == std::vector<std::size_t>{1, 2});
}

TEST_CASE("arrows are the loads, by the inputs at their time", "[page]") {
    const auto folder = scratch_folder("page_arrows");
    run_page(folder,
             hanging_rod + "input(push, \"N\")$ force(cm(rod), [push, 0, 2*push], in = rod)$ hinge_load(q1, 7*push)$\n",
             {"--step", "0.125", "--input", "push=4*t"});
    const PageFrames page(folder / "o.html");
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");
    REQUIRE(page.json["arrows"].size() == 2);
    const std::vector<float> force = decoded_floats(page.json["arrows"][0]["values"]),
                             torque = decoded_floats(page.json["arrows"][1]["values"]);
    REQUIRE(force.size() == 15);
    for (std::size_t k = 0; k < 5; ++k) {
        const double push = 4 * columns.at("t")[k], q1 = columns.at("q1")[k];
        CHECK(force[3 * k] == Approx(push * std::cos(q1)).margin(1e-6));
        CHECK(force[3 * k + 1] == Approx(push * std::sin(q1)).margin(1e-6));
        CHECK(force[3 * k + 2] == Approx(2 * push).margin(1e-6));
        CHECK(torque[3 * k + 2] == Approx(7 * push).margin(1e-6));
    }
}

TEST_CASE("events are marks, flags are curves, and loads follow them", "[page]") {
    const auto folder = scratch_folder("page_events");
    // a motor that is switched off at 0.2 s
    run_page(folder, hanging_rod + "flag(on, 1)$ event(off, t - 1/5, rising, set = [on = 0])$ hinge_load(q1, 3*on)$\n",
             {"--step", "0.125"});
    const PageFrames page(folder / "o.html");
    REQUIRE(page.json["marks"].size() == 1);
    CHECK(page.json["marks"][0]["text"] == "off");
    CHECK(page.json["marks"][0]["t"].get<double>() == Approx(0.2).epsilon(1e-12));
    const std::vector<float> torque = decoded_floats(page.json["arrows"][0]["values"]);
    for (std::size_t k = 0; k < page.times.size(); ++k) {
        INFO(page.times[k]);
        CHECK(torque[3 * k + 2] == (page.times[k] < 0.2 ? 3 : 0));
    }
    bool has_flag = false;
    for (const auto& curve : page.json["curves"]) has_flag = has_flag || curve["name"] == "on";
    CHECK(has_flag);
}

TEST_CASE("what slides behind a turn is drawn from its hinge", "[page]") {
    const auto folder = scratch_folder("page_rope");
    run_page(folder,
             "model(m)$ gravity([0, -9.81, 0])$ input(rope)$ body(hook, ground, at = [1, 2, 0], "
             "hinge = [rotate(z, swing), translate(y, -rope)], mass = 1)$ initial(swing = 0.2)$\n",
             {"--input", "rope=3+t"});
    const PageFrames page(folder / "o.html");
    REQUIRE(page.json["lines"].size() == 1);
    CHECK(page.json["lines"][0]["from"]["r"] == nlohmann::json::array({1.0, 2.0, 0.0}));
    CHECK(page.json["lines"][0]["to"]["node"] == 1);
}

TEST_CASE("a page asks for nothing and says whose the library in it is", "[page]") {
    const auto folder = scratch_folder("page_alone");
    const CommandRun run = run_page(folder,
                                    "model(m, \"</script><b>&\")$ body(rod, ground, hinge = revolute(z, q1), "
                                    "mass = 1, inertia = [1, 1, 1])$\n");
    CHECK(holds(run.output, "o.html"));
    const std::string text = contents(folder / "o.html");
    CHECK(holds(text, "three.js authors"));
    CHECK(holds(text, "The MIT License"));
    CHECK(holds(text, "default-src 'none'"));
    CHECK(!holds(text, "</script><b>"));
    for (const char* const word : {" src=", "<link", "@import", "url("}) CHECK(!holds(text, word));
    CHECK(PageFrames(folder / "o.html").json["title"] == "</script><b>&");
    run_page(folder, contents(folder / "o.lag"));
    CHECK(contents(folder / "o.html") == text);
}

TEST_CASE("without --page no page is written", "[page]") {
    const auto folder = scratch_folder("page_none");
    write(folder / "o.lag", hanging_rod);
    REQUIRE(run_lag({"simulate", "o.lag", "--end", "1", "--no-compiler"}, folder).status == 0);
    CHECK(!std::filesystem::exists(folder / "o.html"));
}

TEST_CASE("a long run is thinned, its end stays", "[page]") {
    const auto folder = scratch_folder("page_long");
    run_page(folder, hanging_rod, {"--step", "0.0001"});
    const PageFrames page(folder / "o.html");
    CHECK(page.times.size() <= 1002);
    CHECK(page.times.size() > 900);
    CHECK(page.times.front() == 0);
    CHECK(page.times.back() == 0.5);
    CHECK(page.json["note"].get<std::string>() ==
          "The page shows " + std::to_string(page.times.size()) + " of 5001 rows.");
}

TEST_CASE("meshes: text and binary STL, and files that are none", "[page]") {
    const auto folder = scratch_folder("page_mesh");
    const std::string script = hanging_rod + "shape(rod, mesh(\"rod.stl\"))$\n";
    const std::string corners = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 -2e0 0\n";
    write(folder / "rod.stl",
          "solid rod\nfacet normal 0 0 1\nouter loop\n" + corners + "endloop\nendfacet\nendsolid\n");
    run_page(folder, script);
    const PageFrames text(folder / "o.html");
    REQUIRE(text.json["shapes"].size() == 1);
    std::string binary(80, ' ');
    binary += std::string("\1\0\0\0", 4);
    for (const float x : {0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, -2.f, 0.f}) {
        std::string bytes(4, '\0');
        std::memcpy(bytes.data(), &x, 4);
        binary += bytes;
    }
    binary += std::string(2, '\0');
    write(folder / "rod.stl", binary);
    run_page(folder, script);
    CHECK(PageFrames(folder / "o.html").json["shapes"][0]["mesh"] == text.json["shapes"][0]["mesh"]);

    const auto error = [&] {
        std::filesystem::remove(folder / "o.html");
        const CommandRun run = run_lag({"simulate", "o.lag", "--end", "1", "--page", "--no-compiler"}, folder);
        CHECK(run.status == 1);
        CHECK(!std::filesystem::exists(folder / "o.html"));
        return run.errors;
    };
    for (const std::string& wrong : {binary.substr(0, 100), std::string("solid\n"), std::string("vertex 1 2\n"),
                                     std::string("vertex 1 2 nan vertex 1 2 3 vertex 1 2 3")}) {
        write(folder / "rod.stl", wrong);
        CHECK(holds(error(), "o.lag:4: mesh 'rod.stl'"));
    }
    std::filesystem::remove(folder / "rod.stl");
    CHECK(holds(error(), "o.lag:4: mesh 'rod.stl': there is no such file"));
}

TEST_CASE("the page of a table shows the motion in it", "[page]") {
    const auto folder = scratch_folder("page_table");
    run_page(folder, hanging_rod + "input(tau, \"N*m\")$ hinge_load(q1, tau)$\n" + places_of({"rod"}));
    const PageFrames simulated(folder / "o.html");
    const CommandRun run = run_lag({"page", "o.lag", "o.csv"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "wrote"));
    const PageFrames page(folder / "o.html");
    CHECK(page.times == simulated.times);
    CHECK(page.frames == simulated.frames);

    const auto error = [&](const std::string& table) {
        write(folder / "w.csv", table);
        const CommandRun failed = run_lag({"page", "o.lag", "w.csv"}, folder);
        CHECK(failed.status == 1);
        CHECK(!std::filesystem::exists(folder / "w.html"));
        return failed.errors;
    };
    CHECK(holds(error("t,q2\n0,1\n"), "w.csv has no column 'q1'"));
    CHECK(holds(error("q1\n1\n"), "w.csv has no column 't'"));
    CHECK(holds(error("t,q1\n0,1\n1\n"), "w.csv:3: there are fewer columns than names"));
    CHECK(holds(error("t,q1\n0,one\n"), "w.csv:2: one is not a number"));
    CHECK(holds(error("t,q1\n1,0\n1,0\n"), "do not ascend"));
    CHECK(holds(error("t,q1\n0,1\n1,nan\n"), "w.csv:3: nan is not a number"));
    CHECK(holds(error("t,q1\nnan,0\n1,0\n"), "w.csv:2: nan is not a number"));
    CHECK(holds(error(""), "w.csv has no rows"));
    CHECK(holds(run_lag({"page", "o.lag", "none.csv"}, folder).errors, "cannot read none.csv"));
    // the least of a table: with blanks, and lines as Windows ends them
    write(folder / "least.csv", "t, q1 ,tau\r\n0, 0.5, 1\r\n2,0.7,0\r\n");
    REQUIRE(run_lag({"page", "o.lag", "least.csv", "--plot", "q1"}, folder).status == 0);
    CHECK(PageFrames(folder / "least.html").position("rod", 1, {0, -2, 0})[0] ==
          Approx(2 * std::sin(0.7)).epsilon(1e-12));
}

TEST_CASE("a page of energies alone has curves", "[page]") {
    const auto folder = scratch_folder("page_lagrange");
    run_page(folder, "model(m)$ coordinate(x, \"m\")$ lagrange(x'^2/2, x^2, coordinates = [x])$ initial(x = 1)$\n");
    const PageFrames page(folder / "o.html");
    CHECK(page.names.size() == 1);
    CHECK(page.json["curves"][0]["name"] == "x");
    CHECK(page.json["curves"][0]["shown"] == true);
}

}  // namespace lag
