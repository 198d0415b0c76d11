static char events_name[most_text + 16];
static FILE* events_csv;
static long events_count[@M@_ne];

/* Ends the program where the procedures above have failed */
static void require_events(const Simulation* s, double t) {
    int k;
    if (watch.failure == 0) return;
    switch (watch.failure) {
        case 1:
            require_regular(t, watch.info);
            break;
        case 2:
            fprintf(stderr, "error: @FAILURE_2@\n", @M@_event_names[watch.culprit - 1]);
            break;
        case 3:
            fprintf(stderr, "error: @FAILURE_3@ at time %g: %s\n", @M@_event_names[watch.culprit - 1], t,
                    info_text(watch.info));
            break;
        case 4:
            fprintf(stderr, "error: @FAILURE_4@\n", @M@_event_names[watch.culprit - 1]);
            break;
@if constraints@
        case 5:
            fprintf(stderr, "error: @FAILURE_5@\n", @M@_event_names[watch.culprit - 1],
                    @M@_constraint_names[watch.row - 1], watch.breach);
            break;
@end@
        case 9:
            require_numbers(s, t);
            break;
@if contact_modes@
        case 10:
            fprintf(stderr, "error: @FAILURE_10@\n", @M@_event_names[watch.culprit - 1]);
            break;
@end@
        default:
            fprintf(stderr, "error: events follow one another without end at time %.9g (", t);
            if (watch.failure == 6) fprintf(stderr, "@FAILURE_6@");
            if (watch.failure == 7) fprintf(stderr, "@FAILURE_7@");
            if (watch.failure == 8) fprintf(stderr, "@FAILURE_8@", @M@_event_names[watch.culprit - 1]);
            fprintf(stderr, "):");
            for (k = 0; k < @M@_ne; ++k)
                if (events_count[k] > 0) fprintf(stderr, " %s %ld times", @M@_event_names[k], events_count[k]);
            fprintf(stderr, "\n");
    }
    stop();
}

/* What is due at time t, one event after the other, each a row of the table of events */
static void apply_events(Simulation* s, double t) {
    double impulses[@M@_nphi + 1], before, after;
@if impacts@
    double law;
@end@
    int k, i, any = 0;
    for (;;) {
@if impacts@
        @M@_apply_event(t, s->y, s->w, s->c, &k, impulses, &before, &after, &law);
@else@
        @M@_apply_event(t, s->y, s->w, s->c, &k, impulses, &before, &after);
@end@
        require_events(s, t);
        if (k == 0) break;
        ++events_count[k - 1];
        any = 1;
        fprintf(events_csv, "%.16e,%s", t, @M@_event_names[k - 1]);
        for (i = 0; i < @M@_nphi; ++i) fprintf(events_csv, ",%.16e", impulses[i]);
@if impacts@
        fprintf(events_csv, ",%.16e,%.16e,%.0f\n", before, after, law);
@else@
        fprintf(events_csv, ",%.16e,%.16e\n", before, after);
@end@
    }
    if (!any) return;
@if corrections@
    onto_constraints(s, t);
@end@
@if contact_modes@
    @M@_rest_events(t, s->y, s->w, s->c);
    require_events(s, t);
@end@
}

/* From t to `end`, or to an event that stops the run; the time reached. */
static double advance_with_events(Simulation* s, double t, double end) {
    while (t < end && !watch.stopped) {
        @M@_step_to_event(&t, s->y, s->w, s->c, end);
        require_events(s, t);
        apply_events(s, t);
    }
    return t;
}

@if contact_modes@
/* Before the constraints hold */
static void guess_modes(Simulation* s) {
@end@
@if given_inputs and contact_modes@
    @M@_set_inputs(s->start, s->w);
@end@
@if contact_modes@
    @M@_guess_modes(s->start, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c);
}

/* The mode of contacts and dry friction at the start */
static void find_modes(Simulation* s) {
    static const int event_end[@M@_ne] = {@CONTACT_ENDS@}; /* 1: an open contact */
    double g[@M@_ne], gdot[@M@_ne];
    int info = 0, k;
@end@
@if given_inputs and contact_modes@
    @M@_set_inputs(s->start, s->w);
@end@
@if contact_modes@
    @M@_modes(s->start, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, &info);
    if (info <= @CONTACT_INFO@) {
        require_regular(s->start, info);
        return;
    }
    fprintf(stderr, "error: %s at the start; contacts that touch:", info_text(info));
    @M@_events(s->start, s->y, s->y + @M@_nq@S_DATA@, s->w, s->c, g, gdot, &info);
    for (k = 0; k < @M@_ne; ++k)
        if (event_end[k] == 1 && fabs(g[k]) <= @CONTACT_TOUCH@) fprintf(stderr, " %s", @M@_event_names[k]);
    fprintf(stderr, "\n");
    stop();
}

@end@
static void start_events(Simulation* s) {
    const char* const end = strrchr(s->csv_name, '.');
    const size_t length = end != NULL && strcmp(end, ".csv") == 0 ? (size_t)(end - s->csv_name) : strlen(s->csv_name);
    int i;
    sprintf(events_name, "%.*s_events.csv", (int)length, s->csv_name);
    events_csv = fopen(events_name, "w");
    if (events_csv == NULL) {
        fprintf(stderr, "error: cannot write %s\n", events_name);
        stop();
    }
    fprintf(events_csv, "t,event");
    for (i = 0; i < @M@_nphi; ++i) fprintf(events_csv, ",impulse %s", @M@_constraint_names[i]);
@if impacts@
    fprintf(events_csv, ",energy before,energy after,impact law\n");
@else@
    fprintf(events_csv, ",energy before,energy after\n");
@end@
    @M@_start_events(s->start, s->y, s->w, s->c, s->step, s->fired);
    require_events(s, s->start);
    apply_events(s, s->start);
}

static void close_events(Simulation* s) {
    long all = 0;
    int k;
    const int fails = ferror(events_csv);
    if (fclose(events_csv) != 0 || fails) {
        fprintf(stderr, "error: cannot write all of %s\n", events_name);
        stop();
    }
    for (k = 0; k < @M@_ne; ++k) all += events_count[k];
    @M@_events_at_zero(s->fired);
    printf("wrote %s, %ld events%s\n", events_name, all, watch.stopped ? ", the last of which stopped the run" : "");
}

