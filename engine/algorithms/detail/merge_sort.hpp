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

/// An order for kernels: the text of <algorithms/sort_order.cuh>, and the scalars that it uses.
struct SortOrder {
    std::string source{};
    OperandList operands{};
};

/// The order given by a C++ expression of two elements a and b, "a.mass < b.mass", or by a
/// function.
SortOrder order_of_code(std::string_view code, const ElementType& element);
SortOrder order_of_function(const AnyFunction& function, const ElementType& element);

/// The order of two Ts given by an expression, or by a callable that returns one for two symbols.
template <class T, class Before>
SortOrder order_of(const Before& before) {
    if constexpr (std::is_convertible_v<Before, std::string_view>)
        return order_of_code(before, kElementType<T>);
    else
        return order_of_function(operator_of<T>(before), kElementType<T>);
}

/// How blocks sort and merge their tiles: with all threads, or with a single one.
enum class MergeWay { automatic, blocks, serial };

/// Queues a stable merge sort. All segments have the same length. A `way` other than automatic is
/// for tests.
void merge_sort(Stream& stream, const SortJob& job, const SortOrder& order,
                MergeWay way = MergeWay::automatic);

}  // namespace glint::detail
