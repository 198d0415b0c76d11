/*
 * Simulates the model @M@: @STEM@_main [FILE]
 * FILE holds lines "name value": end, step, output (the CSV file), parameters, coordinates, speeds, @STATES@constant inputs.
@O  * With constraints: assemble (0 or 1, default 1: bring the initial state onto them), project (0 or 1, default 0: and
@O  * every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
 */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "@HEADER@"

enum { ny = @NY@, most_text = 512 };

/* one element more than needed: none is without an element */
typedef struct {
    double end, step;
    char csv_name[most_text];
    double p[@M@_np + 1], c[@M@_nc + 1], w[@M@_nw + 1], y[ny + 1], o[@M@_no + 1];
    double kinetic, potential;
@C     double phi[@M@_nphi + 1], phidot[@M@_nphi + 1], largest_phi, largest_phidot;
@O     double assemble, project, tolerance;
} Simulation;

static void stop(void) { exit(1); }

static int is_finite(double x) { return fabs(x) <= DBL_MAX; }

/* where among the names, -1 where not */
static int place_in(const char* const* names, int count, const char* name) {
    int i;
    for (i = 0; i < count; ++i)
        if (strcmp(names[i], name) == 0) return i;
    return -1;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* "-12.5", "1e-3", "1d-3" */
static int is_decimal(const char* text) {
    int digits = 0;
    if (*text == '+' || *text == '-') ++text;
    for (; is_digit(*text); ++text) ++digits;
    if (*text == '.') ++text;
    for (; is_digit(*text); ++text) ++digits;
    if (digits == 0) return 0;
    if (*text == '\0') return 1;
    if (strchr("eEdD", *text) == NULL) return 0;
    ++text;
    if (*text == '+' || *text == '-') ++text;
    if (*text == '\0') return 0;
    while (is_digit(*text)) ++text;
    return *text == '\0';
}

static double number_of(const char* text, const char* file, int line) {
    char plain[most_text];
    size_t k;
    double value;
    if (!is_decimal(text)) {
        fprintf(stderr, "error: %s:%d: %s is not a number\n", file, line, text);
        stop();
    }
    for (k = 0; text[k] != '\0'; ++k) plain[k] = (char)(text[k] == 'd' || text[k] == 'D' ? 'e' : text[k]);
    plain[k] = '\0';
    value = strtod(plain, NULL);
    if (!is_finite(value)) {
        fprintf(stderr, "error: %s:%d: %s is beyond all numbers\n", file, line, text);
        stop();
    }
    return value;
}

/* 1 where the name is one of these; the value goes in where `now` says so */
static int assign(const char* const* names, int count, const char* name, double value, double* values, int now) {
    const int place = place_in(names, count, name);
    if (place < 0) return 0;
    if (now) values[place] = value;
    return 1;
}

static int assign_setting(Simulation* s, const char* name, double value) {
    if (strcmp(name, "end") == 0) {
        s->end = value;
    } else if (strcmp(name, "step") == 0) {
        s->step = value;
@O     } else if (strcmp(name, "assemble") == 0) {
@O         s->assemble = value;
@O     } else if (strcmp(name, "project") == 0) {
@O         s->project = value;
@O     } else if (strcmp(name, "tolerance") == 0) {
@O         s->tolerance = value;
    } else {
        return 0;
    }
    return 1;
}

/* The first word of a line, ended by a zero, and what follows it, without blanks at its ends. */
static char* split(char* line, char** rest) {
    char *end, *word;
    while (isspace((unsigned char)*line)) ++line;
    for (word = line; *line != '\0' && !isspace((unsigned char)*line);) ++line;
    if (*line != '\0') *line++ = '\0';
    while (isspace((unsigned char)*line)) ++line;
    for (end = line + strlen(line); end > line && isspace((unsigned char)end[-1]);) --end;
    *end = '\0';
    *rest = line;
    return word;
}

/* Pass 1 takes settings, parameters and inputs; pass 2 the initial state, which may depend on the parameters. */
static void read_line(Simulation* s, char* line, const char* file, int number, int pass) {
    char *text, *name = split(line, &text), *blank = text;
    double value;
    if (*name == '\0') return;
    if (*text == '\0') {
        fprintf(stderr, "error: %s:%d: no value for %s\n", file, number, name);
        stop();
    }
    if (strcmp(name, "output") == 0) {
        strcpy(s->csv_name, text);
        return;
    }
    while (*blank != '\0' && !isspace((unsigned char)*blank)) ++blank;
    if (*blank != '\0') {
        fprintf(stderr, "error: %s:%d: one value for %s, not %s\n", file, number, name, text);
        stop();
    }
    value = number_of(text, file, number);
    if (!assign_setting(s, name, value) &&
        !assign(@M@_parameter_names, @M@_np, name, value, s->p, pass == 1) &&
        !assign(@M@_input_names, @M@_nw, name, value, s->w, 1) &&
        !assign(@M@_coordinate_names, @M@_nq, name, value, s->y, pass == 2) &&
@S         !assign(@M@_state_names, @M@_ns, name, value, s->y + @M@_nq + @M@_nu, pass == 2) &&
        !assign(@M@_speed_names, @M@_nu, name, value, s->y + @M@_nq, pass == 2)) {
        fprintf(stderr, "error: %s:%d: the model has no %s\n", file, number, name);
        stop();
    }
}

static void read_file(Simulation* s, const char* name, int pass) {
    char line[most_text];
    int number, fails;
    FILE* file = fopen(name, "r");
    if (file == NULL) {
        fprintf(stderr, "error: cannot read %s\n", name);
        stop();
    }
    for (number = 1; fgets(line, sizeof line, file) != NULL; ++number) {
        if (strchr(line, '\n') == NULL && strlen(line) + 1 == sizeof line) {
            fprintf(stderr, "error: %s:%d: the line is too long\n", name, number);
            stop();
        }
        line[strcspn(line, "#")] = '\0';
        read_line(s, line, name, number, pass);
    }
    fails = ferror(file);
    fclose(file);
    if (fails) {
        fprintf(stderr, "error: cannot read %s\n", name);
        stop();
    }
}

static void require_start(const char* const* names, const double* values, int count) {
    int i;
    for (i = 0; i < count; ++i)
        if (!is_finite(values[i])) {
            fprintf(stderr, "error: the initial value of %s is no finite number@Q@\n", names[i]);
            stop();
        }
}

static void require_regular(double t, int info) {
    if (info == 0) return;
    if (info > @M@_nu) {
        fprintf(stderr, "error: the constraints are dependent at time %g\n", t);
    } else {
        fprintf(stderr, "error: the mass matrix is singular at speed %s, time %g\n", @M@_speed_names[info - 1], t);
    }
    stop();
}

static void slope(const Simulation* s, double t, const double* y, double* ydot) {
    int info = 0;
    @M@_derivatives(t, y, s->w, s->c, ydot, &info);
    require_regular(t, info);
}

/* s->y, by Runge's and Kutta's method of fourth order */
static void advance(Simulation* s, double t, double h) {
    double k1[ny + 1], k2[ny + 1], k3[ny + 1], k4[ny + 1], z[ny + 1];
    double* const y = s->y;
    int i;
    slope(s, t, y, k1);
    for (i = 0; i < ny; ++i) z[i] = y[i] + h / 2 * k1[i];
    slope(s, t + h / 2, z, k2);
    for (i = 0; i < ny; ++i) z[i] = y[i] + h / 2 * k2[i];
    slope(s, t + h / 2, z, k3);
    for (i = 0; i < ny; ++i) z[i] = y[i] + h * k3[i];
    slope(s, t + h, z, k4);
    for (i = 0; i < ny; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

@C static double largest(double so_far, const double* values, int count) {
@C     int i;
@C     for (i = 0; i < count; ++i)
@C         if (fabs(values[i]) > so_far) so_far = fabs(values[i]);
@C     return so_far;
@C }
@C 
@O static void onto_constraints(Simulation* s, double t) {
@O     int info = 0;
@A     @M@_assemble(t, s->y, s->w, s->c, s->tolerance, 100, &info);
@A     if (info != 0) {
@A         fprintf(stderr, "error: the coordinates cannot be assembled at time %g: %s\n", t,
@A                 info == @NO_CONVERGENCE@ ? "no convergence in 100 steps" : "the constraints are dependent");
@A         stop();
@A     }
@P     @M@_project_speeds(t, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &info);
@P     if (info != 0) {
@P         fprintf(stderr, "error: the speeds cannot be projected at time %g: the constraints are dependent\n", t);
@P         stop();
@P     }
@O }
@O 
static void write_values(FILE* csv, const double* values, int count) {
    int i;
    for (i = 0; i < count; ++i) fprintf(csv, ",%.16e", values[i]);
}

static void cannot_write(const Simulation* s) {
    fprintf(stderr, "error: cannot write all of %s\n", s->csv_name);
    stop();
}

static void write_row(FILE* csv, Simulation* s, double t) {
    const double *q = s->y, *u = s->y + @M@_nq;
    int info = 0;
    @M@_energy(t, q, u@S_DATA@, s->w, s->c, &s->kinetic, &s->potential);
    @M@_outputs(t, q, u@S_DATA@, s->w, s->c, s->o, &info);
    require_regular(t, info);
@C     @M@_constraints(t, q, u@S_DATA@, s->w, s->c, s->phi, s->phidot);
@C     s->largest_phi = largest(s->largest_phi, s->phi, @M@_nphi);
@C     s->largest_phidot = largest(s->largest_phidot, s->phidot, @M@_nphi);
    fprintf(csv, "%.16e", t);
    write_values(csv, s->y, ny);
    write_values(csv, s->o, @M@_no);
    fprintf(csv, ",%.16e,%.16e\n", s->kinetic, s->potential);
    if (ferror(csv) != 0) cannot_write(s);
}

static void write_names(FILE* csv, const char* const* names, int count) {
    int i;
    for (i = 0; i < count; ++i) fprintf(csv, ",%s", names[i]);
}

static void write_header(FILE* csv) {
    fprintf(csv, "t");
    write_names(csv, @M@_coordinate_names, @M@_nq);
    write_names(csv, @M@_speed_names, @M@_nu);
@S     write_names(csv, @M@_state_names, @M@_ns);
    write_names(csv, @M@_output_names, @M@_no);
    fprintf(csv, ",kinetic,potential\n");
}

static void start(Simulation* s, const char* file) {
    s->end = 10;
    s->step = 0.001;
    strcpy(s->csv_name, "@STEM@.csv");
@O     s->assemble = 1;
@O     s->tolerance = 1e-10;
    @M@_defaults(s->p);
    if (file != NULL) read_file(s, file, 1);
    @M@_initial(s->p, s->y, s->y + @M@_nq@S_DATA@);
    if (file != NULL) read_file(s, file, 2);
@N     @M@_normalize(s->y);
    require_start(@M@_coordinate_names, s->y, @M@_nq);
    require_start(@M@_speed_names, s->y + @M@_nq, @M@_nu);
@S     require_start(@M@_state_names, s->y + @M@_nq + @M@_nu, @M@_ns);
    if (!(s->step > 0 && s->end >= 0 && s->end / s->step < 1e9)) {
        fprintf(stderr, "error: step and end must be positive, with fewer than 1e9 steps\n");
        stop();
    }
    @M@_setup(s->p, s->c);
}

static void require_numbers(const Simulation* s, double t) {
    int i;
    for (i = 0; i < ny; ++i)
        if (!is_finite(s->y[i])) {
            fprintf(stderr,
                    "error: the state is no finite number any more at time %g: is the step too large?\n", t);
            stop();
        }
}

int main(int count, char** arguments) {
    static Simulation s; /* zeros */
    FILE* csv;
    long steps, k;
    double h, energy_start, drift = 0;
    if (count > 2) {
        fprintf(stderr, "error: expected one file, found more arguments\n");
        return 1;
    }
    start(&s, count > 1 ? arguments[1] : NULL);
    csv = fopen(s.csv_name, "w");
    if (csv == NULL) {
        fprintf(stderr, "error: cannot write %s\n", s.csv_name);
        return 1;
    }
    write_header(csv);
    steps = lround(s.end / s.step);
    if ((double)steps * s.step < s.end * (1 - 1e-12)) ++steps;
    h = s.end / (double)(steps > 1 ? steps : 1);
@O     if (s.assemble > 0) onto_constraints(&s, 0);
    write_row(csv, &s, 0);
    energy_start = s.kinetic + s.potential;
    for (k = 1; k <= steps; ++k) {
        const double t = (double)k * h;
        advance(&s, (double)(k - 1) * h, h);
@N         @M@_normalize(s.y);
        require_numbers(&s, t);
@O         if (s.project > 0) onto_constraints(&s, t);
        write_row(csv, &s, t);
        if (fabs(s.kinetic + s.potential - energy_start) > drift) drift = fabs(s.kinetic + s.potential - energy_start);
    }
    if (fclose(csv) != 0) cannot_write(&s);
    printf("energy at start  %.16e\nenergy at end    %.16e\nlargest change   %.16e\n", energy_start,
           s.kinetic + s.potential, drift);
@C     printf("largest |phi|    %.16e\nlargest |phidot| %.16e\n", s.largest_phi, s.largest_phidot);
    printf("wrote %s, %ld rows\n", s.csv_name, steps + 1);
    return fflush(stdout) == 0 ? 0 : 1;
}
