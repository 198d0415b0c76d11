#ifndef LAG_C_MATH_DEFINED
#define LAG_C_MATH_DEFINED
static inline double lag_select(int condition, double a, double b) { return condition ? a : b; }
static inline double lag_min(double a, double b) { return b < a ? b : a; }
static inline double lag_max(double a, double b) { return a < b ? b : a; }
static inline double lag_mod(double a, double b) { return a - b * floor(a / b); }
#endif /* LAG_C_MATH_DEFINED */
