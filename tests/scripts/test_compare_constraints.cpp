// The errors of test_compare_loads.cpp in mechanisms with constraints: with the loads of the constraints, with dependent
// speeds solved out, and in all speeds.
#include "tests/scripts/test_compare_errors.hpp"

namespace lag {

namespace {

// A four-bar linkage: tree of a crank with its coupler and a rocker, one loop, solved with its multipliers.
const Derived linkage{"linkage",
                      R"(model(bar, "a four-bar linkage")$
parameters(m1 = 1, m2 = 2, m3 = 1.5, l1 = 0.3, l2 = 0.9, l3 = 0.7, d = 0.8, J1 = 0.02, J2 = 0.15, J3 = 0.08, g = 9.81)$
input(T)$
gravity([0, -g, 0])$
body(crank, ground, hinge = revolute(z, q1), mass = m1, cm = [l1/2, 0, 0], inertia = [0, 0, J1])$
body(coupler, crank, hinge = revolute(z, q2), at = [l1, 0, 0], mass = m2, cm = [l2/2, 0, 0], inertia = [0, 0, J2])$
body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = m3, cm = [l3/2, 0, 0], inertia = [0, 0, J3])$
point(P, coupler, [l2, 0, 0])$ point(Q, rocker, [l3, 0, 0])$
close_loop(P, Q, name = loop)$
hinge_load(q1, T)$
initial(q1 = 1, q2 = -0.5, q3 = 1.7)$
)",
                      "bar.f90",
                      R"(subroutine bar(q, u, tau, p, a)
  implicit none
  double precision, intent(in) :: q(3), u(3), tau, p(11)
  double precision, intent(out) :: a(3)
  double precision :: k(5,6), x(5), w, c1, s1, c12, s12, c3, s3, m1, m2, m3, l1, l2, l3, j1, j2, j3, g, t(6), e
  integer :: i, j, n, z
  m1 = p(1); m2 = p(2); m3 = p(3); l1 = p(4); l2 = p(5); l3 = p(6); j1 = p(8); j2 = p(9); j3 = p(10); g = p(11)
  w = u(1) + u(2)
  c1 = cos(q(1)); s1 = sin(q(1)); c12 = cos(q(1)+q(2)); s12 = sin(q(1)+q(2)); c3 = cos(q(3)); s3 = sin(q(3))
  k = 0
  k(1,1) = j1 + m1*l1**2/4 + j2 + m2*(l1**2 + l2**2/4 + l1*l2*cos(q(2)))
  k(1,2) = j2 + m2*(l2**2/4 + l1*l2*cos(q(2))/2)
  k(2,1) = k(1,2)
  k(2,2) = j2 + m2*l2**2/4
  k(3,3) = j3 + m3*l3**2/4
  k(1,6) = tau + m2*l1*l2*sin(q(2))*(2*u(1)*u(2) + u(2)**2)/2 - m1*g*l1*c1/2 - m2*g*(l1*c1 + l2*c12/2)
  k(2,6) = -m2*l1*l2*sin(q(2))*u(1)**2/2 - m2*g*l2*c12/2
  k(3,6) = -m3*g*l3*c3/2
  k(4,1) = -l1*s1 - l2*s12
  k(4,2) = -l2*s12
  k(4,3) = l3*s3
  k(5,1) = l1*c1 + l2*c12
  k(5,2) = l2*c12
  k(5,3) = -l3*c3
  k(1:3,4) = k(4,1:3)
  k(1:3,5) = k(5,1:3)
  k(4,6) = l1*c1*u(1)**2 + l2*c12*w**2 - l3*c3*u(3)**2
  k(5,6) = l1*s1*u(1)**2 + l2*s12*w**2 - l3*s3*u(3)**2
  do n = 1, 5
    z = n
    do i = n + 1, 5
      if (abs(k(i,n)) > abs(k(z,n))) z = i
    end do
    t = k(n,:); k(n,:) = k(z,:); k(z,:) = t
    do i = n + 1, 5
      e = k(i,n)/k(n,n)
      k(i,n:6) = k(i,n:6) - e*k(n,n:6)
    end do
  end do
  do n = 5, 1, -1
    x(n) = k(n,6)
    do j = n + 1, 5
      x(n) = x(n) - k(n,j)*x(j)
    end do
    x(n) = x(n)/k(n,n)
  end do
  a = x(1:3)
end subroutine
)",
                      R"(call bar(q, u, tau, p, a)
tau in T
p in [m1, m2, m3, l1, l2, l3, d, J1, J2, J3, g]
a out [q1'', q2'', q3'']
)",
                      {"q1'", "q2'", "q3'"}};

// Its loop's loads as results: rows of M u' + B^T lambda - f, one by one.
Derived with_multipliers() {
    Derived model = linkage;
    model.name = "linkage_multipliers";
    model.script += "output(Fx, multiplier(loop)[1])$ output(Fy, -multiplier(loop)[2])$\n";
    replace(model.source, "bar(q, u, tau, p, a)", "bar(q, u, tau, p, a, f)");
    replace(model.source, "intent(out) :: a(3)", "intent(out) :: a(3), f(2)");
    // the script's separation is Q - P: opposite rows, opposite loads
    replace(model.source, "a = x(1:3)", "a = x(1:3)\n  f = [-x(4), x(5)]");
    replace(model.map, "call bar(q, u, tau, p, a)", "call bar(q, u, tau, p, a, f)");
    model.map += "f out [Fx, Fy]\n";
    return model;
}

// The same linkage with its dependent speeds solved out: the crank's equation alone. The routine finds the others itself.
Derived eliminated() {
    Derived model = linkage;
    model.name = "linkage_eliminated";
    model.script += "options(constraints = eliminate, dependent = [q2', q3'])$\n";
    replace(model.source, "bar(q, u, tau, p, a)", "bar(q, u1, tau, p, a)");
    replace(model.source, "q(3), u(3), tau", "q(3), u1, tau");
    replace(model.source, ":: k(5,6), x(5), w", ":: u(3), k(5,6), x(5), w");
    replace(model.source, "w = u(1) + u(2)", R"(w = l1*sin(q(3) - q(1))*u1/(l2*sin(q(1) + q(2) - q(3)))
  u = [u1, w - u1, l1*sin(q(2))*u1/(l3*sin(q(1) + q(2) - q(3)))])");
    model.rows = {"q1'"};
    return model;
}

// In all speeds, though the script solves two of them out.
const Derived crank{"crank",
                    R"(model(crank)$
parameters(r = 0.1, l = 0.3, m1 = 1, m2 = 0.7, m3 = 0.5, J1 = 0.02, J2 = 0.01, g = 9.81)$
input(T)$
gravity([0, -g, 0])$
body(crank, ground, hinge = revolute(z, phi), mass = m1, cm = [r/2, 0, 0], inertia = [0, 0, J1])$
body(rod, crank, hinge = revolute(z, psi), at = [r, 0, 0], mass = m2, cm = [l/2, 0, 0], inertia = [0, 0, J2])$
body(slider, ground, hinge = prismatic(x, s), mass = m3)$
hinge_load(phi, T)$
hinge_load(s, -50*s')$
constraint(s = r*cos(phi) + l*cos(phi + psi))$
constraint(r*sin(phi) + l*sin(phi + psi) = 0)$
initial(phi = 0.5, psi = -0.7, s = 0.38)$
options(constraints = eliminate)$
)",
                    "crank.f90",
                    R"(subroutine crank(q, u, w, p, a)
  double precision, intent(in) :: q(3), u(3), w(1), p(8)
  double precision, intent(out) :: a(3)
  double precision :: m(5,5), b(5), r, l, m1, m2, m3, J1, J2, g, s1, c1, s2, c12, s12, c2, w1, w2
  r = p(1); l = p(2); m1 = p(3); m2 = p(4); m3 = p(5); J1 = p(6); J2 = p(7); g = p(8)
  s1 = sin(q(1)); c1 = cos(q(1)); s2 = sin(q(2)); c2 = cos(q(2)); s12 = sin(q(1) + q(2)); c12 = cos(q(1) + q(2))
  w1 = u(1); w2 = u(2)
  m = 0
  m(1,1) = J1 + m1*r**2/4 + m2*(r**2 + l**2/4 + r*l*c2) + J2
  m(1,2) = J2 + m2*(l**2/4 + r*l*c2/2); m(2,1) = m(1,2)
  m(2,2) = J2 + m2*l**2/4
  m(3,3) = m3
  m(4,1) = -r*s1 - l*s12; m(4,2) = -l*s12; m(4,3) = -1
  m(5,1) = r*c1 + l*c12; m(5,2) = l*c12
  m(1:3,4) = m(4,1:3); m(1:3,5) = m(5,1:3)
  b(1) = w(1) + m2*r*l/2*s2*(2*w1*w2 + w2**2) - m1*g*r/2*c1 - m2*g*r*c1 - m2*g*l/2*c12
  b(2) = -m2*r*l/2*s2*w1**2 - m2*g*l/2*c12
  b(3) = -50*u(3)
  b(4) = r*c1*w1**2 + l*c12*(w1 + w2)**2
  b(5) = r*s1*w1**2 + l*s12*(w1 + w2)**2
  call gauss(5, m, b)
  a = b(1:3)
end subroutine

subroutine gauss(n, a, b)
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n,n), b(n)
  integer :: i, j, p
  double precision :: f, t(n), s
  do i = 1, n
    p = i
    do j = i + 1, n
      if (abs(a(j,i)) > abs(a(p,i))) p = j
    end do
    t = a(i,:); a(i,:) = a(p,:); a(p,:) = t
    s = b(i); b(i) = b(p); b(p) = s
    do j = i + 1, n
      f = a(j,i)/a(i,i)
      a(j,:) = a(j,:) - f*a(i,:)
      b(j) = b(j) - f*b(i)
    end do
  end do
  do i = n, 1, -1
    b(i) = (b(i) - dot_product(a(i,i+1:n), b(i+1:n)))/a(i,i)
  end do
end subroutine
)",
                    R"(call crank(q, u, w, p, a)
q in [phi, psi, s]
u in [phi', psi', s']
p in [r, l, m1, m2, m3, J1, J2, g]
w in [T]
a out [phi'', psi'', s'']
)",
                    {"phi'", "psi'", "s'"}};

}  // namespace

TEST_CASE("errors in a linkage are named along its motion", "[compare]") {
    check_errors(linkage, {
                              {"-m3*g*l3*c3/2", "0", {"0", "0", "1/2*m3*l3*g*cos(q3)"}},
                              {"k(2,2) = j2 + m2", "k(2,2) = m2", {"0", "J2*q2''", "0"}},
                              {"k(3,3) = j3 + m3*l3**2/4", "k(3,3) = j3", {"0", "0", "1/4*m3*l3^2*q3''"}},
                              {"k(2,6) = -m2", "k(2,6) = m2", {"0", "m2*l1*l2*sin(q2)*q1'^2", "0"}},
                          });
}

TEST_CASE("a side that gives the loads of its constraints is told row by row", "[compare]") {
    check_errors(with_multipliers(), {
                                         {"-m3*g*l3*c3/2", "0", {"0", "0", "1/2*m3*l3*g*cos(q3)"}},
                                         {"k(2,2) = j2 + m2", "k(2,2) = m2", {"0", "J2*q2''", "0"}},
                                         {"tau + m2*l1*l2*sin(q(2))*(2*u(1)*u(2) + u(2)**2)/2",
                                          "tau + m2*l1*l2*sin(q(2))*u(2)**2/2",
                                          {"-m2*l1*l2*sin(q2)*q1'*q2'", "0", "0"}},
                                         // the loads alone; d + l3*cos(q3) is l1*cos(q1) + l2*cos(q1 + q2)
                                         {"f = [-x(4), x(5)]",
                                          "f = [-x(4), -x(5)]",
                                          {"2*d*Fy + 2*l3*cos(q3)*Fy", "2*l2*cos(q1 + q2)*Fy", "-2*l3*cos(q3)*Fy"}},
                                     });
}

TEST_CASE("errors beside solved out constraints are named in the equations that are left", "[compare]") {
    check_errors(eliminated(), {
                                   {"k(1,1) = j1 + m1", "k(1,1) = m1", {"J1*q1''"}},
                                   {"k(1,6) = tau + m2", "k(1,6) = m2", {"-T"}},
                               });
}

TEST_CASE("wrong rows of constraints are named before anything else", "[compare]") {
    const CommandRun run = compared(linkage, with_error(linkage, {"k(4,3) = l3*s3", "k(4,3) = l3*c3", {}}));
    CHECK(run.status == 3);
    const auto report = nlohmann::json::parse(run.output);
    check_rows(report["load_space"]["constraints"], {"loop.x", "loop.y"}, {"-l3*sin(q3)*q3'' + l3*cos(q3)*q3''", "0"});
}

// On its one motion the speeds are what the constraints make them of one: a term of one row times the speed of another is the
// same as a term of that row times its own. Then all of them are named, the one that was put in among them.
TEST_CASE("terms that constraints make the same are all named", "[compare]") {
    Derived with_loads = crank;
    with_loads.name = "crank_equals";
    replace(with_loads.script, "options(constraints = eliminate)$\n", "");
    const auto names = [](const Derived& model, const Injected& error, const std::string& row, const std::string& sum) {
        INFO(error.right << " -> " << error.wrong);
        const CommandRun run = compared(model, with_error(model, error));
        const auto space = nlohmann::json::parse(run.output)["load_space"];
        bool is_named = false;
        for (const auto& one : space["rows"])
            is_named = is_named || (one.at("row").get<std::string>() == row && one.value("sum", "") == sum);
        for (const auto& rows : space["equals"])
            is_named = is_named || (rows.size() == 1 && rows[0]["row"].get<std::string>() == row &&
                                    rows[0]["sum"].get<std::string>() == sum);
        CHECK(is_named);
    };
    names(linkage, {"2*u(1)*u(2) + u(2)**2", "u(2)**2", {}}, "q1'", "-m2*l1*l2*sin(q2)*q1'*q2'");
    names(with_loads, {"s2*w1**2 - m2*g*l/2*c12", "s2*w1**2", {}}, "psi'", "1/2*l*m2*g*cos(phi + psi)");
    names(with_loads, {"b(2) = -m2*r", "b(2) = m2*r", {}}, "psi'", "r*l*m2*sin(psi)*phi'^2");
    names(with_loads, {"(2*w1*w2 + w2**2)", "w2**2", {}}, "phi'", "-r*l*m2*sin(psi)*phi'*psi'");
    names(with_loads, {"(2*w1*w2 + w2**2)", "(2*w1*w2)", {}}, "phi'", "-1/2*r*l*m2*sin(psi)*psi'^2");
}

// Along its one motion many terms depend on each other: sums of few simple ones are tried, all of them.
TEST_CASE("errors in a slider-crank are named along its motion", "[compare]") {
    Derived with_loads = crank;
    with_loads.name = "slider_crank";
    replace(with_loads.script, "options(constraints = eliminate)$\n", "");
    const std::string weight = "- m2*g*r*c1 - m2*g*l/2*c12";
    check_errors(
        with_loads,
        {
            {weight, "- m2*g*r*c1 - m2*g*l/2*c2", {"-1/2*l*m2*g*cos(psi) + 1/2*l*m2*g*cos(phi + psi)", "0", "0"}},
            {weight, "- m2*g*r*c1 - m2*g*l/2*c1", {"-1/2*l*m2*g*cos(phi) + 1/2*l*m2*g*cos(phi + psi)", "0", "0"}},
            {"b(1) = w(1)", "b(1) = w(1) - 3*cos(3*q(1))*q(2)", {"-3*cos(3*phi)*psi", "0", "0"}},
            {"b(1) = w(1)", "b(1) = w(1) - 4*q(1)", {"-4*phi", "0", "0"}},
            {"m(3,3) = m3", "m(3,3) = m2", {"0", "0", "m3*s'' - m2*s''"}},
            {"m(2,2) = J2 + m2", "m(2,2) = m2", {"0", "J2*psi''", "0"}},
        });
}

TEST_CASE("compare takes a routine in all speeds where the script has solved some out") {
    check_errors(crank, {
                            {R"(b(1) = w(1) + m2)", R"(b(1) = m2)", {"-T", "0", "0"}},
                            {R"(- m2*g*r*c1)", R"()", {"r*m2*g*cos(phi)", "0", "0"}},
                            {R"(-50*u(3))", R"(50*u(3))", {"0", "0", "100*s'"}},
                            {R"(-50*u(3))", R"(0*u(3))", {"0", "0", "50*s'"}},
                            {R"(r*l*c2) + J2)", R"(r*l*c2/2) + J2)", {"1/2*r*l*m2*cos(psi)*phi''", "0", "0"}},
                            {R"(m(1,2) = J2 + m2)", R"(m(1,2) = m2)", {"J2*psi''", "J2*phi''", "0"}},
                            {R"(m(3,3) = m3)", R"(m(3,3) = m3 + m2)", {"0", "0", "-m2*s''"}},
                            {R"(m(2,2) = J2 + m2*l**2/4)", R"(m(2,2) = m2*l**2/4)", {"0", "J2*psi''", "0"}},
                        });
    // an error of the constraints' own accelerations is told apart
    const CommandRun run = compared(crank, with_error(crank, {"r*c1*w1**2 + l*c12*(w1 + w2)**2", "r*c1*w1**2", {}}));
    const auto report = nlohmann::json::parse(run.output);
    check_rows(report["load_space"]["rows"], crank.rows, {"0", "0", "0"});
    CHECK(report["load_space"]["constraints"][0]["differs"] == true);
    CHECK(report["load_space"]["constraints"][1]["differs"] == false);
}

}  // namespace lag
