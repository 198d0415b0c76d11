// Flexible bodies: beams, against published frequencies, deflections and a robot's motion, and against what is kept.
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// The smallest imaginary part of each row of FILE_modes.csv, by the value that is varied.
std::map<double, double> lowest_frequencies(const fs::path& folder, const std::string& script,
                                            const std::string& values) {
    write(folder / "m.lag", script);
    const CommandRun run = run_lag({"modes", "m.lag", "--vary", "gamma=" + values, "--quiet"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const SimulatedColumns columns = simulated_columns(folder / "m_modes.csv");
    std::map<double, double> lowest;
    for (std::size_t row = 0; row < columns.at("gamma").size(); ++row) {
        double least = 1e300;
        for (const auto& [name, values_of] : columns)
            if (name.starts_with("imaginary")) least = std::min(least, std::abs(values_of[row]));
        lowest[columns.at("gamma")[row]] = least;
    }
    return lowest;
}

std::string rotating_cantilever(const std::string& modes) {
    return "model(blade)$ parameters(gamma = 6, l = 1, EI = 1, mu = 1)$\n"
           "body(hub, ground, hinge = revolute(z, gamma*t))$\n"
           "flexible(b, hub, hinge = fixed(), beam = [axis = x, length = l, EIy = EI, EIz = EI, rhoA = mu, modes = [" +
           modes + " = 5]])$\n";
}

// ws, Ts: the speed reached and when; the beam is clamped in the hub.
std::string spin_up(const std::string& numbers, const std::string& beam) {
    return "model(m)$ parameters(" + numbers +
           ", Ts = 15)$\n"
           "body(hub, ground, hinge = revolute(z, if t < Ts then ws/Ts*(t^2/2 + (Ts/(2*%pi))^2*(cos(2*%pi*t/Ts) - 1)) "
           "else ws*(t - Ts/2)))$\n"
           "flexible(b, hub, hinge = fixed(), " +
           beam + ")$\n";
}

SimulatedColumns simulated(const fs::path& folder, const std::string& script, std::vector<std::string> arguments) {
    write(folder / "m.lag", script);
    arguments.insert(arguments.begin(), {"simulate", "m.lag", "--quiet"});
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "m.csv");
}

std::size_t place_of_least(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
}

}  // namespace

TEST_CASE("a rotating cantilever has the published frequencies", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_rotating");
    const std::map<double, double> flapping{{0, 3.5160}, {1, 3.6816}, {2, 4.1373}, {3, 4.7973},   {4, 5.5850},
                                            {5, 6.4495}, {6, 7.3604}, {8, 9.2568}, {10, 11.2023}, {12, 13.1702}};
    const std::map<double, double> out = lowest_frequencies(folder, rotating_cantilever("bend_z"), "0:12:13");
    for (const auto& [gamma, frequency] : flapping) CHECK(out.at(gamma) == Approx(frequency).epsilon(1e-3));
    const std::map<double, double> in = lowest_frequencies(folder, rotating_cantilever("bend_y"), "0:12:3");
    CHECK(in.at(6) == Approx(4.2632).epsilon(3e-3));
    CHECK(in.at(12) == Approx(5.4271).epsilon(3e-3));
}

TEST_CASE("a beam that is spun up bends as Simo and Vu-Quoc's", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_spin_up");
    const std::string numbers = "L = 10, EI = 14000, mu = 1.2, ws = 6";
    const std::string tip = "output(tip, b_1 + b_2 + b_3)$\n";
    const auto of_beam = [](const std::string& more) {
        return "beam = [axis = x, length = L, EIz = EI, rhoA = mu, EA = 28000000, modes = [bend_y = 3" + more;
    };
    const SimulatedColumns bent =
        simulated(folder, spin_up(numbers, of_beam("]]")) + tip, {"--end", "30", "--step", "0.01"});
    const std::size_t lowest = place_of_least(bent.at("tip"));
    CHECK(bent.at("tip")[lowest] == Approx(-0.5744).epsilon(3e-3));
    CHECK(bent.at("t")[lowest] == Approx(6.76).margin(0.02));
    const auto late = bent.at("tip").begin() + 1520;
    const auto [least, largest] = std::minmax_element(late, bent.at("tip").end());
    CHECK((*largest - *least) / 2 == Approx(0.0036).epsilon(0.05));

    const SimulatedColumns stretched = simulated(
        folder, spin_up(numbers, of_beam(", stretch = 1], shapes = polynomial]")), {"--end", "30", "--step", "0.01"});
    double mean = 0;
    for (std::size_t k = 2001; k < 3001; ++k) mean += stretched.at("b_4")[k] / 1000;
    CHECK(mean == Approx(5.143e-4).epsilon(5e-3));

    // Kane, Ryan and Banerjee's section: the calculation of a beam of its own gave -0.5346
    const SimulatedColumns thin =
        simulated(folder,
                  spin_up("L = 8, EI = 566.8, mu = 2766.67*0.03676*0.001986, ws = 4",
                          "beam = [axis = x, length = L, EIz = EI, rhoA = mu, modes = [bend_y = 3]]") +
                      tip,
                  {"--end", "16", "--step", "0.01"});
    CHECK(thin.at("tip")[place_of_least(thin.at("tip"))] == Approx(-0.5346).epsilon(5e-3));

    // without stiffening the beam has no rest at this speed: it bends away
    const SimulatedColumns soft =
        simulated(folder, spin_up(numbers, of_beam("]], stiffening = false")) + tip, {"--end", "15", "--step", "0.1"});
    CHECK(std::abs(soft.at("tip").back()) > 10);
}

// Its own half segment is clamped, the last one is free: what is cut off falls with the square of a segment's length.
TEST_CASE("rigid segments with springs converge to a beam that is spun up", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_segments");
    const auto deflection = [&](int segments) {
        const std::string script =
            "model(m)$ n: " + std::to_string(segments) +
            "$ L: 10$ EI: 14000$ mu: 12/10$ h: L/n$\n"
            "body(s0, ground, hinge = revolute(z, if t < 15 then 6/15*(t^2/2 + (15/(2*%pi))^2*(cos(2*%pi*t/15) - 1)) "
            "else 6*t - 45), mass = mu*h/2, cm = [h/4, 0, 0], inertia = [0, 0, mu*(h/2)^3/12])$\n"
            "for i:1 thru n do block([l], l: if i < n then h else h/2,\n"
            "  body(concat(s, i), concat(s, i - 1), hinge = revolute(z, concat(q, i)), at = if i = 1 then [h/2, 0, 0] "
            "else [h, 0, 0], mass = mu*l, cm = [l/2, 0, 0], inertia = [0, 0, mu*l^3/12]),\n"
            "  hinge_load(concat(q, i), -EI/h*concat(q, i)))$\n"
            "point(tip, concat(s, n), [h/2, 0, 0])$ output(tip_y, position(origin(s0), tip, in = s0)[2])$\n";
        const std::vector<double> y =
            simulated(folder, script, {"--end", "9", "--step", "0.02", "--tolerance", "1e-9"}).at("tip_y");
        return y[place_of_least(y)];
    };
    const double coarse = deflection(4), fine = deflection(8);
    CHECK((coarse + 0.5744) / (fine + 0.5744) == Approx(4).epsilon(0.15));
    CHECK(fine + (fine - coarse) / 3 == Approx(-0.5744).epsilon(5e-3));
}

TEST_CASE("the rod of a slider-crank bends as Chu and Pan's", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_slider_crank");
    const auto first_maximum = [&](const std::string& rate, const std::string& mass) {
        const std::string script =
            "model(m)$ area: %pi*0.00635^2/4$ second: %pi*0.00635^4/64$\n"
            "body(crank, ground, hinge = revolute(z, " +
            rate +
            "*t))$\n"
            "flexible(rod, crank, hinge = revolute(z, q), at = [0.1524, 0, 0], beam = [axis = x, length = 0.3048,"
            " EIz = 2.06843e11*second, rhoA = 7834.56*area, modes = [bend_y = 3], shapes = pinned_pinned],"
            " coordinates = [e1, e2, e3])$\n"
            "body(slider, ground, hinge = prismatic(x, s), mass = " +
            mass +
            ")$ close_loop(node(rod, 0.3048), origin(slider))$\n"
            "initial(s = 0.4572)$ output(bend, (e1 - e3)/0.3048)$\n";
        const SimulatedColumns run = simulated(folder, script, {"--end", "0.01", "--step", "0.0001"});
        const std::vector<double>& bend = run.at("bend");
        for (std::size_t k = 1; k + 1 < bend.size(); ++k)
            if (bend[k] > bend[k - 1] && bend[k] >= bend[k + 1] && bend[k] > 0.001) return bend[k];
        return 0.0;
    };
    CHECK(first_maximum("124.8", "0") == Approx(0.00976).epsilon(0.02));
    CHECK(first_maximum("150", "0.0378126") == Approx(0.01394).epsilon(0.02));
}

TEST_CASE("a robot of two flexible links moves as Melzer's", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_robot");
    const auto link = [](const std::string& name, const std::string& where, const std::string& angle, double length,
                         double width, double height) {
        const std::string l = std::to_string(length), b = std::to_string(width), h = std::to_string(height);
        return "flexible(" + name + ", " + where + ", hinge = revolute(z, " + angle +
               "), beam = [axis = x, length = " + l + ", EIz = 73e9*" + b + "*" + h + "^3/12, rhoA = 2700*" + b + "*" +
               h + ", modes = [bend_y = 2], shapes = polynomial])$\n";
    };
    const std::string script =
        "model(m)$ gravity([0, -981/100, 0])$\n"
        "angle: %pi/4*(if t < 0 then -1 elseif t < 1/6 then -1 + 72*t^3 elseif t < 1/3 then -18*t + 108*t^2 - 144*t^3"
        " elseif t < 1/2 then -8 + 54*t - 108*t^2 + 72*t^3 else 1)$\n" +
        link("upper", "ground", "angle", 0.545, 0.06, 0.015) +
        "body(elbow, upper, hinge = fixed(), at = node(upper, 0.545), mass = 1)$\n" +
        link("lower", "elbow", "-angle", 0.675, 0.04, 0.01) +
        "body(hand, lower, hinge = fixed(), at = node(lower, 0.675), mass = 3)$\n"
        "output(X, position(origin(hand))[1])$ output(Y, position(origin(hand))[2])$\n";
    const SimulatedColumns run = simulated(folder, script, {"--equilibrium", "--end", "0.6", "--step", "0.01"});
    const auto is_at = [&](std::size_t row, double x, double y) {
        CAPTURE(run.at("t")[row]);
        CHECK(run.at("X")[row] == Approx(x).margin(0.006));
        CHECK(run.at("Y")[row] == Approx(y).margin(0.006));
    };
    is_at(0, 1.057, -0.411), is_at(41, 1.019, 0.599), is_at(57, 1.043, 0.123);
}

TEST_CASE("a free beam keeps momentum, angular momentum and energy", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_free");
    const std::string script =
        "model(m)$\n"
        "flexible(b, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z],"
        " speeds = [p, q, r, u, v, w]), beam = [axis = x, length = 2, EIy = 30, EIz = 50, GJ = 20, EA = 100000,"
        " rhoA = 1.5, rhoIx = 0.01, modes = [bend_y = 2, bend_z = 2, twist = 1, stretch = 1]])$\n"
        "initial(p = 1, q = 3, r = 2, u = 1, b_1' = 1, b_3' = -1)$\n"
        "P: momentum(b, in = ground)$ H: angular_momentum(b, in = ground)$\n"
        "output(Px, P[1])$ output(Py, P[2])$ output(Pz, P[3])$ output(Hx, H[1])$ output(Hy, H[2])$ output(Hz, H[3])$\n";
    const SimulatedColumns run =
        simulated(folder, script, {"--end", "1", "--step", "0.02", "--relative", "1e-12", "--absolute", "1e-13"});
    for (const std::string name : {"Px", "Py", "Pz", "Hx", "Hy", "Hz"}) {
        const auto [least, largest] = std::ranges::minmax_element(run.at(name));
        CAPTURE(name);
        CHECK(*largest - *least < 1e-10 * 10);
    }
    const auto energy = [&](std::size_t k) { return run.at("kinetic")[k] + run.at("potential")[k]; };
    for (std::size_t k = 0; k < run.at("t").size(); ++k) CHECK(energy(k) == Approx(energy(0)).epsilon(1e-10));
}

TEST_CASE("a node is held by a free hinge through a body without mass", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_held_node");
    const std::string hinge =
        "hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], speeds = [p, q, r, u, v, w])";
    const std::string beam =
        "inboard_at = node(b, 1), beam = [axis = x, length = 2, EIy = 30, EIz = 50, GJ = 20, rhoA = 1.5, rhoIx = 0.01,"
        " modes = [bend_y = 2, bend_z = 1, twist = 1]])$\n";
    write(folder / "a.lag", "model(a)$ flexible(b, ground, " + hinge + ", " + beam);
    const std::string refused = run_lag({"a.lag", "--quiet"}, folder).errors;
    CHECK(holds(refused, "a hinge with free angles or body-fixed speeds holds the body's own frame, not a node"));
    CHECK(holds(refused, "give this hinge to a body without mass, and hang 'b' on it with hinge = fixed()"));
    // what the hint says
    const SimulatedColumns run = simulated(
        folder,
        "model(m)$ body(frame, ground, " + hinge + ")$ flexible(b, frame, hinge = fixed(), " + beam +
            "initial(p = 1, q = 3, r = 2, u = 1, b_1' = 1, b_3' = -1)$ output(apart, position(node(b, 1))[1] - x)$\n"
            "P: momentum(b, in = ground)$ H: angular_momentum(b, in = ground)$\n"
            "output(Py, P[2])$ output(Pz, P[3])$ output(Hx, H[1])$ output(Hz, H[3])$\n",
        {"--end", "0.5", "--step", "0.05", "--relative", "1e-11", "--absolute", "1e-12"});
    for (const std::string name : {"apart", "Py", "Pz", "Hx", "Hz"}) {
        const auto [least, largest] = std::ranges::minmax_element(run.at(name));
        CAPTURE(name);
        CHECK(*largest - *least < 1e-9);
    }
    CHECK(run.at("apart")[0] == Approx(0).margin(1e-14));
}

TEST_CASE("an arm of six flexible links is eliminated link by link", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_arm");
    // composite inertias take 3423 additions and 4453 multiplications
    const CommandRun run = run_lag(
        {(fs::path(LAG_SOURCE_DIR) / "bench/models/flexible_arm.lag").string(), "--out", folder.string()}, folder);
    INFO(run.output << run.errors);
    CHECK(run.status == 0);
    CHECK(holds(run.output, "derivatives 2500 add, 2935 mul, 18 div, 0 sqrt, 34 call"));
    CHECK(holds(contents(folder / "flexible_arm.hpp"), "formulation: articulated"));
}

TEST_CASE("a beam bounces at its nodes", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_bounce");
    const auto falling = [](const std::string& EI) {
        return "model(m)$ gravity([0, -9.81, 0])$\n"
               "flexible(b, ground, hinge = [translate(x, px), translate(y, py), rotate(z, turn)],"
               " coordinates = [e1, e2, e3], beam = [axis = x, length = 1, EIz = " +
               EI +
               ", rhoA = 2, modes = [bend_y = 3], shapes = polynomial])$\n"
               "contact(left, position(origin(b))[2], restitution = 1)$\n"
               "contact(right, position(node(b, 1))[2], restitution = 1)$\n"
               "output(height, position(node(b, 1))[2])$ initial(py = 0.1, turn = -0.05)$\n";
    };
    // every bounce keeps the energy, with the momenta of the shapes in it
    const SimulatedColumns run = simulated(
        folder, falling("3000"), {"--end", "0.15", "--step", "0.005", "--relative", "1e-10", "--absolute", "1e-11"});
    const auto energy = [&](std::size_t k) { return run.at("kinetic")[k] + run.at("potential")[k]; };
    for (std::size_t k = 0; k < run.at("t").size(); ++k) CHECK(energy(k) == Approx(energy(0)).epsilon(1e-5));
    for (const double height : run.at("height")) CHECK(height > -1e-9);
    CHECK(contents(folder / "m_events.csv").find(",right,") != std::string::npos);
    CHECK(*std::ranges::max_element(run.at("e1")) > 1e-3);

    // one that bends away ends with advice
    write(folder / "m.lag", falling("20"));
    const CommandRun soft = run_lag({"simulate", "m.lag", "--quiet", "--end", "2", "--step", "0.1"}, folder);
    CHECK(soft.status == 1);
    CHECK(holds(soft.errors, "a flexible body that bends too far has no regular mass matrix: take fewer modes"));
}

TEST_CASE("a flexible arm finds rest from far away", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_rest");
    // stiff shapes and a soft hinge: the arm must fall by a quarter of a turn
    write(folder / "m.lag",
          "model(m)$ gravity([0, 0, -9.81])$\n"
          "flexible(b, ground, hinge = revolute(y, q), beam = [axis = x, length = 0.6, EIy = 945, rhoA = 0.486,"
          " modes = [bend_z = 2]])$\n");
    for (const std::string start : {"q=0", "q=-1", "q=1"}) {
        const CommandRun run = run_lag(
            {"simulate", "m.lag", "--quiet", "--equilibrium", "--initial", start, "--end", "0.01", "--step", "0.01"},
            folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const SimulatedColumns found = simulated_columns(folder / "m.csv");
        CHECK(std::cos(found.at("q")[0]) == Approx(0).margin(1e-9));
        CHECK(found.at("b_1")[0] == Approx(0).margin(1e-12));
    }
}

TEST_CASE("a start is moved onto a loop before bodies bend", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_loop");
    // without that the rod would bend so far that its kinetic energy is not positive
    const SimulatedColumns run = simulated(
        folder,
        "model(m)$ body(crank, ground, hinge = revolute(z, a), mass = 1, inertia = [0.1, 0.1, 0.1])$\n"
        "flexible(rod, crank, hinge = revolute(z, b), at = [0.3, 0, 0], coordinates = [e1, e2],"
        " beam = [axis = x, length = 1, EIz = 100, rhoA = 0.5, modes = [bend_y = 2]])$\n"
        "body(rocker, ground, hinge = revolute(z, c), at = [0.9, 0, 0], mass = 1, inertia = [0.1, 0.1, 0.1])$\n"
        "point(P, rocker, [0, 0.6, 0])$ close_loop(node(rod, 1), P)$ initial(a = 1, b = -0.8, c = 0, a' = 5)$\n"
        "output(gap_x, position(node(rod, 1), P)[1])$ output(gap_y, position(node(rod, 1), P)[2])$\n",
        {"--end", "0.01", "--step", "0.01"});
    for (const std::string name : {"e1", "e2"}) {
        CHECK(std::abs(run.at(name)[0]) < 1e-5);
        CHECK(std::abs(run.at(name + "'")[0]) < 1e-4);
    }
    CHECK(run.at("gap_x")[0] == Approx(0).margin(1e-12));
    CHECK(run.at("gap_y")[0] == Approx(0).margin(1e-12));
    // held at both ends it has to bend
    const SimulatedColumns bent =
        simulated(folder,
                  "model(m)$ flexible(rod, ground, hinge = fixed(), coordinates = [e1, e2],"
                  " beam = [axis = x, length = 1, EIz = 100, rhoA = 0.5, modes = [bend_y = 2]])$\n"
                  "constraint(position(node(rod, 1))[2] = 0.03)$ constraint(position(node(rod, 1/2))[2] = 0)$\n",
                  {"--end", "0.01", "--step", "0.01"});
    CHECK(bent.at("e1")[0] + bent.at("e2")[0] == Approx(0.03));
}

TEST_CASE("a beam without stiffening that starts fast is noted", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_soft");
    // the first frequency is 3.516 rad/s
    const auto words = [&](const std::string& hub, const std::string& more) {
        write(folder / "m.lag",
              "model(m)$ parameters(EI = 1, rate = 2)$ body(hub, ground, hinge = revolute(z, " + hub +
                  "), inertia = [1, 1, 1])$\n"
                  "flexible(b, hub, hinge = fixed(), beam = [axis = x, length = 1, EIz = EI, rhoA = 1, modes = "
                  "[bend_y = 2]]" +
                  more + "$ emit(c, \"m.h\")$\n");
        return run_lag({"m.lag"}, folder).errors;
    };
    const std::string note =
        "body 'b' turns at 2 rad/s when the motion starts, which is more than a third of its first";
    CHECK(holds(words("rate*t", ", stiffening = false)"), note));
    CHECK(holds(words("rate*t", ", stiffening = false)"), "frequency, 3.516"));
    CHECK(holds(words("q", ", stiffening = false)$ initial(q' = 2)"), note));
    CHECK(!holds(words("rate*t", ")"), "turns at"));
    CHECK(!holds(words("rate/2*t", ", stiffening = false)"), "turns at"));
    CHECK(!holds(words("q", ", stiffening = false)"), "turns at"));
}

TEST_CASE("what a beam lacks is said at its place", "[flexible]") {
    const fs::path folder = scratch_folder("flexible_wrong");
    const auto errors = [&](const std::string& beam, const std::string& more = "") {
        write(folder / "a.lag", "model(a)$ flexible(b, ground, hinge = revolute(z, s), beam = [" + beam + "]" + more +
                                    ")$ equations();\n");
        return run_lag({"a.lag", "--quiet"}, folder).errors;
    };
    const std::string plain = "axis = x, length = 1, rhoA = 1, EIz = 1";
    CHECK(holds(errors(plain), "says no modes"));
    CHECK(holds(errors(plain + ", modes = [bend_z = 1]"), "has no 'EIy'"));
    CHECK(holds(errors(plain + ", modes = [bend_x = 1]"), "did you mean 'bend_"));
    CHECK(holds(errors("axis = x, length = 1, EIz = 1, modes = [bend_y = 1]"), "has no 'rhoA'"));
    CHECK(holds(errors(plain + ", modes = [bend_y = 1], shapes = round"), "'shapes' of the beam of body 'b'"));
    CHECK(holds(errors(plain + ", modes = [twist = 1]"), "twist needs 'GJ' > 0"));
    // every entry that is declared is read
    const DeclaredArguments& entries = find_built_in("flexible")->keyword("beam")->entries;
    CHECK(entries.size() == 10);
    for (const DeclaredArgument& entry : entries) {
        INFO(entry.keyword);
        const std::string found = errors(entry.keyword + " = \"text\", modes = [bend_y = 1]");
        if (entry.type.words == arguments::a_number.words)
            CHECK(holds(found, "flexible: expected a number or expression, found a text"));
        else if (entry.keyword == "axis")
            CHECK(holds(found, "the axis of a beam is x, y or z"));
        else if (entry.keyword == "shapes")
            CHECK(holds(errors(plain + ", modes = [bend_y = 1], shapes = \"text\""), "are none that are known"));
        else
            for (const DeclaredArgument& mode : entry.entries)
                CHECK(holds(errors(plain + ", modes = [" + mode.keyword + " = 21]"),
                            "'" + mode.keyword + "' is a number of modes, 0 to 20"));
    }
    CHECK(holds(errors("axis = y, lenght = 1"), "did you mean 'length'?"));
    CHECK(holds(errors("axis = y, colour = 1"),
                "hint: it may have axis, length, EIz, EIx, EA, GJ, rhoA, rhoIy, modes, shapes"));
    CHECK(holds(errors("EA = 1, EA = 2"), "the beam of body 'b': 'EA' is given twice"));
    CHECK(holds(errors("EA"), "the beam of body 'b' is a list of entries, name = value"));
    const auto refused = [&](const std::string& statement) {
        write(folder / "a.lag", "model(a)$ flexible(b, ground, hinge = revolute(z, s), beam = [" + plain +
                                    ", modes = [bend_y = 1]])$\n" + statement + "\n");
        return run_lag({"a.lag", "--quiet"}, folder).errors;
    };
    CHECK(
        holds(refused("position(cm(b));"), "a.lag:2:13: error: the mass centre of the flexible body 'b' moves in it"));
    CHECK(holds(refused("base_parameters();"), "body 'b' is flexible"));
    CHECK(holds(refused("regressor();"), "body 'b' is flexible"));
    CHECK(holds(refused("emit(c, \"a.h\", formulation = two_ended)$"), "is for rigid bodies"));
}

}  // namespace lag
