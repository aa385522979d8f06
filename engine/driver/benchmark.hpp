// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include <glint/driver/stream.hpp>

namespace glint {

/// Calls `work`, waits for the operations that `work` queues on `stream`, and returns the time that
/// they take on the device. If a kernel has not been launched before, the time includes its
/// compilation and loading; see `warm_up`. Throws what `work` and Stream::synchronize throw.
Seconds timed(Stream& stream, const std::function<void()>& work);

struct BenchmarkOptions {
    unsigned repeats = 10;
    unsigned warmups = 1;  ///< number of calls before the measurement
};

/// Median, minimum and maximum of several measurements. For an even number of measurements, the
/// median is the mean of the two middle ones.
struct Spread {
    Seconds median{};
    Seconds minimum{};
    Seconds maximum{};
};

/// Returns the spread of `times`. Throws Error(invalid_argument) if `times` is empty.
Spread spread_of(std::span<const Seconds> times);

struct BenchmarkResult {
    Spread host;    ///< time until `work` returned: the cost of queueing
    Spread device;  ///< time between events before and after the work
};

/// Calls `work` repeatedly. After each call, waits for the operations that `work` queues on
/// `stream`. If the host queues operations more slowly than the device runs them, the device time
/// includes idle time. Throws Error(invalid_argument) for 0 repeats, and what `work` and
/// Stream::synchronize throw.
BenchmarkResult benchmark(Stream& stream, const std::function<void()>& work,
                          const BenchmarkOptions& options = {});

}  // namespace glint
