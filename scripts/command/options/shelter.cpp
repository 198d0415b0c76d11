#include "scripts/command/options/shelter.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>

#include "core/large_stack.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/statements/check.hpp"

namespace lag {

namespace {

void print(const CheckFailure& failure) {
    Diagnostic diagnostic = failure.diagnostics().front();
    const std::string hint = std::move(diagnostic.hint);
    diagnostic.hint.clear();
    std::cerr << render(diagnostic) << failure.details();
    if (!hint.empty()) std::cerr << "hint: " << hint << "\n";
}

}  // namespace

int status_of_work(const std::function<int()>& work) {
    try {
        return work();
    } catch (const CheckFailure& failure) {
        std::cout.flush();
        print(failure);
        return status_check_failed;
    } catch (const InputError& error) {
        std::cout.flush();
        for (const Diagnostic& diagnostic : error.diagnostics()) std::cerr << render(diagnostic);
    } catch (const ModelError& error) {
        std::cout.flush();
        std::cerr << "lag: error: " << error.what() << "\n";
        if (!error.hint().empty()) std::cerr << "hint: " << error.hint() << "\n";
    } catch (const std::bad_alloc&) {
        std::cerr << "lag: error: out of memory: the script makes more than this machine can hold\n";
    } catch (const std::exception& error) {
        std::cout.flush();
        std::cerr << "lag: error: " << error.what() << "\n";
    }
    return status_wrong_script;
}

namespace {

// Four fifths of the machine: a runaway script then gets an exception of its own instead of taking others down.
void limit_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
    rlimit limit{};
    if (pages <= 0 || page <= 0 || ::getrlimit(RLIMIT_AS, &limit) != 0) return;
    const rlim_t share = static_cast<rlim_t>(pages) / 5 * 4 * static_cast<rlim_t>(page);
    const rlim_t wanted = std::max(share, rlim_t{1} << 30);
    // under the sanitizers, whose shadow memory alone is many times the machine's, nothing more could be had
    rlim_t mapped = 0;
    if (std::ifstream("/proc/self/statm") >> mapped && mapped >= wanted / static_cast<rlim_t>(page)) return;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
    ::setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

int sheltered(const std::function<int()>& work) {
    limit_memory();
    return status_of_work([&] {
        int found = status_wrong_script;
        on_large_stack([&] { found = status_of_work(work); });
        return found;
    });
}

int status_with_output_written(int status) {
    errno = 0;
    std::cout.flush();
    if (std::cout) return status;
    std::cout.clear();
    std::cerr << "lag: error: standard output cannot be written, at least a part of it is lost";
    if (errno != 0) std::cerr << ": " << std::strerror(errno);
    std::cerr << "\n";
    return status == status_fine ? status_wrong_script : status;
}

}  // namespace lag
