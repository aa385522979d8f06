// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/warp_group.hpp>

#include <algorithm>
#include <bit>
#include <optional>

namespace glint::cpu {
namespace {

constexpr LaneMask bit(unsigned lane) { return LaneMask{1} << lane; }

// Calls `visit` for each lane in `lanes`, starting with the lowest.
void for_each_lane(LaneMask lanes, auto&& visit) {
    for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

std::uint32_t joined(Reduction kind, std::uint32_t a, std::uint32_t b) {
    const auto signed_a = static_cast<std::int32_t>(a), signed_b = static_cast<std::int32_t>(b);
    switch (kind) {
        case Reduction::add: return a + b;
        case Reduction::min: return signed_a < signed_b ? a : b;
        case Reduction::max: return signed_a > signed_b ? a : b;
        case Reduction::unsigned_min: return std::min(a, b);
        case Reduction::unsigned_max: return std::max(a, b);
        case Reduction::bit_and: return a & b;
        case Reduction::bit_or: return a | b;
        case Reduction::bit_xor: return a ^ b;
    }
    return 0;
}

}  // namespace

void WarpGroup::reset(LaneMask lanes) {
    live_ = lanes;
    waiting_ = 0;
}

LaneMask WarpGroup::ask(unsigned lane, const WarpRequest& request) {
    requests_[lane] = request;
    requests_[lane].mask |= bit(lane);
    waiting_ |= bit(lane);
    return finish_if_complete(lane);
}

LaneMask WarpGroup::leave(unsigned lane) {
    live_ &= ~bit(lane);
    LaneMask released = 0;
    for_each_lane(waiting_, [&](unsigned other) {
        if ((released & bit(other)) == 0) released |= finish_if_complete(other);
    });
    return released;
}

// Returns true if all lanes of `group` have requested the operation. A lane that waits with another
// mask has requested another operation.
bool WarpGroup::is_complete(LaneMask group, LaneMask mask) const noexcept {
    if ((waiting_ & group) != group) return false;
    return lanes_with(group, [&](unsigned lane) { return requests_[lane].mask == mask; }) == group;
}

LaneMask WarpGroup::finish_if_complete(unsigned lane) {
    const LaneMask group = group_of(lane);
    if (!is_complete(group, requests_[lane].mask)) return 0;
    for_each_lane(group, [&](unsigned member) { results_[member] = answer(member, group); });
    waiting_ &= ~group;
    return group;
}

LaneMask WarpGroup::lanes_with(LaneMask group, auto&& condition) const noexcept {
    LaneMask lanes = 0;
    for_each_lane(group, [&](unsigned lane) {
        if (condition(lane)) lanes |= bit(lane);
    });
    return lanes;
}

std::uint32_t WarpGroup::reduced(LaneMask group, Reduction kind) const noexcept {
    std::optional<std::uint32_t> total;
    for_each_lane(group, [&](unsigned lane) {
        const auto value = static_cast<std::uint32_t>(requests_[lane].value);
        total = total ? joined(kind, *total, value) : value;
    });
    return total.value_or(0);
}

std::uint64_t WarpGroup::answer(unsigned lane, LaneMask group) const noexcept {
    const WarpRequest& own = requests_[lane];
    const auto equals_own = [&](unsigned other) { return requests_[other].value == own.value; };
    const auto is_set = [&](unsigned other) { return requests_[other].value != 0; };
    switch (own.kind) {
        case WarpRequest::Kind::sync: return 0;
        case WarpRequest::Kind::shuffle: {
            const unsigned source = own.source % kWarpSize;
            return (group & bit(source)) != 0 ? requests_[source].value : own.value;
        }
        case WarpRequest::Kind::ballot: return lanes_with(group, is_set);
        case WarpRequest::Kind::match: return lanes_with(group, equals_own);
        case WarpRequest::Kind::reduce: return reduced(group, Reduction{own.source});
    }
    return 0;
}

}  // namespace glint::cpu
