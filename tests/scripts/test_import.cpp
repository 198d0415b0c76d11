// lag import: a robot's file becomes a script whose equations are those that MuJoCo has of the same file; what no body can be
// is refused with its place; hostile files end in an error.
#include <fstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_import_robots.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

std::string link_text(const std::string& name, const std::string& inertia, const std::string& mass = "1") {
    return "<link name='" + name + "'><inertial><mass value='" + mass + "'/>\n<inertia " + inertia +
           "/></inertial></link>\n";
}
const std::string sound = "ixx='1' iyy='1' izz='1'";
const std::string hinge = "<joint name='q' type='continuous'><parent link='a'/><child link='b'/></joint>\n";

std::string robot(const std::string& inside) {
    return "<robot name='r'>\n" + inside + "</robot>\n";
}

const ImportedTexts urdf{"import", "r.urdf"};

}  // namespace

TEST_CASE("an imported arm has the mass matrix and the loads that MuJoCo has", "[import]") {
    const fs::path folder = scratch_folder("import_arm");
    const CommandRun made =
        run_lag({"import", (robots / "arm.urdf").string(), "arm.lag", "--out", folder.string()}, folder);
    INFO(made.errors);
    REQUIRE(made.status == 0);
    CHECK(holds(made.output, "left out: <gazebo> (arm.urdf:"));
    std::string text = contents(folder / "arm.lag");
    const std::string friction = "hinge_friction(shoulder, 0.1)$\n";  // MuJoCo's is regularized
    REQUIRE(holds(text, friction));
    text.erase(text.find(friction), friction.size());
    text += arm_at_a_state;
    write(folder / "numbers.lag", text);
    const CommandRun run = run_lag({"numbers.lag"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    require_near(numbers(run.output), arm_in_mujoco(), 1e-12);
}

TEST_CASE("an imported leg has the mass matrix and the loads that MuJoCo has", "[import]") {
    const fs::path folder = scratch_folder("import_leg");
    const CommandRun made =
        run_lag({"import", (robots / "leg.xml").string(), "leg.lag", "--out", folder.string()}, folder);
    INFO(made.errors);
    REQUIRE(made.status == 0);
    write(folder / "numbers.lag", contents(folder / "leg.lag") + R"(
at: [hip_z' = 5/10, hip_y' = 7/10, hip_x' = -3/10, knee' = 11/10, push' = -2/10, hip_z = 3/10, hip_y = -4/10, hip_x = 6/10,
     knee = 8/10, push = 5/100, g = 9.8, drive = 0, keep = 0, servo = 0]$
float(subst(at, mass_matrix()));
float(subst(at, right_side()));
)");
    const CommandRun run = run_lag({"numbers.lag"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    // MuJoCo 3.14.0: M and qfrc_passive + qfrc_actuator - qfrc_bias, with all controls 0
    const std::vector<double> expected{0.07442643876538266,
                                       0.00858138131740218,
                                       0.18792867847502687,
                                       -0.03360317799293519,
                                       0.010057440970032215,
                                       0.00858138131740218,
                                       0.7281125704368342,
                                       -0.025116690824392912,
                                       0.1543972823929316,
                                       -0.19136380354260724,
                                       0.18792867847502687,
                                       -0.025116690824392912,
                                       0.8809988041492518,
                                       -0.22576050947421394,
                                       0.08636442527564786,
                                       -0.03360317799293519,
                                       0.1543972823929316,
                                       -0.22576050947421394,
                                       0.1495741476360391,
                                       -0.018000000000000002,
                                       0.010057440970032215,
                                       -0.19136380354260724,
                                       0.08636442527564786,
                                       -0.018000000000000002,
                                       0.9,
                                       -0.4680343617299923,
                                       6.589050560594443,
                                       -2.518574484344132,
                                       -43.60966847242685,
                                       -576.6556095909235};
    require_near(numbers(run.output), expected, 1e-11);
}

TEST_CASE("loops of MJCF are closed, and its free joints start where they stand", "[import]") {
    const fs::path folder = scratch_folder("import_loop");
    write(folder / "bar.xml", R"(<mujoco model="bar"><worldbody>
<body name="crank"><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.2" size="0.02"/>
 <body name="rod" pos="0 0 0.2"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.02"/></body></body>
<body name="rocker" pos="0.5 0 0"><joint name="c" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.2" size="0.02"/></body>
<body name="ball" pos="0 1 2"><freejoint name="f"/><geom size="0.1"/></body>
</worldbody><equality><connect name="pin" body1="rod" body2="rocker" anchor="0.5 0 0"/></equality></mujoco>)");
    const CommandRun made = run_lag({"import", "bar.xml"}, folder);
    INFO(made.errors);
    REQUIRE(made.status == 0);
    const std::string text = contents(folder / "bar.lag");
    CHECK(holds(text, "point(pin_a, rocker, [0, 0, 0.2])$"));
    CHECK(holds(text, "point(pin_b, rod, [0.5, 0, 0])$"));
    CHECK(holds(text, "initial(f_y = 1, f_z = 2)$"));
    const CommandRun run = run_lag({"simulate", "bar.lag", "--end", "0.2", "--no-compiler"}, folder);
    INFO(run.errors);
    CHECK(run.status == 0);
}

TEST_CASE("an imported script runs at once, and keeps its numbers and names", "[import]") {
    const fs::path folder = scratch_folder("import_run");
    fs::copy(robots / "arm.urdf", folder);
    fs::copy(robots / "upper.stl", folder);
    REQUIRE(run_lag({"import", "arm.urdf"}, folder).status == 0);
    const std::string text = contents(folder / "arm.lag");
    for (const std::string part :
         {"body(upper, base_link, hinge = revolute([0, 0.6, 0.8], shoulder), at = [0, 0, 0.1],",
          "base-link is base_link", "1fore arm is n1fore_arm", "step is step_2",
          "hinge = prismatic(x, -0.02*wrist + 0.005)", "orient = [[z, %pi/2]]", "shape(upper, mesh(\"upper.stl\"))$",
          "shape(hand, sphere(0.03), at = [0.1, 0, 0])$", "initial(slide = 0.2)$",
          "hinge_load(shoulder, shoulder_torque - 0.5*shoulder')$", "     shoulder: -2 to 2 rad, at most 3 rad/s\n"}) {
        INFO(part);
        CHECK(holds(text, part));
    }
    CHECK(text.find("body(finger_a") < text.find("body(finger_b"));
    const CommandRun run = run_lag({"simulate", "arm.lag", "--page", "--end", "0.1", "--no-compiler"}, folder);
    INFO(run.errors);
    CHECK(run.status == 0);
    CHECK(fs::exists(folder / "arm.html"));
    // twice the same; but a script that was edited is not overwritten
    CHECK(run_lag({"import", "arm.urdf"}, folder).status == 0);
    write(folder / "arm.lag", text + "/* mine */\n");
    const CommandRun again = run_lag({"import", "arm.urdf"}, folder);
    CHECK(again.status == 1);
    CHECK(holds(again.errors, "exists already, and is another script"));
    CHECK(contents(folder / "arm.lag") == text + "/* mine */\n");
    CHECK(run_lag({"import", "arm.urdf", "other.lag"}, folder).status == 0);
}

TEST_CASE("options of the import choose base, parameters, limits and contacts", "[import]") {
    const fs::path folder = scratch_folder("import_options");
    const CommandRun made = run_lag({"import", (robots / "arm.urdf").string(), "a.lag", "--out", folder.string(),
                                     "--base", "free", "--parameters", "--limits", "--contacts"},
                                    folder);
    INFO(made.errors);
    REQUIRE(made.status == 0);
    const std::string text = contents(folder / "a.lag");
    for (const std::string part :
         {"hinge = free(quaternion = [base_link_e0,", "parameter(upper_mass, 2.5, \"kg\")$", "limit(shoulder, -2, 2)$",
          "contact(finger_b_foot, position(finger_b_foot_point)[3] - 0.01, friction = friction,\n"
          "     tangent = velocity(finger_b_foot_point)[1] - 0.01*angular_velocity(finger_b)[2])$\n"}) {
        INFO(part);
        CHECK(holds(text, part));
    }
    write(folder / "b.lag", text + "coordinates();\n");
    const CommandRun run = run_lag({"b.lag"}, folder);
    INFO(run.errors);
    CHECK(run.status == 0);
    CHECK(holds(run.output, "base_link_e0"));
}

TEST_CASE("inertias that no body can have are refused with their place, and taken on request", "[import]") {
    const std::string broken = robot(link_text("a", sound) + link_text("b", "ixx='1' iyy='1' izz='3'") + hinge);
    const CommandRun refused = urdf.import(broken);
    CHECK(refused.status == 1);
    CHECK(holds(refused.errors, "r.urdf:4:"));
    CHECK(holds(refused.errors,
                "no body has the inertia of link 'b': its principal moments 1, 1, 3 break the triangle inequality"));
    CHECK(holds(refused.errors, "--accept"));
    CHECK(urdf.script().empty());
    CHECK(urdf.import(broken, {"--accept"}).status == 0);
    CHECK(holds(
        urdf.script(),
        "/* no body has this inertia: its principal moments 1, 1, 3 break the triangle inequality */\nbody(b, a,"));

    const CommandRun negative =
        urdf.import(robot(link_text("a", sound) + link_text("b", "ixx='1' iyy='1' izz='1' ixy='2'") + hinge));
    CHECK(negative.status == 1);
    CHECK(holds(negative.errors, "the inertia of link 'b' has a negative principal moment: they are -1, 1, 3"));
    CHECK(holds(urdf.import(robot(link_text("a", sound, "-1"))).errors, "link 'a' has a negative mass: -1"));
    CHECK(holds(urdf.import(robot(link_text("a", sound) + link_text("b", "ixx='0' iyy='0' izz='0'") + hinge)).errors,
                "link 'b' moves, and has the mass 1 without an inertia"));

    const std::string empty = robot(link_text("a", sound) + "<link name='b'/>\n" + hinge);
    const CommandRun nothing = urdf.import(empty);
    CHECK(nothing.status == 1);
    CHECK(holds(nothing.errors,
                "joint 'q' moves link 'b' and what hangs on it, and nothing of that has an inertia about its axis"));
    CHECK(urdf.import(empty, {"--accept"}).status == 0);
    CHECK(holds(urdf.script(), "body(b, a, hinge = fixed)$"));
    // a rod along the axis of its joint: its mass alone turns nothing
    CHECK(urdf.import(robot(link_text("a", sound) + link_text("b", "ixx='0' iyy='1' izz='1'") + hinge)).status == 1);
    // all of them at once
    const CommandRun both = urdf.import(
        robot(link_text("a", "ixx='1' iyy='1' izz='3'") + link_text("b", "ixx='1' iyy='1' izz='4'") + hinge));
    CHECK(holds(both.errors, "'a'"));
    CHECK(holds(both.errors, "'b'"));
}

TEST_CASE("wrong robots are errors at their places", "[import]") {
    const auto error = [](const std::string& text) {
        const CommandRun run = urdf.import(text);
        CHECK(run.status == 1);
        CHECK(urdf.script().empty());
        return run.errors;
    };
    const std::string a = link_text("a", sound), b = link_text("b", sound);
    CHECK(
        holds(error(robot(a + "<joint name='q' type='continuous'><parent link='a'/>\n<child link='bb'/></joint>" + b)),
              "r.urdf:5:1: error: no link is named 'bb'"));
    CHECK(holds(error(robot(a + b)), "links 'a' and 'b' both have no parent"));
    CHECK(
        holds(error(robot(a + b + hinge + "<joint name='p' type='fixed'><parent link='b'/><child link='a'/></joint>")),
              "hangs on itself"));
    CHECK(holds(error(robot(a + b + "<joint name='q' type='hinge'><parent link='a'/><child link='b'/></joint>")),
                "joint 'q' has the type 'hinge'"));
    CHECK(holds(
        error(robot(a + b +
                    "<joint name='q' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 0'/></joint>")),
        "zero length"));
    CHECK(holds(
        error(robot(a + b +
                    "<joint name='q' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0'/></joint>")),
        "'xyz' of <axis> holds 2 numbers, expected 3"));
    CHECK(holds(
        error(robot(a + b +
                    "<joint name='q' type='revolute'><parent link='a'/><child link='b'/><mimic joint='q'/></joint>")),
        "joint 'q' mimics itself"));
    CHECK(holds(error(robot(link_text("a", sound, "1,5"))), "holds '1,5', expected a number"));
    CHECK(holds(error(robot(link_text("a", sound, "nan"))), "holds 'nan', expected a number"));
    CHECK(holds(error(robot(link_text("a", sound, "1e999"))), "no number of double precision"));
    CHECK(holds(error(robot("")), "the robot has no <link>"));
    CHECK(holds(error("<svg/>"), "expected <robot> (URDF), <mujoco> (MJCF) or <sdf>"));
    CHECK(holds(error(robot("<xacro:include filename='x.xacro'/>")), "xacro r.urdf > expanded.urdf"));
    CHECK(holds(error(robot(link_text("${name}", sound))), "xacro macros are not expanded here"));
}

TEST_CASE("hostile XML ends in an error", "[import]") {
    const auto refused = [](const std::string& text, const std::string& part) {
        const CommandRun run = urdf.import(text);
        INFO(run.errors);
        CHECK(run.status == 1);
        CHECK(holds(run.errors, part));
    };
    std::string laughs = "<?xml version='1.0'?>\n<!DOCTYPE robot [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n";
    refused(laughs + robot("&b;"), "document types and entities are not read");
    std::string deep;
    for (int i = 0; i < 1'000'000; ++i) deep += "<link>";
    refused("<robot>" + deep, "nested deeper than 100 levels");
    refused("<robot><link name='a'>", "this is no XML");
    refused("", "no XML");
    refused(std::string(100, '\0'), "no XML");
    const fs::path folder = scratch_folder("import");
    {
        std::ofstream out(folder / "r.urdf", std::ios::binary);
        out.seekp((std::streamoff{1} << 30) - 1);  // a hole of 1 GB
        out.put('x');
    }
    const CommandRun large = run_lag({"import", "r.urdf"}, folder);
    CHECK(large.status == 1);
    CHECK(holds(large.errors, "is larger than 64 MiB"));
    CHECK(run_lag({"import", "nothing.urdf"}, folder).status == 1);
    CHECK(run_lag({"import", "."}, folder).status == 1);
    CHECK(run_lag({"import", "r.urdf", "r.txt"}, folder).status == 2);
    CHECK(run_lag({"import", "r.urdf", "--base", "loose"}, folder).status == 2);
    fs::remove(folder / "r.urdf");
}

TEST_CASE("what --accept writes is read by lag, for every kind of bad data", "[import]") {
    const std::string
        a = link_text("a", sound),
        more = link_text("c", sound) +
               "<joint name='p' type='continuous'><origin xyz='0 1 0'/><parent link='b'/><child link='c'/></joint>\n";
    const auto accepted = [&](const std::string& text, const std::string& part) {
        REQUIRE(urdf.import(text).status == 1);
        const CommandRun made = urdf.import(text, {"--accept"});
        INFO(made.errors);
        REQUIRE(made.status == 0);
        INFO(urdf.script());
        CHECK(holds(urdf.script(), part));
        const CommandRun run = run_lag({"r.lag"}, urdf.place());
        INFO(run.errors);
        CHECK(run.status == 0);
    };
    const auto body_b = [&](const std::string& inertia, const std::string& mass) {
        return robot(a + link_text("b", inertia, mass) + hinge + more);
    };
    accepted(body_b(sound, "-2"),
             "/* the mass is negative, and left out here: mass -2, inertia [1, 1, 1, 0, 0, 0] */\n"
             "body(b, a, hinge = revolute(x, q))$");
    CHECK(holds(urdf.script(), "     the negative mass of link 'b' (r.urdf:4)"));
    accepted(body_b("ixx='-1' iyy='1' izz='1'", "2"),
             "is negative, and left out here: inertia [-1, 1, 1, 0, 0, 0] */\n"
             "body(b, a, hinge = revolute(x, q), mass = 2)$");
    accepted(body_b("ixx='1' iyy='1' izz='1' ixy='1.000001'", "2"), "body(b, a, hinge = revolute(x, q), mass = 2)$");
    accepted(body_b("ixx='1' iyy='1' izz='2.1'", "2"), "mass = 2, inertia = [1, 1, 2.1])$");
    accepted(body_b("ixx='0' iyy='0' izz='0'", "2"), "/* a point mass: the file gives it no inertia */");
    // nothing is left that the joint moves
    accepted(robot(a + link_text("b", sound, "-2") + hinge), "body(b, a, hinge = fixed)$");
    accepted(
        robot(
            a + link_text("b", sound) +
            "<joint name='q' type='continuous'><parent link='a'/><child link='b'/>\n<dynamics friction='-1'/></joint>"),
        "the negative friction of joint 'q': -1 (r.urdf:");
    // so does one that others follow, with them
    accepted(robot(a + "<link name='b'/><link name='d'/>" + hinge +
                   "<joint name='p' type='continuous'><parent link='a'/><child link='d'/><mimic joint='q'/></joint>"),
             "body(d, a, hinge = fixed)$");
    CHECK(holds(urdf.script(), "body(b, a, hinge = fixed)$"));
    // two joints on one axis, and nothing between them that has an inertia: also where they follow others
    const auto about = [](const std::string& axis, const std::string& name, const std::string& parent,
                          const std::string& child, const std::string& inside = {}) {
        return "<joint name='" + name + "' type='continuous'><parent link='" + parent + "'/><child link='" + child +
               "'/><axis xyz='" + axis + "'/>" + inside + "</joint>\n";
    };
    const std::string z = "0 0 1";
    accepted(robot(a + "<link name='m'/>" + link_text("b", sound) + about(z, "p", "a", "m") + about(z, "q", "m", "b")),
             "/* joint p stands still: nothing with inertia resists it */\nbody(m, a, hinge = fixed)$");
    CHECK(holds(urdf.script(), "body(b, m, hinge = revolute(z, q), mass = 1"));
    accepted(robot(a + "<link name='m'/>" + link_text("b", sound) + link_text("d", "ixx='0' iyy='0' izz='0'", "0") +
                   about(z, "p", "a", "m") + about(z, "q", "m", "b") +
                   about(z, "r", "b", "d", "<mimic joint='p' multiplier='2'/>")),
             "body(d, b, hinge = fixed)$");
    const CommandRun axes = urdf.import(
        robot(a + "<link name='m'/>" + link_text("b", sound) + about(z, "p", "a", "m") + about(z, "q", "m", "b")));
    CHECK(
        holds(axes.errors, "r.urdf:6:1: error: joints 'p' and 'q' can move together so that nothing with an inertia"));
    // three axes whose links between have no mass are a ball joint; a fourth is one too many
    const std::string ball = a + "<link name='m'/><link name='n'/>" + about("1 0 0", "p", "a", "m") +
                             about("0 1 0", "q", "m", "n") + about(z, "r", "n", "o");
    CHECK(urdf.import(robot(ball + link_text("o", sound))).status == 0);
    accepted(robot(ball + "<link name='o'/>" + about("1 1 0", "s", "o", "b") + link_text("b", sound)),
             "/* joint p stands still: nothing with inertia resists it */");
    // a ball joint and a free link of a point mass
    accepted(robot(a + link_text("b", "ixx='0' iyy='0' izz='0'", "2") +
                   "<joint name='q' type='ball'><parent link='a'/><child link='b'/></joint>\n"),
             "body(b, a, hinge = fixed, mass = 2)$");
    // shapes that cannot be drawn need no --accept
    const CommandRun flat =
        urdf.import(robot("<link name='a'><visual><geometry><box size='1 0 1'/></geometry></visual>"
                          "<visual><geometry><sphere radius='-1'/></geometry></visual></link>"));
    CHECK(flat.status == 0);
    CHECK(holds(flat.output, "left out: shapes without an extent (r.urdf:2, 2)"));
}
