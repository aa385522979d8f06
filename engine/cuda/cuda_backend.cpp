// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_backend.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/mapped_memory.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_pointers.hpp>

namespace glint::driver::cuda {

namespace {

std::string numbered_name_of(const DeviceInfo& info) {
    return fmt::format("GPU {} ({})", info.ordinal, info.name);
}

}  // namespace

CudaBackend::CudaBackend(int ordinal)
    : device_(device_at(ordinal)),
      info_(describe(ordinal)),
      life_(numbered_name_of(info_)),
      is_retained_(true) {
    check(api().cuDevicePrimaryCtxRetain(&context_, device_), "open " + numbered_name_of(info_));
}

CudaBackend::CudaBackend(int ordinal, CUcontext adopted)
    : device_(device_at(ordinal)),
      context_(adopted),
      info_(describe(ordinal)),
      is_adopted_(true),
      life_(numbered_name_of(info_)) {}

CudaBackend::~CudaBackend() {
    close_owned();
    if (is_retained_) api().cuDevicePrimaryCtxRelease(device_);
}

std::shared_ptr<CudaBackend> CudaBackend::self() {
    return std::static_pointer_cast<CudaBackend>(shared_from_this());
}

std::size_t CudaBackend::free_memory_bytes() const {
    const ContextScope scope(context());
    std::size_t free = 0;
    std::size_t total = 0;
    check(api().cuMemGetInfo(&free, &total), "read the free memory");
    return free;
}

void CudaBackend::synchronize() {
    if (captures_ > 0)
        throw Error(ErrorCode::invalid_state, "wait for the device", "a stream is being captured");
    const ContextScope scope(context());
    check(api().cuCtxSynchronize(), "wait for the device");
    faults_.clear();
    for (const auto& failures : live_failures()) failures->rethrow_first();
}

std::shared_ptr<HostFailures> CudaBackend::create_failures() {
    auto failures = std::make_shared<HostFailures>();
    const std::lock_guard lock(mutex_);
    std::erase_if(failures_, [](const auto& old) { return old.expired(); });
    failures_.push_back(failures);
    return failures;
}

std::vector<std::shared_ptr<HostFailures>> CudaBackend::live_failures() {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<HostFailures>> live;
    for (const auto& failures : failures_)
        if (auto held = failures.lock()) live.push_back(std::move(held));
    return live;
}

void* CudaBackend::allocate(std::size_t size_bytes, MemoryKind kind) {
    if (kind == MemoryKind::pinned) return memory_.allocate_pinned(size_bytes, {});
    const ContextScope scope(context());
    CUdeviceptr address = 0;
    const CUresult result =
        kind == MemoryKind::device
            ? api().cuMemAlloc(&address, size_bytes)
            : api().cuMemAllocManaged(&address, size_bytes, CU_MEM_ATTACH_GLOBAL);
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("allocate {} of {} memory on {}", text::human_bytes(size_bytes),
                                 kind == MemoryKind::device ? "device" : "managed", info_.name));
    return reinterpret_cast<void*>(address);
}

void CudaBackend::release(void* address, MemoryKind kind) noexcept {
    try {
        const ContextScope scope(context());
        known_memory_.forget();
        if (kind == MemoryKind::pinned) {
            api().cuMemFreeHost(address);
        } else {
            api().cuMemFree(pointer_to(address));
        }
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

std::optional<std::string> CudaBackend::memory_fault(const void* address, std::size_t size_bytes,
                                                     MemorySide side) const {
    if (side == MemorySide::host) {
        // The driver reads pageable memory on the calling thread. Reading memory that is not mapped
        // would crash the process.
        if (is_mapped(address, size_bytes)) return std::nullopt;
        return "the address is not in the memory of this process";
    }
    const ContextScope scope(context());
    return device_memory_fault(device_, pointer_to(address), size_bytes);
}

std::optional<std::string> CudaBackend::launch_fault(const void* memory,
                                                     std::size_t size_bytes) const {
    const CUdeviceptr address = pointer_to(memory);
    const std::uint64_t mark = known_memory_.mark(address, size_bytes);
    if (known_memory_.contains(address, mark)) return std::nullopt;
    const ContextScope scope(context());
    if (device_memory_fault(device_, address, size_bytes))  // not cached: peers do not report frees
        return device_memory_fault(device_, address, size_bytes, PeerMemory::if_open);
    known_memory_.add(address, mark);
    return std::nullopt;
}

ImageMemory CudaBackend::allocate_image(const ImageShape& shape) {
    const ContextScope scope(context());
    return allocate_array(device_, shape);
}

void CudaBackend::release_image(const ImageMemory& image) noexcept {
    try {
        const ContextScope scope(context());
        release_array(image);
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

ImageMemory CudaBackend::foreign_image(void* native, unsigned levels) {
    const ContextScope scope(context());
    return wrap_array(native, levels);
}

ImageMemory CudaBackend::image_level(const ImageMemory& image, unsigned level) {
    const ContextScope scope(context());
    return array_level(image, level);
}

std::uint64_t CudaBackend::create_surface(const ImageMemory& image) {
    const ContextScope scope(context());
    return make_surface(image);
}

// Waits for the device first, because the driver may immediately reuse the handle for another
// image, unlike the address of freed memory.
void CudaBackend::destroy_surface(std::uint64_t surface) noexcept {
    try {
        const ContextScope scope(context());
        api().cuCtxSynchronize();
        api().cuSurfObjectDestroy(surface);
    } catch (const Error&) {
        // Nothing to destroy: the surfaces were lost with the context.
    }
}

std::uint64_t CudaBackend::create_texture(const ImageMemory& image, const TextureOptions& options) {
    const ContextScope scope(context());
    return make_texture(image, options);
}

void CudaBackend::destroy_texture(std::uint64_t texture) noexcept {
    try {
        const ContextScope scope(context());
        api().cuCtxSynchronize();
        api().cuTexObjectDestroy(texture);
    } catch (const Error&) {
        // Nothing to destroy: the textures were lost with the context.
    }
}

StreamPriorities CudaBackend::stream_priorities() const {
    const ContextScope scope(context());
    StreamPriorities range;
    check(api().cuCtxGetStreamPriorityRange(&range.least, &range.greatest),
          "read the priorities of streams");
    return range;
}

}  // namespace glint::driver::cuda
