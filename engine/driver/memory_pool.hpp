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

/// What a pool's user did, for those who look for leaks or for who takes so much.
struct PoolEvent {
    bool is_allocation = false;  ///< else a block was given back
    const void* address = nullptr;
    std::size_t size_bytes = 0;    ///< as it was asked for
    std::size_t active_bytes = 0;  ///< in use after it
};

struct PoolOptions {
    /// The most bytes in use at once; what goes beyond it is an Error(out_of_memory). 0: no limit
    /// but the device's.
    std::size_t limit_bytes = 0;
    /// What the pool keeps of the device's memory when less is in use. Without it, all on CUDA, and
    /// on the CPU as much free memory as was in use at most, at least 64 MiB.
    std::size_t keep_bytes = std::numeric_limits<std::size_t>::max();
    /// Each block an allocation of its own, freed for good when it is given back, which waits for
    /// the device: the debug mode of kernels on the CPU and compute-sanitizer then find accesses
    /// beside blocks and after their end.
    bool debug = false;
    /// Other processes may open the pool and its blocks, see ipc_descriptor.hpp. Of device memory
    /// on CUDA alone; elsewhere it gives Error(unsupported).
    bool shareable = false;
    /// Called behind each allocation and release, by the thread that did it. Must not throw.
    std::function<void(const PoolEvent&)> observer{};
};

/// Bytes and blocks of a pool. Peaks count from its start or the last `reset_peaks`.
struct PoolStatistics {
    std::size_t active_bytes = 0;  ///< in use, as the user asked for them
    std::size_t active_blocks = 0;
    std::size_t peak_active_bytes = 0;
    std::size_t held_bytes = 0;  ///< taken from the device: in use, rounded up, and kept free
    std::size_t peak_held_bytes = 0;
};

namespace detail {

/// A pool with its limit and its figures. Does not keep its backend alive.
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
    // Both give what is in use then.
    std::size_t add(std::size_t size_bytes);
    std::size_t remove(std::size_t size_bytes) noexcept;
    void tell(bool is_allocation, const void* address, std::size_t size_bytes,
              std::size_t active_bytes) const;

    const PoolOptions options_;
    const std::string device_name_;
    std::unique_ptr<driver::PoolSource> source_;
    std::mutex mutex_;
    PoolStatistics counted_;  // but for what is held
};

/// The pool that belongs to a device, made when it is first asked for.
std::shared_ptr<PoolAccount> default_pool_of(driver::Backend& backend);

/// What pools of each kind of memory share. A copy means the same pool.
class Pool {
public:
    PoolStatistics statistics() const { return account_->statistics(); }
    /// The peaks are what is in use and held now.
    void reset_peaks() { account_->reset_peaks(); }
    /// Gives memory that is not in use back to the system until at most `keep_bytes` are held, as
    /// far as streams have passed it; synchronise them before to free all. Waits for nothing.
    void trim(std::size_t keep_bytes = 0) { account_->source().trim(keep_bytes); }

    const Device& device() const noexcept { return device_; }
    const std::shared_ptr<PoolAccount>& account() const noexcept { return account_; }

protected:
    Pool(const Device& device, std::shared_ptr<PoolAccount> account)
        : device_(device), account_(std::move(account)) {}
    Pool(const Device& device, driver::MemoryKind kind, const PoolOptions& options)
        : Pool(device, std::make_shared<PoolAccount>(*device.backend(), kind, options)) {}

private:
    Device device_;  // behind it: the pool needs the device to free its memory
    std::shared_ptr<PoolAccount> account_;
};

/// The account of a pool that serves the stream.
/// Throws Error(invalid_argument) if the two belong to different devices.
const std::shared_ptr<PoolAccount>& account_for(const Stream& stream, const Pool& pool);

}  // namespace detail

/// Device memory that is allocated and freed in the order of streams: neither waits, and what one
/// user gave back serves the next without a call to the system. Safe to use from many threads.
/// A stream that is being captured gets none, Error(invalid_state), but in a `warm_up`; what it
/// gives back goes to the pool when the capture has ended.
///
///     glint::MemoryPool pool(device, {.limit_bytes = 1 << 30});
///     glint::DeviceMemory<float> scratch(stream, 1 << 20, pool);
///
/// On CUDA this is the driver's own pool (`cuMemPoolCreate`). It lives until its last handle and
/// its last block are gone.
class MemoryPool : public detail::Pool {
public:
    explicit MemoryPool(const Device& device, const PoolOptions& options = {})
        : Pool(device, driver::MemoryKind::device, options) {}

    /// The pool that serves DeviceMemory(stream, count). On GPUs it keeps all that it is given back
    /// until it is trimmed or a plain allocation needs the memory, on the CPU as much as was in use
    /// at most, and at least 64 MiB. Where `$GLINT_DEBUG=1` was set when
    /// the device's first block was asked for, it is a pool with PoolOptions::debug.
    static MemoryPool default_of(const Device& device);

    /// Lets kernels and copies of `peer` use the memory, too, which `enable_peer_access` does not.
    /// Throws Error(unsupported) where that device cannot.
    void allow_access(const Device& peer) { account()->source().allow_access(*peer.backend()); }

    /// CUmemoryPool on CUDA, nullptr on the CPU.
    void* native() const noexcept { return account()->source().native(); }

private:
    using Pool::Pool;
};

/// Page-locked host memory, pooled: PinnedMemory(stream, count, pool) is allocated and freed in
/// the order of streams. Safe to use from many threads.
class PinnedPool : public detail::Pool {
public:
    explicit PinnedPool(const Device& device, const PoolOptions& options = {})
        : Pool(device, driver::MemoryKind::pinned, options) {}
};

}  // namespace glint
