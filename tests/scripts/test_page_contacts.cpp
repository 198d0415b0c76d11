// What a page of `lag simulate --page` says of contacts: which are closed, which slide, and where they are.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/scripts/test_page_frames.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

TEST_CASE("a page marks closed contacts, and whether they stick or slide", "[page][contacts]") {
    const auto folder = scratch_folder("page_contacts");
    write(folder / "o.lag",
          "model(m)$ gravity([0, 0, -10])$\n"
          "body(sled, ground, hinge = [translate(x, x), translate(z, z), rotate(y, tilt)], mass = 2, "
          "inertia = [1, 1, 1])$\n"
          "point(heel, sled, [-1, 0, -1/4])$ point(toe, sled, [1, 0, -1/4])$\n"
          "contact(back, position(heel)[3], friction = 1/5, tangent = velocity(heel)[1])$\n"
          "contact(front, position(toe)[3] + 0, friction = 1/5, tangent = velocity(toe)[1])$\n"
          "body(ball, ground, hinge = prismatic(z, h), mass = 1)$ contact(floor, h - 1/10)$\n"
          "contact(far, (x - 9)^2 + (z - 9)^2 - 1)$\n"
          "initial(z = 1/4, x' = 1, h = 1.35)$\n");
    const CommandRun run = run_lag({"simulate", "o.lag", "--end", "1", "--step", "0.05", "--page"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const PageFrames page(folder / "o.html");
    const auto& contacts = page.json["contacts"];
    REQUIRE(contacts.size() == 4);
    const auto marks = [&](std::size_t k) { return contacts[k]["marks"].get<std::string>(); };
    // it slides until 1 m/s : 2 m/s^2, the ball falls 1.25 m in 1/2 s
    std::string slides, falls;
    for (const double t : page.times) {
        slides += t < 0.5 - 1e-9 ? 's' : 'c';
        falls += t < 0.5 - 1e-9 ? 'o' : 'c';
    }
    REQUIRE(slides.size() == 21);
    slides[10] = falls[10] = '?';  // at the event
    for (std::size_t k = 0; k < 4; ++k) {
        CAPTURE(k);
        std::string expected = k < 2 ? slides : k == 2 ? falls : std::string(21, 'o'), found = marks(k);
        REQUIRE(found.size() == 21);
        if (k < 3) found[10] = '?';
        CHECK(found == expected);
    }
    CHECK(contacts[0]["name"] == "back");
    CHECK(contacts[0]["friction"] == true);
    CHECK(contacts[2]["friction"] == false);
    CHECK(contacts[0]["node"] == 1);
    CHECK(contacts[0]["r"] == nlohmann::json::array({-1.0, 0.0, -0.25}));
    CHECK(contacts[1]["r"] == nlohmann::json::array({1.0, 0.0, -0.25}));
    CHECK(contacts[2]["node"] == 2);
    CHECK(!contacts[3].contains("node"));  // its gap is no linear function of any place
    const std::string text = contents(folder / "o.html");
    CHECK(text.find("markContact") != std::string::npos);
    CHECK(text.find("id=\"contacts\"") != std::string::npos);
}

TEST_CASE("a page without contacts marks none", "[page][contacts]") {
    const auto folder = scratch_folder("page_no_contacts");
    write(folder / "o.lag", "model(m)$ body(b, ground, hinge = prismatic(z, h), mass = 1)$ initial(h' = 1)$\n");
    REQUIRE(run_lag({"simulate", "o.lag", "--end", "1", "--page", "--no-compiler"}, folder).status == 0);
    CHECK(PageFrames(folder / "o.html").json["contacts"].empty());
}

}  // namespace lag
