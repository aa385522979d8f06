// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace glint::cpu {

/// Addresses [begin, end).
struct AddressRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;

    std::size_t size_bytes() const noexcept { return end - begin; }
    bool operator==(const AddressRange&) const = default;
};

/// The unused parts of a span of addresses. Adjacent free ranges are merged.
class FreeRanges {
public:
    /// Takes `size_bytes`, not 0, from the start of the smallest range that is large enough.
    std::optional<AddressRange> take(std::size_t size_bytes);
    /// Adds a range that overlaps none of the free ranges.
    void give(AddressRange range);

private:
    void add(AddressRange range);
    void remove(AddressRange range);

    std::map<std::uintptr_t, std::uintptr_t> ends_;  // end of each range, keyed by its begin
    std::set<std::pair<std::size_t, std::uintptr_t>> by_size_;
};

}  // namespace glint::cpu
