// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <glint/algorithms/detail/any_operator.hpp>
#include <glint/algorithms/detail/tile_pass.hpp>

namespace glint::detail {

/// Where a scan starts anew; as glint::expression::Heads on the device.
enum class Heads : std::uint8_t { none, rows, flags, keys };

/// A scan whose types are known to its sources alone.
struct ScanTask {
    const AnyExpression& input;  ///< pairs for Heads::flags and Heads::keys
    const AnyOperator& op;
    ElementType result{};
    bool inclusive = true;
    Heads heads = Heads::none;
    std::optional<std::ptrdiff_t> axis{};
    PassOptions pass{};
};

/// The shape of the result: the input's along an axis, else one dimension.
/// Throws Error(invalid_argument) if there is no such axis.
Shape scan_shape(const ScanTask& task);

/// Queues the scan; `output` has room for all elements.
void scan(Stream& stream, const ScanTask& task, void* output);

/// Queues flags for the elements of segments: true at the indices that `offsets`, an expression of
/// integers, has; those that are not below `count` are passed over.
void mark_heads(Stream& stream, const AnyExpression& offsets, bool* flags, std::size_t count);

}  // namespace glint::detail
