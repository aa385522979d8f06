// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/device.hpp>

namespace glint::bench {

/// Seconds taken by `work`, on the host's clock.
template <class Work>
double seconds(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Median of `repeats` measurements of `work`, after one warm-up run.
template <class Work>
double median_seconds(int repeats, const Work& work) {
    work();
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) times.push_back(seconds(work));
    std::ranges::nth_element(times, times.begin() + repeats / 2);
    return times[static_cast<std::size_t>(repeats) / 2];
}

/// Returns every device of this machine that opens, and prints why others do not.
inline std::vector<Device> open_all() {
    std::vector<Device> open;
    for (const DeviceInfo& info : devices()) try {
            open.push_back(Device::open(
                info.kind == BackendKind::cpu ? "cpu" : fmt::format("cuda:{}", info.ordinal)));
        } catch (const Error& error) {
            fmt::print(stderr, "{}\n", error.what());
        }
    return open;
}

inline std::string headline(const Device& device) {
    return fmt::format("{} ({})", device.name(), device.info().architecture);
}

}  // namespace glint::bench
