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

/// A sort order for kernels: the text of <algorithms/sort_order.cuh>, and the scalars that it uses.
struct SortOrder {
    std::string source{};
    OperandList operands{};
};

/// Returns the order given by C++ code that compares two elements a and b, such as
/// "a.mass < b.mass", or by a traced function.
SortOrder order_of_code(std::string_view code, const ElementType& element);
SortOrder order_of_function(const AnyFunction& function, const ElementType& element);

/// Returns the order of two elements of type T, given by C++ code or by a callable that returns an
/// expression of two symbols.
template <class T, class Before>
SortOrder order_of(const Before& before) {
    if constexpr (std::is_convertible_v<Before, std::string_view>)
        return order_of_code(before, kElementType<T>);
    else
        return order_of_function(operator_of<T>(before), kElementType<T>);
}

/// Selects whether a tile is sorted and merged by a block of threads or by a single thread.
enum class MergeWay { automatic, blocks, serial };

/// Queues a stable merge sort. All segments have the same length. Values of `way` other than
/// automatic are for tests.
void merge_sort(Stream& stream, const SortJob& job, const SortOrder& order,
                MergeWay way = MergeWay::automatic);

}  // namespace glint::detail
