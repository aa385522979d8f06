// SPDX-License-Identifier: MIT
#include <vector>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {
namespace {

/// A reserved range of addresses. Chunks of memory are mapped to its first part.
class CudaAddressRange final : public AddressRange {
public:
    CudaAddressRange(CudaBackend& backend, std::size_t size_bytes);
    ~CudaAddressRange() override;
    CudaAddressRange(const CudaAddressRange&) = delete;
    CudaAddressRange& operator=(const CudaAddressRange&) = delete;

    void* begin() const noexcept override { return reinterpret_cast<void*>(begin_); }
    std::size_t reserved_bytes() const noexcept override { return reserved_bytes_; }
    std::size_t committed_bytes() const noexcept override { return committed_bytes_; }
    void commit(std::size_t size_bytes) override;

private:
    std::size_t rounded(std::size_t size_bytes) const { return round_up(size_bytes, unit_); }
    CUmemAllocationProp memory_here() const;
    void add_piece(std::size_t size_bytes);
    void drop_piece() noexcept;

    CudaBackend& backend_;
    std::size_t unit_ = 0;
    std::size_t reserved_bytes_ = 0;
    std::size_t committed_bytes_ = 0;
    CUdeviceptr begin_ = 0;
    std::vector<std::size_t> pieces_;  // sizes of the chunks, each of which is mapped as a whole
};

CUmemAllocationProp CudaAddressRange::memory_here() const {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = backend_.device();
    return properties;
}

CudaAddressRange::CudaAddressRange(CudaBackend& backend, std::size_t size_bytes)
    : backend_(backend) {
    const ContextScope scope(backend_.context());
    const CUmemAllocationProp properties = memory_here();
    check(api().cuMemGetAllocationGranularity(&unit_, &properties,
                                              CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
          "read the allocation granularity");
    reserved_bytes_ = rounded(size_bytes);
    check(api().cuMemAddressReserve(&begin_, reserved_bytes_, 0, 0, 0),
          fmt::format("reserve addresses for {} on {}", text::human_bytes(reserved_bytes_),
                      backend_.info().name));
}

CudaAddressRange::~CudaAddressRange() {
    try {
        const ContextScope scope(backend_.context());
        api().cuCtxSynchronize();
        while (!pieces_.empty()) drop_piece();
        api().cuMemAddressFree(begin_, reserved_bytes_);
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

void CudaAddressRange::commit(std::size_t size_bytes) {
    const ContextScope scope(backend_.context());
    const std::size_t wanted = rounded(size_bytes);
    if (wanted > committed_bytes_) add_piece(wanted - committed_bytes_);
    while (!pieces_.empty() && committed_bytes_ - pieces_.back() >= wanted) drop_piece();
}

void CudaAddressRange::add_piece(std::size_t size_bytes) {
    const std::string operation = fmt::format("add {} to growing memory on {}",
                                              text::human_bytes(size_bytes), backend_.info().name);
    pieces_.reserve(pieces_.size() + 1);
    const CUmemAllocationProp properties = memory_here();
    CUmemGenericAllocationHandle memory = 0;
    check(api().cuMemCreate(&memory, size_bytes, &properties, 0), operation);
    const CUdeviceptr end = begin_ + committed_bytes_;
    CUresult result = api().cuMemMap(end, size_bytes, 0, memory, 0);
    api().cuMemRelease(memory);  // the mapping, if successful, keeps the memory alive
    check(result, operation);
    CUmemAccessDesc access{};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    result = api().cuMemSetAccess(end, size_bytes, &access, 1);
    if (result != CUDA_SUCCESS) api().cuMemUnmap(end, size_bytes);
    check(result, operation);
    pieces_.push_back(size_bytes);
    committed_bytes_ += size_bytes;
}

void CudaAddressRange::drop_piece() noexcept {
    backend_.known_memory().forget();
    committed_bytes_ -= pieces_.back();
    api().cuMemUnmap(begin_ + committed_bytes_, pieces_.back());
    pieces_.pop_back();
}

}  // namespace

std::unique_ptr<AddressRange> CudaMemory::reserve(std::size_t size_bytes) {
    return std::make_unique<CudaAddressRange>(backend_, size_bytes);
}

}  // namespace glint::driver::cuda
