#pragma once

#include <cstdint>

#include <glint/algorithms/detail/radix_sort.hpp>

namespace glint::detail {

/// Queues finding the key of rank `rank` in the order of each of the job's lines, which goes to
/// `keys.result`, one for each line.
void select_keys(Stream& stream, const SortJob& job, const SortDigits& digits, std::uint64_t rank);

/// Queues finding the first `count` keys of each line and, the job being numbered, their places, in
/// their order. `count` is at least 1 and at most a line's length.
void select_first(Stream& stream, const SortJob& job, const SortDigits& digits,
                  std::uint64_t count);

/// Whether the keys of each line are in order. Waits.
bool is_in_order(Stream& stream, const SortJob& job, const SortDigits& digits);

}  // namespace glint::detail
