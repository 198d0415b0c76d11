/* What other languages ask for by name. */
int @M@_size(const char* name) {
    static const struct {
        const char* name;
        int value;
    } sizes[] = {
@SIZES@
    };
    for (int k = 0; sizes[k].name != NULL; ++k)
        if (strcmp(name, sizes[k].name) == 0) return sizes[k].value;
    return -1;
}

const char* @M@_text(const char* table, int k) {
    static const struct {
        const char* name;
        int entries;
        const char* const* texts;
    } tables[] = {
@TEXTS@
    };
    for (int n = 0; tables[n].name != NULL; ++n)
        if (strcmp(table, tables[n].name) == 0) return k >= 0 && k < tables[n].entries ? tables[n].texts[k] : NULL;
    return NULL;
}

int @M@_number(const char* table, int k) {
    static const struct {
        const char* name;
        int entries;
        const int* numbers;
    } tables[] = {
@NUMBERS@
    };
    for (int n = 0; tables[n].name != NULL; ++n)
        if (strcmp(table, tables[n].name) == 0) return k >= 0 && k < tables[n].entries ? tables[n].numbers[k] : -2;
    return -2;
}
