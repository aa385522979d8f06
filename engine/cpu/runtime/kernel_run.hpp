// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/runtime/kernel.hpp>
#include <glint/cpu/runtime/memory/memory.hpp>
#include <glint/cpu/runtime/scheduling/thread_pool.hpp>

namespace glint::cpu {

class Allocations;
class Watchdog;

/// Resources of a backend that its kernels use.
struct RunContext {
    ThreadPool& pool;
    const Allocations& allocations;
    Watchdog& watchdog;
};

/// One launch, from copying its arguments until its last block has run.
class KernelRun {
public:
    /// Checks the launch, copies the arguments, and compiles the kernel if it has no code for
    /// blocks of this shape. Throws Error(invalid_argument) for a shape or arguments that the
    /// kernel does not accept. Also throws like Kernel::code_for.
    KernelRun(const Kernel& kernel, const driver::DeviceInfo& device,
              const driver::LaunchShape& shape, std::span<void* const> arguments);

    /// Runs all blocks. Throws Error(launch) with the first failure, if a block failed.
    void run(const RunContext& context) const;

private:
    class Outcome;

    void run_blocks(std::uint64_t first, std::uint64_t last, Outcome& outcome) const;
    void run_loops(std::uint64_t first, std::uint64_t last, Outcome& outcome) const;
    void run_fibers(std::uint64_t first, std::uint64_t last, Outcome& outcome) const;
    std::array<std::uint32_t, 3> block_index(std::uint64_t linear) const noexcept;
    std::string blocks(std::uint64_t first, std::uint64_t last, const SharedHeader& reached) const;
    std::size_t shared_bytes() const noexcept;

    struct Free {
        void operator()(std::byte* address) const noexcept {
            ::operator delete[](address, std::align_val_t{kAlignment});
        }
    };

    const Kernel& kernel_;
    const Code* code_;
    driver::LaunchShape shape_;
    std::unique_ptr<std::byte[], Free> arguments_;
    LaunchView view_;
};

}  // namespace glint::cpu
