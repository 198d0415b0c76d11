// pendulum: A rod that swings, with "quotes" and a backslash
//
// coordinates q
//   1  q1 [rad]
//
// speeds u
//   1  q1' [rad/s]
//
// parameters p
//   1  m [kg]  mass of the rod
//   2  l
//   3  g
//
// inputs w
//   1  tau
//
// outputs o
//   1  height [m]  of the free end
//   2  tangential [m/s^2]
//
// operations in each routine
// pendulum_defaults: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// pendulum_initial: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// pendulum_setup: 0 add, 7 mul, 1 div, 0 sqrt, 0 call
// pendulum_derivatives: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
// pendulum_accelerations: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
// pendulum_mass_matrix: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// pendulum_mass_matrix_constants: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// pendulum_mass_matrix_update: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// pendulum_right_side: 1 add, 1 mul, 0 div, 0 sqrt, 1 call
// pendulum_kinematics: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
// pendulum_inverse_dynamics: 2 add, 2 mul, 0 div, 0 sqrt, 1 call
// pendulum_energy: 0 add, 3 mul, 0 div, 0 sqrt, 1 call
// pendulum_outputs: 1 add, 3 mul, 0 div, 0 sqrt, 2 call
#ifndef LAG_MODEL_pendulum_HPP
#define LAG_MODEL_pendulum_HPP

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

namespace pendulum {

constexpr int nq = 1, nu = 1, np = 3, nw = 1, nc = 6, nl = 0, nphi = 0, no = 2;

inline constexpr std::array<const char*, nq> coordinate_names = {{
    "q1"}};
inline constexpr std::array<const char*, nq> coordinate_units = {{
    "rad"}};
inline constexpr std::array<const char*, nu> speed_names = {{
    "q1'"}};
inline constexpr std::array<const char*, nu> speed_units = {{
    "rad/s"}};
inline constexpr std::array<const char*, np> parameter_names = {{
    "m", "l", "g"}};
inline constexpr std::array<const char*, np> parameter_units = {{
    "kg", "", ""}};
inline constexpr std::array<const char*, nw> input_names = {{
    "tau"}};
inline constexpr std::array<const char*, nw> input_units = {{
    ""}};
inline constexpr std::array<const char*, nphi> constraint_names = {};
inline constexpr std::array<const char*, nphi> constraint_units = {};
inline constexpr std::array<const char*, no> output_names = {{
    "height", "tangential"}};
inline constexpr std::array<const char*, no> output_units = {{
    "m", "m/s^2"}};

// the default parameter values
template <class R>
void pendulum_defaults(R* p) {
    using L = lag_math<R>;
    // m [kg] mass of the rod
    p[0] = L::number(2.0);
    // l
    p[1] = L::number(0.75);
    // g
    p[2] = L::number(9.81);
}

// the initial state of the script
template <class R>
void pendulum_initial(const R* /*p*/, R* q, R* u) {
    using L = lag_math<R>;
    // q1 [rad]
    q[0] = L::number(0.3);
    // q1' [rad/s]
    u[0] = L::number(0.0);
}

// every sub-expression of parameters alone, once
template <class R>
void pendulum_setup(const R* p, R* c) {
    using L = lag_math<R>;
    // l
    c[0] = p[1];
    const R z1 = p[1]*p[0];
    const R z2 = p[1]*z1;
    const R z3 = L::number(0.3333333333333333)*z2;
    const R z4 = L::number(1.0)/L::select(L::less(L::number(0.0), z3), z3, L::number(1.0e+30));
    // 1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30)
    c[1] = z4;
    // 1/6*l*l*m
    c[2] = L::number(0.16666666666666666)*z2;
    // 1/2*l*g*m
    c[3] = L::number(0.5)*p[2]*z1;
    // l*1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30)
    c[4] = p[1]*z4;
    // 1/3*l*l*m
    c[5] = z3;
}

// the right side of the ODE: y = [q; u]
template <class R>
void pendulum_derivatives(R /*t*/, const R* y, const R* w, const R* c, R* ydot, int& info) {
    using L = lag_math<R>;
    info = 0;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[5])) ? 1 : info;
    // q1'
    ydot[0] = y[1];
    // q1''
    ydot[1] = c[1]*(w[0] - c[3]*L::sin(y[0]));
}

// accelerations and multipliers
template <class R>
void pendulum_accelerations(R /*t*/, const R* q, const R* /*u*/, const R* w, const R* c, R* udot, R* /*lambda*/, int&
    info) {
    using L = lag_math<R>;
    info = 0;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[5])) ? 1 : info;
    // q1''
    udot[0] = c[1]*(w[0] - c[3]*L::sin(q[0]));
}

// the mass matrix M
template <class R>
void pendulum_mass_matrix(R /*t*/, const R* /*q*/, const R* /*w*/, const R* c, R* mm) {
    mm[0] = c[5];
}

// the entries of M that no motion changes, zero for all others
template <class R>
void pendulum_mass_matrix_constants(const R* c, R* mm) {
    mm[0] = c[5];
}

// in place, the entries of M that change
template <class R>
void pendulum_mass_matrix_update(R /*t*/, const R* /*q*/, const R* /*w*/, const R* /*c*/, R* /*mm*/) {
}

// f of M udot = f - B^T lambda
template <class R>
void pendulum_right_side(R /*t*/, const R* q, const R* /*u*/, const R* w, const R* c, R* f) {
    using L = lag_math<R>;
    // q1' [rad/s]
    f[0] = w[0] - c[3]*L::sin(q[0]);
}

// the kinematic differential equations
template <class R>
void pendulum_kinematics(R /*t*/, const R* /*q*/, const R* u, const R* /*w*/, const R* /*c*/, R* qdot) {
    // q1'
    qdot[0] = u[0];
}

// M udot - f without forming M
template <class R>
void pendulum_inverse_dynamics(R /*t*/, const R* q, const R* /*u*/, const R* udot, const R* w, const R* c, R* r) {
    using L = lag_math<R>;
    // q1' [rad/s]
    r[0] = c[5]*udot[0] - w[0] + c[3]*L::sin(q[0]);
}

// kinetic and potential energy, prescribed motion included
template <class R>
void pendulum_energy(R /*t*/, const R* q, const R* u, const R* /*w*/, const R* c, R& kinetic, R& potential) {
    using L = lag_math<R>;
    kinetic = c[2]*u[0]*u[0];
    potential = -c[3]*L::cos(q[0]);
}

// the outputs of the script
template <class R>
void pendulum_outputs(R /*t*/, const R* q, const R* /*u*/, const R* w, const R* c, R* o, int& info) {
    using L = lag_math<R>;
    info = 0;
    info = info == 0 && !L::every(L::less(L::number(0.0), c[5])) ? 1 : info;
    // height [m] of the free end
    o[0] = -c[0]*L::cos(q[0]);
    // tangential [m/s^2]
    o[1] = c[4]*(w[0] - c[3]*L::sin(q[0]));
}

}  // namespace pendulum

#endif  // LAG_MODEL_pendulum_HPP
