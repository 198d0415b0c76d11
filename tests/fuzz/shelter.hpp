// The language's recursion is limited for a stack of 256 MB (scripts/command/options/shelter.cpp); the sanitizers'
// frames are larger.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>

namespace lag {

// One thread with a large stack does the work of all inputs: making such a thread costs the sanitizers far more
// than an input.
class LargeStack {
  public:
    LargeStack() {
        pthread_attr_t attributes;
        pthread_t thread{};
        if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, std::size_t{2048} << 20) != 0)
            std::abort();
        const auto run = [](void* self) -> void* {
            static_cast<LargeStack*>(self)->serve();
            return nullptr;
        };
        if (pthread_create(&thread, &attributes, run, this) != 0) std::abort();
        pthread_attr_destroy(&attributes);
        pthread_detach(thread);
    }

    void run(const std::function<void()>& work) {
        std::unique_lock lock(mutex_);
        work_ = &work;
        changed_.notify_all();
        changed_.wait(lock, [this] { return work_ == nullptr; });
    }

  private:
    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return work_ != nullptr; });
            (*work_)();
            work_ = nullptr;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void()>* work_ = nullptr;
};

inline void on_a_large_stack(const std::function<void()>& work) {
    static LargeStack* const stack = new LargeStack;  // for ever: its thread never ends
    stack->run(work);
}

}  // namespace lag
