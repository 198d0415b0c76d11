std::string events_name;
std::FILE* events_csv = nullptr;
long events_count[@M@::ne] = {};

// Ends the program where the procedures above have failed.
void require_events(double t, const Vector& y) {
    if (watch.failure == 0) return;
    const std::string event = watch.culprit > 0 ? @M@::event_names[static_cast<std::size_t>(watch.culprit - 1)] : "";
    const std::string at = std::to_string(t);
    if (watch.failure == 1) require_regular(t, watch.info);
    if (watch.failure == 2) stop_with(@FAILURE_2@);
    if (watch.failure == 3) stop_with(@FAILURE_3@ + " at time " + at + ": " + info_text(watch.info));
    if (watch.failure == 4) stop_with(@FAILURE_4@);
@if constraints@
    if (watch.failure == 5) {
        const std::string row = @M@::constraint_names[static_cast<std::size_t>(watch.row - 1)];
        const std::string breach = std::to_string(watch.breach);
        stop_with(@FAILURE_5@);
    }
@end@
    if (watch.failure == 9) require_numbers(t, y);
@if contact_modes@
    if (watch.failure == 10) stop_with(@FAILURE_10@);
@end@
    std::string why = @FAILURE_6@, list;
    if (watch.failure == 7) why = @FAILURE_7@;
    if (watch.failure == 8) why = @FAILURE_8@;
    for (std::size_t k = 0; k < @M@::ne; ++k)
        if (events_count[k] > 0)
            list += std::string(" ") + @M@::event_names[k] + " " + std::to_string(events_count[k]) + " times";
    stop_with("events follow one another without end at time " + at + " (" + why + "):" + list);
}

@if contact_modes@
// The mode of contacts and dry friction at the start.
void find_modes(Simulation& s) {
    constexpr int event_end[] = {@CONTACT_ENDS@};  // 1: an open contact
    int info = 0;
@end@
@if given_inputs and contact_modes@
    @M@_set_inputs(s.start, s.w.data());
@end@
@if contact_modes@
    @M@::@M@_modes(s.start, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), info);
    if (info <= @CONTACT_INFO@) return require_regular(s.start, info);
    std::string text = info_text(info) + " at the start; contacts that touch:";
    Vector g(@M@::ne), gdot(@M@::ne);
    @M@::@M@_events(s.start, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), g.data(), gdot.data(), info);
    for (std::size_t k = 0; k < @M@::ne; ++k)
        if (event_end[k] == 1 && std::abs(g[k]) <= @CONTACT_TOUCH@) text += std::string(" ") + @M@::event_names[k];
    stop_with(text);
}

@end@
// What is due at time t, one event after the other, each a row of the table of events.
void apply_events(Simulation& s, double t, Vector& y) {
    Vector impulses(@M@::nphi + 1);
    double before = 0, after = 0;
@if impacts@
    double law = 0;
@end@
    bool any = false;
    while (true) {
        int k = 0;
@if impacts@
        @M@_apply_event(t, y.data(), s.w.data(), s.c.data(), k, impulses.data(), before, after, law);
@else@
        @M@_apply_event(t, y.data(), s.w.data(), s.c.data(), k, impulses.data(), before, after);
@end@
        require_events(t, y);
        if (k == 0) break;
        ++events_count[k - 1];
        any = true;
        std::fprintf(events_csv, "%.16e,%s", t, @M@::event_names[static_cast<std::size_t>(k - 1)]);
        for (std::size_t r = 0; r < @M@::nphi; ++r) std::fprintf(events_csv, ",%.16e", impulses[r]);
@if impacts@
        std::fprintf(events_csv, ",%.16e,%.16e,%.0f\n", before, after, law);
@else@
        std::fprintf(events_csv, ",%.16e,%.16e\n", before, after);
@end@
    }
    if (!any) return;
@if corrections@
    std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
    std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@end@
@if states and corrections@
    std::copy(@END_OF_U@, y.end(), s.states.begin());
@end@
@if corrections@
    onto_constraints(s, t);
    std::copy(s.q.begin(), s.q.end(), y.begin());
    std::copy(s.u.begin(), s.u.end(), y.begin() + @M@::nq);
@end@
@if contact_modes@
    @M@_rest_events(t, y.data(), s.w.data(), s.c.data());
    require_events(t, y);
@end@
}

void start_events(Simulation& s, Vector& y) {
    const std::string table_name = s.csv_name;
    const std::size_t length = table_name.size();
    const bool ends = length >= 4 && table_name.compare(length - 4, 4, ".csv") == 0;
    events_name = table_name.substr(0, ends ? length - 4 : length) + "_events.csv";
    events_csv = std::fopen(events_name.c_str(), "w");
    if (events_csv == nullptr) stop_with("cannot write " + events_name);
    std::fprintf(events_csv, "t,event");
    for (const char* row : @M@::constraint_names) std::fprintf(events_csv, ",impulse %s", row);
@if impacts@
    std::fprintf(events_csv, ",energy before,energy after,impact law\n");
@else@
    std::fprintf(events_csv, ",energy before,energy after\n");
@end@
    @M@_start_events(s.start, y.data(), s.w.data(), s.c.data(), s.step, s.fired.data());
    require_events(s.start, y);
    apply_events(s, s.start, y);
}

// From t to `end`, or to an event that stops the run; in place.
void advance_with_events(Simulation& s, double& t, double end, Vector& y) {
    while (t < end && !watch.stopped) {
        @M@_step_to_event(t, y.data(), s.w.data(), s.c.data(), end);
        require_events(t, y);
        apply_events(s, t, y);
    }
}

void close_events(Simulation& s) {
    const bool fails = std::ferror(events_csv) != 0;
    if (std::fclose(events_csv) != 0 || fails) stop_with("cannot write all of " + events_name);
    long all = 0;
    for (const long count : events_count) all += count;
    @M@_events_at_zero(s.fired.data());
    std::printf("wrote %s, %ld events%s\n", events_name.c_str(), all,
                watch.stopped ? ", the last of which stopped the run" : "");
}

