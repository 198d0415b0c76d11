// lag compare of hand-derived routines that return accelerations: of each injected error the report names the equation and
// the term, in the space of loads. The routines share no code with lag; what an error leaves of M u' - f follows from
// the place where it was made.
#include "tests/scripts/test_compare_errors.hpp"

namespace lag {

namespace {

// Two links, a motor geared to the second one, and a load that slides along it at r = l2 + q3.
const Derived arm{"arm",
                  R"(model(arm, "planar arm, motor geared to the elbow")$
parameters(m1 = 2, m2 = 1.5, mr = 0.7, l1 = 0.8, l2 = 0.6, s1 = 0.35, s2 = 0.25, J1 = 0.12,
           J2 = 0.07, jr = 0.011, n2 = 5, g = 9.81, c3 = 0.4, k3 = 30)$
input(T1)$ input(T2)$
gravity([0, -g, 0])$
body(upper, ground, hinge = revolute(z, q1), mass = m1, cm = [s1, 0, 0], inertia = [0, 0, J1])$
body(lower, upper, hinge = revolute(z, q2), at = [l1, 0, 0], mass = m2, cm = [s2, 0, 0], inertia = [0, 0, J2])$
body(rotor, upper, hinge = revolute(z, n2*q2), inertia = [0, 0, jr])$
body(load, lower, hinge = prismatic(x, q3), at = [l2, 0, 0], mass = mr)$
hinge_load(q1, T1)$ hinge_load(q2, T2)$ hinge_load(q3, -k3*q3 - c3*q3')$
)",
                  "arm.f90",
                  R"(subroutine arm(q, u, tau, p, a)
  implicit none
  double precision, intent(in) :: q(3), u(3), tau(2), p(14)
  double precision, intent(out) :: a(3)
  double precision :: m1, m2, mr, l1, l2, s1, s2, j1, j2, jr, n2, g, c3, k3
  double precision :: m(3,3), f(3), x(3), r, c2, sn2, c1, c12, s12, t, w, d
  integer :: i, j, k
  m1 = p(1); m2 = p(2); mr = p(3); l1 = p(4); l2 = p(5); s1 = p(6); s2 = p(7)
  j1 = p(8); j2 = p(9); jr = p(10); n2 = p(11); g = p(12); c3 = p(13); k3 = p(14)
  r = l2 + q(3); c2 = cos(q(2)); sn2 = sin(q(2)); c1 = cos(q(1)); c12 = cos(q(1) + q(2)); s12 = sin(q(1) + q(2))
  w = u(1) + u(2)
  m(1,1) = j1 + m1*s1**2 + jr + j2 + m2*(l1**2 + s2**2 + 2*l1*s2*c2) + mr*(l1**2 + r**2 + 2*l1*r*c2)
  m(1,2) = jr*n2 + j2 + m2*(s2**2 + l1*s2*c2) + mr*(r**2 + l1*r*c2)
  m(2,1) = m(1,2)
  m(2,2) = jr*n2**2 + j2 + m2*s2**2 + mr*r**2
  m(1,3) = mr*l1*sn2
  m(3,1) = m(1,3)
  m(2,3) = 0
  m(3,2) = 0
  m(3,3) = mr
  f(1) = tau(1) + (m2*s2 + mr*r)*l1*sn2*(2*u(1)*u(2) + u(2)**2) - 2*mr*r*u(3)*w - 2*mr*l1*c2*u(3)*w &
       - (m1*s1 + m2*l1)*g*c1 - m2*g*s2*c12 - mr*g*(l1*c1 + r*c12)
  f(2) = tau(2) - (m2*s2 + mr*r)*l1*sn2*u(1)**2 - 2*mr*r*u(3)*w - m2*g*s2*c12 - mr*g*r*c12
  f(3) = mr*r*w**2 + mr*l1*c2*u(1)**2 - mr*g*s12 - k3*q(3) - c3*u(3)
  do k = 1, 3
    do i = k + 1, 3
      d = m(i,k)/m(k,k)
      do j = k, 3
        m(i,j) = m(i,j) - d*m(k,j)
      end do
      f(i) = f(i) - d*f(k)
    end do
  end do
  do k = 3, 1, -1
    t = f(k)
    do j = k + 1, 3
      t = t - m(k,j)*x(j)
    end do
    x(k) = t/m(k,k)
  end do
  a = x
end subroutine
)",
                  R"(call arm(q, u, tau, p, a)
tau in [T1, T2]
p in [m1, m2, mr, l1, l2, s1, s2, J1, J2, jr, n2, g, c3, k3]
a out [q1'', q2'', q3'']
)",
                  {"q1'", "q2'", "q3'"}};

// Two links, a rotor geared to the second one, and a tool that is lifted across their plane.
const Derived robot{"robot",
                    R"(model(robot, "planar arm with a lift, its second motor on the first link")$
parameters(m1 = 2, m2 = 1.5, mr = 0.7, l1 = 0.8, l2 = 0.6, s1 = 0.35, s2 = 0.25, J1 = 0.12, J2 = 0.07, jr = 0.011,
           n2 = 5, g = 9.81)$
input(T1)$ input(T2)$ input(F3)$
gravity([0, -g, 0])$
body(upper, ground, hinge = revolute(z, q1), mass = m1, cm = [s1, 0, 0], inertia = [0, 0, J1])$
body(lower, upper, hinge = revolute(z, q2), at = [l1, 0, 0], mass = m2, cm = [s2, 0, 0], inertia = [0, 0, J2])$
body(rotor, upper, hinge = revolute(z, n2*q2), inertia = [0, 0, jr])$
body(tool, lower, hinge = prismatic(z, q3), at = [l2, 0, 0], mass = mr)$
hinge_load(q1, T1)$ hinge_load(q2, T2)$ hinge_load(q3, F3)$
)",
                    "robot.c",
                    R"(#include <math.h>
void robot(const double q[3], const double u[3], const double tau[3], const double p[12], double a[3]) {
  const double m1 = p[0], m2 = p[1], mr = p[2], l1 = p[3], l2 = p[4], s1 = p[5], s2 = p[6];
  const double J1 = p[7], J2 = p[8], jr = p[9], n2 = p[10], g = p[11];
  const double c = m2*s2*l1 + mr*l2*l1, h = c*sin(q[1]);
  const double m22 = J2 + m2*s2*s2 + mr*l2*l2 + jr*n2*n2;
  const double m12 = J2 + m2*s2*s2 + mr*l2*l2 + c*cos(q[1]) + jr*n2;
  const double m11 = J1 + m1*s1*s1 + J2 + m2*(l1*l1 + s2*s2) + mr*(l1*l1 + l2*l2) + 2*c*cos(q[1]) + jr;
  const double g2 = (m2*s2 + mr*l2)*g*cos(q[0] + q[1]);
  const double g1 = (m1*s1 + m2*l1 + mr*l1)*g*cos(q[0]) + g2;
  const double f1 = tau[0] + h*(2*u[0]*u[1] + u[1]*u[1]) - g1;
  const double f2 = tau[1] - h*u[0]*u[0] - g2;
  const double d = m11*m22 - m12*m12;
  a[0] = (m22*f1 - m12*f2)/d;
  a[1] = (m11*f2 - m12*f1)/d;
  a[2] = tau[2]/mr;
}
)",
                    R"(call robot(q, u, tau, p, a)
tau in [T1, T2, F3]
p in [m1, m2, mr, l1, l2, s1, s2, J1, J2, jr, n2, g]
a out [q1'', q2'', q3'']
)",
                    {"q1'", "q2'", "q3'"}};

// A mass on a spring, on a shaft that turns; r = l - s.
const Derived pendulum{"pendulum",
                       R"(model(pend, "a mass on a spring, on a shaft that turns")$
parameters(m = 1.3, l = 0.9, J = 0.2, k = 40, c = 0.15, g = 9.81)$
gravity([0, 0, -g])$
body(shaft, ground, hinge = revolute(z, phi), inertia = [0, 0, J])$
body(bob, shaft, hinge = [rotate(x, theta), translate(z, s)], mass = m, cm = [0, 0, -l])$
hinge_load(phi, -c*phi')$ hinge_load(s, -k*s)$
initial(theta = 1)$
)",
                       "pend.c",
                       R"(#include <math.h>
/* r the length, s counted upwards along the rod; psi about z, theta from the downward vertical */
void pend(const double q[3], const double u[3], const double p[6], double a[3]) {
  const double m = p[0], l = p[1], J = p[2], k = p[3], c = p[4], g = p[5];
  const double r = l - q[2], rd = -u[2], st = sin(q[1]), ct = cos(q[1]);
  a[0] = (-2*m*r*rd*st*st*u[0] - 2*m*r*r*st*ct*u[0]*u[1] - c*u[0])/(J + m*r*r*st*st);
  a[1] = (-2*rd*u[1] - g*st)/r + st*ct*u[0]*u[0];
  a[2] = -(r*u[1]*u[1] + r*st*st*u[0]*u[0] + g*ct) - k/m*q[2];
}
)",
                       R"(call pend(q, u, p, a)
p in [m, l, J, k, c, g]
a out [phi'', theta'', s'']
)",
                       {"phi'", "theta'", "s'"}};

// The single-track vehicle of samples/bicycle, in C.
const Derived vehicle{"vehicle",
                      R"(model(bicycle, "Single-track vehicle")$
parameter(m, 1500, "kg", "mass")$
parameter(Iz, 2500, "kg*m^2", "yaw inertia about the mass centre")$
parameter(a, 1.2, "m", "front axle ahead of the mass centre")$
parameter(b, 1.5, "m", "rear axle behind it")$
parameter(Cf, 80000, "N/rad", "cornering stiffness of the front axle")$
parameter(Cr, 90000, "N/rad", "cornering stiffness of the rear axle")$
parameter(Cd, 0.4, "N*s^2/m^2", "drag, over the square of the speed")$
input(delta, "rad", "steer angle of the front wheel")$
input(Fx, "N", "driving force")$

body(car, ground, hinge = planar(z, [x, y, psi], speeds = [vx, vy, r]), mass = m, inertia = [0, 0, Iz])$
initial(vx = 20)$
point(front, car, [a, 0, 0])$
point(rear, car, [-b, 0, 0])$

/* small slip angles; the front tire's force is across the steered wheel */
Ff: -Cf*((vy + a*r)/vx - delta)$
Fr: -Cr*(vy - b*r)/vx$
force(front, [-Ff*sin(delta), Ff*cos(delta), 0], in = car)$
force(rear, [0, Fr, 0], in = car)$
force(cm(car), [Fx - Cd*vx^2, 0, 0], in = car)$
)",
                      "bike.c",
                      R"(#include <math.h>
void bike(const double y[6], double d, double fd, const double p[7], double f[6]) {
  const double m = p[0], iz = p[1], a = p[2], b = p[3], cf = p[4], cr = p[5], cd = p[6];
  const double u = y[3], v = y[4], r = y[5];
  const double ff = -cf*((v + a*r)/u - d), fr = -cr*(v - b*r)/u;
  f[0] = u*cos(y[2]) - v*sin(y[2]);
  f[1] = u*sin(y[2]) + v*cos(y[2]);
  f[2] = r;
  f[3] = (fd - cd*u*u - ff*sin(d))/m + v*r;
  f[4] = (ff*cos(d) + fr)/m - u*r;
  f[5] = (a*ff*cos(d) - b*fr)/iz;
}
)",
                      R"(call bike(y, d, fd, p, f)
y in [x, y, psi, vx, vy, r]
d in delta
fd in Fx
p in [m, Iz, a, b, Cf, Cr, Cd]
f out [x', y', psi', vx', vy', r']
)",
                      {"vx", "vy", "r"}};

// A rotor with its mass beside its axis, geared: sines of a multiple of the angle.
const Derived rotor{"rotor",
                    R"(model(rot, "an unbalanced rotor on a carriage, geared to its arm")$
parameters(m1 = 2, m2 = 0.4, l = 0.5, s = 0.06, J1 = 0.3, J2 = 0.02, n = 3, g = 9.81)$
gravity([0, -g, 0])$
body(arm, ground, hinge = revolute(z, q1), mass = m1, inertia = [0, 0, J1])$
body(carriage, arm, hinge = prismatic(x, q2), at = [l, 0, 0], mass = m1)$
body(wheel, carriage, hinge = revolute(z, n*q1), mass = m2, cm = [s, 0, 0], inertia = [0, 0, J2])$
)",
                    "rot.c",
                    R"(#include <math.h>
/* r: where the carriage is; k*q the angle of the wheel */
void rot(const double q[2], const double u[2], const double p[8], double a[2]) {
  const double m1 = p[0], m2 = p[1], l = p[2], s = p[3], J1 = p[4], J2 = p[5], n = p[6], g = p[7];
  const double r = l + q[1], k = 1 + n, ce = cos(n*q[0]), se = sin(n*q[0]), w = u[0], v = u[1];
  const double A = J1 + J2*k*k + (m1 + m2)*r*r + m2*s*s*k*k + 2*m2*r*s*k*ce;
  const double B = -m2*s*k*se, C = m1 + m2;
  const double f1 = m2*r*s*k*n*se*w*w - 2*(m1 + m2)*r*v*w - 2*m2*s*k*ce*v*w
                    - (m1 + m2)*g*r*cos(q[0]) - m2*g*s*k*cos(k*q[0]);
  const double f2 = (m1 + m2)*r*w*w + m2*s*k*k*ce*w*w - (m1 + m2)*g*sin(q[0]);
  const double d = A*C - B*B;
  a[0] = (C*f1 - B*f2)/d;
  a[1] = (A*f2 - B*f1)/d;
}
)",
                    R"(call rot(q, u, p, a)
p in [m1, m2, l, s, J1, J2, n, g]
a out [q1'', q2'']
)",
                    {"q1'", "q2'"}};

// The same rotor with its ratio as a number.
Derived with_ratio_in_numbers() {
    Derived model = rotor;
    model.name = "rotor_number";
    for (const auto& [text, old, with] : {std::tuple(&model.script, "n*q1", "3*q1"),
                                          {&model.script, " n = 3,", ""},
                                          {&model.source, "p[8]", "p[7]"},
                                          {&model.source, "n = p[6], g = p[7]", "n = 3, g = p[6]"},
                                          {&model.map, " n,", ""}})
        replace(*text, old, with);
    return model;
}

// Roll of a sprung mass on a frame that slides and yaws, in quasi-velocities.
const Derived roll{"roll",
                   R"(model(roll)$
parameters(mu = 300, ms = 1200, h = 0.5, Ju = 300, Ixx = 500, Iyy = 1500, Izz = 1800, g = 9.81, kr = 60000, dr = 4000, cy = 9000, cr = 12000)$
input(steer)$
gravity([0, 0, -g])$
body(frame, ground, hinge = planar(z, [X, Y, psi], speeds = [vx, vy, r]), mass = mu, inertia = [0, 0, Ju])$
body(sprung, frame, hinge = revolute(x, phi), mass = ms, cm = [0, 0, h], inertia = [Ixx, Iyy, Izz])$
hinge_load(vy, cy*(steer - vy/10))$
hinge_load(r, cy*steer - cr*r)$
hinge_load(phi, -kr*phi - dr*phi')$
initial(vx = 20)$
)",
                   "roll.f90",
                   R"(subroutine roll(q, u, w, p, a)
  double precision, intent(in) :: q(4), u(4), w(1), p(12)
  double precision, intent(out) :: a(4)
  double precision :: m(4,4), mu, ms, h, Ju, Ixx, Iyy, Izz, g, kr, dr, cy, cr, s, c, vx, vy, r, v, st
  mu = p(1); ms = p(2); h = p(3); Ju = p(4); Ixx = p(5); Iyy = p(6); Izz = p(7); g = p(8); kr = p(9); dr = p(10)
  cy = p(11); cr = p(12)
  st = w(1); s = sin(q(4)); c = cos(q(4)); vx = u(1); vy = u(2); r = u(3); v = u(4)
  m = 0
  m(1,1) = mu + ms
  m(1,3) = ms*h*s; m(3,1) = ms*h*s
  m(2,2) = mu + ms
  m(2,4) = -ms*h*c; m(4,2) = -ms*h*c
  m(3,3) = Ju + ms*h**2*s**2 + Iyy*s**2 + Izz*c**2
  m(4,4) = ms*h**2 + Ixx
  a(1) = (mu + ms)*r*vy - 2*ms*h*c*v*r
  a(2) = -ms*h*s*v**2 - (mu + ms)*r*vx - ms*h*s*r**2 + cy*(st - vy/10)
  a(3) = -2*(ms*h**2 + Iyy - Izz)*s*c*v*r + ms*h*s*r*vy + cy*st - cr*r
  a(4) = ms*h*c*r*vx + (ms*h**2 + Iyy - Izz)*s*c*r**2 + ms*g*h*s - kr*q(4) - dr*v
  call gauss(4, m, a)
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
                   R"(call roll(q, u, w, p, a)
q in [X, Y, psi, phi]
u in [vx, vy, r, phi']
p in [mu, ms, h, Ju, Ixx, Iyy, Izz, g, kr, dr, cy, cr]
w in [steer]
a out [vx', vy', r', phi'']
)",
                   {"vx", "vy", "r", "phi'"}};

// Two links in space: a pan, and a tilt with a spring.
const Derived pan{"pan",
                  R"(model(pan, "pan and tilt")$
parameters(J1 = 0.3, m = 1.4, a = 0.5, Ix = 0.02, Iy = 0.11, Iz = 0.13, k = 12, d = 0.4, g = 9.81, h = 0.6)$
input(T1)$ input(T2)$
gravity([0, 0, -g])$
body(pan, ground, hinge = revolute(z, q1), inertia = [0, 0, J1])$
body(tilt, pan, hinge = revolute(y, q2), at = [0, 0, h], mass = m, cm = [a, 0, 0], inertia = [Ix, Iy, Iz])$
hinge_load(q1, T1 - d*q1')$ hinge_load(q2, T2 - k*q2)$
)",
                  "pan.c",
                  R"(#include <math.h>
void pan(const double q[2], const double u[2], const double T[2], const double p[9], double x[2]) {
  const double J1 = p[0], m = p[1], a = p[2], Ix = p[3], Iy = p[4], Iz = p[5], k = p[6], d = p[7], g = p[8];
  const double s = sin(q[1]), c = cos(q[1]), D = Ix - Iz - m*a*a;
  const double m11 = J1 + Ix*s*s + Iz*c*c + m*a*a*c*c, m22 = Iy + m*a*a;
  const double f1 = T[0] - d*u[0] - 2*D*s*c*u[0]*u[1];
  const double f2 = T[1] - k*q[1] + D*s*c*u[0]*u[0] + m*g*a*c;
  x[0] = f1/m11;
  x[1] = f2/m22;
}
)",
                  R"(call pan(q, u, T, p, x)
T in [T1, T2]
p in [J1, m, a, Ix, Iy, Iz, k, d, g]
x out [q1'', q2'']
)",
                  {"q1'", "q2'"}};

}  // namespace

TEST_CASE("errors in a geared planar arm are named by row and term", "[compare]") {
    check_errors(
        arm,
        {
            {"m(1,2) = jr*n2 + j2", "m(1,2) = j2", {"jr*n2*q2''", "jr*n2*q1''", "0"}},
            {"- m2*g*s2*c12 - mr*g*(l1*c1 + r*c12)",
             "- m2*g*s2*c12 - mr*g*l1*c1",
             {"mr*l2*g*cos(q1 + q2) + mr*g*cos(q1 + q2)*q3", "0", "0"}},
            {"f(2) = tau(2) - (m2*s2",
             "f(2) = tau(2) + (m2*s2",
             {"0", "2*mr*l1*l2*sin(q2)*q1'^2 + 2*m2*l1*s2*sin(q2)*q1'^2 + 2*mr*l1*sin(q2)*q3*q1'^2", "0"}},
            {"*(2*u(1)*u(2) + u(2)**2)",
             "*(2*u(1)*u(2) - u(2)**2)",
             {"-2*mr*l1*l2*sin(q2)*q2'^2 - 2*m2*l1*s2*sin(q2)*q2'^2 - 2*mr*l1*sin(q2)*q3*q2'^2", "0", "0"}},
            {"- 2*mr*l1*c2*u(3)*w", "- mr*l1*c2*u(3)*w", {"mr*l1*cos(q2)*(q1' + q2')*q3'", "0", "0"}},
            {"- mr*g*s12", "- mr*g*c12", {"0", "0", "mr*g*sin(q1 + q2) - mr*g*cos(q1 + q2)"}},
            {"jr*n2**2", "jr*n2", {"0", "-jr*n2*q2'' + jr*n2^2*q2''", "0"}},
            {"+ j2 + m2*s2**2 + mr*r**2", "+ j2 + mr*r**2", {"0", "m2*s2^2*q2''", "0"}},
            {"m(1,3) = mr*l1*sn2", "m(1,3) = -mr*l1*sn2", {"2*mr*l1*sin(q2)*q3''", "0", "2*mr*l1*sin(q2)*q1''"}},
            {"- (m1*s1 + m2*l1)*g*c1", "+ (m1*s1 + m2*l1)*g*c1", {"2*m2*l1*g*cos(q1) + 2*m1*s1*g*cos(q1)", "0", "0"}},
            {"f(2) = tau(2)", "f(2) = tau(1)", {"0", "T1 - T2", "0"}},
            {" - c3*u(3)", "", {"0", "0", "c3*q3'"}},
            {"mr*r*w**2 + mr*l1*c2", "mr*l1*c2", {"0", "0", "-mr*l2*(q1' + q2')^2 - mr*q3*(q1' + q2')^2"}},
        });
}

TEST_CASE("errors in an arm with a lift are named in the rows of the arm", "[compare]") {
    check_errors(robot,
                 {
                     {"+ c*cos(q[1]) + jr*n2", "+ c*cos(q[1])", {"jr*n2*q2''", "jr*n2*q1''", "0"}},
                     {"(m2*s2 + mr*l2)*g", "m2*s2*g", {"mr*l2*g*cos(q1 + q2)", "mr*l2*g*cos(q1 + q2)", "0"}},
                     {"h = c*sin(q[1])",
                      "h = -c*sin(q[1])",
                      {"2*mr*l1*l2*sin(q2)*q1'^2 + 2*m2*l1*s2*sin(q2)*q1'^2 - 2*mr*l1*l2*sin(q2)*(q1' + q2')^2 - "
                       "2*m2*l1*s2*sin(q2)*(q1' + q2')^2",
                       "2*mr*l1*l2*sin(q2)*q1'^2 + 2*m2*l1*s2*sin(q2)*q1'^2", "0"}},
                 });
}

TEST_CASE("errors in a spatial pendulum are named by row and term", "[compare]") {
    check_errors(pendulum,
                 {
                     {"/(J + m*r*r*st*st)", "/(m*r*r*st*st)", {"J*phi''", "0", "0"}},
                     {"(-2*rd*u[1] - g*st)", "(2*rd*u[1] - g*st)", {"0", "-4*m*l*theta'*s' + 4*m*s*theta'*s'", "0"}},
                     {"- k/m*q[2]", "+ k/m*q[2]", {"0", "0", "2*k*s"}},
                     {"+ g*ct", "- g*ct", {"0", "0", "2*m*g*cos(theta)"}},
                     {"+ r*st*st*u[0]*u[0] +", "+", {"0", "0", "m*l*sin(theta)^2*phi'^2 - m*sin(theta)^2*s*phi'^2"}},
                 });
}

TEST_CASE("errors in a vehicle are named by row and term", "[compare]") {
    check_errors(vehicle,
                 {
                     {"(v - b*r)", "(v + b*r)", {"0", "-2*b*Cr*r/vx", "2*b^2*Cr*r/vx"}},
                     {"/m - u*r", "/m", {"0", "m*vx*r", "0"}},
                     {"+ v*r", "- v*r", {"-2*m*vy*r", "0", "0"}},
                     {"cd*u*u", "cd*u", {"-Cd*vx + Cd*vx^2", "0", "0"}},
                     {"/u - d)", "/u)", {"Cf*sin(delta)*delta", "-Cf*cos(delta)*delta", "-a*Cf*cos(delta)*delta"}},
                     {"- b*fr)/iz", "- b*fr)/m", {"0", "0", "Iz*r' - m*r'"}},
                 });
}

TEST_CASE("errors under sines of multiples of an angle are named by row and term", "[compare]") {
    check_errors(
        rotor,
        {
            {"+ m2*s*k*k*ce*w*w",
             "",
             {"0", "-m2*s*cos(n*q1)*q1'^2 - 2*m2*s*n*cos(n*q1)*q1'^2 - m2*s*n^2*cos(n*q1)*q1'^2"}},
            {"- m2*g*s*k*cos(k*q[0])",
             "+ m2*g*s*k*cos(k*q[0])",
             {"2*m2*s*g*cos(q1 + n*q1) + 2*m2*s*n*g*cos(q1 + n*q1)", "0"}},
            {"B = -m2*s*k*se",
             "B = m2*s*k*se",
             {"-2*m2*s*sin(n*q1)*q2'' - 2*m2*s*n*sin(n*q1)*q2''", "-2*m2*s*sin(n*q1)*q1'' - 2*m2*s*n*sin(n*q1)*q1''"}},
            {" - 2*m2*s*k*ce*v*w", "", {"2*m2*s*cos(n*q1)*q1'*q2' + 2*m2*s*n*cos(n*q1)*q1'*q2'", "0"}},
        });
    check_errors(with_ratio_in_numbers(),
                 {
                     {"+ m2*s*k*k*ce*w*w", "", {"0", "-16*m2*s*cos(3*q1)*q1'^2"}},
                     {"- m2*g*s*k*cos(k*q[0])", "+ m2*g*s*k*cos(k*q[0])", {"8*m2*s*g*cos(4*q1)", "0"}},
                 });
}

TEST_CASE("every component that differs is described, however many", "[compare]") {
    std::string script = "model(many)$ parameters(k = 3)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n",
                source =
                    "void many(const double q[1], const double u[1], double k, double a[1], double *o) {\n"
                    "  a[0] = 0*u[0];\n",
                map = "call many(q, u, k, a, o)\nk in k\na out [s'']\no out [";
    for (int i = 1; i <= 14; ++i) {
        const std::string number = std::to_string(i);
        script += "output(o" + number + ", " + number + "*k*s)$\n";
        source += "  o[" + std::to_string(i - 1) + "] = k*k*q[0];\n";
        map += (i == 1 ? "o" : ", o") + number;
    }
    const CommandRun run = compared({"many", script, "many.c", source + "}\n", map + "]\n", {}}, source + "}\n");
    INFO(run.errors);
    const auto report = nlohmann::json::parse(run.output);
    std::size_t described = 0;
    for (const auto& component : report["components"])
        described += component["agrees"] == false && component.contains("difference");
    CHECK(described == 14);
    CHECK(report["components"][1]["difference"] == "left - right = k*s - k^2*s in every state");
}

TEST_CASE("compare names terms of a vehicle's roll in quasi-velocities") {
    check_errors(
        roll, {
                  {R"((mu + ms)*r*vy - 2*ms*h*c*v*r)", R"((mu + ms)*r*vy)", {"2*ms*h*cos(phi)*r*phi'", "0", "0", "0"}},
                  {R"(+ cy*st - cr*r)", R"(- cr*r)", {"0", "0", "-cy*steer", "0"}},
                  {R"(a(2) = -ms*h*s*v**2)", R"(a(2) = ms*h*s*v**2)", {"0", "2*ms*h*sin(phi)*phi'^2", "0", "0"}},
                  {R"(- (mu + ms)*r*vx)", R"(- mu*r*vx)", {"0", "ms*vx*r", "0", "0"}},
                  {R"(+ ms*g*h*s)", R"(- ms*g*h*s)", {"0", "0", "0", "-2*ms*h*g*sin(phi)"}},
                  {R"(+ ms*g*h*s)", R"(+ mu*g*h*s)", {"0", "0", "0", "-ms*h*g*sin(phi) + mu*h*g*sin(phi)"}},
                  {R"((ms*h**2 + Iyy - Izz)*s*c*r**2)",
                   R"((ms*h**2 + Iyy)*s*c*r**2)",
                   {"0", "0", "0", "1/2*Izz*sin(2*phi)*r^2"}},
                  {R"(m(4,4) = ms*h**2 + Ixx)", R"(m(4,4) = Ixx)", {"0", "0", "0", "ms*h^2*phi''"}},
                  {R"(m(2,4) = -ms*h*c;)", R"(m(2,4) = ms*h*c;)", {"0", "-2*ms*h*cos(phi)*phi''", "0", "0"}},
                  {R"(- dr*v)", R"(+ dr*v)", {"0", "0", "0", "2*dr*phi'"}},
              });
}

TEST_CASE("compare names terms in which an angle is a plain factor") {
    check_errors(pan, {
                          {"- k*q[1] ", "", {"0", "k*q2"}},
                          {"- k*q[1] ", "- k*s ", {"0", "k*q2 - k*sin(q2)"}},
                          {"- k*q[1] ", "- k*q[1]*q[1] ", {"0", "k*q2 - k*q2^2"}},
                          {"- k*q[1] ", "- k*q[0] ", {"0", "-k*q1 + k*q2"}},
                          {"- k*q[1] ", "- k*q[1] - k*cos(3*q[0])*q[1] ", {"0", "-k*cos(3*q1)*q2"}},
                          {"m*g*a*c;", "m*g*a*c*q[1];", {"0", "-m*a*g*cos(q2) + m*a*g*cos(q2)*q2"}},
                          {"m*g*a*c;", "m*g*a*cos(q[0] + q[1]);", {"0", "-m*a*g*cos(q2) + m*a*g*cos(q1 + q2)"}},
                          {"J1 + Ix*s*s", "J1 + Ix*c*c", {"-Ix*cos(2*q2)*q1''", "0"}},
                          {"- 2*D*s*c",
                           "- D*s*c",
                           {"-1/2*Iz*sin(2*q2)*q1'*q2' + 1/2*Ix*sin(2*q2)*q1'*q2' - 1/2*m*a^2*sin(2*q2)*q1'*q2'", "0"}},
                          {"- d*u[0]", "- d*u[1]", {"d*q1' - d*q2'", "0"}},
                      });
}

}  // namespace lag
