// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/algorithms/detail/tile_pass.hpp>

namespace glint::detail {

/// Determines which elements are selected; matches glint::expression::Keep on the device.
enum class Keep : std::uint8_t { flagged, heads, keys, runs };

/// A type-erased selection; only its generated code knows the types.
struct SelectTask {
    const AnyExpression& input;  ///< pairs with flags or keys for Keep::flagged and Keep::keys
    Keep keep = Keep::flagged;
    ElementType first{};   ///< type of the selected elements
    ElementType second{};  ///< type of the values selected with them; if unused, any type
    PassOptions pass{};
};

/// Queues a selection. `firsts` and, if used, `seconds` must have space for all elements. `count`
/// is the address of one number.
void select(Stream& stream, const SelectTask& task, void* firsts, void* seconds,
            std::int64_t* count);

/// Queues a stable partition of pairs. The second value of a pair is its class: 0, 1 or greater.
/// `counts` is the address of two numbers.
void partition(Stream& stream, const AnyExpression& input, const ElementType& element, void* output,
               std::int64_t* counts, const PassOptions& options = {});

/// Queues computing the lengths of the `count` runs that start at the indices in `starts`. The last
/// run ends at `size`.
void run_lengths(Stream& stream, const AnyExpression& starts, const std::int64_t* count,
                 std::int64_t* lengths);

}  // namespace glint::detail
