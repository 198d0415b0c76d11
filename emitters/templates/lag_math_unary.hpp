    static R @F@(const R& x) {
        using std::@F@;
        if constexpr (is_vector) {
            return lag_math_lookup::each([](auto v) { return std::@F@(v); }, x);
        } else {
            return @F@(x);
        }
    }
