// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace glint::cpu {

/// The addresses from `begin` to `end` - 1.
struct AddressRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;

    std::size_t size_bytes() const noexcept { return end - begin; }
    bool operator==(const AddressRange&) const = default;
};

/// The unused ranges of a larger range of addresses. Adjacent unused ranges are merged.
class FreeRanges {
public:
    /// Takes `size_bytes` addresses (more than 0) from the start of the smallest range that is
    /// large enough. Returns nullopt if all ranges are smaller.
    std::optional<AddressRange> take(std::size_t size_bytes);
    /// Adds an unused range. It must not overlap other unused ranges.
    void give(AddressRange range);

private:
    void add(AddressRange range);
    void remove(AddressRange range);

    std::map<std::uintptr_t, std::uintptr_t> ends_;  // maps the start of each range to its end
    std::set<std::pair<std::size_t, std::uintptr_t>> by_size_;
};

}  // namespace glint::cpu
