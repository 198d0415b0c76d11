// Simulates the model @M@: @STEM@_main [FILE]
// FILE holds lines "name value [unit]"; # begins a comment. Names are parameters, coordinates, speeds, @STATES@constant inputs,
// and settings; "parameter NAME value" is never a setting.
//   start, end, step: times, s; output: the CSV file, or the time between rows (interval is the same)
//   integrator: rk4, rk2 or euler; inputs: a CSV file with a column t and columns of inputs, linear between its rows
//   title; include FILE; save FILE: the last state; labels 1: units and texts above the CSV; realtime 1: in step with the clock
@O //   assemble (0 or 1, default 1: bring the initial state onto the constraints), project (0 or 1, default @PROJECT@: and
@O //   every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
// FILE.echo holds all that was used, and is such a file itself.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
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
    std::string csv_name = "@STEM@.csv", title, save_name, inputs_name;
    Vector p = Vector(@M@::np), c = Vector(@M@::nc), q = Vector(@M@::nq), u = Vector(@M@::nu);
    mutable Vector w = Vector(@M@::nw);  // at the time that was asked for last
@S     Vector states = Vector(@M@::ns);
    Vector o = Vector(@M@::no);
    double kinetic = 0, potential = 0;
@E     Vector fired = Vector(@M@::ne);  // of an event that waits until its function has left zero the largest |g|, else 0
@C     Vector phi = Vector(@M@::nphi), phidot = Vector(@M@::nphi);
@C     double largest_phi = 0, largest_phidot = 0;
@O     double assemble = 1, project = @PROJECT@, tolerance = 1e-10;
};

[[noreturn]] void stop_with(const std::string& message) {
    std::cerr << "error: " << message << "\n";
    std::exit(1);
}

@+ driver_reading.cpp
@W @+ driver_inputs.cpp
@+ driver_files.cpp
@+ driver_echo.cpp
template <class Names>
void require_start(const Names& names, const Vector& values) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!std::isfinite(values[i]))
            stop_with(std::string("the initial value of ") + names[i] + " is no finite number@Q@");
}

@K // What info says of contacts and dry friction; null where it says nothing of them.
@K const char* contact_failure(int info) {
@K     static const char* const words[4] = {
@K         "more normal force presses a sliding contact together (Painleve's paradox)",
@K         "no mode of the contacts is consistent",
@K         "modes of the contacts with different accelerations are consistent",
@K         "no impulses of the contacts are consistent without a gain of energy"};
@K     const int number = info - (@M@::nu + @M@::nphi + 2);
@K     return number < 0 || number >= 4 ? nullptr : words[number];
@K }
@K 
void require_regular(double t, int info) {
    if (info == 0) return;
@K     if (contact_failure(info) != nullptr)
@K         stop_with(contact_failure(info) + (" at time " + std::to_string(t)));
    if (info > @M@::nu) stop_with("the constraints are dependent at time " + std::to_string(t));
    // found by a loop, since the table may be empty
    std::string name;
    int k = 0;
    for (const char* speed : @M@::speed_names)
        if (++k == info) name = speed;
    stop_with("the mass matrix is singular at speed " + name + ", time " + std::to_string(t));
}

void slope(const Simulation& s, double t, const Vector& y, Vector& ydot) {
    int info = 0;
@W     set_inputs(s, t);
    @M@::@M@_derivatives(t, y.data(), s.w.data(), s.c.data(), ydot.data(), info);
    require_regular(t, info);
}

void advance(const Simulation& s, double t, double h, Vector& y) {
    const std::size_t n = y.size();
    Vector k1(n), k2(n), k3(n), k4(n), z(n);
@W     table.side = 1e-9 * h;  // a row at t has begun its line, one at t + h not yet
    slope(s, t, y, k1);
@W     table.side = 0;
    if (s.order == 1) {
        for (std::size_t i = 0; i < n; ++i) y[i] += h * k1[i];
        return;
    }
    for (std::size_t i = 0; i < n; ++i) z[i] = y[i] + h / 2 * k1[i];
    slope(s, t + h / 2, z, k2);
    if (s.order == 2) {
        for (std::size_t i = 0; i < n; ++i) y[i] += h * k2[i];
        return;
    }
    for (std::size_t i = 0; i < n; ++i) z[i] = y[i] + h / 2 * k2[i];
    slope(s, t + h / 2, z, k3);
    for (std::size_t i = 0; i < n; ++i) z[i] = y[i] + h * k3[i];
@W     table.side = -1e-9 * h;
    slope(s, t + h, z, k4);
@W     table.side = 0;
    for (std::size_t i = 0; i < n; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

@C double largest(double so_far, const Vector& values) {
@C     for (const double value : values) so_far = std::max(so_far, std::abs(value));
@C     return so_far;
@C }
@C 
@O // s.q and s.u, in place
@O void onto_constraints(Simulation& s, double t) {
@O     int info = 0;
@W @O     set_inputs(s, t);
@A     @M@::@M@_assemble(t, s.q.data(), s.w.data(), s.c.data(), s.tolerance, 100, info);
@A     if (info != 0)
@A         stop_with("the coordinates cannot be assembled at time " + std::to_string(t) +
@A                   (info == @NO_CONVERGENCE@ ? ": no convergence in 100 steps" : ": the constraints are dependent"));
@P     @M@::@M@_project_speeds(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), info);
@P     if (info != 0)
@P         stop_with("the speeds cannot be projected at time " + std::to_string(t) + ": the constraints are dependent");
@O }
@O 
@B // Onto the constraints with the held values as they are: put back and moved again until they stay.
@B void start_on_constraints(Simulation& s, double t) {
@B     constexpr int held[] = {@HELD@};  // places in [q; u]
@B     const Vector q = s.q, u = s.u;
@B     for (int count = 0; count < 10000; ++count) {
@B         double moved = 0;
@B         for (const int k : held) (k < @M@::nq ? s.q[k] = q[k] : s.u[k - @M@::nq] = u[k - @M@::nq]);
@B         onto_constraints(s, t);
@B         for (const int k : held)
@B             moved = std::max(moved, std::abs(k < @M@::nq ? s.q[k] - q[k] : s.u[k - @M@::nq] - u[k - @M@::nq]));
@B         if (moved <= s.tolerance) return;
@B     }
@B     stop_with("the initial values of @HELD_NAMES@ leave no solution on the constraints");
@B }
@B 
@E void require_numbers(double t, const Vector& y) {
@E     if (!std::all_of(y.begin(), y.end(), [](double value) { return std::isfinite(value); }))
@E         stop_with("the state is no finite number any more at time " + std::to_string(t) + ": is the step too large?");
@E }
@E 
@E @+ driver_events.cpp
@Q // Each in its unit of files.
@Q template <class Names>
@Q void write_in_files(std::FILE* csv, const Names& names, const Vector& values) {
@Q     double factor;
@Q     for (std::size_t k = 0; k < values.size(); ++k) {
@Q         user_unit(names[k], factor);
@Q         std::fprintf(csv, ",%.16e", values[k] / factor);
@Q     }
@Q }
@Q 
@I // The user's routines: they see the state and the outputs, and their results are inputs until the next call.
@I void compute_seen(Simulation& s, double t) {
@I     int info = 0;
@W @I     set_inputs(s, t);
@I     @M@::@M@_outputs(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.o.data(), info);
@I     require_regular(t, info);
@I }
@I 
@J void call_at_init(Simulation& s, double t) {
@J     compute_seen(s, t);
@J @CALLS_AT_INIT@}
@J 
@T void call_at_step(Simulation& s, double t) {
@T     compute_seen(s, t);
@T @CALLS_AT_STEP@}
@T 
void write_row(std::FILE* csv, Simulation& s, double t, const Vector& y) {
    std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
    std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@S     std::copy(@END_OF_U@, y.end(), s.states.begin());
    int info = 0;
@W     set_inputs(s, t);
    @M@::@M@_energy(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.kinetic, s.potential);
    @M@::@M@_outputs(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.o.data(), info);
    require_regular(t, info);
@C     @M@::@M@_constraints(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.phi.data(), s.phidot.data());
@C     s.largest_phi = largest(s.largest_phi, s.phi);
@C     s.largest_phidot = largest(s.largest_phidot, s.phidot);
    std::fprintf(csv, "%.16e", t);
@q     for (const double value : y) std::fprintf(csv, ",%.16e", value);
@q     for (const double value : s.o) std::fprintf(csv, ",%.16e", value);
@Q     write_in_files(csv, @M@::coordinate_names, s.q);
@Q     write_in_files(csv, @M@::speed_names, s.u);
@Q @S     write_in_files(csv, @M@::state_names, s.states);
@Q     write_in_files(csv, @M@::output_names, s.o);
    std::fprintf(csv, ",%.16e,%.16e\n", s.kinetic, s.potential);
    if (std::ferror(csv) != 0) stop_with("cannot write all of " + s.csv_name);
}

void write_header(std::FILE* csv, double labels) {
    if (labels > 0) write_labels(csv);
    std::fprintf(csv, "t");
    for (const char* name : @M@::coordinate_names) std::fprintf(csv, ",%s", name);
    for (const char* name : @M@::speed_names) std::fprintf(csv, ",%s", name);
@S     for (const char* name : @M@::state_names) std::fprintf(csv, ",%s", name);
    for (const char* name : @M@::output_names) std::fprintf(csv, ",%s", name);
    std::fprintf(csv, ",kinetic,potential\n");
}

}  // namespace

int main(int count, char** arguments) {
    Simulation s;
    if (count > 2) stop_with("expected one file, found more arguments");
    @M@::@M@_defaults(s.p.data());
    if (count > 1) read_file(arguments[1], 1, s, 0);
@L     @M@::@M@_flags(s.p.data(), s.w.data());
@L     if (count > 1) read_file(arguments[1], 1, s, 0);
    @M@::@M@_initial(s.p.data(), s.q.data(), s.u.data()@S_DATA@);
    if (count > 1) read_file(arguments[1], 2, s, 0);
@W     if (!s.inputs_name.empty()) table.read(s.inputs_name);
@W @FREE_COLUMNS@    set_inputs(s, s.start);
    if (count > 1) write_echo(s, arguments[1]);
@N     @M@::@M@_normalize(s.q.data());
    require_start(@M@::coordinate_names, s.q);
    require_start(@M@::speed_names, s.u);
@S     require_start(@M@::state_names, s.states);
    if (!(s.step > 0 && s.end >= s.start && (s.end - s.start) / s.step < 1e9 && s.interval >= 0))
        stop_with("step and end must be positive, with fewer than 1e9 steps");
    @M@::@M@_setup(s.p.data(), s.c.data());

    std::FILE* csv = std::fopen(s.csv_name.c_str(), "w");
    if (csv == nullptr) stop_with("cannot write " + s.csv_name);
    write_header(csv, s.labels);
    Steps steps(s);
@J     call_at_init(s, s.start);
@K     Events events(s, s.step);
@K     events.find_modes(true);
@O     if (s.assemble > 0) @START@(s, s.start);
    Vector y = s.q;
    y.insert(y.end(), s.u.begin(), s.u.end());
@S     y.insert(y.end(), s.states.begin(), s.states.end());
@K     events.find_modes(false);
@T     call_at_step(s, s.start);
    write_row(csv, s, s.start, y);
    const double energy_start = s.kinetic + s.potential;
    double drift = 0;
@U     Events events(s, s.step);
@E     events.start(y);
    long rows = 1;
    double t = s.start;
@E     for (long k = 1; k <= steps.count && !events.stopped(); ++k) {
@E         t = events.advance_to(t, steps.time(k), y);
@-     for (long k = 1; k <= steps.count; ++k) {
@-         advance(s, steps.time(k - 1), steps.is_even ? steps.h : steps.time(k) - steps.time(k - 1), y);
@-         t = steps.time(k);
@N         @M@::@M@_normalize(y.data());
        if (!std::all_of(y.begin(), y.end(), [](double value) { return std::isfinite(value); }))
            stop_with("the state is no finite number any more at time " + std::to_string(t) +
                      ": is the step too large?");
@S         std::copy(@END_OF_U@, y.end(), s.states.begin());
@O         if (s.project > 0) {
@O             std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
@O             std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@O             onto_constraints(s, t);
@O             std::copy(s.q.begin(), s.q.end(), y.begin());
@O             std::copy(s.u.begin(), s.u.end(), y.begin() + @M@::nq);
@O         }
        if (s.realtime > 0) steps.keep_up(t);
@T         std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
@T         std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@T @S         std::copy(@END_OF_U@, y.end(), s.states.begin());
@T         call_at_step(s, t);
        if (k % steps.between_rows == 0 || k == steps.count@E_HALT@) {
            write_row(csv, s, t, y);
            ++rows;
        }
        drift = std::max(drift, std::abs(s.kinetic + s.potential - energy_start));
    }
    if (std::fclose(csv) != 0) stop_with("cannot write all of " + s.csv_name);
    std::printf("energy at start  %.16e\nenergy at end    %.16e\nlargest change   %.16e\n", energy_start,
                s.kinetic + s.potential, drift);
@C     std::printf("largest |phi|    %.16e\nlargest |phidot| %.16e\n", s.largest_phi, s.largest_phidot);
    std::printf("wrote %s, %ld rows\n", s.csv_name.c_str(), rows);
    if (s.realtime > 0) std::printf("overruns: %ld of %ld steps\n", steps.overruns, steps.paced);
@E     events.close();
    if (!s.save_name.empty()) {
        std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
        std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@S         std::copy(@END_OF_U@, y.end(), s.states.begin());
        save_state(s, t);
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
