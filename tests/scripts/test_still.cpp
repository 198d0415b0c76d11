// The still picture in `lag doc`: its parts, and that a mechanism stands in it on its constraints.
#include <array>
#include <cmath>
#include <regex>
#include <sstream>

#include "scripts/command/page/still.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

std::string drawing_of(const std::string& folder_name, const std::string& script) {
    const auto folder = scratch_folder(folder_name);
    write(folder / "o.lag", script);
    const CommandRun run = run_lag({"doc", "o.lag"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::string page = contents(folder / "o.html");
    const std::size_t from = page.find("<svg class=\"mechanism\"");
    if (from == std::string::npos) return {};
    return page.substr(from, page.find("</svg>", from) - from);
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

const std::string rod =
    "model(m, \"a rod\")$ gravity([0, -9.81, 0])$\n"
    "body(rod, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1, 0], inertia = [1, 0, 1])$\n";

}  // namespace

TEST_CASE("a still picture shows hinges, rods, mass centres and names", "[page]") {
    const std::string svg = drawing_of("still_rod", rod);
    CHECK(holds(svg, "aria-label=\"the mechanism at the start\""));
    CHECK(count(svg, "stroke=\"#f2a900\"") == 2);  // the hinge and its axis
    CHECK(count(svg, "<circle") == 1);             // the mass centre
    CHECK(holds(svg, ">rod</text>"));
    CHECK(drawing_of("still_rod", rod) == svg);
}

TEST_CASE("a still picture shows shapes instead", "[page]") {
    const std::string svg =
        drawing_of("still_shapes", rod + "shape(rod, box([1, 2, 3]))$ shape(ground, sphere(1/4))$\n");
    CHECK(count(svg, "<polygon") == 3);  // as many faces of a box are seen
    CHECK(count(svg, "<circle") == 1);   // the sphere
}

TEST_CASE("a still picture shows the mechanism on its constraints", "[page]") {
    // a square of rods from a rough guess: the end of the last rod meets the closing point
    const std::string square =
        "model(m)$ gravity([0, -9.81, 0])$ \n"
        "body(A, ground, hinge = revolute(z, a), mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1])$\n"
        "body(B, A, hinge = revolute(z, b), at = [1, 0, 0], mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1])$\n"
        "body(C, B, hinge = revolute(z, c), at = [1, 0, 0], mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1])$\n"
        "point(P, C, [1, 0, 0])$ point(Q, ground, [1, 0, 0])$ close_loop(P, Q)$\n"
        "initial(a = 1.5, b = -1.5, c = -1.5)$\n";
    const std::string svg = drawing_of("still_square", square);
    // both points of the loop are red circles at one place
    const std::regex circle("<circle cx=\"([-0-9.]+)\" cy=\"([-0-9.]+)\" r=\"4.5\"");
    std::vector<std::pair<double, double>> places;
    for (std::sregex_iterator at(svg.begin(), svg.end(), circle), end; at != end; ++at)
        places.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
    REQUIRE(places.size() == 2);
    CHECK(std::hypot(places[0].first - places[1].first, places[0].second - places[1].second) < 0.2);
}

TEST_CASE("a still picture shows bodies that have nothing but inertia, and beams bent", "[page]") {
    const std::string cam =
        drawing_of("still_cam", "model(m)$ body(cam, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$\n");
    CHECK(count(cam, "<polygon") == 3);  // of a cube
    const std::string beam = drawing_of("still_beam",
                                        "model(m)$ gravity([0, 0, -9.81])$ flexible(b, ground, hinge = fixed(), beam = "
                                        "[axis = x, length = 1, EIz = 5, EIy = 5, "
                                        "rhoA = 2, modes = [bend_z = 1]])$ initial(b_1 = 1/5)$\n");
    const std::regex line("<polyline points=\"([-0-9., ]+)\"");
    std::smatch found;
    REQUIRE(std::regex_search(beam, found, line));
    std::istringstream points(std::regex_replace(found[1].str(), std::regex(","), " "));
    std::vector<std::array<double, 2>> places;
    for (std::array<double, 2> one{}; points >> one[0] >> one[1];) places.push_back(one);
    REQUIRE(places.size() == 13);
    // the middle lies beside the chord
    const double chord = std::hypot(places[12][0] - places[0][0], places[12][1] - places[0][1]);
    const double area = (places[12][0] - places[0][0]) * (places[6][1] - places[0][1]) -
                        (places[12][1] - places[0][1]) * (places[6][0] - places[0][0]);
    CHECK(std::abs(area) / chord > 0.02 * chord);
}

TEST_CASE("models without bodies have no picture, odd ones do no harm", "[page]") {
    CHECK(drawing_of("still_none", "model(m)$ coordinate(x, \"m\")$ lagrange(x'^2/2, x^2, coordinates = [x])$\n")
              .empty());
    CHECK(holds(drawing_of("still_point", "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"), "<svg"));
    CHECK(holds(drawing_of("still_free",
                           "model(m)$ body(b, ground, hinge = free(quaternion = [e0, e1, e2, e3]), mass = 1, "
                           "inertia = [1, 1, 1])$\n"),
                "<polygon"));
    for (const char* const svg : {"still_none", "still_point", "still_free"}) {
        const std::string page = contents(std::filesystem::path(scratch_root()) / svg / "o.html");
        CHECK(!holds(page, "nan"));
        CHECK(!holds(page, "inf\""));
    }
}

}  // namespace lag
