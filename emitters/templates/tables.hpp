#ifndef LAG_TABLE_DEFINED
#define LAG_TABLE_DEFINED
// Curves and maps as piecewise polynomials, for every scalar type that lag_math serves. Packs are searched lane by lane;
// those whose lanes cannot be set one by one evaluate every segment and choose.
namespace lag_table {
constexpr double falling(int k, int order) {  // k (k-1) .. (k-order+1)
    double product = 1;
    for (int j = 0; j < order; ++j) product *= k - j;
    return product;
}
template <class R, class = void>
struct sets_lanes : std::false_type {};
template <class R>
struct sets_lanes<R, std::void_t<decltype(std::declval<R&>().set(0, 0.0)), decltype(double(std::declval<R&>()[0]))>>
    : std::true_type {};
template <class R>
constexpr bool is_one_number =
    std::is_convertible_v<decltype(lag_math<R>::less(std::declval<R>(), std::declval<R>())), bool>;
// f(x[lane], ...) for all lanes of a compiler's vector or a lag_pack
template <class R, class F, class... More>
R each_lane(const F& f, const R& x, const More&... more) {
    R result = x;
    if constexpr (lag_math<R>::is_vector) {
        for (unsigned k = 0; k < sizeof(R) / sizeof(x[0]); ++k) result[k] = f(x[k], more[k]...);
    } else {
        for (unsigned k = 0; k < sizeof(R) / sizeof(double); ++k) result.set(k, f(double(x[k]), double(more[k])...));
    }
    return result;
}
template <class R>
constexpr bool has_lanes = lag_math<R>::is_vector || (!is_one_number<R> && sets_lanes<R>::value);

// the last segment that begins at x or before; the first where none does
template <class R>
int segment(const double* starts, int n, const R& x) {
    int low = 0, high = n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (lag_math<R>::less(x, lag_math<R>::number(starts[middle])) ? high : low) = middle;
    }
    return low;
}
// f(k) of the segment k that holds x
template <class R, class F>
R at_segment(const double* starts, int n, const R& x, const F& f) {
    if constexpr (is_one_number<R>) {
        return f(segment(starts, n, x));
    } else {
        R result = f(0);
        for (int k = 1; k < n; ++k)
            result = lag_math<R>::select(lag_math<R>::less(x, lag_math<R>::number(starts[k])), result, f(k));
        return result;
    }
}
// the polynomial of these numbers, differentiated `order` times
template <class R>
R polynomial(const double* numbers, int degree, int order, const R& d) {
    using L = lag_math<R>;
    R sum = L::number(falling(degree, order) * numbers[degree]);
    for (int k = degree - 1; k >= order; --k) sum = sum * d + L::number(falling(k, order) * numbers[k]);
    return sum;
}
template <class R>
R curve(const double* starts, const double* numbers, int n, int degree, int order, const R& x) {
    if constexpr (has_lanes<R>) {
        return each_lane([&](auto v) { return curve(starts, numbers, n, degree, order, v); }, x);
    } else {
        return at_segment(starts, n, x, [&](int k) {
            const R d = x - lag_math<R>::number(starts[k]);
            return polynomial<R>(numbers + long(k) * (degree + 1), degree, order, d);
        });
    }
}
template <class R>
R map(const double* starts_x, const double* starts_y, const double* numbers, int nx, int ny, int degree, int order_x,
      int order_y, const R& x, const R& y) {
    using L = lag_math<R>;
    if constexpr (has_lanes<R>) {
        return each_lane(
            [&](auto v, auto w) {
                return map(starts_x, starts_y, numbers, nx, ny, degree, order_x, order_y, v, w);
            },
            x, y);
    } else {
        const int width = degree + 1;
        return at_segment(starts_x, nx, x, [&](int i) {
            return at_segment(starts_y, ny, y, [&](int j) {
                const R dx = x - L::number(starts_x[i]), dy = y - L::number(starts_y[j]);
                const double* const cell = numbers + (long(i) * ny + j) * width * width;
                const auto across = [&](int k) { return polynomial<R>(cell + k * width, degree, order_y, dy); };
                R sum = L::number(falling(degree, order_x)) * across(degree);
                for (int k = degree - 1; k >= order_x; --k) sum = sum * dx + L::number(falling(k, order_x)) * across(k);
                return sum;
            });
        });
    }
}
}  // namespace lag_table
#endif  // LAG_TABLE_DEFINED
