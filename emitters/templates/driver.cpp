// Simulates the model @M@: @STEM@_main [FILE]
// FILE holds lines "name value": end, step, output (the CSV file), parameters, coordinates, speeds, @STATES@constant inputs.
@O // With constraints: assemble (0 or 1, default 1: bring the initial state onto them), project (0 or 1, default 0: and
@O // every step), tolerance (of phi in its own units and of the assembly's steps, default 1e-10).
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "@HEADER@"

namespace {

using Vector = std::vector<double>;

struct Simulation {
    double end = 10, step = 0.001;
    std::string csv_name = "@STEM@.csv";
    Vector p = Vector(@M@::np), c = Vector(@M@::nc), q = Vector(@M@::nq), u = Vector(@M@::nu), w = Vector(@M@::nw);
@S     Vector states = Vector(@M@::ns);
    Vector o = Vector(@M@::no);
    double kinetic = 0, potential = 0;
@C     Vector phi = Vector(@M@::nphi), phidot = Vector(@M@::nphi);
@C     double largest_phi = 0, largest_phidot = 0;
@O     double assemble = 1, project = 0, tolerance = 1e-10;
};

[[noreturn]] void stop_with(const std::string& message) {
    std::cerr << "error: " << message << "\n";
    std::exit(1);
}

template <class Names>
bool assign(const Names& names, const std::string& name, double value, Vector& values, bool now) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (name != names[i]) continue;
        if (now) values[i] = value;
        return true;
    }
    return false;
}

// "-12.5", "1e-3", "1d-3"
bool is_decimal(const std::string& text) {
    const auto is_digit = [&](std::size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '9'; };
    std::size_t k = text[0] == '+' || text[0] == '-' ? 1 : 0, digits = 0;
    for (; is_digit(k); ++k) ++digits;
    if (k < text.size() && text[k] == '.') ++k;
    for (; is_digit(k); ++k) ++digits;
    if (digits == 0) return false;
    if (k == text.size()) return true;
    if (std::string("eEdD").find(text[k]) == std::string::npos) return false;
    ++k;
    if (k < text.size() && (text[k] == '+' || text[k] == '-')) ++k;
    if (k == text.size()) return false;
    while (is_digit(k)) ++k;
    return k == text.size();
}

double number_of(std::string text, const std::string& place) {
    if (!is_decimal(text)) stop_with(place + text + " is not a number");
    const std::string shown = text;
    for (char& c : text)
        if (c == 'd' || c == 'D') c = 'e';
    const double value = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(value)) stop_with(place + shown + " is beyond all numbers");
    return value;
}

// Pass 1 reads settings, parameters and inputs; pass 2 the initial state, which may depend on the parameters.
void read_file(const std::string& file_name, int pass, Simulation& s) {
    std::ifstream file(file_name);
    if (!file) stop_with("cannot read " + file_name);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string place = file_name + ":" + std::to_string(number) + ": ";
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name, text, more;
        if (!(words >> name)) continue;
        if (!(words >> text)) stop_with(place + "no value for " + name);
        std::getline(words, more);
        while (!more.empty() && std::isspace(static_cast<unsigned char>(more.back())) != 0) more.pop_back();
        if (name == "output") {
            s.csv_name = text + more;
            continue;
        }
        if (!more.empty()) stop_with(place + "one value for " + name + ", not " + text + more);
        const double value = number_of(text, place);
        if (name == "end") {
            s.end = value;
        } else if (name == "step") {
            s.step = value;
@O         } else if (name == "assemble") {
@O             s.assemble = value;
@O         } else if (name == "project") {
@O             s.project = value;
@O         } else if (name == "tolerance") {
@O             s.tolerance = value;
        } else if (!assign(@M@::parameter_names, name, value, s.p, pass == 1) &&
                   !assign(@M@::input_names, name, value, s.w, true) &&
                   !assign(@M@::coordinate_names, name, value, s.q, pass == 2) &&
@S                    !assign(@M@::state_names, name, value, s.states, pass == 2) &&
                   !assign(@M@::speed_names, name, value, s.u, pass == 2)) {
            stop_with(place + "the model has no " + name);
        }
    }
    if (file.bad()) stop_with("cannot read " + file_name);
}

template <class Names>
void require_start(const Names& names, const Vector& values) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!std::isfinite(values[i]))
            stop_with(std::string("the initial value of ") + names[i] + " is no finite number@Q@");
}

void require_regular(double t, int info) {
    if (info == 0) return;
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
    @M@::@M@_derivatives(t, y.data(), s.w.data(), s.c.data(), ydot.data(), info);
    require_regular(t, info);
}

void advance(const Simulation& s, double t, double h, Vector& y) {
    const std::size_t n = y.size();
    Vector k1(n), k2(n), k3(n), k4(n), z(n);
    slope(s, t, y, k1);
    for (std::size_t i = 0; i < n; ++i) z[i] = y[i] + h / 2 * k1[i];
    slope(s, t + h / 2, z, k2);
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
@A     @M@::@M@_assemble(t, s.q.data(), s.w.data(), s.c.data(), s.tolerance, 100, info);
@A     if (info != 0)
@A         stop_with("the coordinates cannot be assembled at time " + std::to_string(t) +
@A                   (info == @NO_CONVERGENCE@ ? ": no convergence in 100 steps" : ": the constraints are dependent"));
@P     @M@::@M@_project_speeds(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), info);
@P     if (info != 0)
@P         stop_with("the speeds cannot be projected at time " + std::to_string(t) + ": the constraints are dependent");
@O }
@O 
void write_row(std::FILE* csv, Simulation& s, double t, const Vector& y) {
    std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
    std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@S     std::copy(@END_OF_U@, y.end(), s.states.begin());
    int info = 0;
    @M@::@M@_energy(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.kinetic, s.potential);
    @M@::@M@_outputs(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.o.data(), info);
    require_regular(t, info);
@C     @M@::@M@_constraints(t, s.q.data(), s.u.data()@S_DATA@, s.w.data(), s.c.data(), s.phi.data(), s.phidot.data());
@C     s.largest_phi = largest(s.largest_phi, s.phi);
@C     s.largest_phidot = largest(s.largest_phidot, s.phidot);
    std::fprintf(csv, "%.16e", t);
    for (const double value : y) std::fprintf(csv, ",%.16e", value);
    for (const double value : s.o) std::fprintf(csv, ",%.16e", value);
    std::fprintf(csv, ",%.16e,%.16e\n", s.kinetic, s.potential);
    if (std::ferror(csv) != 0) stop_with("cannot write all of " + s.csv_name);
}

void write_header(std::FILE* csv) {
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
    if (count > 1) read_file(arguments[1], 1, s);
    @M@::@M@_initial(s.p.data(), s.q.data(), s.u.data()@S_DATA@);
    if (count > 1) read_file(arguments[1], 2, s);
@N     @M@::@M@_normalize(s.q.data());
    require_start(@M@::coordinate_names, s.q);
    require_start(@M@::speed_names, s.u);
@S     require_start(@M@::state_names, s.states);
    if (!(s.step > 0 && s.end >= 0 && s.end / s.step < 1e9))
        stop_with("step and end must be positive, with fewer than 1e9 steps");
    @M@::@M@_setup(s.p.data(), s.c.data());

    std::FILE* csv = std::fopen(s.csv_name.c_str(), "w");
    if (csv == nullptr) stop_with("cannot write " + s.csv_name);
    write_header(csv);
    long steps = std::lround(s.end / s.step);
    if (static_cast<double>(steps) * s.step < s.end * (1 - 1e-12)) ++steps;
    const double h = s.end / static_cast<double>(std::max(steps, 1L));
@O     if (s.assemble > 0) onto_constraints(s, 0);
    Vector y = s.q;
    y.insert(y.end(), s.u.begin(), s.u.end());
@S     y.insert(y.end(), s.states.begin(), s.states.end());
    write_row(csv, s, 0, y);
    const double energy_start = s.kinetic + s.potential;
    double drift = 0;
    for (long k = 1; k <= steps; ++k) {
        advance(s, static_cast<double>(k - 1) * h, h, y);
@N         @M@::@M@_normalize(y.data());
        if (!std::all_of(y.begin(), y.end(), [](double value) { return std::isfinite(value); }))
            stop_with("the state is no finite number any more at time " + std::to_string(static_cast<double>(k) * h) +
                      ": is the step too large?");
@S         std::copy(@END_OF_U@, y.end(), s.states.begin());
@O         if (s.project > 0) {
@O             std::copy(y.begin(), y.begin() + @M@::nq, s.q.begin());
@O             std::copy(y.begin() + @M@::nq, @END_OF_U@, s.u.begin());
@O             onto_constraints(s, static_cast<double>(k) * h);
@O             std::copy(s.q.begin(), s.q.end(), y.begin());
@O             std::copy(s.u.begin(), s.u.end(), y.begin() + @M@::nq);
@O         }
        write_row(csv, s, static_cast<double>(k) * h, y);
        drift = std::max(drift, std::abs(s.kinetic + s.potential - energy_start));
    }
    if (std::fclose(csv) != 0) stop_with("cannot write all of " + s.csv_name);
    std::printf("energy at start  %.16e\nenergy at end    %.16e\nlargest change   %.16e\n", energy_start,
                s.kinetic + s.potential, drift);
@C     std::printf("largest |phi|    %.16e\nlargest |phidot| %.16e\n", s.largest_phi, s.largest_phidot);
    std::printf("wrote %s, %ld rows\n", s.csv_name.c_str(), steps + 1);
    return std::fflush(stdout) == 0 ? 0 : 1;
}
