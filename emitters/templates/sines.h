@ORDER@#ifndef LAG_C_SINES_DEFINED
#define LAG_C_SINES_DEFINED
@FUSED@/* Sines and cosines of four angles, without branches: errors below 1 unit in the last place for |x| < 1e5; beyond, and
   for what is no number, by the library. @BITS@ */
#if defined(__FAST_MATH__)
#define LAG_SINE_LANES 0 /* the compiler would cancel the parts of pi/2: all by the library */
#elif defined(__GNUC__) && defined(__AVX__)
#define LAG_SINE_LANES 4
#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON))
#define LAG_SINE_LANES 2
#else
#define LAG_SINE_LANES 1
#endif
@ROUNDED@#if LAG_SINE_LANES > 1
typedef double lag_sine_lanes __attribute__((vector_size(8 * LAG_SINE_LANES)));
typedef unsigned long long lag_sine_bits __attribute__((vector_size(8 * LAG_SINE_LANES)));
#else
typedef double lag_sine_lanes;
#endif
#if defined(__GNUC__)
#define LAG_INTO_ITS_USER inline __attribute__((always_inline))
#else
#define LAG_INTO_ITS_USER inline
#endif
static LAG_INTO_ITS_USER void lag_sine_cosine(lag_sine_lanes a, lag_sine_lanes* sine, lag_sine_lanes* cosine) {
@FORMULAS@#if LAG_SINE_LANES > 1
    const lag_sine_bits quadrant = (lag_sine_bits)shifted;
    const lag_sine_bits swap = ((lag_sine_bits)s ^ (lag_sine_bits)c) & -(quadrant & 1);
    *sine = (lag_sine_lanes)(((lag_sine_bits)s ^ swap) ^ ((quadrant & 2) << 62));
    *cosine = (lag_sine_lanes)(((lag_sine_bits)c ^ swap) ^ (((quadrant + 1) & 2) << 62));
#else
    const int quadrant = (int)q;
    *sine = ((quadrant & 1) == 0 ? s : c) * (double)(1 - (quadrant & 2));
    *cosine = ((quadrant & 1) == 0 ? c : s) * (double)(1 - ((quadrant + 1) & 2));
#endif
}
static inline void lag_far_sines(double a, double b, double c, double d, double* sine, double* cosine) {
    const double x[4] = {a, b, c, d};
    int k;
    for (k = 0; k < 4; ++k) {
        if (LAG_SINE_LANES > 0 && fabs(x[k]) < 1e5) continue;
        sine[k] = sin(x[k]);
        cosine[k] = cos(x[k]);
    }
}
/* whether |x| < 1e5 in all lanes */
static LAG_INTO_ITS_USER int lag_all_near(lag_sine_lanes a) {
#if LAG_SINE_LANES == 4
    return __builtin_ia32_movmskpd256((lag_sine_lanes)((a < 1e5) & (a > -1e5))) == 15;
#elif LAG_SINE_LANES == 2 && defined(__SSE2__)
    return __builtin_ia32_movmskpd((lag_sine_lanes)((a < 1e5) & (a > -1e5))) == 3;
#elif LAG_SINE_LANES == 2
    return fabs(a[0]) < 1e5 && fabs(a[1]) < 1e5;
#else
    return LAG_SINE_LANES == 1 && fabs(a) < 1e5;
#endif
}
static LAG_INTO_ITS_USER void lag_sines(double a, double b, double c, double d, double* sine, double* cosine) {
#if LAG_SINE_LANES == 4
    const lag_sine_lanes all = {a, b, c, d};
    lag_sine_lanes s, co;
    lag_sine_cosine(all, &s, &co);
    memcpy(sine, &s, sizeof s);
    memcpy(cosine, &co, sizeof co);
    if (!lag_all_near(all)) lag_far_sines(a, b, c, d, sine, cosine);
#elif LAG_SINE_LANES == 2
    const lag_sine_lanes low = {a, b}, high = {c, d};
    lag_sine_lanes s, co;
    lag_sine_cosine(low, &s, &co);
    memcpy(sine, &s, sizeof s);
    memcpy(cosine, &co, sizeof co);
    lag_sine_cosine(high, &s, &co);
    memcpy(sine + 2, &s, sizeof s);
    memcpy(cosine + 2, &co, sizeof co);
    if (!lag_all_near(low) || !lag_all_near(high)) lag_far_sines(a, b, c, d, sine, cosine);
#else
    if (lag_all_near(a)) lag_sine_cosine(a, sine, cosine);
    if (lag_all_near(b)) lag_sine_cosine(b, sine + 1, cosine + 1);
    if (lag_all_near(c)) lag_sine_cosine(c, sine + 2, cosine + 2);
    if (lag_all_near(d)) lag_sine_cosine(d, sine + 3, cosine + 3);
    if (!lag_all_near(a) || !lag_all_near(b) || !lag_all_near(c) || !lag_all_near(d))
        lag_far_sines(a, b, c, d, sine, cosine);
#endif
}
@NOT_ROUNDED@#undef LAG_INTO_ITS_USER
#endif /* LAG_C_SINES_DEFINED */
