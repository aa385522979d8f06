// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/runtime/faults/race_detector.hpp>
#include <glint/cpu/runtime/scheduling/fiber_stacks.hpp>
#include <glint/cpu/runtime/scheduling/fiber_switch.hpp>
#include <glint/cpu/runtime/scheduling/warp_group.hpp>

namespace glint::cpu {

/// Shared memory of a block: static variables first, then dynamic memory.
struct BlockMemory {
    std::byte* data = nullptr;
    std::size_t static_bytes = 0;
    std::size_t dynamic_bytes = 0;

    std::byte* dynamic_data() const noexcept { return data + dynamic_shared_offset(static_bytes); }
    std::size_t size_bytes() const noexcept { return shared_bytes(static_bytes, dynamic_bytes); }
};

/// Runs the threads of a block as fibers on the calling thread. When a fiber waits, switches to
/// another fiber.
///
/// A barrier does not wait for threads that have ended. If all live threads wait and nothing can
/// wake them, the run fails with a message instead of waiting forever.
class ThreadBlock {
public:
    ThreadBlock() = default;
    ~ThreadBlock();
    ThreadBlock(const ThreadBlock&) = delete;
    ThreadBlock& operator=(const ThreadBlock&) = delete;

    /// Runs a block until it ends or `abandon` is called. Returns a message if the threads of the
    /// block are in a deadlock, else nullopt.
    std::optional<std::string> run(FiberEntry* entry, const LaunchView& launch,
                                   const std::array<std::uint32_t, 3>& block,
                                   const BlockMemory& shared);

    // --- for the current thread of the block ---

    const LaunchView& launch() const noexcept { return *launch_; }
    const ThreadPlace& place() const noexcept { return places_[current_]; }
    unsigned lane() const noexcept { return current_ % kWarpSize; }
    LaneMask lane_bit() const noexcept { return LaneMask{1} << current_ % kWarpSize; }
    /// Returns the linear index of the current thread in its block.
    unsigned thread() const noexcept { return current_; }
    /// Return counters. Each completed barrier of the block increases `barrier_epoch`. Each
    /// completed operation of the current thread's warp increases `warp_epoch`.
    std::uint32_t barrier_epoch() const noexcept { return barrier_epoch_; }
    std::uint32_t warp_epoch() const noexcept { return warp_epochs_[current_ / kWarpSize]; }
    std::span<std::byte> stack() const noexcept { return stacks_.stack(current_); }
    const BlockMemory& shared() const noexcept { return shared_; }
    RaceDetector& races();
    /// Returns the indices of the thread with the linear index `index`, and of its block.
    const ThreadPlace& place(unsigned index) const noexcept { return places_[index]; }

    /// Waits until all live threads have called this function. Returns the number of threads for
    /// which `predicate` is true.
    unsigned barrier(bool predicate);

    /// Waits until all live lanes in the mask of the request have made the same request. Returns
    /// the result of the operation.
    std::uint64_t warp_operation(const WarpRequest& request);

    /// Synchronizes the threads of a warp before a volatile access. `site` is the index of the
    /// access. Waits until every other thread of the warp also waits or has ended, and until no
    /// thread of the warp waits at a lower site. As a result, threads that take different branches
    /// meet again after the branches. If some threads have waited for too many steps, for example
    /// because another thread loops until they continue, all waiting threads continue.
    void step(unsigned site);

    /// Ends the block. Threads that have not ended do not continue.
    [[noreturn]] void abandon();

private:
    static void run_current_thread();

    WarpGroup& warp() noexcept { return warps_[current_ / kWarpSize]; }

    void prepare(const std::array<std::uint32_t, 3>& block);
    void prepare_threads(const std::array<std::uint32_t, 3>& block);
    void prepare_warps();
    void suspend();
    void release_barrier();
    [[noreturn]] void leave();
    void switch_to_next();
    [[noreturn]] void give_up();
    std::optional<unsigned> next_ready() noexcept;
    LaneMask lanes_to_run(unsigned warp) noexcept;
    void release_step(unsigned warp) noexcept;
    std::string deadlock_report() const;

    FiberStacks stacks_;
    std::array<Fiber, FiberStacks::kCount> fibers_;
    std::array<ThreadPlace, FiberStacks::kCount> places_;
    std::array<WarpGroup, FiberStacks::kCount / kWarpSize> warps_;
    std::array<LaneMask, FiberStacks::kCount / kWarpSize> ready_;
    std::array<LaneMask, FiberStacks::kCount / kWarpSize> at_barrier_;
    std::array<LaneMask, FiberStacks::kCount / kWarpSize> at_step_;
    std::array<unsigned, FiberStacks::kCount / kWarpSize> held_up_;  // per warp: consecutive steps
                                                                     // after which some threads
                                                                     // still waited
    std::array<unsigned, FiberStacks::kCount> sites_;
    Fiber caller_;

    FiberEntry* entry_ = nullptr;
    const LaunchView* launch_ = nullptr;
    BlockMemory shared_;
    std::unique_ptr<RaceDetector> races_;
    std::optional<std::string> failure_;

    unsigned count_ = 0;    // number of threads in this block
    unsigned live_ = 0;     // number of threads that have not ended
    unsigned arrived_ = 0;  // number of threads that wait at the barrier
    unsigned current_ = 0;  // the thread that runs now
    unsigned votes_ = 0;    // number of threads at the barrier with a true predicate
    unsigned last_votes_ = 0;
    std::uint32_t barrier_epoch_ = 0;  // not reset between blocks
    std::array<std::uint32_t, FiberStacks::kCount / kWarpSize> warp_epochs_{};
};

}  // namespace glint::cpu
