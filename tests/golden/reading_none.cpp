
// what parameter files say of a run. fired: of an event that has happened at the start and waits until its function has
// left zero the largest size of that, else 0
struct {
    double time_start, time_end, step_length, interval, labels, realtime, assemble, project, tolerance, fired[1];
    int order;
    char csv_name[513], title[513], save_name[513], inputs_name[513];
} settings;

// inputs from a table; is_set: an input that a line after that of the table gives; column: of each input, 0 where it
// has none, and slope_of: the input whose slope it is
struct {
    bool is_set[1];
    int column[1], slope_of[1], rows, row;
    double times[1000000], values[1];
} table;

// what holds where no file says otherwise
void swing_default_settings(const char* csv, double always) {
    settings.time_start = 0.0;
    settings.time_end = 10.0;
    settings.step_length = 0.001;
    settings.interval = 0.0;
    settings.labels = 0.0;
    settings.realtime = 0.0;
    settings.assemble = 1.0;
    // onto the constraints, after every step
    settings.project = always;
    settings.tolerance = 1.0e-10;
    settings.order = 4;
    set_text(settings.csv_name, 513, "%s", csv);
    settings.title[0] = '\0';
    settings.save_name[0] = '\0';
    settings.inputs_name[0] = '\0';
}

// no table of inputs
void swing_default_table() {
    table.rows = 0;
    table.row = 0;
}

// the settings of the run
void swing_given_settings(double& start, double& finish, double& h, double& between, double& with_labels, double&
    keeps_up, double& first, double& always, double& error, int& method, char* csv, char* save) {
    start = settings.time_start;
    finish = settings.time_end;
    h = settings.step_length;
    between = settings.interval;
    with_labels = settings.labels;
    keeps_up = settings.realtime;
    first = settings.assemble;
    always = settings.project;
    error = settings.tolerance;
    method = settings.order;
    set_text(csv, 513, "%s", settings.csv_name);
    set_text(save, 513, "%s", settings.save_name);
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
    if (failed) fail("%s cannot read %s", at, name);
    ++depth;
    set_text(names[depth - 1], 513, "%s", name);
    numbers[depth - 1] = 0;
}

// ends where a line could not be read; status: 2 the file fails, 3 the line is too long, 4 it has bytes of no text
void swing_line_trouble(const char* at, int status) {
    if (status == 2) fail("%s the file cannot be read on", at);
    if (status == 3) fail("%s this line is longer than 16384 characters", at);
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
        if (bytes > 16777216) fail("%s: there are more than 16 MB to read", names[depth - 1]);
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
        if (strcmp(rest, "") == 0) {
            swing_shown(name, clean);
            fail("%s no value for %s", at, clean);
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
    if (!yes) fail("%s %s is not a number", at, clean);
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
    if (strcmp(users, "") != 0) fail("%s %s is given in %s, expected %s or %s", at, name, wrong, users, first);
    fail("%s %s is given in %s, expected %s", at, name, wrong, first);
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

// settings that stand behind them
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
    put_text(2, "# all that a run has used: the main program reads it again\n");
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
