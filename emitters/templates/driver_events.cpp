// Events. An event waits for its function on one side of zero. After its own event, and where the function is zero up
// to the location tolerance, it is disarmed until the function has left zero by more, or another event has turned the
// function's rate to its direction.
struct Waiting {
    bool armed = false, turned = false;  // turned: disarmed by its own event, which sent it back
@if contact_modes@
    bool came_back = false;  // its gap left zero and came back within the step
@end@
    double side = 0, scale = 0, look_again = -1;
};

@if contact_modes@
// What an event ends: 0 nothing of contacts, 1 an open contact, 2 a closed one, 3 sticking, 4 sliding. The function of
// such an event is not negative in its mode, which may begin where it is zero: it waits on the positive side alone.
const int contact_ends[@M@::ne] = {@CONTACT_ENDS@};
const double contact_touch = @CONTACT_TOUCH@;

@end@
struct EventValues {
    Vector g = Vector(@M@::ne), gdot = Vector(@M@::ne);
};

class Events {
  public:
    Events(Simulation& the_simulation, double step) : s(the_simulation), little(1e-6 * step) {
        const std::size_t length = s.csv_name.size();
        const bool ends = length >= 4 && s.csv_name.compare(length - 4, 4, ".csv") == 0;
        name = s.csv_name.substr(0, ends ? length - 4 : length) + "_events.csv";
        csv = std::fopen(name.c_str(), "w");
        if (csv == nullptr) stop_with("cannot write " + name);
        std::fprintf(csv, "t,event");
        for (const char* row : @M@::constraint_names) std::fprintf(csv, ",impulse %s", row);
        std::fprintf(csv, ",energy before,energy after\n");
    }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;

@if contact_modes@
    // The mode of contacts and dry friction at the start; `guess`: before the constraints hold.
    void find_modes(bool guess) {
        int info = 0;
@end@
@if given_inputs and contact_modes@
        set_inputs(s, s.start);
@end@
@if contact_modes@
        @M@::@M@_modes(s.start, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), info);
        if (guess) return;
        if (contact_failure(info) == nullptr) return require_regular(s.start, info);
        std::string text = std::string(contact_failure(info)) + " at the start; contacts that touch:";
        EventValues v;
        @M@::@M@_events(s.start, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), v.g.data(), v.gdot.data(), info);
        for (std::size_t k = 0; k < count; ++k)
            if (contact_ends[k] == 1 && std::abs(v.g[k]) <= contact_touch)
                text += std::string(" ") + @M@::event_names[k];
        stop_with(text);
    }

@end@
    bool stopped() const { return is_stopped; }

    void start(Vector& y) {
        EventValues later = values(s.start, y);
        bool rests = false;
        for (std::size_t k = 0; k < count; ++k)
            rests = rests || (std::abs(later.g[k]) <= tolerance(k) && !(std::abs(later.gdot[k]) > 0));
        if (rests) {  // on a stop: the rate of a moment later says whether it is pressed on
            Vector moved = y, ydot(y.size());
            slope(s, s.start, y, ydot);
            for (std::size_t i = 0; i < y.size(); ++i) moved[i] += little * ydot[i];
            later = values(s.start + little, moved);
        }
        const EventValues v = values(s.start, y);
        std::vector<bool> due(count, false);
        for (std::size_t k = 0; k < count; ++k) {
            waiting[k].scale = std::max(waiting[k].scale, 1e6 * little * std::abs(v.gdot[k]));
            const double rate = std::abs(v.gdot[k]) > 0 ? v.gdot[k] : later.gdot[k];
            due[k] = std::abs(v.g[k]) <= tolerance(k) && goes_its_way(k, rate);
            waiting[k].scale = std::max(waiting[k].scale, s.fired[k]);
            if (s.fired[k] > 0 && is_still_at_zero(k, v)) {  // else the state has been changed since
                due[k] = false;
                wait_behind_event(s.start, y, k, v);
            } else {
                take_side(s.start, k, v);
            }
        }
        apply_all(s.start, y, due, v);
    }

    // From t to `end`, or to an event that stops the run; the time reached.
    double advance_to(double t, double end, Vector& y) {
        while (t < end && !is_stopped) {
            double limit = end;
            for (const Waiting& one : waiting)
                if (one.look_again > t) limit = std::min(limit, one.look_again);
@if contact_modes@
            for (Waiting& one : waiting) one.came_back = false;
@end@
            const Vector from = y;
            double h = limit - t;
            EventValues v = after_step(t, h, y);
@if contact_modes@
            for (std::size_t k = 0; k < count; ++k)
                waiting[k].came_back = contact_ends[k] == 1 && !waiting[k].armed && has_crossed(k, v);
@end@
            for (std::size_t k = 0; k < count; ++k)
                if (has_crossed(k, v@OF_EVENT@)) h = std::min(h, located(t, limit - t, from, k));
            y = from;
            v = after_step(t, h, y);
            t = h < limit - t ? t + h : limit;
            std::vector<bool> due(count, false);
            for (std::size_t k = 0; k < count; ++k)
                due[k] = has_crossed(k, v@OF_EVENT@) || (waiting[k].armed && is_at_zero(k, v));
            if (apply_all(t, y, due, v)) continue;
            for (std::size_t k = 0; k < count; ++k) take_side(t, k, v);
        }
        return t;
    }

    void close() {
        const bool fails = std::ferror(csv) != 0;
        if (std::fclose(csv) != 0 || fails) stop_with("cannot write all of " + name);
        long all = 0;
        for (std::size_t k = 0; k < count; ++k) {
            all += counts[k];
            s.fired[k] = waiting[k].armed ? 0 : waiting[k].scale;
@if contact_modes@
            if (contact_ends[k] != 0) s.fired[k] = 0;  // their modes and functions say all that they wait for
@end@
        }
        std::printf("wrote %s, %ld events%s\n", name.c_str(), all,
                    is_stopped ? ", the last of which stopped the run" : "");
    }

  private:
    double tolerance(std::size_t k) const { return 1e-12 * waiting[k].scale@TOLERANCE@; }

    EventValues values(double t, const Vector& y) {
        EventValues v;
        int info = 0;
@if given_inputs@
        set_inputs(s, t);
@end@
        @M@::@M@_events(t, y.data(), y.data() + @M@::nq@S_EVENT@, s.w.data(), s.c.data(), v.g.data(), v.gdot.data(),
                        info);
        require_regular(t, info);
        for (std::size_t k = 0; k < count; ++k)
            if (std::isfinite(v.g[k])) waiting[k].scale = std::max(waiting[k].scale, std::abs(v.g[k]));
@if contact_modes@
        for (std::size_t k = 0; k < count; ++k)
            if (contact_ends[k] == 1 && std::abs(v.gdot[k]) <= contact_touch) v.gdot[k] = 0;  // it only touches
@end@
        return v;
    }

    EventValues after_step(double t, double h, Vector& y) {
        advance(s, t, h, y);
@if events and euler_parameters@
        @M@::@M@_normalize(y.data());
@end@
        require_numbers(t + h, y);
        return values(t + h, y);
    }

    static bool goes_its_way(std::size_t k, double rate) {
        const int direction = @M@::event_directions[k];
        return direction == 0 ? rate > 0 || rate < 0 : rate * direction > 0;
    }
@if events and not contact_modes@
    bool has_crossed(std::size_t k, double g) const {
@end@
@if contact_modes@
    // Of a contact's event: below zero by more it happens at once.
    double rounding(std::size_t k) const {
        if (contact_ends[k] == 1) return 1e-3 * contact_touch;
        return contact_ends[k] == 4 ? 0.3 * contact_touch : 1e-8 * waiting[k].scale;
    }
    bool has_crossed(std::size_t k, const EventValues& v) const {
        const double g = v.g[k];
        if (!waiting[k].armed && contact_ends[k] != 0)
            return g < (waiting[k].came_back ? 0 : -rounding(k)) && v.gdot[k] <= 0;
@end@
        return waiting[k].armed && waiting[k].side * g < 0 && goes_its_way(k, -waiting[k].side);
    }
    bool is_at_zero(std::size_t k, const EventValues& v) const {
        return std::abs(v.g[k]) <= tolerance(k) && goes_its_way(k, v.gdot[k]);
    }
    void arm(std::size_t k, double g) {
        waiting[k].armed = true;
        waiting[k].turned = false;
        waiting[k].side = g > 0 ? 1 : g < 0 ? -1 : 0;
        waiting[k].look_again = -1;
@if contact_modes@
        if (contact_ends[k] == 0 || (contact_ends[k] == 1 && g >= 0)) return;
        waiting[k].armed = std::abs(g) > rounding(k);
        waiting[k].side = 1;
@end@
    }

    [[noreturn]] void refuse_endless(double t, const std::string& why) const {
        std::string list;
        for (std::size_t k = 0; k < count; ++k)
            if (counts[k] > 0)
                list += std::string(" ") + @M@::event_names[k] + " " + std::to_string(counts[k]) + " times";
        stop_with("events follow one another without end at time " + std::to_string(t) + " (" + why + "):" + list);
    }

    void take_side(double t, std::size_t k, const EventValues& v) {
        if (std::abs(v.g[k]) <= tolerance(k)) return;
        if (!waiting[k].armed && waiting[k].turned && @M@::event_directions[k] != 0 && goes_its_way(k, v.g[k]))
            refuse_endless(t, "the next one would pass unseen");
        arm(k, v.g[k]);
    }

    // s.q and its like, of y
    double energy(double t, const Vector& y) {
        std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
        std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@if events and states@
        std::copy(@END_OF_U@, y.end(), s.states.begin());
@end@
        @M@::@M@_energy(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.kinetic, s.potential);
        return s.kinetic + s.potential;
    }
    void take_parts(Vector& y) const {
        std::copy(s.q.begin(), s.q.end(), y.begin());
        std::copy(s.u.begin(), s.u.end(), y.begin() + @M@::nq);
@if events and states@
        std::copy(s.states.begin(), s.states.end(), y.begin() + @M@::nq + @M@::nu);
@end@
    }

    void apply(double t, Vector& y, std::size_t k) {
        const std::string event = @M@::event_names[k];
        Vector p(@M@::nphi);
        const double before = energy(t, y);
@if events and constraints@
        @M@::@M@_constraints(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.phi.data(), s.phidot.data());
        const Vector off = s.phi;  // zeros where rows are off
@end@
        int info = 0;
        @M@::@M@_event(static_cast<int>(k) + 1, t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), p.data(),
                       info);
@if contact_modes@
        if (contact_failure(info) != nullptr)
            stop_with("event " + event + " cannot be applied at time " + std::to_string(t) + ": " +
                      contact_failure(info));
@end@
        if (info != 0)
            stop_with("event " + event + " cannot be applied at time " + std::to_string(t) +
                      ": its equations are singular");
        take_parts(y);
        for (const double value : y)
            if (!std::isfinite(value)) stop_with("event " + event + " leads to values that are no finite numbers");
@if events and constraints@
        require_rows(t, event, off);
@end@
        const double after = energy(t, y);
        ++counts[k];
        is_stopped = is_stopped || @M@::event_stops[k] != 0;
        std::fprintf(csv, "%.16e,%s", t, event.c_str());
        for (const double value : p) std::fprintf(csv, ",%.16e", value);
        std::fprintf(csv, ",%.16e,%.16e\n", before, after);
    }

@if events and constraints@
    // Rows that have been switched on must hold.
    void require_rows(double t, const std::string& event, const Vector& off) {
        @M@::@M@_constraints(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.phi.data(), s.phidot.data());
        double size = 1;
        for (const double q : s.q) size = std::max(size, std::abs(q));
        for (std::size_t r = 0; r < s.phi.size(); ++r)
            if (!(std::abs(off[r]) > 0) && !(std::abs(s.phi[r]) <= @BROKEN@ * size))
                stop_with("event " + event + " switches " + @M@::constraint_names[r] + " on where it is broken by " +
                          std::to_string(s.phi[r]));
    }

@end@
    // How long the function of an event that has just happened stays away from zero on the side that it was sent back to,
    // by its rate and the change of that; 0: it does not leave; -1: it goes on through zero, or nothing is known.
    double time_back(double t, const Vector& y, std::size_t k, double rate) {
        const int direction = @M@::event_directions[k];
        if (direction == 0) return -1;
        Vector later = y, ydot(y.size());
        slope(s, t, y, ydot);
        for (std::size_t i = 0; i < y.size(); ++i) later[i] += little * ydot[i];
        double second = (values(t + little, later).gdot[k] - rate) / little;
        if (!(std::abs(rate) > 0 || std::abs(second) > 0)) {  // nothing is given for functions that hold inputs
            const double h = 1e3 * little, before = values(t, y).g[k];
            for (std::size_t i = 0; i < y.size(); ++i) later[i] = y[i] + h * ydot[i];
            const double middle = values(t + h, later).g[k], first = middle - before;
            slope(s, t + h, later, ydot);
            for (std::size_t i = 0; i < y.size(); ++i) later[i] += h * ydot[i];
            const double next = values(t + 2 * h, later).g[k] - middle;
            if (std::max(std::abs(first), std::abs(next)) <= 1e-14 * waiting[k].scale) return -1;
            rate = first / h;
            second = (next - first) / h / h;
        }
        if (rate * direction > 0) return -1;
        if (second * direction <= 0) return rate * direction < 0 ? HUGE_VAL : -1;
        return -2 * rate / second;
    }

    // Of an event that has just happened: until its function has left zero, where a projection may have moved it.
    bool is_still_at_zero(std::size_t k, const EventValues& v) const { return std::abs(v.g[k]) <= 1e3 * tolerance(k); }

    void wait_behind_event(double t, const Vector& y, std::size_t k, const EventValues& v) {
        const double back = time_back(t, y, k, v.gdot[k]);
        waiting[k].armed = false;
        waiting[k].turned = back >= 0;
@if contact_modes@
        if (contact_ends[k] != 0) waiting[k].turned = false;
@end@
        if (back > 0 && std::isfinite(back)) waiting[k].look_again = t + back / 4;
    }

    void wait_anew(double t, const Vector& y, const std::vector<bool>& happened) {
        const EventValues v = values(t, y);
        for (std::size_t k = 0; k < count; ++k) {
            arm(k, v.g[k]);
            if (happened[k] && is_still_at_zero(k, v)) {
                wait_behind_event(t, y, k, v);
            } else if (std::abs(v.g[k]) <= tolerance(k)) {
                waiting[k].armed = false;
            }
        }
    }

    // What is due happens in declared order, each from the state that the earlier ones left, if its condition still
    // holds.
    bool apply_all(double t, Vector& y, std::vector<bool> due, EventValues v) {
        std::vector<bool> happened(count, false);
        int at_one_time = 0;
        for (std::size_t k = 0; k < count && !is_stopped; ++k) {
            if (!due[k]) continue;
            due[k] = false;
            if (++at_one_time > 100) refuse_endless(t, "more than 100 at one time");
            if (t - crowd_since > 1e-3 * little) crowd_since = t, crowd = 0;
            if (++crowd > 1000) refuse_endless(t, "more than 1000 in hardly any time");
            apply(t, y, k);
            happened[k] = true;
            const EventValues later = values(t, y);
            for (std::size_t j = 0; j < count; ++j) {
                const bool at_zero = std::abs(later.g[j]) <= 1e3 * tolerance(j), was_due = due[j];
                const bool turned = !goes_its_way(j, v.gdot[j]) && goes_its_way(j, later.gdot[j]);
                if (at_zero && (std::abs(v.gdot[j]) > 0 || std::abs(later.gdot[j]) > 0)) {
                    due[j] = goes_its_way(j, later.gdot[j]) && (was_due || (j != k && turned));
                } else if (was_due) {
                    due[j] = at_zero || goes_its_way(j, later.g[j]);
                } else if (j != k && waiting[j].armed && !at_zero) {
                    due[j] = waiting[j].side * later.g[j] < 0 && goes_its_way(j, later.g[j]) && !happened[j];
                }
                if (!due[j] && !happened[j] && std::abs(later.g[j]) > tolerance(j)) arm(j, later.g[j]);
            }
            v = later;
            k = static_cast<std::size_t>(-1);  // the first one that is due now
        }
        if (at_one_time == 0) return false;
@if events and corrections@
        energy(t, y);
        onto_constraints(s, t);
        take_parts(y);
@end@
        wait_anew(t, y, happened);
        return true;
    }

    // When event k happens in a step of h from `from` on: where its function is beyond zero, to the last digit.
    double located(double t, double h, const Vector& from, std::size_t k) {
        double before = 0, after = h;
        for (int halved = 0; halved < 100; ++halved) {
            const double middle = before + (after - before) / 2;
            if (!(before < middle && middle < after) || !(t + before < t + after)) break;
            Vector y = from;
            (has_crossed(k, after_step(t, middle, y)@OF_EVENT@) ? after : before) = middle;
        }
        return after;
    }

    static constexpr std::size_t count = @M@::ne;
    Simulation& s;
    double little;
    double crowd_since = -HUGE_VAL;
    long crowd = 0;
    std::string name;
    std::FILE* csv = nullptr;
    bool is_stopped = false;
    std::vector<Waiting> waiting = std::vector<Waiting>(count);
    std::vector<long> counts = std::vector<long>(count);
};

