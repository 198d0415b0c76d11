// Meshes: STL, OBJ and Collada of one surface are drawn alike, scaled and mirrored; masses of meshes against closed forms.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_import_robots.hpp"
#include "tests/scripts/test_page_frames.hpp"

using namespace lag;

namespace fs = std::filesystem;

namespace {

// A box from the corner (x, y, z), seen from outside.
std::string box_obj(const std::vector<double>& low, const std::vector<double>& high, std::size_t before = 0) {
    std::string text;
    for (std::size_t corner = 0; corner < 8; ++corner) {
        text += "v";
        for (std::size_t k = 0; k < 3; ++k) text += " " + std::to_string((corner >> k & 1U) ? high[k] : low[k]);
        text += "\n";
    }
    const std::vector<std::vector<std::size_t>> faces{{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                                                      {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
    for (const auto& face : faces) {
        text += "f";
        for (const std::size_t corner : face) text += " " + std::to_string(corner + before) + "//1";
        text += "\n";
    }
    return text;
}

// mass, cm, inertia of the body `b` in the script of this geom.
std::vector<double> weighed(const std::string& mesh, const std::string& asset, const std::string& geom,
                            const std::string& name = "m.obj") {
    const fs::path folder = scratch_folder("import_mesh");
    write(folder / name, mesh);
    write(folder / "r.xml", "<mujoco model='r'><asset><mesh name='m' file='" + name + "' " + asset +
                                "/></asset><worldbody><body name='b'><joint name='q'/><geom type='mesh' mesh='m' " +
                                geom + "/></body></worldbody></mujoco>");
    const CommandRun run = run_lag({"import", "r.xml"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::string text = contents(folder / "r.lag");
    const std::size_t at = text.find("mass = "), end = text.find(")$", at);
    REQUIRE(at != std::string::npos);
    std::vector<double> found = numbers(text.substr(at, end - at));
    if (text.find("cm = ", at) > end) found.insert(found.begin() + 1, {0, 0, 0});
    if (found.size() == 7) found.insert(found.end(), {0, 0, 0});
    return found;
}

}  // namespace

TEST_CASE("meshes of MJCF weigh what closed forms say", "[import]") {
    const std::string box = box_obj({0, 0, 0}, {2, 4, 6});
    const std::vector<double> expected{48, 1, 2, 3, 48.0 * (16 + 36) / 12, 48.0 * (4 + 36) / 12, 48.0 * (4 + 16) / 12,
                                       0,  0, 0};
    for (const std::string way : {"legacy", "exact", "convex"})
        require_near(weighed(box, "inertia='" + way + "'", "density='1'"), expected, 1e-10);
    require_near(weighed(box, "", "mass='48'"), expected, 1e-10);
    // scaled, mirrored, and with another frame
    require_near(weighed(box_obj({0, 0, 0}, {-1, 4, 3}), "scale='-2 1 2'", "density='1'"), expected, 1e-10);
    require_near(weighed(box_obj({5, 1, 1}, {7, 5, 7}), "refpos='5 1 1'", "density='1'"), expected, 1e-10);
    const std::vector<double> turned = weighed(box, "refquat='1 0 0 1'", "density='1'");  // x' = y, y' = -x
    require_near(turned, {48, 2, -1, 3, expected[5], expected[4], expected[6], 0, 0, 0}, 1e-10);
    // a thin shell: m (sum over faces)
    const std::vector<double> shell = weighed(box_obj({-1, -1, -1}, {1, 1, 1}), "inertia='shell'", "density='1'");
    require_near(shell, {24, 0, 0, 0, 24 * 5.0 / 18 * 4, 24 * 5.0 / 18 * 4, 24 * 5.0 / 18 * 4, 0, 0, 0}, 1e-10);
    // two boxes apart are not convex; their gap weighs nothing where volumes have signs
    const std::string two = box_obj({-3, -1, -1}, {-1, 1, 1}) + box_obj({1, -1, -1}, {3, 1, 1}, 8);
    const double across = 2 * (8 * (4 + 4) / 12.0 + 8 * 4);
    require_near(weighed(two, "inertia='exact'", "density='1'"), {16, 0, 0, 0, 16 * 8 / 12.0, across, across, 0, 0, 0},
                 1e-10);
    const fs::path folder = scratch_folder("import_mesh");
    write(folder / "m.obj", two);
    write(folder / "r.xml",
          "<mujoco><asset><mesh name='m' file='m.obj' inertia='convex'/></asset><worldbody><body><joint/>"
          "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>");
    CHECK(holds(run_lag({"import", "r.xml"}, folder).errors, "is not convex"));
}

TEST_CASE("a sphere as a mesh weighs what its corners say", "[import]") {
    // n rings of 2 n corners: the volume of this polyhedron tends to that of the sphere like 1/n^2
    const auto sphere = [](int n) {
        const double pi = 3.14159265358979323846;
        std::string text;
        std::string faces;
        const auto corner = [&](int i, int j) { return std::to_string(i * 2 * n + j % (2 * n) + 1); };
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j < 2 * n; ++j) {
                const double polar = pi * i / n, around = pi * j / n;
                text += "v " + std::to_string(std::sin(polar) * std::cos(around)) + " " +
                        std::to_string(std::sin(polar) * std::sin(around)) + " " + std::to_string(std::cos(polar)) +
                        "\n";
                if (i < n)
                    faces += "f " + corner(i, j) + " " + corner(i + 1, j) + " " + corner(i + 1, j + 1) + " " +
                             corner(i, j + 1) + "\n";
            }
        return text + faces;
    };
    const auto error = [&](int n) {
        const std::vector<double> found = weighed(sphere(n), "inertia='exact'", "density='1'");
        const double volume = 4 * 3.14159265358979323846 / 3;
        CHECK(std::abs(found[4] - found[5]) < 1e-4);
        return std::max(std::abs(found[0] / volume - 1), std::abs(found[4] / (0.4 * volume) - 1) / 2);
    };
    const double coarse = error(10), fine = error(20);
    CHECK(fine < 0.02);
    CHECK(std::abs(coarse / fine - 4) < 0.2);
}

TEST_CASE("STL, OBJ and Collada of one surface are drawn alike", "[import]") {
    const fs::path folder = scratch_folder("import_mesh_page");
    const std::string body = "model(m)$\nbody(rod, ground, hinge = revolute(z, q), mass = 1, inertia = [1, 1, 1])$\n";
    const auto drawn = [&](const std::string& mesh) {
        write(folder / "o.lag", body + "shape(rod, " + mesh + ")$\n");
        const CommandRun run = run_lag({"simulate", "o.lag", "--end", "0.1", "--page", "--no-compiler"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        return decoded_floats(PageFrames(folder / "o.html").json["shapes"][0]["mesh"]);
    };
    // a square of two triangles
    write(folder / "a.stl",
          "solid a\nvertex 0 0 1\nvertex 2 0 1\nvertex 2 4 1\nvertex 0 0 1\nvertex 2 4 1\nvertex 0 4 1\n");
    const std::vector<float> expected = drawn("mesh(\"a.stl\")");
    CHECK(expected == std::vector<float>{0, 0, 1, 2, 0, 1, 2, 4, 1, 0, 0, 1, 2, 4, 1, 0, 4, 1});
    write(folder / "a.obj", "# a square\nv 0 0 1 1 0 0\nv 2 0 1\nv 2 4 1\nv 0 4 1\nvt 0 0\nf -4/1/1 -3/1 -2 -1\n");
    CHECK(drawn("mesh(\"a.obj\")") == expected);
    CHECK(drawn("mesh(\"a.obj\", scale = 2)")[3] == 4.0F);
    CHECK(drawn("mesh(\"a.obj\", scale = [1, 1, 3])")[2] == 3.0F);
    // mirrored: walked round the other way
    CHECK(drawn("mesh(\"a.obj\", scale = [-1, 1, 1])") ==
          std::vector<float>{0, 0, 1, -2, 4, 1, -2, 0, 1, 0, 0, 1, 0, 4, 1, -2, 4, 1});
    const auto collada = [&](const std::string& part, const std::string& node) {
        write(folder / "a.dae",
              "<COLLADA><asset><unit meter='0.5'/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry "
              "id='g'><mesh>"
              "<source id='s'><float_array count='12'>0 0 0 2 0 0 2 4 0 0 4 0</float_array><technique_common>"
              "<accessor source='#a' count='4' stride='3'/></technique_common></source>"
              "<vertices id='v'><input semantic='POSITION' source='#s'/></vertices>" +
                  part +
                  "</mesh></geometry></library_geometries><library_nodes><node id='n'><instance_geometry "
                  "url='#g'/></node>"
                  "</library_nodes><library_visual_scenes><visual_scene id='w'>" +
                  node +
                  "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#w'/></scene></COLLADA>");
        return drawn("mesh(\"a.dae\")");
    };
    const std::string input =
        "<input semantic='VERTEX' source='#v' offset='1'/><input semantic='NORMAL' source='#k' offset='0'/>";
    const std::string lift =
        "<node><translate>0 0 2</translate><scale>2 2 1</scale><instance_geometry url='#g'/></node>";
    CHECK(collada("<polylist count='1'>" + input + "<vcount>4</vcount><p>9 0 9 1 9 2 9 3</p></polylist>", lift) ==
          expected);
    CHECK(collada("<triangles count='2'>" + input + "<p>0 0 0 1 0 2 0 0 0 2 0 3</p></triangles>", lift) == expected);
    CHECK(collada(
              "<polygons>" + input + "<p>0 0 0 1 0 2 0 3</p></polygons>",
              "<node><matrix>2 0 0 0 0 2 0 0 0 0 1 2 0 0 0 1</matrix><node><instance_node url='#n'/></node></node>") ==
          expected);
    CHECK(collada("<trifans>" + input + "<p>0 0 0 1 0 2 0 3</p></trifans>",
                  "<node><scale>2 2 1</scale><translate>0 0 2</translate><instance_geometry url='#g'/></node>") ==
          expected);
    // turned by 90 degrees about z: x becomes y
    const std::vector<float> turned = collada("<tristrips>" + input + "<p>0 0 0 1 0 3 0 2</p></tristrips>",
                                              "<node><rotate>0 0 1 90</rotate><instance_geometry url='#g'/></node>");
    REQUIRE(turned.size() == 18);
    CHECK(std::abs(turned[4] - 1) < 1e-6F);
    CHECK(std::abs(turned[6] + 2) < 1e-6F);
    for (const auto& [name, text] :
         {std::pair("b.obj", "v 0 0\n"), std::pair("b.obj", "v 0 0 0\nf 1 2 3\n"), std::pair("b.dae", "<COLLADA/>"),
          std::pair("b.dae", "<robot/>"), std::pair("b.dae", "<COLLADA"), std::pair("b.stl", "nothing")}) {
        INFO(text);
        write(folder / name, text);
        write(folder / "o.lag", body + "shape(rod, mesh(\"" + name + "\"))$\n");
        const CommandRun run = run_lag({"simulate", "o.lag", "--end", "0.1", "--page", "--no-compiler"}, folder);
        CHECK(run.status == 1);
        CHECK(holds(run.errors, name));
    }
}

TEST_CASE("imported meshes keep their scale", "[import]") {
    const fs::path folder = scratch_folder("import_mesh_scale");
    write(folder / "m.obj", box_obj({0, 0, 0}, {1, 1, 1}));
    write(folder / "r.urdf",
          "<robot name='r'><link name='a'>"
          "<visual><geometry><mesh filename='m.obj' scale='0.001 0.001 0.001'/></geometry></visual>"
          "<visual><geometry><mesh filename='m.obj' scale='1 -1 1'/></geometry></visual>"
          "<visual><geometry><mesh filename='m.obj'/></geometry></visual></link></robot>");
    REQUIRE(run_lag({"import", "r.urdf"}, folder).status == 0);
    const std::string text = contents(folder / "r.lag");
    CHECK(holds(text, "shape(a, mesh(\"m.obj\", scale = 0.001))$"));
    CHECK(holds(text, "shape(a, mesh(\"m.obj\", scale = [1, -1, 1]))$"));
    CHECK(holds(text, "shape(a, mesh(\"m.obj\"))$"));
}
