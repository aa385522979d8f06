// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>

#include <glint/driver/device.hpp>

namespace glint {

class Stream;

/// One allocation or release in a pool, for finding leaks and large users.
struct PoolEvent {
    bool is_allocation = false;  ///< false if a block was released
    const void* address = nullptr;
    std::size_t size_bytes = 0;    ///< requested size
    std::size_t active_bytes = 0;  ///< bytes in use afterwards
};

struct PoolOptions {
    /// Maximum number of bytes in use at the same time. Allocations beyond it throw
    /// Error(out_of_memory). 0 means limited only by the device.
    std::size_t limit_bytes = 0;
    /// Device memory that the pool keeps even if less is in use. Default: on CUDA all memory; on
    /// the CPU as much as the peak in use, at least 64 MiB.
    std::size_t keep_bytes = std::numeric_limits<std::size_t>::max();
    /// Allocates each block separately and frees it immediately on release, which waits for the
    /// device. Debug mode on the CPU and compute-sanitizer can then detect accesses outside of
    /// blocks and after their release.
    bool debug = false;
    /// Lets other processes open the pool and its blocks; see ipc_descriptor.hpp. Supported only
    /// for device memory on CUDA; otherwise throws Error(unsupported).
    bool shareable = false;
    /// Called after each allocation and release, on the same thread. Must not throw.
    std::function<void(const PoolEvent&)> observer{};
};

/// Bytes and blocks of a pool. Peaks are counted since its creation or the last `reset_peaks`.
struct PoolStatistics {
    std::size_t active_bytes = 0;  ///< in use, as requested
    std::size_t active_blocks = 0;
    std::size_t peak_active_bytes = 0;
    std::size_t held_bytes = 0;  ///< held on the device: in use, rounded up, and free
    std::size_t peak_held_bytes = 0;
};

namespace detail {

/// A pool with its limit and statistics. Does not keep its backend alive.
class PoolAccount {
public:
    PoolAccount(driver::Backend& backend, driver::MemoryKind kind, PoolOptions options);

    /// Throws Error(out_of_memory).
    void* take(std::size_t size_bytes, const std::shared_ptr<driver::Stream>& stream);
    void give_back(void* block, std::size_t size_bytes,
                   const std::shared_ptr<driver::Stream>& stream) noexcept;

    PoolStatistics statistics();
    void reset_peaks();
    driver::PoolSource& source() noexcept { return *source_; }

private:
    void* take_in_order(std::size_t size_bytes, const std::shared_ptr<driver::Stream>& stream);
    // Both functions return the bytes in use afterwards.
    std::size_t add(std::size_t size_bytes);
    std::size_t remove(std::size_t size_bytes) noexcept;
    void notify_sinks(bool is_allocation, const void* address, std::size_t size_bytes,
                      std::size_t active_bytes) const;

    const PoolOptions options_;
    const std::string device_name_;
    std::unique_ptr<driver::PoolSource> source_;
    std::mutex mutex_;
    PoolStatistics counted_;  // except held bytes
};

/// Returns a device's default pool, created on first use.
std::shared_ptr<PoolAccount> default_pool_of(driver::Backend& backend);

/// Functions common to pools of all kinds of memory. Copies refer to the same pool.
class Pool {
public:
    PoolStatistics statistics() const { return account_->statistics(); }
    /// Sets the peaks to the amounts that are currently in use and held.
    void reset_peaks() { account_->reset_peaks(); }
    /// Returns unused memory to the system until at most `keep_bytes` are held. Frees only memory
    /// that streams no longer use; synchronize them first to free everything. Does not wait.
    void trim(std::size_t keep_bytes = 0) { account_->source().trim(keep_bytes); }

    const Device& device() const noexcept { return device_; }
    const std::shared_ptr<PoolAccount>& account() const noexcept { return account_; }

protected:
    Pool(const Device& device, std::shared_ptr<PoolAccount> account)
        : device_(device), account_(std::move(account)) {}
    Pool(const Device& device, driver::MemoryKind kind, const PoolOptions& options)
        : Pool(device, std::make_shared<PoolAccount>(*device.backend(), kind, options)) {}

private:
    Device device_;  // must be destroyed after the pool, which needs the device to free its memory
    std::shared_ptr<PoolAccount> account_;
};

/// Returns the account of a pool that serves the stream. Throws Error(invalid_argument) if the two
/// belong to different devices.
const std::shared_ptr<PoolAccount>& account_for(const Stream& stream, const Pool& pool);

}  // namespace detail

/// Device memory that is allocated and freed in stream order. Neither operation waits, and released
/// blocks are reused without a system call. Thread-safe. Allocation for a stream that is being
/// captured throws Error(invalid_state), except in a `warm_up`. Releases during a capture take
/// effect at its end.
///
///     glint::MemoryPool pool(device, {.limit_bytes = 1 << 30});
///     glint::DeviceMemory<float> scratch(stream, 1 << 20, pool);
///
/// On CUDA this is a pool of the driver (`cuMemPoolCreate`). It lives until its last handle and its
/// last block are destroyed.
class MemoryPool : public detail::Pool {
public:
    explicit MemoryPool(const Device& device, const PoolOptions& options = {})
        : Pool(device, driver::MemoryKind::device, options) {}

    /// Returns the pool that serves DeviceMemory(stream, count). On GPUs it keeps all released
    /// memory until it is trimmed or a plain allocation needs the memory. On the CPU it keeps as
    /// much as the peak in use, at least 64 MiB. If `$GLINT_DEBUG=1` is set when the device's first
    /// block is allocated, the pool has PoolOptions::debug.
    static MemoryPool default_of(const Device& device);

    /// Lets kernels and copies of `peer` access the memory; enable_peer_access() does not apply to
    /// pools. Throws Error(unsupported) if that device cannot access it.
    void allow_access(const Device& peer) { account()->source().allow_access(*peer.backend()); }

    /// CUmemoryPool on CUDA, nullptr on the CPU.
    void* native() const noexcept { return account()->source().native(); }

private:
    using Pool::Pool;
};

/// Pooled page-locked host memory: PinnedMemory(stream, count, pool) is allocated and freed in
/// stream order. Thread-safe.
class PinnedPool : public detail::Pool {
public:
    explicit PinnedPool(const Device& device, const PoolOptions& options = {})
        : Pool(device, driver::MemoryKind::pinned, options) {}
};

}  // namespace glint
