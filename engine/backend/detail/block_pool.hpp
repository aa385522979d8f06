// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint::driver {

/// Base class of pools that make plain allocations and count their bytes.
class CountedPool : public PoolSource {
public:
    std::size_t held_bytes() override { return held_bytes_; }
    std::size_t peak_held_bytes() override { return peak_bytes_; }
    void reset_peak() override { peak_bytes_ = held_bytes_.load(); }
    void allow_access(const Backend& peer) override;

protected:
    CountedPool(Backend& backend, MemoryKind kind) : backend_(backend), kind_(kind) {}

    MemoryKind kind() const noexcept { return kind_; }
    void* allocate(std::size_t size_bytes);
    void free(void* block, std::size_t size_bytes) noexcept;
    /// Frees a block that no queued work uses; does not wait.
    void free_unused(void* block, std::size_t size_bytes) noexcept;
    /// Frees device memory after the work that is queued on `stream`; does not wait.
    void free_in_order(void* block, std::size_t size_bytes, Stream& stream) noexcept;

private:
    Backend& backend_;
    const MemoryKind kind_;
    std::atomic<std::size_t> held_bytes_ = 0;
    std::atomic<std::size_t> peak_bytes_ = 0;
};

/// A pool that reuses plain allocations. Free blocks are sorted into bins by size. Each power of
/// two has sixteen bins, so at most a sixteenth of a block is wasted.
///
/// The stream that returned a block can reuse it immediately. Another stream can reuse it only
/// after the returning stream has finished the work queued before the return. For host memory, this
/// restriction applies to the same stream, too, because the host writes to the memory immediately.
///
/// If the pool exceeds its limit, it frees the oldest blocks. If queued work of a block's stream
/// may still use the block, the block is freed after that work.
class BlockPool : public CountedPool {
public:
    /// `keep_bytes` is as in PoolOptions. The maximum of std::size_t means the default limit:
    /// default_idle_bytes() on the CPU, and unlimited on other devices.
    BlockPool(Backend& backend, MemoryKind kind, std::size_t keep_bytes);
    ~BlockPool() override;
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    void* take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) override;
    void give_back(void* block, std::size_t size_bytes,
                   const std::shared_ptr<Stream>& stream) noexcept override;
    void trim(std::size_t keep_bytes) override;

    /// Returns the size of the blocks that the pool allocates for requests of `size_bytes`.
    static std::size_t bin_bytes(std::size_t size_bytes) noexcept;

    /// Returns the default limit for unused bytes: `peak_in_use` (the maximum number of bytes in
    /// use at the same time), but at least 64 MiB. This limit suits programs that repeat their
    /// allocations.
    static std::size_t default_idle_bytes(std::size_t peak_in_use) noexcept;

private:
    struct FreeBlock {
        void* address = nullptr;
        std::size_t used_bytes = 0;    // size that its last user requested
        std::weak_ptr<Stream> stream;  // weak_ptr: a new stream may get an old stream's address
        std::unique_ptr<Mark> given_back;
        std::uint64_t number = 0;  // the oldest block has the smallest number
    };
    using Bin = std::vector<FreeBlock>;
    using Bins = std::map<std::size_t, Bin>;

    /// Returns the offset of the user's bytes in a block of `bin_bytes`.
    virtual std::size_t offset_of(std::size_t /*bin_bytes*/, std::size_t /*size_bytes*/) const {
        return 0;
    }
    /// Called when a block gets a new user. The user's bytes start at `offset`. If `after` is not
    /// null, work that is queued on `after` still uses the previous user's bytes.
    virtual void set_used(void* /*block*/, std::size_t /*offset*/, std::size_t /*size_bytes*/,
                          Stream* /*after*/) {}

    struct Request {
        std::size_t size_bytes;
        std::size_t bin_bytes;
        std::size_t offset;  ///< offset of the user's bytes in the block
    };

    Request request_for(std::size_t size_bytes) const;
    void* allocate_or_trim(std::size_t bin_bytes);
    void* reuse(const Request& request, const std::shared_ptr<Stream>& stream);
    bool keep(FreeBlock block, std::size_t bin_bytes) noexcept;
    /// The caller of these four functions must hold the lock.
    std::size_t max_free_bytes() noexcept;
    bool may_free(const FreeBlock& block) const noexcept;
    void free_one(const FreeBlock& block, std::size_t bin_bytes) noexcept;
    bool free_oldest() noexcept;

    const std::size_t keep_bytes_;
    const bool uses_default_limit_;
    std::mutex mutex_;
    Bins bins_;
    std::size_t free_bytes_ = 0;
    std::size_t peak_in_use_ = 0;
    std::uint64_t next_number_ = 0;
};

/// Allocates each block separately. Frees a returned block immediately, after waiting for the
/// device. Tools that detect out-of-bounds accesses or use after free need this behavior.
class PlainBlocks final : public CountedPool {
public:
    PlainBlocks(Backend& backend, MemoryKind kind) : CountedPool(backend, kind) {}

    void* take(std::size_t size_bytes, const std::shared_ptr<Stream>&) override {
        return allocate(size_bytes);
    }
    void give_back(void* block, std::size_t size_bytes,
                   const std::shared_ptr<Stream>&) noexcept override {
        free(block, size_bytes);
    }
    void trim(std::size_t) override {}
};

}  // namespace glint::driver
