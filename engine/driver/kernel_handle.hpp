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

/// What kernels of every signature can be asked and told. After a reload all of it is about the
/// new code.
class KernelHandle {
public:
    driver::KernelInfo info() const { return slot_->get().kernel->info(); }
    /// How the kernel runs in blocks of this shape, as driver::Kernel::lowering tells.
    std::string lowering(Dim3 block) const;
    /// CUfunction on CUDA, nullptr on the CPU. A reload makes another.
    void* native() const { return slot_->get().kernel->native(); }

    /// Compiles and loads what launches of this shape need, so that the first of them is as fast as
    /// those that follow. Runs nothing. Where it is compiled already, this costs next to nothing.
    /// Throws Error(invalid_argument) for a block that the kernel cannot take, and CompileError.
    void warm_up(const LaunchShape& shape) const;
    void warm_up(Elements count) const { warm_up(best_shape(count.count())); }

    /// How full launches of this shape make a multiprocessor, whatever their grid. No blocks if
    /// one is too large. On the CPU a worker thread runs one block at a time, and that fills it.
    Occupancy occupancy(const LaunchShape& shape) const;

    /// A launch with a thread for each of `count` elements, in the blocks that suit the kernel
    /// best, whose threads need so much dynamic shared memory each. On CUDA those are the largest
    /// blocks of which the most threads run at the same time, by the driver's occupancy calculator;
    /// on the CPU 256 threads, or as many as the kernel and its shared memory allow.
    /// Throws Error(invalid_argument) if no block has so little shared memory.
    LaunchShape best_shape(std::size_t count, std::size_t shared_bytes_per_thread = 0) const;
    /// A launch with a thread for each of `count` elements, as above, for dynamic shared memory
    /// that depends on the block in another way.
    LaunchShape best_shape(std::size_t count, const SharedBytesOfBlock& shared_bytes) const;

    /// The dynamic shared memory that each block can have if `blocks` of so many threads are to
    /// share a multiprocessor; 0 if they cannot.
    std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) const;

    /// How many clusters of such a launch the device runs at the same time.
    /// Throws Error(unsupported) on a device without clusters.
    unsigned max_active_clusters(const LaunchShape& shape) const;

    /// Asks for a split of the memory that serves as L1 cache and shared memory: `percent` of it
    /// for shared memory. A hint, which the CPU does not take.
    /// Throws Error(invalid_argument) for more than 100.
    void prefer_shared_memory(unsigned percent) const;
    /// Asks for a split of the memory in the driver's older terms. A hint, which the CPU does not
    /// take.
    void prefer(CachePreference preference) const { slot_->get().kernel->prefer(preference); }

protected:
    explicit KernelHandle(std::shared_ptr<const detail::KernelSlot> slot)
        : slot_(std::move(slot)) {}

    const detail::KernelSlot& slot() const noexcept { return *slot_; }
    /// Does what warm_up() does, and nothing for a block that the kernel cannot take.
    void prepare(const LaunchShape& shape) const;

private:
    std::shared_ptr<const detail::KernelSlot> slot_;
};

}  // namespace glint
