#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "emitters/choice/chain_in_lanes.hpp"
#include "lagrange/kinematics/equal_limbs.hpp"
#include "tests/combinations/examination.hpp"
#include "tests/combinations/reading.hpp"
#include "tests/combinations/reference.hpp"
#include "tests/combinations/table.hpp"

namespace lag::combinations {

namespace fs = std::filesystem;
using Eigen::Index;
using Eigen::VectorXd;

namespace {

struct Language {
    std::string name, file, compile;
};
const std::vector<Language>& languages() {
    static const std::vector<Language> all{
        {"c", "m.h", "gcc -O0 -std=c99 -Wall -Wextra -Werror m_main.c probe.o -o run -lm"},
        {"cpp", "m.hpp", "g++ -O0 -std=c++17 -Wall -Wextra -Werror m_main.cpp probe.o -o run"},
        {"fortran", "m.f90", "gfortran -O0 -std=f2008 -Wall -Wextra -Werror -pedantic m.f90 m_main.f90 probe.o -o run"},
        {"fortran77", "m.f", "gfortran -O0 -std=legacy -Wall -Wextra -Werror m.f m_main.f probe.o -o run"},
    };
    return all;
}

struct Run {
    int status = 0;
    std::string words;
    Table table;
    std::vector<double> events;      // their times
    std::vector<std::string> names;  // and names
};

double size_of(const VectorXd& row) {
    return 1 + (row.size() == 0 ? 0 : row.cwiseAbs().maxCoeff());
}

class Programs {
  public:
    Programs(const Script& script, const std::string& name, const Options& options)
        : script_(script), command_(options.command), folder_(fs::absolute(options.folder) / name) {}

    Examined run() {
        fs::remove_all(folder_);
        if (emitted()) examine();
        return {script_, folder_.filename().string(), {}, {}, std::move(findings_), false, compared_};
    }

  private:
    // Chosen before any result was seen.
    static constexpr double same = 1e-9;       // rows of two programs, of the size of the row
    static constexpr double moved = 1e-12;     // the start of a run that shows how far rounding goes
    static constexpr double simulated = 1e-5;  // rows of `simulate`, beside what half the step changes
    static constexpr double inside = 1e-5;     // gaps
    static constexpr double pulled = 1e-5;     // forces, of the largest one of the run
    static constexpr double last_time = 0.5, step = 0.002, interval = 0.004;

    void report(const std::string& kind, const std::string& detail) {
        const std::string full = "programs: " + kind;
        for (const Finding& known : findings_)
            if (known.kind == full) return;
        findings_.push_back({full, detail});
    }

    bool emitted() {
        try {
            model_ = model_of(text(script_, "m"));
        } catch (const std::exception&) {
            return false;  // as the drawing does it, the script can be read
        }
        for (const Language& language : languages()) {
            const fs::path folder = folder_ / language.name;
            fs::create_directories(folder);
            write_probe(folder / "probe.c", language.name.starts_with("fortran"));
            std::ofstream(folder / "m.lag")
                << text(script_, "m",
                        treatment_in(language.name) + "emit(" + language.name + ", \"" + language.file +
                            "\", driver = true" + lanes_in(language.name) + ")$\n");
            std::string words;
            const int status = in(folder, command_ + " m.lag --quiet", words);
            if (status == 0) continue;
            report(status == 1 ? "refused: " + kind_of_message(words) : "lag ends with " + std::to_string(status),
                   words);
            return false;
        }
        for (const Language& language : languages()) {
            std::string words;
            if (in(folder_ / language.name, "gcc -O0 -c probe.c && " + language.compile, words) == 0) continue;
            report("does not compile (" + language.name + ")", words);
            return false;
        }
        return true;
    }

    std::string lanes_in(const std::string& language) const {
        const bool has_some = !find_equal_limbs(model_).groups.empty() || has_chain_for_lanes(model_);
        return language == "fortran77" || !has_some ? "" : ", limbs = lanes";
    }
    // Two of the four are without multipliers.
    std::string treatment_in(const std::string& language) const {
        const bool has_rows =
            std::ranges::any_of(model_.constraints, [](const Constraint& c) { return !c.of_contact; });
        const bool other = language == "cpp" || language == "fortran77";
        return other && has_rows && lanes_in("c").empty() &&
                       model_.treatment.mode == ConstraintTreatment::Mode::multipliers
                   ? "options(constraints = null_space)$\n"
                   : "";
    }
    static int in(const fs::path& folder, const std::string& command, std::string& words) {
        return lag::combinations::run("cd " + folder.string() + " && " + command, 120, words);
    }

    static double input_value(std::size_t k) { return 0.1 + 0.05 * static_cast<double>(k); }
    std::string inputs(const std::string& before, const std::string& between, const std::string& after) const {
        std::string words;
        std::size_t k = 0;
        for (const Input& input : model_.inputs)
            if (input.derivative == 0 && !input.is_flag())
                words += before + input.name + between + std::to_string(input_value(k++)) + after;
        return words;
    }
    static void read_events(const fs::path& path, Run& run) {
        std::ifstream file(path);
        std::string line;
        std::getline(file, line);
        while (std::getline(file, line)) {
            const std::size_t a = line.find(','), b = line.find(',', a + 1);
            run.events.push_back(leading_number(line));
            run.names.push_back(line.substr(a + 1, b - a - 1));
        }
    }

    // All off their defaults, half of them by more and half by less.
    VectorXd parameters() const {
        VectorXd p = zero_state(model_).p;
        for (Index k = 0; k < p.size(); ++k) p(k) *= k % 2 == 0 ? 1.02 : 0.98;
        return p;
    }
    std::string parameter_words(const std::string& before, const std::string& between, const std::string& after) const {
        std::ostringstream words;
        words.precision(17);
        const VectorXd p = parameters();
        for (std::size_t k = 0; k < model_.parameters.size(); ++k)
            words << before << model_.parameters[k].name << between << p(static_cast<Index>(k)) << after;
        return words.str();
    }

    Run program(const std::string& language, double h, const std::string& more = "") {
        const fs::path folder = folder_ / language;
        std::ostringstream file;
        file << "end " << last_time << "\nstep " << h << "\noutput " << interval << "\n"
             << parameter_words("", " ", "\n") << inputs("", " ", "\n") << more;
        std::ofstream(folder / "run.txt") << file.str();
        fs::remove(folder / "m.csv"), fs::remove(folder / "m_events.csv");
        Run run;
        run.status = in(folder, "./run run.txt", run.words);
        run.table = read_table(folder / "m.csv");
        read_events(folder / "m_events.csv", run);
        return run;
    }

    Run simulation() {
        const fs::path folder = folder_ / "simulated";
        fs::create_directories(folder);
        std::ofstream(folder / "m.lag") << text(script_, "m");
        write_probe(folder / "probe.c", false);
        std::ostringstream words;
        words << command_ << " simulate m.lag --quiet --tolerance 1e-10 --end " << last_time << " --step " << interval
              << parameter_words(" --define ", "=", "") << inputs(" --input ", "=", "")
              << (model_.externals.empty() ? " --no-compiler" : " --source probe.c");
        Run run;
        run.status = in(folder, words.str(), run.words);
        run.table = read_table(folder / "m.csv");
        read_events(folder / "m_events.csv", run);
        return run;
    }

    // The start of the script with every coordinate and speed moved.
    std::string moved_start() const {
        const OracleState start = initial_state(model_);
        std::ostringstream file;
        file.precision(17);
        double way = moved;
        const auto line = [&](const std::string& name, double value) {
            file << name << " " << value * (1 + way) + way << "\n";
            way = -way;
        };
        for (std::size_t k = 0; k < model_.coordinates.size(); ++k)
            line(model_.coordinates[k].name, start.q(static_cast<Index>(k)));
        for (std::size_t k = 0; k < model_.speeds.size(); ++k)
            line(model_.speeds[k].name, start.u(static_cast<Index>(k)));
        return file.str();
    }

    void examine() {
        const Run first = program("c", step);
        check_possible("c", first);
        if (first.table.rows.empty()) {
            for (const Language& language : languages())
                if (const Run other = program(language.name, step); other.status != first.status)
                    report("one program runs and another does not (" + language.name + ")",
                           "c: " + first.words + "\n" + language.name + ": " + other.words);
            return;
        }
        const Run shaken = program("c", step, moved_start());
        // rows that rounding decides tell nothing
        std::size_t rows = std::min(first.table.rows.size(), shaken.table.rows.size());
        const bool whole = first.table.rows.size() == shaken.table.rows.size() && first.status == shaken.status;
        double until = whole ? last_time + 1 : time_of(first, rows);
        for (std::size_t k = 0; k < rows; ++k) {
            const VectorXd &a = first.table.rows[k], &b = shaken.table.rows[k];
            if (a.size() == b.size() && (a - b).lpNorm<Eigen::Infinity>() <= same * size_of(a)) continue;
            until = std::min(until, a(0)), rows = k;
        }
        for (const Language& language : languages())
            if (language.name != "c") compare(first, program(language.name, step), language.name, rows, until);
        compare_with_simulation(first, rows);
    }

    static double time_of(const Run& run, std::size_t row) {
        return row < run.table.rows.size() ? run.table.rows[row](0) : run.table.rows.back()(0);
    }

    // When the mass matrix of the oracle is none any more, as of a beam that is bent too far: what constraints allow may
    // have masses still, so that one treatment goes on and another one ends.
    double end_of_masses(const Run& run) const {
        OracleState state = initial_state(model_);
        state.p = parameters();
        for (const VectorXd& row : run.table.rows) {
            state.t = row(0);
            for (std::size_t k = 0; k < model_.coordinates.size(); ++k)
                if (const Index c = run.table.column(model_.coordinates[k].name); c >= 0)
                    state.q(static_cast<Index>(k)) = row(c);
            if (has_negative_mass(model_, state)) return row(0);
        }
        return last_time + 1;
    }

    void compare(const Run& first, const Run& other, const std::string& language, std::size_t rows, double until) {
        if (!treatment_in(language).empty()) until = std::min({until, end_of_masses(first), end_of_masses(other)});
        const std::string which = " (" + language + " and c)";
        if (until > last_time && first.status != other.status)
            report("one program runs to the end and another does not" + which, first.words + "\n" + other.words);
        if (other.table.names != first.table.names) return report("other columns" + which, "");
        for (std::size_t k = 0; k < rows; ++k) {
            const VectorXd& a = first.table.rows[k];
            if (k >= other.table.rows.size())
                return report("fewer rows" + which, std::to_string(other.table.rows.size()) + " instead of " +
                                                        std::to_string(first.table.rows.size()) + "\n" + other.words);
            const VectorXd& b = other.table.rows[k];
            ++compared_;
            for (Index c = 0; c < a.size(); ++c)
                if (!(std::abs(a(c) - b(c)) <= same * size_of(a)))
                    return report("another row" + which, cell(first, k, c) + " and " + cell(other, k, c));
        }
        for (std::size_t k = 0; k < std::max(first.events.size(), other.events.size()); ++k) {
            const bool both = k < std::min(first.events.size(), other.events.size());
            const double t =
                both ? std::min(first.events[k], other.events[k]) : (k < first.events.size() ? first : other).events[k];
            if (t >= until - interval) return;  // of the last row that tells something
            if (!both || first.names[k] != other.names[k] || std::abs(first.events[k] - other.events[k]) > 1e-8)
                return report("another event" + which, list(first) + "\n" + list(other));
        }
    }

    static std::string list(const Run& run) {
        std::ostringstream words;
        words.precision(12);
        for (std::size_t k = 0; k < run.events.size(); ++k) words << run.events[k] << " " << run.names[k] << "  ";
        return words.str();
    }
    static std::string cell(const Run& run, std::size_t row, Index column) {
        std::ostringstream words;
        words.precision(14);
        words << run.table.names[static_cast<std::size_t>(column)] << " = " << run.table.rows[row](column)
              << " at t = " << run.table.rows[row](0);
        return words.str();
    }

    // A row at an event shows one side of it in one run, and the other in another.
    static bool near_an_event(double t, std::initializer_list<const Run*> runs) {
        for (const Run* run : runs)
            for (const double event : run->events)
                if (std::abs(event - t) < 1e-4) return true;
        return false;
    }

    // What half the step changes is the error of the whole step where the method has its order, and twice that of half
    // the step where kinks take the order down to one.
    void compare_with_simulation(const Run& coarse, std::size_t rows) {
        const Run fine = program("c", step / 2), run = simulation();
        check_possible("simulate", run);
        // a row that restricts no motion and holds at the defaults alone: the script was warned of other parameters
        const bool cannot_close = run.words.find("can never hold: no motion changes its error") != std::string::npos;
        if (run.status != 0 && coarse.status == 0 && fine.status == 0 && !cannot_close)
            report("the program runs to the end and simulate does not: " + kind_of_message(run.words), run.words);
        if (run.status == 0 && coarse.status != 0 && fine.status != 0)
            report("simulate runs to the end and the program does not: " + kind_of_message(coarse.words), coarse.words);
        double change = 0;
        for (std::size_t k = 0; k < std::min({rows, fine.table.rows.size(), run.table.rows.size()}); ++k) {
            const VectorXd &a = coarse.table.rows[k], &b = fine.table.rows[k], &c = run.table.rows[k];
            if (std::abs(a(0) - b(0)) > 1e-9 || std::abs(a(0) - c(0)) > 1e-9) return;  // stopped by an event
            if (near_an_event(a(0), {&coarse, &fine, &run})) continue;
            const double size = size_of(a);
            change = std::max(change, (a - b).lpNorm<Eigen::Infinity>());
            if (change > 1e-3 * size) return;
            for (const auto& q : model_.coordinates)
                if (!equal(coarse, fine, run, k, q.name, 4 * change + simulated * size)) return;
            for (const auto& u : model_.speeds)
                if (!equal(coarse, fine, run, k, u.name, 4 * change + simulated * size)) return;
        }
    }

    bool equal(const Run& coarse, const Run& fine, const Run& run, std::size_t row, const std::string& name,
               double tolerance) {
        const Index ours = fine.table.column(name), theirs = run.table.column(name);
        if (ours < 0 || theirs < 0) return true;
        if (std::abs(fine.table.rows[row](ours) - run.table.rows[row](theirs)) <= tolerance) return true;
        report("another motion than that of simulate",
               cell(coarse, row, ours) + " with the step, " + cell(fine, row, ours) + " with half of it, simulate: " +
                   cell(run, row, theirs) + "\nprogram: " + list(fine) + "\nsimulate: " + list(run));
        return false;
    }

    // What holds of contacts and friction at every row, whatever the mechanism.
    void check_possible(const std::string& which, const Run& run) {
        double largest = 1;
        const Table& table = run.table;
        // a start that inputs and constraints move below a contact is shown, and refused
        const bool is_refused =
            run.status != 0 && run.words.find("open at the start, but its gap is below zero") != std::string::npos;
        for (const VectorXd& row : table.rows)
            for (std::size_t c = 0; c < table.names.size(); ++c)
                if (table.names[c].starts_with("push"))
                    largest = std::max(largest, std::abs(row(static_cast<Index>(c))));
        for (std::size_t k = 0; k < table.rows.size(); ++k)
            for (std::size_t c = 0; c < table.names.size(); ++c) {
                const auto column = static_cast<Index>(c);
                const std::string& name = table.names[c];
                const double x = table.rows[k](column);
                if (!std::isfinite(x) && run.status == 0) report("no number (" + which + ")", cell(run, k, column));
                if (name.starts_with("gap") && !(x >= -inside) && !(is_refused && k == 0))
                    report("a gap below zero (" + which + ")", cell(run, k, column) + "\n" + list(run));
                if (name.starts_with("push") && !(x >= -pulled * largest))
                    report("a contact pulls (" + which + ")", cell(run, k, column) + "\n" + list(run));
                if (name.starts_with("over") && !(x <= pulled * largest))
                    report("friction above its limit (" + which + ")", cell(run, k, column) + "\n" + list(run));
                const Index gap = name.starts_with("push") ? table.column("gap" + name.substr(4)) : -1;
                if (gap >= 0 && x > pulled * largest && table.rows[k](gap) > inside)
                    report("an open contact pushes (" + which + ")",
                           cell(run, k, column) + ", " + cell(run, k, gap) + "\n" + list(run));
            }
    }

    const Script& script_;
    std::string command_;
    fs::path folder_;
    Model model_;
    std::vector<Finding> findings_;
    int compared_ = 0;
};

}  // namespace

Examined run_programs(const Script& script, const std::string& name, const Options& options) {
    return Programs(script, name, options).run();
}

}  // namespace lag::combinations
