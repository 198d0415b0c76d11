// lag import of SDF: the same robot as in URDF has the same equations; joints, loops and frames against closed forms.
#include <fstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_import_robots.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

const ImportedTexts sdf{"import_sdf", "r.sdf"};

std::string model(const std::string& inside, const std::string& version = "1.9") {
    return "<sdf version='" + version + "'>\n<model name='m'>\n" + inside + "</model>\n</sdf>\n";
}

std::string sdf_link(const std::string& name, const std::string& pose, const std::string& cm = "0 0 0",
                     const std::string& mass = "1") {
    return "<link name='" + name + "'><pose>" + pose + "</pose><inertial><pose>" + cm + " 0 0 0</pose><mass>" + mass +
           "</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>\n";
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& inside) {
    return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child +
           "</child>" + inside + "</joint>\n";
}

std::string axis(const std::string& xyz, const std::string& more = {}) {
    return "<axis><xyz>" + xyz + "</xyz>" + more + "</axis>";
}

}  // namespace

TEST_CASE("the same arm in SDF and in URDF has the same mass matrix and loads", "[import]") {
    const fs::path folder = scratch_folder("import_sdf_arm");
    const CommandRun made =
        run_lag({"import", (robots / "arm.sdf").string(), "arm.lag", "--out", folder.string()}, folder);
    INFO(made.errors);
    REQUIRE(made.status == 0);
    CHECK(holds(made.output, "left out: <plugin> (arm.sdf:"));
    CHECK(holds(made.output, "left out: <sensor> of links (arm.sdf:"));
    std::string text = contents(folder / "arm.lag");
    const std::string friction = "hinge_friction(shoulder, 0.1)$\n";
    REQUIRE(holds(text, friction));
    text.erase(text.find(friction), friction.size());
    for (const std::string part :
         {"hinge = revolute([0, 0.6, 0.8], shoulder), at = [0, 0, 0.1],",
          "body(n1fore_arm, upper, hinge = revolute(-y, elbow), at = [0.4, 0, 0], outboard_at = [-0.25, 0, 0]",
          "hinge = prismatic([1, 0, 1], slide), at = [0.05, 0, 0], orient = [[y, 0.5]]",
          "hinge = prismatic(x, -0.02*hand_part__wrist + 0.005), at = [0.1, -0.02, 0]",
          "hand_part::hand is hand_part__hand", "mesh(\"", "initial(slide = 0.2)$"}) {
        INFO(part);
        CHECK(holds(text, part));
    }
    std::string lines = arm_at_a_state;
    for (std::size_t at = 0; (at = lines.find("wrist", at)) != std::string::npos; at += 16)
        lines.replace(at, 5, "hand_part__wrist");
    write(folder / "numbers.lag", text + lines);
    const CommandRun run = run_lag({"numbers.lag"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    require_near(numbers(run.output), arm_in_mujoco(), 1e-12);
}

TEST_CASE("screws of SDF advance as both of its ways say", "[import]") {
    const std::string nut = sdf_link("nut", "0 0 0 0 0 0", "0 0 0", "4");
    const auto check = [&](const std::string& pitch, double expected) {
        // I + m p^2, and -m g p
        const std::string text = model(nut + joint("q", "screw", "world", "nut", pitch + axis("0 0 1")), "1.10");
        const std::string out = sdf.printed(text, "float(mass_matrix());\nfloat(subst(g = 9.8, right_side()));\n");
        require_near(numbers(out), {1 + 4 * expected * expected, -4 * 9.8 * expected}, 1e-12);
    };
    check("<screw_thread_pitch>0.5</screw_thread_pitch>", 0.5 / (2 * 3.14159265358979323846));
    check("<thread_pitch>-4</thread_pitch>", 0.25);  // rad/m, positive for a left-handed thread
    check("<thread_pitch>-4</thread_pitch><screw_thread_pitch>-0.5</screw_thread_pitch>",
          -0.5 / (2 * 3.14159265358979323846));
}

TEST_CASE("a joint of SDF whose child has a parent closes a loop", "[import]") {
    // a parallelogram that hangs: (2 I + M l^2) q'' = -(2 m l/2 + M l) g q, with I about the hinges
    const std::string bars =
        sdf_link("left", "0 0 0 0 0 0", "0 0 -0.5") + sdf_link("right", "2 0 0 0 0 0", "0 0 -0.5") +
        sdf_link("coupler", "0 0 -1 0 0 0", "1 0 0", "3") + joint("a", "revolute", "world", "left", axis("0 1 0")) +
        joint("b", "revolute", "world", "right", axis("0 1 0")) +
        joint("c", "revolute", "left", "coupler", axis("0 1 0", "<dynamics><damping>0</damping></dynamics>")) +
        joint("d", "revolute", "right", "coupler", "<pose>2 0 0 0 0 0</pose>" + axis("0 1 0"));
    const std::string out = sdf.printed(model(bars), "float(modes()[2][1]);\n");
    CHECK(holds(sdf.script(),
                "cut_hinge(coupler, right, hinge = revolute(y, d), at = [0, 0, -1], outboard_at = [2, 0, 0],"));
    const double inertia = 2 * (1 + 0.25) + 3, stiffness = (2 * 0.5 + 3) * 9.8;
    require_near(numbers(out), {std::sqrt(stiffness / inertia) / (2 * 3.14159265358979323846)}, 1e-9);
    // a joint to the ground, a ball, and a weld close loops as well
    const std::string chain = sdf_link("one", "0 0 0 0 0 0") + sdf_link("two", "1 0 0 0 0 0") +
                              joint("a", "ball", "world", "one", "") +
                              joint("b", "universal", "one", "two", axis("0 1 0") + "<axis2><xyz>0 0 1</xyz></axis2>");
    for (const auto& [type, part] :
         {std::pair("ball", "close_loop(d_closes_a, d_closes_b, name = d_closes)$"),
          std::pair("fixed", "cut_hinge(two, ground, hinge = fixed, at = [1, 0, 0], name = d_closes)$"),
          std::pair("prismatic",
                    "cut_hinge(two, ground, hinge = prismatic(x, d), at = [1, 0, 0], name = d_closes)$")}) {
        sdf.printed(model(chain + joint("d", type, "world", "two", axis("1 0 0"))), "coordinates();\n");
        INFO(sdf.script());
        CHECK(holds(sdf.script(), part));
    }
}

TEST_CASE("axes of SDF stand in the frames that its versions say", "[import]") {
    const std::string links = sdf_link("a", "0 0 0 0 0 0") + sdf_link("b", "0 0 1 0 0 1.5707963267948966");
    const std::string stand = joint("s", "fixed", "world", "a", "");
    const auto hinge = [&](const std::string& version, const std::string& more) {
        const CommandRun run = sdf.import(model(links + stand + joint("q", "revolute", "a", "b", more), version));
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const std::string text = sdf.script();
        const std::size_t at = text.find("body(b, a, hinge = ");
        return text.substr(at + 19, text.find("q)", at) - at - 19);
    };
    CHECK(hinge("1.4", axis("1 0 0")) == "revolute(-y, ");
    CHECK(hinge("1.5", axis("1 0 0")) == "revolute(x, ");
    CHECK(hinge("1.6", axis("1 0 0", "<use_parent_model_frame>1</use_parent_model_frame>")) == "revolute(-y, ");
    CHECK(hinge("1.7", "<axis><xyz expressed_in='__model__'>1 0 0</xyz></axis>") == "revolute(-y, ");
    CHECK(hinge("1.10", "<axis><xyz expressed_in='b'>1 0 0</xyz></axis>") == "revolute(x, ");
    CHECK(hinge("1.7", "<pose>0 0 0 0 0 1.5707963267948966</pose>" + axis("1 0 0")) == "revolute(y, ");
}

TEST_CASE("worlds of SDF: gravity, static models, models that move freely, gearboxes", "[import]") {
    const std::string world =
        "<sdf version='1.6'><world name='w'><physics><gravity>0 0 -5</gravity></physics><gravity>0 0 -2</gravity>\n"
        "<include><uri>model://sun</uri></include>\n"
        "<model name='wall'><static>true</static><pose>3 0 0 0 0 0</pose>" +
        sdf_link("link", "0 0 1 0 0 0") + "</model>\n<model name='ball'><pose>0 0 4 0 0 3.141592653589793</pose>" +
        sdf_link("link", "1 0 0 0 0 0") + "</model>\n<model name='gears'>" + sdf_link("frame", "0 0 0 0 0 0") +
        sdf_link("small", "1 0 0 0 0 0") + sdf_link("large", "2 0 0 0 0 0") +
        joint("stand", "fixed", "world", "frame", "") +
        joint("p", "revolute", "frame", "small",
              axis("0 0 1",
                   "<dynamics><spring_stiffness>2</spring_stiffness><spring_reference>0.5</spring_reference></"
                   "dynamics>")) +
        joint("r", "revolute", "frame", "large", axis("0 0 -1")) +
        joint("mesh", "gearbox", "small", "large",
              "<gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>frame</gearbox_reference_body>" + axis("0 0 1") +
                  "<axis2><xyz>0 0 1</xyz></axis2>") +
        "</model></world></sdf>";
    sdf.printed(world, "coordinates();\n");
    for (const std::string part : {"parameter(g, 5,", "body(wall__link, ground, hinge = fixed, at = [3, 0, 1])$",
                                   "body(ball__link, ground,\n     hinge = free(quaternion = [ball__link_e0,",
                                   "ball__link_e0 = 0, ball__link_e1 = 0, ball__link_e2 = 0, ball__link_e3 = 1, "
                                   "ball__link_x = -1, ball__link_z = 4)$",
                                   "constraint(gears__r = 3*gears__p)$", "hinge_load(gears__p, -2*(gears__p - 0.5))$",
                                   "models that are not there: model://sun (r.sdf:2)"}) {
        INFO(sdf.script());
        INFO(part);
        CHECK(holds(sdf.script(), part));
    }
    REQUIRE(sdf.import(world, {"--base", "fixed"}).status == 0);
    CHECK(holds(sdf.script(), "body(ball__link, ground, hinge = fixed, at = [-1, 0, 4], orient = [[z, %pi]]"));
}

TEST_CASE("wrong SDF is an error at its place", "[import]") {
    const auto error = [](const std::string& text) {
        const CommandRun run = sdf.import(text);
        CHECK(run.status == 1);
        CHECK(sdf.script().empty());
        return run.errors;
    };
    const std::string a = sdf_link("a", "0 0 0 0 0 0"), b = sdf_link("b", "0 0 0 0 0 0");
    CHECK(holds(error(model(a, "1.3")), "this is SDF 1.3, expected 1.4 or newer"));
    CHECK(holds(error(model("<link name='a'><pose relative_to='b'>0 0 0 0 0 0</pose></link>\n"
                            "<link name='b'><pose relative_to='a'>0 0 0 0 0 0</pose></link>\n")),
                "is relative to itself"));
    CHECK(holds(error(model(a + joint("q", "ball", "a", "aa", ""))), "nothing in the model is named 'aa'"));
    CHECK(holds(error(model(a + joint("q", "ball", "a", "a", ""))), "joins link 'a' to itself"));
    CHECK(holds(error(model(a + a)), "the name is taken already"));
    CHECK(holds(error(model(a + b + joint("q", "hinge", "a", "b", ""))), "joint 'q' has the type 'hinge'"));
    CHECK(holds(error(model(a + b + joint("q", "universal", "a", "b", axis("0 0 1")))), "are parallel"));
    CHECK(holds(error(model(a + b + joint("q", "revolute", "a", "b", axis("0 0 0")))), "zero length"));
    CHECK(holds(error(model("<link name='a'><pose>0 0 0</pose></link>")), "holds 3 numbers, expected 6"));
    CHECK(holds(error(model("<link name='a'><inertial auto='true'/></link>")), "not read"));
    CHECK(holds(error(model("<include><uri>model://nothing</uri></include>")),
                "the model 'model://nothing' is not there"));
    CHECK(holds(error(model("<frame name='f' attached_to='f'/>" + a + joint("q", "ball", "f", "a", ""))), "itself"));
    CHECK(holds(error(model("")), "the file has no <link>"));
    const fs::path folder = scratch_folder("import_sdf");
    write(folder / "r.sdf", model("<include><uri>r.sdf</uri></include>"));
    CHECK(holds(run_lag({"import", "r.sdf"}, folder).errors, "does a model include itself?"));
}
