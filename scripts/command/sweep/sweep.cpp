#include "scripts/command/sweep/sweep.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/simulate/case_options.hpp"
#include "scripts/command/simulate/watch.hpp"
#include "scripts/command/sweep/collected.hpp"
#include "scripts/command/sweep/sweep_table.hpp"
#include "scripts/command/sweep/workers.hpp"
#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

struct SweepArguments {
    CaseOptions options;
    CaseArguments run;
    std::vector<std::string> vary, sample, collect;
    std::string out, part;
    unsigned long long runs = 1, seed = 1, jobs = 0;
};

// Which runs are done here: part k of n, from 0.
struct Part {
    std::size_t k = 0, n = 1;
    bool is_first() const { return k == 0; }
};

std::optional<std::size_t> number_of_environment(const char* name) {
    const char* const text = std::getenv(name);
    if (text == nullptr || WholeNumberBetween{0, 1'000'000}(text) != "") return std::nullopt;
    return std::strtoull(text, nullptr, 10);
}

// --part k/n, or the rank that a launcher of MPI programs gives.
Part part_of(const std::string& text) {
    if (!text.empty()) {
        const std::size_t slash = text.find('/');
        const std::string k = text.substr(0, slash), n = slash == std::string::npos ? "" : text.substr(slash + 1);
        if (WholeNumberBetween{1, 1'000'000}(n) != "" ||
            WholeNumberBetween{1, std::strtoull(n.c_str(), nullptr, 10)}(k) != "")
            throw WrongCommand(fmt::format("--part takes k/n, not '{}'", text),
                               "--part 3/8 is the third of eight parts");
        return {std::strtoull(k.c_str(), nullptr, 10) - 1, std::strtoull(n.c_str(), nullptr, 10)};
    }
    for (const auto& [rank_name, size_name] :
         {std::pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}}) {
        const auto rank = number_of_environment(rank_name), size = number_of_environment(size_name);
        if (rank && size && *rank < *size) return {*rank, *size};
    }
    return {};
}

std::string text_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// What tells one sweep from another: everything but who does it.
std::string fingerprint(const SweepArguments& arguments, const std::vector<std::string>& files) {
    std::string all;
    const auto add = [&](const std::string& text) { all += fmt::format("{}:{}", text.size(), text); };
    const CaseArguments& run = arguments.run;
    for (const std::string& file : files) add(file), add(text_of(file));
    for (const auto* list :
         {&arguments.vary, &arguments.sample, &arguments.collect, &run.defines, &run.inputs, &run.initial}) {
        add(std::to_string(list->size()));
        for (const std::string& one : *list) add(one);
    }
    for (const std::optional<double>& number : {run.end, run.step, run.tolerance})
        add(number ? exact_decimal(*number) : "");
    add(run.method), add(std::to_string(arguments.runs)), add(std::to_string(arguments.seed));
    if (run.most_steps > 0) add(std::to_string(run.most_steps));
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : all) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return "lag sweep " + std::to_string(hash);
}

std::string quoted(const std::string& word) {
    if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./=,:") ==
        std::string::npos)
        return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
    return text + "'";
}

class Sweep {
  public:
    explicit Sweep(const SweepArguments& arguments)
        : arguments_(arguments), part_(part_of(arguments.part)), wall_(arguments.options.wall) {
        for (const std::string& text : arguments.vary) plan_.varied.push_back(varied_quantity(text));
        for (const std::string& text : arguments.sample) plan_.sampled.push_back(sampled_quantity(text));
        plan_.draws = arguments.runs, plan_.seed = arguments.seed;
        require_plan(plan_);
        if (arguments.collect.empty())
            throw WrongCommand("--collect says which numbers of a run are wanted", "--collect \"max(abs(roll))\"");
        arguments_.run.varied = plan_.names();
        arguments_.run.warn = [this](const std::string& text) { warn(text); };
        stem_ = fs::path(arguments.run.file).stem().string() + "_sweep";
        folder_ = arguments.out.empty() ? fs::path(arguments.run.file).parent_path() : fs::path(arguments.out);
        if (folder_.empty()) folder_ = ".";
    }

    int perform() {
        run_.emplace(arguments_.run);
        const std::vector<std::string> names = plan_.names();
        for (std::size_t k = 0; k < names.size(); ++k) run_->set(names[k], plan_.values(0)[k]);  // or says why not
        for (const std::string& text : arguments_.collect)
            collected_.push_back(collected_number(text, run_->program()));
        const std::string sweep = fingerprint(arguments_, run_->files());
        Journal journal(journal_of(part_.k), sweep);
        std::vector<std::size_t> items;
        for (std::size_t run = part_.k; run < plan_.runs(); run += part_.n)
            if (!journal.results().contains(run)) items.push_back(run);
        const std::size_t here = (plan_.runs() - part_.k + part_.n - 1) / part_.n;
        if (!arguments_.run.quiet && items.size() < here && !items.empty())
            std::cerr << "lag: " << here - items.size() << " of " << here << " runs are done already\n";
        work_in_processes(
            items, jobs(), [&](std::size_t run) { return result_of(run); },
            [&](std::size_t run, const std::string& result, bool has_died) {
                if (result.empty() && !has_died) return;  // no time was left for it
                journal.add(run,
                            has_died ? failure_text("the process that did this run ended without a word") : result);
                show_progress(journal.results().size(), here);
            });
        SweepResults all = journal.results();
        for (std::size_t k = 0; k < part_.n; ++k) {
            if (k == part_.k) continue;
            const SweepResults some = results_in(journal_of(k), sweep);
            all.insert(some.begin(), some.end());
        }
        if (journal.results().size() < here) {
            if (part_.n == 1 && !all.empty()) finish(all);
            std::cerr << "lag: error: " << all.size() << " of " << plan_.runs() << " runs are done: " << wall_.text()
                      << "\nhint: the same command does the others\n";
            return status_wrong_script;
        }
        if (all.size() < plan_.runs()) {
            if (!arguments_.run.quiet)
                std::cout << "part " << part_.k + 1 << " of " << part_.n << " is done; " << plan_.runs() - all.size()
                          << " runs of other parts are missing\n";
            return status_fine;
        }
        finish(all);
        if (part_.n == 1) journal.remove();
        return status_fine;
    }

  private:
    unsigned jobs() const {
        if (arguments_.jobs > 0) return static_cast<unsigned>(arguments_.jobs);
        const long processors = part_.n > 1 ? 1 : ::sysconf(_SC_NPROCESSORS_ONLN);
        return static_cast<unsigned>(std::max(processors, 1L));
    }

    fs::path journal_of(std::size_t k) const {
        const std::string which = part_.n == 1 ? "" : fmt::format("_{}of{}", k + 1, part_.n);
        return folder_ / fmt::format("{}{}.journal", stem_, which);
    }

    // Empty where the wall clock ends it.
    std::string result_of(std::size_t number) {
        if (wall_.has_passed()) return {};
        number_ = number;
        try {
            const std::vector<std::string> names = plan_.names();
            const std::vector<double> values = plan_.values(number);
            for (std::size_t k = 0; k < names.size(); ++k) run_->set(names[k], values[k]);
            const auto go_on = [this](double) { return !wall_.has_passed(); };
            const CaseStart start = run_->start(go_on);
            const Simulation simulation = run_->run(start.state, go_on);
            if (simulation.interrupted) return {};
            if (!simulation.ended.empty())
                return failure_text(
                    fmt::format("ended at t = {}: {}", rounded_decimal(simulation.reached), simulation.ended));
            std::vector<double> numbers;
            for (const CollectedNumber& one : collected_) numbers.push_back(value_of(one, run_->program(), simulation));
            return result_text(numbers);
        } catch (const std::exception& error) {
            return failure_text(error.what());
        }
    }

    // In the process that does the run.
    void warn(const std::string& text) {
        constexpr int most = 3;
        if (++warnings_ > most) return;
        std::cerr << fmt::format("lag: warning: run {}: {}{}\n", number_ + 1, text,
                                 warnings_ == most ? "; later ones of this process are not shown" : "");
    }

    void show_progress(std::size_t done, std::size_t all) {
        const auto now = std::chrono::steady_clock::now();
        if (arguments_.run.quiet || now - shown_ < std::chrono::seconds(2) || done == all) return;
        shown_ = now;
        std::cerr << "lag: " << done << " of " << all << " runs\n" << std::flush;
    }

    // The values of a run as a parameter file, and the command that does the run alone.
    std::string replay_file(std::size_t run) const {
        std::string text = fmt::format("# run {} of a sweep\n", run + 1);
        if (!arguments_.run.parameters.empty()) text += fmt::format("include {}\n", arguments_.run.parameters);
        const std::vector<std::string> names = plan_.names();
        const std::vector<double> values = plan_.values(run);
        for (std::size_t k = 0; k < names.size(); ++k) text += run_->line_of(names[k], values[k]);
        return text;
    }
    std::string replay_command(const std::string& file) const {
        const CaseArguments& run = arguments_.run;
        std::string text = fmt::format("lag simulate {} --parameters {}", quoted(run.file), quoted(file));
        const auto add = [&](const std::string& option, const std::optional<double>& value) {
            if (value) text += fmt::format(" {} {}", option, exact_decimal(*value));
        };
        add("--end", run.end), add("--step", run.step), add("--tolerance", run.tolerance);
        if (!run.method.empty()) text += " --method " + run.method;
        if (run.most_steps > 0) text += " --max-steps " + std::to_string(run.most_steps);
        for (const auto& [option, list] : {std::pair("--define", &run.defines), std::pair("--input", &run.inputs),
                                           std::pair("--initial", &run.initial), std::pair("--source", &run.sources)})
            for (const std::string& one : *list) text += fmt::format(" {} {}", option, quoted(one));
        return text + (run.no_compiler ? " --no-compiler" : "");
    }

    void finish(const SweepResults& all) {
        std::vector<std::string> names;
        for (const CollectedNumber& one : collected_) names.push_back(one.text);
        std::vector<OutputFile> files{{stem_ + ".csv", sweep_csv(plan_, names, all)},
                                      {stem_ + ".svg", sweep_picture(run_->title(), plan_, names, all)}};
        std::string failures;
        std::size_t count = 0;
        constexpr std::size_t most_files = 100;
        for (const auto& [run, result] : all) {
            if (!is_failure(result)) continue;
            failures += fmt::format("run {}: {}\n", run + 1, reason_in(result));
            if (++count > most_files) continue;
            const std::string file = fmt::format("{}_run{}.txt", stem_, run + 1);
            files.push_back({file, replay_file(run)});
            failures += fmt::format("    {}\n", replay_command((folder_ / file).lexically_normal().string()));
        }
        if (count > 0) files.push_back({stem_ + "_failures.txt", failures});
        write_files(folder_, files);
        if (arguments_.run.quiet) return;
        std::cout << all.size() << (all.size() == 1 ? " run" : " runs");
        if (count > 0) std::cout << ", " << count << " of which failed";
        std::cout << "\n"
                  << sweep_summary(names, all) << "wrote " << (folder_ / files[0].name).string()
                  << (count > 0 ? ", " : " and ") << (folder_ / files[1].name).string();
        if (count > 0)
            std::cout << " and " << (folder_ / files.back().name).string() << " with commands that replay them";
        std::cout << "\n" << std::flush;
    }

    SweepArguments arguments_;
    SweepPlan plan_;
    Part part_;
    WallLimit wall_;
    std::size_t number_ = 0;  // of the run that is being done
    int warnings_ = 0;
    std::string stem_;
    fs::path folder_;
    std::optional<SimulationCase> run_;
    std::vector<CollectedNumber> collected_;
    std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

}  // namespace

Subcommand sweep_subcommand(CLI::App& app) {
    CLI::App* const sweep =
        app.add_subcommand("sweep", "run a model many times with other values: a table of what comes out");
    const auto arguments = std::make_shared<SweepArguments>();
    describe_case(*sweep, arguments->options);
    sweep
        ->add_option("--vary", arguments->vary,
                     "COUNT values from FROM to TO of a parameter, input or initial value, NAME=FROM:TO:COUNT; several "
                     "make a grid")
        ->allow_extra_args(false);
    sweep
        ->add_option("--sample", arguments->sample,
                     "a random value, NAME=normal(MEAN,DEVIATION) or NAME=uniform(LOW,HIGH)")
        ->allow_extra_args(false);
    sweep->add_option("--runs", arguments->runs, "how many draws of the samples, at each point of the grid (1)")
        ->check(WholeNumberBetween{1, 1'000'000});
    sweep->add_option("--seed", arguments->seed, "of the samples (1)")->check(WholeNumberBetween{0, 1ULL << 62U});
    sweep
        ->add_option(
            "--collect", arguments->collect,
            "a number of each run: max, min, final, initial, mean, rms, range, time_of_max or time_of_min of a "
            "column, \"max(abs(roll))\"")
        ->allow_extra_args(false);
    sweep->add_option("--jobs", arguments->jobs, "how many processes (default: one for each processor)")
        ->check(WholeNumberBetween{1, 1024});
    sweep->add_option("--part", arguments->part, "only the K-th of N parts, K/N; the last part that is done joins all");
    sweep->add_option("--out", arguments->out,
                      "folder for FILE_sweep.csv and FILE_sweep.svg (default: beside the script)");
    sweep->footer("Exit status: 0 fine (failed runs are listed), 1 the model is wrong, 2 wrong use.");
    return {sweep, [sweep, arguments] {
                return sheltered([&] {
                    return performed([&] {
                        arguments->run = given_case(*sweep, arguments->options);
                        return Sweep(*arguments).perform();
                    });
                });
            }};
}

}  // namespace lag
