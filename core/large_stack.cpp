#include "core/large_stack.hpp"

#include <pthread.h>

#include <exception>
#include <new>

namespace lag {

namespace {

struct Job {
    const std::function<void()>& work;
    std::exception_ptr failure;
};

void* run_job(void* argument) {
    Job& job = *static_cast<Job*>(argument);
    try {
        job.work();
    } catch (...) {
        job.failure = std::current_exception();
    }
    return nullptr;
}

bool started(pthread_t& thread, std::size_t stack_size, Job& job) {
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0) return false;
    ::pthread_attr_setstacksize(&attributes, stack_size);
    const int error = ::pthread_create(&thread, &attributes, run_job, &job);
    ::pthread_attr_destroy(&attributes);
    return error == 0;
}

}  // namespace

void on_large_stack(const std::function<void()>& work) {
    constexpr std::size_t megabyte = std::size_t{1} << 20;
    Job job{work, nullptr};
    pthread_t thread{};
    // the smaller one where the memory of the process is limited
    if (!started(thread, 512 * megabyte, job) && !started(thread, 64 * megabyte, job)) throw std::bad_alloc();
    ::pthread_join(thread, nullptr);
    if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace lag
