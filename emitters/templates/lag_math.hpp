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
#define LAG_MATH_OF_ONE(f)                                                     \
    static R f(const R& x) {                                                   \
        using std::f;                                                          \
        if constexpr (is_vector)                                               \
            return lag_math_lookup::each([](auto v) { return std::f(v); }, x); \
        else                                                                   \
            return f(x);                                                       \
    }
#define LAG_MATH_OF_TWO(f)                                                                   \
    static R f(const R& x, const R& y) {                                                     \
        using std::f;                                                                        \
        if constexpr (is_vector)                                                             \
            return lag_math_lookup::each([](auto a, auto b) { return std::f(a, b); }, x, y); \
        else                                                                                 \
            return f(x, y);                                                                  \
    }
    LAG_MATH_OF_ONE(sqrt);
    LAG_MATH_OF_ONE(exp);
    LAG_MATH_OF_ONE(log);
    LAG_MATH_OF_ONE(abs);
    LAG_MATH_OF_ONE(floor);
    LAG_MATH_OF_ONE(sin);
    LAG_MATH_OF_ONE(cos);
    LAG_MATH_OF_ONE(tan);
    LAG_MATH_OF_ONE(sinh);
    LAG_MATH_OF_ONE(cosh);
    LAG_MATH_OF_ONE(tanh);
    LAG_MATH_OF_ONE(asin);
    LAG_MATH_OF_ONE(acos);
    LAG_MATH_OF_ONE(atan);
    LAG_MATH_OF_TWO(atan2);
    LAG_MATH_OF_TWO(pow);
#undef LAG_MATH_OF_ONE
#undef LAG_MATH_OF_TWO
};
#endif  // LAG_MATH_DEFINED
