// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/free_ranges.hpp>

#include <iterator>

namespace glint::cpu {

std::optional<AddressRange> FreeRanges::take(std::size_t size_bytes) {
    const auto found = by_size_.lower_bound({size_bytes, 0});
    if (found == by_size_.end()) return std::nullopt;
    const AddressRange whole{found->second, found->second + found->first};
    const AddressRange taken{whole.begin, whole.begin + size_bytes};
    remove(whole);
    if (taken.end < whole.end) add({taken.end, whole.end});
    return taken;
}

void FreeRanges::give(AddressRange range) {
    const auto next = ends_.lower_bound(range.begin);
    const std::optional<AddressRange> above =
        next != ends_.end() && next->first == range.end
            ? std::optional(AddressRange{next->first, next->second})
            : std::nullopt;
    const auto last = next != ends_.begin() ? std::prev(next) : ends_.end();
    const std::optional<AddressRange> below =
        last != ends_.end() && last->second == range.begin
            ? std::optional(AddressRange{last->first, last->second})
            : std::nullopt;
    if (above) remove(*above);
    if (below) remove(*below);
    add({below ? below->begin : range.begin, above ? above->end : range.end});
}

void FreeRanges::add(AddressRange range) {
    ends_.emplace(range.begin, range.end);
    by_size_.emplace(range.size_bytes(), range.begin);
}

void FreeRanges::remove(AddressRange range) {
    ends_.erase(range.begin);
    by_size_.erase({range.size_bytes(), range.begin});
}

}  // namespace glint::cpu
