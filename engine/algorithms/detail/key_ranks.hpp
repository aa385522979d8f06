// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <glint/algorithms/detail/radix_sort.hpp>

namespace glint::detail {

/// Queues finding the keys that have the given ranks in each of the job's lines. Writes to
/// `keys.result`: first the keys of the first rank, one per line, then the keys of the second rank,
/// and so on.
void select_keys(Stream& stream, const SortJob& job, const SortDigits& digits,
                 std::span<const std::uint64_t> ranks);

/// Queues a search for the first `count` keys of each line in sorted order. If `job.numbered` is
/// true, the search also returns their indices. `count` is at least 1 and at most the line's
/// length.
void select_first(Stream& stream, const SortJob& job, const SortDigits& digits,
                  std::uint64_t count);

/// Waits, and returns true if the keys of each line are in order.
bool is_in_order(Stream& stream, const SortJob& job, const SortDigits& digits);

}  // namespace glint::detail
