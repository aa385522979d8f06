#include <glint/driver/kernel.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

[[noreturn]] void refuse(const driver::KernelInfo& kernel, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, fmt::format("launch kernel '{}'", kernel.name),
                reason);
}

void check_axis(const driver::KernelInfo& kernel, const char* what, unsigned value, unsigned most) {
    if (value >= 1 && value <= most) return;
    refuse(kernel, fmt::format("{} is {}; this device takes 1 to {}", what, value, most));
}

void check_shape(const driver::KernelInfo& kernel, const driver::DeviceInfo& device,
                 const LaunchShape& shape) {
    const auto& [grid, block, shared_bytes] = shape;
    check_axis(kernel, "block.x", block.x, device.max_block.x);
    check_axis(kernel, "block.y", block.y, device.max_block.y);
    check_axis(kernel, "block.z", block.z, device.max_block.z);
    check_axis(kernel, "grid.x", grid.x, device.max_grid.x);
    check_axis(kernel, "grid.y", grid.y, device.max_grid.y);
    check_axis(kernel, "grid.z", grid.z, device.max_grid.z);
    const std::size_t threads = std::size_t(block.x) * block.y * block.z;
    if (threads > kernel.max_threads_per_block)
        refuse(kernel,
               fmt::format("a block of {}x{}x{} has {} threads; this kernel takes at most {}",
                           block.x, block.y, block.z, threads, kernel.max_threads_per_block));
    const std::size_t shared = shared_bytes + kernel.static_shared_bytes;
    if (shared > device.max_shared_bytes_per_block)
        refuse(kernel, fmt::format("a block needs {} of shared memory; this device has {}",
                                   text::human_bytes(shared),
                                   text::human_bytes(device.max_shared_bytes_per_block)));
}

std::string spelled(const driver::KernelParameter& parameter) {
    return parameter.type.empty() ? std::string() : fmt::format(" ({})", parameter.type);
}

void check_sizes(const driver::KernelInfo& kernel, std::span<const std::size_t> sizes) {
    if (sizes.size() != kernel.parameters.size())
        refuse(kernel, fmt::format("{} arguments given; it takes {}", sizes.size(),
                                   kernel.parameters.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const driver::KernelParameter& parameter = kernel.parameters[i];
        if (sizes[i] == 0 || sizes[i] == parameter.size_bytes) continue;
        refuse(kernel, fmt::format("argument {} has {} bytes; the parameter{} has {}", i + 1,
                                   sizes[i], spelled(parameter), parameter.size_bytes));
    }
}

}  // namespace

void check_signature(const driver::KernelInfo& kernel, std::span<const std::size_t> sizes) {
    if (kernel.parameters_known) check_sizes(kernel, sizes);
}

void launch(Stream& stream, const KernelSlot& slot, const LaunchShape& shape,
            std::span<void* const> arguments, std::span<const std::size_t> sizes) {
    const KernelSlot::Target target = slot.get();
    const driver::KernelInfo& kernel = target.kernel->info();
    check_signature(kernel, sizes);
    check_shape(kernel, stream.device().info(), shape);
    stream.state().launch(target.module, *target.kernel, shape, arguments);
}

}  // namespace glint::detail
