@TEXTS@

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
