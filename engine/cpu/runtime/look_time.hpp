#pragma once

#include <chrono>
#include <thread>

namespace glint::cpu {

/// How long a thread that waits looks before it sleeps. With few cores, who looks takes the time
/// of those who work.
inline std::chrono::microseconds look_time() {
    static const bool has_cores = std::thread::hardware_concurrency() >= 4;
    return std::chrono::microseconds(has_cores ? 200 : 0);
}

}  // namespace glint::cpu
