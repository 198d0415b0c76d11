#include "tests/emitters/call_all.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>

namespace lag {

namespace {

// setup's c and defaults are checked through the routines that use them
std::vector<const Routine*> called(const Program& program) {
    std::vector<const Routine*> routines;
    for (const Routine& routine : program.routines)
        if (routine.name != "setup" && routine.name != "defaults") routines.push_back(&routine);
    return routines;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

bool is_input(const Argument& argument) {
    return argument.intent != Argument::Intent::out;
}
// Its matrix is one that m_mass_matrix_constants has filled before, no part of the state.
bool takes_constants(const Routine& routine) {
    return routine.name == "mass_matrix_update";
}

// The variable that holds an argument: inputs are the state's own, results a copy per routine.
std::string variable(const Routine& routine, const Argument& argument) {
    if (argument.name == "info") return "info";
    if (argument.intent == Argument::Intent::in) return argument.name;
    return "x_" + routine.name + "_" + argument.name;
}

const char* const cpp_frame = R"text(
#include <cstdio>
#include <cmath>
#include <vector>
@DUAL@
#include "@HEADER@"

struct State { std::vector<double> t, q, u, udot, w, p; };

template <class R> struct Values { std::vector<R> numbers; std::vector<int> infos; };

template <class R, class Convert>
Values<R> all(const std::vector<State>& states, Convert convert) {
    Values<R> values;
    std::vector<R> q, u, udot, w, p, y, c(@M@::nc + 1);
    R t = convert(states, &State::t, 0);
    for (std::size_t k = 0; k < states[0].q.size(); ++k) q.push_back(convert(states, &State::q, k));
    for (std::size_t k = 0; k < states[0].u.size(); ++k) u.push_back(convert(states, &State::u, k));
    for (std::size_t k = 0; k < states[0].udot.size(); ++k) udot.push_back(convert(states, &State::udot, k));
    for (std::size_t k = 0; k < states[0].w.size(); ++k) w.push_back(convert(states, &State::w, k));
    for (std::size_t k = 0; k < states[0].p.size(); ++k) p.push_back(convert(states, &State::p, k));
    y = q;
    y.insert(y.end(), u.begin(), u.end());
    @M@::@M@_setup(p.data(), c.data());
    int info = -1;
@CALLS@
    return values;
}

double plain(const std::vector<State>& s, std::vector<double> State::*part, std::size_t k) { return (s[0].*part)[k]; }

using Four = double __attribute__((vector_size(32)));

int main() {
    std::vector<State> states;
    double x = 0;
    const auto read = [&](std::size_t n) {
        std::vector<double> v;
        while (v.size() < n && std::scanf("%lf", &x) == 1) v.push_back(x);
        return v;
    };
    int count = 0;
    if (std::scanf("%d", &count) != 1) return 2;
    for (int k = 0; k < count; ++k) {
        State s;
        s.t = read(1), s.q = read(@M@::nq), s.u = read(@M@::nu), s.udot = read(@M@::nu), s.w = read(@M@::nw);
        s.p = read(@M@::np);
        states.push_back(s);
    }
    int bad = 0;
    std::vector<Values<double>> exact;
    for (const State& s : states) {
        exact.push_back(all<double>({s}, plain));
        for (double value : exact.back().numbers) std::printf("%.17e\n", value);
        for (int info : exact.back().infos) std::printf("%d\n", info);
    }
    const auto check = [&](const char* what, double a, double b, double tolerance) {
        if (std::abs(a - b) <= tolerance * (1 + std::abs(b))) return;
        std::fprintf(stderr, "%s: %.17g instead of %.17g\n", what, a, b);
        ++bad;
    };
    const auto single = all<float>({states[0]}, [](const auto& s, auto part, std::size_t k) {
        return static_cast<float>((s[0].*part)[k]);
    });
    for (std::size_t k = 0; k < single.numbers.size(); ++k)
        check("float", static_cast<double>(single.numbers[k]), exact[0].numbers[k], @FLOAT@);
    const std::vector<State> four{states[0], states[1], states[2], states[3]};
    const auto pack = all<Four>(four, [](const auto& s, auto part, std::size_t k) {
        return Four{(s[0].*part)[k], (s[1].*part)[k], (s[2].*part)[k], (s[3].*part)[k]};
    });
    for (std::size_t k = 0; k < pack.numbers.size(); ++k)
        for (std::size_t lane = 0; lane < 4; ++lane) check("pack", pack.numbers[k][lane], exact[lane].numbers[k], 1e-10);
    for (std::size_t k = 0; k < pack.infos.size(); ++k) {
        int first = 0;
        for (std::size_t lane = 0; lane < 4; ++lane) first = first == 0 ? exact[lane].infos[k] : first;
        if (pack.infos[k] != first) ++bad, std::fprintf(stderr, "pack info %d instead of %d\n", pack.infos[k], first);
    }
@DUAL_RUN@
    return bad == 0 ? 0 : 1;
}
)text";

const char* const dual_type = R"text(
namespace dual_numbers {
struct Dual {
    double value = 0, slope = 0;
    Dual() = default;
    explicit Dual(double v, double s = 0) : value(v), slope(s) {}
};
inline Dual operator+(Dual a, Dual b) { return Dual(a.value + b.value, a.slope + b.slope); }
inline Dual operator-(Dual a, Dual b) { return Dual(a.value - b.value, a.slope - b.slope); }
inline Dual operator-(Dual a) { return Dual(-a.value, -a.slope); }
inline Dual operator*(Dual a, Dual b) { return Dual(a.value * b.value, a.slope * b.value + a.value * b.slope); }
inline Dual operator/(Dual a, Dual b) {
    return Dual(a.value / b.value, (a.slope - a.value / b.value * b.slope) / b.value);
}
inline bool operator<(Dual a, Dual b) { return a.value < b.value; }
inline bool operator<=(Dual a, Dual b) { return a.value <= b.value; }
inline Dual sin(Dual a) { return Dual(std::sin(a.value), std::cos(a.value) * a.slope); }
inline Dual cos(Dual a) { return Dual(std::cos(a.value), -std::sin(a.value) * a.slope); }
inline Dual exp(Dual a) { return Dual(std::exp(a.value), std::exp(a.value) * a.slope); }
inline Dual tanh(Dual a) { return Dual(std::tanh(a.value), (1 - std::tanh(a.value) * std::tanh(a.value)) * a.slope); }
inline Dual sqrt(Dual a) { return Dual(std::sqrt(a.value), a.slope / (2 * std::sqrt(a.value))); }
}  // namespace dual_numbers
)text";

// The slope along a direction of all q, against a difference quotient of doubles.
const char* const dual_run = R"text(
    const auto dual = all<dual_numbers::Dual>({states[0]}, [](const auto& s, auto part, std::size_t k) {
        return dual_numbers::Dual((s[0].*part)[k], part == &State::q ? 1.0 : 0.0);
    });
    const auto moved = [&](double h) {
        State s = states[0];
        for (double& q : s.q) q += h;
        return all<double>({s}, plain);
    };
    const double h = 1e-5;
    const auto ahead = moved(h), behind = moved(-h);
    for (std::size_t k = 0; k < dual.numbers.size(); ++k) {
        check("dual value", dual.numbers[k].value, exact[0].numbers[k], 1e-10);
        check("dual slope", dual.numbers[k].slope, (ahead.numbers[k] - behind.numbers[k]) / (2 * h), 1e-5);
    }
)text";

}  // namespace

std::string call_all_cpp(const Program& program, const std::string& header) {
    std::string calls;
    for (const Routine* routine : called(program)) {
        std::string declarations, list, uses;
        for (const Argument& argument : routine->arguments) {
            const std::string name = variable(*routine, argument);
            list += (list.empty() ? "" : ", ") + name + (argument.shape.empty() ? "" : ".data()");
            if (name == "info") uses += "    values.infos.push_back(info);\n";
            if (name == "info" || argument.intent == Argument::Intent::in) continue;
            if (argument.shape.empty()) {
                declarations += "    R " + name + "{};\n";
                uses += "    values.numbers.push_back(" + name + ");\n";
            } else {
                const bool is_copy = is_input(argument) && !takes_constants(*routine);
                declarations += "    std::vector<R> " + name +
                                (is_copy ? " = " + argument.name : "(" + std::to_string(argument.elements()) + ")") +
                                ";\n";
                if (takes_constants(*routine))
                    declarations += "    @M@::@M@_mass_matrix_constants(c.data(), " + name + ".data());\n";
                uses += "    values.numbers.insert(values.numbers.end(), " + name + ".begin(), " + name + ".end());\n";
            }
        }
        calls += declarations + "    info = -1;\n    @M@::@M@_" + routine->name + "(" + list + ");\n" + uses;
    }
    calls += "    (void)info;\n";
    // functions beyond sin, cos, sqrt: the dual type does not have them; their floats are compared loosely
    const bool plain = program.name != "conditions";
    std::string text = replaced(replaced(cpp_frame, "@CALLS@", calls), "@HEADER@", header);
    text = replaced(replaced(text, "@DUAL@", plain ? dual_type : ""), "@DUAL_RUN@", plain ? dual_run : "");
    return replaced(replaced(text, "@FLOAT@", "2e-2"), "@M@", program.name);
}

std::string call_all_fortran(const Program& program) {
    std::string declarations, calls;
    for (const Routine* routine : called(program)) {
        std::string list, uses;
        for (const Argument& argument : routine->arguments) {
            const std::string name = variable(*routine, argument);
            list += (list.empty() ? "" : ", &\n      ") + name;
            if (name == "info" || argument.intent == Argument::Intent::in) continue;
            declarations += "  real(dp) :: " + name;
            for (std::size_t k = 0; k < argument.shape.size(); ++k)
                declarations += (k == 0 ? "(" : ",") + argument.shape[k].name;
            declarations += argument.shape.empty() ? "\n" : ")\n";
            if (takes_constants(*routine))
                calls += "    call @M@_mass_matrix_constants(c, " + name + ")\n";
            else if (is_input(argument))
                calls += "    " + name + " = " + argument.name + "\n";
            uses += "    write(*, \"(es26.17e3)\") " + name + "\n";
        }
        calls += "    info = -1\n    call @M@_" + routine->name + "( &\n      " + list + ")\n" + uses;
        if (routine->has_info()) calls += "    number = number + 1\n    infos(number) = info\n";
    }
    const std::string text =
        "program call_all\n  use @M@_model\n  implicit none\n  integer, parameter :: dp = kind(1.0d0)\n"
        "  real(dp) :: t, q(nq), u(nu), udot(nu), w(nw), p(np), c(nc), y(nq+nu)\n"
        "  integer :: info, infos(100), number, count, state\n" +
        declarations +
        "  read(*, *) count\n  do state = 1, count\n    number = 0\n"
        "    read(*, *) t\n    if (nq > 0) read(*, *) q\n    if (nu > 0) read(*, *) u, udot\n    if (nw > 0) read(*, "
        "*) w\n    if (np > 0) read(*, *) p\n"
        "    y(1:nq) = q\n    y(nq+1:) = u\n    call @M@_setup(p, c)\n" +
        calls + "    write(*, \"(i0)\") infos(1:number)\n  end do\nend program call_all\n";
    return replaced(text, "@M@", program.name);
}

namespace {

const char* const c_frame = R"text(
#include <stdio.h>
@HEADER@
static void read_numbers(double* x, int n) {
    int k;
    for (k = 0; k < n; ++k)
        if (scanf("%lf", &x[k]) != 1) x[k] = 0;
}
static void print_numbers(const double* x, int n) {
    int k;
    for (k = 0; k < n; ++k) printf("%.17e\n", x[k]);
}
int main(void) {
    double t, q[@nq@ + 1], u[@nu@ + 1], udot[@nu@ + 1], w[@nw@ + 1], p[@np@ + 1], c[@nc@ + 1], y[@nq@ + @nu@ + 1];
    int info, infos[100], number, count, state, k;
    if (scanf("%d", &count) != 1) return 2;
    for (state = 0; state < count; ++state) {
        number = 0;
        read_numbers(&t, 1), read_numbers(q, @nq@), read_numbers(u, @nu@), read_numbers(udot, @nu@);
        read_numbers(w, @nw@), read_numbers(p, @np@);
        for (k = 0; k < @nq@; ++k) y[k] = q[k];
        for (k = 0; k < @nu@; ++k) y[@nq@ + k] = u[k];
        @M@_setup@_@(p, c);
@CALLS@
        for (k = 0; k < number; ++k) printf("%d\n", infos[k]);
    }
    (void)info, (void)udot, (void)w;
    return 0;
}
)text";

}  // namespace

std::string call_all_c(const Program& program, const std::string& header) {
    const bool fortran77 = header.empty();
    std::string calls, prototypes = "void @M@_setup_(const double*, double*);\n";
    for (const Routine* routine : called(program)) {
        std::string declarations, before, list, types, uses;
        for (const Argument& argument : routine->arguments) {
            const std::string name = variable(*routine, argument), comma = list.empty() ? "" : ", ";
            const bool in = argument.intent == Argument::Intent::in, scalar = argument.shape.empty();
            list += comma + (scalar && (!in || fortran77) ? "&" : "") + name;
            types += comma + (name == "info" ? "int*" : in ? "const double*" : "double*");
            if (name == "info") uses += "            infos[number++] = info;\n";
            if (name == "info" || in) continue;
            const std::string size = std::to_string(argument.elements());
            declarations += "            double " + name + (scalar ? ";\n" : "[" + size + " + 1];\n");
            if (takes_constants(*routine))
                before = "            @M@_mass_matrix_constants@_@(c, " + name + ");\n";
            else if (is_input(argument))
                declarations +=
                    "            for (k = 0; k < " + size + "; ++k) " + name + "[k] = " + argument.name + "[k];\n";
            uses += "            print_numbers(" + std::string(scalar ? "&" : "") + name + ", " + size + ");\n";
        }
        prototypes += "void @M@_" + routine->name + "_(" + types + ");\n";
        calls += "        {\n" + declarations + before + "            info = -1;\n            @M@_" + routine->name +
                 "@_@(" + list + ");\n" + uses + "        }\n";
    }
    std::string text = replaced(replaced(c_frame, "@CALLS@", calls), "@HEADER@",
                                fortran77 ? prototypes : "#include \"" + header + "\"");
    for (const char* extent : {"nq", "nu", "nw", "np", "nc"})
        text = replaced(text, std::string("@") + extent + "@", std::to_string(program.size(extent).value));
    return replaced(replaced(text, "@_@", fortran77 ? "_" : ""), "@M@", program.name);
}

std::string state_text(const std::vector<State>& states) {
    std::ostringstream text;
    text.precision(17);
    text << states.size() << "\n";
    for (const State& s : states) {
        text << s.t << "\n";
        for (const auto* part : {&s.q, &s.u, &s.udot, &s.w, &s.p}) {
            for (const double x : *part) text << x << " ";
            text << "\n";
        }
    }
    return text.str();
}

std::vector<double> expected_numbers(const Program& lowered, const std::vector<State>& states) {
    std::vector<double> numbers;
    for (const State& state : states) {
        std::vector<double> infos;
        for (const Routine* routine : called(lowered)) {
            const Results results = evaluate(lowered, routine->name, state);
            for (const Argument& argument : routine->arguments) {
                if (argument.intent == Argument::Intent::in) continue;
                const std::vector<double>& values = results.at(argument.name);
                auto& list = argument.name == "info" ? infos : numbers;
                list.insert(list.end(), values.begin(), values.end());
            }
        }
        numbers.insert(numbers.end(), infos.begin(), infos.end());
    }
    return numbers;
}

std::string disagreement(const std::string& output, const std::vector<double>& expected, double tolerance) {
    std::istringstream words(output);
    std::string word;
    for (std::size_t k = 0; k < expected.size(); ++k) {
        if (!(words >> word)) return "only " + std::to_string(k) + " numbers: " + output.substr(0, 300);
        char* end = nullptr;
        const double x = std::strtod(word.c_str(), &end);
        const bool close = std::abs(x - expected[k]) <= tolerance * (1 + std::abs(expected[k]));
        if (*end != '\0' || !close)
            return "number " + std::to_string(k) + ": " + word + " instead of " + std::to_string(expected[k]);
    }
    return words >> word ? "more numbers than expected" : "";
}

}  // namespace lag
