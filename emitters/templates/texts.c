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
static inline void number_of(const char* given, @REAL_OUT@value) {
    char plain[16384 + 1];
    size_t k;
    for (k = 0; given[k] != '\0'; ++k) plain[k] = (char)(given[k] == 'd' || given[k] == 'D' ? 'e' : given[k]);
    plain[k] = '\0';
    @OF@value = strtod(plain, NULL);
}

/* its digits, the exponent of the first one, and what they are read as */
static inline void scientific(double value, int count, char* all, @INTEGER_OUT@exponent, @REAL_OUT@back) {
    char text[64];
    size_t k, n = 0;
    sprintf(text, "%.*e", count - 1, value);
    for (k = 0; text[k] != 'e'; ++k)
        if (text[k] != '.') all[n++] = text[k];
    all[n] = '\0';
    @OF@exponent = atoi(text + k + 1);
    @OF@back = strtod(text, NULL);
}
