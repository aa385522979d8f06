// SPDX-License-Identifier: MIT
// A preloaded library that replaces the system clock. Each query returns a time one hour before
// that of the previous query.
#include <atomic>
#include <ctime>

#include <dlfcn.h>
#include <sys/time.h>

namespace {

std::time_t seconds_now() {
    static const std::time_t started = [] {
        const auto real =
            reinterpret_cast<int (*)(clockid_t, timespec*)>(::dlsym(RTLD_NEXT, "clock_gettime"));
        timespec now{};
        real(CLOCK_REALTIME, &now);
        return now.tv_sec;
    }();
    static std::atomic<int> questions = 0;
    return started - 3600 * ++questions;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) {
    static const auto real =
        reinterpret_cast<int (*)(clockid_t, timespec*)>(::dlsym(RTLD_NEXT, "clock_gettime"));
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return real(clock, time);
    *time = {.tv_sec = seconds_now(), .tv_nsec = 0};
    return 0;
}

int gettimeofday(timeval* time, void*) {
    *time = {.tv_sec = seconds_now(), .tv_usec = 0};
    return 0;
}

std::time_t time(std::time_t* time) {
    const std::time_t now = seconds_now();
    if (time) *time = now;
    return now;
}
}
