/* -- texts, files and numbers. A text ends with a character that is no blank. */

static void put_together(char* text, size_t size, const char* format, va_list items) {
    size_t length;
    vsnprintf(text, size, format, items);
    for (length = strlen(text); length > 0 && text[length - 1] == ' ';) text[--length] = '\0';
}

static void set_text(char* text, size_t size, const char* format, ...) {
    va_list items;
    va_start(items, format);
    put_together(text, size, format, items);
    va_end(items);
}

static void add_text(char* text, size_t size, const char* format, ...) {
    const size_t length = strlen(text);
    va_list items;
    va_start(items, format);
    put_together(text + length, size - length, format, items);
    va_end(items);
}

/* the first character from there on that is none of these, and that is one of them; what ends the text where none is */
static int skip(const char* text, int from, const char* set) { return from + (int)strspn(text + from, set); }

static int find(const char* text, int from, const char* set) { return from + (int)strcspn(text + from, set); }

static void whole_text(int number, char* digits) { sprintf(digits, "%d", number); }

static void all_digits(double value, char* digits) { sprintf(digits, "%.16e", value); }

/* a decimal number */
static void number_of(const char* given, @REAL_OUT@value) {
    char plain[16384 + 1];
    size_t k;
    for (k = 0; given[k] != '\0'; ++k) plain[k] = (char)(given[k] == 'd' || given[k] == 'D' ? 'e' : given[k]);
    plain[k] = '\0';
    @OF@value = strtod(plain, NULL);
}

/* its digits, the exponent of the first one, and what they are read as */
static void scientific(double value, int count, char* all, @INTEGER_OUT@exponent, @REAL_OUT@back) {
    char text[64];
    size_t k, n = 0;
    sprintf(text, "%.*e", count - 1, value);
    for (k = 0; text[k] != 'e'; ++k)
        if (text[k] != '.') all[n++] = text[k];
    all[n] = '\0';
    @OF@exponent = atoi(text + k + 1);
    @OF@back = strtod(text, NULL);
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

static void open_old(int file, const char* name, @LOGICAL_OUT@failed) {
    int first;
    @OF@failed = 1;
    files[file] = fopen(name, "r");
    if (files[file] == NULL) return;
    first = getc(files[file]);
    @OF@failed = first == EOF && ferror(files[file]);
    ungetc(first, files[file]);
}

static void open_new(int file, const char* name, @LOGICAL_OUT@failed) {
    files[file] = fopen(name, "w");
    @OF@failed = files[file] == NULL;
}

/* failed: not all of it is written */
static void close_file(int file, @LOGICAL_OUT@failed) {
    @OF@failed = ferror(file_of(file)) != 0;
    if (fclose(file_of(file)) != 0) @OF@failed = 1;
}

/* status: 0, 1 at the end of the file, 2 it cannot be read, 3 the line is too long, 4 it holds a zero */
static void read_line(int file, char* line, @INTEGER_OUT@status) {
    int c = getc(files[file]), length = 0;
    @OF@status = c != EOF ? 0 : ferror(files[file]) ? 2 : 1;
    for (; c != '\n' && c != EOF; c = getc(files[file])) {
        if (length == 16384) @OF@status = 3;
        if (c == '\0') @OF@status = 4;
        if (@OF@status != 0) return;
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
static void clock_now(@REAL_OUT@seconds) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    @OF@seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sleep_for(double seconds) {
    struct timespec rest;
    rest.tv_sec = (time_t)seconds;
    rest.tv_nsec = (long)(1e9 * (seconds - floor(seconds)));
    nanosleep(&rest, NULL);
}
