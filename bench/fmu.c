/* An FMU's calls beside the routines that it holds, in turns: minima and medians of the same run.
   cc -std=gnu99 -O2 -DMODEL=name -include name.h bench/fmu.c -o fmu -ldl -lm;  fmu BINARY.so TOKEN   (FMI 3.0) */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define JOINED(a, b) a##_##b
#define NAMED(a, b) JOINED(a, b)
#define M(name) NAMED(MODEL, name)

enum { states = M(nq) + M(nu) + STATES, inputs = M(nw) - FLAGS, columns = states + inputs, batches = 301 };

static double p[M(np) + 1], c[M(nc) + 1], w[M(nw) + 1], y[64][states], ydot[states], jac[M(nz)], column[states];

__attribute__((noinline)) static void derivatives(int k) {
    int info;
    M(derivatives)(0.0, y[k], w, c, ydot, &info);
}
__attribute__((noinline)) static void jacobian(int k) {
    int info;
    M(jacobian)(0.0, y[k], w, c, jac, &info);
}

static void* fmu;
static int (*set_states)(void*, const double*, size_t);
static int (*get_rates)(void*, double*, size_t);
static int (*get_slopes)(void*, const uint32_t*, size_t, const uint32_t*, size_t, const double*, size_t, double*, size_t);
static uint32_t rate_references[states], column_references[columns];

static void fmu_derivatives(int k) {
    set_states(fmu, y[k], states);
    get_rates(fmu, ydot, states);
}
/* every column of the jacobian, one call for each */
static void fmu_jacobian(int k) {
    const double one = 1.0;
    set_states(fmu, y[k], states);
    for (int j = 0; j < columns; ++j)
        get_slopes(fmu, rate_references, states, column_references + j, 1, &one, 1, column, states);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
static int by_value(const void* a, const void* b) {
    const double x = *(const double*)a, z = *(const double*)b;
    return (x > z) - (x < z);
}
static void compare(const char* what, void (*bare)(int), void (*call)(int), int calls) {
    static double time[2][batches];
    for (int n = 0; n < batches; ++n)
        for (int side = 0; side < 2; ++side) {
            void (*const one)(int) = side == 0 ? bare : call;
            const double begin = now();
            for (int k = 0; k < calls; ++k) one(k & 63);
            time[side][n] = (now() - begin) / calls;
        }
    for (int side = 0; side < 2; ++side) qsort(time[side], batches, sizeof(double), by_value);
    printf("  %-34s bare %8.1f ns (median %8.1f), FMU %8.1f (%8.1f): ratio of minima %.2f, of medians %.2f\n", what, time[0][0],
           time[0][batches / 2], time[1][0], time[1][batches / 2], time[1][0] / time[0][0],
           time[1][batches / 2] / time[0][batches / 2]);
}

#define FUNCTION(name) dlsym(library, "fmi3" name)
int main(int count, char** words) {
    void* const library = count > 2 ? dlopen(words[1], RTLD_NOW) : NULL;
    if (library == NULL) return 1;
    void* (*make)(const char*, const char*, const char*, bool, bool, void*, void*) = FUNCTION("InstantiateModelExchange");
    int (*start)(void*, bool, double, double, bool, double) = FUNCTION("EnterInitializationMode");
    int (*started)(void*) = FUNCTION("ExitInitializationMode");
    int (*discrete)(void*, bool*, bool*, bool*, bool*, bool*, double*) = FUNCTION("UpdateDiscreteStates");
    int (*go)(void*) = FUNCTION("EnterContinuousTimeMode");
    bool flags[5];
    double at, first[states];
    int (*get_states)(void*, double*, size_t) = FUNCTION("GetContinuousStates");
    set_states = FUNCTION("SetContinuousStates"), get_rates = FUNCTION("GetContinuousStateDerivatives");
    get_slopes = FUNCTION("GetDirectionalDerivative");
    fmu = make("bench", words[2], NULL, false, false, NULL, NULL);
    if (fmu == NULL || start(fmu, false, 0, 0, false, 0) != 0 || started(fmu) != 0 ||
        discrete(fmu, flags, flags + 1, flags + 2, flags + 3, flags + 4, &at) != 0 || go(fmu) != 0 ||
        get_states(fmu, first, states) != 0)
        return 1;
    M(defaults)(p);
    M(setup)(p, c);
    srand(1);
    for (int k = 0; k < 64; ++k)
        for (int i = 0; i < states; ++i) y[k][i] = first[i] + 0.02 * rand() / RAND_MAX;
    for (int i = 0; i < states; ++i) rate_references[i] = (uint32_t)(1 + states + i);
    for (int j = 0; j < columns; ++j)
        column_references[j] = (uint32_t)(j < states ? 1 + j : 1 + 2 * states + M(np) + j - states);
    double own[states];
    derivatives(3);
    memcpy(own, ydot, sizeof own);
    fmu_derivatives(3);
    for (int i = 0; i < states; ++i)
        if (!(own[i] - ydot[i] < 1e-9 * (1 + fabs(own[i])) && ydot[i] - own[i] < 1e-9 * (1 + fabs(own[i])))) return 2;
    compare("derivatives", derivatives, fmu_derivatives, 2000);
    compare("all columns of the jacobian", jacobian, fmu_jacobian, 300);
    return 0;
}
