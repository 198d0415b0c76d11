/* -- inputs from a CSV file: linear between its rows, constant before the first and behind the last */

static struct {
    long rows, at;
    int columns, time;
    double* values;          /* row by row */
    int column[@M@_nw + 1];  /* of each input: its column + 1, or 0 */
    int slope_of[@M@_nw + 1]; /* of the rate of an input: the input's column + 1, or 0 */
} table;

/* the cell without blanks and quotes at its ends; what ended it: a comma, a new line or EOF */
static int read_cell(FILE* file, const Entry* e, char* cell) {
    int c, length = 0;
    while ((c = getc(file)) != ',' && c != '\n' && c != EOF) {
        if (length == 0 && (isspace(c) || c == '"')) continue;
        if (length + 1 == most_text) refuse(e, "a cell is too long", "", "");
        cell[length++] = (char)c;
    }
    while (length > 0 && (isspace((unsigned char)cell[length - 1]) || cell[length - 1] == '"')) --length;
    cell[length] = '\0';
    return c;
}

/* which inputs are columns, and which are rates of such */
static void find_columns(char names[][64], const char* file, const Entry* e) {
    int k, i, any = 0;
    for (k = 0; k < table.columns; ++k)
        if (strcmp(names[k], "t") == 0 || (strcmp(names[k], "time") == 0 && strcmp(names[table.time], "t") != 0))
            table.time = k;
    for (i = 0; i < @M@_nw; ++i) {
        const char* const name = @M@_input_names[i];
        const size_t length = strlen(name);
        for (k = 0; k < table.columns; ++k) {
            if (k == table.time) continue;
            if (strcmp(names[k], name) == 0) {
                if (table.column[i] > 0) refuse(e, "two columns are called ", name, "");
                table.column[i] = k + 1;
            }
            if (strlen(names[k]) + 1 == length && name[length - 1] == '\'' && strncmp(names[k], name, length - 1) == 0)
                table.slope_of[i] = k + 1;
        }
        any += table.column[i];
    }
    if (any > 0) return;
    fprintf(stderr, "error: %s has a column for no input of the model\n", file);
    stop();
}

@if user_units@
static void table_in_own_units(void) {
    double factor;
    long row;
    int i;
    for (i = 0; i < @M@_nw; ++i) {
        if (table.column[i] == 0 || user_unit(@M@_input_names[i], &factor) == NULL) continue;
        for (row = 0; row < table.rows; ++row) table.values[row * table.columns + table.column[i] - 1] *= factor;
    }
}

@end@
static void read_inputs(const char* name) {
    enum { most_columns = 1000 };
    static char names[most_columns][64];
    char cell[most_text];
    long room = 0;
    int end, k, first;
    Entry e;
    FILE* const file = fopen(name, "r");
    if (file == NULL) {
        fprintf(stderr, "error: cannot read %s\n", name);
        stop();
    }
    e.file = name;
    e.line = 1;
    e.name = name;
    e.text = cell;
    e.rest = "";
    skip_mark(file);
    for (first = getc(file); first == '#' || first == '\n' || first == '\r'; first = getc(file), ++e.line)
        while (first != '\n' && first != EOF) first = getc(file);
    ungetc(first, file);
    do {
        end = read_cell(file, &e, cell);
        if (table.columns == most_columns || strlen(cell) > 63) refuse(&e, "a name is too long, or there are too many", "", "");
        strcpy(names[table.columns++], cell);
    } while (end == ',');
    find_columns(names, name, &e);
    for (++e.line; end != EOF; ++e.line) {
        if (e.line > most_lines || e.line > most_numbers / table.columns) refuse(&e, "the table is too long", "", "");
        for (k = 0, end = ','; end == ','; ++k) {
            end = read_cell(file, &e, cell);
            if (k == 0 && *cell == '#')
                while (end != '\n' && end != EOF) end = getc(file);
            if (k == 0 && (*cell == '#' || (*cell == '\0' && end != ','))) break; /* a comment, an empty line */
            if (k == table.columns) refuse(&e, "there are more columns than names", "", "");
            if (table.rows == room) {
                room = room > 0 ? 2 * room : 1024;
                table.values = (double*)realloc(table.values, sizeof(double) * (size_t)room * (size_t)table.columns);
                if (table.values == NULL) refuse(&e, "there is no memory for so many rows", "", "");
            }
            table.values[table.rows * table.columns + k] = number_of(&e);
        }
        if (k == 0) continue;
        if (k < table.columns) refuse(&e, "there are fewer columns than names", "", "");
        ++table.rows;
        if (table.rows > 1 && !(table.values[(table.rows - 1) * table.columns + table.time] >
                                table.values[(table.rows - 2) * table.columns + table.time]))
            refuse(&e, "the times do not grow", "", "");
    }
    if (table.rows == 0) refuse(&e, "the file has no rows", "", "");
    fclose(file);
@if user_units@
    table_in_own_units();
@end@
}

/* w at time t */
static void @M@_set_inputs(double t, double* w) {
    const double *before, *after;
    const double place = t + run.ahead;
    double share, span;
    int i;
    if (table.rows == 0) return;
    while (table.at > 0 && place < table.values[table.at * table.columns + table.time]) --table.at;
    while (table.at + 2 < table.rows && place >= table.values[(table.at + 1) * table.columns + table.time]) ++table.at;
    before = table.values + table.at * table.columns;
    after = table.rows > 1 ? before + table.columns : before;
    span = after[table.time] - before[table.time];
    share = span > 0 ? (t - before[table.time]) / span : 0;
    if (share < 0) share = 0;
    if (share > 1) share = 1;
    for (i = 0; i < @M@_nw; ++i) {
        if (table.column[i] > 0) {
            const int k = table.column[i] - 1;
            w[i] = before[k] + share * (after[k] - before[k]);
        } else if (table.slope_of[i] > 0) {
            const int k = table.slope_of[i] - 1;
            const int outside = place < table.values[table.time] || place > table.values[(table.rows - 1) * table.columns + table.time];
            w[i] = outside || !(span > 0) ? 0 : (after[k] - before[k]) / span;
        }
    }
}

