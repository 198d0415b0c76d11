
/* what parameter files say of a run. fired: of an event that has happened at the start and waits until its function
   has left zero the largest size of that, else 0 */
static struct {
    double time_start, time_end, step_length, interval, labels, realtime, assemble, project, tolerance, fired[swing_ne];
    int order;
    char csv_name[513], title[513], save_name[513], inputs_name[513];
} settings;

/* inputs from a table; is_set: an input that a line after that of the table gives; column: of each input, 0 where it
   has none, and slope_of: the input whose slope it is */
static struct {
    int is_set[swing_nw], column[swing_nw], slope_of[swing_nw], rows, row;
    double times[1000000], values[swing_nw * 1000000];
} table;

/* what holds where no file says otherwise */
static inline void swing_default_settings(const char* csv, double always) {
    enum { ne = swing_ne };
    settings.time_start = 0.0;
    settings.time_end = 10.0;
    settings.step_length = 0.001;
    settings.interval = 0.0;
    settings.labels = 0.0;
    settings.realtime = 0.0;
    settings.assemble = 1.0;
    /* onto the constraints, after every step */
    settings.project = always;
    settings.tolerance = 1.0e-10;
    settings.order = 4;
    for (int k = 0; k < ne; ++k) settings.fired[k] = 0.0;
    set_text(settings.csv_name, 513, "%s", csv);
    settings.title[0] = '\0';
    settings.save_name[0] = '\0';
    settings.inputs_name[0] = '\0';
}

/* no table of inputs */
static inline void swing_default_table(void) {
    enum { nw = swing_nw };
    for (int k = 0; k < nw; ++k) table.is_set[k] = 0;
    for (int k = 0; k < nw; ++k) table.column[k] = -1;
    for (int k = 0; k < nw; ++k) table.slope_of[k] = -1;
    table.rows = 0;
    table.row = 0;
}

/* the settings of the run */
static inline void swing_given_settings(double* start, double* finish, double* h, double* between, double* with_labels,
    double* keeps_up, double* first, double* always, double* error, int* method, double* waiting, char* csv,
    char* save) {
    enum { ne = swing_ne };
    *start = settings.time_start;
    *finish = settings.time_end;
    *h = settings.step_length;
    *between = settings.interval;
    *with_labels = settings.labels;
    *keeps_up = settings.realtime;
    *first = settings.assemble;
    *always = settings.project;
    *error = settings.tolerance;
    *method = settings.order;
    for (int k = 0; k < ne; ++k) waiting[k] = settings.fired[k];
    set_text(csv, 513, "%s", settings.csv_name);
    set_text(save, 513, "%s", settings.save_name);
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
    if (failed) fail("%s cannot read %s", at, name);
    ++*depth;
    set_text(names[*depth - 1], 513, "%s", name);
    numbers[*depth - 1] = 0;
}

/* ends where a line could not be read; status: 2 the file fails, 3 the line is too long, 4 it has bytes of no text */
static inline void swing_line_trouble(const char* at, int status) {
    if (status == 2) fail("%s the file cannot be read on", at);
    if (status == 3) fail("%s this line is longer than 16384 characters", at);
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
        if (*bytes > 16777216) fail("%s: there are more than 16 MB to read", names[*depth - 1]);
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
        if (strcmp(rest, "") == 0) {
            swing_shown(name, clean);
            fail("%s no value for %s", at, clean);
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
    if (!yes) fail("%s %s is not a number", at, clean);
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
    if (strcmp(users, "") != 0) fail("%s %s is given in %s, expected %s or %s", at, name, wrong, users, first);
    fail("%s %s is given in %s, expected %s", at, name, wrong, first);
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

/* settings that stand behind them */
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
    put_text(2, "# all that a run has used: the main program reads it again\n");
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
    put_text(2, "# parameters\n");
    swing_echo_parameters(2, p);
    put_text(2, "# inputs\n");
    if (strcmp(settings.inputs_name, "") != 0) put_text(2, "inputs %s\n", settings.inputs_name);
    swing_echo_inputs(2, w);
    put_text(2, "# the start\n");
    swing_echo_state(2, y, w, settings.fired);
    put_text(2, "# columns of the CSV file\n");
    swing_write_labels(2);
    close_file(2, &failed);
    if (failed) warn("cannot write all of %s", name);
}

/* the state where a run ends, as a parameter file */
static inline void swing_save_state(double t, const double* y, const double* w, const double* fired, const
    char* save_name) {
    int failed;
    open_new(2, save_name, &failed);
    if (failed) fail("cannot write %s", save_name);
    put_text(2, "# a state: include this file to go on from here\n");
    swing_echo(2, "start", t, "s", "of the run");
    swing_echo_state(2, y, w, fired);
    close_file(2, &failed);
    if (failed) fail("cannot write all of %s", save_name);
}

/* the cell of a line from place `from` on, without blanks and quotes at its ends; from then stands behind its comma */
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
    if (table.rows == ntable) fail("%s the table has more rows than this program can hold", at);
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
