@ORDER@#ifndef LAG_SINES_DEFINED
#define LAG_SINES_DEFINED
@FUSED@#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // about calls between files that were compiled for different machines
#endif
@ROUNDED@// Sines and cosines of many angles, several at a time and without branches: errors below 1 unit in the last place for
// |x| < 1e5; beyond, and for what is no number, by the library. @BITS@
namespace lag_vector {
#if defined(__FAST_MATH__)
constexpr bool has_own_sines = false;  // the compiler would cancel the parts of pi/2: all by the library
#else
constexpr bool has_own_sines = true;
#endif
// Of `a` less the nearest whole number q of quarter turns; the last bits of `shifted` are q.
template <class V>
[[gnu::always_inline]] inline void within_half_a_quadrant(const V& a, V& shifted, V& q, V& s, V& c) {
@FORMULAS@}
// The quadrant swaps sine and cosine and gives them signs.
template <class B, class V>
[[gnu::always_inline]] inline void into_quadrant(const V& shifted, const V& s, const V& c, V& sine, V& cosine) {
    const B quadrant = reinterpret_cast<B>(shifted);
    const B swap = (reinterpret_cast<B>(s) ^ reinterpret_cast<B>(c)) & -(quadrant & 1);
    sine = reinterpret_cast<V>((reinterpret_cast<B>(s) ^ swap) ^ ((quadrant & 2) << 62));
    cosine = reinterpret_cast<V>((reinterpret_cast<B>(c) ^ swap) ^ (((quadrant + 1) & 2) << 62));
}
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON))
#if defined(__AVX__)
constexpr int sine_lanes = 4;  // 8 would slow the scalar code around on many machines
#else
constexpr int sine_lanes = 2;
#endif
typedef double sine_vector [[gnu::vector_size(sine_lanes * sizeof(double))]];
typedef unsigned long long sine_bits [[gnu::vector_size(sine_lanes * sizeof(double))]];
template <int given, int... k>
[[gnu::always_inline]] inline sine_vector first_of(const double* x, std::integer_sequence<int, k...>) {
    return sine_vector{(k < given ? x[k < given ? k : 0] : 0.0)...};
}
#if defined(__SSE2__)
[[gnu::always_inline]] inline bool all_near(const sine_vector& a) {
    const auto near = (a < 1e5) & (a > -1e5);
#if defined(__AVX__)
    return __builtin_ia32_movmskpd256(reinterpret_cast<sine_vector>(near)) == 15;
#else
    return __builtin_ia32_movmskpd(reinterpret_cast<sine_vector>(near)) == 3;
#endif
}
#else
inline bool all_near(const sine_vector& a) { return std::abs(a[0]) < 1e5 && std::abs(a[1]) < 1e5; }
#endif
// False where the library has to evaluate some of them.
template <int n>
[[gnu::always_inline]] inline bool near_sines(const double* angle, double* sine, double* cosine) {
    constexpr int now = n < sine_lanes ? n : sine_lanes;
    const sine_vector a = first_of<now>(angle, std::make_integer_sequence<int, sine_lanes>());
    sine_vector shifted, q, s, c, sines, cosines;
    within_half_a_quadrant(a, shifted, q, s, c);
    into_quadrant<sine_bits>(shifted, s, c, sines, cosines);
    std::memcpy(sine, &sines, now * sizeof(double));
    std::memcpy(cosine, &cosines, now * sizeof(double));
    if constexpr (n > now) return near_sines<n - now>(angle + now, sine + now, cosine + now) && all_near(a);
    return all_near(a);
}
#else
template <int n>
bool near_sines(const double* angle, double* sine, double* cosine) {
    bool all_near = true;
    for (int k = 0; k < n; ++k) {
        double shifted, q, s, c;
        all_near = all_near && std::abs(angle[k]) < 1e5;
        if (!(std::abs(angle[k]) < 1e5)) continue;
        within_half_a_quadrant(angle[k], shifted, q, s, c);
        const int quadrant = static_cast<int>(q);
        sine[k] = ((quadrant & 1) == 0 ? s : c) * (1 - (quadrant & 2));
        cosine[k] = ((quadrant & 1) == 0 ? c : s) * (1 - ((quadrant + 1) & 2));
    }
    return all_near;
}
#endif
[[gnu::noinline]] inline void far_sines(int n, const double* angle, double* sine, double* cosine) {
    for (int k = 0; k < n; ++k) {
        if (std::abs(angle[k]) < 1e5) continue;
        sine[k] = std::sin(angle[k]);
        cosine[k] = std::cos(angle[k]);
    }
}
template <class R>
struct is_pack : std::false_type {};
template <class R>
struct is_half : std::false_type {};  // of what the machine's vectors hold: two at once

// The sines and cosines of all angles of a routine.
template <class R, int n>
[[gnu::always_inline]] inline void sines(const R (&angle)[n], R (&sine)[n], R (&cosine)[n]) {
    if constexpr (std::is_same_v<R, double> && has_own_sines) {
        if (!near_sines<n>(angle, sine, cosine)) far_sines(n, angle, sine, cosine);
    } else if constexpr (is_pack<R>::value) {
        constexpr int in_twos = is_half<R>::value ? n - n % 2 : 0;
        if constexpr (in_twos > 0)
            for (int k = 0; k < in_twos; k += 2) two_sine_cosines(angle + k, sine + k, cosine + k);
        if constexpr (in_twos < n) {
            auto near = near_sine_cosine(angle[in_twos], sine[in_twos], cosine[in_twos]);
            for (int k = in_twos + 1; k < n; ++k) near = near & near_sine_cosine(angle[k], sine[k], cosine[k]);
            if (has_own_sines && all_of(near)) return;
            for (int k = in_twos; k < n; ++k) far_sine_cosine(angle[k], sine[k], cosine[k]);
        }
    } else {
        for (int k = 0; k < n; ++k) {
            sine[k] = lag_math<R>::sin(angle[k]);
            cosine[k] = lag_math<R>::cos(angle[k]);
        }
    }
}
}  // namespace lag_vector
@NOT_ROUNDED@#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#endif  // LAG_SINES_DEFINED
