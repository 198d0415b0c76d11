// Mistakes in statements of contacts and dry friction: where they are, what was found, what to write.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

std::string error(const std::string& statement) {
    return run_script("model(m)$ body(b, ground, hinge = planar(z, [x, y, q]), mass = 1, inertia = [1, 1, 1])$\n" +
                      statement)
        .error;
}

}  // namespace

TEST_CASE("mistakes in contacts are named at their place", "[contacts]") {
    CHECK(error("contact(foot, y, friction = -1/5, tangent = x')$") ==
          "2:29: the friction of contact 'foot' cannot be negative, found -1/5");
    CHECK(error("contact(foot, y, restitution = 2)$") ==
          "2:32: a restitution is between 0 and 1, found 2 [0: without a bounce, 1: the speed is reversed]");
    CHECK(
        error("contact(foot, y >= 0)$") ==
        "2:15: the gap of contact 'foot' is a number, found a condition [give the gap alone: contact(foot, z) keeps z "
        "from falling below 0]");
    CHECK(error("contact(foot, y = 0)$").find("found a condition") != std::string::npos);
    CHECK(error("contact(foot, [x, y, 0])$") ==
          "2:15: the gap of contact 'foot' is a number, found a list [take one component, such as position(P)[3]]");
    CHECK(error("contact(foot, y, friction = 1, tangent = [x', 0, 0])$") ==
          "2:42: tangent is one slip speed or a list of two, found 3 [along perpendicular unit directions, such as "
          "tangent = [velocity(P)[1], velocity(P)[2]]]");
    CHECK(
        error("contact(foot, y, friction = 1, tangent = [x', x'])$") ==
        "2:47: both slip speeds of contact 'foot' are the same [they are speeds along perpendicular directions of the "
        "surface]");
    CHECK(error("contact(foot, y, friction = 1, tangent = [x', -x'])$").find("are the same") != std::string::npos);
    CHECK(error("contact(foot, y, friction = 1, tangent = [x', y'])$").find("is the rate of its gap") !=
          std::string::npos);
    CHECK(error("contact(foot, y, friction = 1, tangent = [x', q'^2])$")
              .starts_with("2:47: the second slip speed of contact 'foot' is not linear in the speed 'q''"));
    CHECK(error("contact(foot, y, friction = 1, tangent = [x', [q']])$")
              .starts_with("2:47: the second slip speed of contact 'foot' is a number, found a list"));
    CHECK(error("contact(foot, y, friction = 1, tangent = x'^2)$") ==
          "2:42: the slip speed of contact 'foot' is not linear in the speed 'x'' [it is a sum of speeds with factors, "
          "such as tangent = velocity(P)[1]]");
    CHECK(error("contact(foot, y, friction = 1, tangent = y')$") ==
          "2:42: the slip speed of contact 'foot' is the rate of its gap [it is a speed along the surface, such as "
          "tangent = velocity(P)[1] on a floor whose normal is z]");
    CHECK(error("contact(foot, y - cos(q), friction = 1, tangent = -y' - sin(q)*q')$").find("is the rate of its gap") !=
          std::string::npos);
    CHECK(error("contact(foot, y - cos(q), friction = 1, tangent = x' + cos(q)*q')$").empty());
    CHECK(error("contact(foot, 1)$") == "2:9: no motion changes the gap of contact 'foot' [a gap holds coordinates]");
    CHECK(error("contact(foot, y)$ contact(foot, y - 1)$") ==
          "2:27: a contact is named 'foot' already [every contact has a name of its own]");
    CHECK(error("contact(foot, y)$ output(F, friction_force(foot))$") ==
          "2:44: no contact with friction is named 'foot' [declare one above with contact(foot, gap, friction = mu, "
          "tangent = v_t)]");
}

TEST_CASE("mistakes in dry friction are named at their place", "[contacts]") {
    CHECK(error("hinge_friction(q, -1)$") == "2:19: the limit of the friction of 'q' cannot be negative, found -1");
    CHECK(error("hinge_friction(q, 1)$ hinge_friction(q, 2)$") ==
          "2:38: the friction of 'q' has a limit already [give the sum of all limits in one hinge_friction]");
    CHECK(error("hinge_friction(b, 1)$") ==
          "2:16: hinge_friction takes a coordinate, and 'b' is none [such as hinge_friction(q1, 1/2)]");
}

}  // namespace lag
