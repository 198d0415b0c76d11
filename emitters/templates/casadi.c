
/* -- what CasADi calls */

#ifndef casadi_int
#define casadi_int @INTEGER@
#endif
#ifndef CASADI_SYMBOL_EXPORT
#if defined(_WIN32) || defined(__CYGWIN__)
#define CASADI_SYMBOL_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define CASADI_SYMBOL_EXPORT __attribute__((visibility("default")))
#else
#define CASADI_SYMBOL_EXPORT
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* of an argument that is null */
static const double lag_zeros[@ZEROS@] = {0.0};

static int lag_is_place(casadi_int i, casadi_int count) { return i >= 0 && i < count; }

/* rows, columns, and 1 where the matrix is full; else the beginnings of the columns and the rows of the entries */
@SPARSITIES@@FUNCTIONS@
#ifdef __cplusplus
}
#endif
