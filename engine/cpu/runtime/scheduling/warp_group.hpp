// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace glint::cpu {

/// One bit for each thread of a warp.
using LaneMask = std::uint32_t;

inline constexpr unsigned kWarpSize = 32;

/// A thread's request for an operation that the lanes of `mask` do together.
struct WarpRequest {
    enum class Kind : std::uint8_t { sync, shuffle, ballot, match, reduce };

    Kind kind = Kind::sync;
    LaneMask mask = 0;
    std::uint64_t value = 0;
    /// The lane whose value a shuffle returns, or the `Reduction`.
    unsigned source = 0;
};

/// The operation that combines two values of a reduction; the prelude has the same list.
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

/// The threads of one warp: which of them are live, and which wait.
///
/// An operation is done for all its lanes at once, when the last of them has requested it. So a
/// thread waits only once, and no thread can overwrite what another still has to read.
class WarpGroup {
public:
    /// Makes all of `lanes` live and not waiting.
    void reset(LaneMask lanes);

    LaneMask live() const noexcept { return live_; }

    /// Records the request of `lane`. Returns the lanes whose operation is now complete, including
    /// `lane`. Returns none if other lanes have not requested it yet.
    LaneMask ask(unsigned lane, const WarpRequest& request);

    /// Call this when `lane` has ended. Returns the lanes that were waiting only for this lane.
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
