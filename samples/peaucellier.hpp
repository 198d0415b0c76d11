// peaucellier: Peaucellier-Lipkin linkage
//
// coordinates q
//   1  q1 [rad]
//   2  q2 [rad]
//   3  q3 [rad]
//   4  q4 [rad]
//   5  q5 [rad]
//   6  q6 [rad]
//   7  q7 [rad]
//
// speeds u
//   1  q1' [rad/s]
//   2  q2' [rad/s]
//   3  q3' [rad/s]
//   4  q4' [rad/s]
//   5  q5' [rad/s]
//   6  q6' [rad/s]
//   7  q7' [rad/s]
//
// parameters p
//   1  arm [m]  length of the long arms
//   2  side [m]  side of the rhombus
//   3  crank_length [m]  length of the crank, and its pivot's distance from O
//   4  density [kg/m]  mass per length of the bars
//
// inputs w
//   1  drive [N*m]  moment on the crank
//
// constraints
//   1  lead.x
//   2  lead.y
//   3  near.x
//   4  near.y
//   5  far.x
//   6  far.y
//
// multipliers lambda: the load on the speeds is -B^T lambda
//   lead.x: force on crank at crank_tip along x of ground [N], its opposite on upper_inner
//   lead.y: force on crank at crank_tip along y of ground [N], its opposite on upper_inner
//   near.x: force on upper_inner at inner along x of ground [N], its opposite on lower_inner
//   near.y: force on upper_inner at inner along y of ground [N], its opposite on lower_inner
//   far.x: force on upper_outer at pen along x of ground [N], its opposite on lower_outer
//   far.y: force on upper_outer at pen along y of ground [N], its opposite on lower_outer
//
// outputs o
//   1  line_x [m]  the straight line
//   2  line_y [m]  where the pen is on it
//
// formulation: turner, masses regrouped, absolute accelerations, planar parts in held axes
// compared by operations of derivatives, before and after the passes (values waiting for use):
//   turner, masses regrouped, absolute accelerations, planar parts in held axes: 618, 570 (46)
//   composite, masses regrouped, absolute accelerations, planar parts in held axes: 622, 570 (55)
//   composite, masses regrouped, absolute accelerations: 670, 605 (50)
//   turner, masses regrouped, absolute accelerations: 670
//   composite, absolute accelerations, planar parts in held axes: 698
//   composite, absolute accelerations: 725
//   turner, absolute accelerations: 737
//   turner, absolute accelerations, planar parts in held axes: 747
//
// operations in each routine
// peaucellier_defaults: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// peaucellier_initial: 6 add, 12 mul, 4 div, 1 sqrt, 3 call
// peaucellier_setup: 2 add, 25 mul, 2 div, 0 sqrt, 0 call
// peaucellier_derivatives: 222 add, 326 mul, 8 div, 0 sqrt, 14 call
// peaucellier_accelerations: 222 add, 326 mul, 8 div, 0 sqrt, 14 call
// peaucellier_mass_matrix: 12 add, 4 mul, 0 div, 0 sqrt, 4 call
// peaucellier_right_side: 19 add, 33 mul, 0 div, 0 sqrt, 13 call
// peaucellier_kinematics: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// peaucellier_inverse_dynamics: 36 add, 46 mul, 0 div, 0 sqrt, 13 call
// peaucellier_constraints: 33 add, 32 mul, 0 div, 0 sqrt, 14 call
// peaucellier_constraint_matrix: 12 add, 14 mul, 0 div, 0 sqrt, 14 call
// peaucellier_energy: 32 add, 42 mul, 0 div, 0 sqrt, 13 call
// peaucellier_outputs: 3 add, 6 mul, 0 div, 0 sqrt, 4 call
// peaucellier_assembly_step: 208 add, 255 mul, 8 div, 0 sqrt, 14 call
// peaucellier_project_speeds: 169 add, 229 mul, 8 div, 0 sqrt, 14 call
// peaucellier_assemble loops over peaucellier_assembly_step
#ifndef LAG_MODEL_peaucellier_HPP
#define LAG_MODEL_peaucellier_HPP

#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#ifndef LAG_MATH_DEFINED
#define LAG_MATH_DEFINED
// Functions by argument-dependent lookup, outside of any class that has members of these names.
namespace lag_math_lookup {
template <class M, class R, class = void>
struct has_select : std::false_type {};
template <class M, class R>
struct has_select<M, R, std::void_t<decltype(select(std::declval<M>(), std::declval<R>(), std::declval<R>()))>>
    : std::true_type {};
template <class M, class R>
R choose(const M& mask, const R& a, const R& b) {
    if constexpr (has_select<M, R>::value) {
        return select(mask, a, b);
    } else {
        R result = b;
        where(mask, result) = a;
        return result;
    }
}
template <class M>
bool every(const M& mask) {
    return all_of(mask);
}
template <class R, class = void>
struct is_vector : std::false_type {};  // a compiler's vector type
template <class R>
struct is_vector<R, std::void_t<decltype(std::declval<R&>()[0])>>
    : std::bool_constant<!std::is_class_v<R> && !std::is_pointer_v<R> && !std::is_array_v<R>> {};
template <class R, class F>
R each(F f, R x) {
    for (unsigned k = 0; k < sizeof(R) / sizeof(x[0]); ++k) x[k] = f(x[k]);
    return x;
}
template <class R, class F>
R each(F f, R x, const R& y) {
    for (unsigned k = 0; k < sizeof(R) / sizeof(x[0]); ++k) x[k] = f(x[k], y[k]);
    return x;
}
}  // namespace lag_math_lookup

// What the routines need of their scalar type R. Specialize it for a type of your own where the defaults do not fit.
template <class R>
struct lag_math {
    static constexpr bool is_vector = lag_math_lookup::is_vector<R>::value;
    static R number(double x) {
        if constexpr (is_vector) {
            R result{};
            for (unsigned k = 0; k < sizeof(R) / sizeof(result[0]); ++k)
                result[k] = static_cast<std::decay_t<decltype(result[0])>>(x);
            return result;
        } else if constexpr (std::is_constructible_v<R, double>) {
            return static_cast<R>(x);
        } else {
            return static_cast<R>(static_cast<typename R::value_type>(x));
        }
    }
    static auto less(const R& a, const R& b) { return a < b; }
    static auto less_equal(const R& a, const R& b) { return a <= b; }
    template <class M>
    static auto both(const M& a, const M& b) {
        if constexpr (std::is_convertible_v<M, bool>) {
            return a && b;
        } else {
            return a & b;
        }
    }
    template <class M>
    static auto either(const M& a, const M& b) {
        if constexpr (std::is_convertible_v<M, bool>) {
            return a || b;
        } else {
            return a | b;
        }
    }
    template <class M>
    static auto opposite(const M& a) {
        if constexpr (std::is_class_v<M> || std::is_convertible_v<M, bool>) {
            return !a;
        } else {
            return a == M{};
        }
    }
    // a where the condition holds, else b; both are evaluated
    template <class M>
    static R select(const M& condition, const R& a, const R& b) {
        if constexpr (std::is_convertible_v<M, bool>) {
            return condition ? a : b;
        } else if constexpr (is_vector) {
            R result = b;
            for (unsigned k = 0; k < sizeof(R) / sizeof(a[0]); ++k) result[k] = condition[k] ? a[k] : b[k];
            return result;
        } else {
            return lag_math_lookup::choose(condition, a, b);
        }
    }
    // holds in every lane
    template <class M>
    static bool every(const M& condition) {
        if constexpr (std::is_convertible_v<M, bool>) {
            return condition;
        } else if constexpr (is_vector) {
            bool result = true;
            for (unsigned k = 0; k < sizeof(M) / sizeof(condition[0]); ++k) result = result && condition[k];
            return result;
        } else {
            return lag_math_lookup::every(condition);
        }
    }
    static R min(const R& a, const R& b) { return select(less(b, a), b, a); }
    static R max(const R& a, const R& b) { return select(less(a, b), b, a); }
    static R mod(const R& a, const R& b) { return a - b * floor(a / b); }
    static R sqrt(const R& x) {
        using std::sqrt;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::sqrt(v); }, x);
        } else {
            return sqrt(x);
        }
    }
    static R sin(const R& x) {
        using std::sin;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::sin(v); }, x);
        } else {
            return sin(x);
        }
    }
    static R cos(const R& x) {
        using std::cos;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::cos(v); }, x);
        } else {
            return cos(x);
        }
    }
    static R tan(const R& x) {
        using std::tan;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::tan(v); }, x);
        } else {
            return tan(x);
        }
    }
    static R asin(const R& x) {
        using std::asin;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::asin(v); }, x);
        } else {
            return asin(x);
        }
    }
    static R acos(const R& x) {
        using std::acos;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::acos(v); }, x);
        } else {
            return acos(x);
        }
    }
    static R atan(const R& x) {
        using std::atan;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::atan(v); }, x);
        } else {
            return atan(x);
        }
    }
    static R sinh(const R& x) {
        using std::sinh;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::sinh(v); }, x);
        } else {
            return sinh(x);
        }
    }
    static R cosh(const R& x) {
        using std::cosh;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::cosh(v); }, x);
        } else {
            return cosh(x);
        }
    }
    static R tanh(const R& x) {
        using std::tanh;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::tanh(v); }, x);
        } else {
            return tanh(x);
        }
    }
    static R exp(const R& x) {
        using std::exp;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::exp(v); }, x);
        } else {
            return exp(x);
        }
    }
    static R log(const R& x) {
        using std::log;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::log(v); }, x);
        } else {
            return log(x);
        }
    }
    static R abs(const R& x) {
        using std::abs;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::abs(v); }, x);
        } else {
            return abs(x);
        }
    }
    static R floor(const R& x) {
        using std::floor;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::floor(v); }, x);
        } else {
            return floor(x);
        }
    }
    static R atan2(const R& x, const R& y) {
        using std::atan2;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v, auto w) { return std::atan2(v, w); }, x, y);
        } else {
            return atan2(x, y);
        }
    }
    static R pow(const R& x, const R& y) {
        using std::pow;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v, auto w) { return std::pow(v, w); }, x, y);
        } else {
            return pow(x, y);
        }
    }
};
#endif  // LAG_MATH_DEFINED

namespace peaucellier {

constexpr int nq = 7, nu = 7, np = 4, nw = 1, nc = 21, nl = 6, nphi = 6, no = 2;

inline constexpr std::array<const char*, nq> coordinate_names = {{
    "q1", "q2", "q3", "q4", "q5", "q6", "q7"}};
inline constexpr std::array<const char*, nq> coordinate_units = {{
    "rad", "rad", "rad", "rad", "rad", "rad", "rad"}};
inline constexpr std::array<const char*, nu> speed_names = {{
    "q1'", "q2'", "q3'", "q4'", "q5'", "q6'", "q7'"}};
inline constexpr std::array<const char*, nu> speed_units = {{
    "rad/s", "rad/s", "rad/s", "rad/s", "rad/s", "rad/s", "rad/s"}};
inline constexpr std::array<const char*, np> parameter_names = {{
    "arm", "side", "crank_length", "density"}};
inline constexpr std::array<const char*, np> parameter_units = {{
    "m", "m", "m", "kg/m"}};
inline constexpr std::array<const char*, nw> input_names = {{
    "drive"}};
inline constexpr std::array<const char*, nw> input_units = {{
    "N*m"}};
inline constexpr std::array<const char*, nphi> constraint_names = {{
    "lead.x", "lead.y", "near.x", "near.y", "far.x", "far.y"}};
inline constexpr std::array<const char*, nphi> constraint_units = {{
    "", "", "", "", "", ""}};
inline constexpr std::array<const char*, no> output_names = {{
    "line_x", "line_y"}};
inline constexpr std::array<const char*, no> output_units = {{
    "m", "m"}};

// the default parameter values
template <class R>
void peaucellier_defaults(R* p) {
    using L = lag_math<R>;
    // arm [m] length of the long arms
    p[0] = L::number(0.5);
    // side [m] side of the rhombus
    p[1] = L::number(0.2);
    // crank_length [m] length of the crank, and its pivot's distance from O
    p[2] = L::number(0.16);
    // density [kg/m] mass per length of the bars
    p[3] = L::number(0.8);
}

// the initial state of the script
template <class R>
void peaucellier_initial(const R* p, R* q, R* u) {
    using L = lag_math<R>;
    // q1 [rad]
    q[0] = L::number(0.0);
    // q1' [rad/s]
    u[0] = L::number(0.0);
    // q2' [rad/s]
    u[1] = L::number(0.0);
    // q3' [rad/s]
    u[2] = L::number(0.0);
    // q4' [rad/s]
    u[3] = L::number(0.0);
    // q5' [rad/s]
    u[4] = L::number(0.0);
    // q6' [rad/s]
    u[5] = L::number(0.0);
    // q7' [rad/s]
    u[6] = L::number(0.0);
    const R z1 = p[2]*p[2];
    const R z2 = p[0]*p[0];
    const R z3 = L::number(4.0)*z1 - p[1]*p[1];
    const R z4 = z2 + z3;
    const R z5 = L::acos(L::number(0.25)*z4/(p[0]*p[2]));
    // q2 [rad]
    q[1] = z5;
    // q3 [rad]
    q[2] = -z5;
    const R z6 = L::acos(L::number(0.5)*(z2 - z3)/(p[0]*p[1])) - L::number(3.141592653589793);
    // q4 [rad]
    q[3] = z6;
    // q5 [rad]
    q[4] = -z6;
    const R z7 = z5 + L::asin(p[0]*L::sqrt(L::number(1.0) - L::number(0.0625)*z4*z4/(z1*z2))/p[1]);
    // q6 [rad]
    q[5] = -z7;
    // q7 [rad]
    q[6] = z7;
}

// every sub-expression of parameters alone, once
template <class R>
void peaucellier_setup(const R* p, R* c) {
    using L = lag_math<R>;
    // arm
    c[0] = p[0];
    // side
    c[1] = p[1];
    // crank_length
    c[2] = p[2];
    const R z1 = p[1]*p[3];
    // side*density
    c[18] = z1;
    const R z2 = p[1]*z1;
    // side*side*density
    c[7] = z2;
    // 1/2*side*side*density
    c[3] = L::number(0.5)*z2;
    const R z3 = p[2]*p[2]*p[3];
    const R z4 = L::number(0.3333333333333333)*p[2]*z3;
    // 1/4*crank_length^2*density*crank_length + 1/12*density*crank_length*crank_length^2
    c[4] = z4;
    // 1/12*...*crank_length*crank_length^2 + 1/4*crank_length*crank_length*density*crank_length
    c[14] = z4;
    // 1/2*side
    c[5] = L::number(0.5)*p[1];
    const R z5 = L::number(0.5)*p[0];
    // 1/2*arm*side*side*density
    c[6] = z2*z5;
    const R z6 = L::number(2.0)*p[1];
    const R z7 = p[0]*p[3];
    const R z8 = (z5 + z6)*z7;
    // 2*arm*side*density + 1/2*arm*arm*density
    c[9] = z8;
    // 981/100*(arm*side*density + arm*side*density + 1/2*arm*arm*density)
    c[8] = L::number(9.81)*z8;
    const R z9 = p[0]*p[0];
    // arm^2
    c[13] = z9;
    // 1/4*arm^2*arm*density + 1/12*density*arm*arm^2
    c[10] = L::number(0.3333333333333333)*z7*z9;
    const R z10 = p[1]*z2;
    // 1/12*density*side*side^2
    c[16] = L::number(0.08333333333333333)*z10;
    const R z11 = L::number(0.3333333333333333)*z10;
    // 1/12*density*side*side^2 + 1/4*side*side*side*density
    c[17] = z11;
    // 1/(if 0 < 1/12*density*side*side^2 + 1/4*side*side*side*density then ... + 1/4*...*side*side*density else ...)
    c[11] = L::number(1.0)/L::select(L::less(L::number(0.0), z11), z11, L::number(1.0e+30));
    // 1/(if 0 < 1/12*...*...*crank_length + 1/4*crank_length*crank_length*density*crank_length then ... else ...)
    c[12] = L::number(1.0)/L::select(L::less(L::number(0.0), z4), z4, L::number(1.0e+30));
    // ...*arm*...*side + arm*arm*side*density + 1/12*density*arm*arm^2 + 1/4*arm*arm*arm*density
    c[15] = p[3]*z9*(z6 + L::number(0.3333333333333333)*p[0]);
    // 981/200*crank_length*density*crank_length
    c[19] = L::number(4.905)*z3;
    // 1/2*crank_length*density*crank_length
    c[20] = L::number(0.5)*z3;
}

// the right side of the ODE: y = [q; u]
template <class R>
void peaucellier_derivatives(R /*t*/, const R* y, const R* w, const R* c, R* ydot, int& info) {
    using L = lag_math<R>;
    info = 0;
    // q1'
    ydot[0] = y[7];
    // q2'
    ydot[1] = y[8];
    // q3'
    ydot[2] = y[9];
    // q4'
    ydot[3] = y[10];
    // q5'
    ydot[4] = y[11];
    // q6'
    ydot[5] = y[12];
    // q7'
    ydot[6] = y[13];
    const R z1 = c[2]*L::sin(y[0]);
    info = info == 0 && !L::every(L::less(L::number(0.0), c[14])) ? 1 : info;
    const R z2 = c[12]*z1;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[17])) ? 7 : info;
    const R z3 = y[3] + y[1];
    const R z4 = L::cos(z3);
    const R z5 = c[7]*z4;
    const R z6 = L::cos(y[1]);
    const R z7 = c[0]*z6;
    const R z8 = L::sin(z3);
    const R z9 = c[7]*z8;
    const R z10 = c[0]*L::sin(y[1]);
    const R z11 = L::number(0.5)*z7;
    const R z12 = L::number(0.5)*z10;
    const R z13 = z5*z11 + z9*z12;
    // mass matrix, q4' by q2'
    const R z14 = c[17] + z13;
    const R z15 = c[11]*z14;
    const R z16 = y[1] + y[5];
    const R z17 = L::sin(z16);
    const R z18 = c[7]*z17;
    const R z19 = L::cos(z16);
    const R z20 = c[7]*z19;
    const R z21 = z12*z18 + z11*z20;
    // mass matrix, q6' by q2'
    const R z22 = c[17] + z21;
    const R z23 = c[11]*z22;
    // mass matrix, q2' by q2'
    const R z24 = z13 + z14 + z21 + z22 + c[15];
    // pivot of q2'
    const R z25 = z24 - z14*z15 - z22*z23;
    const R z26 = L::number(1.999999999998e-12)*z24;
    info = info == 0 && !L::every(L::less(z26, z25)) ? 2 : info;
    const R z27 = L::number(1.0)/L::select(L::less(z26, z25), z25, L::number(1.0e+30));
    const R z28 = c[1]*z19;
    const R z29 = z7 + z28;
    const R z30 = z29 - z23*z28;
    const R z31 = z27*z30;
    const R z32 = c[1]*z17;
    const R z33 = z10 + z32;
    const R z34 = z33 - z23*z32;
    const R z35 = y[6] + y[2];
    const R z36 = L::cos(z35);
    const R z37 = c[1]*z36;
    const R z38 = c[0]*L::sin(y[2]);
    const R z39 = L::sin(z35);
    const R z40 = c[7]*z39;
    const R z41 = L::cos(y[2]);
    const R z42 = c[0]*z41;
    const R z43 = c[7]*z36;
    const R z44 = L::number(0.5)*z38;
    const R z45 = L::number(0.5)*z42;
    const R z46 = z40*z44 + z43*z45;
    // mass matrix, q7' by q3'
    const R z47 = c[17] + z46;
    const R z48 = c[11]*z47;
    const R z49 = z37 + z42;
    const R z50 = z49 - z37*z48;
    const R z51 = y[2] + y[4];
    const R z52 = L::cos(z51);
    const R z53 = c[7]*z52;
    const R z54 = L::sin(z51);
    const R z55 = c[7]*z54;
    const R z56 = z45*z53 + z44*z55;
    // mass matrix, q5' by q3'
    const R z57 = c[17] + z56;
    const R z58 = c[11]*z57;
    // mass matrix, q3' by q3'
    const R z59 = c[15] + z46 + z47 + z56 + z57;
    // pivot of q3'
    const R z60 = z59 - z57*z58 - z47*z48;
    const R z61 = L::number(1.999999999998e-12)*z59;
    info = info == 0 && !L::every(L::less(z61, z60)) ? 3 : info;
    const R z62 = L::number(1.0)/L::select(L::less(z61, z60), z60, L::number(1.0e+30));
    const R z63 = z50*z62;
    const R z64 = c[1]*z39;
    const R z65 = z38 + z64;
    const R z66 = z65 - z48*z64;
    const R z67 = c[11]*z37;
    const R z68 = c[11]*z28;
    const R z69 = z31*z34 + z63*z66 + z64*z67 + z32*z68;
    // pivot of constraint row 6
    const R z70 = z28*z68 + z37*z67 + z50*z63 + z30*z31;
    info = info == 0 && !L::every(L::less(-z70, L::number(0.0))) ? 13 : info;
    const R z71 = L::number(1.0)/L::select(L::less(-z70, L::number(0.0)), -z70, -L::number(1.0e+30));
    const R z72 = z69*z71;
    const R z73 = y[8]*y[8];
    const R z74 = z11*z73;
    const R z75 = L::number(0.5)*(L::number(9.81) - z10*z73);
    // moment on upper_inner and all it carries at the absorbed u'
    const R z76 = z9*z74 + z5*z75;
    // moment on upper_outer and all it carries at the absorbed u'
    const R z77 = z18*z74 + z20*z75;
    // angular velocity of upper_outer
    const R z78 = y[8] + y[12];
    const R z79 = z78*z78;
    // angular velocity of upper_inner
    const R z80 = y[8] + y[10];
    const R z81 = z80*z80;
    const R z82 = z76 + z77 - z11*(z18*z79 + z9*z81) + z12*(z20*z79 + z5*z81) - z15*z76 + c[8]*z6 - z23*z77;
    const R z83 = y[9]*y[9];
    const R z84 = L::number(0.5)*(L::number(9.81) - z38*z83);
    const R z85 = z45*z83;
    // moment on lower_outer and all it carries at the absorbed u'
    const R z86 = z43*z84 + z40*z85;
    const R z87 = y[12]*z32;
    const R z88 = y[13]*z64;
    // moment on lower_inner and all it carries at the absorbed u'
    const R z89 = z55*z85 + z53*z84;
    // angular velocity of lower_outer
    const R z90 = y[9] + y[13];
    const R z91 = z90*z90;
    // angular velocity of lower_inner
    const R z92 = y[9] + y[11];
    const R z93 = z92*z92;
    const R z94 = z86 + z89 + z44*(z43*z91 + z53*z93) - z45*(z40*z91 + z55*z93) - z58*z89 - z48*z86 + c[8]*z41;
    const R z95 = y[8]*(L::number(2.0)*z87 + y[8]*z33) - y[9]*(L::number(2.0)*z88 + y[9]*z65) + z31*z82 - z67*z86 +
        y[12]*z87 - y[13]*z88 + z68*z77 - z63*z94;
    const R z96 = z27*z34;
    const R z97 = z62*z66;
    const R z98 = y[13]*z37;
    const R z99 = y[12]*z28;
    const R z100 = c[11]*z64;
    const R z101 = c[11]*z32;
    const R z102 = y[8]*(L::number(2.0)*z99 + y[8]*z29) - y[9]*(L::number(2.0)*z98 + y[9]*z49) - z72*z95 - z82*z96 +
        z94*z97 - y[13]*z98 + y[12]*z99 + z86*z100 - z77*z101;
    const R z103 = z34*z96 + z32*z101 + z64*z100 + z66*z97;
    // pivot of constraint row 5
    const R z104 = z103 + z69*z72;
    const R z105 = L::number(1.999999999998e-12)*z103;
    info = info == 0 && !L::every(L::less(-z104, -z105)) ? 12 : info;
    const R z106 = L::number(1.0)/L::select(L::less(-z104, -z105), -z104, -L::number(1.0e+30));
    const R z107 = c[1]*z8;
    const R z108 = z10 + z107;
    const R z109 = z108 - z15*z107;
    const R z110 = z96*z109;
    const R z111 = z31*z109;
    const R z112 = z110 + z72*z111;
    const R z113 = z106*z112;
    const R z114 = z71*z111;
    const R z115 = z27*z109;
    const R z116 = c[11]*z107;
    const R z117 = c[1]*z4;
    const R z118 = y[10]*z117;
    const R z119 = z7 + z117;
    const R z120 = L::cos(y[0]);
    const R z121 = c[2]*z120;
    const R z122 = w[0] - c[19]*z120;
    const R z123 = c[1]*z52;
    const R z124 = z42 + z123;
    const R z125 = z124 - z58*z123;
    const R z126 = z119 - z15*z117;
    const R z127 = z31*z126;
    const R z128 = z127 + z63*z125;
    const R z129 = z96*z126;
    const R z130 = z129 + z72*z128 + z97*z125;
    const R z131 = z106*z130;
    const R z132 = z71*z128;
    const R z133 = c[11]*z117;
    const R z134 = z27*z126;
    const R z135 = z107*z133 + z109*z134;
    const R z136 = z135 + z112*z131 + z111*z132;
    const R z137 = z62*z125;
    const R z138 = c[11]*z123;
    const R z139 = z117*z133 + z126*z134;
    const R z140 = z139 + z125*z137 + z123*z138;
    // pivot of constraint row 4
    const R z141 = z140 + z130*z131 + z128*z132;
    const R z142 = L::number(1.999999999998e-12)*z140;
    info = info == 0 && !L::every(L::less(-z141, -z142)) ? 11 : info;
    const R z143 = L::number(1.0)/L::select(L::less(-z141, -z142), -z141, -L::number(1.0e+30));
    const R z144 = z136*z143;
    const R z145 = c[1]*z54;
    const R z146 = z38 + z145;
    const R z147 = y[11]*z145;
    const R z148 = y[10]*z107;
    const R z149 = y[8]*(L::number(2.0)*z148 + y[8]*z108) + y[10]*z148 + z82*z134 + z76*z133;
    const R z150 = z149 - y[9]*(L::number(2.0)*z147 + y[9]*z146) - z102*z131 + z95*z132 - z94*z137 - z89*z138 - y[11]*
        z147;
    const R z151 = z146 - z58*z145;
    const R z152 = z111 + z63*z151;
    const R z153 = z110 + z72*z152 + z97*z151;
    const R z154 = z106*z153;
    const R z155 = z71*z152;
    const R z156 = z107*z116 + z109*z115;
    const R z157 = z135 + z132*z152 + z138*z145 + z137*z151 + z131*z153;
    const R z158 = z143*z157;
    const R z159 = z156 + z112*z154 + z111*z155 + z136*z158;
    const R z160 = c[11]*z145;
    const R z161 = z62*z151;
    const R z162 = z156 + z145*z160 + z151*z161;
    // pivot of constraint row 3
    const R z163 = z162 + z153*z154 + z152*z155 + z157*z158;
    const R z164 = L::number(1.999999999998e-12)*z162;
    info = info == 0 && !L::every(L::less(-z163, -z164)) ? 10 : info;
    const R z165 = L::number(1.0)/L::select(L::less(-z163, -z164), -z163, -L::number(1.0e+30));
    const R z166 = z159*z165;
    const R z167 = y[11]*z123;
    const R z168 = y[8]*(L::number(2.0)*z118 + y[8]*z119) + y[10]*z118 - z82*z115 - z76*z116;
    const R z169 = z168 - y[9]*(L::number(2.0)*z167 + y[9]*z124) - z150*z158 + z102*z154 - z95*z155 + z89*z160 - y[11]*
        z167 + z94*z161;
    const R z170 = z129 + z72*z127;
    const R z171 = z139 + z131*z170 + z127*z132;
    const R z172 = z143*z171;
    const R z173 = z106*z170;
    const R z174 = z71*z127;
    const R z175 = c[12]*z121;
    const R z176 = z158*z171 + z154*z170 + z116*z117 + z115*z126 + z127*z155;
    const R z177 = z165*z176;
    const R z178 = y[7]*y[7];
    const R z179 = z149 + z150*z172 - z102*z173 + z95*z174 - z1*z178 + z122*z175 - z169*z177;
    const R z180 = z139 + z121*z175;
    // pivot of constraint row 2
    const R z181 = z180 + z127*z174 + z170*z173 + z171*z172 + z176*z177;
    const R z182 = L::number(1.999999999998e-12)*z180;
    info = info == 0 && !L::every(L::less(-z181, -z182)) ? 9 : info;
    const R z183 = L::number(1.0)/L::select(L::less(-z181, -z182), -z181, -L::number(1.0e+30));
    const R z184 = z135 + z112*z173 + z111*z174 + z1*z175 + z136*z172 + z159*z177;
    const R z185 = z183*z184;
    const R z186 = z156 + z1*z2;
    // pivot of constraint row 1
    const R z187 = z186 + z136*z144 + z112*z113 + z111*z114 + z159*z166 + z184*z185;
    const R z188 = L::number(1.999999999998e-12)*z186;
    info = info == 0 && !L::every(L::less(-z187, -z188)) ? 8 : info;
    const R z189 = (z168 + z102*z113 - z95*z114 - z121*z178 - z2*z122 - z144*z150 + z166*z169 - z179*z185)/L::select(
        L::less(-z187, -z188), -z187, -L::number(1.0e+30));
    const R z190 = z179*z183 - z185*z189;
    // q1''
    ydot[7] = c[12]*z122 - z2*z189 + z175*z190;
    const R z191 = z166*z189 - z177*z190 + z165*z169;
    const R z192 = z144*z189 + z158*z191 - z143*z150 - z172*z190;
    const R z193 = z173*z190 - z131*z192 - z102*z106 - z154*z191 - z113*z189;
    const R z194 = z114*z189 + z132*z192 - z71*z95 - z72*z193 + z155*z191 - z174*z190;
    const R z195 = z189 + z191;
    const R z196 = z190 - z192;
    const R z197 = z115*z195 - z134*z196 - z27*z82 + z31*z194 - z96*z193;
    // q2''
    ydot[8] = z197;
    const R z198 = z63*z194 + z62*z94 - z97*z193 + z137*z192 + z161*z191;
    // q3''
    ydot[9] = -z198;
    // q4''
    ydot[10] = z116*z195 - z133*z196 - z15*z197 - c[11]*z76;
    // q5''
    ydot[11] = z58*z198 - z160*z191 - z138*z192 - c[11]*z89;
    // q6''
    ydot[12] = z68*z194 - c[11]*z77 - z23*z197 - z101*z193;
    // q7''
    ydot[13] = z100*z193 + z48*z198 - c[11]*z86 - z67*z194;
}

// accelerations and multipliers
template <class R>
void peaucellier_accelerations(R /*t*/, const R* q, const R* u, const R* w, const R* c, R* udot, R* lambda, int& info) {
    using L = lag_math<R>;
    info = 0;
    const R z1 = c[2]*L::sin(q[0]);
    info = info == 0 && !L::every(L::less(L::number(0.0), c[14])) ? 1 : info;
    const R z2 = c[12]*z1;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[17])) ? 7 : info;
    const R z3 = q[3] + q[1];
    const R z4 = L::cos(z3);
    const R z5 = c[7]*z4;
    const R z6 = L::cos(q[1]);
    const R z7 = c[0]*z6;
    const R z8 = L::sin(z3);
    const R z9 = c[7]*z8;
    const R z10 = c[0]*L::sin(q[1]);
    const R z11 = L::number(0.5)*z7;
    const R z12 = L::number(0.5)*z10;
    const R z13 = z5*z11 + z9*z12;
    // mass matrix, q4' by q2'
    const R z14 = c[17] + z13;
    const R z15 = c[11]*z14;
    const R z16 = q[1] + q[5];
    const R z17 = L::sin(z16);
    const R z18 = c[7]*z17;
    const R z19 = L::cos(z16);
    const R z20 = c[7]*z19;
    const R z21 = z12*z18 + z11*z20;
    // mass matrix, q6' by q2'
    const R z22 = c[17] + z21;
    const R z23 = c[11]*z22;
    // mass matrix, q2' by q2'
    const R z24 = z13 + z14 + z21 + z22 + c[15];
    // pivot of q2'
    const R z25 = z24 - z14*z15 - z22*z23;
    const R z26 = L::number(1.999999999998e-12)*z24;
    info = info == 0 && !L::every(L::less(z26, z25)) ? 2 : info;
    const R z27 = L::number(1.0)/L::select(L::less(z26, z25), z25, L::number(1.0e+30));
    const R z28 = c[1]*z19;
    const R z29 = z7 + z28;
    const R z30 = z29 - z23*z28;
    const R z31 = z27*z30;
    const R z32 = c[1]*z17;
    const R z33 = z10 + z32;
    const R z34 = z33 - z23*z32;
    const R z35 = q[6] + q[2];
    const R z36 = L::cos(z35);
    const R z37 = c[1]*z36;
    const R z38 = c[0]*L::sin(q[2]);
    const R z39 = L::sin(z35);
    const R z40 = c[7]*z39;
    const R z41 = L::cos(q[2]);
    const R z42 = c[0]*z41;
    const R z43 = c[7]*z36;
    const R z44 = L::number(0.5)*z38;
    const R z45 = L::number(0.5)*z42;
    const R z46 = z40*z44 + z43*z45;
    // mass matrix, q7' by q3'
    const R z47 = c[17] + z46;
    const R z48 = c[11]*z47;
    const R z49 = z37 + z42;
    const R z50 = z49 - z37*z48;
    const R z51 = q[2] + q[4];
    const R z52 = L::cos(z51);
    const R z53 = c[7]*z52;
    const R z54 = L::sin(z51);
    const R z55 = c[7]*z54;
    const R z56 = z45*z53 + z44*z55;
    // mass matrix, q5' by q3'
    const R z57 = c[17] + z56;
    const R z58 = c[11]*z57;
    // mass matrix, q3' by q3'
    const R z59 = c[15] + z46 + z47 + z56 + z57;
    // pivot of q3'
    const R z60 = z59 - z57*z58 - z47*z48;
    const R z61 = L::number(1.999999999998e-12)*z59;
    info = info == 0 && !L::every(L::less(z61, z60)) ? 3 : info;
    const R z62 = L::number(1.0)/L::select(L::less(z61, z60), z60, L::number(1.0e+30));
    const R z63 = z50*z62;
    const R z64 = c[1]*z39;
    const R z65 = z38 + z64;
    const R z66 = z65 - z48*z64;
    const R z67 = c[11]*z37;
    const R z68 = c[11]*z28;
    const R z69 = z31*z34 + z63*z66 + z64*z67 + z32*z68;
    // pivot of constraint row 6
    const R z70 = z28*z68 + z37*z67 + z50*z63 + z30*z31;
    info = info == 0 && !L::every(L::less(-z70, L::number(0.0))) ? 13 : info;
    const R z71 = L::number(1.0)/L::select(L::less(-z70, L::number(0.0)), -z70, -L::number(1.0e+30));
    const R z72 = z69*z71;
    const R z73 = u[1]*u[1];
    const R z74 = z11*z73;
    const R z75 = L::number(0.5)*(L::number(9.81) - z10*z73);
    // moment on upper_inner and all it carries at the absorbed u'
    const R z76 = z9*z74 + z5*z75;
    // moment on upper_outer and all it carries at the absorbed u'
    const R z77 = z18*z74 + z20*z75;
    // angular velocity of upper_outer
    const R z78 = u[1] + u[5];
    const R z79 = z78*z78;
    // angular velocity of upper_inner
    const R z80 = u[1] + u[3];
    const R z81 = z80*z80;
    const R z82 = z76 + z77 - z11*(z18*z79 + z9*z81) + z12*(z20*z79 + z5*z81) - z15*z76 + c[8]*z6 - z23*z77;
    const R z83 = u[2]*u[2];
    const R z84 = L::number(0.5)*(L::number(9.81) - z38*z83);
    const R z85 = z45*z83;
    // moment on lower_outer and all it carries at the absorbed u'
    const R z86 = z43*z84 + z40*z85;
    const R z87 = z32*u[5];
    const R z88 = z64*u[6];
    // moment on lower_inner and all it carries at the absorbed u'
    const R z89 = z55*z85 + z53*z84;
    // angular velocity of lower_outer
    const R z90 = u[2] + u[6];
    const R z91 = z90*z90;
    // angular velocity of lower_inner
    const R z92 = u[2] + u[4];
    const R z93 = z92*z92;
    const R z94 = z86 + z89 + z44*(z43*z91 + z53*z93) - z45*(z40*z91 + z55*z93) - z58*z89 - z48*z86 + c[8]*z41;
    const R z95 = u[1]*(L::number(2.0)*z87 + z33*u[1]) - u[2]*(L::number(2.0)*z88 + z65*u[2]) + z31*z82 - z67*z86 +
        u[5]*z87 - u[6]*z88 + z68*z77 - z63*z94;
    const R z96 = z27*z34;
    const R z97 = z62*z66;
    const R z98 = z37*u[6];
    const R z99 = z28*u[5];
    const R z100 = c[11]*z64;
    const R z101 = c[11]*z32;
    const R z102 = u[1]*(L::number(2.0)*z99 + z29*u[1]) - u[2]*(L::number(2.0)*z98 + z49*u[2]) - z72*z95 - z82*z96 +
        z94*z97 - u[6]*z98 + u[5]*z99 + z86*z100 - z77*z101;
    const R z103 = z34*z96 + z32*z101 + z64*z100 + z66*z97;
    // pivot of constraint row 5
    const R z104 = z103 + z69*z72;
    const R z105 = L::number(1.999999999998e-12)*z103;
    info = info == 0 && !L::every(L::less(-z104, -z105)) ? 12 : info;
    const R z106 = L::number(1.0)/L::select(L::less(-z104, -z105), -z104, -L::number(1.0e+30));
    const R z107 = c[1]*z8;
    const R z108 = z10 + z107;
    const R z109 = z108 - z15*z107;
    const R z110 = z96*z109;
    const R z111 = z31*z109;
    const R z112 = z110 + z72*z111;
    const R z113 = z106*z112;
    const R z114 = z71*z111;
    const R z115 = z27*z109;
    const R z116 = c[11]*z107;
    const R z117 = c[1]*z4;
    const R z118 = u[3]*z117;
    const R z119 = z7 + z117;
    const R z120 = L::cos(q[0]);
    const R z121 = c[2]*z120;
    // right side of q1'
    const R z122 = w[0] - c[19]*z120;
    const R z123 = c[1]*z52;
    const R z124 = z42 + z123;
    const R z125 = z124 - z58*z123;
    const R z126 = z119 - z15*z117;
    const R z127 = z31*z126;
    const R z128 = z127 + z63*z125;
    const R z129 = z96*z126;
    const R z130 = z129 + z72*z128 + z97*z125;
    const R z131 = z106*z130;
    const R z132 = z71*z128;
    const R z133 = c[11]*z117;
    const R z134 = z27*z126;
    const R z135 = z107*z133 + z109*z134;
    const R z136 = z135 + z112*z131 + z111*z132;
    const R z137 = z62*z125;
    const R z138 = c[11]*z123;
    const R z139 = z117*z133 + z126*z134;
    const R z140 = z139 + z125*z137 + z123*z138;
    // pivot of constraint row 4
    const R z141 = z140 + z130*z131 + z128*z132;
    const R z142 = L::number(1.999999999998e-12)*z140;
    info = info == 0 && !L::every(L::less(-z141, -z142)) ? 11 : info;
    const R z143 = L::number(1.0)/L::select(L::less(-z141, -z142), -z141, -L::number(1.0e+30));
    const R z144 = z136*z143;
    const R z145 = c[1]*z54;
    const R z146 = z38 + z145;
    const R z147 = u[4]*z145;
    const R z148 = u[3]*z107;
    const R z149 = u[1]*(L::number(2.0)*z148 + u[1]*z108) + u[3]*z148 + z82*z134 + z76*z133;
    const R z150 = z149 - u[2]*(L::number(2.0)*z147 + u[2]*z146) - z102*z131 + z95*z132 - z94*z137 - z89*z138 - u[4]*
        z147;
    const R z151 = z146 - z58*z145;
    const R z152 = z111 + z63*z151;
    const R z153 = z110 + z72*z152 + z97*z151;
    const R z154 = z106*z153;
    const R z155 = z71*z152;
    const R z156 = z107*z116 + z109*z115;
    const R z157 = z135 + z132*z152 + z138*z145 + z137*z151 + z131*z153;
    const R z158 = z143*z157;
    const R z159 = z156 + z112*z154 + z111*z155 + z136*z158;
    const R z160 = c[11]*z145;
    const R z161 = z62*z151;
    const R z162 = z156 + z145*z160 + z151*z161;
    // pivot of constraint row 3
    const R z163 = z162 + z153*z154 + z152*z155 + z157*z158;
    const R z164 = L::number(1.999999999998e-12)*z162;
    info = info == 0 && !L::every(L::less(-z163, -z164)) ? 10 : info;
    const R z165 = L::number(1.0)/L::select(L::less(-z163, -z164), -z163, -L::number(1.0e+30));
    const R z166 = z159*z165;
    const R z167 = u[4]*z123;
    const R z168 = u[1]*(L::number(2.0)*z118 + u[1]*z119) + u[3]*z118 - z82*z115 - z76*z116;
    const R z169 = z168 - u[2]*(L::number(2.0)*z167 + u[2]*z124) - z150*z158 + z102*z154 - z95*z155 + z89*z160 - u[4]*
        z167 + z94*z161;
    const R z170 = z129 + z72*z127;
    const R z171 = z139 + z131*z170 + z127*z132;
    const R z172 = z143*z171;
    const R z173 = z106*z170;
    const R z174 = z71*z127;
    const R z175 = c[12]*z121;
    const R z176 = z158*z171 + z154*z170 + z116*z117 + z115*z126 + z127*z155;
    const R z177 = z165*z176;
    const R z178 = u[0]*u[0];
    const R z179 = z149 + z150*z172 - z102*z173 + z95*z174 - z1*z178 + z122*z175 - z169*z177;
    const R z180 = z139 + z121*z175;
    // pivot of constraint row 2
    const R z181 = z180 + z127*z174 + z170*z173 + z171*z172 + z176*z177;
    const R z182 = L::number(1.999999999998e-12)*z180;
    info = info == 0 && !L::every(L::less(-z181, -z182)) ? 9 : info;
    const R z183 = L::number(1.0)/L::select(L::less(-z181, -z182), -z181, -L::number(1.0e+30));
    const R z184 = z135 + z112*z173 + z111*z174 + z1*z175 + z136*z172 + z159*z177;
    const R z185 = z183*z184;
    const R z186 = z156 + z1*z2;
    // pivot of constraint row 1
    const R z187 = z186 + z136*z144 + z112*z113 + z111*z114 + z159*z166 + z184*z185;
    const R z188 = L::number(1.999999999998e-12)*z186;
    info = info == 0 && !L::every(L::less(-z187, -z188)) ? 8 : info;
    const R z189 = (z168 + z102*z113 - z95*z114 - z121*z178 - z2*z122 - z144*z150 + z166*z169 - z179*z185)/L::select(
        L::less(-z187, -z188), -z187, -L::number(1.0e+30));
    // lead.x
    lambda[0] = z189;
    const R z190 = z179*z183 - z185*z189;
    // lead.y
    lambda[1] = z190;
    // q1''
    udot[0] = c[12]*z122 - z2*z189 + z175*z190;
    const R z191 = z166*z189 - z177*z190 + z165*z169;
    // near.x
    lambda[2] = -z191;
    const R z192 = z144*z189 + z158*z191 - z143*z150 - z172*z190;
    // near.y
    lambda[3] = z192;
    const R z193 = z173*z190 - z131*z192 - z102*z106 - z154*z191 - z113*z189;
    // far.x
    lambda[4] = z193;
    const R z194 = z114*z189 + z132*z192 - z71*z95 - z72*z193 + z155*z191 - z174*z190;
    // far.y
    lambda[5] = z194;
    const R z195 = z189 + z191;
    const R z196 = z190 - z192;
    const R z197 = z115*z195 - z134*z196 - z27*z82 + z31*z194 - z96*z193;
    // q2''
    udot[1] = z197;
    const R z198 = z63*z194 + z62*z94 - z97*z193 + z137*z192 + z161*z191;
    // q3''
    udot[2] = -z198;
    // q4''
    udot[3] = z116*z195 - z133*z196 - z15*z197 - c[11]*z76;
    // q5''
    udot[4] = z58*z198 - z160*z191 - z138*z192 - c[11]*z89;
    // q6''
    udot[5] = z68*z194 - c[11]*z77 - z23*z197 - z101*z193;
    // q7''
    udot[6] = z100*z193 + z48*z198 - c[11]*z86 - z67*z194;
}

// the mass matrix M
template <class R>
void peaucellier_mass_matrix(R /*t*/, const R* q, const R* /*w*/, const R* c, R* mm) {
    using L = lag_math<R>;
    for (int k = 0; k < 49; ++k) mm[k] = L::number(0.0);
    mm[0] = c[14];
    mm[24] = c[17];
    mm[32] = c[17];
    mm[40] = c[17];
    mm[48] = c[17];
    const R z1 = c[6]*L::cos(q[5]);
    // mass matrix, q6' by q2'
    const R z2 = c[17] + z1;
    mm[12] = z2;
    mm[36] = z2;
    const R z3 = c[6]*L::cos(q[3]);
    // mass matrix, q4' by q2'
    const R z4 = c[17] + z3;
    mm[10] = z4;
    mm[22] = z4;
    // mass matrix, q2' by q2'
    mm[8] = z1 + z2 + z3 + z4 + c[15];
    const R z5 = c[6]*L::cos(q[4]);
    // mass matrix, q5' by q3'
    const R z6 = c[17] + z5;
    mm[18] = z6;
    mm[30] = z6;
    const R z7 = c[6]*L::cos(q[6]);
    // mass matrix, q7' by q3'
    const R z8 = c[17] + z7;
    mm[20] = z8;
    mm[44] = z8;
    // mass matrix, q3' by q3'
    mm[16] = c[15] + z5 + z6 + z7 + z8;
}

// f of M udot = f - B^T lambda
template <class R>
void peaucellier_right_side(R /*t*/, const R* q, const R* u, const R* w, const R* c, R* f) {
    using L = lag_math<R>;
    // q1' [rad/s]
    f[0] = w[0] - c[19]*L::cos(q[0]);
    // rotation of upper_inner
    const R z1 = L::sin(q[3]);
    const R z2 = L::number(9.81)*L::sin(q[1]) - c[0]*u[1]*u[1];
    const R z3 = L::cos(q[1]);
    const R z4 = L::number(9.81)*z3;
    // moment on upper_inner and all it carries at the absorbed u'
    const R z5 = c[3]*(z1*z2 - L::cos(q[3])*z4);
    // q4' [rad/s]
    f[3] = z5;
    // rotation of upper_outer
    const R z6 = L::sin(q[5]);
    // moment on upper_outer and all it carries at the absorbed u'
    const R z7 = c[3]*(z2*z6 - z4*L::cos(q[5]));
    // q6' [rad/s]
    f[5] = z7;
    // angular velocity of upper_outer
    const R z8 = u[1] + u[5];
    // angular velocity of upper_inner
    const R z9 = u[1] + u[3];
    // q2' [rad/s]
    f[1] = z5 + z7 + c[6]*(z6*z8*z8 + z1*z9*z9) - c[8]*z3;
    // rotation of lower_inner
    const R z10 = L::sin(q[4]);
    // angular velocity of lower_inner
    const R z11 = u[4] + u[2];
    const R z12 = L::cos(q[2]);
    const R z13 = c[0]*u[2]*u[2] - L::number(9.81)*L::sin(q[2]);
    const R z14 = L::number(9.81)*z12;
    // moment on lower_inner and all it carries at the absorbed u'
    const R z15 = c[3]*(L::cos(q[4])*z14 + z10*z13);
    // q5' [rad/s]
    f[4] = -z15;
    // angular velocity of lower_outer
    const R z16 = u[2] + u[6];
    // rotation of lower_outer
    const R z17 = L::sin(q[6]);
    // moment on lower_outer and all it carries at the absorbed u'
    const R z18 = c[3]*(z13*z17 + z14*L::cos(q[6]));
    // q7' [rad/s]
    f[6] = -z18;
    // q3' [rad/s]
    f[2] = c[6]*(z10*z11*z11 + z16*z16*z17) - z15 - z18 - c[8]*z12;
}

// the kinematic differential equations
template <class R>
void peaucellier_kinematics(R /*t*/, const R* /*q*/, const R* u, const R* /*w*/, const R* /*c*/, R* qdot) {
    // q1'
    qdot[0] = u[0];
    // q2'
    qdot[1] = u[1];
    // q3'
    qdot[2] = u[2];
    // q4'
    qdot[3] = u[3];
    // q5'
    qdot[4] = u[4];
    // q6'
    qdot[5] = u[5];
    // q7'
    qdot[6] = u[6];
}

// M udot - f without forming M
template <class R>
void peaucellier_inverse_dynamics(R /*t*/, const R* q, const R* u, const R* udot, const R* w, const R* c, R* r) {
    using L = lag_math<R>;
    // q1' [rad/s]
    r[0] = c[14]*udot[0] - w[0] + c[19]*L::cos(q[0]);
    // rotation of upper_inner
    const R z1 = L::sin(q[3]);
    // angular velocity of upper_inner
    const R z2 = u[1] + u[3];
    const R z3 = L::cos(q[3]);
    // angular acceleration of upper_inner
    const R z4 = udot[3] + udot[1];
    const R z5 = L::cos(q[1]);
    const R z6 = L::number(9.81)*z5 + c[0]*udot[1];
    const R z7 = L::cos(q[5]);
    // rotation of upper_outer
    const R z8 = L::sin(q[5]);
    const R z9 = L::number(9.81)*L::sin(q[1]) - c[0]*u[1]*u[1];
    // angular acceleration of upper_outer
    const R z10 = udot[1] + udot[5];
    // moment on upper_outer and all it carries
    const R z11 = c[3]*(z6*z7 - z8*z9) + c[17]*z10;
    // q6' [rad/s]
    r[5] = z11;
    // angular velocity of upper_outer
    const R z12 = u[1] + u[5];
    // moment on upper_inner and all it carries
    const R z13 = c[3]*(z1*z9 - z3*z6) - c[17]*z4;
    // q4' [rad/s]
    r[3] = -z13;
    // q2' [rad/s]
    r[1] = z11 - z13 - c[6]*(z1*z2*z2 - z3*z4 + z8*z12*z12 - z7*z10) + c[15]*udot[1] + c[8]*z5;
    // rotation of lower_inner
    const R z14 = L::sin(q[4]);
    // angular velocity of lower_inner
    const R z15 = u[4] + u[2];
    const R z16 = L::cos(q[4]);
    // angular acceleration of lower_inner
    const R z17 = udot[4] + udot[2];
    const R z18 = c[0]*u[2]*u[2] - L::number(9.81)*L::sin(q[2]);
    const R z19 = L::cos(q[2]);
    const R z20 = c[0]*udot[2] + L::number(9.81)*z19;
    // moment on lower_inner and all it carries
    const R z21 = c[3]*(z14*z18 + z16*z20) + c[17]*z17;
    // q5' [rad/s]
    r[4] = z21;
    // angular velocity of lower_outer
    const R z22 = u[2] + u[6];
    // rotation of lower_outer
    const R z23 = L::sin(q[6]);
    const R z24 = L::cos(q[6]);
    // angular acceleration of lower_outer
    const R z25 = udot[2] + udot[6];
    // moment on lower_outer and all it carries
    const R z26 = c[17]*z25 + c[3]*(z18*z23 + z20*z24);
    // q7' [rad/s]
    r[6] = z26;
    // q3' [rad/s]
    r[2] = z21 + z26 - c[6]*(z14*z15*z15 - z16*z17 + z22*z22*z23 - z24*z25) + c[8]*z19 + c[15]*udot[2];
}

// constraint errors at position and speed level
template <class R>
void peaucellier_constraints(R /*t*/, const R* q, const R* u, const R* /*w*/, const R* c, R* phi, R* phidot) {
    using L = lag_math<R>;
    const R z1 = c[2]*L::cos(q[0]);
    const R z2 = q[3] + q[1];
    const R z3 = c[1]*L::cos(z2);
    const R z4 = c[0]*L::cos(q[1]);
    const R z5 = z3 + z4;
    // lead.x
    phi[0] = z5 - c[2] - z1;
    const R z6 = c[1]*L::sin(z2);
    const R z7 = c[0]*L::sin(q[1]);
    const R z8 = z6 + z7;
    const R z9 = c[2]*L::sin(q[0]);
    // lead.y
    phi[1] = z8 - z9;
    const R z10 = c[0]*L::cos(q[2]);
    const R z11 = q[2] + q[4];
    const R z12 = c[1]*L::cos(z11);
    const R z13 = z10 + z12;
    // near.x
    phi[2] = z13 - z5;
    const R z14 = c[1]*L::sin(z11);
    const R z15 = c[0]*L::sin(q[2]);
    const R z16 = z14 + z15;
    // near.y
    phi[3] = z16 - z8;
    const R z17 = q[2] + q[6];
    const R z18 = c[1]*L::cos(z17);
    const R z19 = z10 + z18;
    const R z20 = q[1] + q[5];
    const R z21 = c[1]*L::cos(z20);
    const R z22 = z4 + z21;
    // far.x
    phi[4] = z19 - z22;
    const R z23 = c[1]*L::sin(z20);
    const R z24 = z7 + z23;
    const R z25 = c[1]*L::sin(z17);
    const R z26 = z15 + z25;
    // far.y
    phi[5] = z26 - z24;
    const R z27 = z8*u[1] + z6*u[3];
    // lead.x'
    phidot[0] = z9*u[0] - z27;
    const R z28 = z3*u[3] + z5*u[1];
    // lead.y'
    phidot[1] = z28 - z1*u[0];
    // near.x'
    phidot[2] = z27 - z16*u[2] - z14*u[4];
    // near.y'
    phidot[3] = z12*u[4] - z28 + z13*u[2];
    // far.x'
    phidot[4] = z24*u[1] - z26*u[2] - z25*u[6] + z23*u[5];
    // far.y'
    phidot[5] = z18*u[6] + z19*u[2] - z22*u[1] - z21*u[5];
}

// B of the constraints at speed level, phidot = B u - b(t)
template <class R>
void peaucellier_constraint_matrix(R /*t*/, const R* q, const R* /*w*/, const R* c, R* b) {
    using L = lag_math<R>;
    for (int k = 0; k < 42; ++k) b[k] = L::number(0.0);
    b[0] = c[2]*L::sin(q[0]);
    b[1] = -c[2]*L::cos(q[0]);
    const R z1 = q[3] + q[1];
    const R z2 = c[1]*L::sin(z1);
    b[18] = -z2;
    b[20] = z2;
    const R z3 = c[0]*L::sin(q[1]);
    const R z4 = z2 + z3;
    b[6] = -z4;
    b[8] = z4;
    const R z5 = c[1]*L::cos(z1);
    b[19] = z5;
    b[21] = -z5;
    const R z6 = c[0]*L::cos(q[1]);
    const R z7 = z5 + z6;
    b[7] = z7;
    b[9] = -z7;
    const R z8 = q[1] + q[5];
    const R z9 = c[1]*L::sin(z8);
    b[34] = z9;
    b[10] = z3 + z9;
    const R z10 = c[1]*L::cos(z8);
    b[35] = -z10;
    b[11] = -z6 - z10;
    const R z11 = q[4] + q[2];
    const R z12 = c[1]*L::sin(z11);
    b[26] = -z12;
    const R z13 = c[0]*L::sin(q[2]);
    b[14] = -z12 - z13;
    const R z14 = c[0]*L::cos(q[2]);
    const R z15 = c[1]*L::cos(z11);
    b[27] = z15;
    b[15] = z14 + z15;
    const R z16 = q[2] + q[6];
    const R z17 = c[1]*L::sin(z16);
    b[40] = -z17;
    b[16] = -z13 - z17;
    const R z18 = c[1]*L::cos(z16);
    b[41] = z18;
    b[17] = z14 + z18;
}

// kinetic and potential energy, prescribed motion included
template <class R>
void peaucellier_energy(R /*t*/, const R* q, const R* u, const R* /*w*/, const R* c, R& kinetic, R& potential) {
    using L = lag_math<R>;
    // angular velocity of lower_outer
    const R z1 = u[6] + u[2];
    // rotation of lower_outer
    const R z2 = L::sin(q[6]);
    const R z3 = L::cos(q[6]);
    const R z4 = c[0]*u[2];
    const R z5 = z3*z4 + c[5]*z1;
    // angular velocity of upper_outer
    const R z6 = u[1] + u[5];
    const R z7 = L::cos(q[5]);
    const R z8 = c[0]*u[1];
    const R z9 = z7*z8 + c[5]*z6;
    // rotation of upper_outer
    const R z10 = L::sin(q[5]);
    // angular velocity of lower_inner
    const R z11 = u[2] + u[4];
    const R z12 = L::cos(q[4]);
    const R z13 = z4*z12 + c[5]*z11;
    // rotation of lower_inner
    const R z14 = L::sin(q[4]);
    // rotation of upper_inner
    const R z15 = L::sin(q[3]);
    const R z16 = L::cos(q[3]);
    // angular velocity of upper_inner
    const R z17 = u[1] + u[3];
    const R z18 = z8*z16 + c[5]*z17;
    const R z19 = u[2]*u[2];
    const R z20 = u[1]*u[1];
    const R z21 = c[18]*(c[13]*((z2*z2 + z14*z14)*z19 + (z10*z10 + z15*z15)*z20) + z5*z5 + z9*z9 + z13*z13 + z18*z18);
    kinetic = L::number(0.5)*(z21 + c[16]*(z1*z1 + z6*z6 + z11*z11 + z17*z17) + c[10]*(z19 + z20) + c[4]*u[0]*u[0]);
    potential = L::number(9.81)*(c[3]*((z10 + z15)*L::cos(q[1]) + L::cos(q[2])*(z2 + z14)) + c[20]*L::sin(q[0]) + (c[9]
        + c[3]*(z7 + z16))*L::sin(q[1]) + (c[9] + c[3]*(z3 + z12))*L::sin(q[2]));
}

// the outputs of the script
template <class R>
void peaucellier_outputs(R /*t*/, const R* q, const R* /*u*/, const R* /*w*/, const R* c, R* o, int& info) {
    using L = lag_math<R>;
    info = 0;
    const R z1 = L::cos(q[1]);
    const R z2 = c[0] + c[1]*L::cos(q[5]);
    const R z3 = c[1]*L::sin(q[5]);
    const R z4 = L::sin(q[1]);
    // line_x [m] the straight line
    o[0] = z1*z2 - z3*z4;
    // line_y [m] where the pen is on it
    o[1] = z2*z4 + z1*z3;
}

// one Newton step from q towards the consistent coordinates nearest to the guess
template <class R>
void peaucellier_assembly_step(R /*t*/, const R* q, const R* guess, const R* /*w*/, const R* c, R* next, R* phi, R*
    step, int& info) {
    using L = lag_math<R>;
    info = 0;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[14])) ? 1 : info;
    const R z1 = c[14]*(q[0] - guess[0]);
    const R z2 = q[3] + q[1];
    const R z3 = L::sin(z2);
    const R z4 = c[1]*z3;
    const R z5 = c[0]*L::sin(q[1]);
    const R z6 = z4 + z5;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[17])) ? 7 : info;
    const R z7 = L::cos(z2);
    const R z8 = c[0]*L::cos(q[1]);
    const R z9 = c[3]*(z7*z8 + z3*z5);
    // mass matrix, q4' by q2'
    const R z10 = c[17] + z9;
    const R z11 = c[11]*z10;
    const R z12 = z6 - z4*z11;
    const R z13 = q[1] + q[5];
    const R z14 = L::sin(z13);
    const R z15 = L::cos(z13);
    const R z16 = c[3]*(z5*z14 + z8*z15);
    // mass matrix, q6' by q2'
    const R z17 = c[17] + z16;
    const R z18 = c[11]*z17;
    // mass matrix, q2' by q2'
    const R z19 = z9 + z10 + z16 + z17 + c[15];
    // pivot of q2'
    const R z20 = z19 - z10*z11 - z17*z18;
    const R z21 = L::number(1.999999999998e-12)*z19;
    info = info == 0 && !L::every(L::less(z21, z20)) ? 2 : info;
    const R z22 = L::number(1.0)/L::select(L::less(z21, z20), z20, L::number(1.0e+30));
    const R z23 = c[1]*z14;
    const R z24 = z5 + z23;
    const R z25 = z24 - z18*z23;
    const R z26 = z22*z25;
    const R z27 = z12*z26;
    const R z28 = c[1]*z15;
    const R z29 = z8 + z28;
    const R z30 = z29 - z18*z28;
    const R z31 = z22*z30;
    const R z32 = q[6] + q[2];
    const R z33 = L::cos(z32);
    const R z34 = c[1]*z33;
    const R z35 = c[0]*L::sin(q[2]);
    const R z36 = L::sin(z32);
    const R z37 = c[0]*L::cos(q[2]);
    const R z38 = c[3]*(z35*z36 + z33*z37);
    // mass matrix, q7' by q3'
    const R z39 = c[17] + z38;
    const R z40 = c[11]*z39;
    const R z41 = z34 + z37;
    const R z42 = z41 - z34*z40;
    const R z43 = q[2] + q[4];
    const R z44 = L::cos(z43);
    const R z45 = L::sin(z43);
    const R z46 = c[3]*(z37*z44 + z35*z45);
    // mass matrix, q5' by q3'
    const R z47 = c[17] + z46;
    const R z48 = c[11]*z47;
    // mass matrix, q3' by q3'
    const R z49 = c[15] + z38 + z39 + z46 + z47;
    // pivot of q3'
    const R z50 = z49 - z47*z48 - z39*z40;
    const R z51 = L::number(1.999999999998e-12)*z49;
    info = info == 0 && !L::every(L::less(z51, z50)) ? 3 : info;
    const R z52 = L::number(1.0)/L::select(L::less(z51, z50), z50, L::number(1.0e+30));
    const R z53 = z42*z52;
    const R z54 = c[1]*z36;
    const R z55 = z35 + z54;
    const R z56 = z55 - z40*z54;
    const R z57 = c[11]*z34;
    const R z58 = c[11]*z28;
    const R z59 = z25*z31 + z53*z56 + z54*z57 + z23*z58;
    // pivot of constraint row 6
    const R z60 = z28*z58 + z34*z57 + z42*z53 + z30*z31;
    info = info == 0 && !L::every(L::less(-z60, L::number(0.0))) ? 13 : info;
    const R z61 = L::number(1.0)/L::select(L::less(-z60, L::number(0.0)), -z60, -L::number(1.0e+30));
    const R z62 = z59*z61;
    const R z63 = z12*z31;
    const R z64 = z27 + z62*z63;
    const R z65 = c[11]*z23;
    const R z66 = c[11]*z54;
    const R z67 = z52*z56;
    const R z68 = z25*z26 + z23*z65 + z54*z66 + z56*z67;
    // pivot of constraint row 5
    const R z69 = z68 + z59*z62;
    const R z70 = L::number(1.999999999998e-12)*z68;
    info = info == 0 && !L::every(L::less(-z69, -z70)) ? 12 : info;
    const R z71 = L::number(1.0)/L::select(L::less(-z69, -z70), -z69, -L::number(1.0e+30));
    const R z72 = c[1]*z44;
    const R z73 = z37 + z72;
    const R z74 = z73 - z48*z72;
    const R z75 = c[1]*z7;
    const R z76 = z8 + z75;
    const R z77 = z76 - z11*z75;
    const R z78 = z31*z77;
    const R z79 = z78 + z53*z74;
    const R z80 = z26*z77;
    const R z81 = z80 + z62*z79 + z67*z74;
    const R z82 = z71*z81;
    const R z83 = z61*z79;
    const R z84 = c[11]*z75;
    const R z85 = z22*z77;
    const R z86 = z4*z84 + z12*z85;
    const R z87 = z86 + z64*z82 + z63*z83;
    const R z88 = z52*z74;
    const R z89 = c[11]*z72;
    const R z90 = z75*z84 + z77*z85;
    const R z91 = z90 + z74*z88 + z72*z89;
    // pivot of constraint row 4
    const R z92 = z91 + z81*z82 + z79*z83;
    const R z93 = L::number(1.999999999998e-12)*z91;
    info = info == 0 && !L::every(L::less(-z92, -z93)) ? 11 : info;
    const R z94 = L::number(1.0)/L::select(L::less(-z92, -z93), -z92, -L::number(1.0e+30));
    const R z95 = z87*z94;
    const R z96 = z64*z71;
    const R z97 = c[11]*z4;
    const R z98 = z12*z22;
    const R z99 = z4*z97 + z12*z98;
    const R z100 = c[2]*L::sin(q[0]);
    const R z101 = c[12]*z100;
    const R z102 = z99 + z100*z101;
    const R z103 = z61*z63;
    const R z104 = c[1]*z45;
    const R z105 = z35 + z104;
    const R z106 = z105 - z48*z104;
    const R z107 = z63 + z53*z106;
    const R z108 = z27 + z62*z107 + z67*z106;
    const R z109 = z71*z108;
    const R z110 = z61*z107;
    const R z111 = z86 + z83*z107 + z89*z104 + z88*z106 + z82*z108;
    const R z112 = z94*z111;
    const R z113 = z99 + z64*z109 + z63*z110 + z87*z112;
    const R z114 = c[11]*z104;
    const R z115 = z52*z106;
    const R z116 = z99 + z104*z114 + z106*z115;
    // pivot of constraint row 3
    const R z117 = z116 + z108*z109 + z107*z110 + z111*z112;
    const R z118 = L::number(1.999999999998e-12)*z116;
    info = info == 0 && !L::every(L::less(-z117, -z118)) ? 10 : info;
    const R z119 = L::number(1.0)/L::select(L::less(-z117, -z118), -z117, -L::number(1.0e+30));
    const R z120 = z113*z119;
    const R z121 = z80 + z62*z78;
    const R z122 = z71*z121;
    const R z123 = z61*z78;
    const R z124 = c[2]*L::cos(q[0]);
    const R z125 = c[12]*z124;
    const R z126 = z90 + z82*z121 + z78*z83;
    const R z127 = z94*z126;
    const R z128 = z112*z126 + z109*z121 + z75*z97 + z77*z98 + z78*z110;
    const R z129 = z119*z128;
    const R z130 = z86 + z64*z122 + z63*z123 + z100*z125 + z87*z127 + z113*z129;
    const R z131 = z90 + z124*z125;
    // pivot of constraint row 2
    const R z132 = z131 + z78*z123 + z121*z122 + z126*z127 + z128*z129;
    const R z133 = L::number(1.999999999998e-12)*z131;
    info = info == 0 && !L::every(L::less(-z132, -z133)) ? 9 : info;
    const R z134 = L::number(1.0)/L::select(L::less(-z132, -z133), -z132, -L::number(1.0e+30));
    const R z135 = z130*z134;
    // pivot of constraint row 1
    const R z136 = z102 + z87*z95 + z64*z96 + z63*z103 + z113*z120 + z130*z135;
    const R z137 = L::number(1.999999999998e-12)*z102;
    info = info == 0 && !L::every(L::less(-z136, -z137)) ? 8 : info;
    const R z138 = q[6] - guess[6];
    const R z139 = q[2] - guess[2];
    const R z140 = c[17]*z138 + z39*z139;
    const R z141 = q[4] - guess[4];
    const R z142 = z47*z139 + c[17]*z141;
    const R z143 = z40*z140 - z39*z138 - z49*z139 - z47*z141 + z48*z142;
    const R z144 = q[1] - guess[1];
    const R z145 = q[5] - guess[5];
    const R z146 = z17*z144 + c[17]*z145;
    const R z147 = z24 - z55;
    // far.y
    phi[5] = -z147;
    const R z148 = q[3] - guess[3];
    const R z149 = z10*z144 + c[17]*z148;
    const R z150 = z18*z146 - z17*z145 - z10*z148 - z19*z144 + z11*z149;
    const R z151 = z147 - z53*z143 - z58*z146 + z57*z140 + z31*z150;
    const R z152 = z29 - z41;
    // far.x
    phi[4] = -z152;
    const R z153 = z152 - z62*z151 + z65*z146 - z66*z140 + z67*z143 - z26*z150;
    const R z154 = z6 - z105;
    // near.y
    phi[3] = -z154;
    const R z155 = z84*z149 - z85*z150;
    const R z156 = z154 - z155 - z82*z153 - z88*z143 + z89*z142 + z83*z151;
    const R z157 = c[2] - z76 + z124;
    // lead.x
    phi[0] = -z157;
    const R z158 = z73 - z76;
    // near.x
    phi[2] = z158;
    const R z159 = z98*z150 - z97*z149;
    const R z160 = z158 + z159 - z109*z153 + z110*z151 - z115*z143 + z114*z142 + z112*z156;
    const R z161 = z6 - z100;
    // lead.y
    phi[1] = z161;
    const R z162 = z155 - z161 - z129*z160 - z127*z156 - z1*z125 - z123*z151 + z122*z153;
    const R z163 = (z157 + z159 + z95*z156 - z96*z153 + z1*z101 + z103*z151 + z120*z160 - z135*z162)/L::select(L::less(
        -z136, -z137), -z136, -L::number(1.0e+30));
    const R z164 = z135*z163 - z134*z162;
    const R z165 = c[12]*z1 + z125*z164 + z101*z163;
    // q1' times a second
    step[0] = -z165;
    // q1 [rad]
    next[0] = q[0] - z165;
    const R z166 = z129*z164 + z119*z160 + z120*z163;
    const R z167 = z127*z164 + z112*z166 + z94*z156 + z95*z163;
    const R z168 = z122*z164 + z109*z166 - z71*z153 + z82*z167 + z96*z163;
    const R z169 = z103*z163 + z110*z166 + z61*z151 + z62*z168 + z83*z167 + z123*z164;
    const R z170 = z164 + z167;
    const R z171 = z163 + z166;
    const R z172 = z85*z170 + z98*z171 + z22*z150 + z31*z169 + z26*z168;
    // q2' times a second
    step[1] = z172;
    // q2 [rad]
    next[1] = q[1] + z172;
    const R z173 = z88*z167 + z67*z168 - z52*z143 + z53*z169 + z115*z166;
    // q3' times a second
    step[2] = -z173;
    // q3 [rad]
    next[2] = q[2] - z173;
    const R z174 = z84*z170 + z97*z171 - c[11]*z149 - z11*z172;
    // q4' times a second
    step[3] = z174;
    // q4 [rad]
    next[3] = q[3] + z174;
    const R z175 = z114*z166 + z89*z167 - z48*z173 + c[11]*z142;
    // q5' times a second
    step[4] = -z175;
    // q5 [rad]
    next[4] = q[4] - z175;
    const R z176 = z65*z168 + z58*z169 - z18*z172 - c[11]*z146;
    // q6' times a second
    step[5] = z176;
    // q6 [rad]
    next[5] = q[5] + z176;
    const R z177 = z57*z169 - z40*z173 + c[11]*z140 + z66*z168;
    // q7' times a second
    step[6] = -z177;
    // q7 [rad]
    next[6] = q[6] - z177;
}

// in place, the speeds nearest to u that satisfy the constraints
template <class R>
void peaucellier_project_speeds(R /*t*/, const R* q, R* u, const R* /*w*/, const R* c, int& info) {
    using L = lag_math<R>;
    info = 0;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[17])) ? 7 : info;
    const R z1 = q[3] + q[1];
    const R z2 = L::cos(z1);
    const R z3 = c[0]*L::cos(q[1]);
    const R z4 = L::sin(z1);
    const R z5 = c[0]*L::sin(q[1]);
    const R z6 = c[3]*(z2*z3 + z4*z5);
    // mass matrix, q4' by q2'
    const R z7 = c[17] + z6;
    const R z8 = c[11]*z7;
    const R z9 = q[1] + q[5];
    const R z10 = L::sin(z9);
    const R z11 = L::cos(z9);
    const R z12 = c[3]*(z5*z10 + z3*z11);
    // mass matrix, q6' by q2'
    const R z13 = c[17] + z12;
    const R z14 = c[11]*z13;
    // mass matrix, q2' by q2'
    const R z15 = z6 + z7 + z12 + z13 + c[15];
    // pivot of q2'
    const R z16 = z15 - z7*z8 - z13*z14;
    const R z17 = L::number(1.999999999998e-12)*z15;
    info = info == 0 && !L::every(L::less(z17, z16)) ? 2 : info;
    const R z18 = L::number(1.0)/L::select(L::less(z17, z16), z16, L::number(1.0e+30));
    const R z19 = c[1]*z11;
    const R z20 = z3 + z19;
    const R z21 = z20 - z14*z19;
    const R z22 = z18*z21;
    const R z23 = c[1]*z10;
    const R z24 = z5 + z23;
    const R z25 = z24 - z14*z23;
    const R z26 = q[6] + q[2];
    const R z27 = L::cos(z26);
    const R z28 = c[1]*z27;
    const R z29 = c[0]*L::sin(q[2]);
    const R z30 = L::sin(z26);
    const R z31 = c[0]*L::cos(q[2]);
    const R z32 = c[3]*(z29*z30 + z27*z31);
    // mass matrix, q7' by q3'
    const R z33 = c[17] + z32;
    const R z34 = c[11]*z33;
    const R z35 = z28 + z31;
    const R z36 = z35 - z28*z34;
    const R z37 = q[2] + q[4];
    const R z38 = L::cos(z37);
    const R z39 = L::sin(z37);
    const R z40 = c[3]*(z31*z38 + z29*z39);
    // mass matrix, q5' by q3'
    const R z41 = c[17] + z40;
    const R z42 = c[11]*z41;
    // mass matrix, q3' by q3'
    const R z43 = c[15] + z32 + z33 + z40 + z41;
    // pivot of q3'
    const R z44 = z43 - z41*z42 - z33*z34;
    const R z45 = L::number(1.999999999998e-12)*z43;
    info = info == 0 && !L::every(L::less(z45, z44)) ? 3 : info;
    const R z46 = L::number(1.0)/L::select(L::less(z45, z44), z44, L::number(1.0e+30));
    const R z47 = z36*z46;
    const R z48 = c[1]*z30;
    const R z49 = z29 + z48;
    const R z50 = z49 - z34*z48;
    const R z51 = c[11]*z28;
    const R z52 = c[11]*z19;
    const R z53 = z22*z25 + z47*z50 + z48*z51 + z23*z52;
    // pivot of constraint row 6
    const R z54 = z19*z52 + z28*z51 + z36*z47 + z21*z22;
    info = info == 0 && !L::every(L::less(-z54, L::number(0.0))) ? 13 : info;
    const R z55 = L::number(1.0)/L::select(L::less(-z54, L::number(0.0)), -z54, -L::number(1.0e+30));
    const R z56 = z53*z55;
    const R z57 = c[1]*z4;
    const R z58 = z5 + z57;
    const R z59 = z58 - z8*z57;
    const R z60 = z22*z59;
    const R z61 = c[1]*z39;
    const R z62 = z29 + z61;
    const R z63 = z62 - z42*z61;
    const R z64 = z60 + z47*z63;
    const R z65 = z18*z25;
    const R z66 = z59*z65;
    const R z67 = z46*z50;
    const R z68 = z66 + z56*z64 + z63*z67;
    const R z69 = c[11]*z23;
    const R z70 = c[11]*z48;
    const R z71 = z25*z65 + z23*z69 + z48*z70 + z50*z67;
    // pivot of constraint row 5
    const R z72 = z71 + z53*z56;
    const R z73 = L::number(1.999999999998e-12)*z71;
    info = info == 0 && !L::every(L::less(-z72, -z73)) ? 12 : info;
    const R z74 = L::number(1.0)/L::select(L::less(-z72, -z73), -z72, -L::number(1.0e+30));
    const R z75 = z68*z74;
    const R z76 = c[11]*z57;
    const R z77 = c[11]*z61;
    const R z78 = z46*z63;
    const R z79 = z18*z59;
    const R z80 = z57*z76 + z59*z79;
    const R z81 = z80 + z61*z77 + z63*z78;
    const R z82 = z55*z64;
    const R z83 = c[1]*z38;
    const R z84 = z31 + z83;
    const R z85 = z84 - z42*z83;
    const R z86 = c[1]*z2;
    const R z87 = z3 + z86;
    const R z88 = z87 - z8*z86;
    const R z89 = z22*z88;
    const R z90 = z89 + z47*z85;
    const R z91 = z55*z90;
    const R z92 = z18*z88;
    const R z93 = c[11]*z83;
    const R z94 = c[11]*z86;
    const R z95 = z46*z85;
    const R z96 = z65*z88;
    const R z97 = z96 + z56*z90 + z67*z85;
    const R z98 = z74*z97;
    const R z99 = z59*z92 + z57*z94;
    const R z100 = z99 + z64*z91 + z61*z93 + z63*z95 + z68*z98;
    const R z101 = z86*z94 + z88*z92;
    const R z102 = z101 + z85*z95 + z83*z93;
    // pivot of constraint row 4
    const R z103 = z102 + z97*z98 + z90*z91;
    const R z104 = L::number(1.999999999998e-12)*z102;
    info = info == 0 && !L::every(L::less(-z103, -z104)) ? 11 : info;
    const R z105 = L::number(1.0)/L::select(L::less(-z103, -z104), -z103, -L::number(1.0e+30));
    const R z106 = z100*z105;
    // pivot of constraint row 3
    const R z107 = z81 + z68*z75 + z64*z82 + z100*z106;
    const R z108 = L::number(1.999999999998e-12)*z81;
    info = info == 0 && !L::every(L::less(-z107, -z108)) ? 10 : info;
    const R z109 = L::number(1.0)/L::select(L::less(-z107, -z108), -z107, -L::number(1.0e+30));
    const R z110 = z96 + z56*z89;
    const R z111 = z101 + z98*z110 + z89*z91;
    const R z112 = z106*z111 + z75*z110 + z76*z86 + z79*z88 + z82*z89;
    const R z113 = z109*z112;
    const R z114 = z28*u[6] + z35*u[2] - z20*u[1] - z19*u[5];
    const R z115 = z49*u[2] + z48*u[6] - z24*u[1] - z23*u[5] + z56*z114;
    const R z116 = z58*u[1] + z57*u[3];
    const R z117 = z86*u[3] + z87*u[1];
    const R z118 = z117 - z98*z115 - z91*z114 - z83*u[4] - z84*u[2];
    const R z119 = z116 - z75*z115 - z62*u[2] - z61*u[4] - z82*z114 + z106*z118;
    const R z120 = z74*z110;
    const R z121 = c[2]*L::cos(q[0]);
    const R z122 = z55*z89;
    const R z123 = z105*z111;
    const R z124 = z117 + z113*z119 - z115*z120 - u[0]*z121 - z114*z122 + z118*z123;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[14])) ? 1 : info;
    const R z125 = c[12]*z121;
    const R z126 = z101 + z121*z125;
    // pivot of constraint row 2
    const R z127 = z126 + z89*z122 + z110*z120 + z111*z123 + z112*z113;
    const R z128 = L::number(1.999999999998e-12)*z126;
    info = info == 0 && !L::every(L::less(-z127, -z128)) ? 9 : info;
    const R z129 = L::number(1.0)/L::select(L::less(-z127, -z128), -z127, -L::number(1.0e+30));
    const R z130 = z66 + z56*z60;
    const R z131 = z99 + z98*z130 + z60*z91;
    const R z132 = z105*z131;
    const R z133 = z74*z130;
    const R z134 = c[2]*L::sin(q[0]);
    const R z135 = c[12]*z134;
    const R z136 = z80 + z134*z135;
    const R z137 = z55*z60;
    const R z138 = z80 + z75*z130 + z60*z82 + z106*z131;
    const R z139 = z109*z138;
    const R z140 = z99 + z120*z130 + z60*z122 + z125*z134 + z123*z131 + z113*z138;
    const R z141 = z129*z140;
    // pivot of constraint row 1
    const R z142 = z136 + z131*z132 + z130*z133 + z60*z137 + z138*z139 + z140*z141;
    const R z143 = L::number(1.999999999998e-12)*z136;
    info = info == 0 && !L::every(L::less(-z142, -z143)) ? 8 : info;
    const R z144 = (z116 + z119*z139 - z115*z133 - z114*z137 - u[0]*z134 + z118*z132 + z124*z141)/L::select(L::less(
        -z142, -z143), -z142, -L::number(1.0e+30));
    const R z145 = z124*z129 + z141*z144;
    const R z146 = u[0] - z125*z145 - z135*z144;
    const R z147 = z109*z119 + z113*z145 + z139*z144;
    const R z148 = z132*z144 + z105*z118 + z106*z147 + z123*z145;
    const R z149 = z133*z144 + z75*z147 + z98*z148 - z74*z115 + z120*z145;
    const R z150 = z137*z144 + z122*z145 + z82*z147 - z55*z114 + z56*z149 + z91*z148;
    const R z151 = z144 + z147;
    const R z152 = z145 + z148;
    const R z153 = z79*z151 + z92*z152 + z65*z149 + z22*z150;
    const R z154 = u[1] + z153;
    const R z155 = z78*z147 + z95*z148 + z47*z150 + z67*z149;
    const R z156 = u[2] - z155;
    const R z157 = u[3] + z76*z151 + z94*z152 - z8*z153;
    const R z158 = u[4] + z42*z155 - z93*z148 - z77*z147;
    const R z159 = u[5] + z69*z149 - z14*z153 + z52*z150;
    const R z160 = u[6] - z51*z150 + z34*z155 - z70*z149;
    // q1' [rad/s]
    u[0] = z146;
    // q2' [rad/s]
    u[1] = z154;
    // q3' [rad/s]
    u[2] = z156;
    // q4' [rad/s]
    u[3] = z157;
    // q5' [rad/s]
    u[4] = z158;
    // q6' [rad/s]
    u[5] = z159;
    // q7' [rad/s]
    u[6] = z160;
}

// in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
// until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu + nphi + 1 when the limit is reached or
// a number overflows; q then holds the last finite coordinates
template <class R>
void peaucellier_assemble(R t, R* q, const R* w, const R* c, R tolerance, int limit, int& info) {
    using L = lag_math<R>;
    const auto finite = [](const R* x, int n) {
        bool result = true;
        for (int k = 0; k < n; ++k) result = result && L::every(L::less_equal(L::abs(x[k] - x[k]), L::number(0.0)));
        return result;
    };
    const auto small = [&](const R* x, int n) {
        bool result = true;
        for (int k = 0; k < n; ++k) result = result && L::every(L::less_equal(L::abs(x[k]), tolerance));
        return result;
    };
    const R one = L::number(1.0);
    R guess[nq], aim[nq], next[nq], phi[nphi], step[nu], before[nu], pull = one, pull_before = one;
    info = nu + nphi + 1;
    for (int k = 0; k < nq; ++k) next[k] = q[k];
    if (!finite(next, nq)) return;
    for (int k = 0; k < nq; ++k) guess[k] = q[k] = next[k];
    for (int k = 0; k < nu; ++k) before[k] = L::number(0.0);
    for (int count = 0; count < limit; ++count) {
        for (int k = 0; k < nq; ++k) aim[k] = q[k] + pull * (guess[k] - q[k]);
        peaucellier_assembly_step<R>(t, q, aim, w, c, next, phi, step, info);
        if (info != 0) return;
        info = nu + nphi + 1;
        if (!finite(next, nq) || !finite(phi, nphi)) return;
        for (int k = 0; k < nu; ++k) step[k] = step[k] / pull;
        if (small(phi, nphi) && small(step, nu)) {
            info = 0;
            return;
        }
        // where steps turn back, aim short of the guess, by the secant rule
        R turn = L::number(0.0), square = L::number(0.0);
        for (int k = 0; k < nu; ++k) {
            turn = turn + step[k] * before[k];
            square = square + before[k] * before[k];
            before[k] = step[k];
        }
        const R longer = L::min(one, L::number(2.0) * pull);
        const R secant = L::select(L::less(turn, square), pull_before * square / (square - turn), longer);
        pull_before = pull;
        pull = L::min(longer, secant);
        for (int k = 0; k < nq; ++k) q[k] = next[k];
    }
}

}  // namespace peaucellier

#endif  // LAG_MODEL_peaucellier_HPP
