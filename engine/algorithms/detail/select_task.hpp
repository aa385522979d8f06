// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/algorithms/detail/tile_pass.hpp>

namespace glint::detail {

/// Which elements are kept; as glint::expression::Keep on the device.
enum class Keep : std::uint8_t { flagged, heads, keys, runs };

/// A selection whose types are known to its sources alone.
struct SelectTask {
    const AnyExpression& input;  ///< pairs for Keep::flagged and Keep::keys
    Keep keep = Keep::flagged;
    ElementType first{};   ///< of the elements that are written
    ElementType second{};  ///< of what is written beside them, or any type
    PassOptions pass{};
};

/// Queues a selection. `firsts` and, if used, `seconds` have room for all elements; `count` is of
/// one number.
void select(Stream& stream, const SelectTask& task, void* firsts, void* seconds,
            std::int64_t* count);

/// Queues a stable partition of pairs whose second value is a class: 0, 1 or greater. `counts` are
/// two numbers.
void partition(Stream& stream, const AnyExpression& input, const ElementType& element, void* output,
               std::int64_t* counts, const PassOptions& options = {});

/// Queues finding the lengths of the `count` runs that start at the indices in `starts`, of `size`
/// elements in all.
void run_lengths(Stream& stream, const AnyExpression& starts, const std::int64_t* count,
                 std::int64_t* lengths);

}  // namespace glint::detail
