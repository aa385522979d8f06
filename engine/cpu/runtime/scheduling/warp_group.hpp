// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace glint::cpu {

/// One bit for each thread of a warp.
using LaneMask = std::uint32_t;

inline constexpr unsigned kWarpSize = 32;

/// What a thread brings to an operation that the lanes of `mask` do together.
struct WarpRequest {
    enum class Kind : std::uint8_t { sync, shuffle, ballot, match, reduce };

    Kind kind = Kind::sync;
    LaneMask mask = 0;
    std::uint64_t value = 0;
    /// The lane whose value a shuffle gives, or the `Reduction`.
    unsigned source = 0;
};

/// How a reduction joins two values; the prelude has the same list.
enum class Reduction : unsigned {
    add,
    min,
    max,
    unsigned_min,
    unsigned_max,
    bit_and,
    bit_or,
    bit_xor
};

/// The threads of one warp: who lives, and who waits for whom.
///
/// An operation is done for all its lanes at once, when the last of them has asked for it. So a
/// thread waits only once, and nobody can overwrite what another still has to read.
class WarpGroup {
public:
    /// All of `lanes` live and none waits.
    void reset(LaneMask lanes);

    LaneMask live() const noexcept { return live_; }

    /// Takes the request of `lane`. Returns the lanes whose operation is done by that, `lane`
    /// among them, or none if others are still to come.
    LaneMask ask(unsigned lane, const WarpRequest& request);

    /// `lane` has ended. Returns the lanes that waited for nobody else.
    LaneMask leave(unsigned lane);

    std::uint64_t result(unsigned lane) const noexcept { return results_[lane]; }

private:
    LaneMask group_of(unsigned lane) const noexcept { return requests_[lane].mask & live_; }
    bool is_complete(LaneMask group, LaneMask mask) const noexcept;
    LaneMask finish_if_complete(unsigned lane);
    std::uint32_t reduced(LaneMask group, Reduction kind) const noexcept;
    std::uint64_t answer(unsigned lane, LaneMask group) const noexcept;
    LaneMask lanes_with(LaneMask group, auto&& condition) const noexcept;

    LaneMask live_ = 0;
    LaneMask waiting_ = 0;
    std::array<WarpRequest, kWarpSize> requests_{};
    std::array<std::uint64_t, kWarpSize> results_{};
};

}  // namespace glint::cpu
