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
    slope(s, t, y, k1);
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
    slope(s, t + h, z, k4);
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
@E // Events. An event waits for its function on one side of zero. After its own event, and where the function is zero up
@E // to the location tolerance, it is disarmed until the function has left zero by more, or another event has turned the
@E // function's rate to its direction.
@E struct Waiting {
@E     bool armed = false, turned = false;  // turned: disarmed by its own event, which sent it back
@K     bool came_back = false;  // its gap left zero and came back within the step
@E     double side = 0, scale = 0, look_again = -1;
@E };
@E 
@K // What an event ends: 0 nothing of contacts, 1 an open contact, 2 a closed one, 3 sticking, 4 sliding. The function of
@K // such an event is not negative in its mode, which may begin where it is zero: it waits on the positive side alone.
@K const int contact_ends[@M@::ne] = {@CONTACT_ENDS@};
@K const double contact_touch = @CONTACT_TOUCH@;
@K 
@E struct EventValues {
@E     Vector g = Vector(@M@::ne), gdot = Vector(@M@::ne);
@E };
@E 
@E class Events {
@E   public:
@E     Events(Simulation& the_simulation, double step) : s(the_simulation), little(1e-6 * step) {
@E         const std::size_t length = s.csv_name.size();
@E         const bool ends = length >= 4 && s.csv_name.compare(length - 4, 4, ".csv") == 0;
@E         name = s.csv_name.substr(0, ends ? length - 4 : length) + "_events.csv";
@E         csv = std::fopen(name.c_str(), "w");
@E         if (csv == nullptr) stop_with("cannot write " + name);
@E         std::fprintf(csv, "t,event");
@E         for (const char* row : @M@::constraint_names) std::fprintf(csv, ",impulse %s", row);
@E         std::fprintf(csv, ",energy before,energy after\n");
@E     }
@E     Events(const Events&) = delete;
@E     Events& operator=(const Events&) = delete;
@E 
@K     // The mode of contacts and dry friction at the start; `guess`: before the constraints hold.
@K     void find_modes(bool guess) {
@K         int info = 0;
@W @K         set_inputs(s, s.start);
@K         @M@::@M@_modes(s.start, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), info);
@K         if (guess) return;
@K         if (contact_failure(info) == nullptr) return require_regular(s.start, info);
@K         std::string text = std::string(contact_failure(info)) + " at the start; contacts that touch:";
@K         EventValues v;
@K         @M@::@M@_events(s.start, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), v.g.data(), v.gdot.data(), info);
@K         for (std::size_t k = 0; k < count; ++k)
@K             if (contact_ends[k] == 1 && std::abs(v.g[k]) <= contact_touch)
@K                 text += std::string(" ") + @M@::event_names[k];
@K         stop_with(text);
@K     }
@K 
@E     bool stopped() const { return is_stopped; }
@E 
@E     void start(Vector& y) {
@E         EventValues later = values(s.start, y);
@E         bool rests = false;
@E         for (std::size_t k = 0; k < count; ++k)
@E             rests = rests || (std::abs(later.g[k]) <= tolerance(k) && !(std::abs(later.gdot[k]) > 0));
@E         if (rests) {  // on a stop: the rate of a moment later says whether it is pressed on
@E             Vector moved = y, ydot(y.size());
@E             slope(s, s.start, y, ydot);
@E             for (std::size_t i = 0; i < y.size(); ++i) moved[i] += little * ydot[i];
@E             later = values(s.start + little, moved);
@E         }
@E         const EventValues v = values(s.start, y);
@E         std::vector<bool> due(count, false);
@E         for (std::size_t k = 0; k < count; ++k) {
@E             waiting[k].scale = std::max(waiting[k].scale, 1e6 * little * std::abs(v.gdot[k]));
@E             const double rate = std::abs(v.gdot[k]) > 0 ? v.gdot[k] : later.gdot[k];
@E             due[k] = std::abs(v.g[k]) <= tolerance(k) && goes_its_way(k, rate);
@E         }
@E         take_sides(s.start, v);
@E         apply_all(s.start, y, due, v);
@E     }
@E 
@E     // From t to `end`, or to an event that stops the run; the time reached.
@E     double advance_to(double t, double end, Vector& y) {
@E         while (t < end && !is_stopped) {
@E             double limit = end;
@E             for (const Waiting& one : waiting)
@E                 if (one.look_again > t) limit = std::min(limit, one.look_again);
@K             for (Waiting& one : waiting) one.came_back = false;
@E             const Vector from = y;
@E             double h = limit - t;
@E             EventValues v = after_step(t, h, y);
@K             for (std::size_t k = 0; k < count; ++k)
@K                 waiting[k].came_back = contact_ends[k] == 1 && !waiting[k].armed && has_crossed(k, v);
@E             for (std::size_t k = 0; k < count; ++k)
@E                 if (has_crossed(k, v@OF_EVENT@)) h = std::min(h, located(t, limit - t, from, k));
@E             y = from;
@E             v = after_step(t, h, y);
@E             t = h < limit - t ? t + h : limit;
@E             std::vector<bool> due(count, false);
@E             for (std::size_t k = 0; k < count; ++k)
@E                 due[k] = has_crossed(k, v@OF_EVENT@) || (waiting[k].armed && is_at_zero(k, v));
@E             if (!apply_all(t, y, due, v)) take_sides(t, v);
@E         }
@E         return t;
@E     }
@E 
@E     void close() {
@E         const bool fails = std::ferror(csv) != 0;
@E         if (std::fclose(csv) != 0 || fails) stop_with("cannot write all of " + name);
@E         long all = 0;
@E         for (const long one : counts) all += one;
@E         std::printf("wrote %s, %ld events%s\n", name.c_str(), all,
@E                     is_stopped ? ", the last of which stopped the run" : "");
@E     }
@E 
@E   private:
@E     double tolerance(std::size_t k) const { return 1e-12 * waiting[k].scale@TOLERANCE@; }
@E 
@E     EventValues values(double t, const Vector& y) {
@E         EventValues v;
@E         int info = 0;
@W @E         set_inputs(s, t);
@E         @M@::@M@_events(t, y.data(), y.data() + @M@::nq@S_EVENT@, s.w.data(), s.c.data(), v.g.data(), v.gdot.data(),
@E                         info);
@E         require_regular(t, info);
@E         for (std::size_t k = 0; k < count; ++k)
@E             if (std::isfinite(v.g[k])) waiting[k].scale = std::max(waiting[k].scale, std::abs(v.g[k]));
@K         for (std::size_t k = 0; k < count; ++k)
@K             if (contact_ends[k] == 1 && std::abs(v.gdot[k]) <= contact_touch) v.gdot[k] = 0;  // it only touches
@E         return v;
@E     }
@E 
@E     EventValues after_step(double t, double h, Vector& y) {
@E         advance(s, t, h, y);
@H         @M@::@M@_normalize(y.data());
@E         require_numbers(t + h, y);
@E         return values(t + h, y);
@E     }
@E 
@E     static bool goes_its_way(std::size_t k, double rate) {
@E         const int direction = @M@::event_directions[k];
@E         return direction == 0 ? rate > 0 || rate < 0 : rate * direction > 0;
@E     }
@U     bool has_crossed(std::size_t k, double g) const {
@K     // Of a contact's event: below zero by more it happens at once.
@K     double rounding(std::size_t k) const {
@K         if (contact_ends[k] == 1) return 1e-3 * contact_touch;
@K         return contact_ends[k] == 4 ? 0.3 * contact_touch : 1e-8 * waiting[k].scale;
@K     }
@K     bool has_crossed(std::size_t k, const EventValues& v) const {
@K         const double g = v.g[k];
@K         if (!waiting[k].armed && contact_ends[k] != 0)
@K             return g < (waiting[k].came_back ? 0 : -rounding(k)) && v.gdot[k] <= 0;
@E         return waiting[k].armed && waiting[k].side * g < 0 && goes_its_way(k, -waiting[k].side);
@E     }
@E     bool is_at_zero(std::size_t k, const EventValues& v) const {
@E         return std::abs(v.g[k]) <= tolerance(k) && goes_its_way(k, v.gdot[k]);
@E     }
@E     void arm(std::size_t k, double g) {
@E         waiting[k].armed = true;
@E         waiting[k].turned = false;
@E         waiting[k].side = g > 0 ? 1 : g < 0 ? -1 : 0;
@E         waiting[k].look_again = -1;
@K         if (contact_ends[k] == 0 || (contact_ends[k] == 1 && g >= 0)) return;
@K         waiting[k].armed = std::abs(g) > rounding(k);
@K         waiting[k].side = 1;
@E     }
@E 
@E     [[noreturn]] void refuse_endless(double t, const std::string& why) const {
@E         std::string list;
@E         for (std::size_t k = 0; k < count; ++k)
@E             if (counts[k] > 0)
@E                 list += std::string(" ") + @M@::event_names[k] + " " + std::to_string(counts[k]) + " times";
@E         stop_with("events follow one another without end at time " + std::to_string(t) + " (" + why + "):" + list);
@E     }
@E 
@E     void take_sides(double t, const EventValues& v) {
@E         for (std::size_t k = 0; k < count; ++k) {
@E             if (std::abs(v.g[k]) <= tolerance(k)) continue;
@E             if (!waiting[k].armed && waiting[k].turned && @M@::event_directions[k] != 0 && goes_its_way(k, v.g[k]))
@E                 refuse_endless(t, "the next one would pass unseen");
@E             arm(k, v.g[k]);
@E         }
@E     }
@E 
@E     // s.q and its like, of y
@E     double energy(double t, const Vector& y) {
@E         std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
@E         std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@V         std::copy(@END_OF_U@, y.end(), s.states.begin());
@E         @M@::@M@_energy(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.kinetic, s.potential);
@E         return s.kinetic + s.potential;
@E     }
@E     void take_parts(Vector& y) const {
@E         std::copy(s.q.begin(), s.q.end(), y.begin());
@E         std::copy(s.u.begin(), s.u.end(), y.begin() + @M@::nq);
@V         std::copy(s.states.begin(), s.states.end(), y.begin() + @M@::nq + @M@::nu);
@E     }
@E 
@E     void apply(double t, Vector& y, std::size_t k) {
@E         const std::string event = @M@::event_names[k];
@E         Vector p(@M@::nphi);
@E         const double before = energy(t, y);
@G         @M@::@M@_constraints(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.phi.data(), s.phidot.data());
@G         const Vector off = s.phi;  // zeros where rows are off
@E         int info = 0;
@E         @M@::@M@_event(static_cast<int>(k) + 1, t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), p.data(),
@E                        info);
@K         if (contact_failure(info) != nullptr)
@K             stop_with("event " + event + " cannot be applied at time " + std::to_string(t) + ": " +
@K                       contact_failure(info));
@E         if (info != 0)
@E             stop_with("event " + event + " cannot be applied at time " + std::to_string(t) +
@E                       ": its equations are singular");
@E         take_parts(y);
@E         for (const double value : y)
@E             if (!std::isfinite(value)) stop_with("event " + event + " leads to values that are no finite numbers");
@G         require_rows(t, event, off);
@E         const double after = energy(t, y);
@E         ++counts[k];
@E         is_stopped = is_stopped || @M@::event_stops[k] != 0;
@E         std::fprintf(csv, "%.16e,%s", t, event.c_str());
@E         for (const double value : p) std::fprintf(csv, ",%.16e", value);
@E         std::fprintf(csv, ",%.16e,%.16e\n", before, after);
@E     }
@E 
@G     // Rows that have been switched on must hold.
@G     void require_rows(double t, const std::string& event, const Vector& off) {
@G         @M@::@M@_constraints(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.phi.data(), s.phidot.data());
@G         double size = 1;
@G         for (const double q : s.q) size = std::max(size, std::abs(q));
@G         for (std::size_t r = 0; r < s.phi.size(); ++r)
@G             if (!(std::abs(off[r]) > 0) && !(std::abs(s.phi[r]) <= @BROKEN@ * size))
@G                 stop_with("event " + event + " switches " + @M@::constraint_names[r] + " on where it is broken by " +
@G                           std::to_string(s.phi[r]));
@G     }
@G 
@E     // How long the function of an event that has just happened stays away from zero on the side that it was sent back to,
@E     // by its rate and the change of that; 0: it does not leave; -1: it goes on through zero, or nothing is known.
@E     double time_back(double t, const Vector& y, std::size_t k, double rate) {
@E         const int direction = @M@::event_directions[k];
@E         if (direction == 0) return -1;
@E         Vector later = y, ydot(y.size());
@E         slope(s, t, y, ydot);
@E         for (std::size_t i = 0; i < y.size(); ++i) later[i] += little * ydot[i];
@E         double second = (values(t + little, later).gdot[k] - rate) / little;
@E         if (!(std::abs(rate) > 0 || std::abs(second) > 0)) {  // nothing is given for functions that hold inputs
@E             const double h = 1e3 * little, before = values(t, y).g[k];
@E             for (std::size_t i = 0; i < y.size(); ++i) later[i] = y[i] + h * ydot[i];
@E             const double middle = values(t + h, later).g[k], first = middle - before;
@E             slope(s, t + h, later, ydot);
@E             for (std::size_t i = 0; i < y.size(); ++i) later[i] += h * ydot[i];
@E             const double next = values(t + 2 * h, later).g[k] - middle;
@E             if (std::max(std::abs(first), std::abs(next)) <= 1e-14 * waiting[k].scale) return -1;
@E             rate = first / h;
@E             second = (next - first) / h / h;
@E         }
@E         if (rate * direction > 0) return -1;
@E         if (second * direction <= 0) return rate * direction < 0 ? HUGE_VAL : -1;
@E         return -2 * rate / second;
@E     }
@E 
@E     void wait_anew(double t, const Vector& y, const std::vector<bool>& happened) {
@E         const EventValues v = values(t, y);
@E         for (std::size_t k = 0; k < count; ++k) {
@E             arm(k, v.g[k]);
@E             if (std::abs(v.g[k]) > (happened[k] ? 1e3 : 1) * tolerance(k)) continue;
@E             waiting[k].armed = false;
@E             if (!happened[k]) continue;
@E             const double back = time_back(t, y, k, v.gdot[k]);
@E             waiting[k].turned = back >= 0;
@K             if (contact_ends[k] != 0) waiting[k].turned = false;
@E             if (back > 0 && std::isfinite(back)) waiting[k].look_again = t + back / 4;
@E         }
@E     }
@E 
@E     // What is due happens in declared order, each from the state that the earlier ones left, if its condition still
@E     // holds.
@E     bool apply_all(double t, Vector& y, std::vector<bool> due, EventValues v) {
@E         std::vector<bool> happened(count, false);
@E         int at_one_time = 0;
@E         for (std::size_t k = 0; k < count && !is_stopped; ++k) {
@E             if (!due[k]) continue;
@E             due[k] = false;
@E             if (++at_one_time > 100) refuse_endless(t, "more than 100 at one time");
@E             apply(t, y, k);
@E             happened[k] = true;
@E             const EventValues later = values(t, y);
@E             for (std::size_t j = 0; j < count; ++j) {
@E                 const bool at_zero = std::abs(later.g[j]) <= 1e3 * tolerance(j), was_due = due[j];
@E                 const bool turned = !goes_its_way(j, v.gdot[j]) && goes_its_way(j, later.gdot[j]);
@E                 if (at_zero && (std::abs(v.gdot[j]) > 0 || std::abs(later.gdot[j]) > 0)) {
@E                     due[j] = goes_its_way(j, later.gdot[j]) && (was_due || (j != k && turned));
@E                 } else if (was_due) {
@E                     due[j] = at_zero || goes_its_way(j, later.g[j]);
@E                 } else if (j != k && waiting[j].armed && !at_zero) {
@E                     due[j] = waiting[j].side * later.g[j] < 0 && goes_its_way(j, later.g[j]) && !happened[j];
@E                 }
@E                 if (!due[j] && !happened[j] && std::abs(later.g[j]) > tolerance(j)) arm(j, later.g[j]);
@E             }
@E             v = later;
@E             k = static_cast<std::size_t>(-1);  // the first one that is due now
@E         }
@E         if (at_one_time == 0) return false;
@F         energy(t, y);
@F         onto_constraints(s, t);
@F         take_parts(y);
@E         wait_anew(t, y, happened);
@E         return true;
@E     }
@E 
@E     // When event k happens in a step of h from `from` on: where its function is beyond zero, to the last digit.
@E     double located(double t, double h, const Vector& from, std::size_t k) {
@E         double before = 0, after = h;
@E         for (int halved = 0; halved < 100; ++halved) {
@E             const double middle = before + (after - before) / 2;
@E             if (!(before < middle && middle < after) || !(t + before < t + after)) break;
@E             Vector y = from;
@E             (has_crossed(k, after_step(t, middle, y)@OF_EVENT@) ? after : before) = middle;
@E         }
@E         return after;
@E     }
@E 
@E     static constexpr std::size_t count = @M@::ne;
@E     Simulation& s;
@E     double little;
@E     std::string name;
@E     std::FILE* csv = nullptr;
@E     bool is_stopped = false;
@E     std::vector<Waiting> waiting = std::vector<Waiting>(count);
@E     std::vector<long> counts = std::vector<long>(count);
@E };
@E 
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
