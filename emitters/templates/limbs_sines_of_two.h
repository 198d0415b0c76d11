#if LAG_LIMBS_@N@ && !defined(LAG_LIMBS_@N@_SINES_DEFINED)
#define LAG_LIMBS_@N@_SINES_DEFINED
/* of two angles */
static inline __attribute__((always_inline)) void lag_limbs_@N@_sines(lag_limbs_@N@ a, lag_limbs_@N@ b, lag_limbs_@N@* sine, lag_limbs_@N@* cosine) {
    double s[4], c[4];
    lag_sines(a[0], a[1], b[0], b[1], s, c);
    memcpy(sine, s, sizeof s);
    memcpy(cosine, c, sizeof c);
}
#endif /* LAG_LIMBS_@N@_SINES_DEFINED */
