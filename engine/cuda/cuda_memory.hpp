// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/memory_services.hpp>
#include <glint/cuda/cuda_pointers.hpp>

namespace glint::driver::cuda {

class CudaBackend;

/// The memory operations of the CUDA backend, except plain allocations. The backend owns this
/// object.
class CudaMemory final : public MemoryServices {
public:
    explicit CudaMemory(CudaBackend& backend) noexcept : backend_(backend) {}

    std::unique_ptr<PoolSource> create_pool(std::size_t keep_bytes, bool shareable) override;
    void release_unused(void* address, MemoryKind kind) noexcept override;

    void* allocate_pinned(std::size_t size_bytes, const PinnedOptions& options) override;
    void* device_address(void* host) override;
    void register_host(void* address, std::size_t size_bytes,
                       const RegistrationOptions& options) override;
    void unregister_host(void* address) noexcept override;

    void advise(void* address, std::size_t size_bytes, ManagedAdvice advice,
                PlaceNumber place) override;
    void prefetch(Stream& stream, void* address, std::size_t size_bytes,
                  PlaceNumber place) override;
    void discard(Stream& stream, void* address, std::size_t size_bytes) override;
    void attach(Stream& stream, void* address, Attachment attachment) override;

    std::optional<MemoryInfo> find(const void* address) override;
    std::unique_ptr<AddressRange> reserve(std::size_t size_bytes) override;

    bool can_access(const Backend& peer) override;
    void enable_access(const Backend& peer) override;
    void disable_access(const Backend& peer) override;
    void copy_between(Stream& stream, void* to, const Backend& to_device, const void* from,
                      const Backend& from_device, std::size_t size_bytes) override;

    IpcBytes export_memory(void* address) override;
    void* import_memory(const IpcBytes& handle) override;
    void close_imported(void* address) noexcept override;
    std::unique_ptr<Event> create_ipc_event() override;
    IpcBytes export_event(Event& event) override;
    std::unique_ptr<Event> import_event(const IpcBytes& handle) override;

    void* allocate_shareable(std::size_t size_bytes) override;
    int export_descriptor(void* address) override;
    void* open_descriptor(int descriptor, std::size_t size_bytes) override;
    void release_shareable(void* address, std::size_t size_bytes) noexcept override;
    std::unique_ptr<ForeignPool> open_pool(int descriptor) override;

private:
    CudaBackend& backend_;
};

}  // namespace glint::driver::cuda
