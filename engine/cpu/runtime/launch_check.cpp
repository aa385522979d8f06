// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/launch_check.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::cpu {
namespace {

using driver::Dim3;

std::string dimensions_text(const Dim3& size) {
    return fmt::format("{} x {} x {}", size.x, size.y, size.z);
}

bool fits(const Dim3& size, const Dim3& limit) {
    const bool empty = size.x == 0 || size.y == 0 || size.z == 0;
    return !empty && size.x <= limit.x && size.y <= limit.y && size.z <= limit.z;
}

// The product cannot overflow, because `fits` has checked the size before.
std::size_t volume(const Dim3& size) { return std::size_t{size.x} * size.y * size.z; }

// Rejects launches that require blocks to run at the same time.
void check_independence(const driver::KernelInfo& kernel, const driver::LaunchShape& shape) {
    const auto refuse = [&](const char* reason) {
        throw Error(ErrorCode::unsupported, "launch kernel '" + kernel.name + "'", reason);
    };
    if (shape.cooperative)
        refuse(
            "the CPU does not support cooperative launches, because blocks run one after another "
            "and cannot wait for each other");
    if (shape.cluster != Dim3{}) refuse("the CPU does not support clusters of blocks");
}

[[noreturn]] void refuse_launch(const driver::KernelInfo& kernel, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "launch kernel '" + kernel.name + "'", reason);
}

}  // namespace

void check_launch(const driver::KernelInfo& kernel, const driver::DeviceInfo& device,
                  const driver::LaunchShape& shape, std::size_t argument_count) {
    check_independence(kernel, shape);
    if (argument_count != kernel.parameters.size())
        refuse_launch(kernel, fmt::format("the kernel takes {}, but the launch has {}",
                                          text::counted(kernel.parameters.size(), "argument"),
                                          argument_count));
    if (!fits(shape.grid, device.max_grid))
        refuse_launch(kernel,
                      fmt::format("a grid of {} blocks is not between 1 x 1 x 1 and {}",
                                  dimensions_text(shape.grid), dimensions_text(device.max_grid)));
    if (!fits(shape.block, device.max_block))
        refuse_launch(kernel,
                      fmt::format("a block of {} threads is not between 1 x 1 x 1 and {}",
                                  dimensions_text(shape.block), dimensions_text(device.max_block)));
    const std::size_t most = std::min(device.max_threads_per_block, kernel.max_threads_per_block);
    if (volume(shape.block) > most)
        refuse_launch(kernel, fmt::format("a block of {} has {} threads, but the maximum is {}",
                                          dimensions_text(shape.block), volume(shape.block), most));
    const std::size_t shared = kernel.static_shared_bytes + shape.shared_bytes;
    if (shared > device.max_shared_bytes_per_block)
        refuse_launch(
            kernel, fmt::format("the kernel needs {} bytes of shared memory, but the maximum is {}",
                                shared, device.max_shared_bytes_per_block));
}

}  // namespace glint::cpu
