// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include <glint/driver/stream.hpp>

namespace glint {

/// Waits for the work that `work` queues on `stream`, and returns its device time from start to
/// end. The time includes compiling and loading kernels that were not launched before; see
/// `warm_up`. Throws what `work` and Stream::synchronize throw.
Seconds timed(Stream& stream, const std::function<void()>& work);

struct BenchmarkOptions {
    unsigned repeats = 10;
    unsigned warmups = 1;  ///< calls before the measurement
};

/// Median, minimum and maximum of a set of measurements. The median of an even number of
/// measurements is the mean of the middle two.
struct Spread {
    Seconds median{};
    Seconds minimum{};
    Seconds maximum{};
};

/// Throws Error(invalid_argument) if `times` is empty.
Spread spread_of(std::span<const Seconds> times);

struct BenchmarkResult {
    Spread host;    ///< until `work` returned: the cost of queueing the work
    Spread device;  ///< between events before and after the queued work
};

/// Calls `work`, which queues on `stream`, repeatedly, and waits for it each time. If the host
/// queues more slowly than the device works, the device time includes idle time. Throws
/// Error(invalid_argument) for 0 repeats, and what `work` and Stream::synchronize throw.
BenchmarkResult benchmark(Stream& stream, const std::function<void()>& work,
                          const BenchmarkOptions& options = {});

}  // namespace glint
