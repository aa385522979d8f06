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

/// The resources of a backend that its kernels use.
struct RunContext {
    ThreadPool& pool;
    const Allocations& allocations;
    Watchdog& watchdog;
};

/// A launch: stores the arguments and runs all blocks.
class KernelRun {
public:
    /// Checks the launch, copies the arguments, and compiles the kernel if it was not compiled for
    /// this block shape before. Throws Error(invalid_argument) if the kernel does not accept the
    /// launch shape or the number of arguments, and Error(unsupported) for a cooperative launch or
    /// a launch with clusters. Also throws the errors of Kernel::code_for.
    KernelRun(const Kernel& kernel, const driver::DeviceInfo& device,
              const driver::LaunchShape& shape, std::span<void* const> arguments);

    /// Runs all blocks. If a block fails, throws Error(launch) with the first failure.
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
