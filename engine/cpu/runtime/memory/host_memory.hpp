// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

class Backend;

/// The memory functions of a CPU backend, except plain allocation. This object is a member of its
/// backend.
///
/// Advice, prefetches and attachments have no effect. Functions that share memory between devices
/// or processes throw Error(unsupported), because only CUDA supports this.
class HostMemory final : public driver::MemoryServices {
public:
    explicit HostMemory(Backend& backend) noexcept : backend_(backend) {}

    std::unique_ptr<driver::PoolSource> create_pool(std::size_t, bool shareable) override;
    void release_unused(void* address, driver::MemoryKind kind) noexcept override;

    void* allocate_pinned(std::size_t size_bytes, const driver::PinnedOptions& options) override;
    void* device_address(void* host) override { return host; }
    void register_host(void* address, std::size_t size_bytes,
                       const driver::RegistrationOptions& options) override;
    void unregister_host(void* address) noexcept override;

    void advise(void*, std::size_t, driver::ManagedAdvice, driver::PlaceNumber) override {}
    void prefetch(driver::Stream&, void*, std::size_t, driver::PlaceNumber) override {}
    void discard(driver::Stream&, void*, std::size_t) override {}
    void attach(driver::Stream&, void*, driver::Attachment) override {}

    std::optional<driver::MemoryInfo> find(const void* address) override;
    std::unique_ptr<driver::AddressRange> reserve(std::size_t size_bytes) override;
    /// Sets the part of a reserved address range that has memory. The range calls this function
    /// after each change.
    void set_range(void* begin, std::size_t size_bytes);
    void drop_range(void* begin) noexcept;
    /// Waits until all queued work has finished.
    void drain() noexcept;

    bool can_access(const driver::Backend& peer) override;
    void enable_access(const driver::Backend& peer) override;
    void disable_access(const driver::Backend& peer) override;
    void copy_between(driver::Stream& stream, void* to, const driver::Backend& to_device,
                      const void* from, const driver::Backend& from_device,
                      std::size_t size_bytes) override;

    driver::IpcBytes export_memory(void* address) override;
    void* import_memory(const driver::IpcBytes& handle) override;
    void close_imported(void*) noexcept override {}
    std::unique_ptr<driver::Event> create_ipc_event() override;
    driver::IpcBytes export_event(driver::Event& event) override;
    std::unique_ptr<driver::Event> import_event(const driver::IpcBytes& handle) override;

    void* allocate_shareable(std::size_t size_bytes) override;
    int export_descriptor(void* address) override;
    void* open_descriptor(int descriptor, std::size_t size_bytes) override;
    void release_shareable(void*, std::size_t) noexcept override {}
    std::unique_ptr<driver::ForeignPool> open_pool(int descriptor) override;

private:
    /// Memory that this object did not allocate. The key is the address of the first byte.
    using Ranges = std::map<std::uintptr_t, driver::MemoryInfo>;
    bool overlaps(std::uintptr_t begin, std::size_t size_bytes) const;

    Backend& backend_;
    std::mutex mutex_;
    Ranges ranges_;
};

/// Reserves a range of addresses. The range does not have memory until its function `commit` adds
/// memory.
std::unique_ptr<driver::AddressRange> reserve_addresses(HostMemory& memory, std::size_t size_bytes);

}  // namespace glint::cpu
