#if LAG_LIMBS_@N@ && !defined(LAG_LIMBS_@N@_SINES_DEFINED)
#define LAG_LIMBS_@N@_SINES_DEFINED
#if LAG_SINE_LANES == 4
static inline void lag_limbs_@N@_far_sines(lag_limbs_@N@ a, lag_limbs_@N@* sine, lag_limbs_@N@* cosine) {
    int k;
    for (k = 0; k < @WIDTH@; ++k) {
        if (fabs(a[k]) < 1e5) continue;
        (*sine)[k] = sin(a[k]);
        (*cosine)[k] = cos(a[k]);
    }
}
static inline __attribute__((always_inline)) void lag_limbs_@N@_sines(lag_limbs_@N@ a, lag_limbs_@N@* sine, lag_limbs_@N@* cosine) {
    lag_sine_lanes part[@WIDTH@ / 4], s[@WIDTH@ / 4], c[@WIDTH@ / 4];
    int k, near = 1;
    memcpy(part, &a, sizeof a);
    for (k = 0; k < @WIDTH@ / 4; ++k) {
        lag_sine_cosine(part[k], &s[k], &c[k]);
        near = near && lag_all_near(part[k]);
    }
    memcpy(sine, s, sizeof a);
    memcpy(cosine, c, sizeof a);
    if (!near) lag_limbs_@N@_far_sines(a, sine, cosine);
}
#else
static inline void lag_limbs_@N@_sines(lag_limbs_@N@ a, lag_limbs_@N@* sine, lag_limbs_@N@* cosine) {
    *sine = lag_limbs_@N@_sin(a);
    *cosine = lag_limbs_@N@_cos(a);
}
#endif
#endif /* LAG_LIMBS_@N@_SINES_DEFINED */
