// SPDX-License-Identifier: MIT
#include <glint/algorithms/ranks.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void check_rank_count(std::size_t count, std::size_t length) {
    if (count >= 1 && count <= length) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("find the first {} elements in order", count),
                fmt::format("there are only {} elements to choose from", length));
}

void check_key_rank(std::size_t rank, std::size_t length) {
    if (rank < length) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("find the element of rank {}", rank),
                fmt::format("there are only {} elements to choose from", length));
}

namespace {

std::size_t added(std::vector<std::uint64_t>& ranks, std::uint64_t rank) {
    const auto there = std::ranges::find(ranks, rank);
    const auto place = static_cast<std::size_t>(there - ranks.begin());
    if (there == ranks.end()) ranks.push_back(rank);
    return place;
}

}  // namespace

QuantilePlan plan_quantiles(std::span<const double> fractions, std::size_t length) {
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("find the quantile{} {}", fractions.size() == 1 ? "" : "s",
                                fmt::join(fractions, ", ")),
                    reason);
    };
    if (fractions.empty()) refuse("the list of fractions is empty");
    if (length == 0) refuse("the array is empty");
    QuantilePlan plan;
    for (const double fraction : fractions) {
        if (!(fraction >= 0 && fraction <= 1))
            refuse(fractions.size() == 1 ? "the fraction must be between 0 and 1"
                                         : fmt::format("{} is not between 0 and 1", fraction));
        const double place = fraction * static_cast<double>(length - 1), whole = std::floor(place);
        const auto rank = static_cast<std::uint64_t>(whole);
        const std::size_t lower = added(plan.ranks, rank);
        const double between = place - whole;
        const std::size_t upper = between == 0 ? lower : added(plan.ranks, rank + 1);
        plan.places.push_back({lower, upper, between});
    }
    return plan;
}

PerAxis<std::ptrdiff_t> lines_last(const Along& along, std::size_t rank) {
    const PerAxis<bool> reduced = reduced_axes(along, rank);
    PerAxis<std::ptrdiff_t> order;
    for (const bool is_line : {false, true})
        for (std::size_t axis = 0; axis < rank; ++axis)
            if (reduced[axis] == is_line) order.append(static_cast<std::ptrdiff_t>(axis));
    return order;
}

SortSegments segments_along(const Shape& shape, const Along& along) {
    const PerAxis<bool> reduced = reduced_axes(along, shape.rank());
    SortSegments segments{.length = 1, .count = 1};
    for (std::size_t axis = 0; axis < shape.rank(); ++axis)
        (reduced[axis] ? segments.length : segments.count) *= shape[axis];
    return segments;
}

}  // namespace glint::detail
