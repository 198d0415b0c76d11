// -- what a run has used, and the state where it ends, as such files

void echo(std::FILE* file, const char* name, double value, const char* unit, const char* text) {
    std::fprintf(file, "%s %.17g%s%s%s%s\n", name, value, *unit == '\0' ? "" : " ", unit, *text == '\0' ? "" : "  # ",
                 text);
}

@Q // In the unit of files, where a number of 17 digits gives just this value again.
@Q void echo_in_files(std::FILE* file, const char* name, const char* in_file, double value, const char* unit,
@Q                    const char* text) {
@Q     double factor;
@Q     const std::string users = user_unit(name, factor);
@Q     const double number = value / factor;
@Q     for (const double one : {number, std::nextafter(number, HUGE_VAL), std::nextafter(number, -HUGE_VAL)}) {
@Q         const double again = one * factor;
@Q         if (!(again < value || again > value)) return echo(file, in_file, one, users.c_str(), text);
@Q     }
@Q     echo(file, in_file, value, unit, text);
@Q }
@Q 
void echo_text(std::FILE* file, const char* name, const std::string& text) {
    if (!text.empty()) std::fprintf(file, "%s %s\n", name, text.c_str());
}

void echo_state(std::FILE* file, const Simulation& s) {
@ECHO_STATE@    static_cast<void>(file);
    static_cast<void>(s);
@E     for (std::size_t k = 0; k < s.fired.size(); ++k)
@E         if (s.fired[k] > 0)
@E             std::fprintf(file, "event %s %.17g  # its function is at zero, and must leave zero first\n",
@E                          @M@::event_names[k], s.fired[k]);
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
@O     echo(file, "project", s.project, "", "onto the constraints after every step");
@O     echo(file, "tolerance", s.tolerance, "", "of the constraints");
    std::fprintf(file, "# parameters\n");
@ECHO_PARAMETERS@    if (!s.w.empty()) std::fprintf(file, "# inputs\n");
    echo_text(file, "inputs", s.inputs_name);
@ECHO_INPUTS@    std::fprintf(file, "# the start\n");
@O     echo(file, "assemble", s.assemble, "", "first, onto the constraints");
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
@O     echo(file, "assemble", 0, "", "the state is taken as it stands here");
    echo_state(file, s);
    const bool fails = std::ferror(file) != 0;
    if (std::fclose(file) != 0 || fails) stop_with("cannot write all of " + s.save_name);
    std::printf("saved the state in %s\n", s.save_name.c_str());
}

