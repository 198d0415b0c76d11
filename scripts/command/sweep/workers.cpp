#include "scripts/command/sweep/workers.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <new>
#include <stdexcept>

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

void write_all(int pipe, const std::string& text) {
    for (std::size_t from = 0; from < text.size();) {
        const ssize_t count = ::write(pipe, text.data() + from, text.size() - from);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) ::_exit(1);
        from += static_cast<std::size_t>(count);
    }
}

struct Process {
    pid_t id = -1;
    int pipe = -1;
    std::string text;      // that has come so far
    bool is_busy = false;  // with `item`
    std::size_t item = 0;
};

// In the child: "+7" before item 7, "=text" after it.
[[noreturn]] void serve(int pipe, SharedCount& count, const std::vector<std::size_t>& items,
                        const std::function<std::string(std::size_t)>& work) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (std::size_t k = count.next(); k < items.size(); k = count.next()) {
        write_all(pipe, "+" + std::to_string(items[k]) + "\n");
        write_all(pipe, "=" + work(items[k]) + "\n");
    }
    ::_exit(0);
}

Process started(SharedCount& count, const std::vector<std::size_t>& items,
                const std::function<std::string(std::size_t)>& work, const std::vector<Process>& others) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe can be made");
    std::cout.flush();
    const pid_t id = ::fork();
    if (id < 0) throw std::runtime_error("no process can be started");
    if (id == 0) {
        ::close(ends[0]);
        for (const Process& other : others)
            if (other.pipe >= 0) ::close(other.pipe);
        serve(ends[1], count, items, work);
    }
    ::close(ends[1]);
    return {id, ends[0], {}, false, 0};
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
        for (const Process& process : processes) waiting.push_back({process.pipe, POLLIN, 0});
        if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) throw std::runtime_error("poll fails");
        for (std::size_t k = 0; k < processes.size(); ++k) {
            Process& process = processes[k];
            if (process.pipe < 0 || (waiting[k].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
            char buffer[65536];
            const ssize_t length = ::read(process.pipe, buffer, sizeof buffer);
            if (length < 0 && errno == EINTR) continue;
            if (length > 0) {
                process.text.append(buffer, static_cast<std::size_t>(length));
                take_lines(process, done);
                continue;
            }
            ::close(process.pipe);
            process.pipe = -1;
            while (::waitpid(process.id, nullptr, 0) < 0 && errno == EINTR) {
            }
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
