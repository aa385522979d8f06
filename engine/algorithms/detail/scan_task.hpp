// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <glint/algorithms/detail/any_operator.hpp>
#include <glint/algorithms/detail/tile_pass.hpp>

namespace glint::detail {

/// Positions at which a scan restarts; matches glint::expression::Heads on the device.
enum class Heads : std::uint8_t { none, rows, flags, keys };

/// A type-erased scan; only its generated code knows the types.
struct ScanTask {
    const AnyExpression& input;  ///< pairs with flags or keys for Heads::flags and Heads::keys
    const AnyOperator& op;
    ElementType result{};
    bool inclusive = true;
    Heads heads = Heads::none;
    std::optional<std::ptrdiff_t> axis{};
    PassOptions pass{};
};

/// Returns the shape of the result: the shape of the input for a scan along an axis, otherwise one
/// dimension with all elements. Throws Error(invalid_argument) if the axis does not exist.
Shape scan_shape(const ScanTask& task);

/// Queues the scan; `output` must have space for all elements.
void scan(Stream& stream, const ScanTask& task, void* output);

/// Queues writing `count` flags, which are true at the indices in `offsets`, an expression of
/// integers. Offsets outside 0 to `count` - 1 are ignored.
void mark_heads(Stream& stream, const AnyExpression& offsets, bool* flags, std::size_t count);

}  // namespace glint::detail
