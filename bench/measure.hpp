// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/device.hpp>
#include <glint/driver/event.hpp>
#include <glint/driver/stream.hpp>

namespace glint::bench {

/// Seconds that `work` takes, measured by the host's clock.
template <class Work>
double seconds(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Median of `values`, which must not be empty. If the number of values is even, returns the
/// greater of the two middle values.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Median time in seconds of `repeats` runs of `work`, after one warm-up run.
template <class Work>
double median_seconds(int repeats, const Work& work) {
    work();
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) times.push_back(seconds(work));
    return median(times);
}

/// Median time in seconds per run of `work`, if `runs` runs are queued before each wait.
template <class Work>
double seconds_per_run(Stream& stream, int repeats, int runs, const Work& work) {
    return median_seconds(repeats,
                          [&] {
                              for (int i = 0; i < runs; ++i) work();
                              stream.synchronize();
                          }) /
           runs;
}

/// Median time in seconds of `work`, measured by the device's clock, after one warm-up run.
template <class Work>
double device_seconds(Stream& stream, int repeats, const Work& work) {
    Event start(stream.device()), stop(stream.device());
    std::vector<double> times;
    for (int i = 0; i <= repeats; ++i) {
        stream.record(start);
        work();
        stream.record(stop);
        stream.synchronize();
        if (i > 0) times.push_back(elapsed(start, stop).count());
    }
    return median(times);
}

/// Opens all devices of this machine. Returns the devices that open. Prints why the others fail.
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

/// Returns the device that the first argument names; without arguments, all devices.
inline std::vector<Device> devices_of(int argc, char** argv) {
    return argc > 1 ? std::vector{Device::open(argv[1])} : open_all();
}

inline std::string headline(const Device& device) {
    return fmt::format("{} ({})", device.name(), device.info().architecture);
}

}  // namespace glint::bench
