// SPDX-License-Identifier: MIT
#include <glint/driver/growing_memory.hpp>

#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

GrowingBytes::GrowingBytes(const Device& device, std::size_t most, std::size_t element_bytes)
    : backend_(device.backend()) {
    // The limit is half of the maximum, so that rounding up to whole chunks cannot overflow.
    if (most > std::numeric_limits<std::size_t>::max() / 2 / element_bytes)
        throw Error(
            ErrorCode::invalid_argument, "reserve addresses",
            fmt::format("{} elements of {} bytes do not fit in memory", most, element_bytes));
    if (most > 0) range_ = backend_->memory().reserve(most * element_bytes);
}

void GrowingBytes::grow(std::size_t count, std::size_t most, std::size_t element_bytes) {
    if (count > most)
        throw Error(
            ErrorCode::out_of_memory,
            fmt::format("grow memory to {} of {}", text::counted(count, "element"),
                        text::counted(element_bytes, "byte")),
            fmt::format("addresses were reserved for only {}", text::counted(most, "element")));
    if (count * element_bytes > range_->committed_bytes()) range_->commit(count * element_bytes);
}

void GrowingBytes::shrink(std::size_t size_bytes) {
    if (!range_) return;
    backend_->synchronize();
    range_->commit(size_bytes);
}

}  // namespace glint::detail
