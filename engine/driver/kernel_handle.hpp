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

/// Operations that do not depend on a kernel's signature. After a reload the handle refers to the
/// new code.
class KernelHandle {
public:
    driver::KernelInfo info() const { return slot_->get().kernel->info(); }
    /// Returns how the CPU runs the threads of a block of this shape; see driver::Kernel::lowering.
    std::string lowering(Dim3 block) const;
    /// CUfunction on CUDA, nullptr on the CPU. Changes with a reload.
    void* native() const { return slot_->get().kernel->native(); }

    /// Compiles and loads what launches of this shape need, so that the first launch is as fast as
    /// later ones. Runs nothing, and costs next to nothing if already compiled. Throws
    /// Error(invalid_argument) for a block that the kernel does not support, and CompileError.
    void warm_up(const LaunchShape& shape) const;
    void warm_up(Elements count) const { warm_up(best_shape(count.count())); }

    /// Returns the occupancy of a multiprocessor for launches of this shape, regardless of the
    /// grid. The result is 0 blocks if a block does not fit. On the CPU a worker thread runs one
    /// block at a time, which occupies it fully.
    Occupancy occupancy(const LaunchShape& shape) const;

    /// Returns a launch shape with one thread for each of `count` elements and the best block size
    /// for the kernel, given the dynamic shared memory that each thread needs. On CUDA it is the
    /// largest block with maximum occupancy, according to the driver's occupancy calculator. On the
    /// CPU it is 256 threads, or fewer if the kernel and its shared memory require it. Throws
    /// Error(invalid_argument) if no block has enough shared memory.
    LaunchShape best_shape(std::size_t count, std::size_t shared_bytes_per_thread = 0) const;
    /// Like best_shape() above, for dynamic shared memory that is an arbitrary function of the
    /// block size.
    LaunchShape best_shape(std::size_t count, const SharedBytesOfBlock& shared_bytes) const;

    /// Returns the dynamic shared memory available to each block if `blocks` blocks of
    /// `block_threads` threads share a multiprocessor; 0 if that many blocks do not fit.
    std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) const;

    /// Number of clusters of this shape that the device can run concurrently. Throws
    /// Error(unsupported) on a device without clusters.
    unsigned max_active_clusters(const LaunchShape& shape) const;

    /// Requests a split of the combined L1 cache and shared memory: `percent` of it as shared
    /// memory. A hint; the CPU ignores it. Throws Error(invalid_argument) for more than 100.
    void prefer_shared_memory(unsigned percent) const;
    /// Requests a split of the same memory in terms of the driver's older API. A hint; the CPU
    /// ignores it.
    void prefer(CachePreference preference) const { slot_->get().kernel->prefer(preference); }

protected:
    explicit KernelHandle(std::shared_ptr<const detail::KernelSlot> slot)
        : slot_(std::move(slot)) {}

    const detail::KernelSlot& slot() const noexcept { return *slot_; }
    /// Like warm_up(), but does nothing for a block that the kernel does not support.
    void prepare(const LaunchShape& shape) const;

private:
    std::shared_ptr<const detail::KernelSlot> slot_;
};

}  // namespace glint
