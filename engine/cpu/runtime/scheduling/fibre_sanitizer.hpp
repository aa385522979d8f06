// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/runtime/scheduling/fibre_switch.hpp>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#elif defined(__SANITIZE_ADDRESS__)
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/// Tells a sanitizer which stack the thread runs on; does nothing in builds without one.
namespace glint::cpu::sanitizer {

#if defined(__SANITIZE_THREAD__)

inline void forget(Fibre& fibre) noexcept {
    if (fibre.sanitizer_fibre != nullptr) __tsan_destroy_fiber(fibre.sanitizer_fibre);
    fibre.sanitizer_fibre = nullptr;
    fibre.sanitizer_starts = 0;
}
// Frames in which a fiber ends stay in the sanitizer's list of calls, which holds 65536.
inline void prepare(Fibre& fibre) {
    constexpr unsigned kMostStarts = 1024;
    if (fibre.sanitizer_starts++ == kMostStarts) forget(fibre);
    if (fibre.sanitizer_fibre == nullptr) fibre.sanitizer_fibre = __tsan_create_fiber(0);
}
inline void leave_for(const Fibre& to) { __tsan_switch_to_fiber(to.sanitizer_fibre, 0); }
inline void arrive() {}
inline void adopt(Fibre& fibre) { fibre.sanitizer_fibre = __tsan_get_current_fiber(); }

#elif defined(__SANITIZE_ADDRESS__)

// A block that failed leaves stack frames that never return.
inline void prepare(Fibre& fibre) {
    __asan_unpoison_memory_region(fibre.stack.data(), fibre.stack.size());
}
inline void leave_for(const Fibre& to) {
    __sanitizer_start_switch_fiber(nullptr, to.stack.data(), to.stack.size());
}
inline void arrive() { __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr); }
inline void adopt(Fibre& fibre) {
    pthread_attr_t attributes;
    void* bottom = nullptr;
    std::size_t size_bytes = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &bottom, &size_bytes);
    pthread_attr_destroy(&attributes);
    fibre.stack = {static_cast<std::byte*>(bottom), size_bytes};
}
inline void forget(Fibre& fibre) noexcept { prepare(fibre); }

#else

inline void prepare(Fibre&) {}
inline void leave_for(const Fibre&) {}
inline void arrive() {}
inline void adopt(Fibre&) {}
inline void forget(Fibre&) noexcept {}

#endif

}  // namespace glint::cpu::sanitizer
