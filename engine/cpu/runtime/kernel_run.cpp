// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/kernel_run.hpp>

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstring>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>
#include <glint/cpu/runtime/faults/fault_report.hpp>
#include <glint/cpu/runtime/faults/watchdog.hpp>
#include <glint/cpu/runtime/flush_subnormals.hpp>
#include <glint/cpu/runtime/launch_check.hpp>
#include <glint/cpu/runtime/memory/memory.hpp>
#include <glint/cpu/runtime/scheduling/active_block.hpp>
#include <glint/cpu/runtime/scheduling/worker.hpp>

namespace glint::cpu {
namespace {

// Number of chunks of blocks per thread. With many chunks, a slow thread does not delay the others.
// A power of two often divides a row of the grid evenly. Chunks then end at the end of a row.
constexpr std::uint64_t kChunksPerThread = 32;

std::uint64_t block_count(const LaunchView& view) {
    return std::uint64_t{view.grid[0]} * view.grid[1] * view.grid[2];
}

// Returns the minimum number of blocks that a thread takes at a time. If possible, this is a whole
// number of rows of the grid, because adjacent blocks access the same rows of memory.
std::uint64_t chunk_of(const LaunchView& view, unsigned threads) {
    const std::uint64_t chunk = block_count(view) / (threads * kChunksPerThread);
    const std::uint64_t row = view.grid[0];
    return chunk < row / 2 ? chunk : (chunk + row / 2) / row * row;
}

constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

SharedHeader& header_of(std::byte* shared) {
    return *reinterpret_cast<SharedHeader*>(shared - sizeof(SharedHeader));
}

// Runs blocks. If the kernel fails, leave_kernel() jumps back to setjmp().
void call_loops(LoopsEntry* entry, const LaunchView& view, std::uint64_t first, std::uint64_t last,
                std::byte* shared) {
    ActiveLoops loops;
    if (setjmp(loops.place) == 0) entry(&view, first, last, shared);
}

std::string index_text(const auto& index) {
    return fmt::format("({}, {}, {})", index[0], index[1], index[2]);
}

}  // namespace

/// State that all threads of a launch share.
class KernelRun::Outcome {
public:
    explicit Outcome(const RunContext& context)
        : allocations_(context.allocations), watch_(context.watchdog) {}

    const Allocations& allocations() const noexcept { return allocations_; }
    Watchdog::Watch& watch() noexcept { return watch_; }

    bool has_failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

    void add(std::optional<std::string> failure) {
        if (!failure) return;
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(failure);
        failed_ = true;
    }

    void throw_failure(const std::string& kernel) const {
        if (failure_) throw Error(ErrorCode::launch, "run kernel '" + kernel + "'", *failure_);
    }

private:
    const Allocations& allocations_;
    Watchdog::Watch watch_;
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    std::optional<std::string> failure_;
};

KernelRun::KernelRun(const Kernel& kernel, const driver::DeviceInfo& device,
                     const driver::LaunchShape& shape, std::span<void* const> arguments)
    : kernel_(kernel), shape_(shape) {
    check_launch(kernel.info(), device, shape, arguments.size());
    code_ = &kernel.code_for(shape);
    arguments_.reset(new (std::align_val_t{kAlignment}) std::byte[kernel.argument_bytes()]);
    const auto& parameters = kernel.info().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        std::memcpy(arguments_.get() + parameters[i].offset, arguments[i],
                    parameters[i].size_bytes);
    view_ = {.grid = {shape.grid.x, shape.grid.y, shape.grid.z},
             .block = {shape.block.x, shape.block.y, shape.block.z},
             .arguments = arguments_.get()};
}

std::size_t KernelRun::shared_bytes() const noexcept {
    return cpu::shared_bytes(kernel_.info().static_shared_bytes, shape_.shared_bytes);
}

std::array<std::uint32_t, 3> KernelRun::block_index(std::uint64_t linear) const noexcept {
    const std::uint64_t row = linear / view_.grid[0];
    return {static_cast<std::uint32_t>(linear % view_.grid[0]),
            static_cast<std::uint32_t>(row % view_.grid[1]),
            static_cast<std::uint32_t>(row / view_.grid[1])};
}

// Describes the block that failed. If a group of lanes may run several blocks, describes the range
// of blocks that contains the failed block. The failed block is between `first` and `last` - 1. If
// the code does not record its block, describes this whole range.
std::string KernelRun::blocks(std::uint64_t first, std::uint64_t last,
                              const SharedHeader& reached) const {
    if (reached.block != kNoBlock) {
        first = reached.block;
        const std::uint64_t left_in_row = view_.grid[0] - first % view_.grid[0];
        last = std::min(last, first + std::min(reached.together, left_in_row));
    }
    if (last - first == 1) return "block " + index_text(block_index(first));
    return "one of the blocks " + index_text(block_index(first)) + " to " +
           index_text(block_index(last - 1));
}

void KernelRun::run(const RunContext& context) const {
    Outcome outcome(context);
    context.pool.run(
        block_count(view_), chunk_of(view_, context.pool.size()),
        [&](std::uint64_t first, std::uint64_t last) { run_blocks(first, last, outcome); });
    outcome.throw_failure(kernel_.info().name);
}

void KernelRun::run_blocks(std::uint64_t first, std::uint64_t last, Outcome& outcome) const {
    if (outcome.has_failed()) return;
    const Watchdog::Watch::Thread watched(outcome.watch());
    const FlushSubnormals flush(kernel_.flushes_subnormals());
    try {
        if (code_->lowering == Lowering::fibers)
            run_fibers(first, last, outcome);
        else
            run_loops(first, last, outcome);
    } catch (const Error& error) {  // not enough memory for stacks or shared variables
        outcome.add(error.what());
    }
}

void KernelRun::run_loops(std::uint64_t first, std::uint64_t last, Outcome& outcome) const {
    auto* entry = reinterpret_cast<LoopsEntry*>(code_->entry);
    Worker& worker = Worker::of_this_thread();
    std::byte* shared = worker.shared_memory(shared_bytes());
    header_of(shared) = {.block = kNoBlock, .together = 1};
    FaultGuard guard(kernel_.loaded_code(), outcome.allocations(), worker.stack(),
                     outcome.watch().must_stop());
    call_loops(entry, view_, first, last, shared);
    const std::optional<Fault> fault = guard.take_fault();
    if (!fault) return;
    outcome.add(
        blocks(first, last, header_of(shared)) + ": " +
        describe(*fault, guard.code(), guard.allocations(), std::span(shared, shared_bytes())));
}

void KernelRun::run_fibers(std::uint64_t first, std::uint64_t last, Outcome& outcome) const {
    auto* entry = reinterpret_cast<FiberEntry*>(code_->entry);
    Worker& worker = Worker::of_this_thread();
    std::byte* shared = worker.shared_memory(shared_bytes());
    ThreadBlock& threads = worker.thread_block();
    FaultGuard guard(kernel_.loaded_code(), outcome.allocations(), worker.stack(),
                     outcome.watch().must_stop());
    for (std::uint64_t i = first; i < last && !outcome.has_failed(); ++i) {
        outcome.add(threads.run(entry, view_, block_index(i),
                                {.data = shared,
                                 .static_bytes = kernel_.info().static_shared_bytes,
                                 .dynamic_bytes = shape_.shared_bytes}));
        if (const std::optional<Fault> fault = guard.take_fault())
            outcome.add("block " + index_text(threads.place().block) + ", thread " +
                        index_text(threads.place().thread) + ": " +
                        describe(*fault, guard.code(), guard.allocations(),
                                 std::span(shared, shared_bytes())));
    }
}

}  // namespace glint::cpu
