// Flexible bodies from files of standard input data (SID): the motions of the beam that the file describes, and what is
// said of a file that is wrong.
#include <regex>

#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_sid_text.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

SimulatedColumns simulated_with(const fs::path& folder, const std::string& script, const std::string& end = "0.4") {
    write(folder / "m.lag", script);
    const CommandRun run = run_lag({"simulate", "m.lag", "--no-compiler", "--quiet", "--end", end, "--step", "0.05",
                                    "--relative", "1e-11", "--absolute", "1e-12"},
                                   folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

void require_same(const SimulatedColumns& found, const SimulatedColumns& expected, double margin) {
    for (const auto& [name, values] : expected) {
        CAPTURE(name);
        REQUIRE(found.contains(name));
        for (std::size_t k = 0; k < values.size(); ++k)
            CHECK(std::abs(found.at(name)[k] - values[k]) < margin * (1 + std::abs(values[k])));
    }
}

// A pendulum of the body with another one at its node, both swinging.
std::string pendulum(const std::string& form, const std::string& node, const std::string& more = "") {
    return "model(m)$ gravity([0, -9.81, 0])$\nflexible(b, ground, hinge = [rotate(y, turn), rotate(z, psi)], " + form +
           more + ")$\nbody(hand, b, hinge = revolute(z, q), at = node(b, " + node +
           "), mass = 50, cm = [0.1, 0.05, 0], inertia = [1, 1, 1])$\n"
           "force(node(b, " +
           node +
           "), [0, 30*t, 20])$\n"
           "initial(turn' = 0.4, psi' = 2, q = 0.3, b_1 = 0.01, b_2' = 0.05)$\n"
           "output(x, position(origin(hand))[1])$ output(y, position(origin(hand))[2])$\n"
           "output(a, acceleration(cm(hand))[2])$\n";
}

const std::string from_file = "sid = \"b.sid\"";

}  // namespace

TEST_CASE("a file of data moves as the beam it describes", "[sid]") {
    const fs::path folder = scratch_folder("sid_beam");
    write(folder / "b.sid", beam_as_sid());
    const SimulatedColumns beam = simulated_with(folder, pendulum(beam_of_sid, "3/10"));
    require_same(simulated_with(folder, pendulum(from_file, "3")), beam, 1e-8);
    require_same(simulated_with(folder, pendulum(from_file + ", sid_parameters = true", "3") +
                                            "output(k, b_Ke_2_1)$ output(p, b_node3_phi_2_1)$\n"),
                 beam, 1e-8);
    const SimulatedColumns named = simulated_columns(folder / "m.csv");
    CHECK(named.at("k").back() == 10080);
    CHECK(named.at("p").back() == 0.09);
    CHECK(std::abs(beam.at("b_1").back()) > 1e-3);
}

TEST_CASE("a hinge may hold a node instead of the body's frame", "[sid]") {
    const fs::path folder = scratch_folder("sid_inboard_at");
    write(folder / "b.sid", beam_as_sid());
    const auto script = [](const std::string& form, const std::string& node) {
        return "model(m)$ gravity([0, -9.81, 0])$\nflexible(b, ground, hinge = [rotate(y, turn), rotate(z, psi)], at = "
               "[1, 2, "
               "3], " +
               form + ", inboard_at = node(b, " + node + "))$\n" +
               "initial(turn' = 0.4, psi' = 2, b_1 = 0.02, b_2 = -0.01, b_2' = 0.05)$\n"
               "P: position(node(b, " +
               node +
               "))$ output(x, P[1])$ output(y, P[2])$ output(z, P[3])$\n"
               "output(ox, position(origin(b))[1])$ output(w, angular_velocity(b)[3])$\n";
    };
    const SimulatedColumns run = simulated_with(folder, script(from_file, "3"));
    require_same(run, simulated_with(folder, script(beam_of_sid, "3/10")), 1e-7);
    for (std::size_t k = 0; k < run.at("t").size(); ++k) {
        CHECK(run.at("x")[k] == Approx(1).margin(1e-12));
        CHECK(run.at("y")[k] == Approx(2).margin(1e-12));
        CHECK(run.at("z")[k] == Approx(3).margin(1e-12));
        const double energy = run.at("kinetic")[k] + run.at("potential")[k];
        CHECK(energy == Approx(run.at("kinetic")[0] + run.at("potential")[0]).epsilon(1e-9));
    }
    CHECK(std::abs(run.at("ox").back() - run.at("ox").front()) > 0.01);
    // at the clamped end nothing changes
    const auto plain = [](const std::string& more) {
        return "model(m)$ flexible(b, ground, hinge = revolute(z, psi), sid = \"b.sid\"" + more +
               ")$ initial(psi' = 3, b_1 = 0.02)$\n";
    };
    require_same(simulated_with(folder, plain(", inboard_at = node(b, 7)")), simulated_with(folder, plain("")), 1e-12);
}

TEST_CASE("prestress and damping of a file act", "[sid]") {
    const fs::path folder = scratch_folder("sid_damping");
    const std::string zero_stress = SidText{"ksigma", 2, 1, {}}.text(), zero_damping = SidText{"De", 2, 2, {}}.text();
    const auto replaced = [&](const std::string& from, const std::string& to) {
        std::string text = beam_as_sid();
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    const std::string plain = "model(m)$ flexible(b, ground, hinge = fixed(), sid = \"b.sid\")$ initial(b_1 = 0.01)$\n";
    // D = 2 Ke/1000 beside damping = [0, 2/1000]
    write(folder / "b.sid",
          replaced(zero_damping,
                   SidText{"De", 2, 2, {"m0(1, 1) = 13.44", "m0(1, 2) = 20.16", "m0(2, 2) = 40.32"}, 2}.text()));
    const SimulatedColumns damped = simulated_with(folder, plain);
    const SimulatedColumns undamped =
        simulated_with(folder, std::regex_replace(plain, std::regex("b.sid\""), "b.sid\", damping = [0, 0]"));
    write(folder / "b.sid", beam_as_sid());
    require_same(
        damped,
        simulated_with(folder, std::regex_replace(plain, std::regex("b.sid\""), "b.sid\", damping = [0, 2/1000]")),
        1e-8);
    require_same(undamped, simulated_with(folder, plain), 1e-8);
    // at rest K e = -k
    write(folder / "b.sid",
          replaced(zero_stress, SidText{"ksigma", 2, 1, {"m0(1, 1) = -6720", "m0(2, 1) = -10080"}}.text()));
    const CommandRun run =
        run_lag({"simulate", "m.lag", "--no-compiler", "--quiet", "--end", "0.1", "--equilibrium"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns rest = simulated_columns(folder / "m.csv");
    CHECK(rest.at("b_1").back() == Approx(1).epsilon(1e-9));
    CHECK(rest.at("b_2").back() == Approx(0).margin(1e-9));
}

TEST_CASE("what is wrong in a file of data is said with its line", "[sid]") {
    const fs::path folder = scratch_folder("sid_wrong");
    write(folder / "a.lag", "model(a)$ flexible(b, ground, hinge = fixed(), sid = \"b.sid\")$ mass_matrix()$\n");
    const std::string right = beam_as_sid();
    const auto messages = [&](const std::string& from, const std::string& to) {
        std::string text = right;
        REQUIRE(holds(text, from));
        text.replace(text.find(from), from.size(), to);
        write(folder / "b.sid", text);
        return run_lag({"a.lag", "--quiet"}, folder).errors;
    };
    const auto line = [&](const std::string& place) {
        return "b.sid:" +
               std::to_string(1 + std::count(right.begin(),
                                             right.begin() + static_cast<std::ptrdiff_t>(right.find(place)), '\n')) +
               ": ";
    };
    CHECK(messages("nqn = 0", "nqn = 0") == "");
    const std::string Ct = "m0(1, 2) = 280",
                      Me = SidText{"Me", 2, 2, {"m0(1, 1) = 168", "m0(1, 2) = 140", "m0(2, 2) = 120"}, 2}.text();
    struct Wrong {
        std::string from, to, message;
    };
    const std::vector<Wrong> all{
        {"mass = 8.40D+02", "mass = much", line("mass =") + "'much' is no number"},
        {"mass = 8.40D+02", "mass = 0", "the mass is not positive"},
        {"mass = 8.40D+02", "mess = 1", line("mass =") + "'mess = 1' is nothing that stands in refmod"},
        {"nelastq = 2", "nelastq = 0", "1 to 1000, and '0' stands here"},
        {Ct, "m0(3, 2) = 280", line(Ct) + "'3' is no place in 'Ct': 1 to 2"},
        {Ct, "m0(1) = 280", line(Ct) + "a number of order 0 is m0(row, column) = number"},
        {Ct, "m1(1, 2) = 280", line(Ct) + "a number of order 1 is m1(row, coordinate, column) = number"},
        {Ct, "m0(1, 2) = 2.8D", line(Ct) + "'2.8D' is no number"},
        {Ct, "m2(1, 2) = 1", line(Ct) + "'m2(1, 2) = 1' is nothing that stands in 'Ct'"},
        {Ct, Ct + "\n m0(1, 2) = 281", "this place of 'Ct' has two numbers"},
        {"  end Ct\n", "  end Cr\n", "'end Cr' stands where 'end Ct' is needed"},
        {"  end Ct\n", "", "'Cr' is nothing that stands in 'Ct'"},
        {" end modal\nend part\n", "", "'modal' begins here and has no 'end modal'"},
        {" new modal =\n", "", "no line says 'new modal'"},
        {SidText{"Ge", 2, 6, {}}.text(), SidText{"Ge", 2, 6, {}}.text() + SidText{"Ge", 2, 6, {}}.text(),
         "'Ge' is there already, in line"},
        {"new node = 3", "new node = 7", "node 7 is there already, in line "},
        {"  rframe = body ref\n", "  rframe = node 5\n", "node 7 is measured from 'node 5'"},
        {Me, "", "b.sid: there is no Me"},
        {Me, SidText{"Me", 2, 2, {"m0(1, 2) = 1"}, 1}.text(), "'Me' is diagonal (structure = 1), and this number"},
        {Me, SidText{"Me", 3, 2, {"m0(1, 2) = 1"}}.text(), "'Me' has 3 rows and 2 columns"},
        {Me, SidText{"Me", 2, 2, {"m0(1, 1) = 1"}}.text(), "Me is not positive definite"},
        {"nq = 2", "nq = 3", "'origin' has nq = 3, and the body has 2"},
        {"nqn = 0", "nqn = 4", "terms of higher order are not read"},
        {"order = 0", "order = 2", "order is a whole number, 0 to 1"},
    };
    for (const Wrong& wrong : all) {
        const std::string found = messages(wrong.from, wrong.to);
        INFO(found);
        CAPTURE(wrong.message);
        CHECK(holds(found, "a.lag:1:"));
        CHECK(holds(found, wrong.message));
    }
}

TEST_CASE("data of a file that do not agree are warned of", "[sid]") {
    const fs::path folder = scratch_folder("sid_remarks");
    write(folder / "a.lag", "model(a)$ flexible(b, ground, hinge = fixed(), sid = \"b.sid\")$ mass_matrix()$\n");
    const auto warnings = [&](const std::string& from, const std::string& to) {
        std::string text = beam_as_sid();
        REQUIRE(holds(text, from));
        text.replace(text.find(from), from.size(), to);
        write(folder / "b.sid", text);
        const CommandRun run = run_lag({"a.lag", "--quiet"}, folder);
        CHECK(run.status == 0);
        return run.errors;
    };
    CHECK(holds(
        warnings("m1(2, 1, 1) = -252", "m1(2, 1, 1) = -224"),
        "order 1 of Ct is not symmetric in the elastic coordinates, by 10 % of the largest number: its symmetric"));
    CHECK(holds(warnings("m1(2, 1, 2) = 210", "m1(2, 1, 2) = 0"), "order 1 of Oe is not symmetric"));
    CHECK(holds(warnings("m1(2, 1, 1) = 280", "m1(2, 1, 1) = 140"), "order 1 of mdCM is not Ct, by 50 %"));
    CHECK(holds(warnings("m0(2, 1) = -420", "m0(2, 1) = -21"), "Gr is not what J and Cr say, by 95 %"));
    CHECK(holds(warnings("m0(1, 4) = 210", "m0(1, 4) = 189"), "Oe is not what J says, by 10 %"));
    CHECK(holds(warnings(SidText{"Ge", 2, 6, {}}.text(), SidText{"Ge", 2, 6, {"m0(1, 2) = 5"}}.text()),
                "Ge is not what Cr says"));
    CHECK(holds(warnings("mass = 8.40D+02", "mass = 84"), "has a negative kinetic energy"));
    CHECK(holds(warnings("m0(2, 1) = 10080", "m0(2, 1) = 0"), "Ke is not symmetric, by 50 %"));
    CHECK(holds(warnings("m1(2, 2, 1) = .027", "m1(2, 2, 1) = .27"), "node 3: order 1 of origin is not phi"));
}

TEST_CASE("what a flexible body of a file lacks is said at its place", "[sid]") {
    const fs::path folder = scratch_folder("sid_statement");
    write(folder / "b.sid", beam_as_sid());
    const auto errors = [&](const std::string& more, const std::string& then = "") {
        write(folder / "a.lag",
              "model(a)$ flexible(b, ground, hinge = revolute(z, s)" + more + ")$ " + then + "mass_matrix()$\n");
        return run_lag({"a.lag", "--quiet"}, folder).errors;
    };
    CHECK(holds(errors(""), "needs beam = [..] or sid = \"file\""));
    CHECK(holds(errors(", sid = \"b.sid\", beam = [length = 1]"), "not both"));
    CHECK(holds(errors(", sid = \"c.sid\""), "cannot read "));
    CHECK(holds(errors(", sid = 3"), "expected the name of a file in quotes"));
    CHECK(holds(errors(", sid = \"b.sid\"", "output(x, position(node(b, 5))[1])$ "), "no node of "));
    CHECK(holds(errors(", sid = \"b.sid\"", "output(x, position(node(b, 5))[1])$ "), "it has 7, 3"));
    CHECK(holds(errors(", sid = \"b.sid\", inboard_at = 3"), "such as inboard_at = node(b, 1)"));
    CHECK(holds(errors(", sid = \"b.sid\", coordinates = [e]"), "has 2 elastic coordinates, and 1 names are given"));
    CHECK(holds(errors(", " + beam_of_sid + ", sid_parameters = true"), "whose data come from a file"));
    CHECK(errors(", sid = \"b.sid\", inboard_at = node(b, 3)") == "");
}

}  // namespace lag
