// SPDX-License-Identifier: MIT
#include <glint/driver/pitched.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

// Rows begin at cache line boundaries.
constexpr std::size_t kCpuRowAlignment = 64;

std::string text_of(const Extent& extent) {
    return fmt::format("{} x {} x {}", extent.width, extent.height, extent.depth);
}

[[noreturn]] void refuse_pitched(const Extent& extent, const ElementLayout& element,
                                 const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("create a block of {} elements of {}", text_of(extent),
                            text::counted(element.size_bytes, "byte")),
                reason);
}

// Returns the product, or, on overflow, a number greater than any memory size.
std::size_t product(std::size_t a, std::size_t b) noexcept {
    std::size_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::size_t>::max() : result;
}

// Limits blocks to half of the address space. No memory is larger, and larger sums may overflow.
void check_fits(const Extent& extent, const ElementLayout& element, const Pitches& pitches) {
    constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max() / 2;
    if (std::max({product(extent.width, element.size_bytes),
                  product(extent.height, pitches.pitch_bytes),
                  product(extent.depth, pitches.slice_bytes)}) > kMax)
        refuse_pitched(extent, element, "the elements do not fit in memory");
}

void check_aligned(const Extent& extent, const ElementLayout& element, const Pitches& pitches) {
    if (pitches.pitch_bytes % element.alignment == 0 &&
        pitches.slice_bytes % element.alignment == 0)
        return;
    refuse_pitched(extent, element,
                   fmt::format("a pitch of {} and slices of {} do not align the elements to {}",
                               text::counted(pitches.pitch_bytes, "byte"), pitches.slice_bytes,
                               element.alignment));
}

std::size_t row_alignment(const driver::DeviceInfo& device) noexcept {
    return device.kind == BackendKind::cuda ? device.images.address_alignment : kCpuRowAlignment;
}

bool is_within(std::size_t first, std::size_t count, std::size_t whole) noexcept {
    return first <= whole && count <= whole - first;
}

}  // namespace

Pitches check_pitches(const Extent& extent, const ElementLayout& element, Pitches pitches) {
    const std::size_t row_bytes = product(extent.width, element.size_bytes);
    if (pitches.pitch_bytes == 0) pitches.pitch_bytes = row_bytes;
    const std::size_t min_slice = product(extent.height, pitches.pitch_bytes);
    if (pitches.slice_bytes == 0) pitches.slice_bytes = min_slice;
    check_fits(extent, element, pitches);
    if (pitches.pitch_bytes < row_bytes)
        refuse_pitched(extent, element,
                       fmt::format("the pitch is {}, but a row has {}",
                                   text::counted(pitches.pitch_bytes, "byte"), row_bytes));
    if (pitches.slice_bytes < min_slice)
        refuse_pitched(
            extent, element,
            fmt::format("the slices are {} bytes apart, but a slice has {} bytes ({})",
                        pitches.slice_bytes, min_slice, text::counted(extent.height, "row")));
    check_aligned(extent, element, pitches);
    return pitches;
}

Pitches best_pitches(const Device& device, const Extent& extent, const ElementLayout& element) {
    const std::size_t row_bytes = check_pitches(extent, element, {}).pitch_bytes;
    const std::size_t alignment = std::max(row_alignment(device.info()), element.alignment);
    return check_pitches(extent, element,
                         {.pitch_bytes = round_up(row_bytes, alignment), .slice_bytes = 0});
}

void check_block(const Origin& origin, const Extent& extent, const Extent& whole) {
    if (is_within(origin.x, extent.width, whole.width) &&
        is_within(origin.y, extent.height, whole.height) &&
        is_within(origin.z, extent.depth, whole.depth))
        return;
    throw Error(ErrorCode::invalid_argument, "create a subblock",
                fmt::format("{} elements starting at ({}, {}, {}) are outside the block of {}",
                            text_of(extent), origin.x, origin.y, origin.z, text_of(whole)));
}

void check_count(const Extent& extent, std::size_t count) {
    const std::size_t expected = extent.width * extent.height * extent.depth;
    if (count == expected) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("create a block of {} elements", text_of(extent)),
                fmt::format("the memory has {}", text::counted(count, "element")));
}

}  // namespace glint::detail
