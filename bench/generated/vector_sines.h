/* Sines and cosines of eight angles at once, or of four, for rivals of the emitted code. GCC's vector extensions; the compiler may
   fuse multiply-adds. Errors are below 2 units in the last place for |x| < 4, and for |x| < 1e5 where the value is above 0.01; larger
   angles are not looked for. That is cheaper than what the emitted code does. The polynomials are those of emitters/templates/sines.h. */
#ifndef VECTOR_SINES_DEFINED
#define VECTOR_SINES_DEFINED
#include <string.h>

#define DEFINE_SINES(NAME, LANES, BITS, WIDTH)                                                                              \
    typedef double LANES __attribute__((vector_size(8 * WIDTH)));                                                           \
    typedef unsigned long long BITS __attribute__((vector_size(8 * WIDTH)));                                                \
    static inline __attribute__((always_inline)) void NAME(const LANES* a, double* sine, double* cosine) {                  \
        const LANES shifted = *a * 0.6366197723675814 + 6755399441055744.0, q = shifted - 6755399441055744.0;               \
        const LANES r = (*a - q * 1.5707963267923333) - q * 2.5633441515839558e-12;                                         \
        const LANES z = r * r, z2 = z * z, z4 = z2 * z2;                                                                    \
        const LANES odd = (-0.16666666666666632 + z * 0.008333333333322413) +                                               \
                          z2 * ((-0.00019841269829807802 + z * 2.7557313691916652e-06) +                                    \
                                z2 * (-2.505075811506938e-08 + z * 1.5896795642606293e-10));                                \
        const LANES even = (0.0416666666666666 + z * -0.0013888888888874125) +                                              \
                           z2 * (2.4801587289482178e-05 + z * -2.755731435232987e-07) +                                     \
                           z4 * (2.0875723272762356e-09 + z * -1.135964777664039e-11);                                      \
        const LANES s = r + r * z * odd, c = (1.0 - 0.5 * z) + z2 * even;                                                   \
        const BITS quadrant = (BITS)shifted, swap = ((BITS)s ^ (BITS)c) & -(quadrant & 1);                                  \
        const LANES sines = (LANES)(((BITS)s ^ swap) ^ ((quadrant & 2) << 62));                                             \
        const LANES cosines = (LANES)(((BITS)c ^ swap) ^ (((quadrant + 1) & 2) << 62));                                     \
        memcpy(sine, &sines, sizeof sines);                                                                                 \
        memcpy(cosine, &cosines, sizeof cosines);                                                                           \
    }
DEFINE_SINES(sines_of_eight, eight_lanes, eight_bits, 8)
DEFINE_SINES(sines_of_four, four_lanes, four_bits, 4)
#undef DEFINE_SINES
#endif
