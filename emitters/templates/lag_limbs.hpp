#ifndef LAG_LIMBS_DEFINED
#define LAG_LIMBS_DEFINED
// Numbers of equal limbs, of any scalar type: one limb after the other.
template <class R, int width>
struct lag_limb_values {
    struct truth {
        decltype(lag_math<R>::less(std::declval<R>(), std::declval<R>())) v[width];
    };
    R v[width];
    lag_limb_values() = default;
    lag_limb_values(const R& x) {
        for (R& one : v) one = x;
    }
    const R& operator[](std::size_t limb) const { return v[limb]; }
    template <class F>
    static lag_limb_values each(F f) {
        lag_limb_values result;
        for (std::size_t k = 0; k < width; ++k) result.v[k] = f(k);
        return result;
    }
    friend lag_limb_values operator+(const lag_limb_values& a, const lag_limb_values& b) {
        return each([&](std::size_t k) { return R(a.v[k] + b.v[k]); });
    }
    friend lag_limb_values operator-(const lag_limb_values& a, const lag_limb_values& b) {
        return each([&](std::size_t k) { return R(a.v[k] - b.v[k]); });
    }
    friend lag_limb_values operator*(const lag_limb_values& a, const lag_limb_values& b) {
        return each([&](std::size_t k) { return R(a.v[k] * b.v[k]); });
    }
    friend lag_limb_values operator/(const lag_limb_values& a, const lag_limb_values& b) {
        return each([&](std::size_t k) { return R(a.v[k] / b.v[k]); });
    }
    friend lag_limb_values operator-(const lag_limb_values& a) {
        return each([&](std::size_t k) { return R(-a.v[k]); });
    }
    friend lag_limb_values sin(const lag_limb_values& a) {
        return each([&](std::size_t k) { return lag_math<R>::sin(a.v[k]); });
    }
    friend lag_limb_values cos(const lag_limb_values& a) {
        return each([&](std::size_t k) { return lag_math<R>::cos(a.v[k]); });
    }
};

// What the routines need of lane values: numbers of `limbs` equal limbs that are computed at once. Where R is double and
// the compiler has vectors, they are vectors, and what lies beyond the last limb repeats the first one. For other types
// they are computed one after the other.
template <class R, int limbs>
struct lag_limbs {
    using L = lag_math<R>;
    static constexpr int width = limbs <= 2 ? 2 : limbs <= 4 ? 4 : 8;
#if defined(__GNUC__)
    static constexpr bool has_vectors = std::is_same<R, double>::value;
    using value = std::conditional_t<has_vectors, lag_pack<width>, lag_limb_values<R, limbs>>;
    using truth = std::conditional_t<has_vectors, lag_mask<width>, typename lag_limb_values<R, limbs>::truth>;
#else
    static constexpr bool has_vectors = false;
    using value = lag_limb_values<R, limbs>;
    using truth = typename value::truth;
#endif
    using one_truth = decltype(L::less(std::declval<R>(), std::declval<R>()));
    static value number(double x) { return value(L::number(x)); }
    template <class... X>
    static value of(const X&... x) {
        const R elements[width] = {x...};
#if defined(__GNUC__)
        if constexpr (has_vectors) return packed<width, 0>(elements, std::make_integer_sequence<int, width>());
#endif
        return load(elements);
    }
    static value load(const R* from) {
        if constexpr (has_vectors) {
            return value::load(from);
        } else {
            return value::each([&](std::size_t k) { return from[k]; });
        }
    }
    static R lane_sum(const value& a) {
        R low = a[0], high = a[1];
#if defined(__GNUC__)
        if constexpr (has_vectors) {
            typename lag_lanes<double, 2>::type pairs = {a[0], a[1]};
            for (std::size_t k = 2; k + 1 < limbs; k += 2) pairs += typename lag_lanes<double, 2>::type{a[k], a[k + 1]};
            low = pairs[0], high = pairs[1];
        }
#endif
        if constexpr (!has_vectors)
            for (std::size_t k = 2; k + 1 < limbs; k += 2) low = low + a[k], high = high + a[k + 1];
        const R sum = low + high;
        if constexpr (limbs % 2 == 1) return sum + a[limbs - 1];
        return sum;
    }
    // The same over all slices of more limbs, whose values lie `step` apart.
    static R lane_sum(const value* a, int slices, int step) {
        value sum = a[0];
        for (int k = 1; k < slices; ++k) sum = sum + a[k * step];
        return lane_sum(sum);
    }
    // Of limbs that others carry, `few` of those: limb k has what limb k % few of those has.
    template <int few>
    static value repeated(const typename lag_limbs<R, few>::value& x) {
        return repeated<few>(x, std::make_integer_sequence<int, width>());
    }
    // and the way back: sums over limbs k, k + few, ..
    template <int few>
    static typename lag_limbs<R, few>::value folded(const value& a) {
        auto sum = part<few, 0>(a, std::make_integer_sequence<int, few>());
        if constexpr (limbs > few) sum = sum + part<few, few>(a, std::make_integer_sequence<int, few>());
        if constexpr (limbs > 2 * few) sum = sum + part<few, 2 * few>(a, std::make_integer_sequence<int, few>());
        if constexpr (limbs > 3 * few) sum = sum + part<few, 3 * few>(a, std::make_integer_sequence<int, few>());
        return sum;
    }
    // info of the first limb whose condition fails; 0 where none does
    static int first_failing(const truth& holds, const int (&info)[limbs]) {
        if constexpr (has_vectors) {
            if (all_of(holds)) return 0;
            for (std::size_t k = 0; k < limbs; ++k)
                if (info[k] != 0 && !holds[k]) return info[k];
        } else {
            for (std::size_t k = 0; k < limbs; ++k)
                if (info[k] != 0 && !L::every(holds.v[k])) return info[k];
        }
        return 0;
    }

    static truth less(const value& a, const value& b) {
        if constexpr (has_vectors) {
            return a < b;
        } else {
            return compare([](const R& x, const R& y) { return L::less(x, y); }, a, b);
        }
    }
    static truth less_equal(const value& a, const value& b) {
        if constexpr (has_vectors) {
            return a <= b;
        } else {
            return compare([](const R& x, const R& y) { return L::less_equal(x, y); }, a, b);
        }
    }
    static truth both(const truth& a, const truth& b) {
        return combine([](const auto& x, const auto& y) { return L::both(x, y); }, a, b);
    }
    static truth either(const truth& a, const truth& b) {
        return combine([](const auto& x, const auto& y) { return L::either(x, y); }, a, b);
    }
    static truth opposite(const truth& a) {
        return combine([](const auto& x, const auto&) { return L::opposite(x); }, a, a);
    }
    // conditions that are the same for all limbs
    static truth spread(const one_truth& holds) {
        if constexpr (has_vectors) {
            const truth all = number(0.0) <= number(0.0);
            return holds ? all : !all;
        } else {
            truth result;
            for (std::size_t k = 0; k < limbs; ++k) result.v[k] = holds;
            return result;
        }
    }
    static truth both(const one_truth& a, const truth& b) { return both(spread(a), b); }
    static truth both(const truth& a, const one_truth& b) { return both(a, spread(b)); }
    static truth either(const one_truth& a, const truth& b) { return either(spread(a), b); }
    static truth either(const truth& a, const one_truth& b) { return either(a, spread(b)); }
    static value select(const one_truth& condition, const value& a, const value& b) {
        return select(spread(condition), a, b);
    }
    // a where the condition holds, else b
    static value select(const truth& condition, const value& a, const value& b) {
        if constexpr (has_vectors) {
            return lag_math<value>::select(condition, a, b);
        } else {
            return value::each([&](std::size_t k) { return L::select(condition.v[k], a.v[k], b.v[k]); });
        }
    }
@FUNCTIONS@
    // of each limb
    template <class F>
    static value each(F f, const value& a) {
        return each([&](const R& x, const R&) { return f(x); }, a, a);
    }
    template <class F>
    static value each(F f, const value& a, const value& b) {
        if constexpr (has_vectors) {
            value result = a;
            for (std::size_t k = 0; k < width; ++k) result.set(k, f(a[k], b[k]));
            return result;
        } else {
            return value::each([&](std::size_t k) { return f(a.v[k], b.v[k]); });
        }
    }

  private:
#if defined(__GNUC__)
    // Not through memory, where several short stores before a long load stall.
    template <int count, int first, int... k>
    [[gnu::always_inline]] static lag_pack<count> packed(const R* x, std::integer_sequence<int, k...>) {
        if constexpr (count <= lag_vector::widest) {
            return lag_pack<count>(typename lag_pack<count>::vector{x[first + k]...});
        } else {
            const auto half = std::make_integer_sequence<int, count / 2>();
            return {packed<count / 2, first>(x, half), packed<count / 2, first + count / 2>(x, half)};
        }
    }
#endif
    template <int few, int... k>
    static value repeated(const typename lag_limbs<R, few>::value& x, std::integer_sequence<int, k...>) {
        return of(x[k % few]...);
    }
    template <int few, int first, int... k>
    static typename lag_limbs<R, few>::value part(const value& a, std::integer_sequence<int, k...>) {
        return lag_limbs<R, few>::of(a[first + k]...);
    }
    template <class F>
    static truth compare(F f, const value& a, const value& b) {
        truth result;
        for (std::size_t k = 0; k < limbs; ++k) result.v[k] = f(a.v[k], b.v[k]);
        return result;
    }
    template <class F>
    static truth combine(F f, const truth& a, const truth& b) {
        if constexpr (has_vectors) {
            return f(a, b);
        } else {
            truth result;
            for (std::size_t k = 0; k < limbs; ++k) result.v[k] = f(a.v[k], b.v[k]);
            return result;
        }
    }
};
#endif  // LAG_LIMBS_DEFINED
