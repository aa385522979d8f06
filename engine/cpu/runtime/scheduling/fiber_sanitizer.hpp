// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/runtime/scheduling/fiber_switch.hpp>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#elif defined(__SANITIZE_ADDRESS__)
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/// Functions that report stack switches to the sanitizer. They do nothing in builds without a
/// sanitizer.
namespace glint::cpu::sanitizer {

#if defined(__SANITIZE_THREAD__)

inline void forget(Fiber& fiber) noexcept {
    if (fiber.sanitizer_fiber != nullptr) __tsan_destroy_fiber(fiber.sanitizer_fiber);
    fiber.sanitizer_fiber = nullptr;
    fiber.sanitizer_starts = 0;
}
// The sanitizer's list of calls has at most 65536 entries. The functions in which a fiber ends
// never return, so their entries stay in this list. Therefore, prepare() replaces the sanitizer's
// fiber after kMaxStarts starts.
inline void prepare(Fiber& fiber) {
    constexpr unsigned kMaxStarts = 1024;
    if (fiber.sanitizer_starts++ == kMaxStarts) forget(fiber);
    if (fiber.sanitizer_fiber == nullptr) fiber.sanitizer_fiber = __tsan_create_fiber(0);
}
inline void leave_for(const Fiber& to) { __tsan_switch_to_fiber(to.sanitizer_fiber, 0); }
inline void arrive() {}
inline void adopt(Fiber& fiber) { fiber.sanitizer_fiber = __tsan_get_current_fiber(); }

#elif defined(__SANITIZE_ADDRESS__)

// Resets the sanitizer's state of the stack, because a failed block leaves frames on the stack that
// never return.
inline void prepare(Fiber& fiber) {
    __asan_unpoison_memory_region(fiber.stack.data(), fiber.stack.size());
}
inline void leave_for(const Fiber& to) {
    __sanitizer_start_switch_fiber(nullptr, to.stack.data(), to.stack.size());
}
inline void arrive() { __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr); }
inline void adopt(Fiber& fiber) {
    pthread_attr_t attributes;
    void* bottom = nullptr;
    std::size_t size_bytes = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &bottom, &size_bytes);
    pthread_attr_destroy(&attributes);
    fiber.stack = {static_cast<std::byte*>(bottom), size_bytes};
}
inline void forget(Fiber& fiber) noexcept { prepare(fiber); }

#else

inline void prepare(Fiber&) {}
inline void leave_for(const Fiber&) {}
inline void arrive() {}
inline void adopt(Fiber&) {}
inline void forget(Fiber&) noexcept {}

#endif

}  // namespace glint::cpu::sanitizer
