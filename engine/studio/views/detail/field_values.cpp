// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/field_values.hpp>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <glint/driver/copies.hpp>
#include <glint/kernels/studio/sizes.cuh>
#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kRangeBlocks = 256;

std::pair<float, float> joined_range(const std::vector<glm::vec2>& ranges) {
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
    for (const glm::vec2& range : ranges) {
        low = std::min(low, range.x);
        high = std::max(high, range.y);
    }
    if (high < low) return {0.0f, 1.0f};
    return {low, high};
}

/// Widens a range that consists of a single value.
std::pair<float, float> widened(std::pair<float, float> range) {
    if (range.second > range.first) return range;
    const float size = range.first == 0 ? 1.0f : std::abs(range.first) * 0.5f;
    return {range.first - size, range.second + size};
}

/// Runs a kernel of range.cu. Returns its results: `pairs` pairs of minimum and maximum for each
/// block.
std::vector<glm::vec2> block_ranges(Canvas& canvas, Simulation& simulation,
                                    const DeclaredView& shown, const char* kernel,
                                    std::size_t pairs) {
    const auto count =
        static_cast<unsigned long long>(simulation.state().extents(shown.structure).count());
    const auto blocks = static_cast<unsigned>(
        std::clamp<std::size_t>(count / (4 * sizes::kRangeThreads), 1, kRangeBlocks));
    DeviceMemory<glm::vec2> ranges(canvas.stream(), pairs * blocks);
    canvas.kernel("range.cu", kernel, &shown.type)
        .launch(canvas.stream(), {.grid = {.x = blocks}, .block = {.x = sizes::kRangeThreads}},
                {values_of(simulation, shown), count, ranges});
    return to_vector(canvas.stream(), ranges);
}

}  // namespace

Values values_of(Simulation& simulation, const DeclaredView& shown) {
    if (shown.values) return {shown.values, shown.type.size_bytes};
    const void* first =
        shown.field ? std::as_const(simulation).state().data({shown.structure, *shown.field})
                    : simulation.show(*shown.derived).data();
    return {first, shown.type.size_bytes};
}

std::pair<float, float> range_of(Canvas& canvas, Simulation& simulation,
                                 const DeclaredView& shown) {
    return joined_range(block_ranges(canvas, simulation, shown, "find_range", 1));
}

// Caches only ranges of fields: functions also depend on parameters, and differences depend on two
// simulations.
std::pair<float, float> KnownRange::of(Canvas& canvas, Simulation& simulation,
                                       const DeclaredView& shown) {
    std::optional<Source> source;
    if (shown.field && !shown.values)
        source = Source{shown.full_name, &simulation, simulation.data_version()};
    if (!source || source != source_) range_ = range_of(canvas, simulation, shown);
    source_ = std::move(source);
    return range_;
}

view::Box bounds_of(Canvas& canvas, Simulation& simulation, const DeclaredView& shown) {
    const std::vector<glm::vec2> all = block_ranges(canvas, simulation, shown, "find_box", 3);
    view::Box box;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<glm::vec2> ranges;
        for (std::size_t i = static_cast<std::size_t>(axis); i < all.size(); i += 3)
            ranges.push_back(all[i]);
        std::tie(box.min[axis], box.max[axis]) = joined_range(ranges);
    }
    if (glm::length(box.size()) > 0) return box;
    return {.min = box.min - 1.0f, .max = box.max + 1.0f};
}

ColorScale scale_of(Canvas& canvas, Simulation& simulation, const DeclaredView& shown,
                    KnownRange& known) {
    ColorScale scale{.is_logarithmic = shown.display.logarithmic, .is_color = shown.is_color()};
    if (scale.is_color) return scale;
    if (shown.display.range) {
        scale.low = static_cast<float>(shown.display.range->first);
        scale.high = static_cast<float>(shown.display.range->second);
        return scale;
    }
    std::tie(scale.low, scale.high) = widened(known.of(canvas, simulation, shown));
    const bool is_space = shown.view == View::volume || shown.view == View::surface;
    if (shown.values && shown.type.is_number() && !is_space) {  // centers a difference on 0
        scale.high = std::max(std::abs(scale.low), std::abs(scale.high));
        scale.low = -scale.high;
    }
    if (scale.is_logarithmic) {
        if (!(scale.high > 0)) scale.high = 1;
        scale.low = std::max(scale.low, scale.high * 1e-6f);
    }
    return scale;
}

float start_for_points(const std::string& colormap) {
    const glm::vec3 first = view::Colormap(colormap).at(0);
    constexpr float kBlack = 0.1f, kStart = 0.2f;
    return std::max({first.x, first.y, first.z}) < kBlack ? kStart : 0.0f;
}

std::string colormap_of(const DeclaredView& shown) {
    return shown.display.colormap.empty() ? "viridis" : shown.display.colormap;
}

}  // namespace glint::studio
