// The emitted routine of bench/ldl_source.cpp as a competitor of driver.cpp; -include the header, -DMODEL=the matrix's name.
#include <cmath>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

extern "C" void evaluate(const double* y, const double* w, double* result) {
    int info = 0;
    JOIN(MODEL, _ldl)::JOIN(MODEL, _ldl_solve)<double>(w, y, result, info);
    if (info != 0) result[0] = NAN;
}
