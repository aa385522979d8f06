#include <glint/studio/keep/history/thinning.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace glint::studio {

std::vector<double> importance(std::span<const std::uint64_t> steps, std::uint64_t end,
                               std::uint64_t reach) {
    std::vector<double> all(steps.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
        const auto gap = static_cast<double>(steps[i + 1] - steps[i - 1]);
        const std::uint64_t ago = end - std::min(end, steps[i]);
        // The former is at most `gap`, which is at most `end`.
        all[i] = ago > reach ? gap / static_cast<double>(ago) : static_cast<double>(end) + gap;
    }
    return all;
}

std::uint64_t snapshot_spacing(std::size_t fitting, std::uint64_t reach, double step_time,
                               double capture_time, double share) {
    const std::size_t recent = std::max<std::size_t>(fitting / 2, 1);
    std::uint64_t spacing = std::max<std::uint64_t>((reach + recent - 1) / recent, 1);
    if (step_time > 0)
        spacing = std::max(
            spacing, static_cast<std::uint64_t>(std::ceil(capture_time / (share * step_time))));
    return spacing;
}

}  // namespace glint::studio
