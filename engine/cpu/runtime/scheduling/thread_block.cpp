// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/thread_block.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/cpu/runtime/scheduling/active_block.hpp>

namespace glint::cpu {
namespace {

// Maximum number of consecutive steps of a warp during which some lanes wait at a later site; see
// ThreadBlock::step. Loops over shared memory take fewer steps. A loop that waits for the waiting
// lanes reaches this number in a few milliseconds.
constexpr unsigned kMaxHeldUp = 10'000;

}  // namespace

ThreadBlock::~ThreadBlock() {
    for (Fiber& fiber : fibers_) forget_fiber(fiber);
}

std::optional<std::string> ThreadBlock::run(FiberEntry* entry, const LaunchView& launch,
                                            const std::array<std::uint32_t, 3>& block,
                                            const BlockMemory& shared) {
    entry_ = entry;
    launch_ = &launch;
    shared_ = shared;
    prepare(block);
    const ActiveBlock active(*this);
    adopt_current(caller_);
    switch_fiber(caller_, fibers_[0]);
    return std::exchange(failure_, std::nullopt);
}

void ThreadBlock::prepare(const std::array<std::uint32_t, 3>& block) {
    const auto& size = launch_->block;
    count_ = live_ = size[0] * size[1] * size[2];
    arrived_ = current_ = votes_ = last_votes_ = 0;
    ++barrier_epoch_;
    stacks_.guard(count_);
    prepare_threads(block);
    prepare_warps();
}

void ThreadBlock::prepare_threads(const std::array<std::uint32_t, 3>& block) {
    const auto& size = launch_->block;
    unsigned index = 0;
    for (std::uint32_t z = 0; z < size[2]; ++z)
        for (std::uint32_t y = 0; y < size[1]; ++y)
            for (std::uint32_t x = 0; x < size[0]; ++x, ++index) {
                places_[index] = {.thread = {x, y, z}, .block = {block[0], block[1], block[2]}};
                prepare_fiber(fibers_[index], stacks_.stack(index), stacks_.top(index),
                              &run_current_thread);
            }
}

void ThreadBlock::prepare_warps() {
    for (unsigned first = 0, warp = 0; warp < warps_.size(); first += kWarpSize, ++warp) {
        const unsigned lanes = first < count_ ? std::min(count_ - first, kWarpSize) : 0;
        ready_[warp] = lanes == 0 ? 0 : ~LaneMask{0} >> (kWarpSize - lanes);
        warps_[warp].reset(ready_[warp]);
        at_barrier_[warp] = at_step_[warp] = 0;
        held_up_[warp] = 0;
    }
}

void ThreadBlock::run_current_thread() {
    enter_fiber();
    ThreadBlock& block = *ActiveBlock::current();
    block.entry_(block.launch_, &block.places_[block.current_], block.shared_.data);
    block.leave();
}

unsigned ThreadBlock::barrier(bool predicate) {
    votes_ += predicate ? 1 : 0;
    ++arrived_;
    at_barrier_[current_ / kWarpSize] |= lane_bit();
    if (arrived_ == live_)
        release_barrier();
    else
        suspend();
    return last_votes_;
}

void ThreadBlock::release_barrier() {
    for (std::size_t warp = 0; warp < ready_.size(); ++warp)
        ready_[warp] |= std::exchange(at_barrier_[warp], 0);
    last_votes_ = std::exchange(votes_, 0);
    arrived_ = 0;
    ++barrier_epoch_;
}

std::uint64_t ThreadBlock::warp_operation(const WarpRequest& request) {
    const unsigned lane = current_ % kWarpSize;
    const LaneMask released = warp().ask(lane, request);
    ready_[current_ / kWarpSize] |= released;
    if (released == 0)
        suspend();
    else
        ++warp_epochs_[current_ / kWarpSize];
    return warp().result(lane);
}

void ThreadBlock::step(unsigned site) {
    at_step_[current_ / kWarpSize] |= lane_bit();
    sites_[current_] = site;
    suspend();
}

void ThreadBlock::release_step(unsigned warp) noexcept {
    const LaneMask waiting = at_step_[warp];
    const auto site_of = [&](LaneMask lanes) {
        return sites_[warp * kWarpSize + static_cast<unsigned>(std::countr_zero(lanes))];
    };
    unsigned first = ~0u;
    for (LaneMask left = waiting; left != 0; left &= left - 1)
        first = std::min(first, site_of(left));
    LaneMask released = 0;
    for (LaneMask left = waiting; left != 0; left &= left - 1)
        if (site_of(left) == first) released |= left & -left;
    held_up_[warp] = released == waiting ? 0 : held_up_[warp] + 1;
    if (held_up_[warp] > kMaxHeldUp) released = waiting;
    at_step_[warp] &= ~released;
    ready_[warp] |= released;
}

// Returns the lanes of a warp that can run. If all live lanes wait, releases lanes that wait at a
// step.
LaneMask ThreadBlock::lanes_to_run(unsigned warp) noexcept {
    if (ready_[warp] == 0 && at_step_[warp] != 0) release_step(warp);
    return ready_[warp];
}

void ThreadBlock::suspend() {
    ready_[current_ / kWarpSize] &= ~lane_bit();
    switch_to_next();
}

void ThreadBlock::leave() {
    LaneMask& ready = ready_[current_ / kWarpSize];
    ready &= ~lane_bit();
    ready |= warp().leave(current_ % kWarpSize);
    --live_;
    if (live_ > 0 && arrived_ == live_) release_barrier();
    if (live_ == 0) switch_fiber(fibers_[current_], caller_);
    switch_to_next();
    __builtin_unreachable();
}

RaceDetector& ThreadBlock::races() {
    if (!races_) races_ = std::make_unique<RaceDetector>();
    return *races_;
}

void ThreadBlock::abandon() {
    switch_fiber(fibers_[current_], caller_);
    __builtin_unreachable();
}

void ThreadBlock::give_up() {
    failure_ = deadlock_report();
    abandon();
}

void ThreadBlock::switch_to_next() {
    const std::optional<unsigned> next = next_ready();
    if (!next) give_up();
    const unsigned previous = std::exchange(current_, *next);
    switch_fiber(fibers_[previous], fibers_[current_]);
}

// Returns the next thread that can run, or nullopt. Starts the search after the current thread, so
// that threads start in order and take turns.
std::optional<unsigned> ThreadBlock::next_ready() noexcept {
    const unsigned warps = ceil_div(count_, kWarpSize);
    const unsigned own = current_ / kWarpSize;
    const LaneMask above = ready_[own] & ~LaneMask{1} << current_ % kWarpSize;
    if (above != 0) return own * kWarpSize + static_cast<unsigned>(std::countr_zero(above));
    for (unsigned step = 1; step <= warps; ++step) {
        const unsigned warp = (own + step) % warps;
        if (const LaneMask lanes = lanes_to_run(warp); lanes != 0)
            return warp * kWarpSize + static_cast<unsigned>(std::countr_zero(lanes));
    }
    return std::nullopt;
}

std::string ThreadBlock::deadlock_report() const {
    const auto& block = places_[0].block;
    return fmt::format(
        "the threads of block ({}, {}, {}) are in a deadlock. Threads that wait at __syncthreads: "
        "{}. Threads that wait at a warp operation whose mask includes threads that do not reach "
        "the operation: {}. Threads that have exited: {}",
        block[0], block[1], block[2], arrived_, live_ - arrived_, count_ - live_);
}

}  // namespace glint::cpu
