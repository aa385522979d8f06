// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace glint::cpu {

/// A set of threads of a warp, with one bit per thread.
using LaneMask = std::uint32_t;

inline constexpr unsigned kWarpSize = 32;

/// A thread's request for an operation in which the lanes of `mask` take part.
struct WarpRequest {
    enum class Kind : std::uint8_t { sync, shuffle, ballot, match, reduce };

    Kind kind = Kind::sync;
    LaneMask mask = 0;
    std::uint64_t value = 0;
    /// For a shuffle, the lane whose value is returned. For a reduction, the `Reduction`.
    unsigned source = 0;
};

/// Operation that combines two values in a reduction. The order must be the same as in the prelude.
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

/// The threads of a warp. Records which threads are live and which threads wait.
///
/// When the last lane of an operation makes its request, this class computes the results of all
/// lanes of the operation. Therefore, a thread waits only once per operation, and no thread can
/// overwrite data that another thread has not read yet.
class WarpGroup {
public:
    /// Starts a new warp: the lanes in `lanes` are live, and no lane waits.
    void reset(LaneMask lanes);

    LaneMask live() const noexcept { return live_; }

    /// Records the request of `lane`. If this completes an operation, returns all lanes of the
    /// operation, including `lane`. If other lanes have not requested the operation yet, returns 0.
    LaneMask ask(unsigned lane, const WarpRequest& request);

    /// Call this function when `lane` has ended. Returns the lanes that waited only for this lane.
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
