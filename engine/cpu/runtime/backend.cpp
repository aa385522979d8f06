// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/backend.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/mapped_memory.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/runtime/attributes.hpp>
#include <glint/cpu/runtime/host_info.hpp>
#include <glint/cpu/runtime/memory/images.hpp>
#include <glint/cpu/runtime/memory/memory_limits.hpp>
#include <glint/cpu/runtime/memory/textures.hpp>
#include <glint/cpu/runtime/module.hpp>
#include <glint/cpu/runtime/scheduling/event.hpp>
#include <glint/cpu/runtime/scheduling/graph.hpp>
#include <glint/cpu/runtime/scheduling/stream.hpp>

namespace glint::cpu {
namespace {

// Maximum shared memory per block, in bytes. This is the limit of an H100 for kernels that opt in
// to large shared memory.
constexpr std::size_t kMaxSharedBytes = 227 * 1024;

driver::DeviceInfo describe_host(const ThreadPool& pool) {
    driver::DeviceInfo info;
    info.kind = driver::BackendKind::cpu;
    info.name = cpu_name();
    info.architecture = host_target().cpu;
    info.memory_bytes = memory_limits().total_bytes;
    info.multiprocessors = pool.size();
    info.clock_hz = highest_clock_hz();
    info.l2_bytes = cache_bytes(2);
    info.l3_bytes = cache_bytes(3);
    info.vector_bytes = vector_register_bytes();
    info.max_shared_bytes_per_block = kMaxSharedBytes;
    info.integrated = true;
    info.managed_memory = true;
    return info;
}

void check_options(const driver::ModuleOptions& options) {
    const driver::ModuleOptions plain{.log = options.log};
    if (options != plain)
        throw Error(ErrorCode::unsupported, "load a module with options",
                    "the options apply only to the assembler of the CUDA driver. The CPU supports "
                    "only `log`");
    if (options.log) options.log->clear();
}

[[noreturn]] void refuse_unsupported(const char* operation, const char* reason) {
    throw Error(ErrorCode::unsupported, operation, reason);
}

}  // namespace

Backend::Backend()
    : watchdog_(time_limit_of_process()), pool_(worker_count()), info_(describe_host(pool_)) {}

std::size_t Backend::free_memory_bytes() const { return memory_limits().available_bytes; }

std::vector<std::shared_ptr<WorkQueue>> Backend::live_queues() {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<WorkQueue>> live;
    for (const auto& queue : queues_)
        if (auto held = queue.lock()) live.push_back(std::move(held));
    return live;
}

void Backend::drain() noexcept {
    for (const auto& queue : live_queues()) queue->drain();
}

void Backend::synchronize() {
    process_.check("wait for the device");
    const auto queues = live_queues();
    if (std::ranges::any_of(queues,
                            [](const auto& queue) { return queue->capture_place().has_value(); }))
        throw Error(ErrorCode::invalid_state, "wait for the device", "a stream is being captured");
    std::exception_ptr failure;
    for (const auto& queue : queues) try {
            queue->wait();
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
    if (failure) std::rethrow_exception(failure);
}

std::optional<int> Backend::attribute(DeviceAttribute which) const {
    return attribute_of(info_, which);
}

std::shared_ptr<driver::Backend> Backend::reset() {
    for (const auto& queue : live_queues()) queue->forget_failure();
    return self();
}

// Allocates memory. If this fails, waits for all queued work before throwing the error, because
// this work may free memory. The caller can then trim its pool and try again.
void* Backend::allocate_or_drain(std::size_t size_bytes, driver::MemoryKind kind) try {
    return allocations_.allocate(size_bytes, kind);
} catch (const Error&) {
    if (size_bytes < info_.memory_bytes) drain();
    throw;
}

void* Backend::allocate(std::size_t size_bytes, driver::MemoryKind kind) {
    void* address = allocate_or_drain(size_bytes, kind);
    trace_.report([&] { return fmt::format("cpu.allocate({})", size_bytes); },
                  [&] { return fmt::format("{}", address); });
    return address;
}

// Waits for queued work, because this work may still use the memory. CUDA's cuMemFree also waits.
void Backend::release(void* address, driver::MemoryKind) noexcept {
    drain();
    allocations_.release(address);
    trace_.report([&] { return fmt::format("cpu.release({})", address); }, [] { return "done"; });
}

// Accepts all memory that the process can access, because host and device memory are the same.
// Examples are buffers of this backend, module variables, shared OpenGL buffers, and memory that
// the user allocated.
std::optional<std::string> Backend::memory_fault(const void* memory, std::size_t size_bytes,
                                                 driver::MemorySide) const {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (allocations_.contains(address, size_bytes)) return std::nullopt;
    if (auto fault = allocations_.fault_of_given(address, size_bytes)) return fault;
    if (is_mapped(memory, size_bytes)) return std::nullopt;
    return "the address is not in the memory of this process";
}

driver::ImageMemory Backend::allocate_image(const driver::ImageShape& shape) {
    return allocate_image_memory(allocations_, shape);
}

void Backend::release_image(const driver::ImageMemory& image) noexcept {
    drain();
    allocations_.release(image.data);
}

driver::ImageMemory Backend::image_level(const driver::ImageMemory& image, unsigned level) {
    return level_of(image, level);
}

std::uint64_t Backend::create_surface(const driver::ImageMemory& image) {
    return make_surface(image);
}

void Backend::destroy_surface(std::uint64_t surface) noexcept {
    drain();
    delete_surface(surface);
}

std::uint64_t Backend::create_texture(const driver::ImageMemory& image,
                                      const driver::TextureOptions& options) {
    return make_texture(image, options);
}

void Backend::destroy_texture(std::uint64_t texture) noexcept {
    drain();
    delete_texture(texture);
}

std::shared_ptr<Backend> Backend::self() {
    return std::static_pointer_cast<Backend>(shared_from_this());
}

// Ignores the options, because this backend does not support priorities and a default stream.
std::unique_ptr<driver::Stream> Backend::create_stream(const StreamOptions&) {
    process_.check("create a stream");
    auto queue = std::make_shared<WorkQueue>();
    const std::lock_guard lock(mutex_);
    std::erase_if(queues_, [](const auto& old) { return old.expired(); });
    queues_.push_back(queue);
    return std::make_unique<Stream>(self(), std::move(queue));
}

std::unique_ptr<driver::Event> Backend::create_event(const EventOptions& options) {
    return std::make_unique<Event>(self(), options);
}

std::shared_ptr<driver::Graph> Backend::create_graph() {
    return std::make_shared<Graph>(self(), std::make_shared<GraphNodes>());
}

std::shared_ptr<driver::Module> Backend::load_module(std::span<const std::byte> image,
                                                     const driver::ModuleOptions& options) {
    check_options(options);
    return std::make_shared<Module>(self(), image);
}

std::shared_ptr<driver::Module> Backend::load_owned_module(std::span<const std::byte> image) {
    const std::shared_ptr<Backend> unowned(std::shared_ptr<void>(), this);
    return std::make_shared<Module>(unowned, image);
}

// --- features that a CPU does not have ---

driver::ImageMemory Backend::foreign_image(void*, unsigned) {
    refuse_unsupported("wrap a CUDA array",
                       "the CPU has no CUDA arrays. Create an Image and upload the texels");
}

std::unique_ptr<driver::Stream> Backend::wrap_stream(void*) {
    refuse_unsupported("use a CUDA stream", "the CPU has no CUDA streams. Create a Stream");
}

std::unique_ptr<driver::Event> Backend::wrap_event(void*) {
    refuse_unsupported("use a CUDA event", "the CPU has no CUDA events. Create an Event");
}

std::unique_ptr<driver::Stream> Backend::default_stream(bool) {
    refuse_unsupported("use the default stream", "the CPU has no default stream. Create a Stream");
}

std::vector<std::byte> Backend::link(std::span<const driver::LinkPart>,
                                     const driver::ModuleOptions&) {
    refuse_unsupported(
        "link device code",
        "the CPU does not link device code. Compile each kernel together with all functions "
        "that the kernel calls");
}

driver::PartitionParts Backend::partition(unsigned, unsigned) {
    refuse_unsupported(
        "partition a device",
        "the CPU has no multiprocessors to partition. The threads of the CPU serve all streams "
        "equally");
}

driver::TensorMapBytes Backend::encode_tensor_map(const driver::TensorMapLayout&) {
    refuse_unsupported(
        "create a tensor map",
        "the CPU has no hardware for tensor copies. Load the elements in the kernel");
}

}  // namespace glint::cpu
