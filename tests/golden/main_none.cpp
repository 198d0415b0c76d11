// Simulates the model swing: swing_main [FILE]
// FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, constant inputs,
// and settings; "parameter NAME value" is never a setting.
//   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
//   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
//   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with
//   the clock
// FILE.echo holds all that was used, and is such a file itself.
#include <chrono>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "swing.hpp"

namespace {

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
static inline void number_of(const char* given, double& value) {
    char plain[16384 + 1];
    size_t k;
    for (k = 0; given[k] != '\0'; ++k) plain[k] = (char)(given[k] == 'd' || given[k] == 'D' ? 'e' : given[k]);
    plain[k] = '\0';
    value = strtod(plain, NULL);
}

/* its digits, the exponent of the first one, and what they are read as */
static inline void scientific(double value, int count, char* all, int& exponent, double& back) {
    char text[64];
    size_t k, n = 0;
    sprintf(text, "%.*e", count - 1, value);
    for (k = 0; text[k] != 'e'; ++k)
        if (text[k] != '.') all[n++] = text[k];
    all[n] = '\0';
    exponent = atoi(text + k + 1);
    back = strtod(text, NULL);
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

static void open_old(int file, const char* name, bool& failed) {
    int first;
    failed = 1;
    files[file] = fopen(name, "r");
    if (files[file] == NULL) return;
    first = getc(files[file]);
    failed = first == EOF && ferror(files[file]);
    ungetc(first, files[file]);
}

static void open_new(int file, const char* name, bool& failed) {
    files[file] = fopen(name, "w");
    failed = files[file] == NULL;
}

/* failed: not all of it is written */
static void close_file(int file, bool& failed) {
    failed = ferror(file_of(file)) != 0;
    if (fclose(file_of(file)) != 0) failed = 1;
}

/* status: 0, 1 at the end of the file, 2 it cannot be read, 3 the line is too long, 4 it holds a zero */
static void read_line(int file, char* line, int& status) {
    int c = getc(files[file]), length = 0;
    status = c != EOF ? 0 : ferror(files[file]) ? 2 : 1;
    for (; c != '\n' && c != EOF; c = getc(files[file])) {
        if (length == 16384) status = 3;
        if (c == '\0') status = 4;
        if (status != 0) return;
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
static void clock_now(double& seconds) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sleep_for(double seconds) {
    struct timespec rest;
    rest.tv_sec = (time_t)seconds;
    rest.tv_nsec = (long)(1e9 * (seconds - floor(seconds)));
    nanosleep(&rest, NULL);
}

// what parameter files say of a run. fired: of an event that has happened at the start and waits until its function has
// left zero the largest size of that, else 0
struct {
    double time_start, time_end, step_length, interval, labels, realtime, assemble, project, tolerance, fired[1];
    int order;
    char csv_name[513], title[513], save_name[513], inputs_name[513];
} settings;

// of a run: its parameters, inputs, state and constants
struct {
    double p[1], w[1], y[swing::nq + swing::nu], c[1];
} run_values;

// what holds where no file says otherwise
void swing_default_settings(const char* csv) {
    settings.time_start = 0.0;
    settings.time_end = 10.0;
    settings.step_length = 0.001;
    settings.interval = 0.0;
    settings.labels = 0.0;
    settings.realtime = 0.0;
    settings.assemble = 1.0;
    // onto the constraints, after every step
    settings.project = 0.0;
    settings.tolerance = 1.0e-10;
    settings.order = 4;
    set_text(settings.csv_name, 513, "%s", csv);
    settings.title[0] = '\0';
    settings.save_name[0] = '\0';
    settings.inputs_name[0] = '\0';
}

// inputs from a table; is_set: an input that a line after that of the table gives; column: of each input, 0 where it
// has none, and slope_of: the input whose slope it is
struct {
    bool is_set[1];
    int column[1], slope_of[1], rows, row;
    double times[1000000], values[1];
} table;

// no table of inputs
void swing_default_table() {
    table.rows = 0;
    table.row = 0;
}

// opens one more parameter file
void swing_open_file(const char* at, const char* name, int& depth, char (*names)[513], int* numbers) {
    bool failed;
    if (strcmp(at, "") != 0) {
        for (int k = 0; k < depth; ++k)
            if (strcmp(names[k], name) == 0) fail("%s the file %s includes itself", at, name);
        if (depth == 50) fail("%s files include one another more than fifty deep", at);
    }
    if ((int)strlen(name) > 512) fail("the name of a file is too long");
    open_old(depth + 11, name, failed);
    if (failed && strcmp(at, "") == 0) fail("cannot read %s", name);
    if (failed) fail("%s cannot read %s; its place is counted from the " "folder where the program runs", at, name);
    ++depth;
    set_text(names[depth - 1], 513, "%s", name);
    numbers[depth - 1] = 0;
}

// ends where a line could not be read; status: 2 the file fails, 3 the line is too long, 4 it has bytes of no text
void swing_line_trouble(const char* at, int status) {
    if (status == 2) fail("%s the file cannot be read on", at);
    if (status == 3) fail("%s this line is longer than 16384 characters; is " "this a text file\?", at);
    if (status == 4) fail("%s this is no text", at);
}

// the first word of a line, and what follows it
void swing_split(const char* line, char* word, char* rest) {
    const int first = skip(line, 0, " ");
    const int after = find(line, first, " ");
    set_text(word, 16385, "%.*s", after - first, line + first);
    set_text(rest, 16385, "%.*s", (int)strlen(line) - skip(line, after, " "), line + skip(line, after, " "));
}

// yes: the text is one decimal number, such as -12.5, 1e-3, 1d-3
void swing_decimal(const char* given, bool& yes) {
    yes = false;
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
    yes = k + 1 > (int)strlen(given);
}

// ends where a line does not begin with a name. The file may be no parameter file, and its text is not shown then
void swing_require_name(const char* at, const char* name) {
    const int last = (int)strlen(name);
    bool fits = last <= 64;
    int k = 0;
    while (fits && k + 1 <= last) {
        const int c = (unsigned char)name[k];
        // letters, _, after the first one digits and ' too
        fits = (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c == 95 || (k > 0 && ((c >= 48 && c <= 57) || c == 39));
        ++k;
    }
    if (!fits) fail("%s this is no name: a line of a parameter file is " "a name and a value, such as k 1.5", at);
}

// bytes of the character of UTF-8 at place k; 0 where there is none, or where it controls a terminal
void swing_character_size(const char* given, int k, int& bytes) {
    bytes = 0;
    const int first = (unsigned char)given[k];
    if (first < 128) {
        if (first >= 32 && first != 127) bytes = 1;
    } else if (first >= 240 && first < 245) {
        bytes = 4;
    } else if (first >= 224 && first < 240) {
        bytes = 3;
    } else if (first >= 194 && first < 224) {
        bytes = 2;
    }
    bool fits = k + bytes + 1 <= (int)strlen(given) + 1;
    if (fits) {
        for (int j = 0; j < bytes - 1; ++j) {
            const int other = (unsigned char)given[k + 1 + (j + 1) - 1];
            if (other < 128 || other >= 192 || (first == 194 && other < 160)) fits = false;
        }
    }
    if (!fits) bytes = 0;
}

// a word of a file as a message shows it: cut after 40 characters, bytes that no terminal should see as \x1b
void swing_shown(const char* given, char* clean) {
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
        swing_character_size(given, k, bytes);
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

// the next line of the open files that says something; depth becomes 0 at their end
void swing_next_entry(int& depth, char (*names)[513], int* numbers, int& bytes, char* at, char* name, char* rest, bool&
    is_quantity, bool& is_setting) {
    char line[16385], words[16385], word[16385], more[16385], digits[25], clean[201];
    int status;
    bool failed, yes;
    at[0] = '\0';
    name[0] = '\0';
    rest[0] = '\0';
    is_quantity = false;
    is_setting = false;
    while (depth > 0) {
        read_line(depth + 10, line, status);
        if (status == 1) {
            close_file(depth + 10, failed);
            depth = depth - 1;
            continue;
        }
        numbers[depth - 1] = numbers[depth - 1] + 1;
        whole_text(numbers[depth - 1], digits);
        set_text(at, 601, "%s:%s:", names[depth - 1], digits);
        swing_line_trouble(at, status);
        bytes = bytes + (int)strlen(line) + 1;
        if (bytes > 16777216)
            fail("%s: there are more than 16 MB to read; leave out " "what is not needed", names[depth - 1]);
        int from = 0;
        // the mark that some editors put at the beginning of a file
        if (numbers[depth - 1] == 1) {
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
            swing_decimal(word, yes);
            if (strcmp(more, "") != 0 && !yes) {
                is_quantity = strcmp(name, "parameter") == 0;
                is_setting = !is_quantity;
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

// the number that a word of a file is; at: run.txt:3:
void swing_number_in(const char* at, const char* given, double& value) {
    bool yes;
    char clean[201];
    value = 0.0;
    if (strcmp(given, "") == 0) fail("%s a number is missing", at);
    swing_decimal(given, yes);
    if (yes) number_of(given, value);
    if (yes && value - value <= 0.0) return;
    swing_shown(given, clean);
    if (!yes) fail("%s %s is not a number; a value is one decimal number: " "1.5, -2e3", at, clean);
    fail("%s %s is beyond all numbers", at, clean);
}

// the number of a line, and what follows it, in the quantity's own unit; users: the unit of files and factor, what it
// is worth, or nothing
void swing_quantity_in(const char* at, const char* name, const char* given, const char* unit, const char* users, double
    factor, double& value) {
    char word[16385], rest[16385], first[16385], more[16385], clean[201], wrong[201];
    bool yes;
    swing_split(given, word, rest);
    swing_number_in(at, word, value);
    if (strcmp(users, "") != 0 && (strcmp(rest, "") == 0 || strcmp(rest, users) == 0)) {
        value = value * factor;
        return;
    }
    if (strcmp(rest, "") == 0 || strcmp(rest, unit) == 0) return;
    // whose unit is wrong
    swing_split(rest, first, more);
    swing_decimal(first, yes);
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

// a text that a line gives
void swing_take_text(const char* at, const char* rest, char* kept) {
    kept[0] = '\0';
    if ((int)strlen(rest) > 512) fail("%s the text is too long", at);
    set_text(kept, 513, "%s", rest);
}

// settings that stand before the names of the model
void swing_take_first_setting(const char* at, const char* name, const char* rest, bool& taken) {
    char word[16385], more[16385], clean[201];
    bool yes;
    taken = true;
    swing_split(rest, word, more);
    swing_decimal(word, yes);
    if (strcmp(name, "end") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, settings.time_end);
    } else if (strcmp(name, "step") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, settings.step_length);
    } else if (strcmp(name, "output") == 0 && yes) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, settings.interval);
    } else if (strcmp(name, "output") == 0) {
        swing_take_text(at, rest, settings.csv_name);
    } else if (strcmp(name, "assemble") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, settings.assemble);
    } else if (strcmp(name, "project") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, settings.project);
    } else if (strcmp(name, "tolerance") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, settings.tolerance);
    } else if (strcmp(name, "event") == 0 && !yes) {
        taken = false;
        if (!taken) {
            swing_shown(word, clean);
            fail("%s the model has no event '%s'", at, clean);
        }
    } else {
        taken = false;
    }
}

// a value of a quantity of the model
void swing_take_quantity(int pass, const char* at, const char* name, const char* rest, const double* p, const
    double* w, double* y, bool& taken) {
    enum { nq = swing::nq, nu = swing::nu };
    char unit[65], users[65];
    double value;
    users[0] = '\0';
    const double factor = 1.0;
    taken = true;
    for (int k = 0; k < nq; ++k)
        if (strcmp(name, swing::coordinate_names[k]) == 0) {
            set_text(unit, 65, "%s", swing::coordinate_units[k]);
            swing_quantity_in(at, name, rest, unit, users, factor, value);
            if (pass == 2) y[k] = value;
            return;
        }
    for (int k = 0; k < nu; ++k)
        if (strcmp(name, swing::speed_names[k]) == 0) {
            set_text(unit, 65, "%s", swing::speed_units[k]);
            swing_quantity_in(at, name, rest, unit, users, factor, value);
            if (pass == 2) y[nq + k] = value;
            return;
        }
    taken = false;
    (void)p;
    (void)w;
}

// settings that stand after the names of the model
void swing_take_setting(const char* at, const char* name, const char* rest, bool& taken) {
    char clean[201];
    taken = true;
    if (strcmp(name, "start") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, settings.time_start);
    } else if (strcmp(name, "interval") == 0) {
        swing_quantity_in(at, name, rest, "s", "", 1.0, settings.interval);
    } else if (strcmp(name, "labels") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, settings.labels);
    } else if (strcmp(name, "realtime") == 0) {
        swing_quantity_in(at, name, rest, "", "", 1.0, settings.realtime);
    } else if (strcmp(name, "title") == 0) {
        swing_take_text(at, rest, settings.title);
    } else if (strcmp(name, "save") == 0) {
        swing_take_text(at, rest, settings.save_name);
    } else if (strcmp(name, "inputs") == 0) {
        swing_take_text(at, rest, settings.inputs_name);
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
        taken = false;
    }
}

// reads a parameter file. Pass 1 takes settings, parameters and inputs; pass 2 the initial state, which may depend on
// them
void swing_read_parameters(const char* file_name, int pass, const double* p, const double* w, double* y) {
    char names[50][513], at[601], name[16385], rest[16385], given[16385], clean[201];
    int numbers[50];
    bool is_quantity, is_setting, yes;
    int depth = 0;
    int bytes = 0;
    for (int k = 0; k < 50; ++k) names[k][0] = '\0';
    for (int k = 0; k < 50; ++k) numbers[k] = 0;
    set_text(given, 16385, "%s", file_name);
    at[0] = '\0';
    swing_open_file(at, given, depth, names, numbers);
    while (true) {
        swing_next_entry(depth, names, numbers, bytes, at, name, rest, is_quantity, is_setting);
        if (depth == 0) return;
        if (strcmp(name, "include") == 0 && !is_quantity) {
            swing_decimal(rest, yes);
            if (!yes) {
                set_text(given, 16385, "%s", rest);
                swing_open_file(at, given, depth, names, numbers);
                continue;
            }
        }
        bool taken = false;
        if (!is_quantity) swing_take_first_setting(at, name, rest, taken);
        if (!taken && !is_setting) swing_take_quantity(pass, at, name, rest, p, w, y, taken);
        if (!taken && !is_quantity) swing_take_setting(at, name, rest, taken);
        if (!taken) {
            swing_shown(name, clean);
            fail("%s the model has no %s", at, clean);
        }
    }
}

// what main programs keep of a run. order: of the method; begin, from: of the step under way, its time and state;
// ahead: added to a time where it chooses the line between two rows of inputs
struct {
    int order;
    double begin, ahead, from[swing::nq + swing::nu];
} run;

// order of the method: 4, 2 or 1
void swing_begin_run(int method) {
    run.order = method;
    run.ahead = 0.0;
}

// digits of just this number: 15, or 17 where it needs them
void swing_exact(double value, char* digits) {
    char all[65], zeros[65], whole[25];
    double back;
    int exponent;
    if (!(std::fabs(value - value) <= 0.0)) {
        set_text(digits, 65, "nan");
        return;
    }
    set_text(zeros, 65, "0000000000000000000000");
    int count = 15;
    scientific(value, count, all, exponent, back);
    while (count < 17 && (back < value || back > value)) {
        ++count;
        scientific(value, count, all, exponent, back);
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

// a line "name value unit # meaning"
void swing_echo(int file, const char* name, double value, const char* unit, const char* meaning) {
    char digits[65], line[16385];
    swing_exact(value, digits);
    set_text(line, 16385, "%s %s", name, digits);
    if (strcmp(unit, "") != 0) add_text(line, 16385, " %s", unit);
    if (strcmp(meaning, "") != 0) add_text(line, 16385, "  # %s", meaning);
    put_text(file, "%s\n", line);
}

// lines for parameters
void swing_echo_parameters(int file, const double* p) {
    (void)file;
    (void)p;
}

// lines for coordinates, speeds, states and flags, and for events that wait until their functions have left zero
void swing_echo_state(int file, const double* y, const double* w) {
    enum { nq = swing::nq };
    swing_echo(file, "phi", y[0], "rad", "");
    swing_echo(file, "phi'", y[nq + 0], "rad/s", "");
    (void)w;
}

// a line "# name: unit, meaning"
void swing_label(int file, const char* name, const char* unit, const char* meaning) {
    char line[16385];
    set_text(line, 16385, "# %s: %s", name, unit);
    if (strcmp(unit, "") == 0) add_text(line, 16385, " no unit");
    if (strcmp(meaning, "") != 0) add_text(line, 16385, ", %s", meaning);
    put_text(file, "%s\n", line);
}

// what the columns of the table of a run are
void swing_write_labels(int file) {
    put_text(file, "# t: s, time\n");
    swing_label(file, "phi", "rad", "");
    swing_label(file, "phi'", "rad/s", "");
    put_text(file, "# kinetic, potential: energies\n");
}

// all that a run has used, as a parameter file
void swing_write_echo(const char* file_name, const double* p, const double* w, const double* y) {
    char name[521];
    bool failed;
    set_text(name, 521, "%s.echo", file_name);
    open_new(2, name, failed);
    if (failed) {
        warn("cannot write %s", name);
        return;
    }
    put_text(2, "# all that a run has used: the main program reads " "it again\n");
    if (strcmp(settings.title, "") != 0) put_text(2, "title %s\n", settings.title);
    if (std::fabs(settings.time_start) > 0.0) swing_echo(2, "start", settings.time_start, "s", "of the run");
    swing_echo(2, "end", settings.time_end, "s", "of the run");
    swing_echo(2, "step", settings.step_length, "s", "of the integration");
    if (settings.interval > 0.0) swing_echo(2, "output", settings.interval, "s", "between rows");
    put_text(2, "output %s\n", settings.csv_name);
    if (settings.order == 2) put_text(2, "integrator rk2\n");
    if (settings.order == 1) put_text(2, "integrator euler\n");
    if (settings.labels > 0.0) put_text(2, "labels 1\n");
    if (settings.realtime > 0.0) put_text(2, "realtime 1\n");
    if (strcmp(settings.save_name, "") != 0) put_text(2, "save %s\n", settings.save_name);
    put_text(2, "# parameters\n");
    swing_echo_parameters(2, p);
    put_text(2, "# the start\n");
    swing_echo_state(2, y, w);
    put_text(2, "# columns of the CSV file\n");
    swing_write_labels(2);
    close_file(2, failed);
    if (failed) warn("cannot write all of %s", name);
}

// ends the program where the state is no finite number at the start
void swing_require_start(const double* y) {
    enum { nq = swing::nq, nu = swing::nu };
    char name[513], line[1025];
    name[0] = '\0';
    for (int k = 0; k < nq; ++k)
        if (!(std::fabs(y[k] - y[k]) <= 0.0) && strcmp(name, "") == 0)
            set_text(name, 513, "%s", swing::coordinate_names[k]);
    for (int k = 0; k < nu; ++k)
        if (!(std::fabs(y[nq + k] - y[nq + k]) <= 0.0) && strcmp(name, "") == 0)
            set_text(name, 513, "%s", swing::speed_names[k]);
    if (strcmp(name, "") == 0) return;
    set_text(line, 1025, "the initial value of %s is no finite number", name);
    fail("%s", line);
}

// names of columns, below what they are where labels say so
void swing_write_header() {
    enum { nq = swing::nq, nu = swing::nu };
    if (settings.labels > 0.0) swing_write_labels(3);
    put_text(3, "t");
    for (int k = 0; k < nq; ++k) put_text(3, ",%s", swing::coordinate_names[k]);
    for (int k = 0; k < nu; ++k) put_text(3, ",%s", swing::speed_names[k]);
    put_text(3, ",kinetic,potential\n");
}

// so many steps of this length as make the whole, up to rounding
void swing_whole_steps(double span, double length_of_one, int& steps) {
    const double count = span / length_of_one * (1.0 - 1.0e-12);
    steps = (int)count;
    if ((double)steps < count) ++steps;
}

// a number as messages show it, to six digits
void swing_number_text(double value, char* digits) {
    char all[65];
    double back;
    int exponent;
    set_text(digits, 65, "no number");
    if (!(std::fabs(value - value) <= 0.0)) return;
    scientific(value, 6, all, exponent, back);
    swing_exact(back, digits);
}

// what info says
void swing_info_text(int info, char* said) {
    said[0] = '\0';
    if (info >= 1 && info <= 1)
        set_text(said, 1025, "the mass matrix is singular at speed %s", swing::speed_names[info - 1]);
}

// ends the program with what info says
void swing_require_regular(double t, int info) {
    char digits[65], said[1025];
    if (info == 0) return;
    swing_number_text(t, digits);
    swing_info_text(info, said);
    fail("time %s: %s", digits, said);
}

// one more cell of a row, with all digits
void swing_put_cell(int file, double value) {
    char digits[25];
    all_digits(value, digits);
    put_text(file, ",%s", digits);
}

// a row of the table of a run, and the energies; largest_phi, largest_phidot: the largest errors of the constraints so
// far
void swing_write_row(double t, const double* y, const double* w, const double* c, double& kinetic, double& potential) {
    enum { nq = swing::nq, nu = swing::nu, no = swing::no };
    double o[1];
    int info;
    char digits[25];
    swing::energy<double>(t, y, y + nq, w, c, kinetic, potential);
    swing::outputs<double>(t, y, y + nq, w, c, o, info);
    swing_require_regular(t, info);
    all_digits(t, digits);
    put_text(3, "%s", digits);
    for (int k = 0; k < nq + nu; ++k) swing_put_cell(3, y[k]);
    swing_put_cell(3, kinetic);
    all_digits(potential, digits);
    put_text(3, ",%s\n", digits);
}

// in place, y after a step of h: by Runge's and Kutta's method of fourth order, by the midpoint rule (order 2) or by
// Euler's method (order 1)
void swing_advance(double t, double* y, const double* w, const double* c, double h, int& info) {
    enum { nq = swing::nq, nu = swing::nu };
    double k1[nq + nu], k2[nq + nu], k3[nq + nu], k4[nq + nu], z[nq + nu];
    swing::derivatives<double>(t, y, w, c, k1, info);
    if (info != 0) return;
    if (run.order == 1) {
        for (int i = 0; i < nq + nu; ++i) y[i] = y[i] + h * k1[i];
    } else {
        for (int i = 0; i < nq + nu; ++i) z[i] = y[i] + h / 2.0 * k1[i];
        swing::derivatives<double>(t + h / 2.0, z, w, c, k2, info);
        if (info != 0) return;
        if (run.order == 2) {
            for (int i = 0; i < nq + nu; ++i) y[i] = y[i] + h * k2[i];
        } else {
            for (int i = 0; i < nq + nu; ++i) z[i] = y[i] + h / 2.0 * k2[i];
            swing::derivatives<double>(t + h / 2.0, z, w, c, k3, info);
            if (info != 0) return;
            for (int i = 0; i < nq + nu; ++i) z[i] = y[i] + h * k3[i];
            swing::derivatives<double>(t + h, z, w, c, k4, info);
            if (info != 0) return;
            for (int i = 0; i < nq + nu; ++i) y[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
}

// whether the state holds finite numbers alone
void swing_holds_numbers(const double* y, bool& all_finite) {
    enum { nq = swing::nq, nu = swing::nu };
    all_finite = true;
    for (int i = 0; i < nq + nu; ++i)
        if (!(std::fabs(y[i] - y[i]) <= 0.0)) all_finite = false;
}

// ends the program where the state is no finite number any more
void swing_require_numbers(double t, const double* y) {
    char digits[65];
    bool all_finite;
    swing_holds_numbers(y, all_finite);
    if (all_finite) return;
    swing_number_text(t, digits);
    fail("the state is no finite number any more at time %s: " "is the step too large\?", digits);
}

// one step of a run, in place: by h to the time finish, or to an event that stops it. What the state must hold to is
// seen to
void swing_step_of_run(double& t, double* y, const double* w, const double* c, double finish, double h, bool& stops) {
    int info;
    stops = false;
    swing_advance(t, y, w, c, h, info);
    swing_require_regular(finish, info);
    t = finish;
    swing_require_numbers(t, y);
}

// waits until the clock shows as much as the model's time since the start; a step that ends later is an overrun
void swing_keep_up(double passed, double began, int& overruns) {
    double now;
    clock_now(now);
    if (now - began > passed) {
        ++overruns;
    } else {
        while (now - began < passed) {
            sleep_for(passed - (now - began));
            clock_now(now);
        }
    }
}

// the state where a run ends, as a parameter file
void swing_save_state(double t, const double* y, const double* w, const char* save_name) {
    bool failed;
    open_new(2, save_name, failed);
    if (failed) fail("cannot write %s", save_name);
    put_text(2, "# a state: include this file to go on from here\n");
    swing_echo(2, "start", t, "s", "of the run");
    swing_echo_state(2, y, w);
    close_file(2, failed);
    if (failed) fail("cannot write all of %s", save_name);
}

// a run: what the file says, from its start to its end. csv: the table that it writes where the file names no other
void swing_simulate_file(const char* file_name, const char* csv) {
    enum { nq = swing::nq, nu = swing::nu };
    double kinetic, potential, began;
    int steps;
    char digits[25], other[25];
    bool failed;
    swing_default_settings(csv);
    swing_default_table();
    for (int k = 0; k < nq + nu; ++k) run_values.y[k] = 0.0;
    swing::defaults<double>(run_values.p);
    if (strcmp(file_name, "") != 0) swing_read_parameters(file_name, 1, run_values.p, run_values.w, run_values.y);
    swing::initial<double>(run_values.p, run_values.y, run_values.y + nq);
    if (strcmp(file_name, "") != 0) swing_read_parameters(file_name, 2, run_values.p, run_values.w, run_values.y);
    swing_begin_run(settings.order);
    double t = settings.time_start;
    if (strcmp(file_name, "") != 0) swing_write_echo(file_name, run_values.p, run_values.w, run_values.y);
    swing_require_start(run_values.y);
    if (!(settings.step_length > 0.0 && settings.time_end >= settings.time_start && (settings.time_end -
        settings.time_start) / settings.step_length < 1.0e+09 && settings.interval >= 0.0))
        fail("step and end must be positive, with fewer than 1e9 " "steps");
    swing::setup<double>(run_values.p, run_values.c);
    open_new(3, settings.csv_name, failed);
    if (failed) fail("cannot write %s", settings.csv_name);
    swing_write_header();
    // steps of one length, or so many between two rows
    int every = 1;
    double h = settings.step_length;
    if (settings.interval > 0.0) {
        swing_whole_steps(settings.interval, settings.step_length, every);
        h = settings.interval / (double)every;
    }
    swing_whole_steps(settings.time_end - settings.time_start, h, steps);
    if (!(settings.interval > 0.0)) h = (settings.time_end - settings.time_start) / (double)(1 > steps ? 1 : steps);
    clock_now(began);
    swing_write_row(t, run_values.y, run_values.w, run_values.c, kinetic, potential);
    const double energy_start = kinetic + potential;
    double drift = 0.0;
    int rows = 1;
    int done = 0;
    int overruns = 0;
    bool stops = false;
    for (int k = 0; k < steps; ++k) {
        double finish = settings.time_start + (double)(k + 1) * h;
        if (settings.interval > 0.0 && (double)(k + 1) >= (double)steps) finish = settings.time_end;
        double length = h;
        if (settings.interval > 0.0) length = finish - t;
        swing_step_of_run(t, run_values.y, run_values.w, run_values.c, finish, length, stops);
        ++done;
        if (settings.realtime > 0.0) swing_keep_up(t - settings.time_start, began, overruns);
        if (every * (done / every) == done || done == steps || stops) {
            swing_write_row(t, run_values.y, run_values.w, run_values.c, kinetic, potential);
            ++rows;
        }
        if (std::fabs(kinetic + potential - energy_start) > drift)
            drift = std::fabs(kinetic + potential - energy_start);
        if (stops) break;
    }
    close_file(3, failed);
    if (failed) fail("cannot write all of %s", settings.csv_name);
    all_digits(energy_start, digits);
    put_text(0, "energy at start  %s\n", digits);
    all_digits(kinetic + potential, digits);
    put_text(0, "energy at end    %s\n", digits);
    all_digits(drift, digits);
    put_text(0, "largest change   %s\n", digits);
    whole_text(rows, digits);
    put_text(0, "wrote %s, %s rows\n", settings.csv_name, digits);
    if (settings.realtime > 0.0) {
        whole_text(overruns, digits);
        whole_text(done, other);
        put_text(0, "overruns: %s of %s steps\n", digits, other);
    }
    if (strcmp(settings.save_name, "") != 0) {
        swing_save_state(t, run_values.y, run_values.w, settings.save_name);
        put_text(0, "saved the state in %s\n", settings.save_name);
    }
    close_file(0, failed);
    if (failed) fail("cannot write what the run has found");
}

}  // namespace

int main(int count, char** arguments) {
    if (count > 2) fail("expected one file, found more arguments");
    if (count > 1 && std::strlen(arguments[1]) > 512) fail("the name of the file is too long");
    swing_simulate_file(count > 1 ? arguments[1] : "", "swing.csv");
    return 0;
}
