/* -- what a run has used, and the state where it ends, as such files */

static void echo(FILE* file, const char* name, double value, const char* unit, const char* text) {
    fprintf(file, "%s %.17g%s%s%s%s\n", name, value, *unit == '\0' ? "" : " ", unit, *text == '\0' ? "" : "  # ", text);
}

@Q /* in the unit of files, where a number of 17 digits gives just this value again */
@Q static void echo_in_files(FILE* file, const char* name, const char* in_file, double value, const char* unit,
@Q                           const char* text) {
@Q     double factor, numbers[3];
@Q     const char* const users = user_unit(name, &factor);
@Q     int k;
@Q     numbers[0] = value / factor;
@Q     numbers[1] = nextafter(numbers[0], HUGE_VAL);
@Q     numbers[2] = nextafter(numbers[0], -HUGE_VAL);
@Q     for (k = 0; k < 3; ++k) {
@Q         const double again = numbers[k] * factor;
@Q         if (again < value || again > value) continue;
@Q         echo(file, in_file, numbers[k], users, text);
@Q         return;
@Q     }
@Q     echo(file, in_file, value, unit, text);
@Q }
@Q 
@E /* those that wait until their functions have left zero */
@E static void echo_events(FILE* file, const Simulation* s) {
@E     int k;
@E     for (k = 0; k < @M@_ne; ++k)
@E         if (s->fired[k] > 0)
@E             fprintf(file, "event %s %.17g  # its function is at zero, and must leave zero first\n",
@E                     @M@_event_names[k], s->fired[k]);
@E }
@E 
static void echo_state(FILE* file, const Simulation* s) {
@ECHO_STATE@    (void)file;
    (void)s;
@E     echo_events(file, s);
}

static void write_echo(const Simulation* s, const char* name) {
    char echo_name[most_text + 8];
    FILE* file;
    sprintf(echo_name, "%.*s.echo", most_text, name);
    file = fopen(echo_name, "w");
    if (file == NULL) {
        fprintf(stderr, "warning: cannot write %s\n", echo_name);
        return;
    }
    fprintf(file, "# all that a run of @STEM@_main has used\n");
    if (s->title[0] != '\0') fprintf(file, "title %s\n", s->title);
    if (fabs(s->start) > 0) echo(file, "start", s->start, "s", "of the run");
    echo(file, "end", s->end, "s", "of the run");
    echo(file, "step", s->step, "s", "of the integration");
    if (s->interval > 0) echo(file, "output", s->interval, "s", "between rows");
    fprintf(file, "output %s\n", s->csv_name);
    if (s->order < 4) fprintf(file, "integrator %s\n", s->order == 2 ? "rk2" : "euler");
    if (s->labels > 0) fprintf(file, "labels 1\n");
    if (s->realtime > 0) fprintf(file, "realtime 1\n");
    if (s->save_name[0] != '\0') fprintf(file, "save %s\n", s->save_name);
@O     echo(file, "project", s->project, "", "onto the constraints after every step");
@O     echo(file, "tolerance", s->tolerance, "", "of the constraints");
    fprintf(file, "# parameters\n");
@ECHO_PARAMETERS@    if (@M@_nw > 0) fprintf(file, "# inputs\n");
@W     if (s->inputs_name[0] != '\0') fprintf(file, "inputs %s\n", s->inputs_name);
@ECHO_INPUTS@    fprintf(file, "# the start\n");
@O     echo(file, "assemble", s->assemble, "", "first, onto the constraints");
    echo_state(file, s);
    fprintf(file, "# columns of the CSV file\n");
    write_labels(file);
    if (fclose(file) != 0) fprintf(stderr, "warning: cannot write all of %s\n", echo_name);
}

static void save_state(const Simulation* s, double t) {
    FILE* const file = fopen(s->save_name, "w");
    int fails;
    if (file == NULL) {
        fprintf(stderr, "error: cannot write %s\n", s->save_name);
        stop();
    }
    fprintf(file, "# a state of @M@: include this file to go on from here\n");
    echo(file, "start", t, "s", "of the run");
@O     echo(file, "assemble", 0, "", "the state is taken as it stands here");
    echo_state(file, s);
    fails = ferror(file);
    if (fclose(file) != 0 || fails) {
        fprintf(stderr, "error: cannot write all of %s\n", s->save_name);
        stop();
    }
    printf("saved the state in %s\n", s->save_name);
}

