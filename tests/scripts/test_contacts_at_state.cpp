// linearize, modes and trim beside contacts and dry friction: closed forms.
#include <cmath>

#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

namespace {

// A cart of 2 kg on a floor, with a mass of 1 kg on springs of 4 N/m along x and 50 N/m along z.
std::string cart(const std::string& more) {
    return "model(m)$ parameters(g = 10)$ gravity([0, 0, -g])$\n"
           "body(cart, ground, hinge = [translate(x, x), translate(z, z)], mass = 2)$\n"
           "body(load, cart, hinge = [translate(x, s), translate(z, h)], mass = 1)$\n"
           "hinge_load(s, -4*s)$ hinge_load(h, -50*h)$\n"
           "contact(foot, z, friction = 1/2, tangent = x')$\n" +
           more;
}

CommandRun output_of(const std::string& name, const std::string& script) {
    const std::filesystem::path folder = scratch_folder("contacts_" + name);
    write(folder / "o.lag", script);
    return run_lag({"o.lag"}, folder);
}

// Of "[[a, b], ..]" as linearize prints its eigenvalues: whether one has this imaginary part, and none this other one.
bool has_number(const std::string& text, double wanted) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (std::isdigit(static_cast<unsigned char>(text[at])) == 0) continue;
        std::size_t length = 0;
        const double value = std::stod(text.substr(at), &length);
        if (std::abs(value - wanted) < 1e-9 * (1 + wanted)) return true;
        at += length;
    }
    return false;
}

}  // namespace

TEST_CASE("what stands on a floor is linearized as it stands", "[contacts]") {
    const CommandRun stands = output_of("stands", cart("initial(h = -1/5)$ linearize()[5];\n"));
    INFO(stands.output << stands.errors);
    REQUIRE(stands.status == 0);
    CHECK(has_number(stands.output, 2));              // sqrt(4/1): the cart does not move
    CHECK(has_number(stands.output, std::sqrt(50)));  // nor along z
    const CommandRun flies = output_of("flies", cart("initial(z = 1)$ linearize()[5];\n"));
    INFO(flies.output << flies.errors);
    REQUIRE(flies.status == 0);
    CHECK(has_number(flies.output, std::sqrt(4 * 1.5)));  // with the reduced mass 2/3
    CHECK(!has_number(flies.output, 2));
    const CommandRun brake = output_of("brake",
                                       "model(m)$ body(a, ground, hinge = prismatic(x, x), mass = 2)$\n"
                                       "body(b, a, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, -4*s)$\n"
                                       "hinge_friction(x, 3)$ initial(s = 1/10)$ linearize()[5];\n");
    INFO(brake.output << brake.errors);
    REQUIRE(brake.status == 0);
    CHECK(has_number(brake.output, 2));
}

TEST_CASE("what slides or would open or slide is not linearized", "[contacts]") {
    const auto refused = [](const std::string& more, const std::string& words) {
        const CommandRun run = output_of("refused", cart(more));
        INFO(run.output << run.errors);
        CHECK(run.status == 1);
        CHECK(holds(run.errors, words));
    };
    refused("initial(x' = 1)$ linearize();\n", "contact 'foot' slides at this state, at a speed of 1");
    refused("linearize(at = [foot_slip = 1]);\n", "contact 'foot' slides at this state");
    refused("initial(h = 1)$ linearize();\n", "contact 'foot' would open at this state: its normal force would be -30");
    refused("initial(h = -1/5, s = 5)$ linearize();\n",
            "contact 'foot' would slide at this state: the friction is larger than its limit by 5");
    refused("force(origin(cart), [16, 0, 0])$ trim();\n", "contact 'foot' would slide at this state");
}

TEST_CASE("trim finds how it stands", "[contacts]") {
    const CommandRun run = output_of("trim", cart("force(origin(load), [1, 0, 0])$ trim();\n"));
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(has_number(run.output, 0.25));
    CHECK(has_number(run.output, 0.2));  // 10/50
}

TEST_CASE("a gap that no motion changes has a message of its own", "[contacts]") {
    const CommandRun run =
        output_of("unmoved",
                  "model(m)$ parameters(h = 1)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
                  "contact(foot, h, friction = 1/2, tangent = x')$\n");
    CHECK(run.status == 1);
    CHECK(run.errors ==
          "o.lag:2:9: error: no motion changes the gap of contact 'foot'\n"
          "contact(foot, h, friction = 1/2, tangent = x')$\n"
          "        ^\n"
          "hint: a gap holds coordinates\n");
}

TEST_CASE("a parameter of the contact speed is used", "[contacts]") {
    const CommandRun run =
        output_of("used",
                  "model(m)$ parameters(e = 1/2, v = 1/100)$ options(contact_speed = v)$\n"
                  "body(b, ground, hinge = prismatic(z, z), mass = 1)$ contact(foot, z, restitution = e)$\n"
                  "emit(c, \"m.h\")$\n");
    CHECK(run.status == 0);
    CHECK(!holds(run.errors, "not used"));
}

TEST_CASE("what counts as touching follows from the contact speed", "[contacts]") {
    // two feet, the second one 5 micrometres above the floor: it closes with the first where the contact speed is 1/100
    const std::string feet =
        "body(b, ground, hinge = [translate(z, z), rotate(y, q)], mass = 1, inertia = [1, 1, 1])$\n"
        "contact(left, z)$ contact(right, z + 5/1000000)$ gravity([0, 0, -10])$ initial(z = 1/100)$\n";
    const ContactRun wide =
        run_contacts("wide", "model(m)$ options(contact_speed = 1/100)$\n" + feet, {"--end", "0.2"});
    REQUIRE(wide.run.status == 0);
    CHECK(wide.time_of("left") == Approx(std::sqrt(0.002)).epsilon(1e-6));
    CHECK(wide.columns.at("z'").back() == Approx(0).margin(1e-9));
}

}  // namespace lag
