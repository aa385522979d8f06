#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/runtime/fibre_stacks.hpp>
#include <glint/cpu/runtime/fibre_switch.hpp>
#include <glint/cpu/runtime/warp_group.hpp>

namespace glint::cpu {

/// Runs the threads of a block as fibres on the calling thread, switching where one waits.
///
/// Threads that have ended do not hold up a barrier. If all that live wait, and nobody could ever
/// wake them, the run fails with a message instead of hanging.
class ThreadBlock {
public:
    ThreadBlock() = default;
    ~ThreadBlock();
    ThreadBlock(const ThreadBlock&) = delete;
    ThreadBlock& operator=(const ThreadBlock&) = delete;

    /// Runs one block to its end. Returns why it failed, if it did.
    std::optional<std::string> run(FibreEntry* entry, const LaunchView& launch,
                                   const std::uint32_t (&block)[3], std::byte* shared,
                                   std::size_t static_shared_bytes);

    // --- for the thread of the block that runs now ---

    const LaunchView& launch() const noexcept { return *launch_; }
    const ThreadPlace& place() const noexcept { return places_[current_]; }
    std::byte* shared() const noexcept { return shared_; }
    std::byte* dynamic_shared() const noexcept { return dynamic_shared_; }

    /// Waits until all live threads are here. Returns how many came with `predicate`.
    unsigned barrier(bool predicate);

    /// Waits for the live lanes of the request's mask, and gives the operation's result.
    std::uint64_t warp_operation(const WarpRequest& request);

    /// The first reason that is noted is what `run` returns.
    void note_failure(std::string reason);

    /// Ends the whole block, without running what is left of its threads.
    [[noreturn]] void abandon();

private:
    static void run_current_thread();

    WarpGroup& warp() noexcept { return warps_[current_ / kWarpSize]; }
    LaneMask lane_bit() const noexcept { return LaneMask{1} << current_ % kWarpSize; }

    void prepare(const std::uint32_t (&block)[3]);
    void prepare_threads(const std::uint32_t (&block)[3]);
    void prepare_warps();
    void suspend();
    void release_barrier();
    [[noreturn]] void leave();
    void switch_to_next();
    [[noreturn]] void give_up();
    std::optional<unsigned> next_ready() const noexcept;
    std::string deadlock_report() const;

    FibreStacks stacks_;
    std::array<Fibre, FibreStacks::kCount> fibres_;
    std::array<ThreadPlace, FibreStacks::kCount> places_;
    std::array<WarpGroup, FibreStacks::kCount / kWarpSize> warps_;
    std::array<LaneMask, FibreStacks::kCount / kWarpSize> ready_;
    std::array<LaneMask, FibreStacks::kCount / kWarpSize> at_barrier_;
    Fibre caller_;

    FibreEntry* entry_ = nullptr;
    const LaunchView* launch_ = nullptr;
    std::byte* shared_ = nullptr;
    std::byte* dynamic_shared_ = nullptr;
    std::optional<std::string> failure_;

    unsigned count_ = 0;    // threads of this block
    unsigned live_ = 0;     // of these, not ended
    unsigned arrived_ = 0;  // at the barrier
    unsigned current_ = 0;  // the thread that runs
    unsigned votes_ = 0;    // of those that arrived
    unsigned last_votes_ = 0;
};

}  // namespace glint::cpu
