// SPDX-License-Identifier: MIT
#include <glint/array/shape.hpp>

#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

constexpr auto kMaxExtent = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());

}  // namespace

std::string to_string(const Shape& shape) {
    Strides extents;  // signed, so messages show negative extents as given
    for (const std::size_t extent : shape) extents.append(static_cast<std::ptrdiff_t>(extent));
    return to_string(extents);
}
std::string to_string(const Strides& strides) {
    return fmt::format("({})", fmt::join(strides, ", "));
}

namespace detail {

void refuse_rank(std::size_t rank) {
    throw Error(ErrorCode::invalid_argument, "create an array",
                fmt::format("the shape has {} dimensions, but the maximum is {}", rank, kMaxRank));
}

void refuse_axis(std::ptrdiff_t axis, std::size_t rank) {
    throw Error(ErrorCode::invalid_argument, fmt::format("find dimension {} of an array", axis),
                fmt::format("the array has {}", text::counted(rank, "dimension")));
}

Shape broadcast(std::span<const Shape> shapes) {
    std::size_t rank = 0;
    for (const Shape& shape : shapes) rank = std::max(rank, shape.rank());
    Shape common;
    for (std::size_t axis = 0; axis < rank; ++axis) common.append(1);
    for (const Shape& shape : shapes) {
        for (std::size_t i = 0; i < shape.rank(); ++i) {
            std::size_t& extent = common[i + rank - shape.rank()];
            if (shape[i] == extent || shape[i] == 1) continue;
            if (extent != 1) {
                std::string all;
                for (const Shape& each : shapes) all += (all.empty() ? "" : ", ") + to_string(each);
                throw Error(
                    ErrorCode::invalid_argument, "broadcast arrays of shapes " + all,
                    fmt::format("extents {} and {} differ, and neither is 1", extent, shape[i]));
            }
            extent = shape[i];
        }
    }
    check_size(common, 1);
    return common;
}

void check_size(const Shape& shape, std::size_t element_bytes) {
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("create an array of shape {}", to_string(shape)), reason);
    };
    std::size_t bytes = element_bytes;
    for (const std::size_t extent : shape) {
        if (extent > kMaxExtent)
            refuse(fmt::format("{} is not a valid extent", static_cast<std::ptrdiff_t>(extent)));
        if (__builtin_mul_overflow(bytes, std::max<std::size_t>(extent, 1), &bytes) ||
            bytes > kMaxExtent)
            refuse("the array would be larger than the address space");
    }
}

std::size_t extent_sum(std::size_t a, std::size_t b) noexcept {
    std::size_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kMaxExtent : std::min(sum, kMaxExtent);
}

std::size_t extent_product(std::size_t a, std::size_t b) noexcept {
    std::size_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? kMaxExtent : std::min(product, kMaxExtent);
}

}  // namespace detail
}  // namespace glint
