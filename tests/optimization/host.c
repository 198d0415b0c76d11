/* Calls a function of emit(casadi, ..) through CasADi's C interface, in the order in which CasADi calls it, and compares
   its derivatives with differences of its values.   host FUNCTION SEED DEFAULTS FLAGS [ARGUMENT VALUE ..]
   Prints names, shapes and numbers of the arguments and results of FUNCTION; ends with 1 where something is wrong. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long long integer;
typedef struct {
    char name[256];
    int (*eval)(const double**, double**, integer*, double*, int);
    integer (*n_in)(void), (*n_out)(void);
    const char* (*name_in)(integer), *(*name_out)(integer);
    const integer* (*sparsity_in)(integer), *(*sparsity_out)(integer);
    int (*diff_in)(integer), (*diff_out)(integer);
    int (*work)(integer*, integer*, integer*, integer*);
    void (*incref)(void), (*decref)(void), (*release)(int);
    int (*checkout)(void);
    integer ins, outs, sizes[4];
    int memory;
} Function;

static int faults = 0;
static void expect(int holds, const char* what, const char* where) {
    if (holds) return;
    printf("WRONG: %s of %s\n", what, where);
    ++faults;
}

static void* symbol(const char* name, const char* suffix) {
    char text[300];
    snprintf(text, sizeof text, "%s%s", name, suffix);
    return dlsym(RTLD_DEFAULT, text);
}

static integer rows_of(const integer* shape) {
    return shape[0];
}
static integer columns_of(const integer* shape) {
    return shape[1];
}
static int is_dense(const integer* shape) {
    return shape[2] == 1;
}
static integer entries_of(const integer* shape) {
    return is_dense(shape) ? shape[0] * shape[1] : shape[2 + shape[1]];
}
/* place of an entry, column after column, in the full matrix */
static integer full_place(const integer* shape, integer k) {
    if (is_dense(shape)) return k;
    integer column = 0;
    while (shape[2 + column + 1] <= k) ++column;
    return column * shape[0] + shape[2 + shape[1] + 1 + k];
}
static void check_shape(const integer* shape, const char* where) {
    if (is_dense(shape)) return;
    const integer *start = shape + 2, *row = shape + 3 + shape[1];
    expect(start[0] == 0, "first column", where);
    for (integer c = 0; c < shape[1]; ++c) {
        expect(start[c] <= start[c + 1], "order of columns", where);
        for (integer k = start[c]; k < start[c + 1]; ++k) {
            expect(row[k] >= 0 && row[k] < shape[0], "row", where);
            expect(k == start[c] || row[k - 1] < row[k], "order of rows", where);
        }
    }
}

/* As CasADi does when a function is made: all symbols, a reference, sizes, names, sparsities, workspace, memory. */
static int load(Function* f, const char* prefix, const char* base) {
    snprintf(f->name, sizeof f->name, "%s%s", prefix, base);
    *(void**)&f->eval = symbol(f->name, "");
    if (!f->eval) return 0;
    *(void**)&f->n_in = symbol(f->name, "_n_in"), *(void**)&f->n_out = symbol(f->name, "_n_out");
    *(void**)&f->name_in = symbol(f->name, "_name_in"), *(void**)&f->name_out = symbol(f->name, "_name_out");
    *(void**)&f->sparsity_in = symbol(f->name, "_sparsity_in");
    *(void**)&f->sparsity_out = symbol(f->name, "_sparsity_out");
    *(void**)&f->diff_in = symbol(f->name, "_diff_in"), *(void**)&f->diff_out = symbol(f->name, "_diff_out");
    *(void**)&f->work = symbol(f->name, "_work");
    *(void**)&f->incref = symbol(f->name, "_incref"), *(void**)&f->decref = symbol(f->name, "_decref");
    *(void**)&f->checkout = symbol(f->name, "_checkout"), *(void**)&f->release = symbol(f->name, "_release");
    if (!f->n_in || !f->n_out || !f->name_in || !f->name_out || !f->sparsity_in || !f->sparsity_out || !f->work ||
        !f->incref || !f->decref || !f->checkout || !f->release || !f->diff_in || !f->diff_out) {
        expect(0, "the list of symbols", f->name);
        exit(1);
    }
    f->incref();
    f->ins = f->n_in(), f->outs = f->n_out();
    for (integer i = 0; i < f->ins; ++i) check_shape(f->sparsity_in(i), f->name);
    for (integer i = 0; i < f->outs; ++i) check_shape(f->sparsity_out(i), f->name);
    expect(f->name_in(f->ins) == NULL && f->name_out(f->outs) == NULL, "a name behind the last", f->name);
    expect(f->work(&f->sizes[0], &f->sizes[1], &f->sizes[2], &f->sizes[3]) == 0, "work", f->name);
    expect(f->sizes[0] >= f->ins && f->sizes[1] >= f->outs, "sizes of arg and res", f->name);
    f->memory = f->checkout();
    return 1;
}
static void unload(Function* f) {
    if (!f->eval) return;
    f->release(f->memory);
    f->decref();
}

/* -- values: of each argument or result an array of its own, as long as its entries */

typedef struct {
    double* of[64];
} Values;
static Values values_in(const Function* f) {
    Values v = {{0}};
    for (integer i = 0; i < f->ins; ++i) v.of[i] = calloc((size_t)entries_of(f->sparsity_in(i)), sizeof(double));
    return v;
}
static Values values_out(const Function* f) {
    Values v = {{0}};
    for (integer i = 0; i < f->outs; ++i) v.of[i] = calloc((size_t)entries_of(f->sparsity_out(i)), sizeof(double));
    return v;
}
static void free_values(Values* v) {
    for (int i = 0; i < 64; ++i) free(v->of[i]);
}
/* `without`: an argument or, from 100 on, a result that is null; -1: none */
static int call(const Function* f, const Values* in, Values* out, integer without) {
    const double** arg = calloc((size_t)f->sizes[0], sizeof *arg);
    double** res = calloc((size_t)f->sizes[1], sizeof *res);
    integer* iw = calloc((size_t)f->sizes[2], sizeof *iw);
    double* w = calloc((size_t)f->sizes[3], sizeof *w);
    for (integer k = 0; k < f->sizes[3]; ++k) w[k] = NAN; /* nothing may be taken from it */
    for (integer i = 0; i < f->ins; ++i) arg[i] = i == without ? NULL : in->of[i];
    for (integer i = 0; i < f->outs; ++i) res[i] = i + 100 == without ? NULL : out->of[i];
    const int status = f->eval(arg, res, iw, w, f->memory);
    free(arg), free(res), free(iw), free(w);
    return status;
}
static int same_results(const Function* f, const Values* a, const Values* b, integer but) {
    for (integer i = 0; i < f->outs; ++i)
        if (i != but && memcmp(a->of[i], b->of[i], (size_t)entries_of(f->sparsity_out(i)) * sizeof(double)) != 0)
            return 0;
    return 1;
}

/* Results that are null are skipped, arguments that are null are zeros. */
static void check_nulls(const Function* f, const Values* in) {
    Values all = values_out(f), some = values_out(f);
    expect(call(f, in, &all, -1) == 0, "status", f->name);
    for (integer i = 0; i < f->outs; ++i) {
        expect(call(f, in, &some, 100 + i) == 0, "status without a result", f->name);
        expect(same_results(f, &all, &some, i), "results beside one that is null", f->name);
    }
    for (integer i = 0; i < f->ins; ++i) {
        Values zero = *in;
        zero.of[i] = calloc((size_t)entries_of(f->sparsity_in(i)), sizeof(double));
        const int a = call(f, &zero, &all, -1), b = call(f, in, &some, i);
        expect(a == b, "status with an argument that is null", f->name);
        if (a == 0 && b == 0) expect(same_results(f, &all, &some, -1), "an argument that is null", f->name);
        free(zero.of[i]);
    }
    free_values(&all), free_values(&some);
}

/* The last elements of w, which are no columns of derivatives. */
static integer flags = 0;
static int is_flag(const Function* f, integer in, integer element) {
    return strcmp(f->name_in(in), "w") == 0 && element >= entries_of(f->sparsity_in(in)) - flags;
}

/* Result `block` of `derivative`, in its full form, against central differences of `of`'s result `out` by argument `in`. */
static double block_error(const Function* derivative, const Values* given, integer block, const Function* of,
                          const Values* at, integer out, integer in) {
    const integer* shape = derivative->sparsity_out(block);
    const integer rows = entries_of(of->sparsity_out(out)), columns = entries_of(of->sparsity_in(in));
    expect(rows_of(shape) == rows && columns_of(shape) == columns, "shape of a block", derivative->name);
    double *full = calloc((size_t)(rows * columns), sizeof(double)), worst = 0;
    for (integer k = 0; k < entries_of(shape); ++k) full[full_place(shape, k)] = given->of[block][k];
    Values result = values_out(of);
    for (integer c = 0; c < columns; ++c) {
        if (is_flag(of, in, c)) continue;
        double* const x = &at->of[in][c];
        const double before = *x, h = 1e-3, weights[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12},
                     steps[4] = {-2, -1, 1, 2};
        double* slope = calloc((size_t)rows, sizeof(double));
        for (int s = 0; s < 4; ++s) {
            *x = before + steps[s] * h;
            expect(call(of, at, &result, -1) == 0, "status beside the state", of->name);
            for (integer r = 0; r < rows; ++r) slope[r] += weights[s] * result.of[out][r] / h;
        }
        *x = before;
        for (integer r = 0; r < rows; ++r)
            worst = fmax(worst, fabs(slope[r] - full[c * rows + r]) / (1 + fabs(slope[r])));
        free(slope);
    }
    free(full), free_values(&result);
    return worst;
}
/* All of them, output by output; inputs that are not differentiable have no entries. */
static double jacobian_error(const Function* jacobian, const Values* given, const Function* of, const Values* at,
                             const Function* base) {
    double worst = 0;
    expect(jacobian->outs == of->ins * of->outs, "number of blocks", jacobian->name);
    for (integer o = 0; o < of->outs; ++o)
        for (integer i = 0; i < of->ins; ++i) {
            char name[300];
            snprintf(name, sizeof name, "jac_%s_%s", of->name_out(o), of->name_in(i));
            const integer block = o * of->ins + i;
            expect(strcmp(name, jacobian->name_out(block)) == 0, "name of a block", jacobian->name);
            /* of adj1_f, what f is not differentiated by */
            const int known = i < base->ins ? base->diff_in(i) : 1;
            const int of_known = of == base ? 1 : base->diff_in(o);
            if (known && of_known)
                worst = fmax(worst, block_error(jacobian, given, block, of, at, o, i));
            else
                expect(entries_of(jacobian->sparsity_out(block)) == 0, "entries of a block", jacobian->name);
        }
    return worst;
}

static double draw(void) {
    return 1.2 * ((double)rand() / RAND_MAX - 0.5);
}

static void print_values(const char* kind, const char* name, const integer* shape, const double* of) {
    printf("%s %s %lld %lld", kind, name, rows_of(shape), columns_of(shape));
    for (integer k = 0; k < entries_of(shape); ++k) printf(" %.17g", of[k]);
    printf("\n");
}

int main(int count, char** words) {
    if (count < 5) return 2;
    const char* name = words[1];
    srand((unsigned)atoi(words[2]));
    flags = atoi(words[4]);
    Function defaults = {0}, f = {0}, jac = {0}, fwd = {0}, adj = {0}, jac_adj = {0};
    if (!load(&f, "", name)) return 2;
    Values in = values_in(&f), out = values_out(&f);
    Values p = {{0}};
    if (load(&defaults, "", words[3])) {
        p = values_out(&defaults);
        Values none = {{0}};
        expect(call(&defaults, &none, &p, -1) == 0, "status", words[3]);
    }
    for (integer i = 0; i < f.ins; ++i)
        for (integer k = 0; k < entries_of(f.sparsity_in(i)); ++k)
            in.of[i][k] = strcmp(f.name_in(i), "p") == 0 ? p.of[0][k] * (1 + 0.1 * draw()) : draw();
    for (int k = 5; k + 1 < count; k += 2) /* NAME VALUE: all elements of an argument, such as flags that are off */
        for (integer i = 0; i < f.ins; ++i)
            if (strcmp(f.name_in(i), words[k]) == 0)
                for (integer e = 0; e < entries_of(f.sparsity_in(i)); ++e) in.of[i][e] = atof(words[k + 1]);
    expect(call(&f, &in, &out, -1) == 0, "status", name);
    for (integer i = 0; i < f.ins; ++i) print_values("in", f.name_in(i), f.sparsity_in(i), in.of[i]);
    for (integer i = 0; i < f.outs; ++i) print_values("out", f.name_out(i), f.sparsity_out(i), out.of[i]);
    check_nulls(&f, &in);

    if (load(&jac, "jac_", name)) {
        Values given = values_in(&jac), blocks = values_out(&jac);
        for (integer i = 0; i < f.ins; ++i)
            memcpy(given.of[i], in.of[i], (size_t)entries_of(f.sparsity_in(i)) * sizeof(double));
        expect(call(&jac, &given, &blocks, -1) == 0, "status", jac.name);
        const double error = jacobian_error(&jac, &blocks, &f, &in, &f);
        expect(error < 1e-7, "derivatives", jac.name);
        printf("error %s %.2e\n", jac.name, error);
        check_nulls(&jac, &given);
        free_values(&given), free_values(&blocks);
    }
    Values seeds = {{0}}, forward = {{0}};
    if (load(&fwd, "fwd1_", name)) {
        seeds = values_in(&fwd), forward = values_out(&fwd);
        for (integer i = 0; i < f.ins; ++i) {
            memcpy(seeds.of[i], in.of[i], (size_t)entries_of(f.sparsity_in(i)) * sizeof(double));
            /* flags are no columns of w, and what is not differentiable has no seeds */
            for (integer k = 0; k < entries_of(f.sparsity_in(i)); ++k)
                seeds.of[f.ins + f.outs + i][k] = f.diff_in(i) ? draw() : 0;
        }
        expect(call(&fwd, &seeds, &forward, -1) == 0, "status", fwd.name);
        check_nulls(&fwd, &seeds);
    }
    if (load(&adj, "adj1_", name)) {
        Values given = values_in(&adj), gradient = values_out(&adj);
        const integer v = f.ins + f.outs;
        for (integer i = 0; i < f.ins; ++i)
            memcpy(given.of[i], in.of[i], (size_t)entries_of(f.sparsity_in(i)) * sizeof(double));
        for (integer k = 0; k < entries_of(f.sparsity_out(0)); ++k) given.of[v][k] = draw();
        expect(call(&adj, &given, &gradient, -1) == 0, "status", adj.name);
        if (fwd.eval) { /* v (J d) = (v J) d */
            double left = 0, right = 0, size = 1;
            for (integer k = 0; k < entries_of(f.sparsity_out(0)); ++k) {
                left += given.of[v][k] * forward.of[0][k];
                size += fabs(given.of[v][k] * forward.of[0][k]);
            }
            for (integer i = 0; i < f.ins; ++i)
                for (integer k = 0; k < entries_of(f.sparsity_in(i)); ++k)
                    right += gradient.of[i][k] * seeds.of[f.ins + f.outs + i][k];
            expect(fabs(left - right) < 1e-11 * size, "forward against adjoint", name);
            printf("error fwd1 %.2e\n", fabs(left - right) / size);
        }
        /* against differences of v^T f */
        double worst = 0;
        for (integer i = 0; i < f.ins; ++i)
            for (integer k = 0; f.diff_in(i) && k < entries_of(f.sparsity_in(i)); ++k) {
                if (is_flag(&f, i, k)) continue;
                const double before = in.of[i][k], h = 1e-3, weights[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12},
                             steps[4] = {-2, -1, 1, 2};
                double slope = 0;
                for (int s = 0; s < 4; ++s) {
                    in.of[i][k] = before + steps[s] * h;
                    call(&f, &in, &out, -1);
                    for (integer r = 0; r < entries_of(f.sparsity_out(0)); ++r)
                        slope += weights[s] * given.of[v][r] * out.of[0][r] / h;
                }
                in.of[i][k] = before;
                worst = fmax(worst, fabs(slope - gradient.of[i][k]) / (1 + fabs(slope)));
            }
        expect(worst < 1e-7, "derivatives", adj.name);
        printf("error %s %.2e\n", adj.name, worst);
        check_nulls(&adj, &given);
        if (load(&jac_adj, "jac_adj1_", name)) {
            Values all = values_in(&jac_adj), blocks = values_out(&jac_adj);
            for (integer i = 0; i < adj.ins; ++i)
                memcpy(all.of[i], given.of[i], (size_t)entries_of(adj.sparsity_in(i)) * sizeof(double));
            expect(call(&jac_adj, &all, &blocks, -1) == 0, "status", jac_adj.name);
            const double error = jacobian_error(&jac_adj, &blocks, &adj, &given, &f);
            expect(error < 1e-6, "second derivatives", jac_adj.name);
            printf("error %s %.2e\n", jac_adj.name, error);
            check_nulls(&jac_adj, &all);
            free_values(&all), free_values(&blocks);
        }
        free_values(&given), free_values(&gradient);
    }
    free_values(&seeds), free_values(&forward), free_values(&in), free_values(&out), free_values(&p);
    Function* const functions[6] = {&defaults, &f, &jac, &fwd, &adj, &jac_adj};
    for (int k = 0; k < 6; ++k) unload(functions[k]);
    return faults > 0;
}
