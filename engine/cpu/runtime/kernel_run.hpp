#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/runtime/module.hpp>
#include <glint/cpu/runtime/thread_pool.hpp>
#include <glint/driver/backend.hpp>

namespace glint::cpu {

/// One launch, from the copy of its arguments to its last block.
class KernelRun {
public:
    /// Checks the launch and copies the arguments.
    /// Throws Error(invalid_argument) for a shape or arguments that the kernel cannot take.
    KernelRun(const Kernel& kernel, const driver::DeviceInfo& device,
              const driver::LaunchShape& shape, std::span<void* const> arguments);

    /// Runs all blocks on `pool`. Throws Error(launch) with the first failure, if a block failed.
    void run(ThreadPool& pool) const;

private:
    class Outcome;

    void run_blocks(std::uint64_t first, std::uint64_t last, Outcome& outcome) const;
    void run_loops(std::uint64_t first, std::uint64_t last, Outcome& outcome) const;
    void run_fibres(std::uint64_t first, std::uint64_t last, Outcome& outcome) const;
    std::size_t shared_bytes() const noexcept;

    struct FreeMemory {
        void operator()(std::byte* address) const noexcept;
    };

    const Kernel& kernel_;
    driver::LaunchShape shape_;
    std::unique_ptr<std::byte[], FreeMemory> arguments_;
    LaunchView view_;
};

}  // namespace glint::cpu
