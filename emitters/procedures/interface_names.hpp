// The names of the interface: the arguments of emitted routines and procedures, and the sizes of their arrays. Each is an
// enumerator, so that a name that does not exist does not compile. A new procedure whose arguments have other names adds
// them here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lag {

// An argument of some routine. Routines share a slot where they share a name: `w` is the same in all of them, while `p` is
// the parameters in `setup` and the impulses in `event`.
enum class Slot {
    t,
    q,
    u,
    s,
    y,
    w,
    c,
    p,
    udot,
    sdot,
    ydot,
    qdot,
    lambda,
    mm,
    f,
    r,
    phi,
    phidot,
    b,
    kinetic,
    potential,
    o,
    g,
    gdot,
    k,
    law,
    guess,
    next,
    step,
    ud,
    jac,
    d,
    fdot,
    v,
    a,
    h,
    pi,
    load,
    held,
    tolerance,
    limit,
    independent,
    growth,
    info,
    // of `lag simulate` alone
    power,
    rates,
    modes,
};
constexpr std::size_t slots = static_cast<std::size_t>(Slot::modes) + 1;

// A number of the model that array sizes are made of.
enum class Size { nq, nu, ns, np, nw, nc, nl, nphi, no, nf, ne, nd, nj, nz, nt, na, nhc, nh, nzo, nho, nzr, nhr, nb };

// "gdot", "nphi"
const std::string& to_string(Slot slot);
const std::string& to_string(Size size);
// Of "gdot"; nothing for other words.
std::optional<Slot> slot_named(std::string_view text);

}  // namespace lag
