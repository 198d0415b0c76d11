// -- inputs from a CSV file: linear between its rows, constant before the first and behind the last

class Table {
  public:
    void read(const std::string& name) {
        std::ifstream file(name);
        if (!file) stop_with("cannot read " + name);
        std::string line;
        for (int number = 0; next_line(file, name, line, number);) {
            const std::string place = name + ":" + std::to_string(number) + ": ";
            const std::vector<std::string> row = cells(line);
            if (row.front()[0] == '#' || (row.size() == 1 && row.front().empty())) continue;
            if (names.empty()) {
                names = row;
                find_columns(name, place);
                continue;
            }
            if (row.size() != names.size())
                stop_with(place + "there are " + (row.size() < names.size() ? "fewer" : "more") + " columns than names");
            if (values.size() >= most_numbers) stop_with(place + "the table is too long");
            for (const std::string& cell : row) values.push_back(number_of(cell, place));
            ++rows;
            if (rows > 1 && !(value(rows - 1, time) > value(rows - 2, time))) stop_with(place + "the times do not grow");
        }
        if (file.bad() || rows == 0) stop_with("there are no rows in " + name);
@if user_units@
        for (std::size_t i = 0; i < column.size(); ++i) {
            double factor;
            if (column[i] == 0 || user_unit(@M@::input_names[i], factor).empty()) continue;
            for (std::size_t row = 0; row < rows; ++row) values[row * names.size() + column[i] - 1] *= factor;
        }
@end@
    }
@if stage_routines@

    // an input that one of the user's routines gives
    void leave(std::size_t input) { column[input] = slope_of[input] = 0; }
@end@


    bool gives(std::size_t input) const { return column[input] > 0 || slope_of[input] > 0; }

    void put(double t, double* w) {
        if (rows == 0) return;
        const double place = t + run.ahead;
        while (at > 0 && place < value(at, time)) --at;
        while (at + 2 < rows && place >= value(at + 1, time)) ++at;
        const std::size_t next = rows > 1 ? at + 1 : at;
        const double span = value(next, time) - value(at, time);
        const double share = span > 0 ? std::min(std::max((t - value(at, time)) / span, 0.0), 1.0) : 0;
        const bool is_outside = place < value(0, time) || place > value(rows - 1, time) || !(span > 0);
        for (std::size_t i = 0; i < column.size(); ++i) {
            if (column[i] > 0) {
                const std::size_t k = column[i] - 1;
                w[i] = value(at, k) + share * (value(next, k) - value(at, k));
            } else if (slope_of[i] > 0) {
                const std::size_t k = slope_of[i] - 1;
                w[i] = is_outside ? 0 : (value(next, k) - value(at, k)) / span;
            }
        }
    }

  private:
    static constexpr std::size_t most_numbers = 50000000;

    // without blanks and quotes at their ends
    static std::vector<std::string> cells(const std::string& line) {
        const char* const blanks = " \t\r\v\f\"";
        std::vector<std::string> all;
        for (std::size_t from = 0, comma = 0; from <= line.size(); from = comma + 1) {
            comma = std::min(line.find(',', from), line.size());
            const std::string cell = line.substr(from, comma - from);
            const std::size_t first = std::min(cell.find_first_not_of(blanks), cell.size());
            all.push_back(cell.substr(first, cell.find_last_not_of(blanks) + 1 - first));
        }
        return all;
    }

    double value(std::size_t row, std::size_t k) const { return values[row * names.size() + k]; }

    // which inputs are columns, and which are rates of such
    void find_columns(const std::string& file, const std::string& place) {
        for (std::size_t k = 0; k < names.size(); ++k)
            if (names[k] == "t" || (names[k] == "time" && names[time] != "t")) time = k;
        bool any = false;
        for (std::size_t i = 0; i < column.size(); ++i)
            for (std::size_t k = 0; k < names.size(); ++k) {
                if (k == time) continue;
                if (names[k] == @M@::input_names[i]) {
                    if (column[i] > 0) stop_with(place + "two columns are called " + names[k]);
                    column[i] = k + 1, any = true;
                }
                if (names[k] + "'" == @M@::input_names[i]) slope_of[i] = k + 1;
            }
        if (!any) stop_with(file + " has a column for no input of the model");
    }

    std::vector<std::string> names;
    std::size_t rows = 0, at = 0, time = 0;
    Vector values;  // row by row
    // of each input its column + 1, and of a rate that of its input; 0: none
    std::vector<std::size_t> column = std::vector<std::size_t>(@M@::nw), slope_of = std::vector<std::size_t>(@M@::nw);
};

Table table;

// w at time t
void @M@_set_inputs(double t, double* w) {
    table.put(t, w);
}

