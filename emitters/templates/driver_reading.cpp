// -- files with lines "name value [unit]"

struct Entry {
    std::string place;  // "run.txt:3: "
    std::string name, text, rest;
    int pass = 1;
    std::string all() const { return rest.empty() ? text : text + " " + rest; }
};

// "-12.5", "1e-3", "1d-3"
bool is_decimal(const std::string& text) {
    const auto is_digit = [&](std::size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '9'; };
    std::size_t k = text[0] == '+' || text[0] == '-' ? 1 : 0, digits = 0;
    for (; is_digit(k); ++k) ++digits;
    if (k < text.size() && text[k] == '.') ++k;
    for (; is_digit(k); ++k) ++digits;
    if (digits == 0) return false;
    if (k == text.size()) return true;
    if (std::string("eEdD").find(text[k]) == std::string::npos) return false;
    ++k;
    if (k < text.size() && (text[k] == '+' || text[k] == '-')) ++k;
    if (k == text.size()) return false;
    while (is_digit(k)) ++k;
    return k == text.size();
}

// As a message shows it.
std::string shown(const std::string& text) {
    constexpr std::size_t most = 100;
    return text.size() <= most ? text : text.substr(0, most) + "...";
}

double number_of(std::string text, const std::string& place) {
    if (text.empty()) stop_with(place + "a number is missing");
    if (!is_decimal(text)) stop_with(place + shown(text) + " is not a number");
    const std::string given = text;
    for (char& c : text)
        if (c == 'd' || c == 'D') c = 'e';
    const double value = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(value)) stop_with(place + shown(given) + " is beyond all numbers");
    return value;
}

// The first word of a line, and what follows it, without blanks at their ends.
std::string split(const std::string& line, std::string& rest) {
    const char* const blanks = " \t\r\v\f";
    const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    const std::string word = line.substr(begin, end - begin);
    const std::size_t next = std::min(line.find_first_not_of(blanks, end), line.size());
    const std::size_t last = line.find_last_not_of(blanks);
    rest = next == line.size() ? "" : line.substr(next, last + 1 - next);
    return word;
}

double number_in(const Entry& e, const std::string& unit) {
    const double value = number_of(e.text, e.place);
    if (e.rest.empty() || e.rest == unit) return value;
    std::string more;
    if (is_decimal(split(e.rest, more))) stop_with(e.place + "one value for " + e.name + ", not " + shown(e.all()));
    stop_with(e.place + e.name + " is given in " + shown(e.rest) + ", expected " + (unit.empty() ? "no unit" : unit));
}

@if user_units@
// The unit in which files give and take a quantity, "" where that is its own; factor: what it is worth in that.
std::string user_unit(const std::string& name, double& factor) {
    factor = 1;
@USER_UNITS@    return "";
}

// In the quantity's own unit.
double quantity_in(const Entry& e, const std::string& unit) {
    double factor;
    const std::string users = user_unit(e.name, factor);
    return users.empty() || e.rest == unit ? number_in(e, unit) : number_in(e, users) * factor;
}

@end@
template <class Names>
bool assign(const Names& names, const Names& units, const Entry& e, Vector& values, bool now) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (e.name != names[i]) continue;
@if not user_units@
        const double value = number_in(e, units[i]);
@else@
        const double value = quantity_in(e, units[i]);
@end@
        if (now) values[i] = value;
        return true;
    }
    return false;
}

bool assign_number(const std::string& name, const std::string& unit, const Entry& e, double& value) {
    if (name != e.name) return false;
    value = number_in(e, unit);
    return true;
}

bool assign_text(const std::string& name, const Entry& e, std::string& text) {
    if (name != e.name) return false;
    text = e.all();
    return true;
}

@if events@
// "event NAME SIZE" of a saved state: it has just happened, and its function has been that large.
bool assign_event(const Entry& e, Simulation& s) {
    if (e.name != "event" || is_decimal(e.text)) return false;
    for (std::size_t k = 0; k < s.fired.size(); ++k) {
        if (e.text != @M@::event_names[k]) continue;
        s.fired[k] = number_of(e.rest, e.place);
        return true;
    }
    stop_with(e.place + "the model has no event " + shown(e.text));
}

@end@
// these stand before the names of the model, the others behind
bool assign_setting(const Entry& e, Simulation& s) {
    if (e.name == "output" && is_decimal(e.text)) return assign_number("output", "s", e, s.interval);
    return assign_number("end", "s", e, s.end) || assign_number("step", "s", e, s.step) ||
@if corrections@
           assign_number("assemble", "", e, s.assemble) || assign_number("project", "", e, s.project) ||
           assign_number("tolerance", "", e, s.tolerance) ||
@end@
@if events@
           assign_event(e, s) ||
@end@
           assign_text("output", e, s.csv_name);
}

bool assign_later_setting(const Entry& e, Simulation& s) {
    if (e.name == "integrator") {
        s.order = e.all() == "rk4" ? 4 : e.all() == "rk2" ? 2 : e.all() == "euler" ? 1 : 0;
        if (s.order == 0) stop_with(e.place + "there is no integrator " + shown(e.all()) + ", but rk4, rk2 and euler");
        return true;
    }
    return assign_number("start", "s", e, s.start) || assign_number("interval", "s", e, s.interval) ||
           assign_number("labels", "", e, s.labels) || assign_number("realtime", "", e, s.realtime) ||
           assign_text("title", e, s.title) || assign_text("save", e, s.save_name) ||
           assign_text("inputs", e, s.inputs_name);
}

bool assign_quantity(const Entry& e, Simulation& s) {
    return assign(@M@::parameter_names, @M@::parameter_units, e, s.p, e.pass == 1) ||
           assign(@M@::input_names, @M@::input_units, e, s.w, true) ||
           assign(@M@::coordinate_names, @M@::coordinate_units, e, s.q, e.pass == 2) ||
@if states@
           assign(@M@::state_names, @M@::state_units, e, s.states, e.pass == 2) ||
@end@
           assign(@M@::speed_names, @M@::speed_units, e, s.u, e.pass == 2);
}

// The next line of a file, without the byte order mark that some editors put first; it is counted.
bool next_line(std::ifstream& file, const std::string& name, std::string& line, int& number) {
    constexpr std::size_t longest = 1000000;
    constexpr int most_lines = 10000000;
    line.clear();
    char c = '\n';
    while (line.size() <= longest && file.get(c) && c != '\n') line += c;
    if (line.empty() && !file) return false;
    ++number;
    if (line.size() > longest || number > most_lines)
        stop_with(name + ":" + std::to_string(number) + ": the " + (number > most_lines ? "file" : "line") + " is too long");
    if (number == 1 && line.compare(0, 3, "\xEF\xBB\xBF") == 0) line.erase(0, 3);
    return true;
}

// Pass 1 reads settings, parameters and inputs; pass 2 the initial state, which may depend on the parameters.
void read_file(const std::string& file_name, int pass, Simulation& s, int depth) {
    std::ifstream file(file_name);
    if (!file) stop_with("cannot read " + file_name);
    std::string line, rest, more;
    for (int number = 0; next_line(file, file_name, line, number);) {
        Entry e;
        e.place = file_name + ":" + std::to_string(number) + ": ";
        e.pass = pass;
        e.name = split(line.substr(0, line.find('#')), rest);
        if (e.name.empty()) continue;
        bool is_quantity = false;
        if (e.name == "parameter" && !is_decimal(split(rest, more)) && !more.empty()) {
            e.name = split(rest, more);
            rest = more;
            is_quantity = true;
        }
        if (rest.empty()) stop_with(e.place + "no value for " + shown(e.name));
        e.text = split(rest, e.rest);
        if (!is_quantity && e.name == "include" && !is_decimal(e.text)) {
            if (depth > 9) stop_with(e.place + "files include one another more than ten deep");
            read_file(e.all(), pass, s, depth + 1);
            continue;
        }
        if (!is_quantity && assign_setting(e, s)) continue;
        if (assign_quantity(e, s) || (!is_quantity && assign_later_setting(e, s))) continue;
        stop_with(e.place + "the model has no " + shown(e.name));
    }
    if (file.bad()) stop_with("cannot read " + file_name);
}

