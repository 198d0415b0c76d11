#include "scripts/command/sweep/workers.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "scripts/command/processes/pipe.hpp"

namespace lag {

namespace {

// How many items have been taken, in memory that all processes see.
class SharedCount {
  public:
    SharedCount() {
        void* const place = ::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (place == MAP_FAILED) throw std::bad_alloc();
        count_ = new (place) Count(0);
    }
    ~SharedCount() { ::munmap(count_, sizeof(Count)); }
    SharedCount(const SharedCount&) = delete;
    SharedCount& operator=(const SharedCount&) = delete;
    std::size_t next() { return count_->fetch_add(1); }

  private:
    using Count = std::atomic<std::size_t>;
    Count* count_;
};

struct Process {
    pid_t id = -1;
    std::optional<Pipe> pipe;
    std::string text;      // that has come so far
    bool is_busy = false;  // with `item`
    std::size_t item = 0;
};

// In the child: "+7" before item 7, "=text" after it.
[[noreturn]] void serve(const Pipe& pipe, SharedCount& count, const std::vector<std::size_t>& items,
                        const std::function<std::string(std::size_t)>& work) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    const auto say = [&](const std::string& line) {
        if (!write_all(pipe.write_end(), line.data(), line.size())) ::_exit(1);
    };
    for (std::size_t k = count.next(); k < items.size(); k = count.next()) {
        say(fmt::format("+{}\n", items[k]));
        say(fmt::format("={}\n", work(items[k])));
    }
    ::_exit(0);
}

Process started(SharedCount& count, const std::vector<std::size_t>& items,
                const std::function<std::string(std::size_t)>& work, std::vector<Process>& others) {
    Pipe pipe;
    std::cout.flush();
    const pid_t id = ::fork();
    if (id < 0) throw std::runtime_error("no process can be started");
    if (id == 0) {
        pipe.close_read_end();
        for (Process& other : others) other.pipe.reset();
        serve(pipe, count, items, work);
    }
    pipe.close_write_end();
    return {id, std::move(pipe), {}, false, 0};
}

using Done = std::function<void(std::size_t, const std::string&, bool)>;

void take_lines(Process& process, const Done& done) {
    std::size_t end = 0;
    while ((end = process.text.find('\n')) != std::string::npos) {
        const std::string line = process.text.substr(0, end);
        process.text.erase(0, end + 1);
        process.is_busy = line.starts_with('+');
        if (process.is_busy) {
            process.item = std::strtoull(line.c_str() + 1, nullptr, 10);
        } else {
            done(process.item, line.substr(1), false);
        }
    }
}

}  // namespace

void work_in_processes(const std::vector<std::size_t>& items, unsigned jobs,
                       const std::function<std::string(std::size_t)>& work, const Done& done) {
    SharedCount count;
    std::vector<Process> processes;
    const std::size_t wanted = std::min<std::size_t>(std::max(jobs, 1U), items.size());
    while (processes.size() < wanted) processes.push_back(started(count, items, work, processes));
    std::size_t open = processes.size();
    while (open > 0) {
        std::vector<pollfd> waiting;
        for (const Process& process : processes)
            waiting.push_back({process.pipe ? process.pipe->read_end() : -1, POLLIN, 0});
        if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) throw std::runtime_error("poll fails");
        for (std::size_t k = 0; k < processes.size(); ++k) {
            Process& process = processes[k];
            if (!process.pipe || (waiting[k].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
            char buffer[65536];
            if (const std::size_t length = read_some(process.pipe->read_end(), buffer, sizeof buffer); length > 0) {
                process.text.append(buffer, length);
                take_lines(process, done);
                continue;
            }
            process.pipe.reset();
            status_at_end_of(process.id);
            if (!process.is_busy) {
                --open;
                continue;
            }
            done(process.item, {}, true);
            process = started(count, items, work, processes);  // another one for what is left
        }
    }
}

}  // namespace lag
