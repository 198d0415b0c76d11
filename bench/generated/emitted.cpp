// An emitted C++ routine as a competitor of driver.cpp; -include the header, -DMODEL=its name, -DACCELERATIONS for these.
#include <cmath>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

namespace {
using namespace MODEL;
}

double competitor_parameters[MODEL::np + 1], competitor_constants[MODEL::nc + 1], competitor_multipliers[MODEL::nl + 1];

extern "C" void prepare() {
    JOIN(MODEL, _defaults)<double>(competitor_parameters);
    JOIN(MODEL, _setup)<double>(competitor_parameters, competitor_constants);
}

extern "C" void evaluate(const double* y, const double* w, double* result) {
    int info = 0;
#ifdef ACCELERATIONS
    JOIN(MODEL, _accelerations)<double>(0.0, y, y + nq, w, competitor_constants, result, competitor_multipliers, info);
#else
    JOIN(MODEL, _derivatives)<double>(0.0, y, w, competitor_constants, result, info);
#endif
    if (info != 0) result[nu - 1] = NAN;
}
