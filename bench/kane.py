#!/usr/bin/env python3
"""Seconds that SymPy's KanesMethod takes to form the equations of samples/hmmwv10/hmmwv10.lag.

The same ten bodies, hinges, quasi-velocities, parameters and loads, all symbolic; the outputs are left out. Timed is what
`lag` does from the script on: kinematics, then KanesMethod.kanes_equations (mass matrix and forcing). No simplification, no
common sub-expressions, no code: what lag does beyond is not asked of it."""
import sys
import time

from sympy import S, symbols, diff
from sympy.physics.mechanics import (KanesMethod, Point, ReferenceFrame, RigidBody, dynamicsymbols, inertia)

begin = time.process_time()
g, m_ch, cx, cz, ixx, iyy, izz = symbols("g m_chassis cx cz ixx iyy izz")
m_r, l_r, x_r, z_r, arm = symbols("m_rack l_rack x_rack z_rack steer_arm")
m_c, i_c, m_w, ia, ib = symbols("m_carrier i_carrier m_wheel ia_wheel ib_wheel")
x_f, x_b, y_arm, y_carrier, y_wheel, z_wheel, hub_f, hub_b = symbols(
    "x_front x_rear y_arm y_carrier y_wheel z_wheel hub_front hub_rear")
sx1_f, sy1_f, sz1_f, sx2_f, sx1_b, sy1_b, sz1_b, sx2_b, sy2, sz2 = symbols(
    "sx1f sy1f sz1f sx2f sx1b sy1b sz1b sx2b sy2 sz2")

N = ReferenceFrame("N")
O = Point("O")
O.set_vel(N, 0)
yaw, pitch, roll, x, y, z = dynamicsymbols("yaw pitch roll x y z")
p, q, r, u, v, w = dynamicsymbols("p q r u v w")
A = N.orientnew("A", "Body", [yaw, pitch, roll], "ZYX")
origin = O.locatenew("chassis_origin", x * N.x + y * N.y + z * N.z)
coordinates, speeds = [yaw, pitch, roll, x, y, z], [p, q, r, u, v, w]
omega = A.ang_vel_in(N)
t = dynamicsymbols._t
place = x.diff(t) * N.x + y.diff(t) * N.y + z.diff(t) * N.z
kinematic = [omega.dot(A.x) - p, omega.dot(A.y) - q, omega.dot(A.z) - r,
             place.dot(A.x) - u, place.dot(A.y) - v, place.dot(A.z) - w]
A.set_ang_vel(N, p * A.x + q * A.y + r * A.z)
origin.set_vel(N, u * A.x + v * A.y + w * A.z)
bodies, loads = [], []


def add(name, frame, centre, mass, tensor):
    bodies.append(RigidBody(name, centre, frame, mass, (tensor, centre)))
    loads.append((centre, -mass * g * N.z))


def fixed(name, at, base, frame):
    point = base.locatenew(name, at)
    point.v2pt_theory(base, N, frame)
    return point


add("chassis", A, fixed("c", cx * A.x + cz * A.z, origin, A), m_ch, inertia(A, ixx, iyy, izz))

rack, rack_u = dynamicsymbols("rack rack_u")
rack_force = dynamicsymbols("rack_force")
coordinates.append(rack), speeds.append(rack_u), kinematic.append(rack.diff(t) - rack_u)
seat = fixed("seat", x_r * A.x + z_r * A.z, origin, A)
middle = seat.locatenew("rack", rack * A.y)
middle.set_vel(A, rack_u * A.y)
middle.set_vel(N, seat.vel(N) + rack_u * A.y + A.ang_vel_in(N).cross(rack * A.y))
add("steering", A, middle, m_r, inertia(A, m_r * l_r**2 / 12, 0, m_r * l_r**2 / 12))
loads += [(middle, rack_force * A.y), (seat, -rack_force * A.y)]

for tag, side, front in (("fl", 1, 1), ("fr", -1, 1), ("rl", 1, 0), ("rr", -1, 0)):
    x0, hub = (x_f, hub_f) if front else (x_b, hub_b)
    sx1, sy1, sz1, sx2 = (sx1_f, sy1_f, sz1_f, sx2_f) if front else (sx1_b, sy1_b, sz1_b, sx2_b)
    jounce, jounce_u, spin, spin_u = dynamicsymbols(f"jounce_{tag} jounce_u_{tag} spin_{tag} spin_u_{tag}")
    force, drive = dynamicsymbols(f"suspension_{tag} drive_{tag}")
    fx, fy, fz, mx, my, mz = dynamicsymbols(" ".join(f"{k}_{tag}" for k in ("fx", "fy", "fz", "mx", "my", "mz")))
    coordinates += [jounce, spin]
    speeds += [jounce_u, spin_u]
    kinematic += [jounce.diff(t) - jounce_u, spin.diff(t) - spin_u]
    C = A.orientnew("C" + tag, "Axis", [jounce, side * A.x])
    C.set_ang_vel(A, side * jounce_u * A.x)
    hinge = fixed("hinge_" + tag, x0 * A.x + side * y_arm * A.y, origin, A)
    cm = fixed("carrier_" + tag, hub * C.x + side * (y_carrier - y_arm) * C.y + z_wheel * C.z, hinge, C)
    add("carrier_" + tag, C, cm, m_c, inertia(C, i_c, i_c, i_c))
    inner = C
    if front:
        inner = C.orientnew("S" + tag, "Axis", [-rack / arm, C.z])
        inner.set_ang_vel(C, -rack_u / arm * C.z)
    W = inner.orientnew("W" + tag, "Axis", [spin, inner.y])
    W.set_ang_vel(inner, spin_u * inner.y)
    centre = fixed("wheel_" + tag, hub * C.x + side * (y_wheel - y_arm) * C.y + z_wheel * C.z, hinge, C)
    add("wheel_" + tag, W, centre, m_w, inertia(W, ia, ib, ia))
    top = fixed("top_" + tag, (x0 + sx1) * A.x + side * sy1 * A.y + sz1 * A.z, origin, A)
    foot = fixed("foot_" + tag, sx2 * C.x + side * (sy2 - y_arm) * C.y + sz2 * C.z, hinge, C)
    line = foot.pos_from(top)
    line = line / line.magnitude()
    loads += [(foot, force * line), (top, -force * line)]
    loads += [(centre, fx * N.x + fy * N.y + fz * N.z), (W, mx * N.x + my * N.y + mz * N.z)]
    loads += [(W, drive * W.y), (inner, -drive * W.y)]

method = KanesMethod(N, q_ind=coordinates, u_ind=speeds, kd_eqs=kinematic)
method.kanes_equations(bodies, loads)
seconds = time.process_time() - begin
size = len(speeds)
if method.mass_matrix.shape != (size, size) or method.forcing.shape != (size, 1) or size != 15:
    sys.exit("kane.py: not the model's size")
print(f"{seconds:.1f}")
