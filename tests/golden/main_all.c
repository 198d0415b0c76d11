/*
 * Simulates the model swing: swing_main [FILE]
 * FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, states, constant
 * inputs, and settings; "parameter NAME value" is never a setting.
 *   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
 *   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
 *   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with
 *   the clock
 *   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default 1: and every
 *   step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
 * FILE.echo holds all that was used, and is such a file itself.
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "swing.h"

void steer(double, double, double, double*);
void steer(double, double, double, double*);
/* -- texts, files and numbers. A text ends with a character that is no blank. */

static void put_together(char* text, size_t size, const char* format, va_list items) {
    size_t length;
    vsnprintf(text, size, format, items);
    for (length = strlen(text); length > 0 && text[length - 1] == ' ';) text[--length] = '\0';
}

static inline void set_text(char* text, size_t size, const char* format, ...) {
    va_list items;
    va_start(items, format);
    put_together(text, size, format, items);
    va_end(items);
}

static inline void add_text(char* text, size_t size, const char* format, ...) {
    const size_t length = strlen(text);
    va_list items;
    va_start(items, format);
    put_together(text + length, size - length, format, items);
    va_end(items);
}

/* the first character from there on that is none of these, and that is one of them; what ends the text where none is */
static inline int skip(const char* text, int from, const char* set) { return from + (int)strspn(text + from, set); }

static inline int find(const char* text, int from, const char* set) { return from + (int)strcspn(text + from, set); }

static inline void whole_text(int number, char* digits) { sprintf(digits, "%d", number); }

static inline void all_digits(double value, char* digits) { sprintf(digits, "%.16e", value); }

/* a decimal number */
static inline void number_of(const char* given, double* value) {
    char plain[16384 + 1];
    size_t k;
    for (k = 0; given[k] != '\0'; ++k) plain[k] = (char)(given[k] == 'd' || given[k] == 'D' ? 'e' : given[k]);
    plain[k] = '\0';
    *value = strtod(plain, NULL);
}

/* its digits, the exponent of the first one, and what they are read as */
static inline void scientific(double value, int count, char* all, int* exponent, double* back) {
    char text[64];
    size_t k, n = 0;
    sprintf(text, "%.*e", count - 1, value);
    for (k = 0; text[k] != 'e'; ++k)
        if (text[k] != '.') all[n++] = text[k];
    all[n] = '\0';
    *exponent = atoi(text + k + 1);
    *back = strtod(text, NULL);
}

static void warn(const char* format, ...) {
    va_list items;
    fputs("warning: ", stderr);
    va_start(items, format);
    vfprintf(stderr, format, items);
    va_end(items);
    fputs("\n", stderr);
}

static void fail(const char* format, ...) {
    va_list items;
    fputs("error: ", stderr);
    va_start(items, format);
    vfprintf(stderr, format, items);
    va_end(items);
    fputs("\n", stderr);
    exit(1);
}

static FILE* files[61]; /* 0 is the standard output */

static FILE* file_of(int file) { return file == 0 ? stdout : files[file]; }

static void open_old(int file, const char* name, int* failed) {
    int first;
    *failed = 1;
    files[file] = fopen(name, "r");
    if (files[file] == NULL) return;
    first = getc(files[file]);
    *failed = first == EOF && ferror(files[file]);
    ungetc(first, files[file]);
}

static void open_new(int file, const char* name, int* failed) {
    files[file] = fopen(name, "w");
    *failed = files[file] == NULL;
}

/* failed: not all of it is written */
static void close_file(int file, int* failed) {
    *failed = ferror(file_of(file)) != 0;
    if (fclose(file_of(file)) != 0) *failed = 1;
}

/* status: 0, 1 at the end of the file, 2 it cannot be read, 3 the line is too long, 4 it holds a zero */
static void read_line(int file, char* line, int* status) {
    int c = getc(files[file]), length = 0;
    *status = c != EOF ? 0 : ferror(files[file]) ? 2 : 1;
    for (; c != '\n' && c != EOF; c = getc(files[file])) {
        if (length == 16384) *status = 3;
        if (c == '\0') *status = 4;
        if (*status != 0) return;
        line[length++] = (char)(c == '\t' || c == '\r' || c == '\v' || c == '\f' ? ' ' : c);
    }
    while (length > 0 && line[length - 1] == ' ') --length;
    line[length] = '\0';
}

static void put_text(int file, const char* format, ...) {
    va_list items;
    va_start(items, format);
    vfprintf(file_of(file), format, items);
    va_end(items);
}

/* of the machine, s */
static void clock_now(double* seconds) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    *seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sleep_for(double seconds) {
    struct timespec rest;
    rest.tv_sec = (time_t)seconds;
    rest.tv_nsec = (long)(1e9 * (seconds - floor(seconds)));
    nanosleep(&rest, NULL);
}
static void swing_user_at_init(double t, const double* p, const double* y, double* w, const double* o) {
    steer(t, p[1], o[0], &w[0]);
    (void)t, (void)p, (void)y, (void)w, (void)o;
}
static void swing_user_at_step(double t, const double* p, const double* y, double* w, const double* o) {
    steer(t, p[1], o[0], &w[0]);
    (void)t, (void)p, (void)y, (void)w, (void)o;
}

/* what parameter files say of a run. fired: of an event that has happened at the start and waits until its function
   has left zero the largest size of that, else 0 */
static struct {
    double time_start, time_end, step_length, interval, labels, realtime, assemble, project, tolerance, fired[swing_ne];
    int order;
    char csv_name[513], title[513], save_name[513], inputs_name[513];
} settings;

/* of a run: its parameters, inputs, state and constants */
static struct {
    double p[swing_np], w[swing_nw], y[swing_nq + swing_nu + swing_ns], c[swing_nc];
} run_values;

/* what holds where no file says otherwise */
static inline void swing_default_settings(const char* csv) {
    enum { ne = swing_ne };
    settings.time_start = 0.0;
    settings.time_end = 10.0;
    settings.step_length = 0.001;
    settings.interval = 0.0;
    settings.labels = 0.0;
    settings.realtime = 0.0;
    settings.assemble = 1.0;
    /* onto the constraints, after every step */
    settings.project = 0.0;
    settings.project = 1.0;
    settings.tolerance = 1.0e-10;
    settings.order = 4;
    for (int k = 0; k < ne; ++k) settings.fired[k] = 0.0;
    set_text(settings.csv_name, 513, "%s", csv);
    settings.title[0] = '\0';
    settings.save_name[0] = '\0';
    settings.inputs_name[0] = '\0';
}

/* inputs from a table; is_set: an input that a line after that of the table gives; column: of each input, 0 where it
   has none, and slope_of: the input whose slope it is */
static struct {
    int is_set[swing_nw], column[swing_nw], slope_of[swing_nw], rows, row;
    double times[1000000], values[swing_nw * 1000000];
} table;

/* no table of inputs */
static inline void swing_default_table(void) {
    enum { nw = swing_nw };
    for (int k = 0; k < nw; ++k) table.is_set[k] = 0;
    for (int k = 0; k < nw; ++k) table.column[k] = -1;
    for (int k = 0; k < nw; ++k) table.slope_of[k] = -1;
    table.rows = 0;
    table.row = 0;
}

/* opens one more parameter file */
static inline void swing_open_file(const char* at, const char* name, int* depth, char (*names)[513], int* numbers) {
    int failed;
    if (strcmp(at, "") != 0) {
        for (int k = 0; k < *depth; ++k)
            if (strcmp(names[k], name) == 0) fail("%s the file %s includes itself", at, name);
        if (*depth == 50) fail("%s files include one another more than fifty deep", at);
    }
    if ((int)strlen(name) > 512) fail("the name of a file is too long");
    open_old(*depth + 11, name, &failed);
    if (failed && strcmp(at, "") == 0) fail("cannot read %s", name);
    if (failed) fail("%s cannot read %s; its place is counted from the " "folder where the program runs", at, name);
    ++*depth;
    set_text(names[*depth - 1], 513, "%s", name);
    numbers[*depth - 1] = 0;
}

/* ends where a line could not be read; status: 2 the file fails, 3 the line is too long, 4 it has bytes of no text */
static inline void swing_line_trouble(const char* at, int status) {
    if (status == 2) fail("%s the file cannot be read on", at);
    if (status == 3) fail("%s this line is longer than 16384 characters; is " "this a text file\?", at);
    if (status == 4) fail("%s this is no text", at);
}

/* the first word of a line, and what follows it */
static inline void swing_split(const char* line, char* word, char* rest) {
    const int first = skip(line, 0, " ");
    const int after = find(line, first, " ");
    set_text(word, 16385, "%.*s", after - first, line + first);
    set_text(rest, 16385, "%.*s", (int)strlen(line) - skip(line, after, " "), line + skip(line, after, " "));
}

/* yes: the text is one decimal number, such as -12.5, 1e-3, 1d-3 */
static inline void swing_decimal(const char* given, int* yes) {
    *yes = 0;
    int k = 0;
    if (skip(given, k, "+-") > k) ++k;
    int from = k;
    k = skip(given, k, "0123456789");
    int digits = k - from;
    if (skip(given, k, ".") > k) {
        from = k + 1;
        k = skip(given, from, "0123456789");
        digits = digits + k - from;
    }
    if (digits == 0) return;
    if (skip(given, k, "eEdD") > k) {
        ++k;
        if (skip(given, k, "+-") > k) ++k;
        from = k;
        k = skip(given, k, "0123456789");
        if (k == from) return;
    }
    *yes = k + 1 > (int)strlen(given);
}

/* ends where a line does not begin with a name. The file may be no parameter file, and its text is not shown then */
static inline void swing_require_name(const char* at, const char* name) {
    const int last = (int)strlen(name);
    int fits = last <= 64;
    int k = 0;
    while (fits && k + 1 <= last) {
        const int c = (unsigned char)name[k];
        /* letters, _, after the first one digits and ' too */
        fits = (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c == 95 || (k > 0 && ((c >= 48 && c <= 57) || c == 39));
        ++k;
    }
    if (!fits) fail("%s this is no name: a line of a parameter file is " "a name and a value, such as k 1.5", at);
}

/* bytes of the character of UTF-8 at place k; 0 where there is none, or where it controls a terminal */
static inline void swing_character_size(const char* given, int k, int* bytes) {
    *bytes = 0;
    const int first = (unsigned char)given[k];
    if (first < 128) {
        if (first >= 32 && first != 127) *bytes = 1;
    } else if (first >= 240 && first < 245) {
        *bytes = 4;
    } else if (first >= 224 && first < 240) {
        *bytes = 3;
    } else if (first >= 194 && first < 224) {
        *bytes = 2;
    }
    int fits = k + *bytes + 1 <= (int)strlen(given) + 1;
    if (fits) {
        for (int j = 0; j < *bytes - 1; ++j) {
            const int other = (unsigned char)given[k + 1 + (j + 1) - 1];
            if (other < 128 || other >= 192 || (first == 194 && other < 160)) fits = 0;
        }
    }
    if (!fits) *bytes = 0;
}

/* a word of a file as a message shows it: cut after 40 characters, bytes that no terminal should see as \x1b */
static inline void swing_shown(const char* given, char* clean) {
    char hex[17];
    int bytes;
    set_text(hex, 17, "0123456789abcdef");
    clean[0] = '\0';
    int count = 0;
    int k = 0;
    int from = 0;
    while (k + 1 <= (int)strlen(given)) {
        if (count == 40) {
            add_text(clean, 201, "%.*s...", k - from, given + from);
            return;
        }
        ++count;
        swing_character_size(given, k, &bytes);
        if (bytes > 0) {
            k = k + bytes;
            continue;
        }
        const int high = (unsigned char)given[k] / 16;
        const int low = (unsigned char)given[k] - 16 * high;
        add_text(clean, 201, "%.*s\\x%.*s%.*s", k - from, given + from, high + 1 - high, hex + high, low + 1 - low, hex
            + low);
        ++k;
        from = k;
    }
    add_text(clean, 201, "%.*s", k - from, given + from);
}

/* the next line of the open files that says something; depth becomes 0 at their end */
static inline void swing_next_entry(int* depth, char (*names)[513], int* numbers, int* bytes, char* at, char* name,
    char* rest, int* is_quantity, int* is_setting) {
    char line[16385], words[16385], word[16385], more[16385], digits[25], clean[201];
    int status, failed, yes;
    at[0] = '\0';
    name[0] = '\0';
    rest[0] = '\0';
    *is_quantity = 0;
    *is_setting = 0;
    while (*depth > 0) {
        read_line(*depth + 10, line, &status);
        if (status == 1) {
            close_file(*depth + 10, &failed);
            *depth = *depth - 1;
            continue;
        }
        numbers[*depth - 1] = numbers[*depth - 1] + 1;
        whole_text(numbers[*depth - 1], digits);
        set_text(at, 601, "%s:%s:", names[*depth - 1], digits);
        swing_line_trouble(at, status);
        *bytes = *bytes + (int)strlen(line) + 1;
        if (*bytes > 16777216)
            fail("%s: there are more than 16 MB to read; leave out " "what is not needed", names[*depth - 1]);
        int from = 0;
        /* the mark that some editors put at the beginning of a file */
        if (numbers[*depth - 1] == 1) {
            if ((int)strlen(line) > 2) {
                if ((unsigned char)line[0] == 239 && (unsigned char)line[1] == 187 && (unsigned char)line[2] == 191)
                    from = 3;
            }
        }
        set_text(words, 16385, "%.*s", find(line, from, "#") - from, line + from);
        swing_split(words, name, rest);
        if (strcmp(name, "") == 0) continue;
        if (strcmp(name, "parameter") == 0 || strcmp(name, "setting") == 0) {
            swing_split(rest, word, more);
            swing_decimal(word, &yes);
            if (strcmp(more, "") != 0 && !yes) {
                *is_quantity = strcmp(name, "parameter") == 0;
                *is_setting = !*is_quantity;
                set_text(name, 16385, "%s", word);
                set_text(rest, 16385, "%s", more);
            }
        }
        swing_require_name(at, name);
        if (strcmp(rest, "") == 0) {
            swing_shown(name, clean);
            fail("%s no value for %s; write: %s 1.5", at, clean, clean);
        }
        return;
    }
}

/* the number that a word of a file is; at: run.txt:3: */
static inline void swing_number_in(const char* at, const char* given, double* value) {
    int yes;
    char clean[201];
    *value = 0.0;
    if (strcmp(given, "") == 0) fail("%s a number is missing", at);
    swing_decimal(given, &yes);
    if (yes) number_of(given, value);
    if (yes && *value - *value <= 0.0) return;
    swing_shown(given, clean);
    if (!yes) fail("%s %s is not a number; a value is one decimal number: " "1.5, -2e3", at, clean);
    fail("%s %s is beyond all numbers", at, clean);
}

/* the number of a line, and what follows it, in the quantity's own unit; users: the unit of files and factor, what
   it is worth, or nothing */
static inline void swing_quantity_in(const char* at, const char* name, const char* given, const char* unit, const
    char* users, double factor, double* value) {
    char word[16385], rest[16385], first[16385], more[16385], clean[201], wrong[201];
    int yes;
    swing_split(given, word, rest);
    swing_number_in(at, word, value);
    if (strcmp(users, "") != 0 && (strcmp(rest, "") == 0 || strcmp(rest, users) == 0)) {
        *value = *value * factor;
        return;
    }
    if (strcmp(rest, "") == 0 || strcmp(rest, unit) == 0) return;
    /* whose unit is wrong */
    swing_split(rest, first, more);
    swing_decimal(first, &yes);
    swing_shown(rest, wrong);
    if (yes) {
        swing_shown(word, clean);
        fail("%s one value for %s, not %s %s", at, name, clean, wrong);
    }
    set_text(first, 16385, "%s", unit);
    if (strcmp(unit, "") == 0) set_text(first, 16385, "no unit");
    set_text(more, 16385, "%s", first);
    if (strcmp(users, "") != 0) set_text(more, 16385, "%s or %s", users, first);
    fail("%s %s is given in %s, expected %s; no value is converted "
        "but as user_unit says: write it in the model's own " "unit", at, name, wrong, more);
}

/* a text that a line gives */
static inline void swing_take_text(const char* at, const char* rest, char* kept) {
    kept[0] = '\0';
    if ((int)strlen(rest) > 512) fail("%s the text is too long", at);
    set_text(kept, 513, "%s", rest);
}

/* settings that stand before the names of the model */
static inline void swing_take_first_setting(const char* at, const char* name, const char* rest, int* taken) {
    enum { ne = swing_ne };
    char word[16385], more[16385], clean[201];
    int yes;
    *taken = 1;
    swing_split(rest, word, more);
    swing_decimal(word, &yes);
    if (strcmp(name, "end") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, &settings.time_end);
    } else if (strcmp(name, "step") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, &settings.step_length);
    } else if (strcmp(name, "output") == 0 && yes) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, &settings.interval);
    } else if (strcmp(name, "output") == 0) {
        swing_take_text(at, rest, settings.csv_name);
    } else if (strcmp(name, "assemble") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, &settings.assemble);
    } else if (strcmp(name, "project") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, &settings.project);
    } else if (strcmp(name, "tolerance") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, &settings.tolerance);
    } else if (strcmp(name, "event") == 0 && !yes) {
        *taken = 0;
        for (int k = 0; k < ne; ++k)
            if (strcmp(word, swing_event_names[k]) == 0) {
                swing_decimal(more, &yes);
                double size = 0.0;
                if (yes) number_of(more, &size);
                if (!(size > 0.0 && size - size <= 0.0)) {
                    swing_shown(more, clean);
                    fail("%s event %s needs a positive number, not '%s'", at, word, clean);
                }
                settings.fired[k] = size;
                *taken = 1;
            }
        if (!*taken) {
            swing_shown(word, clean);
            fail("%s the model has no event '%s'", at, clean);
        }
    } else {
        *taken = 0;
    }
}

/* the unit in which files give and take a quantity, and what it is worth in the quantity's own */
static inline void swing_user_unit(const char* name, char* users, double* factor) {
    users[0] = '\0';
    *factor = 1.0;
    if (strcmp(name, "phi") == 0) {
        set_text(users, 65, "deg");
        *factor = 0.017453292519943295;
    }
}

/* the input is what a line says, whatever a line before it said of a table; its rates are zero */
static inline void swing_set_input(int k, const char* name, double* w) {
    enum { nw = swing_nw };
    char first[513], second[513];
    table.is_set[k] = 1;
    set_text(first, 513, "%s'", name);
    set_text(second, 513, "%s''", name);
    for (int i = 0; i < nw; ++i)
        if (strcmp(swing_input_names[i], first) == 0 || strcmp(swing_input_names[i], second) == 0) {
            w[i] = 0.0;
            table.is_set[i] = 1;
        }
}

/* a value of a quantity of the model */
static inline void swing_take_quantity(int pass, const char* at, const char* name, const char* rest, double* p,
    double* w, double* y, int* taken) {
    enum { nq = swing_nq, nu = swing_nu, np = swing_np, nw = swing_nw, ns = swing_ns };
    char unit[65], users[65];
    double value;
    users[0] = '\0';
    double factor = 1.0;
    swing_user_unit(name, users, &factor);
    *taken = 1;
    for (int k = 0; k < np; ++k)
        if (strcmp(name, swing_parameter_names[k]) == 0) {
            set_text(unit, 65, "%s", swing_parameter_units[k]);
            swing_quantity_in(at, name, rest, unit, users, factor, &value);
            if (pass == 1) p[k] = value;
            return;
        }
    for (int k = 0; k < nw; ++k)
        if (strcmp(name, swing_input_names[k]) == 0) {
            set_text(unit, 65, "%s", swing_input_units[k]);
            swing_quantity_in(at, name, rest, unit, users, factor, &value);
            w[k] = value;
            swing_set_input(k, name, w);
            return;
        }
    for (int k = 0; k < nq; ++k)
        if (strcmp(name, swing_coordinate_names[k]) == 0) {
            set_text(unit, 65, "%s", swing_coordinate_units[k]);
            swing_quantity_in(at, name, rest, unit, users, factor, &value);
            if (pass == 2) y[k] = value;
            return;
        }
    for (int k = 0; k < nu; ++k)
        if (strcmp(name, swing_speed_names[k]) == 0) {
            set_text(unit, 65, "%s", swing_speed_units[k]);
            swing_quantity_in(at, name, rest, unit, users, factor, &value);
            if (pass == 2) y[nq + k] = value;
            return;
        }
    for (int k = 0; k < ns; ++k)
        if (strcmp(name, swing_state_names[k]) == 0) {
            set_text(unit, 65, "%s", swing_state_units[k]);
            swing_quantity_in(at, name, rest, unit, users, factor, &value);
            if (pass == 2) y[nq + nu + k] = value;
            return;
        }
    *taken = 0;
}

/* settings that stand after the names of the model */
static inline void swing_take_setting(const char* at, const char* name, const char* rest, int* taken) {
    enum { nw = swing_nw };
    char clean[201];
    *taken = 1;
    if (strcmp(name, "start") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, &settings.time_start);
    } else if (strcmp(name, "interval") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, &settings.interval);
    } else if (strcmp(name, "labels") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, &settings.labels);
    } else if (strcmp(name, "realtime") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, &settings.realtime);
    } else if (strcmp(name, "title") == 0) {
        swing_take_text(at, rest, settings.title);
    } else if (strcmp(name, "save") == 0) {
        swing_take_text(at, rest, settings.save_name);
    } else if (strcmp(name, "inputs") == 0) {
        swing_take_text(at, rest, settings.inputs_name);
        for (int k = 0; k < nw; ++k) table.is_set[k] = 0;
    } else if (strcmp(name, "integrator") == 0) {
        if (strcmp(rest, "rk4") == 0) {
            settings.order = 4;
        } else if (strcmp(rest, "rk2") == 0) {
            settings.order = 2;
        } else if (strcmp(rest, "euler") == 0) {
            settings.order = 1;
        } else {
            swing_shown(rest, clean);
            fail("%s there is no method '%s'", at, clean);
        }
    } else {
        *taken = 0;
    }
}

/* reads a parameter file. Pass 1 takes settings, parameters and inputs; pass 2 the initial state, which may depend
   on them */
static inline void swing_read_parameters(const char* file_name, int pass, double* p, double* w, double* y) {
    char names[50][513], at[601], name[16385], rest[16385], given[16385], clean[201];
    int numbers[50], is_quantity, is_setting, yes;
    int depth = 0;
    int bytes = 0;
    for (int k = 0; k < 50; ++k) names[k][0] = '\0';
    for (int k = 0; k < 50; ++k) numbers[k] = 0;
    set_text(given, 16385, "%s", file_name);
    at[0] = '\0';
    swing_open_file(at, given, &depth, names, numbers);
    while (1) {
        swing_next_entry(&depth, names, numbers, &bytes, at, name, rest, &is_quantity, &is_setting);
        if (depth == 0) return;
        if (strcmp(name, "include") == 0 && !is_quantity) {
            swing_decimal(rest, &yes);
            if (!yes) {
                set_text(given, 16385, "%s", rest);
                swing_open_file(at, given, &depth, names, numbers);
                continue;
            }
        }
        int taken = 0;
        if (!is_quantity) swing_take_first_setting(at, name, rest, &taken);
        if (!taken && !is_setting) swing_take_quantity(pass, at, name, rest, p, w, y, &taken);
        if (!taken && !is_quantity) swing_take_setting(at, name, rest, &taken);
        if (!taken) {
            swing_shown(name, clean);
            fail("%s the model has no %s", at, clean);
        }
    }
}

/* what main programs keep of a run. order: of the method; begin, from: of the step under way, its time and state;
   ahead: added to a time where it chooses the line between two rows of inputs */
static struct {
    int order;
    double begin, ahead, from[swing_nq + swing_nu + swing_ns];
} run;

/* order of the method: 4, 2 or 1 */
static inline void swing_begin_run(int method) {
    run.order = method;
    run.ahead = 0.0;
}

/* the cell of a line from place `from` on, without blanks and quotes at its ends; from then stands after its comma */
static inline void swing_next_cell(const char* line, int* from, char* cell) {
    int after = find(line, *from, ",");
    const int first = skip(line, *from, " \"");
    *from = after + 1;
    while (after > first) {
        if (skip(line, after - 1, " \"") == after - 1) break;
        after = after - 1;
    }
    cell[0] = '\0';
    if (after > first) set_text(cell, 16385, "%.*s", after - first, line + first);
}

/* the first line of a table of inputs: of each column its input, 0 where it is of none */
static inline void swing_read_names(const char* at, const char* line, int* columns, int* target, int* time_column,
    char* time_name) {
    enum { nw = swing_nw };
    char cell[16385], other[16385], clean[201];
    *columns = 0;
    *time_column = 0;
    time_name[0] = '\0';
    for (int k = 0; k < 8193; ++k) target[k] = -1;
    int is_t = 0;
    int from = 0;
    while (from + 1 <= (int)strlen(line) + 1) {
        swing_next_cell(line, &from, cell);
        ++*columns;
        if (strcmp(cell, "") == 0) fail("%s a column has no name", at);
        int next_from = from;
        while (next_from + 1 <= (int)strlen(line) + 1) {
            swing_next_cell(line, &next_from, other);
            if (strcmp(other, cell) == 0) {
                swing_shown(cell, clean);
                fail("%s two columns are called %s", at, clean);
            }
        }
        if (*columns == 1 || strcmp(cell, "t") == 0 || (strcmp(cell, "time") == 0 && !is_t)) {
            *time_column = *columns - 1;
            set_text(time_name, 513, "%s", cell);
        }
        if (strcmp(cell, "t") == 0) is_t = 1;
        target[*columns - 1] = -1;
        for (int i = 0; i < nw; ++i)
            if (strcmp(cell, swing_input_names[i]) == 0) target[*columns - 1] = i;
    }
    target[*time_column] = -1;
}

/* a row of it */
static inline void swing_read_row(const char* at, const char* line, int columns, const int* target, int time_column) {
    enum { nw = swing_nw, ntable = 1000000 };
    char cell[16385];
    double value;
    if (table.rows == ntable) fail("%s the table has more rows than this program can " "hold", at);
    ++table.rows;
    int from = 0;
    int k = 0;
    while (from + 1 <= (int)strlen(line) + 1) {
        if (k + 1 > columns) fail("%s there are more columns than names", at);
        swing_next_cell(line, &from, cell);
        swing_number_in(at, cell, &value);
        if (k == time_column) table.times[table.rows - 1] = value;
        if (target[k] > -1) table.values[target[k] + nw * (table.rows - 1)] = value;
        ++k;
    }
    if (k + 1 <= columns) fail("%s there are fewer columns than names", at);
}

/* reads the table of inputs: a line with names of columns, then rows of numbers */
static inline void swing_read_inputs(double* w) {
    enum { nw = swing_nw };
    char line[16385], name[513], first_rate[513], second_rate[513], at[601], digits[25], time_name[513], users[65],
        given[16385];
    double factor;
    int target[8193], status, failed;
    if (strcmp(settings.inputs_name, "") == 0) return;
    open_old(1, settings.inputs_name, &failed);
    if (failed) fail("cannot read %s", settings.inputs_name);
    int columns = 0;
    int number = 0;
    int bytes = 0;
    table.rows = 0;
    table.row = 0;
    for (int k = 0; k < nw; ++k) table.column[k] = -1;
    for (int k = 0; k < nw; ++k) table.slope_of[k] = -1;
    int time_column = 0;
    time_name[0] = '\0';
    for (int k = 0; k < 8193; ++k) target[k] = -1;
    while (1) {
        read_line(1, line, &status);
        if (status == 1) break;
        ++number;
        whole_text(number, digits);
        set_text(at, 601, "%s:%s:", settings.inputs_name, digits);
        swing_line_trouble(at, status);
        bytes = bytes + (int)strlen(line) + 1;
        if (bytes > 268435456) fail("%s: there are more than 256 MB to read", settings.inputs_name);
        int from = 0;
        if (number == 1) {
            if ((int)strlen(line) > 2) {
                if ((unsigned char)line[0] == 239 && (unsigned char)line[1] == 187 && (unsigned char)line[2] == 191) {
                    set_text(given, 16385, "%.*s", (int)strlen(line) - 3, line + 3);
                    set_text(line, 16385, "%s", given);
                }
            }
        }
        from = skip(line, 0, " \"");
        if (from + 1 > (int)strlen(line)) continue;
        if (skip(line, from, "#") > from) continue;
        if (columns == 0) {
            swing_read_names(at, line, &columns, target, &time_column, time_name);
        } else {
            swing_read_row(at, line, columns, target, time_column);
        }
    }
    close_file(1, &failed);
    if (table.rows == 0) fail("%s has no rows", settings.inputs_name);
    for (int k = 1; k < table.rows; ++k)
        if (!(table.times[k] > table.times[k - 1])) {
            whole_text(k + 1, digits);
            fail("%s: the times in column '%s' do not grow at row %s", settings.inputs_name, time_name, digits);
        }
    int any = 0;
    for (int k = 0; k < columns; ++k)
        if (target[k] > -1) {
            any = 1;
            if (!table.is_set[target[k]]) table.column[target[k]] = k;
        }
    if (!any) fail("%s has a column for no input of the model", settings.inputs_name);
    for (int i = 0; i < nw; ++i) {
        set_text(name, 513, "%s", swing_input_names[i]);
        if (table.column[i] > -1) {
            set_text(first_rate, 513, "%s'", name);
            set_text(second_rate, 513, "%s''", name);
            for (int j = 0; j < nw; ++j) {
                if (strcmp(swing_input_names[j], first_rate) == 0 && table.column[j] == -1 && !table.is_set[j])
                    table.slope_of[j] = i;
                if (strcmp(swing_input_names[j], second_rate) == 0 && table.column[j] == -1 && !table.is_set[j])
                    w[j] = 0.0;
            }
            set_text(given, 16385, "%s", name);
            swing_user_unit(given, users, &factor);
            for (int k = 0; k < table.rows; ++k) table.values[i + nw * k] = table.values[i + nw * k] * factor;
        }
    }
}

/* the table of inputs says nothing of those that routines give */
static inline void swing_free_inputs(void) {
    table.column[0] = -1;
    table.slope_of[0] = -1;
    table.column[0] = -1;
    table.slope_of[0] = -1;
}

/* the inputs at time t; ahead is added to it where it chooses the line between two rows */
static inline void swing_set_inputs(double t, double* w) {
    enum { nw = swing_nw };
    if (table.rows == 0) return;
    const double at = t + run.ahead;
    while (table.row > 0 && at < table.times[table.row]) table.row = table.row - 1;
    while (table.row + 2 < table.rows) {
        if (at < table.times[table.row + 1]) break;
        ++table.row;
    }
    const int later = (table.rows < table.row + 2 ? table.rows : table.row + 2) - 1;
    const double span = table.times[later] - table.times[table.row];
    double share = 0.0;
    if (span > 0.0)
        share = 1.0 < (0.0 > (t - table.times[table.row]) / span ? 0.0 : (t - table.times[table.row]) / span) ? 1.0 : (
            0.0 > (t - table.times[table.row]) / span ? 0.0 : (t - table.times[table.row]) / span);
    const int outside = !(span > 0.0) || at < table.times[0] || at > table.times[table.rows - 1];
    for (int i = 0; i < nw; ++i)
        if (table.column[i] > -1) {
            w[i] = table.values[i + nw * table.row] + share * (table.values[i + nw * later] - table.values[i + nw
                * table.row]);
        } else if (table.slope_of[i] > -1) {
            w[i] = 0.0;
            if (!outside)
                w[i] = (table.values[table.slope_of[i] + nw * later] - table.values[table.slope_of[i] + nw
                    * table.row]) / span;
        }
}

/* digits of just this number: 15, or 17 where it needs them */
static inline void swing_exact(double value, char* digits) {
    char all[65], zeros[65], whole[25];
    double back;
    int exponent;
    if (!(fabs(value - value) <= 0.0)) {
        set_text(digits, 65, "nan");
        return;
    }
    set_text(zeros, 65, "0000000000000000000000");
    int count = 15;
    scientific(value, count, all, &exponent, &back);
    while (count < 17 && (back < value || back > value)) {
        ++count;
        scientific(value, count, all, &exponent, &back);
    }
    const int first = skip(all, 0, "-");
    int after = (int)strlen(all);
    while (after > first + 1) {
        if (skip(all, after - 1, "0") == after - 1) break;
        after = after - 1;
    }
    set_text(digits, 65, "%.*s", first, all);
    if (exponent < -4 || exponent >= count) {
        add_text(digits, 65, "%.*s", first + 1 - first, all + first);
        if (after > first + 1) add_text(digits, 65, ".%.*s", after - (first + 1), all + first + 1);
        add_text(digits, 65, "e");
        if (exponent < 0) {
            add_text(digits, 65, "-");
        } else {
            add_text(digits, 65, "+");
        }
        exponent = exponent < 0 ? -exponent : exponent;
        whole_text(exponent, whole);
        if ((int)strlen(whole) == 1) add_text(digits, 65, "0");
        add_text(digits, 65, "%s", whole);
    } else if (exponent < 0) {
        add_text(digits, 65, "0.%.*s%.*s", -exponent - 1, zeros, after - first, all + first);
    } else if (after - first <= exponent + 1) {
        add_text(digits, 65, "%.*s%.*s", after - first, all + first, exponent + 2 - (after - first) - 1, zeros);
    } else {
        add_text(digits, 65, "%.*s.%.*s", first + exponent + 1 - first, all + first, after - (first + exponent + 1),
            all + first + exponent + 1);
    }
}

/* a line "name value unit # meaning" */
static inline void swing_echo(int file, const char* name, double value, const char* unit, const char* meaning) {
    char digits[65], line[16385];
    swing_exact(value, digits);
    set_text(line, 16385, "%s %s", name, digits);
    if (strcmp(unit, "") != 0) add_text(line, 16385, " %s", unit);
    if (strcmp(meaning, "") != 0) add_text(line, 16385, "  # %s", meaning);
    put_text(file, "%s\n", line);
}

/* the same of a quantity, in the unit of files where a number of 17 digits gives just this value again */
static inline void swing_echo_quantity(int file, const char* name, const char* in_file, double value, const char* unit,
    const char* meaning) {
    char users[65];
    double factor;
    swing_user_unit(name, users, &factor);
    if (strcmp(users, "") != 0) {
        for (int k = 0; k < 3; ++k) {
            double one = value / factor;
            if (k == 1) one = one + 1.2e-16 * one;
            if (k == 2) one = one - 1.2e-16 * one;
            if (!(fabs(one * factor - value) > 0.0)) {
                swing_echo(file, in_file, one, users, meaning);
                return;
            }
        }
    }
    swing_echo(file, in_file, value, unit, meaning);
}

/* lines for parameters */
static inline void swing_echo_parameters(int file, const double* p) {
    swing_echo_quantity(file, "end", "parameter end", p[0], "m",
        "100 % of \"the\" rod's length, \\n or what a long text says of it, over and over again until a line is full");
    swing_echo_quantity(file, "k", "k", p[1], "", "");
}

/* lines for inputs that are no columns of a table */
static inline void swing_echo_inputs(int file, const double* w) {
    if (table.column[0] == -1 && table.slope_of[0] == -1) swing_echo_quantity(file, "z", "z", w[0], "m", "height");
    if (table.column[1] == -1 && table.slope_of[1] == -1) swing_echo_quantity(file, "z'", "z'", w[1], "m/s", "");
}

/* lines for coordinates, speeds, states and flags, and for events that wait until their functions have left zero */
static inline void swing_echo_state(int file, const double* y, const double* w, const double* fired) {
    enum { nq = swing_nq, nu = swing_nu, nw = swing_nw, nf = swing_nf, ne = swing_ne };
    char name[513];
    swing_echo_quantity(file, "phi", "phi", y[0], "rad", "");
    swing_echo_quantity(file, "phi'", "phi'", y[nq + 0], "rad/s", "");
    swing_echo_quantity(file, "heat", "heat", y[nq + nu + 0], "J", "");
    swing_echo_quantity(file, "shut", "shut", w[nw - nf + 0], "", "");
    for (int k = 0; k < ne; ++k)
        if (fired[k] > 0.0) {
            set_text(name, 513, "event %s", swing_event_names[k]);
            swing_echo(file, name, fired[k], "", "its function is at zero, and must leave zero first");
        }
}

/* a line "# name: unit, meaning" */
static inline void swing_label(int file, const char* name, const char* unit, const char* meaning) {
    char line[16385];
    set_text(line, 16385, "# %s: %s", name, unit);
    if (strcmp(unit, "") == 0) add_text(line, 16385, " no unit");
    if (strcmp(meaning, "") != 0) add_text(line, 16385, ", %s", meaning);
    put_text(file, "%s\n", line);
}

/* what the columns of the table of a run are */
static inline void swing_write_labels(int file) {
    put_text(file, "# t: s, time\n");
    swing_label(file, "phi", "deg", "");
    swing_label(file, "phi'", "rad/s", "");
    swing_label(file, "heat", "J", "");
    swing_label(file, "force", "N", "of the rod");
    put_text(file, "# kinetic, potential: energies\n");
}

/* all that a run has used, as a parameter file */
static inline void swing_write_echo(const char* file_name, const double* p, const double* w, const double* y) {
    char name[521];
    int failed;
    set_text(name, 521, "%s.echo", file_name);
    open_new(2, name, &failed);
    if (failed) {
        warn("cannot write %s", name);
        return;
    }
    put_text(2, "# all that a run has used: the main program reads " "it again\n");
    if (strcmp(settings.title, "") != 0) put_text(2, "title %s\n", settings.title);
    if (fabs(settings.time_start) > 0.0) swing_echo(2, "start", settings.time_start, "s", "of the run");
    swing_echo(2, "end", settings.time_end, "s", "of the run");
    swing_echo(2, "step", settings.step_length, "s", "of the integration");
    if (settings.interval > 0.0) swing_echo(2, "output", settings.interval, "s", "between rows");
    put_text(2, "output %s\n", settings.csv_name);
    if (settings.order == 2) put_text(2, "integrator rk2\n");
    if (settings.order == 1) put_text(2, "integrator euler\n");
    if (settings.labels > 0.0) put_text(2, "labels 1\n");
    if (settings.realtime > 0.0) put_text(2, "realtime 1\n");
    if (strcmp(settings.save_name, "") != 0) put_text(2, "save %s\n", settings.save_name);
    swing_echo(2, "project", settings.project, "", "onto the constraints after every step");
    swing_echo(2, "tolerance", settings.tolerance, "", "of the constraints");
    put_text(2, "# parameters\n");
    swing_echo_parameters(2, p);
    put_text(2, "# inputs\n");
    if (strcmp(settings.inputs_name, "") != 0) put_text(2, "inputs %s\n", settings.inputs_name);
    swing_echo_inputs(2, w);
    put_text(2, "# the start\n");
    swing_echo(2, "assemble", settings.assemble, "", "first, onto the constraints");
    swing_echo_state(2, y, w, settings.fired);
    put_text(2, "# columns of the CSV file\n");
    swing_write_labels(2);
    close_file(2, &failed);
    if (failed) warn("cannot write all of %s", name);
}

/* ends the program where the state is no finite number at the start */
static inline void swing_require_start(const double* y) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns };
    char name[513], line[1025];
    name[0] = '\0';
    for (int k = 0; k < nq; ++k)
        if (!(fabs(y[k] - y[k]) <= 0.0) && strcmp(name, "") == 0) set_text(name, 513, "%s", swing_coordinate_names[k]);
    for (int k = 0; k < nu; ++k)
        if (!(fabs(y[nq + k] - y[nq + k]) <= 0.0) && strcmp(name, "") == 0)
            set_text(name, 513, "%s", swing_speed_names[k]);
    for (int k = 0; k < ns; ++k)
        if (!(fabs(y[nq + nu + k] - y[nq + nu + k]) <= 0.0) && strcmp(name, "") == 0)
            set_text(name, 513, "%s", swing_state_names[k]);
    if (strcmp(name, "") == 0) return;
    set_text(line, 1025, "the initial value of %s is no finite number", name);
    add_text(line, 1025, "; Euler parameters cannot all be zero");
    fail("%s", line);
}

/* names of columns, below what they are where labels say so */
static inline void swing_write_header(void) {
    enum { nq = swing_nq, nu = swing_nu, no = swing_no, ns = swing_ns };
    if (settings.labels > 0.0) swing_write_labels(3);
    put_text(3, "t");
    for (int k = 0; k < nq; ++k) put_text(3, ",%s", swing_coordinate_names[k]);
    for (int k = 0; k < nu; ++k) put_text(3, ",%s", swing_speed_names[k]);
    for (int k = 0; k < ns; ++k) put_text(3, ",%s", swing_state_names[k]);
    for (int k = 0; k < no; ++k) put_text(3, ",%s", swing_output_names[k]);
    put_text(3, ",kinetic,potential\n");
}

/* so many steps of this length as make the whole, up to rounding */
static inline void swing_whole_steps(double span, double length_of_one, int* steps) {
    const double count = span / length_of_one * (1.0 - 1.0e-12);
    *steps = (int)count;
    if ((double)*steps < count) ++*steps;
}

/* a number as messages show it, to six digits */
static inline void swing_number_text(double value, char* digits) {
    char all[65];
    double back;
    int exponent;
    set_text(digits, 65, "no number");
    if (!(fabs(value - value) <= 0.0)) return;
    scientific(value, 6, all, &exponent, &back);
    swing_exact(back, digits);
}

/* what info says */
static inline void swing_info_text(int info, char* said) {
    said[0] = '\0';
    if (info >= 1 && info <= 1)
        set_text(said, 1025, "the mass matrix is singular at speed %s", swing_speed_names[info - 1]);
    if (info >= 2 && info <= 2)
        set_text(said, 1025, "the constraints are dependent at constraint %s", swing_constraint_names[info - 2]);
    if (info >= 3 && info <= 3) set_text(said, 1025, "no convergence within the limit, or a number overflows");
}

/* ends the program with what info says */
static inline void swing_require_regular(double t, int info) {
    char digits[65], said[1025];
    if (info == 0) return;
    swing_number_text(t, digits);
    swing_info_text(info, said);
    fail("time %s: %s", digits, said);
}

/* the user's routines before the run: they see the state and the outputs, and their results are inputs until the
   next call */
static inline void swing_call_at_init(double t, const double* p, const double* y, double* w, const double* c) {
    enum { nq = swing_nq, nu = swing_nu, no = swing_no };
    double o[no];
    int info;
    swing_set_inputs(t, w);
    swing_outputs(t, y, y + nq, y + nq + nu, w, c, o, &info);
    swing_require_regular(t, info);
    swing_user_at_init(t, p, y, w, o);
}

/* the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that
   they take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold */
static inline void swing_guess_modes(double t, const double* q, const double* u, const double* s, double* w, const
    double* c) {
    int info;
    swing_modes(t, q, u, s, w, c, &info);
}

/* coordinates and speeds onto the constraints, in place */
static inline void swing_onto_constraints(double t, double* y, double* w, const double* c) {
    enum { nq = swing_nq, nu = swing_nu };
    int info;
    char digits[65], said[1025];
    swing_set_inputs(t, w);
    swing_assemble(t, y, w, c, settings.tolerance, 100, &info);
    if (info != 0) {
        swing_number_text(t, digits);
        swing_info_text(info, said);
        fail("the coordinates cannot be assembled at time %s: %s", digits, said);
    }
    swing_project_speeds(t, y, y + nq, y + nq + nu, w, c, &info);
    if (info != 0) {
        swing_number_text(t, digits);
        swing_info_text(info, said);
        fail("the speeds cannot be projected at time %s: %s", digits, said);
    }
}

/* onto the constraints with the held values as they are: put back and moved again until they stay */
static inline void swing_start_on_constraints(double t, double* y, double* w, const double* c) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns, nheld = 1 };
    static const int held_place[nheld] = {0};
    double given[nq + nu + ns];
    char names[4001];
    for (int k = 0; k < nq + nu + ns; ++k) given[k] = y[k];
    for (int count = 0; count < 10000; ++count) {
        for (int k = 0; k < nheld; ++k) y[held_place[k]] = given[held_place[k]];
        swing_onto_constraints(t, y, w, c);
        double moved = 0.0;
        for (int k = 0; k < nheld; ++k)
            if (fabs(y[held_place[k]] - given[held_place[k]]) > moved)
                moved = fabs(y[held_place[k]] - given[held_place[k]]);
        if (moved <= settings.tolerance) {
            /* to the last bit; what the constraints then miss is rounding */
            for (int k = 0; k < nheld; ++k) y[held_place[k]] = given[held_place[k]];
            return;
        }
    }
    names[0] = '\0';
    if (strcmp(names, "") != 0) add_text(names, 4001, ", ");
    add_text(names, 4001, "phi");
    fail("the initial values of %s leave no solution on the " "constraints", names);
}

/* the mode of contacts and dry friction at the start */
static inline void swing_find_modes(double t, const double* y, double* w, const double* c) {
    enum { nq = swing_nq, nu = swing_nu, nphi = swing_nphi, ne = swing_ne };
    static const int event_end[ne] = {0};
    double g[ne], gdot[ne];
    int info, failed;
    char said[1025], line[4001];
    swing_set_inputs(t, w);
    swing_modes(t, y, y + nq, y + nq + nu, w, c, &info);
    if (info <= nu + nphi + 1) {
        swing_require_regular(t, info);
    } else {
        swing_info_text(info, said);
        set_text(line, 4001, "%s at the start; contacts that touch:", said);
        swing_events(t, y, y + nq, y + nq + nu, w, c, g, gdot, &failed);
        for (int k = 0; k < ne; ++k)
            if (event_end[k] == 1 && fabs(g[k]) <= 1.0e-06) add_text(line, 4001, " %s", swing_event_names[k]);
        fail("%s", line);
    }
}

/* the same at the start and after every step */
static inline void swing_call_at_step(double t, const double* p, const double* y, double* w, const double* c) {
    enum { nq = swing_nq, nu = swing_nu, no = swing_no };
    double o[no];
    int info;
    swing_set_inputs(t, w);
    swing_outputs(t, y, y + nq, y + nq + nu, w, c, o, &info);
    swing_require_regular(t, info);
    swing_user_at_step(t, p, y, w, o);
}

/* one more cell of a row, with all digits */
static inline void swing_put_cell(int file, double value) {
    char digits[25];
    all_digits(value, digits);
    put_text(file, ",%s", digits);
}

/* the same of a quantity, in its unit of files */
static inline void swing_put_quantity(int file, const char* name, double value) {
    char users[65];
    double factor;
    swing_user_unit(name, users, &factor);
    swing_put_cell(file, value / factor);
}

/* a row of the table of a run, and the energies; largest_phi, largest_phidot: the largest errors of the constraints
   so far */
static inline void swing_write_row(double t, const double* y, double* w, const double* c, double* largest_phi,
    double* largest_phidot, double* kinetic, double* potential) {
    enum { nq = swing_nq, nu = swing_nu, nphi = swing_nphi, no = swing_no, ns = swing_ns };
    double o[no], phi[nphi], phidot[nphi];
    int info;
    char digits[25];
    swing_set_inputs(t, w);
    swing_energy(t, y, y + nq, y + nq + nu, w, c, kinetic, potential);
    swing_outputs(t, y, y + nq, y + nq + nu, w, c, o, &info);
    swing_require_regular(t, info);
    swing_constraints(t, y, y + nq, y + nq + nu, w, c, phi, phidot);
    for (int r = 0; r < nphi; ++r) {
        if (fabs(phi[r]) > *largest_phi) *largest_phi = fabs(phi[r]);
        if (fabs(phidot[r]) > *largest_phidot) *largest_phidot = fabs(phidot[r]);
    }
    all_digits(t, digits);
    put_text(3, "%s", digits);
    for (int k = 0; k < nq; ++k) swing_put_quantity(3, swing_coordinate_names[k], y[k]);
    for (int k = 0; k < nu; ++k) swing_put_quantity(3, swing_speed_names[k], y[nq + k]);
    for (int k = 0; k < ns; ++k) swing_put_quantity(3, swing_state_names[k], y[nq + nu + k]);
    for (int k = 0; k < no; ++k) swing_put_quantity(3, swing_output_names[k], o[k]);
    swing_put_cell(3, *kinetic);
    all_digits(*potential, digits);
    put_text(3, ",%s\n", digits);
}

/* the table of events. counts: how often each has happened */
static struct {
    int counts[swing_ne];
    char events_name[529];
} event_table;

/* what is kept of the events. armed: event k waits for its function on one side of zero; turned: it does not, since
   it has just happened and its function was sent back; side: -1 or 1; scale: the largest size of its function so
   far; error: of the location of its zero; look_again: a time by when; due, happened: at this time; last_g,
   last_gdot: where these were found. failure: 0; 1: the functions cannot be computed, info says why; 2: that of
   `culprit` is no number; 3: `culprit` cannot be applied, info says why; 4: it leads to values that are no finite
   numbers; 5: it switches `row` on where it is broken by `breach`; 6: more than 100 happen at one time; 7: more than
   1000 happen, or cross zero, in hardly any time; 8: `culprit` would pass unseen; 9: the state is no finite number
   any more; 10: the contact of `culprit` is open at the start, but its gap is below zero; 11: it has jumped there */
static struct {
    int armed[swing_ne], turned[swing_ne], due[swing_ne], happened[swing_ne], stopped, jumps, jumped_open[swing_ne],
        crowd, applied, failure, culprit, row, info;
    double side[swing_ne], scale[swing_ne], error[swing_ne], look_again[swing_ne], rounding[swing_ne], zero[swing_ne],
        pace, last_g[swing_ne], last_gdot[swing_ne], interval, crowd_since, breach;
} watch;

/* of each event: the error of the location of its zero, and what of a contact's function is rounding */
static inline void swing_event_tolerances(void) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    for (int k = 0; k < ne; ++k) {
        watch.error[k] = 1.0e-12 * watch.scale[k];
        watch.error[k] = watch.error[k] + 1.0e-11;
        watch.rounding[k] = 1.0e-08 * watch.scale[k];
        if (event_end[k] == 1) watch.rounding[k] = 0.001 * 1.0e-06;
        if (event_end[k] > 3) watch.rounding[k] = 0.3 * 1.0e-06;
    }
}

/* the functions of the events and their rates */
static inline void swing_event_values(double t, const double* y, double* w, const double* c, double* g, double* gdot) {
    enum { nq = swing_nq, nu = swing_nu, ne = swing_ne };
    static const int event_end[ne] = {0};
    int trouble;
    swing_set_inputs(t, w);
    swing_events(t, y, y + nq, y + nq + nu, w, c, g, gdot, &trouble);
    if (trouble != 0) {
        /* the first one is reported */
        if (watch.failure == 0) watch.info = trouble;
        if (watch.failure == 0) watch.failure = 1;
        return;
    }
    for (int k = 0; k < ne; ++k) {
        if (!(g[k] <= 0.0 || g[k] > 0.0)) {
            watch.failure = 2;
            watch.culprit = k + 1;
            return;
        }
        if (fabs(g[k] - g[k]) <= 0.0) {
            if (fabs(g[k]) > watch.scale[k]) watch.scale[k] = fabs(g[k]);
        }
        if (event_end[k] == 1 && fabs(gdot[k]) <= 1.0e-06) gdot[k] = 0.0;
    }
    swing_event_tolerances();
}

/* a state on the tangent of the motion, so much later */
static inline void swing_state_soon(double t, const double* y, double* w, const double* c, double later, double* moved)
    {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns };
    double ydot[nq + nu + ns];
    int info;
    swing_set_inputs(t, w);
    swing_derivatives(t, y, w, c, ydot, &info);
    for (int i = 0; i < nq + nu + ns; ++i) moved[i] = y[i] + later * ydot[i];
}

/* the rate of the function of event k along the motion; a difference where m_events gives none */
static inline void swing_event_rate(int k, double t, const double* y, double* w, const double* c, const double* g,
    const double* gdot, double* rate) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns, ne = swing_ne };
    double moved[nq + nu + ns], later_g[ne], later_gdot[ne];
    *rate = gdot[k];
    if (fabs(*rate) > 0.0) return;
    const double little = 0.001 * watch.interval;
    swing_state_soon(t, y, w, c, little, moved);
    swing_event_values(t + little, moved, w, c, later_g, later_gdot);
    *rate = later_g[k] - g[k];
    if (fabs(*rate) <= 1.0e-14 * watch.scale[k]) {
        *rate = 0.0;
    } else {
        *rate = *rate / little;
    }
}

/* whether event k takes away the rate of its function, which has the event's direction here */
static inline void swing_sends_back(int k, double t, const double* y, double* w, const double* c, double rate,
    int* back) {
    enum { nq = swing_nq, nu = swing_nu, nw = swing_nw, nphi = swing_nphi, ns = swing_ns, nf = swing_nf, ne = swing_ne
        };
    double after[nq + nu + ns], flags_before[nf], impulses[nphi], later_g[ne], later_gdot[ne], left;
    for (int l = 0; l < nq + nu + ns; ++l) after[l] = y[l];
    for (int j = 0; j < nf; ++j) flags_before[j] = w[nw - nf + j];
    swing_event(k + 1, t, after, after + nq, after + nq + nu, w, c, impulses, &watch.info);
    *back = 1;
    if (watch.info == 0) {
        swing_event_values(t, after, w, c, later_g, later_gdot);
        swing_event_rate(k, t, after, w, c, later_g, later_gdot, &left);
        if (rate < 0.0) left = -left;
        *back = left <= 0.001 * fabs(rate);
    }
    watch.info = 0;
    for (int j = 0; j < nf; ++j) w[nw - nf + j] = flags_before[j];
}

/* event k has just happened: it waits until its function has left zero. Where that comes back by its rate and the
   change of its rate, it is looked at before. A function that rests passes zero where the event does not send it
   back */
static inline void swing_wait_behind_event(int k, double t, const double* y, double* w, const double* c, const
    double* g, const double* gdot) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns, ne = swing_ne };
    static const int event_rises[ne] = {1};
    static const int event_falls[ne] = {1};
    static const int event_end[ne] = {0};
    double moved[nq + nu + ns], later_g[ne], later_gdot[ne], rate, soon;
    watch.armed[k] = 0;
    watch.turned[k] = 0;
    watch.side[k] = 0.0;
    if (event_rises[k] && event_falls[k]) return;
    const double little = fabs(gdot[k]) > 0.0 ? 1.0e-06 * watch.interval : 0.001 * watch.interval;
    swing_event_rate(k, t, y, w, c, g, gdot, &rate);
    swing_state_soon(t, y, w, c, little, moved);
    swing_event_values(t + little, moved, w, c, later_g, later_gdot);
    swing_event_rate(k, t + little, moved, w, c, later_g, later_gdot, &soon);
    double bend = (soon - rate) / little;
    if (event_falls[k]) {
        rate = -rate;
        bend = -bend;
    }
    watch.turned[k] = rate < 0.0 || (rate <= 0.0 && bend > 0.0);
    int back = watch.turned[k] && rate >= 0.0;
    back = back && event_end[k] == 0;
    if (back) {
        swing_sends_back(k, t + little, moved, w, c, soon, &back);
        watch.turned[k] = back;
    }
    if (rate < 0.0 && bend > 0.0) watch.look_again[k] = t - 2.0 * rate / bend / 4.0;
}

/* event k waits on the side of zero that its function g is on. That of a contact waits on the positive side alone:
   forces and slips near zero are left to rounding, gaps are located to the last digit */
static inline void swing_wait_for_event(int k, double g) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    if (watch.armed[k] && watch.zero[k] < g && g < 0.0) return;
    watch.armed[k] = 1;
    watch.turned[k] = 0;
    watch.side[k] = 0.0;
    if (g > 0.0) watch.side[k] = 1.0;
    if (g < 0.0) watch.side[k] = -1.0;
    watch.look_again[k] = -1.0;
    watch.zero[k] = 0.0;
    if (event_end[k] > 0) {
        watch.side[k] = 1.0;
        watch.armed[k] = fabs(g) > watch.rounding[k] || (event_end[k] == 1 && g >= 0.0);
    }
}

/* event k waits where its function g has left zero */
static inline void swing_take_side(int k, double g) {
    enum { ne = swing_ne };
    static const int event_rises[ne] = {1};
    static const int event_falls[ne] = {1};
    static const int event_end[ne] = {0};
    if (fabs(g) <= watch.error[k]) return;
    int unseen = !watch.armed[k] && watch.turned[k] && ((event_rises[k] && g > 0.0) || (event_falls[k] && g < 0.0));
    unseen = unseen && event_end[k] == 0;
    if (unseen) {
        watch.failure = 8;
        watch.culprit = k + 1;
    } else {
        swing_wait_for_event(k, g);
    }
}

/* a gap that opens from about zero closes where it comes back to what it was. Below that it would close with more
   energy than it opened with, and a body that rocks to rest would rock for ever */
static inline void swing_wait_for_return(int k, double g, double gdot) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    if (event_end[k] == 1 && gdot > 0.0 && fabs(g) <= watch.rounding[k]) {
        watch.armed[k] = 1;
        watch.side[k] = 1.0;
        watch.zero[k] = 0.0 < g ? 0.0 : g;
    }
}

/* how the events wait at the start, and which of them are due. length: what is called a short time; at_zero: of an
   event that has just happened the largest size of its function so far, of others 0 */
static inline void swing_start_events(double t, const double* y, double* w, const double* c, double length, const
    double* at_zero) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns, ne = swing_ne };
    static const int event_end[ne] = {0};
    static const int event_rises[ne] = {1};
    static const int event_falls[ne] = {1};
    double g[ne], gdot[ne], moved[nq + nu + ns], later_g[ne], later_gdot[ne];
    for (int k = 0; k < ne; ++k) watch.armed[k] = 0;
    for (int k = 0; k < ne; ++k) watch.turned[k] = 0;
    for (int k = 0; k < ne; ++k) watch.due[k] = 0;
    for (int k = 0; k < ne; ++k) watch.happened[k] = 0;
    watch.stopped = 0;
    for (int k = 0; k < ne; ++k) watch.side[k] = 0.0;
    for (int k = 0; k < ne; ++k) watch.scale[k] = 0.0;
    for (int k = 0; k < ne; ++k) watch.look_again[k] = -1.0;
    for (int k = 0; k < ne; ++k) watch.zero[k] = 0.0;
    watch.interval = length;
    watch.crowd_since = t;
    watch.crowd = 0;
    watch.applied = 0;
    watch.failure = 0;
    watch.culprit = 0;
    watch.row = 0;
    watch.breach = 0.0;
    swing_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (watch.failure == 0 && event_end[k] == 1 && g[k] < -1.0e-06) {
            watch.failure = 10;
            watch.culprit = k + 1;
        }
    if (watch.failure > 0) return;
    for (int k = 0; k < ne; ++k) later_gdot[k] = gdot[k];
    int rests = 0;
    for (int k = 0; k < ne; ++k)
        if (fabs(g[k]) <= 1.0e-12) rests = 1;
    const double little = 1.0e-06 * watch.interval;
    double least = 0.0;
    if (rests) {
        /* on a stop: the rate of a moment later says whether it is pressed on. Rates below `least` are rounding, as of what sticks */
        swing_state_soon(t, y, w, c, little, moved);
        for (int i = 0; i < nu; ++i)
            if (1.0e-13 * fabs(moved[nq + i]) > least) least = 1.0e-13 * fabs(moved[nq + i]);
        swing_event_values(t + little, moved, w, c, later_g, later_gdot);
    }
    for (int k = 0; k < ne; ++k) {
        if (fabs(gdot[k]) * watch.interval > watch.scale[k]) watch.scale[k] = fabs(gdot[k]) * watch.interval;
        swing_event_tolerances();
        const double rate = fabs(gdot[k]) > least ? gdot[k] : later_gdot[k];
        watch.due[k] = fabs(g[k]) <= watch.error[k] && ((event_rises[k] && rate > least) || (event_falls[k] && rate <
            -least));
        if (at_zero[k] > watch.scale[k]) watch.scale[k] = at_zero[k];
        swing_event_tolerances();
        if (at_zero[k] > 0.0 && fabs(g[k]) <= 1000.0 * watch.error[k]) {
            watch.due[k] = 0;
            swing_wait_behind_event(k, t, y, w, c, g, gdot);
        } else {
            swing_take_side(k, g[k]);
        }
    }
    for (int k = 0; k < ne; ++k) swing_wait_for_return(k, g[k], gdot[k]);
    for (int k = 0; k < ne; ++k) watch.last_g[k] = g[k];
    for (int k = 0; k < ne; ++k) watch.last_gdot[k] = gdot[k];
}

/* whether the state holds finite numbers alone */
static inline void swing_holds_numbers(const double* y, int* all_finite) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns };
    *all_finite = 1;
    for (int i = 0; i < nq + nu + ns; ++i)
        if (!(fabs(y[i] - y[i]) <= 0.0)) *all_finite = 0;
}

/* ends the program where the state is no finite number any more */
static inline void swing_require_numbers(double t, const double* y) {
    char digits[65];
    int all_finite;
    swing_holds_numbers(y, &all_finite);
    if (all_finite) return;
    swing_number_text(t, digits);
    fail("the state is no finite number any more at time %s: " "is the step too large\?", digits);
}

/* ends the program where the procedures of events have failed */
static inline void swing_require_events(double t, const double* y) {
    enum { ne = swing_ne };
    char digits[65], size_of[65], number[25], said[1025], line[4001], words[4001];
    if (watch.failure == 0) return;
    swing_number_text(t, digits);
    if (watch.failure == 1) swing_require_regular(t, watch.info);
    if (watch.failure == 9) swing_require_numbers(t, y);
    words[0] = '\0';
    if (watch.failure == 2)
        set_text(words, 4001, "the function of event %s is no number", swing_event_names[watch.culprit - 1]);
    if (watch.failure == 3) set_text(words, 4001, "event %s cannot be applied", swing_event_names[watch.culprit - 1]);
    if (watch.failure == 4)
        set_text(words, 4001, "event %s leads to values that are no finite numbers", swing_event_names[watch.culprit -
            1]);
    if (watch.failure == 5) {
        swing_number_text(watch.breach, size_of);
        set_text(words, 4001, "event %s switches %s on where it is broken by %s", swing_event_names[watch.culprit - 1],
            swing_constraint_names[watch.row - 1], size_of);
    }
    if (watch.failure == 6) set_text(words, 4001, "more than 100 at one time");
    if (watch.failure == 7) set_text(words, 4001, "more than 1000 in hardly any time");
    if (watch.failure == 8)
        set_text(words, 4001, "then %s would pass unseen: its function does not " "leave zero any more",
            swing_event_names[watch.culprit - 1]);
    if (watch.failure == 10)
        set_text(words, 4001, "%s is open at the start, but its gap is below zero", swing_event_names[watch.culprit -
            1]);
    if (watch.failure == 11)
        set_text(words, 4001, "the gap of %s has jumped below zero", swing_event_names[watch.culprit - 1]);
    if (watch.failure == 3) {
        swing_info_text(watch.info, said);
        fail("%s at time %s: %s", words, digits, said);
    }
    if (watch.failure < 6 || watch.failure > 8) fail("%s", words);
    set_text(line, 4001, "events follow one another without end at time %s " "(%s):", digits, words);
    for (int k = 0; k < ne; ++k)
        if (event_table.counts[k] > 0) {
            whole_text(event_table.counts[k], number);
            add_text(line, 4001, " %s %s times", swing_event_names[k], number);
        }
    fail("%s", line);
}

/* after events: what is at zero waits until it has left it, and what its own event sent back is looked at before */
static inline void swing_wait_anew(double t, const double* y, double* w, const double* c) {
    enum { ne = swing_ne };
    double g[ne], gdot[ne];
    swing_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k) {
        swing_wait_for_event(k, g[k]);
        if (watch.happened[k] && fabs(g[k]) <= 1000.0 * watch.error[k]) {
            swing_wait_behind_event(k, t, y, w, c, g, gdot);
        } else if (fabs(g[k]) <= watch.error[k]) {
            watch.armed[k] = 0;
            watch.side[k] = 0.0;
        }
    }
}

/* one more event, or crossing where none is due, at time t: too many in hardly any time are a failure */
static inline void swing_note_crowd(double t) {
    if (t - watch.crowd_since > 1.0e-09 * watch.interval) {
        watch.crowd_since = t;
        watch.crowd = 0;
    }
    ++watch.crowd;
    if (watch.crowd > 1000) watch.failure = 7;
}

/* of contacts whose gap has jumped, as by a step of time: a closed one above zero opens, below zero it is failure
   11, closed or not. phi_before: the rows before the jump */
static inline void swing_jumped_gaps(double t, const double* y, double* w, const double* c, const double* phi_before) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    double g[ne], gdot[ne];
    swing_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (watch.failure == 0 && watch.armed[k] && event_end[k] == 1 && g[k] - watch.zero[k] < -1.0e-06) {
            watch.failure = 11;
            watch.culprit = k + 1;
        }
    (void)phi_before;
}

/* one of the events that are due, the first of them, from the state that the ones before have left, and what is due
   after it. happens: its number, 0 where none is left; impulses of the rows, the energy before and after, the law of
   the impact */
static inline void swing_apply_event(double t, double* y, double* w, const double* c, int* happens, double* impulses,
    double* before, double* after) {
    enum { nq = swing_nq, nu = swing_nu, nw = swing_nw, nphi = swing_nphi, nf = swing_nf, ne = swing_ne };
    static const int event_stops[ne] = {0};
    static const int event_rises[ne] = {1};
    static const int event_falls[ne] = {1};
    double flags_before[nf], phi_before[nphi], phi[nphi], phidot[nphi], g[ne], gdot[ne], kinetic, potential;
    int all_finite;
    *happens = 0;
    for (int k = 0; k < nphi; ++k) impulses[k] = 0.0;
    *before = 0.0;
    *after = 0.0;
    int first = -1;
    if (!watch.stopped) {
        for (int k = 0; k < ne; ++k)
            if (watch.due[k] && first == -1) first = k;
    }
    if (first == -1) {
        if (watch.applied > 0) swing_wait_anew(t, y, w, c);
        return;
    }
    watch.due[first] = 0;
    watch.culprit = first + 1;
    ++watch.applied;
    swing_note_crowd(t);
    if (watch.applied > 100) watch.failure = 6;
    if (watch.failure > 0) return;
    swing_set_inputs(t, w);
    swing_energy(t, y, y + nq, y + nq + nu, w, c, &kinetic, &potential);
    *before = kinetic + potential;
    for (int j = 0; j < nf; ++j) flags_before[j] = w[nw - nf + j];
    swing_constraints(t, y, y + nq, y + nq + nu, w, c, phi_before, phidot);
    swing_event(first + 1, t, y, y + nq, y + nq + nu, w, c, impulses, &watch.info);
    if (watch.info != 0) {
        watch.failure = 3;
        return;
    }
    swing_holds_numbers(y, &all_finite);
    if (!all_finite) {
        watch.failure = 4;
        return;
    }
    swing_jumped_gaps(t, y, w, c, phi_before);
    if (watch.failure > 0) return;
    /* a row that this event has switched on must hold; a contact closes where its gap counts as none. The error of a row that is off is 0; what the others have drifted by is not of this event */
    int changed = 0;
    for (int j = 0; j < nf; ++j)
        if (fabs(w[nw - nf + j] - flags_before[j]) > 0.0) changed = 1;
    /* rows that hold states which it sets must hold too */
    if (changed) {
        swing_constraints(t, y, y + nq, y + nq + nu, w, c, phi, phidot);
        double size = 1.0;
        for (int i = 0; i < nq; ++i)
            if (fabs(y[i]) > size) size = fabs(y[i]);
        double allowed = 1.0e-06;
        if (1.0e-06 > allowed) allowed = 1.0e-06;
        allowed = allowed * size;
        for (int r = 0; r < nphi; ++r)
            if (!(fabs(phi[r]) <= allowed || fabs(phi[r] - phi_before[r]) <= allowed)) {
                watch.failure = 5;
                watch.row = r + 1;
                watch.breach = phi[r];
                return;
            }
    }
    swing_energy(t, y, y + nq, y + nq + nu, w, c, &kinetic, &potential);
    *after = kinetic + potential;
    *happens = first + 1;
    watch.happened[first] = 1;
    if (event_stops[first]) watch.stopped = 1;
    swing_event_values(t, y, w, c, g, gdot);
    for (int j = 0; j < ne; ++j) {
        int goes = (event_rises[j] && gdot[j] > 0.0) || (event_falls[j] && gdot[j] < 0.0);
        const int near = fabs(g[j]) <= 1000.0 * watch.error[j];
        if (near && (fabs(gdot[j]) > 0.0 || fabs(watch.last_gdot[j]) > 0.0)) {
            /* it turned to its direction just now, or was due and still is */
            changed = !((event_rises[j] && watch.last_gdot[j] > 0.0) || (event_falls[j] && watch.last_gdot[j] < 0.0));
            watch.due[j] = goes && (watch.due[j] || (j != first && changed));
        } else {
            goes = (event_rises[j] && g[j] > 0.0) || (event_falls[j] && g[j] < 0.0);
            if (watch.due[j]) {
                watch.due[j] = near || goes;
            } else if (j != first && watch.armed[j] && !near && !watch.happened[j]) {
                watch.due[j] = goes && watch.side[j] * g[j] < 0.0;
            }
        }
    }
    for (int j = 0; j < ne; ++j)
        if (!watch.due[j] && !watch.happened[j] && fabs(g[j]) > watch.error[j]) swing_wait_for_event(j, g[j]);
    for (int k = 0; k < ne; ++k) watch.last_g[k] = g[k];
    for (int k = 0; k < ne; ++k) watch.last_gdot[k] = gdot[k];
}

/* a row of the table of events */
static inline void swing_note_event(double t, int happens, const double* impulses, double before, double after) {
    enum { nphi = swing_nphi };
    char digits[25];
    all_digits(t, digits);
    put_text(4, "%s,%s", digits, swing_event_names[happens - 1]);
    for (int k = 0; k < nphi; ++k) swing_put_cell(4, impulses[k]);
    swing_put_cell(4, before);
    swing_put_cell(4, after);
    put_text(4, "\n");
}

/* after the projection that follows events: what of sticking, sliding and normal forces is zero up to rounding now */
static inline void swing_rest_events(double t, const double* y, double* w, const double* c) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    double g[ne], gdot[ne];
    swing_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (event_end[k] == 1) {
            swing_wait_for_return(k, g[k], gdot[k]);
        } else if (event_end[k] > 0) {
            swing_wait_for_event(k, g[k]);
        }
}

/* what is due at time t, one event after the other */
static inline void swing_apply_events(double t, double* y, double* w, const double* c) {
    enum { nphi = swing_nphi };
    int happens;
    double impulses[nphi], before, after;
    int any = 0;
    while (1) {
        swing_apply_event(t, y, w, c, &happens, impulses, &before, &after);
        swing_require_events(t, y);
        if (happens == 0) break;
        any = 1;
        event_table.counts[happens - 1] = event_table.counts[happens - 1] + 1;
        swing_note_event(t, happens, impulses, before, after);
    }
    if (!any) return;
    swing_onto_constraints(t, y, w, c);
    swing_rest_events(t, y, w, c);
    swing_require_events(t, y);
}

/* opens the table of events beside that of the run (run.csv: run_events.csv), and applies what is due at the start */
static inline void swing_begin_events(double t, double* y, double* w, const double* c) {
    enum { nphi = swing_nphi, ne = swing_ne };
    char ending[513];
    int failed;
    for (int k = 0; k < ne; ++k) event_table.counts[k] = 0;
    set_text(event_table.events_name, 529, "%s", settings.csv_name);
    if ((int)strlen(settings.csv_name) > 4) {
        set_text(ending, 513, "%.*s", (int)strlen(settings.csv_name) - ((int)strlen(settings.csv_name) - 4),
            settings.csv_name + (int)strlen(settings.csv_name) - 4);
        if (strcmp(ending, ".csv") == 0)
            set_text(event_table.events_name, 529, "%.*s", (int)strlen(settings.csv_name) - 4, settings.csv_name);
    }
    add_text(event_table.events_name, 529, "_events.csv");
    open_new(4, event_table.events_name, &failed);
    if (failed) fail("cannot write %s", event_table.events_name);
    put_text(4, "t,event");
    for (int k = 0; k < nphi; ++k) put_text(4, ",impulse %s", swing_constraint_names[k]);
    put_text(4, ",energy before,energy after");
    put_text(4, "\n");
    swing_start_events(t, y, w, c, settings.step_length, settings.fired);
    swing_require_events(t, y);
    swing_apply_events(t, y, w, c);
}

/* in place, limit: no later than the next event that waits for a time alone, and than when a function must have been
   looked at again */
static inline void swing_next_event_time(double t, const double* y, double* w, const double* c, double* limit) {
    enum { ne = swing_ne };
    double g[ne], gdot[ne];
    swing_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k)
        if (watch.look_again[k] > t) {
            if (watch.look_again[k] < *limit) *limit = watch.look_again[k];
        }
}

/* in place, y after a step of h: by Runge's and Kutta's method of fourth order, by the midpoint rule (order 2) or by
   Euler's method (order 1) */
static inline void swing_advance(double t, double* y, double* w, const double* c, double h, int* info) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns };
    double k1[nq + nu + ns], k2[nq + nu + ns], k3[nq + nu + ns], k4[nq + nu + ns], z[nq + nu + ns];
    /* a row at t has begun its line, one at t + h not yet */
    run.ahead = 1.0e-09 * h;
    swing_set_inputs(t, w);
    run.ahead = 0.0;
    swing_derivatives(t, y, w, c, k1, info);
    if (*info != 0) return;
    if (run.order == 1) {
        for (int i = 0; i < nq + nu + ns; ++i) y[i] = y[i] + h * k1[i];
    } else {
        for (int i = 0; i < nq + nu + ns; ++i) z[i] = y[i] + h / 2.0 * k1[i];
        swing_set_inputs(t + h / 2.0, w);
        swing_derivatives(t + h / 2.0, z, w, c, k2, info);
        if (*info != 0) return;
        if (run.order == 2) {
            for (int i = 0; i < nq + nu + ns; ++i) y[i] = y[i] + h * k2[i];
        } else {
            for (int i = 0; i < nq + nu + ns; ++i) z[i] = y[i] + h / 2.0 * k2[i];
            swing_set_inputs(t + h / 2.0, w);
            swing_derivatives(t + h / 2.0, z, w, c, k3, info);
            if (*info != 0) return;
            for (int i = 0; i < nq + nu + ns; ++i) z[i] = y[i] + h * k3[i];
            run.ahead = -1.0e-09 * h;
            swing_set_inputs(t + h, w);
            run.ahead = 0.0;
            swing_derivatives(t + h, z, w, c, k4, info);
            if (*info != 0) return;
            for (int i = 0; i < nq + nu + ns; ++i) y[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    swing_normalize(y);
}

/* of each event a function that is zero where something is to be done */
static inline void swing_watch_events(double t, const double* y, double* w, const double* c, double* watched) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    double g[ne], gdot[ne];
    swing_event_values(t, y, w, c, g, gdot);
    for (int k = 0; k < ne; ++k) {
        watched[k] = watch.armed[k] ? g[k] : fabs(g[k]) - watch.error[k];
        if (event_end[k] > 0) {
            if (watch.armed[k]) {
                watched[k] = g[k] - watch.zero[k];
            } else {
                watched[k] = g[k] + watch.rounding[k];
            }
        }
    }
}

/* which functions of events have come to where something is due: found is 1 there. any: some have */
static inline void swing_crossed_events(double t, const double* y, double* w, const double* c, int* found, int* any) {
    enum { ne = swing_ne };
    static const int event_rises[ne] = {1};
    static const int event_falls[ne] = {1};
    static const int event_end[ne] = {0};
    double watched[ne];
    swing_watch_events(t, y, w, c, watched);
    *any = 0;
    for (int k = 0; k < ne; ++k) {
        found[k] = 0;
        if (watch.armed[k]) {
            if (watch.side[k] * watched[k] < 0.0 && ((event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] &&
                watch.side[k] > 0.0)))
                found[k] = 1;
        } else {
            if (event_end[k] > 0 && watched[k] < 0.0) found[k] = 1;
        }
        if (found[k] > 0) *any = 1;
    }
}

/* of the step under way, which ends at t with the state y: which gaps of contacts have jumped (jumped_gaps) */
static inline void swing_jumped_in_step(double t, const double* y, double* w, const double* c) {
    enum { nq = swing_nq, nu = swing_nu, nphi = swing_nphi, ns = swing_ns };
    double z[nq + nu + ns], phi[nphi], phidot[nphi];
    swing_set_inputs(run.begin, w);
    for (int k = 0; k < nq + nu + ns; ++k) z[k] = run.from[k];
    swing_constraints(run.begin, z, z + nq, z + nq + nu, w, c, phi, phidot);
    swing_jumped_gaps(t, y, w, c, phi);
}

/* y at a time within the step under way */
static inline void swing_state_at(double t, double* w, const double* c, double* y) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns };
    int info;
    for (int k = 0; k < nq + nu + ns; ++k) y[k] = run.from[k];
    swing_advance(run.begin, y, w, c, t - run.begin, &info);
}

/* whether an open gap is below zero, by more than rounding or at all */
static inline void swing_gap_is_below(const double* g, int clearly, int* below) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    *below = 0;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1) {
            double least = 0.0;
            if (clearly) least = -watch.rounding[k];
            if (g[k] - watch.zero[k] < least) *below = 1;
        }
}

/* whether the open gaps pass the middle of h where the cubic through both ends does, by half of what is left of them */
static inline void swing_gaps_are_smooth(double h, const double* g, const double* gdot, const double* middle_g, const
    double* later_g, const double* later_gdot, int* smooth) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    *smooth = 1;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1) {
            const double gap = g[k] - watch.zero[k];
            const double middle = middle_g[k] - watch.zero[k];
            const double later = later_g[k] - watch.zero[k];
            const double expected = (gap + later) / 2.0 + h / 8.0 * (gdot[k] - later_gdot[k]);
            const double least = (later < (middle < gap ? middle : gap) ? later : (middle < gap ? middle : gap)) > 0.0
                ? (later < (middle < gap ? middle : gap) ? later : (middle < gap ? middle : gap)) : 0.0;
            if (fabs(middle - expected) > least / 2.0 + watch.rounding[k]) *smooth = 0;
        }
}

/* whether the tangents of an open gap that falls at one time and grows after h meet below zero */
static inline void swing_gap_may_dip(double h, const double* g, const double* gdot, const double* later_g, const
    double* later_gdot, int* may) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    *may = 0;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1 && gdot[k] < 0.0 && later_gdot[k] > 0.0) {
            const double falls = gdot[k];
            const double grows = later_gdot[k];
            const double gap = g[k] - watch.zero[k];
            double meet = (gap - (later_g[k] - watch.zero[k]) + grows * h) / (grows - falls);
            meet = h < (0.0 > meet ? 0.0 : meet) ? h : (0.0 > meet ? 0.0 : meet);
            if (gap + falls * meet < -watch.rounding[k]) *may = 1;
        }
}

/* of a step from begin to finish: the first time at which a gap that is open at both ends is below zero, if one is.
   The step is halved up to 10 times */
static inline void swing_first_dip(double begin, double finish, double* w, const double* c, int* dips, double* dip) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns, ne = swing_ne };
    static const int event_end[ne] = {0};
    double z[nq + nu + ns], g[ne], gdot[ne], middle_g[ne], middle_gdot[ne], later_g[ne], later_gdot[ne], starts[10],
        ends[10];
    int depths[10], below, clearly, smooth;
    *dips = 0;
    *dip = finish;
    int any = 0;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1) any = 1;
    if (!any) return;
    double from = begin;
    double to = finish;
    int depth = 0;
    int waiting = 0;
    for (int k = 0; k < 10; ++k) starts[k] = 0.0;
    for (int k = 0; k < 10; ++k) ends[k] = 0.0;
    for (int k = 0; k < 10; ++k) depths[k] = 0;
    swing_state_at(from, w, c, z);
    swing_event_values(from, z, w, c, g, gdot);
    swing_state_at(to, w, c, z);
    swing_event_values(to, z, w, c, later_g, later_gdot);
    /* it is due at the end of the step */
    swing_gap_is_below(g, 1, &below);
    if (below || watch.failure > 0) return;
    while (1) {
        double middle = from + (to - from) / 2.0;
        swing_state_at(middle, w, c, z);
        swing_event_values(middle, z, w, c, middle_g, middle_gdot);
        if (watch.failure > 0) return;
        swing_gap_is_below(middle_g, 1, &below);
        if (below) {
            *dips = 1;
            *dip = middle;
            swing_gap_is_below(g, 0, &clearly);
            while (1) {
                middle = from + (*dip - from) / 2.0;
                if (!(from < middle && middle < *dip)) return;
                swing_state_at(middle, w, c, z);
                swing_event_values(middle, z, w, c, middle_g, middle_gdot);
                swing_gap_is_below(middle_g, clearly, &below);
                if (below) {
                    *dip = middle;
                } else {
                    from = middle;
                }
            }
        }
        int left = 0;
        int right = 0;
        if (depth < 10) {
            swing_gaps_are_smooth(to - from, g, gdot, middle_g, later_g, later_gdot, &smooth);
            swing_gap_may_dip(middle - from, g, gdot, middle_g, middle_gdot, &left);
            swing_gap_may_dip(to - middle, middle_g, middle_gdot, later_g, later_gdot, &right);
            if (!smooth) {
                left = 1;
                right = 1;
            }
        }
        ++depth;
        if (right) {
            ++waiting;
            starts[waiting - 1] = middle;
            ends[waiting - 1] = to;
            depths[waiting - 1] = depth;
        }
        if (left) {
            to = middle;
            for (int k = 0; k < ne; ++k) later_g[k] = middle_g[k];
            for (int k = 0; k < ne; ++k) later_gdot[k] = middle_gdot[k];
        } else {
            if (waiting == 0) return;
            from = starts[waiting - 1];
            to = ends[waiting - 1];
            depth = depths[waiting - 1];
            waiting = waiting - 1;
            swing_state_at(from, w, c, z);
            swing_event_values(from, z, w, c, g, gdot);
            swing_state_at(to, w, c, z);
            swing_event_values(to, z, w, c, later_g, later_gdot);
        }
    }
}

/* after a step: which events are due. found: not 0 where watch_events has changed its sign there */
static inline void swing_due_events(double t, const double* y, double* w, const double* c, const int* found) {
    enum { ne = swing_ne };
    static const int event_rises[ne] = {1};
    static const int event_falls[ne] = {1};
    static const int event_end[ne] = {0};
    double g[ne], gdot[ne], rate;
    int goes;
    swing_event_values(t, y, w, c, g, gdot);
    if (watch.failure > 0) return;
    watch.applied = 0;
    for (int k = 0; k < ne; ++k) watch.happened[k] = 0;
    int any = 0;
    for (int k = 0; k < ne; ++k) {
        watch.due[k] = 0;
        if (watch.armed[k]) {
            goes = (event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] && watch.side[k] > 0.0);
            double beyond = g[k];
            beyond = g[k] - watch.zero[k];
            watch.due[k] = goes && watch.side[k] * beyond < 0.0;
            if (goes && !watch.due[k] && found[k] != 0 && fabs(beyond) <= 1000.0 * watch.error[k]) {
                watch.due[k] = 1;
                int near = 1;
                near = event_end[k] == 0;
                if (near) {
                    /* found a hair before zero it comes to it, found a hair after it has left zero it does not */
                    swing_event_rate(k, t, y, w, c, g, gdot, &rate);
                    if (watch.side[k] * rate > 0.0) watch.due[k] = 0;
                }
            }
            if (event_end[k] == 1 && gdot[k] > 0.0) watch.due[k] = 0;
            if (watch.due[k]) any = 1;
        }
    }
    if (any) {
        for (int k = 0; k < ne; ++k) {
            goes = (event_rises[k] && watch.side[k] < 0.0) || (event_falls[k] && watch.side[k] > 0.0);
            goes = goes && event_end[k] == 0;
            if (watch.armed[k] && goes && fabs(g[k]) <= watch.error[k] && watch.side[k] * gdot[k] < 0.0)
                watch.due[k] = 1;
        }
    } else {
        for (int k = 0; k < ne; ++k) swing_take_side(k, g[k]);
    }
    for (int k = 0; k < ne; ++k) watch.last_g[k] = g[k];
    for (int k = 0; k < ne; ++k) watch.last_gdot[k] = gdot[k];
}

/* one step from t on, in place: to limit, or to where an event happens before it, or where a function must be looked
   at again. Then what is due there */
static inline void swing_step_to_event(double* t, double* y, double* w, const double* c, double limit) {
    enum { nq = swing_nq, nu = swing_nu, ns = swing_ns, ne = swing_ne };
    static const int event_end[ne] = {0};
    int found[ne], any, all_finite;
    double until = limit;
    swing_next_event_time(*t, y, w, c, &until);
    run.begin = *t;
    for (int k = 0; k < nq + nu + ns; ++k) run.from[k] = y[k];
    double after = until - *t;
    swing_advance(*t, y, w, c, after, &watch.info);
    swing_holds_numbers(y, &all_finite);
    if (!all_finite) watch.failure = 9;
    if (watch.info != 0) watch.failure = 1;
    if (watch.failure > 0) return;
    swing_crossed_events(until, y, w, c, found, &any);
    if (any) {
        /* located to the last digit by halving the step */
        double before = 0.0;
        for (int count = 0; count < 100; ++count) {
            const double middle = before + (after - before) / 2.0;
            if (!(before < middle && middle < after && *t + before < *t + after)) break;
            for (int k = 0; k < nq + nu + ns; ++k) y[k] = run.from[k];
            swing_advance(*t, y, w, c, middle, &watch.info);
            swing_crossed_events(*t + middle, y, w, c, found, &any);
            if (any) {
                after = middle;
            } else {
                before = middle;
            }
        }
        for (int k = 0; k < nq + nu + ns; ++k) y[k] = run.from[k];
        swing_advance(*t, y, w, c, after, &watch.info);
        until = *t + after;
        swing_crossed_events(until, y, w, c, found, &any);
        swing_jumped_in_step(until, y, w, c);
        if (watch.failure > 0) return;
    }
    int dips = 0;
    double dip = until;
    for (int k = 0; k < ne; ++k)
        if (watch.armed[k] && event_end[k] == 1 && watch.last_g[k] - watch.zero[k] <= 4.0 * after * fabs(
            watch.last_gdot[k]))
            dips = 1;
    /* a gap that is too wide to close at four times its speed is not looked at */
    if (dips) swing_first_dip(*t, until, w, c, &dips, &dip);
    if (dips) {
        swing_state_at(dip, w, c, y);
        until = dip;
        for (int k = 0; k < ne; ++k) found[k] = 0;
    }
    *t = until;
    swing_due_events(*t, y, w, c, found);
    if (any) {
        /* what has only now begun to wait */
        any = 0;
        for (int k = 0; k < ne; ++k)
            if (watch.due[k]) any = 1;
        if (!any) {
            swing_note_crowd(*t);
            for (int k = 0; k < ne; ++k) found[k] = 0;
            swing_due_events(*t, y, w, c, found);
        }
    }
}

/* to the time finish, or to an event that stops the run, in place */
static inline void swing_advance_to(double* t, double* y, double* w, const double* c, double finish, int* stops) {
    while (*t < finish && !watch.stopped) {
        swing_step_to_event(t, y, w, c, finish);
        swing_require_events(*t, y);
        swing_apply_events(*t, y, w, c);
    }
    *stops = watch.stopped;
}

/* one step of a run, in place: by h to the time finish, or to an event that stops it. What the state must hold to is
   seen to */
static inline void swing_step_of_run(double* t, double* y, double* w, const double* c, double finish, double h,
    int* stops) {
    *stops = 0;
    swing_advance_to(t, y, w, c, finish, stops);
    swing_normalize(y);
    swing_require_numbers(*t, y);
    if (settings.project > 0.0) swing_onto_constraints(*t, y, w, c);
    (void)h;
}

/* waits until the clock shows as much as the model's time since the start; a step that ends later is an overrun */
static inline void swing_keep_up(double passed, double began, int* overruns) {
    double now;
    clock_now(&now);
    if (now - began > passed) {
        ++*overruns;
    } else {
        while (now - began < passed) {
            sleep_for(passed - (now - began));
            clock_now(&now);
        }
    }
}

/* of each event that waits until its function has left zero, because it has just happened, the largest size of its
   function so far; of all others 0. Those of contacts wait for nothing that their modes and functions do not say */
static inline void swing_events_at_zero(double* sizes) {
    enum { ne = swing_ne };
    static const int event_end[ne] = {0};
    for (int k = 0; k < ne; ++k) {
        sizes[k] = watch.armed[k] ? 0.0 : watch.scale[k];
        if (event_end[k] > 0) sizes[k] = 0.0;
    }
}

/* closes the table of events, and says how many there were */
static inline void swing_end_events(int stops) {
    enum { ne = swing_ne };
    char digits[25], line[1025];
    int failed;
    close_file(4, &failed);
    if (failed) fail("cannot write all of %s", event_table.events_name);
    swing_events_at_zero(settings.fired);
    int all = 0;
    for (int k = 0; k < ne; ++k) all = all + event_table.counts[k];
    whole_text(all, digits);
    set_text(line, 1025, "wrote %s, %s events", event_table.events_name, digits);
    if (stops) add_text(line, 1025, ", the last of which stopped the run");
    put_text(0, "%s\n", line);
}

/* the state where a run ends, as a parameter file */
static inline void swing_save_state(double t, const double* y, const double* w, const double* fired, const
    char* save_name) {
    int failed;
    open_new(2, save_name, &failed);
    if (failed) fail("cannot write %s", save_name);
    put_text(2, "# a state: include this file to go on from here\n");
    swing_echo(2, "start", t, "s", "of the run");
    swing_echo(2, "assemble", 0.0, "", "the state is taken as it stands here");
    swing_echo_state(2, y, w, fired);
    close_file(2, &failed);
    if (failed) fail("cannot write all of %s", save_name);
}

/* a run: what the file says, from its start to its end. csv: the table that it writes where the file names no other */
static inline void swing_simulate_file(const char* file_name, const char* csv) {
    enum { nq = swing_nq, nu = swing_nu, nw = swing_nw, ns = swing_ns };
    double kinetic, potential, began;
    int steps, failed;
    char digits[25], other[25];
    swing_default_settings(csv);
    swing_default_table();
    for (int k = 0; k < nw; ++k) run_values.w[k] = 0.0;
    for (int k = 0; k < nq + nu + ns; ++k) run_values.y[k] = 0.0;
    swing_defaults(run_values.p);
    if (strcmp(file_name, "") != 0) swing_read_parameters(file_name, 1, run_values.p, run_values.w, run_values.y);
    swing_flags(run_values.p, run_values.w);
    if (strcmp(file_name, "") != 0) swing_read_parameters(file_name, 1, run_values.p, run_values.w, run_values.y);
    swing_initial(run_values.p, run_values.y, run_values.y + nq, run_values.y + nq + nu);
    if (strcmp(file_name, "") != 0) swing_read_parameters(file_name, 2, run_values.p, run_values.w, run_values.y);
    swing_begin_run(settings.order);
    double t = settings.time_start;
    swing_read_inputs(run_values.w);
    swing_free_inputs();
    swing_set_inputs(t, run_values.w);
    if (strcmp(file_name, "") != 0) swing_write_echo(file_name, run_values.p, run_values.w, run_values.y);
    swing_normalize(run_values.y);
    swing_require_start(run_values.y);
    if (!(settings.step_length > 0.0 && settings.time_end >= settings.time_start && (settings.time_end -
        settings.time_start) / settings.step_length < 1.0e+09 && settings.interval >= 0.0))
        fail("step and end must be positive, with fewer than 1e9 " "steps");
    swing_setup(run_values.p, run_values.c);
    open_new(3, settings.csv_name, &failed);
    if (failed) fail("cannot write %s", settings.csv_name);
    swing_write_header();
    /* steps of one length, or so many between two rows */
    int every = 1;
    double h = settings.step_length;
    if (settings.interval > 0.0) {
        swing_whole_steps(settings.interval, settings.step_length, &every);
        h = settings.interval / (double)every;
    }
    swing_whole_steps(settings.time_end - settings.time_start, h, &steps);
    if (!(settings.interval > 0.0)) h = (settings.time_end - settings.time_start) / (double)(1 > steps ? 1 : steps);
    clock_now(&began);
    swing_call_at_init(t, run_values.p, run_values.y, run_values.w, run_values.c);
    swing_set_inputs(t, run_values.w);
    swing_guess_modes(t, run_values.y, run_values.y + nq, run_values.y + nq + nu, run_values.w, run_values.c);
    if (settings.assemble > 0.0) swing_start_on_constraints(t, run_values.y, run_values.w, run_values.c);
    swing_find_modes(t, run_values.y, run_values.w, run_values.c);
    /* with what is closed */
    if (settings.assemble > 0.0) swing_start_on_constraints(t, run_values.y, run_values.w, run_values.c);
    swing_call_at_step(t, run_values.p, run_values.y, run_values.w, run_values.c);
    double largest_phi = 0.0;
    double largest_phidot = 0.0;
    swing_write_row(t, run_values.y, run_values.w, run_values.c, &largest_phi, &largest_phidot, &kinetic, &potential);
    const double energy_start = kinetic + potential;
    double drift = 0.0;
    int rows = 1;
    int done = 0;
    int overruns = 0;
    int stops = 0;
    swing_begin_events(t, run_values.y, run_values.w, run_values.c);
    for (int k = 0; k < steps; ++k) {
        double finish = settings.time_start + (double)(k + 1) * h;
        if (settings.interval > 0.0 && (double)(k + 1) >= (double)steps) finish = settings.time_end;
        double length = h;
        if (settings.interval > 0.0) length = finish - t;
        swing_step_of_run(&t, run_values.y, run_values.w, run_values.c, finish, length, &stops);
        ++done;
        if (settings.realtime > 0.0) swing_keep_up(t - settings.time_start, began, &overruns);
        swing_call_at_step(t, run_values.p, run_values.y, run_values.w, run_values.c);
        if (every * (done / every) == done || done == steps || stops) {
            swing_write_row(t, run_values.y, run_values.w, run_values.c, &largest_phi, &largest_phidot, &kinetic,
                &potential);
            ++rows;
        }
        if (fabs(kinetic + potential - energy_start) > drift) drift = fabs(kinetic + potential - energy_start);
        if (stops) break;
    }
    close_file(3, &failed);
    if (failed) fail("cannot write all of %s", settings.csv_name);
    all_digits(energy_start, digits);
    put_text(0, "energy at start  %s\n", digits);
    all_digits(kinetic + potential, digits);
    put_text(0, "energy at end    %s\n", digits);
    all_digits(drift, digits);
    put_text(0, "largest change   %s\n", digits);
    all_digits(largest_phi, digits);
    put_text(0, "largest |phi|    %s\n", digits);
    all_digits(largest_phidot, digits);
    put_text(0, "largest |phidot| %s\n", digits);
    whole_text(rows, digits);
    put_text(0, "wrote %s, %s rows\n", settings.csv_name, digits);
    if (settings.realtime > 0.0) {
        whole_text(overruns, digits);
        whole_text(done, other);
        put_text(0, "overruns: %s of %s steps\n", digits, other);
    }
    swing_end_events(stops);
    if (strcmp(settings.save_name, "") != 0) {
        swing_save_state(t, run_values.y, run_values.w, settings.fired, settings.save_name);
        put_text(0, "saved the state in %s\n", settings.save_name);
    }
    close_file(0, &failed);
    if (failed) fail("cannot write what the run has found");
}

int main(int count, char** arguments) {
    if (count > 2) fail("expected one file, found more arguments");
    if (count > 1 && strlen(arguments[1]) > 512) fail("the name of the file is too long");
    swing_simulate_file(count > 1 ? arguments[1] : "", "swing.csv");
    return 0;
}
