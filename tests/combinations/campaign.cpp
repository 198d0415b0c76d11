#include "tests/combinations/campaign.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <map>

#include "core/errors.hpp"
#include "tests/combinations/drawing.hpp"
#include "tests/combinations/reference.hpp"
#include "tests/combinations/treatments.hpp"

namespace lag::combinations {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Which steps an examination takes.
struct Steps {
    bool compare = true, simulate = true;
};

// Comparisons and simulations in a process of their own: compiled code may crash or hang. Its findings and the number
// of states come back as text.
void apart(Examined& examined, const Options& options, std::uint64_t choices, const Steps& steps) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return;
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        alarm(1200);
        const rlimit cpu{100, 110};
        setrlimit(RLIMIT_CPU, &cpu);
        Examined mine = examined;
        mine.findings.clear();
        try {
            if (steps.compare) compare_all(mine, options, choices);
            if (steps.simulate && (options.simulate || options.simulate_compiled)) simulate_all(mine, options, choices);
            if (steps.simulate) compare_treatments(mine, options);
        } catch (const std::exception& error) {
            mine.findings.push_back({"the comparison fails", error.what()});
        }
        std::string all = std::to_string(mine.states) + "\x1e";
        for (const Finding& f : mine.findings) all += f.kind + "\x1f" + f.detail + "\x1e";
        for (std::size_t sent = 0; sent < all.size();) {
            const ssize_t count = write(ends[1], all.data() + sent, all.size() - sent);
            if (count <= 0) break;
            sent += static_cast<std::size_t>(count);
        }
        _exit(0);
    }
    close(ends[1]);
    std::string all;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = read(ends[0], buffer.data(), buffer.size())) > 0;)
        all.append(buffer.data(), static_cast<std::size_t>(count));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        examined.findings.push_back({"a signal ends the comparison: " + std::to_string(WTERMSIG(status)), ""});
    bool first = true;
    while (!all.empty()) {
        const std::size_t end = all.find('\x1e');
        const std::string part = all.substr(0, end);
        all.erase(0, end == std::string::npos ? end : end + 1);
        if (first)
            examined.states = std::stoi(part);
        else if (const std::size_t middle = part.find('\x1f'); middle != std::string::npos)
            examined.findings.push_back({part.substr(0, middle), part.substr(middle + 1)});
        first = false;
    }
}

void compile_together(std::vector<Examined>& several, const Options& options) {
    std::vector<EmittedFile> files;
    for (const Examined& e : several) files.insert(files.end(), e.files.begin(), e.files.end());
    if (files.empty() || compile(files, options.folder).empty()) return;
    files.clear();
    for (Examined& e : several) {  // whose fault is it?
        const std::string words = e.files.empty() ? "" : compile(e.files, options.folder);
        if (!words.empty()) {
            e.findings.push_back({"does not compile", words.substr(0, 3000)});
            e.files.clear();
        }
        files.insert(files.end(), e.files.begin(), e.files.end());
    }
    if (!files.empty()) compile(files, options.folder);
}

// The routines of a script with events, where it has multipliers, no routine of the user's and no states.
Examined examined_in_modes(const Script& script, const Options& options, std::uint64_t choices) {
    for (const Statement& statement : script.statements)
        if (statement.word == "options" || statement.word == "external" || statement.word == "state")
            return {script, "c", {}, {}, {}, false, 0};
    std::vector<Examined> one{emit_all(script, "c", options, choices)};
    compile_together(one, options);
    if (!one[0].files.empty()) apart(one[0], options, choices, {true, false});
    return one[0];
}

std::vector<Finding> examine(const Script& script, const Options& options, std::uint64_t choices, const Steps& steps) {
    std::filesystem::remove_all(options.folder);
    std::vector<Examined> one{emit_all(script, "x", options, choices)};
    if (!steps.compare && !steps.simulate) return one[0].findings;
    compile_together(one, options);
    apart(one[0], options, choices, steps);
    return one[0].findings;
}

bool is_readable(const Script& script) {
    try {
        model_of(text(script, "x"));
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

// The smallest script found that still shows a failure of this kind.
Script shrunk(Script script, const std::string& kind, const Campaign& campaign, Options options,
              std::uint64_t choices) {
    const Clock::time_point start = Clock::now();
    options.folder /= "smaller";
    const bool by_simulation = kind.rfind("simulate", 0) == 0 || kind.rfind("treatments", 0) == 0;
    const bool by_command = kind.rfind("refused", 0) == 0 || kind.rfind("lag ends", 0) == 0;
    options.all_languages = kind.find(" c)") != std::string::npos || kind.find("fortran") != std::string::npos ||
                            kind.find("compile") == 0 || kind == "does not compile";
    options.simulate = by_simulation && kind.find("--no-compiler") != std::string::npos;
    options.simulate_compiled = by_simulation && !options.simulate;
    const bool by_programs = kind.rfind("programs", 0) == 0;
    const Steps steps{!by_simulation && !by_command, by_simulation};
    const auto fails = [&](const Script& candidate) {
        if (kind.rfind("refused", 0) != 0 && !is_readable(candidate)) return false;
        for (const Finding& f :
             by_programs ? run_programs(candidate, "x", options).findings : examine(candidate, options, choices, steps))
            if (f.kind == kind) return true;
        return false;
    };
    for (bool again = true; again;) {
        again = false;
        for (const Script& candidate : smaller(script)) {
            if (seconds_since(start) > campaign.patience) return script;
            if (!fails(candidate)) continue;
            script = candidate;
            again = true;
            break;
        }
    }
    return script;
}

}  // namespace

int run(const Campaign& campaign, const Options& options) {
    const Clock::time_point start = Clock::now();
    std::map<std::string, int> kinds;
    int models = 0, states = 0, refused = 0;
    std::uint64_t seed = campaign.seed;
    while ((campaign.models == 0 || models < campaign.models) && seconds_since(start) < campaign.seconds) {
        std::filesystem::remove_all(options.folder);
        std::vector<Examined> several;
        std::vector<std::uint64_t> seeds;
        const std::uint64_t first = seed;
        if (campaign.programs || campaign.modes) ++seed, ++models;
        for (int k = 0; !campaign.programs && !campaign.modes && k < campaign.together &&
                        (campaign.models == 0 || models < campaign.models);
             ++k, ++models) {
            Script script;
            seeds.push_back(seed++);
            try {
                script = draw(seeds.back());
            } catch (const std::exception& error) {
                std::cout << "seed " << seeds.back() << ": cannot be drawn: " << error.what() << "\n";
                ++kinds["cannot be drawn"];
                seeds.pop_back();
                continue;
            }
            several.push_back(emit_all(script, "m" + std::to_string(k), options, seeds.back()));
        }
        compile_together(several, options);
        for (std::size_t k = 0; k < several.size(); ++k) {
            Options own = options;
            own.simulate_compiled = options.simulate_compiled && seeds[k] % 4 == 0;
            own.simulate = options.simulate && seeds[k] % 2 == 0;
            if (!several[k].files.empty()) apart(several[k], own, seeds[k], {});
            states += several[k].states;
            refused += several[k].refused;
        }
        try {
            const Script script = draw_with_events(first);
            if (!campaign.modes) {
                several.push_back(run_programs(script, "p", options));
                states += several.back().states;
                seeds.push_back(first);
            }
            if (campaign.modes || first % 4 == 1) {
                several.push_back(examined_in_modes(script, options, first));
                states += several.back().states;
                seeds.push_back(first);
            }
        } catch (const std::exception& error) {
            std::cout << "seed " << first << ", with events: cannot be drawn: " << error.what() << "\n";
            ++kinds["cannot be drawn"];
        }
        for (std::size_t k = 0; k < several.size(); ++k) {
            bool shown = false;  // one cause often has several effects: the first of them is made small
            for (const Finding& finding : several[k].findings) {
                if (kinds[finding.kind]++ > 0) continue;
                std::cout << "---- seed " << seeds[k]
                          << (several[k].name == "p" || several[k].name == "c" ? ", with events: " : ": ")
                          << finding.kind << "\n"
                          << finding.detail.substr(0, 1500) << std::endl;
                if (shown) continue;
                shown = true;
                std::cout << text(shrunk(several[k].script, finding.kind, campaign, options, seeds[k]), "x")
                          << std::endl;
            }
        }
    }
    std::cout << "seeds " << campaign.seed << " to " << seed - 1 << ": " << models << " models, " << states
              << " states compared, " << refused << " refused as they must be, " << seconds_since(start) << " s, "
              << kinds.size() << " kinds of failures\n";
    for (const auto& [kind, count] : kinds) std::cout << "  " << count << " x " << kind << "\n";
    return static_cast<int>(kinds.size());
}

}  // namespace lag::combinations
