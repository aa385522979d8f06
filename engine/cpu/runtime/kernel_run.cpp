#include <glint/cpu/runtime/kernel_run.hpp>

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstring>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cpu/runtime/active_block.hpp>
#include <glint/cpu/runtime/launch_check.hpp>
#include <glint/cpu/runtime/memory.hpp>
#include <glint/cpu/runtime/worker.hpp>

namespace glint::cpu {
namespace {

// Chunks for each thread of the pool: enough that a slow one does not hold up the others.
constexpr std::uint64_t kChunksPerThread = 8;

std::uint64_t block_count(const LaunchView& view) {
    return std::uint64_t{view.grid[0]} * view.grid[1] * view.grid[2];
}

std::optional<std::string> call_loops(LoopsEntry* entry, const LaunchView& view,
                                      std::uint64_t first, std::uint64_t last, std::byte* shared) {
    ActiveLoops loops;
    if (setjmp(loops.place) == 0) entry(&view, first, last, shared);
    return std::move(loops.failure);
}

}  // namespace

/// What the threads that run a launch tell each other.
class KernelRun::Outcome {
public:
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
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    std::optional<std::string> failure_;
};

void KernelRun::FreeMemory::operator()(std::byte* address) const noexcept {
    release_memory(address);
}

KernelRun::KernelRun(const Kernel& kernel, const driver::DeviceInfo& device,
                     const driver::LaunchShape& shape, std::span<void* const> arguments)
    : kernel_(kernel), shape_(shape) {
    check_launch(kernel.info(), device, shape, arguments.size());
    arguments_.reset(static_cast<std::byte*>(allocate_memory(kernel.argument_bytes())));
    const auto& parameters = kernel.info().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        std::memcpy(arguments_.get() + parameters[i].offset, arguments[i],
                    parameters[i].size_bytes);
    view_ = {.grid = {shape.grid.x, shape.grid.y, shape.grid.z},
             .block = {shape.block.x, shape.block.y, shape.block.z},
             .arguments = arguments_.get()};
}

std::size_t KernelRun::shared_bytes() const noexcept {
    return dynamic_shared_offset(kernel_.info().static_shared_bytes) + shape_.shared_bytes;
}

void KernelRun::run(ThreadPool& pool) const {
    Outcome outcome;
    const std::uint64_t count = block_count(view_);
    pool.run(count, count / (pool.size() * kChunksPerThread),
             [&](std::uint64_t first, std::uint64_t last) { run_blocks(first, last, outcome); });
    outcome.throw_failure(kernel_.info().name);
}

void KernelRun::run_blocks(std::uint64_t first, std::uint64_t last, Outcome& outcome) const {
    if (outcome.has_failed()) return;
    try {
        if (kernel_.lowering() == Lowering::loops)
            run_loops(first, last, outcome);
        else
            run_fibres(first, last, outcome);
    } catch (const Error& error) {  // no memory for stacks or shared variables
        outcome.add(error.what());
    }
}

void KernelRun::run_loops(std::uint64_t first, std::uint64_t last, Outcome& outcome) const {
    auto* entry = reinterpret_cast<LoopsEntry*>(kernel_.native());
    std::byte* shared = Worker::of_this_thread().shared_memory(shared_bytes());
    outcome.add(call_loops(entry, view_, first, last, shared));
}

void KernelRun::run_fibres(std::uint64_t first, std::uint64_t last, Outcome& outcome) const {
    auto* entry = reinterpret_cast<FibreEntry*>(kernel_.native());
    Worker& worker = Worker::of_this_thread();
    std::byte* shared = worker.shared_memory(shared_bytes());
    for (std::uint64_t i = first; i < last && !outcome.has_failed(); ++i) {
        const std::uint64_t row = i / view_.grid[0];
        const std::uint32_t block[3] = {static_cast<std::uint32_t>(i % view_.grid[0]),
                                        static_cast<std::uint32_t>(row % view_.grid[1]),
                                        static_cast<std::uint32_t>(row / view_.grid[1])};
        outcome.add(worker.thread_block().run(entry, view_, block, shared,
                                              kernel_.info().static_shared_bytes));
    }
}

}  // namespace glint::cpu
