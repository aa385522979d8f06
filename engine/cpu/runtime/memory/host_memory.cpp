// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/host_memory.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/backend/detail/block_pool.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/runtime/backend.hpp>
#include <glint/cpu/runtime/memory/addresses.hpp>
#include <glint/cpu/runtime/memory/memory.hpp>
#include <glint/cpu/runtime/scheduling/stream.hpp>

namespace glint::cpu {
namespace {

[[noreturn]] void refuse_processes(std::string_view operation) {
    throw Error(ErrorCode::unsupported, operation,
                "the CPU cannot share memory or events between processes by handle. Use shared "
                "memory of the operating system, and register the memory with HostRegistration");
}

[[noreturn]] void refuse_descriptors(std::string_view operation) {
    throw Error(ErrorCode::unsupported, operation,
                "CPU memory has no file descriptors. Use shared memory of the operating system, "
                "and register the memory with HostRegistration");
}

[[noreturn]] void refuse_peer(const driver::Backend& peer) {
    throw Error(ErrorCode::unsupported, "give the CPU access to memory of another device",
                fmt::format("kernels on the CPU cannot access memory of {}", peer.info().name));
}

/// A pool of guarded allocations: inaccessible memory follows each block, as for other buffers.
class GuardedPool final : public driver::BlockPool {
public:
    GuardedPool(Backend& backend, std::size_t keep_bytes)
        : BlockPool(backend, driver::MemoryKind::device, keep_bytes),
          allocations_(backend.allocations()) {}

private:
    std::size_t offset_of(std::size_t bin_bytes, std::size_t size_bytes) const override {
        return bin_bytes - aligned_size(std::max<std::size_t>(size_bytes, 1));
    }
    void set_used(void* block, std::size_t offset, std::size_t size_bytes,
                  driver::Stream* after) override {
        allocations_.set_used(block, offset, size_bytes, after != nullptr);
        if (after == nullptr) return;
        as_cpu_stream(*after).queue().push_own(
            [=, &allocations = allocations_] { allocations.settle(block, offset, size_bytes); });
    }

    Allocations& allocations_;
};

}  // namespace

std::unique_ptr<driver::PoolSource> HostMemory::create_pool(std::size_t keep_bytes,
                                                            bool shareable) {
    if (shareable) refuse_processes("create a memory pool for several processes");
    return std::make_unique<GuardedPool>(backend_, keep_bytes);
}

void HostMemory::release_unused(void* address, driver::MemoryKind) noexcept {
    backend_.allocations().release(address);
}

void* HostMemory::allocate_pinned(std::size_t size_bytes, const driver::PinnedOptions&) {
    return backend_.allocate(size_bytes, driver::MemoryKind::pinned);
}

bool HostMemory::overlaps(std::uintptr_t begin, std::size_t size_bytes) const {
    auto next = ranges_.lower_bound(begin);
    if (next != ranges_.end() && next->first < begin + size_bytes) return true;
    if (next == ranges_.begin()) return false;
    --next;
    return next->first + next->second.size_bytes > begin;
}

void HostMemory::register_host(void* address, std::size_t size_bytes,
                               const driver::RegistrationOptions&) {
    const std::lock_guard lock(mutex_);
    if (overlaps(number_of(address), size_bytes))
        throw Error(ErrorCode::invalid_state,
                    fmt::format("page-lock {} of host memory at {}", text::human_bytes(size_bytes),
                                address),
                    "some of the pages are already page-locked");
    ranges_[number_of(address)] = {
        .kind = driver::MemoryKind::pinned, .begin = address, .size_bytes = size_bytes};
}

void HostMemory::unregister_host(void* address) noexcept {
    drain();
    drop_range(address);
}

void HostMemory::set_range(void* begin, std::size_t size_bytes) {
    const std::lock_guard lock(mutex_);
    ranges_[number_of(begin)] = {.begin = begin, .size_bytes = size_bytes};
}

void HostMemory::drop_range(void* begin) noexcept {
    const std::lock_guard lock(mutex_);
    ranges_.erase(number_of(begin));
}

void HostMemory::drain() noexcept { backend_.drain(); }

std::optional<driver::MemoryInfo> HostMemory::find(const void* address) {
    const std::uintptr_t number = number_of(address);
    if (auto buffer = backend_.allocations().buffer_at(number)) return buffer;
    const std::lock_guard lock(mutex_);
    auto next = ranges_.upper_bound(number);
    if (next == ranges_.begin()) return std::nullopt;
    --next;
    if (number - next->first >= next->second.size_bytes) return std::nullopt;
    return next->second;
}

std::unique_ptr<driver::AddressRange> HostMemory::reserve(std::size_t size_bytes) {
    return reserve_addresses(*this, size_bytes);
}

bool HostMemory::can_access(const driver::Backend& peer) { return &peer == &backend_; }

void HostMemory::enable_access(const driver::Backend& peer) {
    if (!can_access(peer)) refuse_peer(peer);
}

void HostMemory::disable_access(const driver::Backend& peer) { enable_access(peer); }

void HostMemory::copy_between(driver::Stream& stream, void* to, const driver::Backend& to_device,
                              const void* from, const driver::Backend& from_device,
                              std::size_t size_bytes) {
    enable_access(to_device);
    enable_access(from_device);
    stream.copy(to, from, size_bytes, driver::CopyDirection::device_to_device);
}

driver::IpcBytes HostMemory::export_memory(void*) {
    refuse_processes("export memory to other processes");
}

void* HostMemory::import_memory(const driver::IpcBytes&) {
    refuse_processes("open another process's memory");
}

std::unique_ptr<driver::Event> HostMemory::create_ipc_event() {
    refuse_processes("create an event for several processes");
}

driver::IpcBytes HostMemory::export_event(driver::Event&) {
    refuse_processes("export an event to other processes");
}

std::unique_ptr<driver::Event> HostMemory::import_event(const driver::IpcBytes&) {
    refuse_processes("open another process's event");
}

void* HostMemory::allocate_shareable(std::size_t) {
    refuse_descriptors("allocate memory to share");
}

int HostMemory::export_descriptor(void*) { refuse_descriptors("export memory to other processes"); }

void* HostMemory::open_descriptor(int, std::size_t) {
    refuse_descriptors("open another process's memory");
}

std::unique_ptr<driver::ForeignPool> HostMemory::open_pool(int) {
    refuse_descriptors("open another process's pool");
}

}  // namespace glint::cpu
