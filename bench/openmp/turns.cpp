// SPDX-License-Identifier: MIT
#include <bench/openmp/turns.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

#include <bench/measure.hpp>

namespace glint::bench {
namespace {

constexpr int kWarmUps = 3;
// The pause before each run, which is longer than idle OpenMP threads spin.
constexpr std::chrono::milliseconds kRest{4};
// Duration of the untimed runs, in which all threads wake up and fill their caches.
constexpr std::chrono::milliseconds kStart{2};

double sample(const Side& side, const std::function<void()>& restore) {
    std::this_thread::sleep_for(kRest);
    const auto end = std::chrono::steady_clock::now() + kStart;
    do {
        restore();
        side.run();
    } while (std::chrono::steady_clock::now() < end);
    restore();
    return seconds(side.run);
}

}  // namespace

double Side::median() const { return bench::median(times); }

void take_turns(std::span<Side> sides, int repeats, const std::function<void()>& restore) {
    for (int i = 0; i < kWarmUps + repeats; ++i)
        for (Side& side : sides) {
            const double time = sample(side, restore);
            if (i >= kWarmUps) side.times.push_back(time);
        }
}

std::size_t fastest(std::span<const Side> sides) {
    const auto best = std::ranges::min_element(sides, {}, &Side::median);
    return static_cast<std::size_t>(best - sides.begin());
}

}  // namespace glint::bench
