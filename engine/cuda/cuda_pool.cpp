// SPDX-License-Identifier: MIT
#include <bit>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/cuda_stream.hpp>
#include <glint/cuda/own.hpp>

namespace glint::driver::cuda {
namespace {

CUmemLocation place_of(CUdevice device) {
    CUmemLocation location{};
    location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    location.id = device;
    return location;
}

/// A pool of the driver. If it is destroyed while releases are queued, the driver frees the memory
/// after them.
class CudaPool final : public PoolSource {
public:
    CudaPool(CudaBackend& backend, std::size_t keep_bytes, bool shareable);
    ~CudaPool() override {
        backend_.known_memory().forget();
        if (!backend_.is_lost()) api().cuMemPoolDestroy(pool_);
    }
    CudaPool(const CudaPool&) = delete;
    CudaPool& operator=(const CudaPool&) = delete;

    void* take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) override;
    void give_back(void* block, std::size_t size_bytes,
                   const std::shared_ptr<Stream>& stream) noexcept override;
    std::size_t held_bytes() override { return figure(CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT); }
    std::size_t peak_held_bytes() override { return figure(CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH); }
    void reset_peak() override { set(CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, 0); }
    void trim(std::size_t keep_bytes) override;
    void allow_access(const Backend& peer) override;
    void* native() const noexcept override { return pool_; }
    int export_descriptor() override;
    IpcBytes export_block(void* block) override;

private:
    std::size_t figure(CUmemPool_attribute which) const;
    void set(CUmemPool_attribute which, cuuint64_t value) const;

    CudaBackend& backend_;
    const bool shareable_;
    CUmemoryPool pool_ = nullptr;
};

CudaPool::CudaPool(CudaBackend& backend, std::size_t keep_bytes, bool shareable)
    : backend_(backend), shareable_(shareable) {
    const ContextScope scope(backend_.context());
    CUmemPoolProps properties{};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.handleTypes =
        shareable ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE;
    properties.location = place_of(backend_.device());
    check(api().cuMemPoolCreate(&pool_, &properties),
          fmt::format("create a memory pool on {}", backend_.info().name));
    try {
        set(CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, keep_bytes);
    } catch (...) {
        api().cuMemPoolDestroy(pool_);
        throw;
    }
}

void* CudaPool::take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) {
    const ContextScope scope(backend_.context());
    CUdeviceptr block = 0;
    const CUresult result = api().cuMemAllocFromPoolAsync(&block, size_bytes, pool_,
                                                          static_cast<CUstream>(stream->native()));
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("allocate {} of pooled memory on {}",
                                 text::human_bytes(size_bytes), backend_.info().name));
    return reinterpret_cast<void*>(block);
}

void CudaPool::give_back(void* block, std::size_t, const std::shared_ptr<Stream>& stream) noexcept {
    try {
        const ContextScope scope(backend_.context());
        own<CudaStream>(*stream, "free pooled memory").free_in_order(pointer_to(block));
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

std::size_t CudaPool::figure(CUmemPool_attribute which) const {
    const ContextScope scope(backend_.context());
    cuuint64_t value = 0;
    check(api().cuMemPoolGetAttribute(pool_, which, &value),
          "read the statistics of a memory pool");
    return value;
}

void CudaPool::set(CUmemPool_attribute which, cuuint64_t value) const {
    const ContextScope scope(backend_.context());
    check(api().cuMemPoolSetAttribute(pool_, which, &value), "set up a memory pool");
}

void CudaPool::trim(std::size_t keep_bytes) {
    const ContextScope scope(backend_.context());
    backend_.known_memory().forget();
    check(api().cuMemPoolTrimTo(pool_, keep_bytes), "trim a memory pool");
}

void CudaPool::allow_access(const Backend& peer) {
    if (peer.info().kind != BackendKind::cuda)
        throw Error(ErrorCode::unsupported, "give another device access to a pool",
                    fmt::format("{} is not a GPU", peer.info().name));
    CUmemAccessDesc access{};
    access.location = place_of(device_at(peer.info().ordinal));
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    const ContextScope scope(backend_.context());
    check(api().cuMemPoolSetAccess(pool_, &access, 1),
          fmt::format("give {1} access to a pool of {0}", backend_.info().name, peer.info().name));
}

int CudaPool::export_descriptor() {
    if (!shareable_) return PoolSource::export_descriptor();
    const ContextScope scope(backend_.context());
    int descriptor = -1;
    check(api().cuMemPoolExportToShareableHandle(&descriptor, pool_,
                                                 CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
          "export a memory pool to other processes");
    return descriptor;
}

static_assert(sizeof(CUmemPoolPtrExportData) == sizeof(IpcBytes));

IpcBytes CudaPool::export_block(void* block) {
    if (!shareable_) return PoolSource::export_block(block);
    const ContextScope scope(backend_.context());
    CUmemPoolPtrExportData data{};
    check(api().cuMemPoolExportPointer(&data, pointer_to(block)),
          "export a block of a pool to other processes");
    return std::bit_cast<IpcBytes>(data);
}

bool has_pools(CUdevice device) {
    return device_attribute(device, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
}

bool shares_pools(CUdevice device) {
    return (device_attribute(device, CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES) &
            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0;
}

}  // namespace

std::unique_ptr<PoolSource> CudaMemory::create_pool(std::size_t keep_bytes, bool shareable) {
    if (shareable && !shares_pools(backend_.device()))
        throw Error(
            ErrorCode::unsupported, "create a memory pool for several processes",
            fmt::format("{} does not support file descriptors for pools", backend_.info().name));
    if (!has_pools(backend_.device())) return nullptr;
    return std::make_unique<CudaPool>(backend_, keep_bytes, shareable);
}

}  // namespace glint::driver::cuda
