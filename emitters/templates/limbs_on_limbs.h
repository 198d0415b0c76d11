#if LAG_LIMBS_@N@ && LAG_LIMBS_@FEW@ && !defined(LAG_LIMBS_@N@_ON_@FEW@_DEFINED)
#define LAG_LIMBS_@N@_ON_@FEW@_DEFINED
/* Of @N@ limbs that others carry, @FEW@ of those: limb k has what limb k % @FEW@ of those has. */
static inline __attribute__((always_inline)) lag_limbs_@N@ lag_limbs_@N@_repeated_@FEW@(lag_limbs_@FEW@ a) {
    const lag_limbs_@N@ x = {@REPEATED@};
    return x;
}
/* and the way back: sums over limbs k, k + @FEW@, .. */
static inline __attribute__((always_inline)) lag_limbs_@FEW@ lag_limbs_@N@_folded_@FEW@(lag_limbs_@N@ a) {
@FOLDED@}
#endif /* LAG_LIMBS_@N@_ON_@FEW@_DEFINED */
