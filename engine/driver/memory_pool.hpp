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

/// An allocation or a release in a pool. Observers can use events to find leaks and large
/// allocations.
struct PoolEvent {
    bool is_allocation = false;  ///< false for a release
    const void* address = nullptr;
    std::size_t size_bytes = 0;    ///< the requested size
    std::size_t active_bytes = 0;  ///< bytes in use after the event
};

struct PoolOptions {
    /// Maximum number of bytes in use at the same time. An allocation that would exceed this limit
    /// throws Error(out_of_memory). If 0, only the device's memory limits the pool.
    std::size_t limit_bytes = 0;
    /// Amount of memory that the pool holds for later allocations, in bytes, including memory in
    /// use. The pool returns only memory above this amount to the device. By default, the pool
    /// returns no memory on CUDA. On the CPU, the default is the peak of bytes in use, but at least
    /// 64 MiB.
    std::size_t keep_bytes = std::numeric_limits<std::size_t>::max();
    /// True to allocate each block separately and free it immediately on release, which waits for
    /// the device. Debug mode on the CPU and compute-sanitizer can then detect accesses outside a
    /// block or after its release.
    bool debug = false;
    /// True if other processes can open the pool and its blocks; see ipc_descriptor.hpp. Supported
    /// only for device memory on CUDA. For any other pool, the constructor throws
    /// Error(unsupported).
    bool shareable = false;
    /// Called after each allocation, and for each release, before the block can be reused. Runs on
    /// the thread that allocates or releases. Must not throw.
    std::function<void(const PoolEvent&)> observer{};
};

/// Numbers of bytes and blocks of a pool. Peaks are maximums since the pool's creation or the last
/// `reset_peaks`.
struct PoolStatistics {
    std::size_t active_bytes = 0;  ///< bytes in use, as requested
    std::size_t active_blocks = 0;
    std::size_t peak_active_bytes = 0;
    std::size_t held_bytes = 0;  ///< bytes on the device: in use (rounded up), and free
    std::size_t peak_held_bytes = 0;
};

namespace detail {

/// A pool with its limit and its statistics. Does not keep its backend alive.
class PoolAccount {
public:
    PoolAccount(driver::Backend& backend, driver::MemoryKind kind, PoolOptions options);

    /// Allocates a block. Throws Error(out_of_memory).
    void* take(std::size_t size_bytes, const std::shared_ptr<driver::Stream>& stream);
    void give_back(void* block, std::size_t size_bytes,
                   const std::shared_ptr<driver::Stream>& stream) noexcept;

    PoolStatistics statistics();
    void reset_peaks();
    driver::PoolSource& source() noexcept { return *source_; }

private:
    void* take_in_order(std::size_t size_bytes, const std::shared_ptr<driver::Stream>& stream);
    // These two functions return the number of bytes in use after the change.
    std::size_t add(std::size_t size_bytes);
    std::size_t remove(std::size_t size_bytes) noexcept;
    void notify_observer(bool is_allocation, const void* address, std::size_t size_bytes,
                         std::size_t active_bytes) const;

    const PoolOptions options_;
    const std::string device_name_;
    std::unique_ptr<driver::PoolSource> source_;
    std::mutex mutex_;
    PoolStatistics counted_;  // all except the held bytes
};

/// Returns a device's default pool. Creates it on first use.
std::shared_ptr<PoolAccount> default_pool_of(driver::Backend& backend);

/// The common functions of pools of device memory and pinned memory. Copies refer to the same pool.
class Pool {
public:
    PoolStatistics statistics() const { return account_->statistics(); }
    /// Sets each peak to the current value.
    void reset_peaks() { account_->reset_peaks(); }
    /// Returns unused memory to the system until the pool holds at most `keep_bytes`. Frees only
    /// memory that streams no longer use. To free all unused memory, synchronize the streams first.
    /// Does not wait.
    void trim(std::size_t keep_bytes = 0) { account_->source().trim(keep_bytes); }

    const Device& device() const noexcept { return device_; }
    const std::shared_ptr<PoolAccount>& account() const noexcept { return account_; }

protected:
    Pool(const Device& device, std::shared_ptr<PoolAccount> account)
        : device_(device), account_(std::move(account)) {}
    Pool(const Device& device, driver::MemoryKind kind, const PoolOptions& options)
        : Pool(device, std::make_shared<PoolAccount>(*device.backend(), kind, options)) {}

private:
    Device device_;  // destroyed after the pool, which frees its memory on the device
    std::shared_ptr<PoolAccount> account_;
};

/// Returns the account of `pool`. Throws Error(invalid_argument) if the pool and the stream belong
/// to different devices.
const std::shared_ptr<PoolAccount>& account_for(const Stream& stream, const Pool& pool);

}  // namespace detail

/// A pool of device memory that is allocated and freed in stream order. Allocating and freeing do
/// not wait, and released blocks are reused without a system call. Thread-safe. An allocation on a
/// stream that is being captured throws Error(invalid_state), except in `warm_up`. A release during
/// a capture takes effect at the end of the capture.
///
///     glint::MemoryPool pool(device, {.limit_bytes = 1 << 30});
///     glint::DeviceMemory<float> scratch(stream, 1 << 20, pool);
///
/// On CUDA, this is a pool of the driver (`cuMemPoolCreate`). It lives until its last handle and
/// its last block are destroyed.
class MemoryPool : public detail::Pool {
public:
    explicit MemoryPool(const Device& device, const PoolOptions& options = {})
        : Pool(device, driver::MemoryKind::device, options) {}

    /// Returns the pool from which DeviceMemory(stream, count) allocates. On GPUs, it holds all
    /// released memory until it is trimmed or a plain allocation needs the memory. On the CPU, it
    /// holds as much as the peak of bytes in use, but at least 64 MiB. If debug mode
    /// (`$GLINT_DEBUG=1`) is on when the device's first block is allocated, the pool has the option
    /// PoolOptions::debug.
    static MemoryPool default_of(const Device& device);

    /// Lets kernels and copies of `peer` access the memory of this pool. enable_peer_access() does
    /// not apply to pools. Throws Error(unsupported) if `peer` cannot access the memory.
    void allow_access(const Device& peer) { account()->source().allow_access(*peer.backend()); }

    /// Returns the CUmemoryPool on CUDA, and nullptr on the CPU.
    void* native() const noexcept { return account()->source().native(); }

private:
    using Pool::Pool;
};

/// A pool of page-locked host memory. PinnedMemory(stream, count, pool) is allocated and freed in
/// stream order. Thread-safe.
class PinnedPool : public detail::Pool {
public:
    explicit PinnedPool(const Device& device, const PoolOptions& options = {})
        : Pool(device, driver::MemoryKind::pinned, options) {}
};

}  // namespace glint
