#include <glint/cpu/runtime/stream.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cpu/runtime/event.hpp>
#include <glint/cpu/runtime/kernel_run.hpp>
#include <glint/cpu/runtime/module.hpp>

namespace glint::cpu {
namespace {

// Copies and fills below this stay on the stream's thread.
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20;

void copy_bytes(ThreadPool& pool, void* to, const void* from, std::size_t size_bytes) {
    auto* target = static_cast<std::byte*>(to);
    const auto* source = static_cast<const std::byte*>(from);
    pool.run(size_bytes, kChunkBytes, [=](std::uint64_t first, std::uint64_t last) {
        std::memcpy(target + first, source + first, last - first);
    });
}

template <class T>
void fill_elements(ThreadPool& pool, void* to, T value, std::size_t count) {
    auto* target = static_cast<T*>(to);
    pool.run(count, kChunkBytes / sizeof(T), [=](std::uint64_t first, std::uint64_t last) {
        std::fill(target + first, target + last, value);
    });
}

void fill_elements(ThreadPool& pool, void* to, std::uint32_t pattern, std::size_t element_bytes,
                   std::size_t count) {
    switch (element_bytes) {
        case 1: return fill_elements(pool, to, static_cast<std::uint8_t>(pattern), count);
        case 2: return fill_elements(pool, to, static_cast<std::uint16_t>(pattern), count);
        default: return fill_elements(pool, to, pattern, count);
    }
}

/// Copies an image of one level, whose slices follow each other without a gap but for the rows'.
void copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               const driver::ImageShape& shape) {
    auto* target = static_cast<std::byte*>(to);
    const auto* source = static_cast<const std::byte*>(from);
    const std::size_t rows = std::size_t{driver::rows_of(shape)} * driver::slices_of(shape);
    for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(target + row * to_pitch, source + row * from_pitch,
                    driver::row_bytes_of(shape));
}

void check_pitch(std::size_t pitch_bytes, const driver::ImageShape& shape) {
    if (pitch_bytes < driver::row_bytes_of(shape))
        throw Error(ErrorCode::invalid_argument, "copy an image",
                    fmt::format("its rows have {} bytes, and the pitch is {}",
                                driver::row_bytes_of(shape), pitch_bytes));
}

const Kernel& as_cpu_kernel(const driver::Kernel& kernel) {
    const auto* own = dynamic_cast<const Kernel*>(&kernel);
    if (own == nullptr)
        throw Error(ErrorCode::invalid_argument, "launch kernel '" + kernel.info().name + "'",
                    "it belongs to another device");
    return *own;
}

}  // namespace

Stream::Stream(std::shared_ptr<Backend> backend, std::shared_ptr<WorkQueue> queue)
    : backend_(std::move(backend)), queue_(std::move(queue)) {}

void Stream::copy(void* to, const void* from, std::size_t size_bytes, driver::CopyDirection) {
    queue_->push([=, &pool = backend_->pool()] { copy_bytes(pool, to, from, size_bytes); },
                 {driver::GraphNodeKind::copy});
}

void Stream::fill(void* to, std::uint32_t pattern, std::size_t element_bytes, std::size_t count) {
    if (element_bytes != 1 && element_bytes != 2 && element_bytes != 4)
        throw Error(ErrorCode::invalid_argument, "fill memory",
                    fmt::format("elements have 1, 2 or 4 bytes, not {}", element_bytes));
    queue_->push(
        [=, &pool = backend_->pool()] { fill_elements(pool, to, pattern, element_bytes, count); },
        {driver::GraphNodeKind::fill});
}

void Stream::copy_to_host(void* to, std::size_t pitch_bytes, const driver::ImageMemory& from) {
    check_pitch(pitch_bytes, from.shape);
    queue_->push([=] { copy_rows(to, pitch_bytes, from.data, from.pitch_bytes, from.shape); },
                 {driver::GraphNodeKind::copy});
}

void Stream::copy_from_host(const driver::ImageMemory& to, const void* from,
                            std::size_t pitch_bytes) {
    check_pitch(pitch_bytes, to.shape);
    queue_->push([=] { copy_rows(to.data, to.pitch_bytes, from, pitch_bytes, to.shape); },
                 {driver::GraphNodeKind::copy});
}

void Stream::record(driver::Event& event) {
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
    if (queue_->capture_place())
        throw Error(ErrorCode::invalid_state, "make a stream wait",
                    "the stream is being captured, and the event was recorded outside of that");
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
    queue_->push(kernel_task(*backend_, module, kernel, shape, arguments),
                 {driver::GraphNodeKind::kernel, kernel.info().name});
}

void Stream::call(std::function<void()> function) {
    queue_->push(std::move(function), {driver::GraphNodeKind::call});
}

Stream& as_cpu_stream(driver::Stream& stream) {
    auto* own = dynamic_cast<Stream*>(&stream);
    if (own == nullptr)
        throw Error(ErrorCode::invalid_argument, "use a stream on the CPU",
                    "it belongs to another device");
    return *own;
}

}  // namespace glint::cpu
