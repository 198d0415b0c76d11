/* -- what a run has used, and the state where it ends, as such files */

static void echo(FILE* file, const char* name, double value, const char* unit, const char* text) {
    fprintf(file, "%s %.17g%s%s%s%s\n", name, value, *unit == '\0' ? "" : " ", unit, *text == '\0' ? "" : "  # ", text);
}

@if user_units@
/* in the unit of files, where a number of 17 digits gives just this value again */
static void echo_in_files(FILE* file, const char* name, const char* in_file, double value, const char* unit,
                          const char* text) {
    double factor, numbers[3];
    const char* const users = user_unit(name, &factor);
    int k;
    numbers[0] = value / factor;
    numbers[1] = nextafter(numbers[0], HUGE_VAL);
    numbers[2] = nextafter(numbers[0], -HUGE_VAL);
    for (k = 0; k < 3; ++k) {
        const double again = numbers[k] * factor;
        if (again < value || again > value) continue;
        echo(file, in_file, numbers[k], users, text);
        return;
    }
    echo(file, in_file, value, unit, text);
}

@end@
@if events@
/* those that wait until their functions have left zero */
static void echo_events(FILE* file, const Simulation* s) {
    int k;
    for (k = 0; k < @M@_ne; ++k)
        if (s->fired[k] > 0)
            fprintf(file, "event %s %.17g  # its function is at zero, and must leave zero first\n",
                    @M@_event_names[k], s->fired[k]);
}

@end@
static void echo_state(FILE* file, const Simulation* s) {
@ECHO_STATE@    (void)file;
    (void)s;
@if events@
    echo_events(file, s);
@end@
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
@if corrections@
    echo(file, "project", s->project, "", "onto the constraints after every step");
    echo(file, "tolerance", s->tolerance, "", "of the constraints");
@end@
    fprintf(file, "# parameters\n");
@ECHO_PARAMETERS@    if (@M@_nw > 0) fprintf(file, "# inputs\n");
@if given_inputs@
    if (s->inputs_name[0] != '\0') fprintf(file, "inputs %s\n", s->inputs_name);
@end@
@ECHO_INPUTS@    fprintf(file, "# the start\n");
@if corrections@
    echo(file, "assemble", s->assemble, "", "first, onto the constraints");
@end@
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
@if corrections@
    echo(file, "assemble", 0, "", "the state is taken as it stands here");
@end@
    echo_state(file, s);
    fails = ferror(file);
    if (fclose(file) != 0 || fails) {
        fprintf(stderr, "error: cannot write all of %s\n", s->save_name);
        stop();
    }
    printf("saved the state in %s\n", s->save_name);
}

