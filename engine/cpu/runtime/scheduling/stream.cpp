// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/stream.hpp>

#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cpu/runtime/kernel_run.hpp>
#include <glint/cpu/runtime/memory/copies.hpp>
#include <glint/cpu/runtime/module.hpp>
#include <glint/cpu/runtime/scheduling/event.hpp>

namespace glint::cpu {
namespace {

const Kernel& as_cpu_kernel(const driver::Kernel& kernel) {
    const auto* own = dynamic_cast<const Kernel*>(&kernel);
    if (own == nullptr)
        throw Error(ErrorCode::invalid_argument, "launch kernel '" + kernel.info().name + "'",
                    "the kernel belongs to another device");
    return *own;
}

// Returns an extent as text for the trace.
std::string extent_text(const driver::Extent& extent) {
    return fmt::format("{} x {} x {}", extent.width, extent.height, extent.depth);
}

std::string launch_text(const std::string& kernel, const driver::LaunchShape& shape) {
    const driver::Dim3& grid = shape.grid;
    const driver::Dim3& block = shape.block;
    return fmt::format("cpu.launch({}, {} x {} x {} blocks of {} x {} x {} threads, {} bytes)",
                       kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                       shape.shared_bytes);
}

}  // namespace

Stream::Stream(std::shared_ptr<Backend> backend, std::shared_ptr<WorkQueue> queue)
    : backend_(std::move(backend)), queue_(std::move(queue)) {}

void Stream::copy(void* to, const void* from, std::size_t size_bytes, driver::CopyDirection) {
    queue_->push(
        backend_->trace().around(
            [&] { return fmt::format("cpu.copy({}, {}, {})", to, from, size_bytes); },
            [=, context = backend_->run_context()] { copy_bytes(context, to, from, size_bytes); }),
        {driver::GraphNodeKind::copy});
}

void Stream::fill(void* to, std::uint32_t pattern, std::size_t element_bytes, std::size_t count) {
    if (element_bytes != 1 && element_bytes != 2 && element_bytes != 4)
        throw Error(ErrorCode::invalid_argument, "fill memory",
                    fmt::format("elements must have 1, 2 or 4 bytes, not {}", element_bytes));
    queue_->push(
        backend_->trace().around(
            [&] { return fmt::format("cpu.fill({}, {} of {} bytes)", to, count, element_bytes); },
            [=, context = backend_->run_context()] {
                fill_elements(context, to, pattern, element_bytes, count);
            }),
        {driver::GraphNodeKind::fill});
}

void Stream::copy_block(const driver::BlockCopy& copy) {
    check_copy(copy);
    queue_->push(
        backend_->trace().around(
            [&] { return fmt::format("cpu.copy_block({} bytes)", extent_text(copy.extent)); },
            [copy, context = backend_->run_context()] { cpu::copy_block(context, copy); }),
        {driver::GraphNodeKind::copy});
}

void Stream::fill_block(const driver::BlockFill& fill) {
    queue_->push(backend_->trace().around(
                     [&] {
                         return fmt::format("cpu.fill({}, {} of {} bytes)", fill.to.data,
                                            extent_text(fill.extent), fill.element_bytes);
                     },
                     [fill, context = backend_->run_context()] { cpu::fill_block(context, fill); }),
                 {driver::GraphNodeKind::fill});
}

void* Stream::allocate_temporary(std::size_t size_bytes) {
    if (!driver::gives_memory(*this))
        throw Error(ErrorCode::invalid_state, "copy an argument of a launch",
                    "the stream is being captured");
    return backend_->allocate(size_bytes, driver::MemoryKind::device);
}

// Does not call Backend::release, because that function waits for all streams.
void Stream::release_temporary(void* address) noexcept {
    queue_->push_own(
        [address, &allocations = backend_->allocations()] { allocations.release(address); });
}

void Stream::record(driver::Event& event) {
    queue_->check_process("record an event");  // a forked process has no thread that reaches it
    Event& own = as_cpu_event(event);
    if (const auto place = queue_->capture_place()) return own.record_in(*place);
    queue_->push([milestone = own.record()] { milestone->reach(); });
}

void Stream::wait(driver::Event& event) {
    Event& own = as_cpu_event(event);
    if (const auto place = own.captured(); place && !place->capture.expired())
        return queue_->join(*place);
    auto milestone = own.milestone();
    if (!milestone) return;
    if (const auto scope = capture_scope(); scope && scope->is_warm_up()) return;
    if (is_captured())
        throw Error(ErrorCode::invalid_state, "make a stream wait for an event",
                    "the stream is being captured, but the event was recorded outside the capture");
    queue_->push([milestone = std::move(milestone)] { milestone->wait(); });
}

std::function<void()> kernel_task(Backend& backend, const std::shared_ptr<driver::Module>& module,
                                  driver::Kernel& kernel, const driver::LaunchShape& shape,
                                  std::span<void* const> arguments) {
    auto run =
        std::make_shared<const KernelRun>(as_cpu_kernel(kernel), backend.info(), shape, arguments);
    return [context = backend.run_context(), module, run] { run->run(context); };
}

void Stream::launch(const std::shared_ptr<driver::Module>& module, driver::Kernel& kernel,
                    const driver::LaunchShape& shape, std::span<void* const> arguments) {
    queue_->push(backend_->trace().around([&] { return launch_text(kernel.info().name, shape); },
                                          kernel_task(*backend_, module, kernel, shape, arguments)),
                 {driver::GraphNodeKind::kernel, kernel.info().name});
}

void Stream::call(std::function<void()> function) {
    queue_->push(std::move(function), {driver::GraphNodeKind::call});
}

std::shared_ptr<driver::CaptureScope> Stream::capture_scope() const {
    const auto place = queue_->capture_place();
    const auto capture = place ? place->capture.lock() : nullptr;
    return capture ? capture->scope() : nullptr;
}

Stream& as_cpu_stream(driver::Stream& stream) {
    auto* own = dynamic_cast<Stream*>(&stream);
    if (own == nullptr)
        throw Error(ErrorCode::invalid_argument, "use a stream on the CPU",
                    "the stream belongs to another device");
    return *own;
}

}  // namespace glint::cpu
