/* -- files with lines "name value [unit]" */

typedef struct {
    const char *file, *name, *text, *rest; /* rest: what follows the value, a unit */
    int line, pass;
} Entry;

/* what stands in a file, without bytes that control a terminal */
static void show(const char* text) {
    for (; *text != '\0'; ++text) putc((unsigned char)*text < 32 || *text == 127 ? '?' : *text, stderr);
}

static void refuse(const Entry* e, const char* what, const char* then, const char* more) {
    fprintf(stderr, "error: %s:%d: ", e->file, e->line);
    show(what);
    show(then);
    show(more);
    putc('\n', stderr);
    stop();
}

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

static double number_of(const Entry* e) {
    char plain[most_text];
    size_t k;
    double value;
    if (*e->text == '\0') refuse(e, "a number is missing", "", "");
    if (!is_decimal(e->text)) refuse(e, e->text, " is not a number", "");
    for (k = 0; e->text[k] != '\0'; ++k) plain[k] = (char)(e->text[k] == 'd' || e->text[k] == 'D' ? 'e' : e->text[k]);
    plain[k] = '\0';
    value = strtod(plain, NULL);
    if (!is_finite(value)) refuse(e, e->text, " is beyond all numbers", "");
    return value;
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

static void require_unit(const Entry* e, const char* unit) {
    char word[most_text], *more;
    if (*e->rest == '\0' || strcmp(e->rest, unit) == 0) return;
    strcpy(word, e->rest);
    fprintf(stderr, "error: %s:%d: ", e->file, e->line);
    if (is_decimal(split(word, &more))) {
        fprintf(stderr, "one value for %s, not %s ", e->name, e->text);
        show(e->rest);
    } else {
        fprintf(stderr, "%s is given in ", e->name);
        show(e->rest);
        fprintf(stderr, ", expected %s", *unit == '\0' ? "no unit" : unit);
    }
    putc('\n', stderr);
    stop();
}

@if user_units@
/* the unit in which files give and take a quantity, NULL where that is its own; factor: what it is worth in that */
static const char* user_unit(const char* name, double* factor) {
    *factor = 1;
@USER_UNITS@    return NULL;
}

/* what the unit of a number in a file is worth in the quantity's own */
static double worth(const Entry* e, const char* unit) {
    double factor;
    const char* const users = user_unit(e->name, &factor);
    if (users != NULL && (*e->rest == '\0' || strcmp(e->rest, users) == 0)) return factor;
    require_unit(e, users != NULL && strcmp(e->rest, unit) != 0 ? users : unit);
    return 1;
}

@end@
/* 1 where the name is one of these; the value goes in where `now` says so */
static int assign(const char* const* names, const char* const* units, int count, const Entry* e, double* values,
                  int now) {
    const int place = place_in(names, count, e->name);
    double value;
    if (place < 0) return 0;
    value = number_of(e);
@if not user_units@
    require_unit(e, units[place]);
@else@
    value *= worth(e, units[place]);
@end@
    if (now) values[place] = value;
    return 1;
}

static int assign_number(const char* name, const char* unit, const Entry* e, double* value) {
    if (strcmp(name, e->name) != 0) return 0;
    *value = number_of(e);
    require_unit(e, unit);
    return 1;
}

static int assign_text(const char* name, const Entry* e, char* text) {
    if (strcmp(name, e->name) != 0) return 0;
    strcpy(text, e->text);
    if (*e->rest != '\0') strcat(strcat(text, " "), e->rest);
    return 1;
}

@if events@
/* "event NAME SIZE" of a saved state: it has just happened, and its function has been that large */
static int assign_event(Simulation* s, const Entry* e) {
    Entry size = *e;
    const int place = place_in(@M@_event_names, @M@_ne, e->text);
    if (strcmp(e->name, "event") != 0 || is_decimal(e->text)) return 0;
    if (place < 0) refuse(e, "the model has no event ", e->text, "");
    size.text = e->rest;
    s->fired[place] = number_of(&size);
    return 1;
}

@end@
/* these stand before the names of the model, the others behind */
static int assign_setting(Simulation* s, const Entry* e) {
    if (strcmp(e->name, "output") == 0 && is_decimal(e->text)) return assign_number("output", "s", e, &s->interval);
    return assign_number("end", "s", e, &s->end) || assign_number("step", "s", e, &s->step) ||
@if corrections@
           assign_number("assemble", "", e, &s->assemble) || assign_number("project", "", e, &s->project) ||
           assign_number("tolerance", "", e, &s->tolerance) ||
@end@
@if events@
           assign_event(s, e) ||
@end@
           assign_text("output", e, s->csv_name);
}

static int assign_later_setting(Simulation* s, const Entry* e) {
    char method[most_text];
    if (assign_text("integrator", e, method)) {
        s->order = strcmp(method, "rk4") == 0 ? 4 : strcmp(method, "rk2") == 0 ? 2 : strcmp(method, "euler") == 0;
        if (s->order == 0) refuse(e, "there is no integrator ", method, ", but rk4, rk2 and euler");
        return 1;
    }
    return assign_number("start", "s", e, &s->start) || assign_number("interval", "s", e, &s->interval) ||
           assign_number("labels", "", e, &s->labels) || assign_number("realtime", "", e, &s->realtime) ||
           assign_text("title", e, s->title) || assign_text("save", e, s->save_name) ||
           assign_text("inputs", e, s->inputs_name);
}

static int assign_quantity(Simulation* s, const Entry* e) {
    return assign(@M@_parameter_names, @M@_parameter_units, @M@_np, e, s->p, e->pass == 1) ||
           assign(@M@_input_names, @M@_input_units, @M@_nw, e, s->w, 1) ||
           assign(@M@_coordinate_names, @M@_coordinate_units, @M@_nq, e, s->y, e->pass == 2) ||
@if states@
           assign(@M@_state_names, @M@_state_units, @M@_ns, e, s->y + @M@_nq + @M@_nu, e->pass == 2) ||
@end@
           assign(@M@_speed_names, @M@_speed_units, @M@_nu, e, s->y + @M@_nq, e->pass == 2);
}

static void read_file(Simulation* s, const char* name, int pass, int depth);

/* the byte order mark that some editors put at the begin of a file */
static void skip_mark(FILE* file) {
    const int first = getc(file);
    if (first != 0xEF) {
        ungetc(first, file);
        return;
    }
    getc(file);
    getc(file);
}

/* Pass 1 takes settings, parameters and inputs; pass 2 the initial state, which may depend on the parameters. */
static void read_line(Simulation* s, char* line, const char* file, int number, int pass, int depth) {
    char *text, *rest, whole[most_text];
    int is_quantity = 0;
    Entry e;
    e.file = file;
    e.line = number;
    e.pass = pass;
    e.name = split(line, &text);
    if (*e.name == '\0') return;
    strcpy(whole, text);
    if (strcmp(e.name, "parameter") == 0 && strpbrk(text, " \t") != NULL && !is_decimal(split(whole, &rest))) {
        e.name = split(text, &rest);
        text = rest;
        is_quantity = 1;
    }
    if (*text == '\0') refuse(&e, "no value for ", e.name, "");
    strcpy(whole, text);
    e.text = split(text, &rest);
    e.rest = rest;
    if (!is_quantity && strcmp(e.name, "include") == 0 && !is_decimal(e.text)) {
        if (depth > 9) refuse(&e, "files include one another more than ten deep", "", "");
        read_file(s, whole, pass, depth + 1);
        return;
    }
    if (!is_quantity && assign_setting(s, &e)) return;
    if (assign_quantity(s, &e) || (!is_quantity && assign_later_setting(s, &e))) return;
    refuse(&e, "the model has no ", e.name, "");
}

static void read_file(Simulation* s, const char* name, int pass, int depth) {
    char line[most_text];
    int number, fails;
    FILE* file = fopen(name, "r");
    if (file == NULL) {
        fprintf(stderr, "error: cannot read %s\n", name);
        stop();
    }
    skip_mark(file);
    for (number = 1; fgets(line, sizeof line, file) != NULL; ++number) {
        /* a zero byte hides the end of a line */
        if (number > most_lines || (strchr(line, '\n') == NULL && !feof(file))) {
            fprintf(stderr, "error: %s:%d: the %s is too long\n", name, number, number > most_lines ? "file" : "line");
            stop();
        }
        line[strcspn(line, "#")] = '\0';
        read_line(s, line, name, number, pass, depth);
    }
    fails = ferror(file);
    fclose(file);
    if (fails) {
        fprintf(stderr, "error: cannot read %s\n", name);
        stop();
    }
}

