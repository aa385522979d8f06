// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include <glint/driver/stream.hpp>

namespace glint {

/// Waits for what `work` queues on `stream`, and gives the device's time from its start to its
/// end. Kernels that were not launched before are compiled and loaded meanwhile: see `warm_up`.
/// Throws what `work` and Stream::synchronize do.
Seconds timed(Stream& stream, const std::function<void()>& work);

struct BenchmarkOptions {
    unsigned repeats = 10;
    unsigned warmups = 1;  ///< calls that come first and do not count
};

/// The middle, the least and the most of some measurements. The middle of an even number of them
/// is the mean of two.
struct Spread {
    Seconds median{};
    Seconds minimum{};
    Seconds maximum{};
};

/// Throws Error(invalid_argument) if there are no `times`.
Spread spread_of(std::span<const Seconds> times);

struct BenchmarkResult {
    Spread host;    ///< until `work` returned: what it costs to queue
    Spread device;  ///< between events before and behind what it queued
};

/// Calls `work`, which queues on `stream`, again and again, and waits for it each time. Where the
/// host queues more slowly than the device works, the device's time includes its waiting.
/// Throws Error(invalid_argument) for 0 repeats, and what `work` and Stream::synchronize do.
BenchmarkResult benchmark(Stream& stream, const std::function<void()>& work,
                          const BenchmarkOptions& options = {});

}  // namespace glint
