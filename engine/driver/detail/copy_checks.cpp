// SPDX-License-Identifier: MIT
#include <glint/driver/detail/copy_checks.hpp>

#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {
namespace {

bool ranges_overlap(const void* one, std::size_t one_bytes, const void* other,
                    std::size_t other_bytes) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(one);
    const auto second = reinterpret_cast<std::uintptr_t>(other);
    return first < second + other_bytes && second < first + one_bytes;
}

constexpr std::int64_t floor_divide(std::int64_t value, std::int64_t by) noexcept {
    return value / by - (value % by < 0 ? 1 : 0);
}

// Returns true if a row (or slice) of one block overlaps a row (or slice) of the other block. The
// blocks start `distance` bytes apart, and rows start `step_bytes` apart. A row is not longer than
// `step_bytes`, so only the two multiples of it that are nearest to `distance` need to be tested.
template <class Inner>
bool meet(std::int64_t distance, std::size_t step_bytes, std::size_t count, const Inner& inner) {
    if (count == 1) return inner(distance);
    const auto step = static_cast<std::int64_t>(step_bytes);
    const auto most = static_cast<std::int64_t>(count) - 1;
    const std::int64_t steps = floor_divide(distance, step);
    const auto within = [&](std::int64_t n) {
        return n >= -most && n <= most && inner(distance - n * step);
    };
    return within(steps) || within(steps + 1);
}

}  // namespace

std::string size_text(std::string_view verb, std::size_t size_bytes) {
    return fmt::format("{} {}", verb, text::human_bytes(size_bytes));
}

void check_memory(const Stream& stream, std::string_view verb, std::string_view what,
                  const void* address, std::size_t size_bytes, driver::MemorySide side) {
    if (address == nullptr)
        throw Error(ErrorCode::invalid_argument, size_text(verb, size_bytes),
                    fmt::format("{} is null", what));
    if (const auto fault = stream.device().backend()->memory_fault(address, size_bytes, side))
        throw Error(ErrorCode::invalid_argument, size_text(verb, size_bytes),
                    fmt::format("{} ({}): {}", what, fmt::ptr(address), *fault));
}

void check_ends(const Stream& stream, const void* to, driver::MemorySide to_side, const void* from,
                driver::MemorySide from_side, std::size_t size_bytes) {
    check_memory(stream, "copy", "the destination", to, size_bytes, to_side);
    check_memory(stream, "copy", "the source", from, size_bytes, from_side);
}

bool ranges_overlap(const void* one, const void* other, std::size_t size_bytes) noexcept {
    return ranges_overlap(one, size_bytes, other, size_bytes);
}

bool blocks_overlap(const driver::Rows& one, const driver::Rows& other,
                    const driver::Extent& extent) noexcept {
    const auto& [row_bytes, rows, slices] = extent;
    if (!ranges_overlap(one.data, span_bytes(one, extent), other.data, span_bytes(other, extent)))
        return false;
    const bool is_alike = (rows == 1 || one.pitch_bytes == other.pitch_bytes) &&
                          (slices == 1 || one.slice_bytes == other.slice_bytes);
    if (!is_alike) return true;
    const auto in_row = [row_bytes](std::int64_t distance) {
        const auto width = static_cast<std::int64_t>(row_bytes);
        return distance > -width && distance < width;
    };
    const auto in_slice = [&](std::int64_t distance) {
        return meet(distance, one.pitch_bytes, rows, in_row);
    };
    const std::int64_t distance =
        static_cast<const std::byte*>(one.data) - static_cast<const std::byte*>(other.data);
    return meet(distance, one.slice_bytes, slices, in_slice);
}

}  // namespace glint::detail
