// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_memory.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {
namespace {

CUmemLocation location_of(PlaceNumber place) {
    CUmemLocation location{};
    if (place.ordinal == PlaceNumber::kHost) {
        location.type = CU_MEM_LOCATION_TYPE_HOST;
    } else {
        location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        location.id = place.ordinal;
    }
    return location;
}

CUmem_advise cuda_advice(ManagedAdvice advice) {
    switch (advice) {
        case ManagedAdvice::read_mostly: return CU_MEM_ADVISE_SET_READ_MOSTLY;
        case ManagedAdvice::not_read_mostly: return CU_MEM_ADVISE_UNSET_READ_MOSTLY;
        case ManagedAdvice::prefer: return CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
        case ManagedAdvice::prefer_nowhere: return CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION;
        case ManagedAdvice::accessed_by: return CU_MEM_ADVISE_SET_ACCESSED_BY;
        case ManagedAdvice::not_accessed_by: break;
    }
    return CU_MEM_ADVISE_UNSET_ACCESSED_BY;
}

unsigned cuda_attachment(Attachment attachment) {
    switch (attachment) {
        case Attachment::global: return CU_MEM_ATTACH_GLOBAL;
        case Attachment::host: return CU_MEM_ATTACH_HOST;
        case Attachment::single: break;
    }
    return CU_MEM_ATTACH_SINGLE;
}

CUstream native_stream(const Stream& stream) { return static_cast<CUstream>(stream.native()); }

void require(bool is_there, std::string_view operation, const char* version) {
    if (!is_there)
        throw Error(ErrorCode::unsupported, operation,
                    fmt::format("the driver is older than {}", version));
}

}  // namespace

// Waits for the device. Callers do not need that, but cuMemFree and cuMemFreeHost always wait.
void CudaMemory::release_unused(void* address, MemoryKind kind) noexcept {
    backend_.release(address, kind);
}

void* CudaMemory::allocate_pinned(std::size_t size_bytes, const PinnedOptions& options) {
    const ContextScope scope(backend_.context());
    unsigned flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;
    if (options.write_combined) flags |= CU_MEMHOSTALLOC_WRITECOMBINED;
    void* address = nullptr;
    const CUresult result = api().cuMemHostAlloc(&address, size_bytes, flags);
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("allocate {} of pinned memory on {}",
                                 text::human_bytes(size_bytes), backend_.info().name));
    return address;
}

void* CudaMemory::device_address(void* host) {
    const ContextScope scope(backend_.context());
    CUdeviceptr address = 0;
    check(api().cuMemHostGetDevicePointer(&address, host, 0),
          fmt::format("get the device address of host memory at {}", host));
    return reinterpret_cast<void*>(address);
}

void CudaMemory::register_host(void* address, std::size_t size_bytes,
                               const RegistrationOptions& options) {
    const ContextScope scope(backend_.context());
    unsigned flags = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP;
    if (options.read_only) flags |= CU_MEMHOSTREGISTER_READ_ONLY;
    const CUresult result = api().cuMemHostRegister(address, size_bytes, flags);
    const std::string operation =
        fmt::format("page-lock {} of host memory at {}", text::human_bytes(size_bytes), address);
    if (result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
        throw Error(ErrorCode::invalid_state, operation,
                    "some of the pages are already page-locked");
    check(result, operation);
}

void CudaMemory::unregister_host(void* address) noexcept {
    try {
        const ContextScope scope(backend_.context());
        api().cuCtxSynchronize();  // wait for copies of this memory
        backend_.known_memory().forget();
        api().cuMemHostUnregister(address);
    } catch (const Error&) {
        // Nothing to unregister: the registrations were lost with the context.
    }
}

void CudaMemory::advise(void* address, std::size_t size_bytes, ManagedAdvice advice,
                        PlaceNumber place) {
    const ContextScope scope(backend_.context());
    require(api().memory_advise != nullptr, "set the advice for managed memory", "CUDA 12.2");
    check(api().memory_advise(pointer_to(address), size_bytes, cuda_advice(advice),
                              location_of(place)),
          fmt::format("set the advice for {} of managed memory", text::human_bytes(size_bytes)));
}

void CudaMemory::prefetch(Stream& stream, void* address, std::size_t size_bytes,
                          PlaceNumber place) {
    const ContextScope scope(backend_.context());
    require(api().memory_prefetch != nullptr, "prefetch managed memory", "CUDA 12.2");
    check(api().memory_prefetch(pointer_to(address), size_bytes, location_of(place), 0,
                                native_stream(stream)),
          fmt::format("prefetch {} of managed memory", text::human_bytes(size_bytes)));
}

void CudaMemory::discard(Stream& stream, void* address, std::size_t size_bytes) {
    const ContextScope scope(backend_.context());
    require(api().memory_discard != nullptr, "discard managed memory", "CUDA 13.0");
    CUdeviceptr pointer = pointer_to(address);
    check(api().memory_discard(&pointer, &size_bytes, 1, 0, native_stream(stream)),
          fmt::format("discard {} of managed memory", text::human_bytes(size_bytes)));
}

void CudaMemory::attach(Stream& stream, void* address, Attachment attachment) {
    const ContextScope scope(backend_.context());
    // A size of 0 attaches the whole allocation. The driver cannot attach a part of it.
    check(api().cuStreamAttachMemAsync(native_stream(stream), pointer_to(address), 0,
                                       cuda_attachment(attachment)),
          "attach managed memory to a stream");
}

std::optional<MemoryInfo> CudaMemory::find(const void* address) {
    const ContextScope scope(backend_.context());
    const PointerFacts facts = facts_of(pointer_to(address));
    if (facts.type == 0) return std::nullopt;
    MemoryInfo info;
    if (facts.is_managed != 0) {
        info.kind = MemoryKind::managed;
    } else if (facts.type == CU_MEMORYTYPE_HOST) {
        info.kind = MemoryKind::pinned;
    }
    info.begin = reinterpret_cast<void*>(facts.start);
    info.size_bytes = facts.size_bytes;
    info.ordinal = facts.device;
    return info;
}

}  // namespace glint::driver::cuda
