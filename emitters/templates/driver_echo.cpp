// -- what a run has used, and the state where it ends, as such files

void echo(std::FILE* file, const char* name, double value, const char* unit, const char* text) {
    std::fprintf(file, "%s %.17g%s%s%s%s\n", name, value, *unit == '\0' ? "" : " ", unit, *text == '\0' ? "" : "  # ",
                 text);
}

@if user_units@
// In the unit of files, where a number of 17 digits gives just this value again.
void echo_in_files(std::FILE* file, const char* name, const char* in_file, double value, const char* unit,
                   const char* text) {
    double factor;
    const std::string users = user_unit(name, factor);
    const double number = value / factor;
    for (const double one : {number, std::nextafter(number, HUGE_VAL), std::nextafter(number, -HUGE_VAL)}) {
        const double again = one * factor;
        if (!(again < value || again > value)) return echo(file, in_file, one, users.c_str(), text);
    }
    echo(file, in_file, value, unit, text);
}

@end@
void echo_text(std::FILE* file, const char* name, const std::string& text) {
    if (!text.empty()) std::fprintf(file, "%s %s\n", name, text.c_str());
}

void echo_state(std::FILE* file, const Simulation& s) {
@ECHO_STATE@    static_cast<void>(file);
    static_cast<void>(s);
@if events@
    for (std::size_t k = 0; k < s.fired.size(); ++k)
        if (s.fired[k] > 0)
            std::fprintf(file, "event %s %.17g  # its function is at zero, and must leave zero first\n",
                         @M@::event_names[k], s.fired[k]);
@end@
}

void write_echo(const Simulation& s, const std::string& name) {
    std::FILE* const file = std::fopen((name + ".echo").c_str(), "w");
    if (file == nullptr) {
        std::cerr << "warning: cannot write " << name << ".echo\n";
        return;
    }
    std::fprintf(file, "# all that a run of @STEM@_main has used\n");
    echo_text(file, "title", s.title);
    if (s.start < 0 || s.start > 0) echo(file, "start", s.start, "s", "of the run");
    echo(file, "end", s.end, "s", "of the run");
    echo(file, "step", s.step, "s", "of the integration");
    if (s.interval > 0) echo(file, "output", s.interval, "s", "between rows");
    echo_text(file, "output", s.csv_name);
    if (s.order < 4) echo_text(file, "integrator", s.order == 2 ? "rk2" : "euler");
    if (s.labels > 0) echo_text(file, "labels", "1");
    if (s.realtime > 0) echo_text(file, "realtime", "1");
    echo_text(file, "save", s.save_name);
@if corrections@
    echo(file, "project", s.project, "", "onto the constraints after every step");
    echo(file, "tolerance", s.tolerance, "", "of the constraints");
@end@
    std::fprintf(file, "# parameters\n");
@ECHO_PARAMETERS@    if (!s.w.empty()) std::fprintf(file, "# inputs\n");
    echo_text(file, "inputs", s.inputs_name);
@ECHO_INPUTS@    std::fprintf(file, "# the start\n");
@if corrections@
    echo(file, "assemble", s.assemble, "", "first, onto the constraints");
@end@
    echo_state(file, s);
    std::fprintf(file, "# columns of the CSV file\n");
    write_labels(file);
    if (std::fclose(file) != 0) std::cerr << "warning: cannot write all of " << name << ".echo\n";
}

void save_state(const Simulation& s, double t) {
    std::FILE* const file = std::fopen(s.save_name.c_str(), "w");
    if (file == nullptr) stop_with("cannot write " + s.save_name);
    std::fprintf(file, "# a state of @M@: include this file to go on from here\n");
    echo(file, "start", t, "s", "of the run");
@if corrections@
    echo(file, "assemble", 0, "", "the state is taken as it stands here");
@end@
    echo_state(file, s);
    const bool fails = std::ferror(file) != 0;
    if (std::fclose(file) != 0 || fails) stop_with("cannot write all of " + s.save_name);
    std::printf("saved the state in %s\n", s.save_name.c_str());
}

