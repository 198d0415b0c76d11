#ifndef LAG_LIMBS_@N@_DEFINED
#define LAG_LIMBS_@N@_DEFINED
/* Numbers of @N@ equal limbs that are computed at once, where the compiler has vectors and the machine has them as wide.
   What lies beyond the last limb repeats the first one. Elsewhere one limb is computed after the other. */
#if defined(__GNUC__) && defined(@MACHINE@)
#define LAG_LIMBS_@N@ 1
#define LAG_INTO_ITS_USER inline __attribute__((always_inline))
typedef double lag_limbs_@N@ __attribute__((vector_size(8 * @WIDTH@)));
typedef long long lag_limbs_@N@_truth __attribute__((vector_size(8 * @WIDTH@)));
@OF@    const lag_limbs_@N@ x = {@NAMES@};
    return x;
}
static LAG_INTO_ITS_USER lag_limbs_@N@ lag_limbs_@N@_load(const double* from) {
    lag_limbs_@N@ x;
    memcpy(&x, from, sizeof x);
    return x;
}
static LAG_INTO_ITS_USER double lag_limbs_@N@_lane_sum(lag_limbs_@N@ a) {
    typedef double pair __attribute__((vector_size(16)));
@SUM@}
/* the same over all slices of more limbs, whose values lie `step` apart */
static inline double lag_limbs_@N@_sum_of_slices(const lag_limbs_@N@* a, int slices, int step) {
    lag_limbs_@N@ sum = a[0];
    for (int k = 1; k < slices; ++k) sum = sum + a[k * step];
    return lag_limbs_@N@_lane_sum(sum);
}
/* a where the condition holds, else b; both may be one number for all limbs */
#define lag_limbs_@N@_select(condition, a, b) \
    lag_limbs_@N@_chosen(condition, (a) - lag_limbs_@N@_zero(), (b) - lag_limbs_@N@_zero())
/* the same, by one condition for all limbs */
#define lag_limbs_@N@_either(condition, a, b) \
    ((condition) ? (a) - lag_limbs_@N@_zero() : (b) - lag_limbs_@N@_zero())
static LAG_INTO_ITS_USER lag_limbs_@N@ lag_limbs_@N@_zero(void) {
    const lag_limbs_@N@ x = {0.0};
    return x;
}
static LAG_INTO_ITS_USER lag_limbs_@N@ lag_limbs_@N@_chosen(lag_limbs_@N@_truth condition, lag_limbs_@N@ a,
                                                            lag_limbs_@N@ b) {
    return (lag_limbs_@N@)(((lag_limbs_@N@_truth)a & condition) | ((lag_limbs_@N@_truth)b & ~condition));
}
@FUNCTIONS@/* info of the first limb whose condition fails; 0 where none does */
@FIRST@@FAILING@    return 0;
}
#undef LAG_INTO_ITS_USER
#else
#define LAG_LIMBS_@N@ 0
#endif
#endif /* LAG_LIMBS_@N@_DEFINED */
