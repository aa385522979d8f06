// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <glint/algorithms/detail/sort_job.hpp>
#include <glint/algorithms/detail/symbol.hpp>

namespace glint::detail {

/// What comes before what, as kernels take it: the text of <algorithms/sort_order.cuh>, and the
/// scalars that it needs.
struct SortOrder {
    std::string source{};
    OperandList operands{};
};

/// The order of two `element`s by a C++ expression of a and b, "a.mass < b.mass", or by a function.
SortOrder order_of_code(std::string_view code, const ElementType& element);
SortOrder order_of_function(const AnyFunction& function, const ElementType& element);

/// The order of two Ts by an expression, or by a callable that gives one for two symbols.
template <class T, class Before>
SortOrder order_of(const Before& before) {
    if constexpr (std::is_convertible_v<Before, std::string_view>)
        return order_of_code(before, kElementType<T>);
    else
        return order_of_function(operator_of<T>(before), kElementType<T>);
}

/// How blocks sort and merge their tiles: all threads together, or one alone.
enum class MergeWay { automatic, blocks, serial };

/// Queues a stable sort by merging. All segments have one length. A `way` other than automatic is
/// for tests.
void merge_sort(Stream& stream, const SortJob& job, const SortOrder& order,
                MergeWay way = MergeWay::automatic);

}  // namespace glint::detail
