#ifndef LAG_VECTOR_DEFINED
#define LAG_VECTOR_DEFINED
#if defined(__SSE2__)
#include <immintrin.h>
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // about calls between files that were compiled for different machines
#endif
#if defined(__clang__)
#define LAG_FUSED _Pragma("clang fp contract(fast)")  // multiply-adds across operators, as GCC forms them
#else
#define LAG_FUSED
#endif
namespace lag_vector {
// lanes of the machine's widest vectors that the compiler was told of: lag_pack<lag_vector::widest> is the fastest
#if defined(__AVX512F__)
constexpr int widest = 8;
#elif defined(__AVX__)
constexpr int widest = 4;
#else
constexpr int widest = 2;
#endif
}  // namespace lag_vector
template <class T, int lanes>
struct lag_lanes {
    typedef T type [[gnu::vector_size(lanes * sizeof(T))]];
};
// Truth values of the lanes of a lag_pack. Wider ones than the machine's vectors are two halves, here and in lag_pack:
// left to the compiler, they would go through memory.
template <int lanes, bool split = (lanes > lag_vector::widest)>
struct lag_mask {
    using half = lag_mask<lanes / 2>;
    half low, high;
    bool operator[](std::size_t lane) const { return lane < lanes / 2 ? low[lane] : high[lane - lanes / 2]; }
    friend lag_mask operator&(const lag_mask& a, const lag_mask& b) { return {a.low & b.low, a.high & b.high}; }
    friend lag_mask operator|(const lag_mask& a, const lag_mask& b) { return {a.low | b.low, a.high | b.high}; }
    friend lag_mask operator!(const lag_mask& a) { return {!a.low, !a.high}; }
    friend bool all_of(const lag_mask& a) { return all_of(a.low & a.high); }
};
template <int lanes>
struct lag_mask<lanes, false> {
    using vector = typename lag_lanes<long long, lanes>::type;
    vector v;
    bool operator[](std::size_t lane) const { return v[lane] != 0; }
    friend lag_mask operator&(const lag_mask& a, const lag_mask& b) { return {a.v & b.v}; }
    friend lag_mask operator|(const lag_mask& a, const lag_mask& b) { return {a.v | b.v}; }
    friend lag_mask operator!(const lag_mask& a) { return {~a.v}; }
    friend bool all_of(const lag_mask& a) {
#if defined(__AVX512F__)
        if constexpr (lanes == 8) {
            const auto x = reinterpret_cast<__m512i>(a.v);
            return _mm512_test_epi64_mask(x, x) == 0xff;
        }
#endif
#if defined(__AVX__)
        if constexpr (lanes == 4) return _mm256_movemask_pd(reinterpret_cast<__m256d>(a.v)) == 0xf;
#endif
#if defined(__SSE2__)
        if constexpr (lanes == 2) return _mm_movemask_pd(reinterpret_cast<__m128d>(a.v)) == 0x3;
#endif
        bool result = true;
        for (std::size_t k = 0; k < lanes; ++k) result = result && a.v[k] != 0;
        return result;
    }
    template <class V>
    static lag_mask less(const V& a, const V& b) { return of(a < b); }
    template <class V>
    static lag_mask less_equal(const V& a, const V& b) { return of(a <= b); }
    template <class V>
    static lag_mask equal(const V& a, const V& b) { return of(a == b); }
    template <class V>
    V select(const V& a, const V& b) const { return v ? a : b; }

  private:
    template <class M>
    static lag_mask of(const M& m) {
        return {reinterpret_cast<vector>(m)};
    }
};
#if defined(__AVX512F__)
template <>
struct lag_mask<8, false> {  // one bit for each lane
    __mmask8 v;
    bool operator[](std::size_t lane) const { return (v >> lane & 1) != 0; }
    friend lag_mask operator&(const lag_mask& a, const lag_mask& b) { return of(a.v & b.v); }
    friend lag_mask operator|(const lag_mask& a, const lag_mask& b) { return of(a.v | b.v); }
    friend lag_mask operator!(const lag_mask& a) { return of(~a.v); }
    friend bool all_of(const lag_mask& a) { return a.v == 0xff; }
    static lag_mask less(__m512d a, __m512d b) { return of(_mm512_cmp_pd_mask(a, b, _CMP_LT_OS)); }
    static lag_mask less_equal(__m512d a, __m512d b) { return of(_mm512_cmp_pd_mask(a, b, _CMP_LE_OS)); }
    static lag_mask equal(__m512d a, __m512d b) { return of(_mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ)); }
    __m512d select(__m512d a, __m512d b) const { return _mm512_mask_blend_pd(v, b, a); }

  private:
    static lag_mask of(int bits) { return {static_cast<__mmask8>(bits)}; }
};
#endif

// `lanes` doubles (2, 4, 8, 16) that go through a routine together, each one state: m_derivatives<lag_pack<8>>(...).
template <int lanes, bool split = (lanes > lag_vector::widest)>
struct lag_pack {
    static_assert(lanes >= 2 && lanes <= 64 && (lanes & (lanes - 1)) == 0, "a power of two");
    using half = lag_pack<lanes / 2>;
    using mask = lag_mask<lanes>;
    half low, high;
    lag_pack() = default;
    lag_pack(double x) : low(x), high(x) {}
    lag_pack(const half& a, const half& b) : low(a), high(b) {}
    lag_pack(const lag_pack&) = default;
    lag_pack& operator=(const lag_pack& a) {  // half by half: g++ copies a class through memory
        low = a.low, high = a.high;
        return *this;
    }
    static lag_pack load(const double* from) { return {half::load(from), half::load(from + lanes / 2)}; }
    void store(double* to) const { low.store(to), high.store(to + lanes / 2); }
    double operator[](std::size_t lane) const { return lane < lanes / 2 ? low[lane] : high[lane - lanes / 2]; }
    void set(std::size_t lane, double x) { lane < lanes / 2 ? low.set(lane, x) : high.set(lane - lanes / 2, x); }
    lag_pack& operator+=(const lag_pack& b) { return low += b.low, high += b.high, *this; }
    lag_pack& operator-=(const lag_pack& b) { return low -= b.low, high -= b.high, *this; }
    lag_pack& operator*=(const lag_pack& b) { return low *= b.low, high *= b.high, *this; }
    lag_pack& operator/=(const lag_pack& b) { return low /= b.low, high /= b.high, *this; }
    friend lag_pack operator+(const lag_pack& a, const lag_pack& b) { return {a.low + b.low, a.high + b.high}; }
    friend lag_pack operator-(const lag_pack& a, const lag_pack& b) { return {a.low - b.low, a.high - b.high}; }
    friend lag_pack operator*(const lag_pack& a, const lag_pack& b) { return {a.low * b.low, a.high * b.high}; }
    friend lag_pack operator/(const lag_pack& a, const lag_pack& b) { return {a.low / b.low, a.high / b.high}; }
    friend lag_pack operator-(const lag_pack& a) { return {-a.low, -a.high}; }
    friend mask operator<(const lag_pack& a, const lag_pack& b) { return {a.low < b.low, a.high < b.high}; }
    friend mask operator<=(const lag_pack& a, const lag_pack& b) { return {a.low <= b.low, a.high <= b.high}; }
    friend mask operator==(const lag_pack& a, const lag_pack& b) { return {a.low == b.low, a.high == b.high}; }
    // a where the condition holds, else b
    friend lag_pack select(const mask& condition, const lag_pack& a, const lag_pack& b) {
        return {select(condition.low, a.low, b.low), select(condition.high, a.high, b.high)};
    }
@HALVES@    friend lag_pack atan2(const lag_pack& a, const lag_pack& b) {
        return {atan2(a.low, b.low), atan2(a.high, b.high)};
    }
    friend lag_pack pow(const lag_pack& a, const lag_pack& b) { return {pow(a.low, b.low), pow(a.high, b.high)}; }
    friend void sine_cosine(const lag_pack& x, lag_pack& sine, lag_pack& cosine) {
        sine_cosine(x.low, sine.low, cosine.low);
        sine_cosine(x.high, sine.high, cosine.high);
    }
    friend mask near_sine_cosine(const lag_pack& x, lag_pack& sine, lag_pack& cosine) {
        return {near_sine_cosine(x.low, sine.low, cosine.low), near_sine_cosine(x.high, sine.high, cosine.high)};
    }
    friend void far_sine_cosine(const lag_pack& x, lag_pack& sine, lag_pack& cosine) {
        far_sine_cosine(x.low, sine.low, cosine.low);
        far_sine_cosine(x.high, sine.high, cosine.high);
    }
};
template <int lanes>
struct lag_pack<lanes, false> {
    using vector = typename lag_lanes<double, lanes>::type;
    using bits = typename lag_lanes<unsigned long long, lanes>::type;
    using mask = lag_mask<lanes>;
    vector v;
    lag_pack() = default;
    lag_pack(double x) : v(x - vector{}) {}
    explicit lag_pack(const vector& x) : v(x) {}
    static lag_pack load(const double* from) {
        lag_pack x;
        std::memcpy(&x, from, sizeof x);
        return x;
    }
    void store(double* to) const { std::memcpy(to, this, sizeof v); }
    double operator[](std::size_t lane) const { return v[lane]; }
    void set(std::size_t lane, double x) { v[lane] = x; }
    lag_pack& operator+=(const lag_pack& b) { return *this = *this + b; }
    lag_pack& operator-=(const lag_pack& b) { return *this = *this - b; }
    lag_pack& operator*=(const lag_pack& b) { return *this = *this * b; }
    lag_pack& operator/=(const lag_pack& b) { return *this = *this / b; }
    friend lag_pack operator+(const lag_pack& a, const lag_pack& b) {
        LAG_FUSED return lag_pack(a.v + b.v);
    }
    friend lag_pack operator-(const lag_pack& a, const lag_pack& b) {
        LAG_FUSED return lag_pack(a.v - b.v);
    }
    friend lag_pack operator*(const lag_pack& a, const lag_pack& b) {
        LAG_FUSED return lag_pack(a.v * b.v);
    }
    friend lag_pack operator/(const lag_pack& a, const lag_pack& b) { return lag_pack(a.v / b.v); }
    friend lag_pack operator-(const lag_pack& a) { return lag_pack(-a.v); }
    friend mask operator<(const lag_pack& a, const lag_pack& b) { return mask::less(a.v, b.v); }
    friend mask operator<=(const lag_pack& a, const lag_pack& b) { return mask::less_equal(a.v, b.v); }
    friend mask operator==(const lag_pack& a, const lag_pack& b) { return mask::equal(a.v, b.v); }
    // a where the condition holds, else b
    friend lag_pack select(const mask& condition, const lag_pack& a, const lag_pack& b) {
        return lag_pack(vector(condition.select(a.v, b.v)));
    }
    friend lag_pack abs(const lag_pack& a) {
        return lag_pack(reinterpret_cast<vector>(reinterpret_cast<bits>(a.v) & 0x7fffffffffffffffULL));
    }
    friend lag_pack sqrt(const lag_pack& a) {
#if defined(__AVX512F__)
        if constexpr (lanes == 8) return lag_pack(vector(_mm512_maskz_sqrt_pd(0xff, a.v)));
#endif
#if defined(__AVX__)
        if constexpr (lanes == 4) return lag_pack(vector(_mm256_sqrt_pd(a.v)));
#endif
#if defined(__SSE2__)
        if constexpr (lanes == 2) return lag_pack(vector(_mm_sqrt_pd(a.v)));
#endif
        return a.each([](double x) { return std::sqrt(x); });
    }
    friend lag_pack sin(const lag_pack& x) {
        lag_pack sine, cosine;
        sine_cosine(x, sine, cosine);
        return sine;
    }
    friend lag_pack cos(const lag_pack& x) {
        lag_pack sine, cosine;
        sine_cosine(x, sine, cosine);
        return cosine;
    }
@UNARY@    friend lag_pack atan2(const lag_pack& a, const lag_pack& b) {
        lag_pack result;
        for (std::size_t k = 0; k < lanes; ++k) result.v[k] = std::atan2(a.v[k], b.v[k]);
        return result;
    }
    friend lag_pack pow(const lag_pack& a, const lag_pack& b) {
        lag_pack result;
        for (std::size_t k = 0; k < lanes; ++k) result.v[k] = std::pow(a.v[k], b.v[k]);
        return result;
    }
    // both at once, without branches; where |x| < 1e5
    friend mask near_sine_cosine(const lag_pack& x, lag_pack& sine, lag_pack& cosine) {
        vector shifted, q, s, c;
        lag_vector::within_half_a_quadrant(x.v, shifted, q, s, c);
        lag_vector::into_quadrant<bits>(shifted, s, c, sine.v, cosine.v);
        return abs(x) < lag_pack(1e5);
    }
    friend void sine_cosine(const lag_pack& x, lag_pack& sine, lag_pack& cosine) {
        if (!all_of(near_sine_cosine(x, sine, cosine)) || !lag_vector::has_own_sines) far_sine_cosine(x, sine, cosine);
    }
    // what is not near, by the library
    [[gnu::noinline]] friend void far_sine_cosine(const lag_pack& x, lag_pack& sine, lag_pack& cosine) {
        for (std::size_t k = 0; k < lanes; ++k) {
            if (lag_vector::has_own_sines && std::abs(x.v[k]) < 1e5) continue;
            sine.v[k] = std::sin(x.v[k]);
            cosine.v[k] = std::cos(x.v[k]);
        }
    }
    // of two packs
    friend void two_sine_cosines(const lag_pack* x, lag_pack* sine, lag_pack* cosine) {
        static_assert(lanes == 2, "of the halves of four");
        using whole = lag_pack<2 * lanes>;
        const typename whole::vector both = {x[0].v[0], x[0].v[1], x[1].v[0], x[1].v[1]};
        whole s, c;
        sine_cosine(whole(both), s, c);
        sine[0].v = vector{s.v[0], s.v[1]}, sine[1].v = vector{s.v[2], s.v[3]};
        cosine[0].v = vector{c.v[0], c.v[1]}, cosine[1].v = vector{c.v[2], c.v[3]};
    }

  private:
    template <class F>
    lag_pack each(F f) const {
        lag_pack result;
        for (std::size_t k = 0; k < lanes; ++k) result.v[k] = f(v[k]);
        return result;
    }
};

namespace lag_vector {
template <int lanes, bool split>
struct is_pack<lag_pack<lanes, split>> : std::true_type {};
template <>
struct is_half<lag_pack<2>> : std::bool_constant<(widest >= 4)> {};
// A pivot where the condition holds in every lane, which a processor foresees: no wait for the comparison. Else what
// `L::select` gives. L is lag_math<R>.
template <class L, class M, class R>
[[gnu::always_inline]] inline R guarded(const M& holds, const R& pivot, const R& harmless) {
    if (__builtin_expect(L::every(holds), 1)) return pivot;
    return L::select(holds, pivot, harmless);
}
}  // namespace lag_vector
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#undef LAG_FUSED
#endif  // LAG_VECTOR_DEFINED
