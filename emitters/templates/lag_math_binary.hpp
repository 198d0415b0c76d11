    static R @F@(const R& x, const R& y) {
        using std::@F@;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v, auto w) { return std::@F@(v, w); }, x, y);
        } else {
            return @F@(x, y);
        }
    }
