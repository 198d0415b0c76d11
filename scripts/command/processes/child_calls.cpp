#include "scripts/command/processes/child_calls.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>

#include "core/errors.hpp"
#include "scripts/command/processes/pipe.hpp"
#include "scripts/command/processes/processes.hpp"
#include "scripts/files/output_files.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using Points = std::vector<std::vector<double>>;

constexpr int cannot_load = 113;  // the child's own exit status; what was wrong is on its standard error
constexpr std::size_t needed_passes = 2;
constexpr std::chrono::seconds enough(2);  // time of all passes after which no further one begins

std::size_t point_of(std::size_t call, std::size_t points) {
    const std::size_t within = call % points;
    return call / points % 2 == 0 ? within : points - 1 - within;
}

// -- the child

[[noreturn]] void serve(const fs::path& library, const std::string& routine, const Points& points, std::size_t out,
                        const CallPlan& plan, int results) {
    try {
        const CompiledRoutine call = function_in<CompiledRoutine>(library, routine);
        const pid_t self = ::getpid();
        const auto start = Clock::now();
        std::vector<double> in, values(out);
        for (std::size_t k = 0; k < points.size() * plan.passes; ++k) {
            const std::size_t pass = k / points.size();
            if (k % points.size() == 0 && pass >= needed_passes && Clock::now() - start > enough) break;
            in = points[point_of(k, points.size())];
            const std::vector<double>& ending = plan.endings[pass % plan.endings.size()];
            in.insert(in.end(), ending.begin(), ending.end());
            in.push_back(0);  // never without an element
            values.assign(out, 0);
            call(in.data(), values.data());
            if (::getpid() != self) ::_exit(0);  // the routine made a copy of the process: one of them answers
            if (!write_all(results, values.data(), out * sizeof(double))) ::_exit(cannot_load);
        }
    } catch (const std::exception& error) {
        const std::string text = error.what();
        write_all(2, text.data(), text.size());
        ::_exit(cannot_load);
    }
    ::_exit(0);
}

// The child leads a process group of its own, in which whatever it starts can be found.
[[noreturn]] void be_child(const fs::path& errors, const std::function<void()>& work) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = ::open("/dev/null", O_RDWR);
    const int messages = ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(nothing, 0);
    ::dup2(nothing, 1);
    ::dup2(messages, 2);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ, SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT})
        ::signal(signal, SIG_DFL);
    work();
    ::_exit(0);
}

// -- the parent

std::string why_ended(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return fmt::format("it crashed ({})", ::strsignal(signal));
    }
    if (WEXITSTATUS(status) == cannot_load) return "it could not be called";
    return fmt::format("it ended the program (STOP or exit, status {})", WEXITSTATUS(status));
}

std::string last_part(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    constexpr std::size_t most = 600;
    if (text.size() > most) text = "..." + text.substr(text.size() - most);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

// The results as they come.
class Collected {
  public:
    Collected(std::size_t points, std::size_t out) : points_(points), out_(out) {}

    void take(const char* data, std::size_t size) {
        bytes_.insert(bytes_.end(), data, data + size);
        const std::size_t record = out_ * sizeof(double);
        std::size_t at = 0;
        for (; bytes_.size() - at >= record; at += record) {
            std::vector<double> values(out_);
            std::memcpy(values.data(), bytes_.data() + at, record);
            add(std::move(values));
        }
        bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    std::size_t calls() const { return calls_; }
    void give(ChildCalls& to) {
        to.at = point_of(calls_, points_);
        to.results = std::move(first_);
        to.changed = std::move(changed_);
    }

  private:
    void add(std::vector<double> values) {
        const std::size_t point = point_of(calls_++, points_);
        if (first_.size() < points_) {
            first_.push_back(std::move(values));
            return;
        }
        const std::vector<double>& first = first_[point];
        const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
        if (std::equal(first.begin(), first.end(), values.begin(), same)) return;
        std::vector<double>& farthest = changed_.emplace(point, first).first->second;
        for (std::size_t k = 0; k < out_; ++k)
            if (!same(first[k], values[k]) && !(std::abs(values[k] - first[k]) <= std::abs(farthest[k] - first[k])))
                farthest[k] = values[k];
    }

    std::size_t points_, out_, calls_ = 0;
    std::vector<char> bytes_;
    Points first_;
    std::map<std::size_t, std::vector<double>> changed_;
};

bool has_ended(pid_t child) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

// Until all results are there, the child has ended or is silent for too long; whether it was the last of these. A copy
// of the child may hold the pipe's other end for ever, so the end of the pipe alone says nothing.
bool collect(Collected& collected, int results, pid_t child, std::size_t most, int patience) {
    constexpr int look_again = 50;  // ms
    auto heard = Clock::now();
    std::array<char, 8192> block{};
    while (collected.calls() < most) {
        const bool ended = has_ended(child);
        pollfd ready{results, POLLIN, 0};
        const int count = ::poll(&ready, 1, ended ? 0 : look_again);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) {
            if (ended) return false;
            if (Clock::now() - heard > std::chrono::seconds(patience)) return true;
            continue;
        }
        const std::size_t got = read_some(results, block.data(), block.size());
        if (got == 0) return false;
        const std::size_t before = collected.calls();
        collected.take(block.data(), got);
        if (collected.calls() > before) heard = Clock::now();
    }
    return false;
}

// Leaves a child that has said all, or closed its pipe, a moment to end by itself.
int end_group(pid_t child, bool silent) {
    for (int k = 0; !silent && k < 100 && !has_ended(child); ++k) ::usleep(10000);
    ::kill(-child, SIGKILL);
    ::kill(child, SIGKILL);
    return status_at_end_of(child);
}

}  // namespace

ChildCalls call_in_child(const fs::path& library, const std::string& routine, const Points& points, std::size_t out,
                         const CallPlan& plan) {
    ChildCalls calls;
    if (points.empty()) return calls;
    const fs::path errors = library.string() + ".errors";
    Pipe pipe;
    std::cout.flush();
    std::cerr.flush();
    const pid_t child = ::fork();
    if (child < 0) throw OutputError(std::string("cannot start a process: ") + std::strerror(errno));
    if (child == 0) be_child(errors, [&] { serve(library, routine, points, out, plan, pipe.write_end()); });
    ::setpgid(child, child);  // whoever of the two comes first
    pipe.close_write_end();
    Collected collected(points.size(), out);
    const std::size_t most = points.size() * plan.passes;
    const bool silent = collect(collected, pipe.read_end(), child, most, plan.patience);
    const int status = end_group(child, silent);
    const std::size_t done = collected.calls();
    const bool whole = done == most || (done % points.size() == 0 && done / points.size() >= needed_passes);
    if (silent) {
        calls.ended = fmt::format("it did not return within {} s", plan.patience);
    } else if (done < most && (!whole || status != 0)) {
        calls.ended = why_ended(status);
    }
    collected.give(calls);
    if (!calls.ended.empty()) calls.messages = last_part(errors);
    return calls;
}

}  // namespace lag
