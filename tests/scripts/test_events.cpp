// flag, active, event: what scripts say of them, what is refused, and single jumps against published and closed forms.
#include <cmath>

#include "scripts/pipeline/document.hpp"

#include "tests/scripts/test_event_jumps.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string ball =
    "model(ball)$ parameters(m = 2, e = 4/5)$ gravity([0, 0, -10])$\n"
    "flag(held, 0)$ flag(bounces, 0)$\n"
    "body(b, ground, hinge = prismatic(z, h), mass = m)$\n"
    "constraint(h = 0, name = floor_row, active = held)$\n"
    "event(bump, h, falling, impact = [floor_row], restitution = e, set = [bounces = bounces + 1])$\n"
    "event(caught, bounces - 5/2, rising, set = [held = 1])$\n"
    "event(kick, t - 3, rising, impulse = [h' = 4*m], set = [held = 0])$\n";

}  // namespace

TEST_CASE("what flags, switched rows and events may not be is refused", "[events]") {
    const std::string start =
        "model(m)$ parameters(k = 1)$ flag(held, 1)$ input(w)$ body(a, ground, hinge = prismatic(x, q), mass = 1)$ "
        "body(b, ground, hinge = prismatic(y, w), mass = 1)$ state(z, rate = 1)$ "
        "constraint(q = 0, name = catch, active = held)$ constraint(q = sin(t), name = always)$\n";
    const auto error = [&](const std::string& more) { return run_script(start + more).error; };
    CHECK(error("body(c, a, hinge = revolute(z, p), mass = held)$") ==
          "2:43: the mass of body 'c' cannot depend on the flag held [events change flags at once, and bodies move "
          "without jumps: switch a constraint with active = held]");
    CHECK(error("body(c, a, hinge = revolute(z, p), at = [held, 0, 0], mass = 1)$")
              .find("cannot depend on the flag held") != std::string::npos);
    CHECK(error("body(c, a, hinge = [translate(y, 2*held)], mass = 1)$")
              .find("a hinge slot cannot depend on the flag held") != std::string::npos);
    CHECK(error("flag(held, 0)$") == "2:6: held is declared twice: it is already an input (line 1)");
    CHECK(error("initial(held = 2)$") ==
          "2:9: 'held' is a flag: its first value stands where it is declared [flag(held, value)]");
    CHECK(error("emit(cpp, \"m.hpp\", jacobian = [held])$") ==
          "2:32: 'held' is a flag, and a flag is no column of the jacobian [it stays as it is between events]");
    CHECK(error("linearize(inputs = [held])$") == "2:21: 'held' is no input of the model [the inputs are: w, w', w'']");
    // it holds in one mode alone
    CHECK(error("check(q = 0)$").starts_with("2:1: check failed"));
    CHECK(error("flag(f, q)$").find("the first value of flag 'f' cannot depend on the coordinate q") !=
          std::string::npos);
    CHECK(error("constraint(q = 1, active = w)$") ==
          "2:28: active takes the name of a flag, and 'w' is none [declare it above with flag(held, 1)]");
    CHECK(error("constraint(q = 1, active = hel)$") ==
          "2:28: active takes the name of a flag, and 'hel' is none [did you mean 'held'?]");
    CHECK(error("constraint(q = 1, active = 2*held)$").find("active takes the name of a flag, found") !=
          std::string::npos);
    CHECK(error("event(e, q, up)$") ==
          "2:13: no direction of an event is called 'up' [there are: rising, falling, either]");
    CHECK(error("event(e, k, rising)$") == "2:10: the function of event 'e' is constant: it never passes zero");
    CHECK(error("event(e, q, rising, impulse = [q = 1])$") ==
          "2:32: an impulse acts on a speed, and 'q' is none [did you mean 'q''?]");
    CHECK(error("event(e, q, rising, impulse = [w' = 1])$") ==
          "2:32: an impulse cannot act on 'w'': that motion is prescribed [an impulse acts on the speeds of the "
          "mechanism]");
    CHECK(error("event(e, q, rising, impulse = 1)$").find("a list of equations, name = value") != std::string::npos);
    CHECK(error("event(e, q, rising, impact = [cach])$") ==
          "2:31: no constraint is named 'cach' [did you mean 'catch'?]");
    CHECK(error("event(e, q, rising, impact = [always])$") ==
          "2:31: an impact on 'always' changes nothing: it always holds [give it a flag: active = f]");
    CHECK(error("event(e, q, rising, impact = [catch], restitution = 3/2)$") ==
          "2:53: a restitution is between 0 and 1, found 3/2 [0: without a bounce, 1: the speed is reversed]");
    CHECK(error("event(e, q, rising, impact = [catch], restitution = -k)$")
              .find("a restitution is between 0 and 1, found -k = -1") != std::string::npos);
    CHECK(error("event(e, q, rising, restitution = 1)$") ==
          "2:35: restitution is that of impact = [rows], which is not given");
    CHECK(error("event(e, q, rising, set = [q' = 1])$") ==
          "2:28: an event sets flags, states and coordinates, and 'q'' is none [speeds jump by impulse = [..] and "
          "impact = [..]]");
    CHECK(error("event(e, q, rising, set = [held = 1, held = 0])$") == "2:38: set: 'held' is given twice");
    CHECK(error("event(e, q, rising, set = [k = 1])$").find("an event sets flags, states and coordinates") !=
          std::string::npos);
    CHECK(error("event(e, q, rising)$ event(e, q, falling)$") == "2:28: an event is named 'e' already");
    CHECK(error("event(e, q, rising, stop = 1)$").find("expected true or false") != std::string::npos);
    CHECK(error("right_side()$ event(e, q, rising)$").find("the description of model 'm' is complete") !=
          std::string::npos);
    // a loop has three rows
    CHECK(run_script("model(m)$ flag(held, 1)$ body(a, ground, hinge = revolute(z, q1), inertia = [0, 0, 1])$ "
                     "body(b, ground, hinge = revolute(z, q2), inertia = [0, 0, 1])$\n"
                     "point(P, a, [1, 0, 0])$ point(Q, b, [1, 0, 0])$\n"
                     "close_loop(P, Q, name = pin, active = held)$ event(e, t, rising, impact = [pin])$")
              .error ==
          "3:76: an impact is on one row, and 'pin' has 3 [a loop that closes is switched on: set = "
          "[flag = 1]]");
}

TEST_CASE("a row that separates where its event happens", "[events]") {
    const auto messages = [](const std::string& row, const std::string& event) {
        return run_script("model(m)$ flag(f, 0)$ body(b, ground, hinge = prismatic(z, h), mass = 1)$ constraint(" +
                          row + ", name = r, active = f)$\nevent(e, " + event + ", impact = [r])$")
            .messages;
    };
    CHECK(messages("h = 1", "h - 1, falling") == "");
    CHECK(messages("1 = h", "1 - h, falling") == "");
    CHECK(messages("h = 1", "h - 1, rising") ==
          "script.lag:2:35: warning: 'r' is not hit at event 'e': lhs - rhs grows there, and a row is hit where it "
          "falls\nevent(e, h - 1, rising, impact = [r])$\n                                  ^\nhint: write falling, or "
          "exchange the sides of the constraint\n");
    CHECK(messages("1 = h", "h - 1, falling").find("exchange the sides of the constraint") != std::string::npos);
}

TEST_CASE("flags and switched rows in the equations", "[events]") {
    check_assertions(
        "model(m)$ flag(push, 2)$ flag(lock, 0)$ input(w)$ body(a, ground, hinge = prismatic(x, q), mass = 1)$ "
        "hinge_load(q, push*q' + w)$ constraint(q = lock, name = row, active = push)$\n"
        "check(diff(push, t) = 0)$ check(push' = 0)$ check(right_side() = [push*q' + w])$");
    // flags stand after all inputs, whatever the order of the statements and the inputs' rates
    const Model model = described_model(
        parse(
            "model(m)$ flag(f, 1)$ input(w)$ flag(g, 0)$ input(v)$ body(a, ground, hinge = prismatic(x, q), mass = 1)$ "
            "body(b, ground, hinge = prismatic(y, w + v), mass = 1)$ hinge_load(q, f + g)$",
            "script.lag"),
        {});
    std::string names;
    for (const Input& w : model.inputs) names += w.name + " ";
    CHECK(names == "w w' w'' v v' v'' f g ");
    // B of linearize has no columns of flags; `at` gives them values
    CHECK(run_script("model(m)$ flag(f, 3)$ input(w)$ body(a, ground, hinge = prismatic(x, q), mass = 1)$ "
                     "hinge_load(q, f*q + w)$ linearize()[1]; linearize()[2]; linearize(at = [f = 0])[1];")
              .output == "matrix([0.0, 1.0], [3.0, 0.0])\nmatrix([0.0], [1.0])\nmatrix([0.0, 1.0], [0.0, 0.0])\n");
    // a flag is no kink
    CHECK(run_script("model(m)$ flag(f, 0)$ body(a, ground, hinge = prismatic(x, q), mass = 1)$ "
                     "hinge_load(q, -4*q)$ constraint(q = 0, active = f)$ linearize()[1];")
              .messages == "");
    // a name of the script's own comes first
    check_assertions("flag: 3$ event(x) := x^2$ check(event(flag) = 9)$");
}

TEST_CASE("switched rows and the treatment of constraints", "[events]") {
    const std::string rows =
        "model(m)$ flag(f, 1)$ body(a, ground, hinge = prismatic(x, q1), mass = 1)$ "
        "body(b, ground, hinge = prismatic(x, q2), mass = 1)$\n"
        "constraint(q1 = q2, name = tie)$ constraint(2*q1 = 2*q2, name = again, active = f)$\n";
    // neither left out, nor a reason to leave another out
    const Model model = described_model(parse(rows, "script.lag"), {});
    CHECK(lowered_program(model).constraints.size() == 2);
    const auto refused = [&](const std::string& script) {
        try {
            lowered_program(described_model(parse(script, "script.lag"), {}));
        } catch (const ModelError& e) {
            return std::string(e.what());
        } catch (const InputError& e) {
            return e.diagnostics().front().message;
        }
        return std::string();
    };
    CHECK(refused(rows + "options(constraints = eliminate)$") ==
          "constraints = eliminate cannot take 'again', which is switched on and off by 'f'");
    CHECK(refused("model(m)$ body(a, ground, hinge = prismatic(x, q1), mass = 1)$ "
                  "body(b, ground, hinge = prismatic(x, q2), mass = 1)$ constraint(q1 = q2)$ "
                  "options(constraints = eliminate)$ event(e, t - 1, rising, impulse = [q1' = 1])$") ==
          "constraints = eliminate cannot take the impulses of event 'e'");
    // a massless body cannot rely on a row that may be off
    CHECK(refused("model(m)$ flag(f, 1)$ body(a, ground, hinge = prismatic(x, q1), mass = 1)$ "
                  "body(b, ground, hinge = prismatic(x, q2))$ constraint(q1 = q2, name = tie, active = f)$")
              .starts_with("massless body 'b' can move freely in 'q2''"));
    // two stops of which one holds at a time: more rows than speeds
    Jumping stops(
        "model(m)$ flag(low, 1)$ flag(high, 0)$ body(a, ground, hinge = prismatic(x, q), mass = 3)$ "
        "constraint(q = 0, name = at_low, active = low)$ constraint(q = 1, name = at_high, active = high)$ "
        "hinge_load(q, -6)$ event(e, t - 1, rising, set = [low = 1 - low, high = 1 - high])$");
    const auto accelerate = [&] {
        stops.frame[Slot::info] = {0};
        stops.runner->call(RoutineName::accelerations, stops.frame);
        CHECK(stops.frame[Slot::info].front() == 0);
        return std::vector<double>{stops.frame[Slot::udot][0], stops.frame[Slot::lambda][0],
                                   stops.frame[Slot::lambda][1]};
    };
    CHECK(accelerate() == std::vector<double>{0, -6, 0});
    stops.fire("e");
    CHECK(accelerate() == std::vector<double>{0, 0, -6});
    stops.w("high") = 0;
    CHECK(accelerate() == std::vector<double>{-2, 0, 0});
    stops.w("high") = stops.w("low") = 1;  // both at once depend on each other
    stops.runner->call(RoutineName::accelerations, stops.frame);
    CHECK(stops.frame[Slot::info].front() != 0);
}

TEST_CASE("a ball bounces, is caught and let go", "[events]") {
    Jumping jump(ball);
    jump.u("h'") = -5;
    jump.fire("bump");
    CHECK(jump.u("h'") == Approx(4).epsilon(1e-14));
    CHECK(jump.p(0) == Approx(-2 * 9).epsilon(1e-14));
    CHECK(jump.w("bounces") == 1);
    CHECK(jump.w("held") == 0);
    jump.fire("bump");  // it separates: nothing but the count
    CHECK(jump.u("h'") == Approx(4).epsilon(1e-14));
    CHECK(jump.p(0) == 0);
    CHECK(jump.w("bounces") == 2);
    jump.fire("caught");  // a row that is switched on stops it, whichever way it moves
    CHECK(jump.u("h'") == Approx(0).margin(1e-14));
    CHECK(jump.p(0) == Approx(2 * 4).epsilon(1e-14));
    CHECK(jump.w("held") == 1);
    jump.fire("kick");
    CHECK(jump.u("h'") == Approx(4).epsilon(1e-14));
    CHECK(jump.p(0) == 0);
    // functions and rates
    jump.frame[Slot::q] = {3};
    jump.runner->call(RoutineName::events, jump.frame);
    CHECK(jump.frame[Slot::g] == std::vector<double>{3, -0.5, -3});
    CHECK(jump.frame[Slot::gdot] == std::vector<double>{4, 0, 1});
}

// M. S. Pereira, P. Nikravesh, Impact dynamics of multibody systems with frictional contact using joint coordinates and
// canonical equations of motion, NATO ASI Computer-aided analysis of rigid and flexible mechanical systems, Troia 1993:
// two slender rods of 1 kg and 1 m at 18 and 12 degrees, both speeds -1 rad/s, without friction.
TEST_CASE("the double pendulum of Pereira and Nikravesh hits the floor", "[events]") {
    Jumping jump(
        "model(dp)$ parameters(e = 0)$ flag(stuck, 0)$\n"
        "body(rod1, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1/2, 0], inertia = [0, 0, 1/12])$\n"
        "body(rod2, rod1, hinge = revolute(z, q2), at = [0, -1, 0], mass = 1, cm = [0, -1/2, 0], inertia = [0, 0, "
        "1/12])$\n"
        "point(tip, rod2, [0, -1, 0])$\n"
        "constraint(position(tip)[2] = -cos(18*%pi/180) - cos(30*%pi/180), name = floor_row, active = stuck)$\n"
        "constraint(position(tip)[1] = 0, name = along, active = stuck)$\n"
        "event(hit, position(tip)[2] + 1, falling, impact = [floor_row], restitution = e)$\n"
        "initial(q1 = 18*%pi/180, q2 = 12*%pi/180, q1' = -1, q2' = -1)$\n");
    const std::vector<double> u = jump.frame[Slot::u];
    jump.w("stuck") = 1;
    jump.runner->call(RoutineName::constraints, jump.frame);
    CHECK(jump.frame[Slot::phidot][0] == Approx(-1.3090).margin(5e-5));
    CHECK(jump.frame[Slot::phidot][1] == Approx(-2.6831).margin(5e-5));
    jump.w("stuck") = 0;
    const double before = jump.kinetic();
    CHECK(before == Approx(2.3115).margin(5e-5));
    for (const double e : {0.0, 0.5, 1.0}) {
        jump.frame[Slot::u] = u;
        jump.runner->use_parameters({e});
        jump.fire("hit");
        CHECK(jump.p(0) == Approx(-1.2553 * (1 + e)).margin(5e-5 * (1 + e)));
        CHECK(jump.p(1) == 0);
        jump.w("stuck") = 1;
        jump.runner->call(RoutineName::constraints, jump.frame);
        jump.w("stuck") = 0;
        const double after = jump.frame[Slot::phidot][0];
        CHECK(after == Approx(1.30901699437494742 * e).margin(1e-14));
        // the work of the impulse
        CHECK(jump.kinetic() - before == Approx(-jump.p(0) * (after - 1.30901699437494742) / 2).margin(1e-13));
    }
}

TEST_CASE("Newton's cradle, one contact after the other", "[events]") {
    std::string script = "model(cradle)$ parameters(m = 1/2, e = 1, d = 1/10)$ flag(never, 0)$\n";
    for (int k = 1; k <= 5; ++k) {
        const std::string n = std::to_string(k), last = std::to_string(k - 1);
        script += "body(b" + n + ", ground, hinge = prismatic(x, x" + n + "), mass = m)$ initial(x" + n + " = " + n +
                  "*d)$\n";
        if (k > 1)
            script += "constraint(x" + n + " - x" + last + " = d, name = c" + last + ", active = never)$ event(hit" +
                      last + ", x" + n + " - x" + last + " - d, falling, impact = [c" + last + "], restitution = e)$\n";
    }
    for (const double e : {1.0, 0.9}) {
        Jumping jump(script);
        jump.runner->use_parameters({0.5, e, 0.1});
        jump.u("x1'") = 3;
        double carried = 3;
        for (int k = 1; k <= 4; ++k) {
            jump.fire("hit" + std::to_string(k));
            CHECK(jump.u("x" + std::to_string(k) + "'") == Approx((1 - e) / 2 * carried).margin(1e-15));
            carried *= (1 + e) / 2;
            CHECK(jump.u("x" + std::to_string(k + 1) + "'") == Approx(carried).epsilon(1e-14));
            CHECK(jump.p(static_cast<std::size_t>(k - 1)) == Approx(-0.5 * carried).epsilon(1e-14));
        }
        double momentum = 0;
        for (const double u : jump.frame[Slot::u]) momentum += 0.5 * u;
        CHECK(momentum == Approx(1.5).epsilon(1e-14));
        jump.fire("hit4");  // balls 4 and 5 separate
        CHECK(jump.frame[Slot::p] == std::vector<double>(4, 0.0));
    }
}

// A carrier takes a body up with a loop of two rows that act, and leaves it.
TEST_CASE("a body is captured and released", "[events]") {
    Jumping jump(
        "model(capture)$ flag(held, 0)$ body(ship, ground, hinge = planar(z, [x, y, a]), mass = 3, inertia = [0, 0, "
        "2])$\n"
        "body(load, ground, hinge = planar(z, [X, Y, A]), mass = 2, inertia = [0, 0, 1])$\n"
        "point(P, ship, [1, 0, 0])$ point(Q, load, [0, 1/2, 0])$ close_loop(P, Q, name = pin, active = held)$\n"
        "event(take, t - 1, rising, set = [held = 1])$ event(leave, t - 2, rising, set = [held = 0])$\n"
        "initial(X = 1, Y = -1/2)$\n");
    jump.u("x'") = 1, jump.u("y'") = -2, jump.u("a'") = 0.5;
    jump.u("X'") = -1, jump.u("Y'") = 0.25, jump.u("A'") = -1;
    const auto momenta = [&] {
        return std::vector<double>{3 * jump.u("x'") + 2 * jump.u("X'"), 3 * jump.u("y'") + 2 * jump.u("Y'"),
                                   // about the ground's origin: the ship is there, the load at (1, -1/2)
                                   2 * jump.u("a'") + jump.u("A'") + 2 * (jump.u("Y'") + 0.5 * jump.u("X'"))};
    };
    const std::vector<double> before = momenta();
    const double energy = jump.kinetic();
    jump.fire("take");
    const std::vector<double> after = momenta();
    for (std::size_t k = 0; k < 3; ++k) CHECK(after[k] == Approx(before[k]).margin(1e-13));
    CHECK(jump.u("x'") == Approx(jump.u("X'") - 0.5 * jump.u("A'")).margin(1e-13));
    CHECK(jump.u("y'") + jump.u("a'") == Approx(jump.u("Y'")).margin(1e-13));
    CHECK(jump.kinetic() < energy);
    const std::vector<double> together = jump.frame[Slot::u];
    jump.fire("leave");
    CHECK(jump.frame[Slot::u] == together);
    CHECK(jump.w("held") == 0);
}

TEST_CASE("an impact beside prescribed motion and a row that time moves", "[events]") {
    // a racket that an input moves, a ball on a belt whose speed a row prescribes
    Jumping jump(
        "model(racket)$ parameters(m = 2, e = 1/2)$ input(w)$ flag(never, 0)$\n"
        "body(frame, ground, hinge = translate(z, w), mass = 5)$\n"
        "body(ball, ground, hinge = [translate(x, x), translate(z, h)], mass = m)$\n"
        "speed_constraint(x' = cos(t) + h', name = belt)$\n"
        "constraint(h = w, name = strings, active = never)$\n"
        "event(hit, h - w, falling, impact = [strings], restitution = e)$\n");
    jump.frame[Slot::t] = {0.3};
    jump.w("w'") = 4;
    jump.u("h'") = -2, jump.u("x'") = std::cos(0.3) - 2;
    jump.fire("hit");
    // (h' - w')+ = -e (h' - w')-, and x' - h' = cos(t) still
    CHECK(jump.u("h'") == Approx(4 + 0.5 * 6).epsilon(1e-14));
    CHECK(jump.u("x'") == Approx(std::cos(0.3) + 7).epsilon(1e-14));
    // the belt row: m dx' + p1 = 0; the strings': m dh' - p1 + p2 = 0
    CHECK(jump.p(0) == Approx(-2 * 9).epsilon(1e-13));
    CHECK(jump.p(1) == Approx(-2 * 9 - 18).epsilon(1e-13));
}

TEST_CASE("an impact on the row of a massless body", "[events]") {
    Jumping jump(
        "model(lever)$ flag(never, 0)$ body(a, ground, hinge = prismatic(x, q1), mass = 3)$\n"
        "body(tip, ground, hinge = prismatic(x, q2))$ constraint(q2 = 2*q1, name = arm)$\n"
        "constraint(q2 = 0, name = wall, active = never)$\n"
        "event(hit, q2, falling, impact = [wall], restitution = 3/4)$ event(push, t - 1, rising, impulse = [q2' = "
        "5])$\n");
    jump.u("q1'") = -1, jump.u("q2'") = -2;
    jump.fire("hit");
    CHECK(jump.u("q2'") == Approx(1.5).epsilon(1e-14));
    CHECK(jump.u("q1'") == Approx(0.75).epsilon(1e-14));
    // 3 dq1' - 2 p1 = 0, p1 + p2 = 0
    CHECK(jump.p(0) == Approx(3 * 1.75 / 2).epsilon(1e-13));
    CHECK(jump.p(1) == Approx(-3 * 1.75 / 2).epsilon(1e-13));
    jump.fire("push");  // on the massless body: twice that on the other
    CHECK(jump.u("q1'") == Approx(0.75 + 10.0 / 3).epsilon(1e-14));
    CHECK(jump.p(0) == Approx(5).epsilon(1e-13));
}

TEST_CASE("a lock holds a coordinate where it is, and values are those before the event", "[events]") {
    Jumping jump(
        "model(lock)$ flag(locked, 0)$ flag(q_lock, 0)$ flag(a, 1)$ flag(b, 2)$ "
        "body(rod, ground, hinge = revolute(z, q), inertia = [0, 0, 2])$ state(s1, rate = 1)$\n"
        "constraint(q = q_lock, name = pawl, active = locked)$\n"
        "event(lock, t - 1, rising, set = [q_lock = q, locked = 1])$\n"
        "event(swap, t - 2, rising, set = [a = b, b = a, s1 = q*a, q = q - 1])$\n");
    jump.q("q") = 0.7, jump.u("q'") = 3;
    jump.fire("lock");
    CHECK(jump.w("q_lock") == 0.7);
    CHECK(jump.u("q'") == Approx(0).margin(1e-15));
    jump.runner->call(RoutineName::constraints, jump.frame);
    CHECK(jump.frame[Slot::phi][0] == 0);
    jump.w("locked") = 0;
    jump.fire("swap");
    CHECK(jump.w("a") == 2);
    CHECK(jump.w("b") == 1);
    CHECK(jump.s("s1") == Approx(0.7));
    CHECK(jump.q("q") == Approx(-0.3));
}

TEST_CASE("a joint bounces off its stops, rests on them and leaves them", "[events]") {
    Jumping jump(
        "model(flap)$ parameters(J = 2, e = 1/2, low = -1, high = 3/2)$ input(torque)$\n"
        "body(flap, ground, hinge = revolute(z, q), inertia = [0, 0, J])$ hinge_load(q, torque)$\n"
        "limit(q, low, high, restitution = e)$");
    std::string names;
    for (const Event& event : jump.model.events) names += event.name + " ";
    CHECK(names == "q_low q_low_opens q_high q_high_opens ");
    const auto functions = [&] {
        jump.runner->call(RoutineName::events, jump.frame);
        return jump.frame[Slot::g];
    };
    jump.q("q") = -1, jump.u("q'") = -3, jump.w("torque") = -4;
    CHECK(functions() == std::vector<double>{0, 1, 2.5, 1});
    jump.fire("q_low");  // too fast to rest
    CHECK(jump.u("q'") == Approx(1.5).epsilon(1e-14));
    CHECK(jump.p(0) == Approx(-2 * 4.5).epsilon(1e-14));
    CHECK(jump.w("q_at_low") == 0);
    jump.u("q'") = -0.9e-3;  // slow, and pressed on
    jump.fire("q_low");
    CHECK(jump.u("q'") == Approx(0).margin(1e-18));
    CHECK(jump.w("q_at_low") == 1);
    CHECK(functions()[1] == Approx(4));  // the stop's torque
    jump.w("torque") = 1;
    CHECK(functions()[1] == Approx(-1));
    jump.fire("q_low_opens");
    CHECK(jump.w("q_at_low") == 0);
    jump.u("q'") = -0.9e-3;  // slow, but driven away
    jump.fire("q_low");
    CHECK(jump.w("q_at_low") == 0);
    CHECK(jump.u("q'") == Approx(0).margin(1e-18));
    jump.q("q") = 1.5, jump.u("q'") = 2;
    jump.fire("q_high");
    CHECK(jump.u("q'") == Approx(-1).epsilon(1e-14));
    CHECK(jump.p(1) == Approx(-2 * 3).epsilon(1e-14));
    // without restitution it rests whatever its speed
    Jumping dead(
        "model(flap)$ body(flap, ground, hinge = prismatic(z, h), mass = 1)$ gravity([0, 0, -10])$ limit(h, 0, 1)$");
    dead.u("h'") = -7;
    dead.fire("h_low");
    CHECK(dead.u("h'") == Approx(0).margin(1e-15));
    CHECK(dead.w("h_at_low") == 1);
    dead.w("h_at_low") = 0;
    dead.u("h'") = 7;
    dead.fire("h_high");  // gravity takes it away at once
    CHECK(dead.w("h_at_high") == 0);
    CHECK(dead.u("h'") == Approx(0).margin(1e-15));
    const std::string start = "model(m)$ body(a, ground, hinge = prismatic(x, q), mass = 1)$\n";
    CHECK(run_script(start + "limit(p, 0, 1)$").error ==
          "2:7: limit takes a coordinate, and 'p' is none [such as limit(q1, -1, 1)]");
    CHECK(run_script(start + "limit(q, 1, 1)$").error ==
          "2:13: the stops of 'q' leave no room: low is not below high [limit(q, low, high)]");
    CHECK(run_script(start + "limit(q, 0, 1)$ limit(q, 0, 2)$").error ==
          "2:23: a constraint is named 'q_low' already, as a row of the low stop of 'q' is");
    CHECK(run_script(start + "limit(q, 0, 1, restitution = 2)$").error ==
          "2:30: a restitution is between 0 and 1, found 2 [0: without a bounce, 1: the speed is reversed]");
    CHECK(run_script(start + "options(contact_speed = -1)$").error ==
          "2:25: the contact speed is not negative, found -1");
}

TEST_CASE("which event leads where", "[events]") {
    const auto text = [](const ModeGraph& graph) {
        std::string lines;
        for (const ModeGraph::Step& step : graph.steps)
            lines += graph.modes[step.from].rows + " -" + step.events + "-> " + graph.modes[step.to].rows + "\n";
        return lines;
    };
    const auto graph_of = [](const std::string& script) {
        return mode_graph(described_model(parse(script, "script.lag"), {}));
    };
    CHECK(text(graph_of(ball)) == "none -caught-> floor_row\nfloor_row -kick-> none\n");
    const std::string start =
        "model(m)$ parameters(k = 3)$ flag(a, k - 3)$ flag(b, 1)$ flag(c, 0)$ body(r, ground, hinge = [translate(x, "
        "x), "
        "translate(y, y)], mass = 1)$ constraint(x = 0, name = left, active = a)$ constraint(y = 0, active = b)$\n";
    // c switches no row, and what depends on the motion may be either
    const ModeGraph graph = graph_of(start +
                                     "event(e1, x, rising, set = [a = 1 - a, c = 5])$ "
                                     "event(e2, t - 1, rising, set = [a = c, b = 0])$ "
                                     "event(e3, y, rising, set = [b = x])$");
    CHECK(graph.modes.front().rows == "constraint 2");
    CHECK(graph.modes.size() == 4);
    CHECK(text(graph).find("constraint 2 -e1-> left, constraint 2\n") != std::string::npos);
    CHECK(text(graph).find("constraint 2 -e2, e3-> none\n") != std::string::npos);
    CHECK(text(graph).find("constraint 2 -e2-> left\n") != std::string::npos);
    CHECK(text(graph).find("left, constraint 2 -e1-> constraint 2\n") != std::string::npos);
    const ModeDrawing drawing = drawing_of(graph);
    for (std::size_t i = 0; i < graph.modes.size(); ++i) {
        const ModePlace& one = drawing.centres[i];
        CHECK(one.x > drawing.box_width / 2);
        CHECK(one.x < drawing.width - drawing.box_width / 2);
        CHECK(one.y > drawing.box_height / 2);
        CHECK(one.y < drawing.height - drawing.box_height / 2);
        for (std::size_t j = 0; j < i; ++j)
            CHECK((std::abs(one.x - drawing.centres[j].x) > drawing.box_width ||
                   std::abs(one.y - drawing.centres[j].y) > drawing.box_height));
    }
    CHECK(graph_of(start).modes.empty());  // no events
    const Document document = document_of(described_model(parse(ball, "script.lag"), {}));
    CHECK(html_text(document).find(">floor_row</text>") != std::string::npos);
    CHECK(html_text(document).find("<td>h = 0, while held is not 0</td>") != std::string::npos);
    CHECK(latex_text(document).find("--- caught --> [floor_row]") != std::string::npos);
}

// Of a chain with two conditions, plain and switched, with events that push, hit and switch.
TEST_CASE("what switched rows and events cost", "[events]") {
    const auto program = [](const std::string& first, const std::string& second, const std::string& events) {
        const std::string script =
            "model(chain)$ parameters(m = 2, l = 1, J = 1/5)$ gravity([0, -9.81, 0])$ flag(f1, 1)$ flag(f2, 0)$\n"
            "last: ground$ for i:1 thru 6 do (body(concat(b, i), last, hinge = revolute(z, concat(q, i)), "
            "at = if i = 1 then [0, 0, 0] else [0, -l, 0], mass = m, cm = [0, -l/2, 0], inertia = [0, 0, J]), "
            "last: concat(b, i))$\n"
            "point(P, b3, [0, -l, 0])$ point(Q, b6, [0, -l, 0])$\n"
            "constraint(position(P)[2] = 1, name = r1" +
            first + ")$ constraint(position(Q)[1] = 1/2, name = r2" + second + ")$\n" + events;
        return program_of(described_model(parse(script, "script.lag"), {}), "auto", nullptr);
    };
    const auto total = [](const Program& p, RoutineName name) { return p.find(name)->operations.total(); };
    const Program plain = program("", "", "");
    const Program switched =
        program(", active = f1", ", active = f2",
                "event(e1, position(Q)[1], falling, impact = [r2], restitution = 1/2, set = [f1 = 0])$ "
                "event(e2, q3 - 1, rising, impulse = [q2' = 3*q2'], set = [f2 = 1, f1 = 1 - f1])$");
    for (const RoutineName name : {RoutineName::derivatives, RoutineName::accelerations}) {
        INFO(to_string(name));
        CHECK(total(switched, name) <= total(plain, name) + 4);  // two for each row
    }
    // of 517, where resubstitution finds one operation more in the rows that always hold
    CHECK(total(switched, RoutineName::project_speeds) <= total(plain, RoutineName::project_speeds) + 5);
    CHECK(total(switched, RoutineName::event) <= 3 * total(switched, RoutineName::accelerations));
}

}  // namespace lag
