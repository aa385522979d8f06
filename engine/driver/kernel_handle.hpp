// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <glint/driver/detail/kernel_slot.hpp>
#include <glint/driver/launch_shape.hpp>

namespace glint {

using driver::Occupancy;
using driver::SharedBytesOfBlock;

/// The operations of a kernel that do not depend on the kernel's signature. After a reload, the
/// handle refers to the new code.
class KernelHandle {
public:
    driver::KernelInfo info() const { return slot_->get().kernel->info(); }
    /// Returns the method by which a block of this shape runs; see driver::Kernel::lowering.
    std::string lowering(Dim3 block) const;
    /// Returns the CUfunction on CUDA, and nullptr on the CPU. It changes with a reload.
    void* native() const { return slot_->get().kernel->native(); }

    /// Compiles and loads the code for launches of this shape, so that the first launch is as fast
    /// as later launches. Does not run the kernel. Costs almost nothing if the code is already
    /// loaded. Throws Error(invalid_argument) for a block that the kernel does not support, and
    /// CompileError.
    void warm_up(const LaunchShape& shape) const;
    void warm_up(Elements count) const { warm_up(best_shape(count.count())); }

    /// Returns the occupancy of a multiprocessor for launches of this shape. The grid does not
    /// matter. The result has 0 blocks if not even one block fits. On the CPU, a worker thread runs
    /// one block at a time, which is an occupancy of 1.
    Occupancy occupancy(const LaunchShape& shape) const;

    /// Returns a launch shape with one thread per element and the best block size for the kernel.
    /// `shared_bytes_per_thread` is the dynamic shared memory that each thread needs. On CUDA, the
    /// block is the largest one with maximum occupancy according to the driver's occupancy
    /// calculator. On the CPU, the block has 256 threads, or fewer if the kernel or its shared
    /// memory requires that. Throws Error(invalid_argument) if no block size has enough shared
    /// memory.
    LaunchShape best_shape(std::size_t count, std::size_t shared_bytes_per_thread = 0) const;
    /// Like best_shape() above, but for dynamic shared memory that depends on the block size in any
    /// way.
    LaunchShape best_shape(std::size_t count, const SharedBytesOfBlock& shared_bytes) const;

    /// Returns the maximum dynamic shared memory per block, in bytes, with which `blocks` blocks of
    /// `block_threads` threads can share a multiprocessor. Returns 0 if that many blocks do not
    /// fit.
    std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) const;

    /// Returns the number of clusters of this shape that the device can run concurrently. Throws
    /// Error(unsupported) on a device without clusters.
    unsigned max_active_clusters(const LaunchShape& shape) const;

    /// The L1 cache and shared memory use the same hardware memory. Sets the percentage of it that
    /// is shared memory. The percentage is a hint, which the CPU ignores. Throws
    /// Error(invalid_argument) for more than 100.
    void prefer_shared_memory(unsigned percent) const;
    /// Sets a preference for the L1 cache or shared memory, as in CUDA's older API. The preference
    /// is a hint, which the CPU ignores.
    void prefer(CachePreference preference) const { slot_->get().kernel->prefer(preference); }

protected:
    explicit KernelHandle(std::shared_ptr<const detail::KernelSlot> slot)
        : slot_(std::move(slot)) {}

    const detail::KernelSlot& slot() const noexcept { return *slot_; }
    /// Like warm_up(), but does nothing if the kernel does not support the block.
    void prepare(const LaunchShape& shape) const;

private:
    std::shared_ptr<const detail::KernelSlot> slot_;
};

}  // namespace glint
