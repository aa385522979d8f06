// SPDX-License-Identifier: MIT
#include <glint/studio/keep/history/detail/thinning.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <glint/base/ceil_div.hpp>

namespace glint::studio {

std::vector<double> importance(std::span<const std::uint64_t> steps, std::uint64_t end,
                               std::uint64_t reach) {
    std::vector<double> all(steps.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
        const auto gap = static_cast<double>(steps[i + 1] - steps[i - 1]);
        const std::uint64_t ago = end - std::min(end, steps[i]);
        // The value for an old snapshot is at most `gap`, which is at most `end`. The value is
        // therefore less than the value for a recent snapshot.
        all[i] = ago > reach ? gap / static_cast<double>(ago) : static_cast<double>(end) + gap;
    }
    return all;
}

std::uint64_t snapshot_spacing(const SpacingRule& rule) {
    const std::size_t recent = std::max<std::size_t>(rule.fitting / 2, 1);
    const std::uint64_t by_memory = std::max<std::uint64_t>(ceil_div(rule.reach, recent), 1);
    if (!(rule.step_time > 0)) return by_memory;
    const double by_cost = rule.capture_time / (rule.share * rule.step_time);
    const double by_way = rule.longest / rule.step_time;
    return std::max(by_memory, static_cast<std::uint64_t>(std::ceil(std::min(by_cost, by_way))));
}

}  // namespace glint::studio
