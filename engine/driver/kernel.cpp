// SPDX-License-Identifier: MIT
#include <glint/driver/kernel.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

[[noreturn]] void refuse_launch(const driver::KernelInfo& kernel, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, fmt::format("launch kernel '{}'", kernel.name),
                reason);
}

void check_axis(const driver::KernelInfo& kernel, const char* what, unsigned value, unsigned most) {
    if (value >= 1 && value <= most) return;
    refuse_launch(kernel,
                  fmt::format("{} is {}, but this device supports 1 to {}", what, value, most));
}

void check_launch_axes(const driver::KernelInfo& kernel, const driver::DeviceInfo& device,
                       const LaunchShape& shape) {
    const Dim3& grid = shape.grid;
    const Dim3& block = shape.block;
    check_axis(kernel, "block.x", block.x, device.max_block.x);
    check_axis(kernel, "block.y", block.y, device.max_block.y);
    check_axis(kernel, "block.z", block.z, device.max_block.z);
    check_axis(kernel, "grid.x", grid.x, device.max_grid.x);
    check_axis(kernel, "grid.y", grid.y, device.max_grid.y);
    check_axis(kernel, "grid.z", grid.z, device.max_grid.z);
}

[[noreturn]] void refuse_shared(const driver::KernelInfo& kernel, std::size_t dynamic_bytes,
                                std::size_t most) {
    const std::size_t fixed = kernel.static_shared_bytes;
    const std::string parts =
        fixed == 0 ? std::string()
                   : fmt::format(", {} of it static and {} dynamic", text::human_bytes(fixed),
                                 text::human_bytes(dynamic_bytes));
    refuse_launch(
        kernel,
        fmt::format("a block needs {} of shared memory{}, but this device has only {}",
                    text::human_bytes(fixed + dynamic_bytes), parts, text::human_bytes(most)));
}

void check_cluster_axis(const driver::KernelInfo& kernel, char axis, unsigned grid,
                        unsigned cluster) {
    if (cluster != 0 && grid % cluster == 0) return;
    refuse_launch(kernel,
                  fmt::format("grid.{} is {}, but must be a multiple of cluster.{}, which is {}",
                              axis, grid, axis, cluster));
}

void check_cluster(const driver::KernelInfo& kernel, const Dim3& grid, const Dim3& cluster) {
    check_cluster_axis(kernel, 'x', grid.x, cluster.x);
    check_cluster_axis(kernel, 'y', grid.y, cluster.y);
    check_cluster_axis(kernel, 'z', grid.z, cluster.z);
}

void check_shape(const driver::KernelInfo& kernel, const driver::DeviceInfo& device,
                 const LaunchShape& shape) {
    const Dim3& block = shape.block;
    check_launch_axes(kernel, device, shape);
    if (threads_in(block) > kernel.max_threads_per_block)
        refuse_launch(
            kernel,
            fmt::format("a block of {}x{}x{} has {} threads, but this kernel supports at most {}",
                        block.x, block.y, block.z, threads_in(block),
                        kernel.max_threads_per_block));
    if (shape.shared_bytes > device.max_shared_bytes_per_block ||
        shape.shared_bytes + kernel.static_shared_bytes > device.max_shared_bytes_per_block)
        refuse_shared(kernel, shape.shared_bytes, device.max_shared_bytes_per_block);
    if (shape.cluster != Dim3{}) check_cluster(kernel, shape.grid, shape.cluster);
    if (kernel.cooperative && !shape.cooperative) [[unlikely]]
        refuse_launch(
            kernel,
            "the blocks of the kernel wait for the whole grid, as in this_grid().sync(). Launch "
            "the kernel with LaunchShape::cooperative, and with no more blocks than can run at "
            "the same time");
}

std::string spelled(const driver::KernelParameter& parameter) {
    return parameter.type.empty() ? std::string() : fmt::format(" ({})", parameter.type);
}

void check_count(const driver::KernelInfo& kernel, std::span<const std::size_t> sizes) {
    if (sizes.size() != kernel.parameters.size())
        refuse_launch(
            kernel, fmt::format("the launch has {}, but the kernel takes {}",
                                text::counted(sizes.size(), "argument"), kernel.parameters.size()));
}

void check_sizes(const driver::KernelInfo& kernel, std::span<const std::size_t> sizes,
                 bool at_launch) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const driver::KernelParameter& parameter = kernel.parameters[i];
        if (sizes[i] == parameter.size_bytes || (sizes[i] == 0 && !at_launch)) continue;
        refuse_launch(kernel, fmt::format("argument {} has {}, but the parameter{} has {}", i + 1,
                                          text::counted(sizes[i], "byte"), spelled(parameter),
                                          parameter.size_bytes));
    }
}

void check_types(const driver::KernelInfo& kernel, std::span<const driver::ValueType> types) {
    for (std::size_t i = 0; i < types.size(); ++i) {
        const driver::KernelParameter& parameter = kernel.parameters[i];
        if (driver::fits(types[i], parameter.value)) continue;
        refuse_launch(
            kernel, fmt::format("argument {} is {}, but the parameter{} is {}", i + 1,
                                describe(types[i]), spelled(parameter), describe(parameter.value)));
    }
}

void check_arguments(const driver::KernelInfo& kernel, const Signature& signature, bool at_launch) {
    if (!kernel.parameters_known) return;
    check_count(kernel, signature.sizes);
    check_sizes(kernel, signature.sizes, at_launch);
    check_types(kernel, signature.types);
}

void check_argument_memory(const driver::KernelInfo& kernel, const Stream& stream,
                           std::span<const ArgumentMemory> memory) {
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const auto& [address, size_bytes, owner] = memory[i];
        if (size_bytes == 0) continue;
        if (const auto fault = stream.device().backend()->launch_fault(address, size_bytes))
            refuse_launch(kernel,
                          fmt::format("argument {} ({}): {}", i + 1, fmt::ptr(address), *fault));
    }
}

/// Returns the streams of the arrays, except the stream of the launch. Omits an array's stream if
/// only one of the two streams is being captured, because a graph cannot wait for work outside of
/// the graph.
std::vector<Stream> other_streams(const Stream& stream, std::span<const ArgumentMemory> memory) {
    std::vector<Stream> others;
    const auto is_listed = [&](const Stream& candidate) {
        return std::ranges::any_of(
            others, [&](const Stream& other) { return other.share() == candidate.share(); });
    };
    for (const ArgumentMemory& each : memory) {
        if (!each.stream || each.stream->share() == stream.share() || is_listed(*each.stream))
            continue;
        if (each.stream->state().is_captured() == stream.state().is_captured())
            others.emplace_back(each.stream->device(), each.stream->share());
    }
    return others;
}

}  // namespace

void check_signature(const driver::KernelInfo& kernel, const Signature& signature) {
    check_arguments(kernel, signature, false);
}

void take_signature(const KernelSlot& slot, const Signature& signature) {
    check_signature(slot.get().kernel->info(), signature);
    slot.note_signature(signature.sizes, signature.types);
}

void launch(Stream& stream, const KernelSlot& slot, const LaunchShape& shape,
            std::span<void* const> arguments, const Signature& signature) {
    const KernelSlot::Target target = slot.get();
    const driver::KernelInfo& kernel = target.kernel->info();
    check_arguments(kernel, signature, true);
    check_shape(kernel, stream.device().info(), shape);
    check_argument_memory(kernel, stream, signature.memory);
    std::vector<Stream> others = other_streams(stream, signature.memory);
    for (const Stream& other : others) stream.wait(other);
    stream.state().launch(target.module, *target.kernel, shape, arguments);
    for (Stream& other : others) other.wait(stream);
}

}  // namespace glint::detail
