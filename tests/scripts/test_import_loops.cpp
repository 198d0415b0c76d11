// Loops, joints that follow others, equalities and tendons of imported robots against closed forms.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_import_robots.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

constexpr double pi = 3.14159265358979323846;

const ImportedTexts urdf{"import_loops", "r.urdf"}, mjcf{"import_loops", "r.xml"};

// A parallelogram that hangs: (2 I + M l^2) q'' = -(2 m l/2 + M l) g q, with I about the hinges; l = 1, m = 1, M = 3.
double parallelogram(double g) {
    return std::sqrt((2 * 0.5 + 3) * g / (2 * (1 + 0.25) + 3)) / (2 * pi);
}

std::string urdf_link(const std::string& name, const std::string& cm, const std::string& mass) {
    return "<link name='" + name + "'><inertial><origin xyz='" + cm + "'/><mass value='" + mass +
           "'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>";
}

std::string urdf_joint(const std::string& name, const std::string& parent, const std::string& child,
                       const std::string& xyz, const std::string& more = {}) {
    return "<joint name='" + name + "' type='continuous'><origin xyz='" + xyz + "'/><parent link='" + parent +
           "'/><child link='" + child + "'/><axis xyz='0 1 0'/>" + more + "</joint>\n";
}

}  // namespace

TEST_CASE("a loop of URDF swings like a parallelogram", "[import]") {
    const std::string bars = "<robot name='r'><link name='base'/>" + urdf_link("left", "0 0 -0.5", "1") +
                             urdf_link("right", "0 0 -0.5", "1") + urdf_link("coupler", "1 0 0", "3") +
                             urdf_joint("a", "base", "left", "0 0 0") + urdf_joint("b", "base", "right", "2 0 0") +
                             urdf_joint("c", "left", "coupler", "0 0 -1");
    const auto frequency = [&](const std::string& type, const std::string& which) {
        return numbers(urdf.printed(bars + "<loop_joint name='pin' type='" + type +
                                        "'><link1 link='right' xyz='0 0 -1'/><link2 link='coupler' xyz='2 0 0'/>"
                                        "<axis xyz='0 1 0'/></loop_joint></robot>",
                                    "float(modes()" + which + "[1]);\n"));
    };
    require_near(frequency("continuous", "[2]"), {parallelogram(9.81)}, 1e-9);
    CHECK(holds(urdf.script(),
                "cut_hinge(coupler, right, hinge = revolute(y, pin_q), at = [0, 0, -1], outboard_at = [2, 0, 0],"));
    require_near(frequency("ball", "[1]"), {parallelogram(9.81)}, 1e-9);
    CHECK(holds(urdf.script(), "close_loop(pin_a, pin_b, name = pin)$"));
}

TEST_CASE("a joint of URDF that follows one behind it keeps a relation", "[import]") {
    const std::string text =
        "<robot name='r'><link name='base'/>" + urdf_link("one", "0 0 -1", "1") + urdf_link("two", "0 0 -1", "1") +
        urdf_joint("a", "base", "one", "0 0 0", "<mimic joint='b' multiplier='0.5' offset='0.1'/>") +
        urdf_joint("b", "one", "two", "0 0 -1") + "</robot>";
    const std::string out = urdf.printed(text, "coordinates();\n");
    CHECK(holds(out, "[a, b]"));
    CHECK(holds(urdf.script(), "constraint(a = 0.1 + 0.5*b)$"));
}

TEST_CASE("equalities of MJCF hold what they say", "[import]") {
    const auto bar = [](const std::string& name, const std::string& pos, const std::string& cm, const std::string& mass,
                        const std::string& inside = {}) {
        return "<body name='" + name + "' pos='" + pos + "'><joint name='q_" + name +
               "' axis='0 1 0'/><inertial pos='" + cm + "' mass='" + mass + "' diaginertia='1 1 1'/>" + inside +
               "</body>";
    };
    const std::string bars = "<mujoco><worldbody>" +
                             bar("left", "0 0 0", "0 0 -0.5", "1", bar("coupler", "0 0 -1", "1 0 0", "3")) +
                             bar("right", "2 0 0", "0 0 -0.5", "1") + "</worldbody><equality>";
    require_near(
        numbers(mjcf.printed(bars + "<connect body1='coupler' body2='right' anchor='2 0 0'/></equality></mujoco>",
                             "float(modes()[1][1]);\n")),
        {parallelogram(9.81)}, 1e-9);
    // a weld where relpose says, and not where the bodies stand
    mjcf.printed(
        bars +
            "<weld name='w' body1='left' body2='plate' relpose='0.1 0.2 0.3 1 0 0 1'/></equality><worldbody>"
            "<body name='plate'><freejoint name='f'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
            "</worldbody></mujoco>",
        "coordinates();\n");
    CHECK(holds(mjcf.script(),
                "cut_hinge(plate, left, hinge = fixed, at = [0.1, 0.2, 0.3], orient = [[z, %pi/2]], name = w)$"));
    // joints by a polynomial, from where `ref` says
    const std::string slides =
        "<mujoco><compiler angle='radian'/><worldbody><body name='a'><joint name='s1' type='slide' axis='1 0 0' "
        "ref='0.5'/>"
        "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/></body><body name='b'><joint name='s2' type='slide' "
        "axis='1 0 0' "
        "ref='2'/><inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body></worldbody>";
    mjcf.printed(slides + "<equality><joint joint1='s2' joint2='s1' polycoef='0.1 2 3 0 0'/></equality></mujoco>",
                 "coordinates();\n");
    CHECK(holds(mjcf.script(), "constraint(s2 = 0.1 + 2*(s1 - 0.5) + 3*(s1 - 0.5)^2 + 2)$"));
}

TEST_CASE("tendons of MJCF pull on each of their joints", "[import]") {
    const std::string text =
        "<mujoco><worldbody><body name='a'><joint name='s1' type='slide' axis='1 0 0'/>"
        "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/></body><body name='b'><joint name='s2' type='slide' "
        "axis='1 0 0'/>"
        "<inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body></worldbody><tendon>"
        "<fixed name='split' stiffness='7' damping='0.5' springlength='0.2'><joint joint='s1' coef='0.5'/><joint "
        "joint='s2' coef='-2'/></fixed>"
        "<spatial name='rope'/></tendon><actuator>"
        "<position name='servo' tendon='split' kp='30' gear='3'/><motor name='pull' tendon='split'/>"
        "<muscle name='m' joint='s1'/></actuator></mujoco>";
    const std::string out =
        mjcf.printed(text,
                     "float(subst([s1' = 0.3, s2' = -0.4, s1 = 0.1, s2 = 0.7, servo = 0.6, pull = 5, "
                     "split_s1 = 0.5, split_s2 = -2], right_side()));\n");
    // MuJoCo: position: force = kp ctrl - kp (gear length), times gear
    const double length = 0.5 * 0.1 - 2 * 0.7, rate = 0.5 * 0.3 + 2 * 0.4;
    const double tension = 3 * (30 * 0.6 - 30 * 3 * length) + 5 - 0.5 * rate - 7 * (length - 0.2);
    require_near(numbers(out), {0.5 * tension, -2 * tension}, 1e-9);
    CHECK(holds(mjcf.script(), "/* tendon split */\nparameters(split_s1 = 0.5, split_s2 = -2)$\n"));
    CHECK(holds(mjcf.script(), "     <spatial> tendons: rope (r.xml:1)"));
    CHECK(holds(mjcf.script(), "     <muscle> as an actuator: m (r.xml:1)"));
}

TEST_CASE("a joint that stands still in a list of joints leaves the others where they are", "[import]") {
    // two turns about one axis of one body: one of them is enough
    const std::string text =
        "<mujoco><compiler angle='radian'/><worldbody><body name='a'><joint name='p' axis='0 0 1' ref='0.5'/>"
        "<joint name='q' axis='0 0 1'/><joint name='s' axis='0 1 0' ref='0.25'/>"
        "<inertial pos='0 0 1' mass='2' diaginertia='1 1 1'/></body></worldbody></mujoco>";
    const CommandRun refused = mjcf.import(text);
    CHECK(refused.status == 1);
    CHECK(holds(refused.errors, "joints 'p' and 'q' can move together so that nothing with an inertia moves"));
    REQUIRE(mjcf.import(text, {"--accept"}).status == 0);
    CHECK(holds(mjcf.script(), "hinge = [rotate(z, q), rotate(y, -0.25), rotate(y, s)]"));
}

TEST_CASE("replicate of MJCF repeats bodies, and what refers to them", "[import]") {
    mjcf.printed(
        "<mujoco><worldbody><replicate count='2' offset='0 1 0' euler='90 0 0'>"
        "<replicate count='2' sep='_' offset='1 0 0' euler='0 90 0'><body name='a'><joint name='s' type='slide' "
        "axis='1 0 0'/><inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/></body></replicate></replicate>"
        "<replicate count='11' offset='0 0 0.1'><body name='b'><joint name='r' axis='0 1 0'/><inertial pos='0 0 0' "
        "mass='2' diaginertia='1 1 1'/></body></replicate></worldbody><tendon><fixed name='t'><joint joint='s' "
        "coef='2'/></fixed></tendon><actuator><motor name='m' joint='s'/><motor name='pull' tendon='t'/></actuator>"
        "<equality><joint joint1='r'/></equality></mujoco>",
        "coordinates();\n");
    const std::string script = mjcf.script();
    INFO(script);
    // poses and names that MuJoCo's reference gives for this nest: the innermost suffix comes first
    CHECK(holds(script, "body(a_00, ground, hinge = prismatic(x, s_00), mass"));
    CHECK(holds(script, "body(a_10, ground, hinge = prismatic(x, s_10), at = [1, 0, 0], orient = [[y, %pi/2]],"));
    CHECK(holds(script, "body(a_01, ground, hinge = prismatic(x, s_01), at = [0, 1, 0], orient = [[x, %pi/2]],"));
    CHECK(holds(script, "body(a_11, ground, hinge = prismatic(x, s_11), at = [1, 1, 0],\n"));
    CHECK(holds(script, "orient = [[[0.5773502691896258, 0.5773502691896258, 0.5773502691896258], 2*%pi/3]]"));
    CHECK(holds(script, "body(b10, ground, hinge = revolute(y, r10), at = [0, 0, 1],"));
    CHECK(holds(script, "body(b03, ground, hinge = revolute(y, r03), at = [0, 0, 0.3],"));
    for (const std::string k : {"00", "01", "10", "11"}) {
        CHECK(holds(script, "hinge_load(s_" + k + ", m_" + k + ")$"));
        CHECK(holds(script, "t_" + k + "_pull: pull_" + k + "$"));
    }
    CHECK(holds(script, "constraint(r07 = 0)$"));

    const auto error = [](const std::string& attributes) {
        const CommandRun run = mjcf.import("<mujoco><worldbody>\n<replicate " + attributes +
                                           "><body name='a'/></replicate></worldbody></mujoco>");
        CHECK(run.status == 1);
        return run.errors;
    };
    CHECK(holds(error("count='0'"), "r.xml:2:1: error: count of <replicate> is 0"));
    CHECK(holds(error("count='2.5'"), "expected a whole number from 1"));
    CHECK(holds(error("sep='_'"), "'count'"));
    CHECK(holds(error("count='100000000000'"), "expected 100000 at most"));
    CHECK(holds(error("count='99999'"), "<replicate> makes more than 100000 elements"));
}
