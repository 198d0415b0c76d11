#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "core/dense.hpp"
#include "tests/combinations/examination.hpp"
#include "tests/combinations/reference.hpp"
#include "tests/combinations/table.hpp"

namespace lag::combinations {

namespace fs = std::filesystem;
using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double end_time = 0.4;
constexpr int steps_shown = 4;

// y(t) by Dormand and Prince's pair of order 5, with that tolerance at every step; nothing where it needs too many.
std::optional<VectorXd> integrate(const std::function<VectorXd(double, const VectorXd&)>& slope, VectorXd y, double t,
                                  double end, double tolerance) {
    double h = (end - t) / 50;
    for (int steps = 0; t < end - 1e-12; ++steps) {
        if (steps > 4000 || !y.allFinite() || h < 1e-9) return std::nullopt;
        h = std::min(h, end - t);
        const VectorXd k1 = slope(t, y), k2 = slope(t + h / 5, y + h / 5 * k1),
                       k3 = slope(t + 3 * h / 10, y + h * (3. / 40 * k1 + 9. / 40 * k2)),
                       k4 = slope(t + 4 * h / 5, y + h * (44. / 45 * k1 - 56. / 15 * k2 + 32. / 9 * k3)),
                       k5 = slope(t + 8 * h / 9, y + h * (19372. / 6561 * k1 - 25360. / 2187 * k2 + 64448. / 6561 * k3 -
                                                          212. / 729 * k4)),
                       k6 = slope(t + h, y + h * (9017. / 3168 * k1 - 355. / 33 * k2 + 46732. / 5247 * k3 +
                                                  49. / 176 * k4 - 5103. / 18656 * k5));
        const VectorXd next =
            y + h * (35. / 384 * k1 + 500. / 1113 * k3 + 125. / 192 * k4 - 2187. / 6784 * k5 + 11. / 84 * k6);
        const VectorXd k7 = slope(t + h, next);
        const VectorXd error = h * (71. / 57600 * k1 - 71. / 16695 * k3 + 71. / 1920 * k4 - 17253. / 339200 * k5 +
                                    22. / 525 * k6 - 1. / 40 * k7);
        const double size = error.cwiseAbs().cwiseQuotient((1 + y.array().abs()).matrix()).maxCoeff();
        if (!std::isfinite(size)) return std::nullopt;
        if (size <= tolerance) t += h, y = next;
        h *= std::clamp(0.9 * std::pow(tolerance / std::max(size, 1e-30), 0.2), 0.2, 4.0);
    }
    return y;
}

class Simulation {
  public:
    Simulation(Examined& examined, const Options& options, std::uint64_t choices)
        : examined_(examined), options_(options), model_(*examined.model), random_(choices ^ 0x5a7e) {
        for (const EmittedFile& file : examined.files)
            if (file.language == "cpp" && (file.model.back() == 'm' || file.model.back() == 'f'))
                variant_.emplace(file, std::make_shared<Library>(options.folder / "cpp.so"));
    }

    void run() {
        if (!variant_ || model_.speeds.empty()) return;
        const bool interpreted = options_.simulate && model_.externals.empty();
        if (interpreted) both("", " --no-compiler");
        if (interpreted && !model_.constraints.empty()) both("options(constraints = eliminate)$\n", " --no-compiler");
        if (options_.simulate_compiled) {
            both("", "");
            if (!model_.constraints.empty()) both("options(constraints = eliminate)$\n", "");
        }
    }

  private:
    void report(const std::string& kind, const std::string& detail) {
        examined_.findings.push_back({"simulate" + how_ + ": " + kind, detail});
    }

    static double input_value(std::size_t k, double t, int derivative) {
        const double omega = 1.1 + 0.3 * static_cast<double>(k), size = 0.1;
        return derivative == 0   ? size * std::sin(omega * t)
               : derivative == 1 ? size * omega * std::cos(omega * t)
                                 : -size * omega * omega * std::sin(omega * t);
    }
    std::string input_words() const {
        std::ostringstream words;
        std::size_t k = 0;
        for (const Input& input : model_.inputs)
            if (input.derivative == 0)
                words << " --input \"" << input.name << "=0.1*sin(" << 1.1 + 0.3 * static_cast<double>(k++) << "*t)\"";
        return words.str();
    }
    VectorXd inputs(double t) const {
        const std::vector<std::string> wanted = variant_->names("input_names");
        VectorXd w = VectorXd::Zero(static_cast<Index>(wanted.size()));
        std::size_t k = 0;
        for (const Input& input : model_.inputs) {
            if (input.derivative != 0) continue;
            for (int primes = 0; primes < 3; ++primes) {
                const Index place = index_of(wanted, input.name + std::string(static_cast<std::size_t>(primes), '\''));
                if (place >= 0) w(place) = input_value(k, t, primes);
            }
            ++k;
        }
        return w;
    }

    OracleState state_of(const Table& table, std::size_t row) const {
        OracleState state = initial_state(model_);
        state.t = table.rows[row](0);
        for (std::size_t k = 0; k < model_.coordinates.size(); ++k)
            if (const Index c = table.column(model_.coordinates[k].name); c >= 0)
                state.q(static_cast<Index>(k)) = table.rows[row](c);
        for (std::size_t k = 0; k < model_.speeds.size(); ++k)
            if (const Index c = table.column(model_.speeds[k].name); c >= 0)
                state.u(static_cast<Index>(k)) = table.rows[row](c);
        state.w = VectorXd::Zero(static_cast<Index>(model_.inputs.size()));
        const std::vector<std::string> names = variant_->names("input_names");
        const VectorXd w = inputs(state.t);
        for (std::size_t k = 0; k < model_.inputs.size(); ++k)
            if (const Index place = index_of(names, model_.inputs[k].name); place >= 0)
                state.w(static_cast<Index>(k)) = w(place);
        find_dependent_speeds(table, state);
        return state;
    }

    bool has_all_speeds(const Table& table) const {
        return std::all_of(model_.speeds.begin(), model_.speeds.end(),
                           [&](const Speed& u) { return table.column(u.name) >= 0; });
    }

    // Speeds without a column follow from those with one: B u + b = 0.
    void find_dependent_speeds(const Table& table, OracleState& state) const {
        std::vector<Index> missing;
        for (std::size_t k = 0; k < model_.speeds.size(); ++k)
            if (table.column(model_.speeds[k].name) < 0) missing.push_back(static_cast<Index>(k));
        if (missing.empty()) return;
        for (const Index k : missing) state.u(k) = 0;
        const ConstraintReading rows = rows_at(model_, state);
        const Eigen::MatrixXd B = rows.B(Eigen::all, missing);
        const VectorXd found = least_squares(B, -rows.phidot);
        for (std::size_t k = 0; k < missing.size(); ++k) state.u(missing[k]) = found(static_cast<Index>(k));
    }

    std::optional<VectorXd> reference(OracleState state, double end, double tolerance) {
        variant_->setup(state.p);
        VectorXd y(state.q.size() + state.u.size());
        y << state.q, state.u;
        bool regular = true;
        const auto slope = [&](double t, const VectorXd& at) {
            OracleState now = state;
            now.t = t, now.q = at.head(state.q.size()), now.u = at.tail(state.u.size()), now.w = inputs(t);
            const Arrays result = variant_->call("derivatives", variant_->arguments(now));
            regular = regular && result.at("info")(0) == 0;
            return result.at("ydot");
        };
        const auto found = integrate(slope, y, state.t, end, tolerance);
        if (!regular || !found || found->cwiseAbs().maxCoeff() > 100) return std::nullopt;
        return found;
    }

    // One way to simulate, compared with the reference from its own first row.
    void both(const std::string& rest, const std::string& how) {
        how_ = how + (rest.empty() ? "" : ", eliminate");
        const std::string name = examined_.name + (rest.empty() ? "s" : "t") + (how.empty() ? "c" : "n");
        const fs::path file = options_.folder / (name + ".lag"), folder = options_.folder / "simulated";
        std::ofstream(file) << text(examined_.script, name, rest);
        fs::remove(folder / (name + ".csv"));
        std::string source;
        if (!model_.externals.empty()) {
            write_probe(options_.folder / "probe.c", false);
            source = " --source " + (options_.folder / "probe.c").string();
        }
        std::string words;
        const std::string command = options_.command + " simulate " + file.string() + " --quiet" + how + input_words() +
                                    source,
                          step = " --step " + std::to_string(end_time / steps_shown);
        const int status = lag::combinations::run(
            command + " --end " + std::to_string(end_time) + step + " --out " + folder.string(), 120, words);
        if (status == 0) {
            const Table table = read_table(folder / (name + ".csv"));
            if (compare(table)) compare_restarted(command, name, table);
            return;
        }
        const fs::path written = folder / (name + ".csv");  // a run that ends early tells where it began
        if (status == 1 && !runs_from(fs::exists(written) ? read_table(written) : Table())) return;
        report("ends with " + std::to_string(status) + ": " + kind_of_message(words), words);
    }

    bool runs_from(const Table& table) {
        OracleState state = initial_state(model_);
        state.w = VectorXd::Zero(state.w.size());
        if (!table.rows.empty())
            state = state_of(table, 0);
        else if (!model_.constraints.empty() && !make_consistent(model_, state))
            return false;
        if (!regularity(model_, state).is_good()) return false;
        const auto end = reference(state, end_time, 1e-8);
        if (!end) return false;
        state.q = end->head(state.q.size()), state.u = end->tail(state.u.size()), state.t = end_time;
        // Massless parts may be whirled ever faster into a position that nothing leads beyond; what steps across
        // without a projection is off the constraints.
        const VectorXd phi = rows_at(model_, state).phi;
        if (phi.size() > 0 && !(phi.lpNorm<Eigen::Infinity>() <= 1e-4)) return false;
        return regularity(model_, state).is_good();
    }

    // Whether it was compared, and is the motion of the reference.
    bool compare(const Table& table) {
        if (table.rows.size() != steps_shown + 1)
            return report("number of rows", std::to_string(table.rows.size()) + " rows"), false;
        const OracleState start = state_of(table, 0);
        const ConstraintReading at_start = rows_at(model_, start);
        if (at_start.phi.size() > 0 && at_start.phi.lpNorm<Eigen::Infinity>() > 1e-6)
            report("starts off the constraints", std::to_string(at_start.phi.lpNorm<Eigen::Infinity>()));
        const auto fine = reference(start, end_time, 1e-11), coarse = reference(start, end_time, 1e-8);
        if (!fine || !coarse || (*fine - *coarse).lpNorm<Eigen::Infinity>() > 1e-5) return false;
        const OracleState end = state_of(table, steps_shown);
        VectorXd y(end.q.size() + end.u.size());
        y << end.q, end.u;
        const double error = (y - *fine).lpNorm<Eigen::Infinity>(), size = 1 + fine->lpNorm<Eigen::Infinity>();
        if (!(error <= 1e-4 * size)) {
            std::ostringstream detail;
            detail << y.transpose() << "  instead of  " << fine->transpose();
            report("another motion than the test's integrator's", detail.str());
            return false;
        }
        // Coordinates of cut hinges may be off by what `initial` was, in all of a run: rates that are found from them
        // are no measure of energies.
        const bool cut = std::any_of(model_.constraints.begin(), model_.constraints.end(),
                                     [](const Constraint& c) { return c.kind == Constraint::Kind::hinge; });
        if (cut && !has_all_speeds(table)) return true;
        OracleState known = end;
        add_external_results(model_, known);
        const OracleResult energies = Oracle(model_, known).result();
        for (const auto& [name, value] : {std::pair<std::string, double>{"kinetic", energies.kinetic},
                                          std::pair<std::string, double>{"potential", energies.potential}})
            if (const Index c = table.column(name);
                c >= 0 && std::abs(table.rows[steps_shown](c) - value) > 1e-6 * (1 + std::abs(value)))
                report(name + " energy",
                       std::to_string(table.rows[steps_shown](c)) + " instead of " + std::to_string(value));
        return true;
    }

    // What stops at any time, is written and goes on from there ends as what runs through.
    void compare_restarted(const std::string& command, const std::string& name, const Table& whole) {
        const double stop = end_time * random_.between(0.2, 0.8);
        const fs::path state = options_.folder / (name + ".state"), folder = options_.folder / "restarted";
        const std::string out = " --out " + folder.string();
        std::string words;
        for (const std::string& part : {" --end " + std::to_string(stop) + " --save " + state.string(),
                                        " --restart " + state.string() + " --end " + std::to_string(end_time)}) {
            fs::remove(folder / (name + ".csv"));
            const int status = lag::combinations::run(command + part + out, 120, words);
            if (status != 0)
                return report("a part of a run ends with " + std::to_string(status) + ": " + kind_of_message(words),
                              part + ": " + words);
        }
        const Table parts = read_table(folder / (name + ".csv"));
        if (parts.names != whole.names || parts.rows.empty() || std::abs(parts.rows.front()(0) - stop) > 1e-5)
            return report("a restarted run begins elsewhere", "at another time than " + std::to_string(stop));
        const VectorXd &last = parts.rows.back(), &wanted = whole.rows.back();
        for (std::size_t k = 0; k < whole.names.size(); ++k) {
            const bool is_state =
                std::ranges::any_of(model_.coordinates, [&](const auto& q) { return q.name == whole.names[k]; }) ||
                std::ranges::any_of(model_.speeds, [&](const auto& u) { return u.name == whole.names[k]; });
            const auto column = static_cast<Index>(k);
            if (is_state && !(std::abs(last(column) - wanted(column)) <= 1e-5 * (1 + wanted.cwiseAbs().maxCoeff())))
                return report("a restarted run ends elsewhere", whole.names[k] + " from " + std::to_string(stop) +
                                                                    ": " + std::to_string(last(column)) +
                                                                    " instead of " + std::to_string(wanted(column)));
        }
    }

    Examined& examined_;
    const Options& options_;
    const Model& model_;
    std::optional<Emitted> variant_;
    std::string how_;
    Random random_;
};

}  // namespace

void simulate_all(Examined& examined, const Options& options, std::uint64_t choices) {
    if (!examined.model || examined.files.empty()) return;
    Simulation(examined, options, choices).run();
}

}  // namespace lag::combinations
