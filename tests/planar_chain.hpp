// A long planar chain with everything that may be on one.
#pragma once

#include <string>

namespace lag {

// Links with a motor, a spring and a damper at each hinge and numbers of their own, a spring across, a force that time moves, a
// pendulum on the third, all on a cart.
inline std::string planar_chain_on_cart(int links) {
    return "parameters(g = 9.81, k = 30, c = 0.2)$ gravity([0.5, -g, 0.3])$ links: " + std::to_string(links) +
           R"($
body(cart, ground, hinge = prismatic(x, s), mass = 3, cm = [0.1, 0.2, 0])$
inboard: cart$
for n:1 thru links do (
  parameter(concat(m, n), 1 + n/10), parameter(concat(l, n), 0.5 + n/20),
  body(concat(b, n), inboard, hinge = revolute(z, concat(q, n)), at = if n = 1 then [0.1, 0, 0] else [concat(l, n), 0.1, 0],
       mass = concat(m, n), cm = [concat(l, n)/2, 0.05, 0], inertia = [0.1, 0.2, 0.25 + n/50]),
  input(concat(w, n)), hinge_load(concat(q, n), concat(w, n) - c*concat(q, n)' - k*sin(concat(q, n))),
  inboard: concat(b, n))$
body(pendulum, b3, hinge = revolute(z, swing), at = [0.2, 0, 0], mass = 0.3, cm = [0, -0.4, 0], inertia = [0, 0, 0.02])$
point(P, b4, [0.1, 0.2, 0])$ force(P, [1, t, 0])$
spring(origin(b2), P, stiffness = k, length = 0.6)$
)";
}

}  // namespace lag
