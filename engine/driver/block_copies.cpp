// SPDX-License-Identifier: MIT
#include <glint/driver/block_copies.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/detail/copy_checks.hpp>

namespace glint::detail {
namespace {

bool is_empty(const Extent& extent) noexcept {
    return extent.width == 0 || extent.height == 0 || extent.depth == 0;
}

[[noreturn]] void refuse_block_copy(const char* verb, const Block& block,
                                    const std::string& reason) {
    const auto& [width, height, depth] = block.extent;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} a block of {} x {} x {} elements of {}", verb, width, height, depth,
                            text::counted(block.element_bytes, "byte")),
                reason);
}

void check_same_extent(const Block& to, const Block& from) {
    const auto& [width, height, depth] = to.extent;
    if (to.extent != from.extent)
        refuse_block_copy(
            "copy", from,
            fmt::format("the destination has {} x {} x {} elements", width, height, depth));
}

Extent in_bytes(const Block& block) noexcept {
    return {block.extent.width * block.element_bytes, block.extent.height, block.extent.depth};
}

void check_block_memory(const Stream& stream, const char* verb, const char* what,
                        const Block& block) {
    check_memory(stream, verb, what, block.rows.data, span_bytes(block.rows, in_bytes(block)),
                 block.rows.side);
}

}  // namespace

void copy_block(Stream& stream, const Block& to, const Block& from) {
    check_same_extent(to, from);
    if (is_empty(to.extent)) return;
    check_block_memory(stream, "copy", "the destination", to);
    check_block_memory(stream, "copy", "the source", from);
    const Extent extent = in_bytes(to);
    if (to.rows.side == from.rows.side && blocks_overlap(to.rows, from.rows, extent))
        refuse_block_copy("copy", from, "the source and the destination overlap");
    stream.state().copy_block({.to = to.rows, .from = from.rows, .extent = extent});
}

void fill_block(Stream& stream, const Block& to, std::span<const std::byte> element) {
    if (is_empty(to.extent)) return;
    check_block_memory(stream, "fill", "the destination", to);
    stream.state().fill_block(driver::fill_of(to.rows, to.extent, element));
}

}  // namespace glint::detail
