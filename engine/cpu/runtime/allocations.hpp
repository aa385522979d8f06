#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <glint/driver/backend.hpp>

namespace glint::cpu {

/// The memory that a backend gave out. On both sides of each buffer lies memory that belongs to
/// nobody, so that what goes beyond a buffer by a little is never in another one.
class Allocations {
public:
    Allocations() = default;
    ~Allocations();
    Allocations(const Allocations&) = delete;
    Allocations& operator=(const Allocations&) = delete;

    /// As allocate_memory.
    void* allocate(std::size_t size_bytes, driver::MemoryKind kind = driver::MemoryKind::device);
    /// Small buffers stay mapped for a while, so that their late use can be told.
    void release(void* address) noexcept;

    /// Whether all of it is in one buffer that was not freed.
    bool contains(std::uintptr_t address, std::size_t size_bytes) const;

    /// What is wrong with the access, as in "4 bytes beyond the end of the buffer of 1.0 kB at
    /// 0x1000"; nothing if it is within one buffer, or near none.
    std::optional<std::string> fault_of(std::uintptr_t address, std::size_t size_bytes) const;

    /// Where `address` is in terms of the nearest buffer before it, as in "4 bytes beyond a
    /// buffer of 1.0 kB"; empty if none is near.
    std::string describe(std::uintptr_t address) const;

    /// The buffer in use that `address` lies in.
    std::optional<driver::MemoryInfo> buffer_at(std::uintptr_t address) const;

private:
    struct Buffer {
        std::size_t size_bytes = 0;
        std::size_t zone_bytes = 0;  // before it, and at least as many behind it
        driver::MemoryKind kind = driver::MemoryKind::device;
        bool is_freed = false;
    };
    using Buffers = std::map<std::uintptr_t, Buffer>;

    void forget_oldest() noexcept;
    /// The buffer that `address` is in or beside.
    Buffers::const_iterator find(std::uintptr_t address) const;

    mutable std::mutex mutex_;
    Buffers buffers_;
    std::deque<std::uintptr_t> freed_;
    std::size_t freed_bytes_ = 0;
};

}  // namespace glint::cpu
