// Simulates the model @M@: @STEM@_main [FILE]
// FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, @STATES@constant inputs,
// and settings; "parameter NAME value" is never a setting.
//   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
//   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
//   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the clock
@if corrections@
//   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default @PROJECT@: and
//   every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
@end@
// FILE.echo holds all that was used, and is such a file itself.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "@HEADER@"

@STAGE_PROTOTYPES@namespace {

using Vector = std::vector<double>;

struct Simulation {
    double start = 0, end = 10, step = 0.001, interval = 0, labels = 0, realtime = 0;
    int order = 4;  // of the method
    char csv_name[513] = "", save_name[513] = "";
    Vector p = Vector(@M@::np), c = Vector(@M@::nc), q = Vector(@M@::nq), u = Vector(@M@::nu);
    mutable Vector w = Vector(@M@::nw);  // at the time that was asked for last
@if states@
    Vector states = Vector(@M@::ns);
@end@
    Vector o = Vector(@M@::no);
    double kinetic = 0, potential = 0;
@if events@
    Vector fired = Vector(@M@::ne);  // of an event that waits until its function has left zero the largest |g|, else 0
@end@
@if constraints@
    Vector phi = Vector(@M@::nphi), phidot = Vector(@M@::nphi);
    double largest_phi = 0, largest_phidot = 0;
@end@
    double assemble = 1, project = 0, tolerance = 0;
};

@RUN@
[[noreturn]] void stop_with(const std::string& message) {
    std::cerr << "error: " << message << "\n";
    std::exit(1);
}

@include primitives.c@
@PROCEDURES@
@include driver_files.cpp@

template <class Names>
void require_start(const Names& names, const Vector& values) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!std::isfinite(values[i]))
            stop_with(std::string("the initial value of ") + names[i] + " is no finite number@Q@");
}

// What info says.
std::string info_text(int info) {
@INFO_TEXTS@
}

void require_regular(double t, int info) {
    if (info != 0) stop_with("time " + std::to_string(t) + ": " + info_text(info));
}

@STEPS@
@if constraints@
double largest(double so_far, const Vector& values) {
    for (const double value : values) so_far = std::max(so_far, std::abs(value));
    return so_far;
}

@end@
@if corrections@
// s.q and s.u, in place
void onto_constraints(Simulation& s, double t) {
    int info = 0;
@end@
@if given_inputs and corrections@
    @M@_set_inputs(t, s.w.data());
@end@
@if assembly@
    @M@::@M@_assemble(t, s.q.data()@S_ROWS_DATA@, s.w.data(), s.c.data(), s.tolerance, 100, info);
    if (info != 0)
        stop_with("the coordinates cannot be assembled at time " + std::to_string(t) + ": " + info_text(info));
@end@
@if projection@
    @M@::@M@_project_speeds(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), info);
    if (info != 0)
        stop_with("the speeds cannot be projected at time " + std::to_string(t) + ": " + info_text(info));
@end@
@if corrections@
}

@end@
@if held and corrections@
// Onto the constraints with the held values as they are: put back and moved again until they stay.
void start_on_constraints(Simulation& s, double t) {
    constexpr int held[] = {@HELD@};  // places in [q; u]
    const Vector q = s.q, u = s.u;
    for (int count = 0; count < 10000; ++count) {
        double moved = 0;
        for (const int k : held) (k < @M@::nq ? s.q[k] = q[k] : s.u[k - @M@::nq] = u[k - @M@::nq]);
        onto_constraints(s, t);
        for (const int k : held)
            moved = std::max(moved, std::abs(k < @M@::nq ? s.q[k] - q[k] : s.u[k - @M@::nq] - u[k - @M@::nq]));
        if (moved <= s.tolerance) return;
    }
    stop_with("the initial values of @HELD_NAMES@ leave no solution on the constraints");
}

@end@
@if events@
void require_numbers(double t, const Vector& y) {
    if (!std::all_of(y.begin(), y.end(), [](double value) { return std::isfinite(value); }))
        stop_with("the state is no finite number any more at time " + std::to_string(t) + ": is the step too large?");
}

@EVENTS@
@include driver_events.cpp@
@end@
@if user_units@
// Each in its unit of files.
template <class Names>
void write_in_files(std::FILE* csv, const Names& names, const Vector& values) {
    char unit[65];
    double factor;
    for (std::size_t k = 0; k < values.size(); ++k) {
        @M@_user_unit(names[k], unit, factor);
        std::fprintf(csv, ",%.16e", values[k] / factor);
    }
}

@end@
@if stage_routines@
// The user's routines: they see the state and the outputs, and their results are inputs until the next call.
void compute_seen(Simulation& s, double t) {
    int info = 0;
@end@
@if given_inputs and stage_routines@
    @M@_set_inputs(t, s.w.data());
@end@
@if stage_routines@
    @M@::@M@_outputs(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.o.data(), info);
    require_regular(t, info);
}

@end@
@if routines_at_init@
void call_at_init(Simulation& s, double t) {
    compute_seen(s, t);
@CALLS_AT_INIT@}

@end@
@if routines_at_step@
void call_at_step(Simulation& s, double t) {
    compute_seen(s, t);
@CALLS_AT_STEP@}

@end@
void write_row(std::FILE* csv, Simulation& s, double t, const Vector& y) {
    std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
    std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@if states@
    std::copy(@END_OF_U@, y.end(), s.states.begin());
@end@
    int info = 0;
@if given_inputs@
    @M@_set_inputs(t, s.w.data());
@end@
    @M@::@M@_energy(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.kinetic, s.potential);
    @M@::@M@_outputs(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.o.data(), info);
    require_regular(t, info);
@if constraints@
    @M@::@M@_constraints(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.phi.data(), s.phidot.data());
    s.largest_phi = largest(s.largest_phi, s.phi);
    s.largest_phidot = largest(s.largest_phidot, s.phidot);
@end@
    std::fprintf(csv, "%.16e", t);
@if not user_units@
    for (const double value : y) std::fprintf(csv, ",%.16e", value);
    for (const double value : s.o) std::fprintf(csv, ",%.16e", value);
@else@
    write_in_files(csv, @M@::coordinate_names, s.q);
    write_in_files(csv, @M@::speed_names, s.u);
@if states@
    write_in_files(csv, @M@::state_names, s.states);
@end@
    write_in_files(csv, @M@::output_names, s.o);
@end@
    std::fprintf(csv, ",%.16e,%.16e\n", s.kinetic, s.potential);
    if (std::ferror(csv) != 0) stop_with(std::string("cannot write all of ") + s.csv_name);
}

void write_header(std::FILE* csv, double labels) {
    files[3] = csv;
    if (labels > 0) @M@_write_labels(3);
    std::fprintf(csv, "t");
    for (const char* name : @M@::coordinate_names) std::fprintf(csv, ",%s", name);
    for (const char* name : @M@::speed_names) std::fprintf(csv, ",%s", name);
@if states@
    for (const char* name : @M@::state_names) std::fprintf(csv, ",%s", name);
@end@
    for (const char* name : @M@::output_names) std::fprintf(csv, ",%s", name);
    std::fprintf(csv, ",kinetic,potential\n");
}

}  // namespace

int main(int count, char** arguments) {
    Simulation s;
    if (count > 2) stop_with("expected one file, found more arguments");
    const char* const file = count > 1 ? arguments[1] : nullptr;
    if (file != nullptr && std::strlen(file) > 512) stop_with("the name of a file is too long");
    Vector start(s.q.size() + s.u.size()@STATES_SIZE@);
    @M@_default_settings("@STEM@.csv", @PROJECT@);
    @M@_default_table();
    @M@::@M@_defaults(s.p.data());
    if (file != nullptr) @M@_read_parameters(file, 1, s.p.data(), s.w.data(), start.data());
@if flags@
    @M@::@M@_flags(s.p.data(), s.w.data());
    if (file != nullptr) @M@_read_parameters(file, 1, s.p.data(), s.w.data(), start.data());
@end@
    @M@::@M@_initial(s.p.data(), s.q.data(), s.u.data()@S_DATA@);
    std::copy(s.q.begin(), s.q.end(), start.begin());
    std::copy(s.u.begin(), s.u.end(), start.begin() + @M@::nq);
@if states@
    std::copy(s.states.begin(), s.states.end(), start.begin() + @M@::nq + @M@::nu);
@end@
    if (file != nullptr) @M@_read_parameters(file, 2, s.p.data(), s.w.data(), start.data());
    std::copy(start.begin(), start.begin() + @M@::nq, s.q.begin());
    std::copy(start.begin() + @M@::nq, start.begin() + @M@::nq + @M@::nu, s.u.begin());
@if states@
    std::copy(start.begin() + @M@::nq + @M@::nu, start.end(), s.states.begin());
@end@
    @M@_given_settings(s.start, s.end, s.step, s.interval, s.labels, s.realtime, s.assemble, s.project, s.tolerance,
                       s.order, @FIRED_DATA@s.csv_name, s.save_name);
@if given_inputs@
    @M@_read_inputs(s.w.data());
@FREE_COLUMNS@    @M@_set_inputs(s.start, s.w.data());
@end@
    if (file != nullptr) @M@_write_echo(file, s.p.data(), s.w.data(), start.data());
@if euler_parameters@
    @M@::@M@_normalize(s.q.data());
@end@
    require_start(@M@::coordinate_names, s.q);
    require_start(@M@::speed_names, s.u);
@if states@
    require_start(@M@::state_names, s.states);
@end@
    if (!(s.step > 0 && s.end >= s.start && (s.end - s.start) / s.step < 1e9 && s.interval >= 0))
        stop_with("step and end must be positive, with fewer than 1e9 steps");
    @M@::@M@_setup(s.p.data(), s.c.data());

    std::FILE* csv = std::fopen(s.csv_name, "w");
    if (csv == nullptr) stop_with(std::string("cannot write ") + s.csv_name);
    write_header(csv, s.labels);
    Steps steps(s);
    run.order = s.order;
@if routines_at_init@
    call_at_init(s, s.start);
@end@
@if given_inputs and contact_modes@
    @M@_set_inputs(s.start, s.w.data());
@end@
@if contact_modes@
    @M@_guess_modes(s.start, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data());
@end@
@if corrections@
    if (s.assemble > 0) @START@(s, s.start);
@end@
@if contact_modes@
    find_modes(s);
@end@
@if corrections and contact_modes@
    if (s.assemble > 0) @START@(s, s.start);  // with what is closed
@end@
    Vector y = s.q;
    y.insert(y.end(), s.u.begin(), s.u.end());
@if states@
    y.insert(y.end(), s.states.begin(), s.states.end());
@end@
@if routines_at_step@
    call_at_step(s, s.start);
@end@
    write_row(csv, s, s.start, y);
    const double energy_start = s.kinetic + s.potential;
    double drift = 0;
@if events@
@if not contact_modes@
@end@
    start_events(s, y);
@end@
    long rows = 1;
    double t = s.start;
@if events@
    for (long k = 1; k <= steps.count && !watch.stopped; ++k) {
        advance_with_events(s, t, steps.time(k), y);
@else@
    for (long k = 1; k <= steps.count; ++k) {
        int info = 0;
        @M@_advance(steps.time(k - 1), y.data(), s.w.data(), s.c.data(),
                    steps.is_even ? steps.h : steps.time(k) - steps.time(k - 1), info);
        t = steps.time(k);
        require_regular(t, info);
@end@
@if euler_parameters@
        @M@::@M@_normalize(y.data());
@end@
        if (!std::all_of(y.begin(), y.end(), [](double value) { return std::isfinite(value); }))
            stop_with("the state is no finite number any more at time " + std::to_string(t) +
                      ": is the step too large?");
@if states@
        std::copy(@END_OF_U@, y.end(), s.states.begin());
@end@
@if corrections@
        if (s.project > 0) {
            std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
            std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
            onto_constraints(s, t);
            std::copy(s.q.begin(), s.q.end(), y.begin());
            std::copy(s.u.begin(), s.u.end(), y.begin() + @M@::nq);
        }
@end@
        if (s.realtime > 0) steps.keep_up(t);
@if routines_at_step@
        std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
        std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@if states@
        std::copy(@END_OF_U@, y.end(), s.states.begin());
@end@
        call_at_step(s, t);
@end@
        if (k % steps.between_rows == 0 || k == steps.count@E_HALT@) {
            write_row(csv, s, t, y);
            ++rows;
        }
        drift = std::max(drift, std::abs(s.kinetic + s.potential - energy_start));
    }
    if (std::fclose(csv) != 0) stop_with(std::string("cannot write all of ") + s.csv_name);
    std::printf("energy at start  %.16e\nenergy at end    %.16e\nlargest change   %.16e\n", energy_start,
                s.kinetic + s.potential, drift);
@if constraints@
    std::printf("largest |phi|    %.16e\nlargest |phidot| %.16e\n", s.largest_phi, s.largest_phidot);
@end@
    std::printf("wrote %s, %ld rows\n", s.csv_name, rows);
    if (s.realtime > 0) std::printf("overruns: %ld of %ld steps\n", steps.overruns, steps.paced);
@if events@
    close_events(s);
@end@
    if (s.save_name[0] != '\0') {
        @M@_save_state(t, y.data(), s.w.data(), @FIRED_DATA@s.save_name);
        std::printf("saved the state in %s\n", s.save_name);
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
