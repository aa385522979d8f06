// SPDX-License-Identifier: MIT
// Memory that processes share through file descriptors.
#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {
namespace {

constexpr CUmemAllocationHandleType kDescriptor = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

CUmemAllocationProp shareable_memory_on(CUdevice device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = kDescriptor;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    return properties;
}

// The exporter and the importer both round the size up, so that their sizes are equal.
std::size_t in_whole_pages(std::size_t size_bytes, CUdevice device) {
    const CUmemAllocationProp properties = shareable_memory_on(device);
    std::size_t unit = 0;
    check(api().cuMemGetAllocationGranularity(&unit, &properties,
                                              CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
          "read the allocation granularity");
    return round_up(size_bytes, unit);
}

/// Owns a reference to memory; the destructor releases it. A mapping keeps the memory alive after
/// that.
class MemoryHold {
public:
    explicit MemoryHold(CUmemGenericAllocationHandle handle) noexcept : handle_(handle) {}
    ~MemoryHold() { api().cuMemRelease(handle_); }
    MemoryHold(const MemoryHold&) = delete;
    MemoryHold& operator=(const MemoryHold&) = delete;

    CUmemGenericAllocationHandle get() const noexcept { return handle_; }

private:
    CUmemGenericAllocationHandle handle_;
};

CUresult map_at(CUdeviceptr address, std::size_t size_bytes, const MemoryHold& memory,
                CUdevice device) {
    const CUresult mapped = api().cuMemMap(address, size_bytes, 0, memory.get(), 0);
    if (mapped != CUDA_SUCCESS) return mapped;
    CUmemAccessDesc access{};
    access.location = shareable_memory_on(device).location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    const CUresult allowed = api().cuMemSetAccess(address, size_bytes, &access, 1);
    if (allowed != CUDA_SUCCESS) api().cuMemUnmap(address, size_bytes);
    return allowed;
}

void* mapped(const MemoryHold& memory, std::size_t size_bytes, CUdevice device) {
    CUdeviceptr address = 0;
    check(api().cuMemAddressReserve(&address, size_bytes, 0, 0, 0),
          fmt::format("reserve addresses for {}", text::human_bytes(size_bytes)));
    const CUresult result = map_at(address, size_bytes, memory, device);
    if (result != CUDA_SUCCESS) api().cuMemAddressFree(address, size_bytes);
    check(result, fmt::format("map {} of shared memory", text::human_bytes(size_bytes)));
    return reinterpret_cast<void*>(address);
}

// Converts a descriptor to the form that the driver takes: a pointer with the same value.
void* as_handle(int descriptor) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(descriptor));
}

/// A pool of another process.
class CudaForeignPool final : public ForeignPool {
public:
    CudaForeignPool(CudaBackend& backend, int descriptor);
    ~CudaForeignPool() override {
        if (!backend_.is_lost()) api().cuMemPoolDestroy(pool_);
    }
    CudaForeignPool(const CudaForeignPool&) = delete;
    CudaForeignPool& operator=(const CudaForeignPool&) = delete;

    void* open(const IpcBytes& block) override;
    void close(void* block) noexcept override;

private:
    CUresult allow_access() const;

    CudaBackend& backend_;
    CUmemoryPool pool_ = nullptr;
};

CudaForeignPool::CudaForeignPool(CudaBackend& backend, int descriptor) : backend_(backend) {
    const ContextScope scope(backend_.context());
    const std::string operation =
        fmt::format("open another process's pool, descriptor {}", descriptor);
    check(api().cuMemPoolImportFromShareableHandle(&pool_, as_handle(descriptor), kDescriptor, 0),
          operation);
    const CUresult allowed = allow_access();
    if (allowed != CUDA_SUCCESS) api().cuMemPoolDestroy(pool_);
    check(allowed, operation);
}

CUresult CudaForeignPool::allow_access() const {
    CUmemAccessDesc access{};
    access.location = shareable_memory_on(backend_.device()).location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CUmemAccess_flags now = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    const CUresult asked = api().cuMemPoolGetAccess(&now, pool_, &access.location);
    if (asked != CUDA_SUCCESS || now == access.flags) return asked;
    return api().cuMemPoolSetAccess(pool_, &access, 1);
}

void* CudaForeignPool::open(const IpcBytes& block) {
    const ContextScope scope(backend_.context());
    auto data = std::bit_cast<CUmemPoolPtrExportData>(block);
    CUdeviceptr address = 0;
    check(api().cuMemPoolImportPointer(&address, pool_, &data),
          "open a block of another process's pool");
    return reinterpret_cast<void*>(address);
}

void CudaForeignPool::close(void* block) noexcept {
    try {
        const ContextScope scope(backend_.context());
        api().cuCtxSynchronize();  // wait for work with the block
        backend_.known_memory().forget();
        api().cuMemFree(pointer_to(block));
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

}  // namespace

void* CudaMemory::allocate_shareable(std::size_t size_bytes) {
    const ContextScope scope(backend_.context());
    const std::size_t whole = in_whole_pages(size_bytes, backend_.device());
    const CUmemAllocationProp properties = shareable_memory_on(backend_.device());
    CUmemGenericAllocationHandle handle = 0;
    check(
        api().cuMemCreate(&handle, whole, &properties, 0),
        fmt::format("allocate {} to share on {}", text::human_bytes(whole), backend_.info().name));
    const MemoryHold memory(handle);
    return mapped(memory, whole, backend_.device());
}

int CudaMemory::export_descriptor(void* address) {
    const ContextScope scope(backend_.context());
    constexpr const char* operation = "export memory to other processes";
    const auto require = [&](CUresult result) {
        if (result == CUDA_ERROR_INVALID_VALUE)
            throw Error(ErrorCode::invalid_argument, operation,
                        "only memory of allocate_shareable has a file descriptor");
        check(result, operation);
    };
    CUmemGenericAllocationHandle handle = 0;
    require(api().cuMemRetainAllocationHandle(&handle, address));
    const MemoryHold memory(handle);
    int descriptor = -1;
    require(api().cuMemExportToShareableHandle(&descriptor, memory.get(), kDescriptor, 0));
    return descriptor;
}

void* CudaMemory::open_descriptor(int descriptor, std::size_t size_bytes) {
    const ContextScope scope(backend_.context());
    CUmemGenericAllocationHandle handle = 0;
    check(api().cuMemImportFromShareableHandle(&handle, as_handle(descriptor), kDescriptor),
          fmt::format("open another process's memory, descriptor {}", descriptor));
    const MemoryHold memory(handle);
    return mapped(memory, in_whole_pages(size_bytes, backend_.device()), backend_.device());
}

void CudaMemory::release_shareable(void* address, std::size_t size_bytes) noexcept {
    try {
        const ContextScope scope(backend_.context());
        api().cuCtxSynchronize();  // wait for work with the memory
        const std::size_t whole = in_whole_pages(size_bytes, backend_.device());
        backend_.known_memory().forget();
        api().cuMemUnmap(pointer_to(address), whole);
        api().cuMemAddressFree(pointer_to(address), whole);
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

std::unique_ptr<ForeignPool> CudaMemory::open_pool(int descriptor) {
    return std::make_unique<CudaForeignPool>(backend_, descriptor);
}

}  // namespace glint::driver::cuda
