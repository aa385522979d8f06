#include <glint/cpu/runtime/backend.hpp>

#include <algorithm>

#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/runtime/event.hpp>
#include <glint/cpu/runtime/host_info.hpp>
#include <glint/cpu/runtime/images.hpp>
#include <glint/cpu/runtime/memory.hpp>
#include <glint/cpu/runtime/module.hpp>
#include <glint/cpu/runtime/stream.hpp>
#include <glint/cpu/runtime/textures.hpp>

namespace glint::cpu {
namespace {

driver::DeviceInfo describe(const ThreadPool& pool) {
    driver::DeviceInfo info;
    info.kind = driver::BackendKind::cpu;
    info.name = cpu_name();
    info.architecture = host_target().cpu;
    info.memory_bytes = total_memory_bytes();
    info.multiprocessors = pool.size();
    return info;
}

}  // namespace

Backend::Backend()
    : watchdog_(time_limit_of_process()), pool_(worker_count()), info_(describe(pool_)) {}

std::size_t Backend::free_memory_bytes() const { return available_memory_bytes(); }

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
    std::exception_ptr failure;
    for (const auto& queue : live_queues()) try {
            queue->wait();
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
    if (failure) std::rethrow_exception(failure);
}

void* Backend::allocate(std::size_t size_bytes, driver::MemoryKind kind) {
    return allocations_.allocate(size_bytes, kind);
}

// Queued work may still use the memory, as CUDA's cuMemFree allows for.
void Backend::release(void* address, driver::MemoryKind) noexcept {
    drain();
    allocations_.release(address);
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

std::unique_ptr<driver::Stream> Backend::create_stream() {
    auto queue = std::make_shared<WorkQueue>();
    const std::lock_guard lock(mutex_);
    std::erase_if(queues_, [](const auto& old) { return old.expired(); });
    queues_.push_back(queue);
    return std::make_unique<Stream>(self(), std::move(queue));
}

std::unique_ptr<driver::Event> Backend::create_event() { return std::make_unique<Event>(self()); }

std::shared_ptr<driver::Module> Backend::load_module(std::span<const std::byte> image) {
    return std::make_shared<Module>(self(), image);
}

}  // namespace glint::cpu
