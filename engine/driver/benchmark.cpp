// SPDX-License-Identifier: MIT
#include <glint/driver/benchmark.hpp>

#include <algorithm>
#include <vector>

#include <glint/base/error.hpp>

namespace glint {
namespace {

Seconds time_on_host(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::steady_clock::now() - start;
}

}  // namespace

Seconds timed(Stream& stream, const std::function<void()>& work) {
    Event start(stream.device());
    Event stop(stream.device());
    stream.record(start);
    work();
    stream.record(stop);
    stream.synchronize();
    return elapsed(start, stop);
}

Spread spread_of(std::span<const Seconds> times) {
    if (times.empty())
        throw Error(ErrorCode::invalid_argument, "summarize measurements",
                    "there are no measurements");
    std::vector<Seconds> sorted(times.begin(), times.end());
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    return {.median = (sorted[middle] + sorted[(sorted.size() - 1) / 2]) / 2,
            .minimum = sorted.front(),
            .maximum = sorted.back()};
}

BenchmarkResult benchmark(Stream& stream, const std::function<void()>& work,
                          const BenchmarkOptions& options) {
    if (options.repeats == 0)
        throw Error(ErrorCode::invalid_argument, "run a benchmark", "the number of repeats is 0");
    for (unsigned i = 0; i < options.warmups; ++i) work();
    stream.synchronize();
    Event start(stream.device());
    Event stop(stream.device());
    std::vector<Seconds> host;
    std::vector<Seconds> device;
    for (unsigned i = 0; i < options.repeats; ++i) {
        stream.record(start);
        host.push_back(time_on_host(work));
        stream.record(stop);
        stream.synchronize();
        device.push_back(elapsed(start, stop));
    }
    return {.host = spread_of(host), .device = spread_of(device)};
}

}  // namespace glint
