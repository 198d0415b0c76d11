// The language's recursion is limited for a stack of 256 MB (scripts/command_shelter.cpp); the sanitizers' frames are
// larger.
#pragma once

#include <pthread.h>

#include <cstdlib>
#include <functional>

namespace lag {

inline void on_a_large_stack(const std::function<void()>& work) {
    pthread_attr_t attributes;
    pthread_t thread{};
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, std::size_t{2048} << 20) != 0)
        std::abort();
    const auto run = [](void* job) -> void* {
        (*static_cast<const std::function<void()>*>(job))();
        return nullptr;
    };
    if (pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) != 0) std::abort();
    pthread_attr_destroy(&attributes);
    pthread_join(thread, nullptr);
}

}  // namespace lag
