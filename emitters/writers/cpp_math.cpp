// The text of `lag_math`, which every emitted C++ header carries (once per translation unit): what the bodies need of a
// scalar type R. The defaults serve floats, class types with operators and functions found by argument-dependent lookup
// (dual numbers, std::experimental::simd) and the compilers' vector types; for anything else specialize lag_math<R>.

#include "emitters/writers/cpp_math.hpp"

#include <string>

namespace lag {

namespace {

const char* const head = R"(#ifndef LAG_MATH_DEFINED
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
)";

std::string unary(const std::string& name) {
    return "    static R " + name + "(const R& x) {\n        using std::" + name +
           ";\n        if constexpr (is_vector) {\n            return lag_math_lookup::each([](auto v) { return std::" +
           name + "(v); }, x);\n        } else {\n            return " + name + "(x);\n        }\n    }\n";
}

std::string binary(const std::string& name) {
    return "    static R " + name + "(const R& x, const R& y) {\n        using std::" + name +
           ";\n        if constexpr (is_vector) {\n            return lag_math_lookup::each([](auto v, auto w) { "
           "return std::" +
           name + "(v, w); }, x, y);\n        } else {\n            return " + name + "(x, y);\n        }\n    }\n";
}

}  // namespace

std::string cpp_math_text() {
    std::string text = head;
    for (const char* name :
         {"sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "abs", "floor"})
        text += unary(name);
    return text + binary("atan2") + binary("pow") + "};\n#endif  // LAG_MATH_DEFINED\n";
}

}  // namespace lag
