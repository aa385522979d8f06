// SPDX-License-Identifier: MIT
#include <glint/driver/kernel_handle.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {

using detail::KernelSlot;

namespace {

[[noreturn]] void refuse_block(const driver::KernelInfo& kernel,
                               const SharedBytesOfBlock& shared_bytes) {
    const unsigned least = std::min(32u, kernel.max_threads_per_block);
    throw Error(
        ErrorCode::invalid_argument, fmt::format("find a block size for kernel '{}'", kernel.name),
        fmt::format("{} threads need {} of dynamic shared memory, but a block can have only {}",
                    least, text::human_bytes(shared_bytes(least)),
                    text::human_bytes(kernel.max_dynamic_shared_bytes)));
}

bool takes_block(const driver::KernelInfo& kernel, const Dim3& block) {
    const std::size_t threads = threads_in(block);
    return threads > 0 && threads <= kernel.max_threads_per_block;
}

}  // namespace

void KernelHandle::warm_up(const LaunchShape& shape) const {
    const driver::KernelInfo kernel = info();
    const Dim3& block = shape.block;
    if (!takes_block(kernel, block))
        throw Error(
            ErrorCode::invalid_argument, fmt::format("warm up kernel '{}'", kernel.name),
            fmt::format("a block of {}x{}x{} has {} threads, but this kernel supports 1 to {}",
                        block.x, block.y, block.z, threads_in(block),
                        kernel.max_threads_per_block));
    prepare(shape);
}

void KernelHandle::prepare(const LaunchShape& shape) const {
    const KernelSlot::Target target = slot_->get();
    if (takes_block(target.kernel->info(), shape.block)) target.kernel->prepare(shape);
}

std::string KernelHandle::lowering(Dim3 block) const {
    const KernelSlot::Target target = slot_->get();
    return target.kernel->lowering(block);
}

Occupancy KernelHandle::occupancy(const LaunchShape& shape) const {
    const KernelSlot::Target target = slot_->get();
    if (!takes_block(target.kernel->info(), shape.block)) return {};
    return target.kernel->occupancy(static_cast<unsigned>(threads_in(shape.block)),
                                    shape.shared_bytes);
}

LaunchShape KernelHandle::best_shape(std::size_t count, std::size_t shared_bytes_per_thread) const {
    if (shared_bytes_per_thread == 0) return threads(count, slot_->get().kernel->best_block());
    return best_shape(count, [=](unsigned block) { return block * shared_bytes_per_thread; });
}

LaunchShape KernelHandle::best_shape(std::size_t count,
                                     const SharedBytesOfBlock& shared_bytes) const {
    const KernelSlot::Target target = slot_->get();
    const unsigned block = target.kernel->best_block(shared_bytes);
    if (block == 0) refuse_block(target.kernel->info(), shared_bytes);
    LaunchShape shape = threads(count, block);
    shape.shared_bytes = shared_bytes(block);
    return shape;
}

std::size_t KernelHandle::available_shared_bytes(unsigned blocks, unsigned block_threads) const {
    const KernelSlot::Target target = slot_->get();
    if (blocks == 0 || block_threads == 0 ||
        block_threads > target.kernel->info().max_threads_per_block)
        return 0;
    return target.kernel->available_shared_bytes(blocks, block_threads);
}

unsigned KernelHandle::max_active_clusters(const LaunchShape& shape) const {
    const KernelSlot::Target target = slot_->get();
    return target.kernel->max_active_clusters(shape);
}

void KernelHandle::prefer_shared_memory(unsigned percent) const {
    const KernelSlot::Target target = slot_->get();
    if (percent > 100)
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("set the shared memory of kernel '{}'", target.kernel->info().name),
                    fmt::format("{} percent is more than 100 percent", percent));
    target.kernel->prefer_shared_memory(percent);
}

}  // namespace glint
