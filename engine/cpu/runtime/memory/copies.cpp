// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/copies.hpp>

#include <algorithm>
#include <cstring>
#include <mutex>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/runtime/faults/access_guard.hpp>
#include <glint/cpu/runtime/faults/fault_report.hpp>
#include <glint/cpu/runtime/memory/images.hpp>

namespace glint::cpu {
namespace {

// Minimum number of bytes that a thread of the pool takes at a time. Smaller copies and fills run
// only on the stream's thread.
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20;
// Maximum number of bytes per copy of a fill, which fits in the L1 cache. A fill repeatedly copies
// the part of the memory that it has already filled.
constexpr std::size_t kMaxFillStep = 4096;

/// Calls `work` on the pool for the indices from 0 to `count` - 1. An access to invalid memory
/// skips the stack frames of `work`, so they must not contain objects with destructors.
template <class Work>
void run_guarded(const RunContext& context, const char* verb, std::uint64_t count,
                 std::uint64_t bytes_each, const Work& work) {
    std::mutex mutex;
    std::optional<Fault> failure;
    const std::uint64_t chunk = kChunkBytes / std::max<std::uint64_t>(bytes_each, 1);
    context.pool.run(count, chunk, [&](std::uint64_t first, std::uint64_t last) {
        std::optional<Fault> fault = guarded([&] { work(first, last); });
        if (!fault) return;
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::move(fault);
    });
    if (failure)
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("{} {}", verb, text::human_bytes(count * bytes_each)),
                    describe(*failure, context.allocations));
}

template <class T>
void fill_with(const RunContext& context, void* to, T value, std::size_t count) {
    auto* target = static_cast<T*>(to);
    run_guarded(context, "fill", count, sizeof(T), [=](std::uint64_t first, std::uint64_t last) {
        std::fill(target + first, target + last, value);
    });
}

/// Sets the first element, and then repeatedly copies the part of the row that is already set.
void fill_row(std::byte* to, const std::byte* element, std::size_t element_bytes,
              std::size_t size_bytes) {
    const std::size_t most = std::max<std::size_t>(kMaxFillStep / element_bytes, 1) * element_bytes;
    std::memcpy(to, element, element_bytes);
    for (std::size_t done = element_bytes; done < size_bytes;) {
        const std::size_t step = std::min({done, most, size_bytes - done});
        std::memcpy(to + done, to, step);
        done += step;
    }
}

driver::Rows rows_of(const driver::CopyEnd& end) {
    if (const auto* rows = std::get_if<driver::Rows>(&end)) return *rows;
    const auto& [image, origin] = std::get<driver::Texels>(end);
    const std::size_t slice_bytes = slice_bytes_of(image);
    return {.data = static_cast<std::byte*>(image.data) + origin.z * slice_bytes +
                    origin.y * image.pitch_bytes + origin.x * pixel_bytes(image.shape.format),
            .pitch_bytes = image.pitch_bytes,
            .slice_bytes = slice_bytes};
}

/// Returns the address of row `index` of a block. Rows are numbered across slices.
std::byte* row_at(const driver::Rows& rows, std::uint64_t index, std::size_t height) {
    return static_cast<std::byte*>(rows.data) + index / height * rows.slice_bytes +
           index % height * rows.pitch_bytes;
}

bool is_dense(const driver::Rows& rows, const driver::Extent& extent) {
    return (extent.height == 1 || rows.pitch_bytes == extent.width) &&
           (extent.depth == 1 || rows.slice_bytes == extent.height * extent.width);
}

void check_pitch(const driver::Rows& rows, std::size_t row_bytes, std::size_t height) {
    if (height > 1 && rows.pitch_bytes < row_bytes)
        throw Error(ErrorCode::invalid_argument, "copy a block",
                    fmt::format("the rows of the block have {}, but the pitch is only {}",
                                text::counted(row_bytes, "byte"), rows.pitch_bytes));
}

}  // namespace

void copy_bytes(const RunContext& context, void* to, const void* from, std::size_t size_bytes) {
    auto* target = static_cast<std::byte*>(to);
    const auto* source = static_cast<const std::byte*>(from);
    run_guarded(context, "copy", size_bytes, 1, [=](std::uint64_t first, std::uint64_t last) {
        std::memcpy(target + first, source + first, last - first);
    });
}

void fill_elements(const RunContext& context, void* to, std::uint32_t pattern,
                   std::size_t element_bytes, std::size_t count) {
    switch (element_bytes) {
        case 1: return fill_with(context, to, static_cast<std::uint8_t>(pattern), count);
        case 2: return fill_with(context, to, static_cast<std::uint16_t>(pattern), count);
        default: return fill_with(context, to, pattern, count);
    }
}

void check_copy(const driver::BlockCopy& copy) {
    check_pitch(rows_of(copy.to), copy.extent.width, copy.extent.height);
    check_pitch(rows_of(copy.from), copy.extent.width, copy.extent.height);
}

void copy_block(const RunContext& context, const driver::BlockCopy& copy) {
    const auto& [row_bytes, height, depth] = copy.extent;
    const driver::Rows to = rows_of(copy.to), from = rows_of(copy.from);
    if (is_dense(to, copy.extent) && is_dense(from, copy.extent))
        return copy_bytes(context, to.data, from.data, row_bytes * height * depth);
    run_guarded(context, "copy", height * depth, row_bytes,
                [&](std::uint64_t first, std::uint64_t last) {
                    for (std::uint64_t row = first; row < last; ++row)
                        std::memcpy(row_at(to, row, height), row_at(from, row, height), row_bytes);
                });
}

void fill_block(const RunContext& context, const driver::BlockFill& fill) {
    const auto& [width, height, depth] = fill.extent;
    const std::byte* element = fill.element.data();
    const std::size_t row_bytes = width * fill.element_bytes;
    // The block is contiguous, so it is filled as a single row, in chunks of whole elements.
    if (is_dense(fill.to, {row_bytes, height, depth}))
        return run_guarded(
            context, "fill", width * height * depth, fill.element_bytes,
            [&](std::uint64_t first, std::uint64_t last) {
                fill_row(static_cast<std::byte*>(fill.to.data) + first * fill.element_bytes,
                         element, fill.element_bytes, (last - first) * fill.element_bytes);
            });
    run_guarded(
        context, "fill", height * depth, row_bytes, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t row = first; row < last; ++row)
                fill_row(row_at(fill.to, row, height), element, fill.element_bytes, row_bytes);
        });
}

}  // namespace glint::cpu
