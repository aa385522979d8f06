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

/// A pool of plain backend allocations that counts their bytes.
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
    /// Frees device memory after the work of `stream` that still uses it.
    void free_in_order(void* block, std::size_t size_bytes, Stream& stream) noexcept;

private:
    Backend& backend_;
    const MemoryKind kind_;
    std::atomic<std::size_t> held_bytes_ = 0;
    std::atomic<std::size_t> peak_bytes_ = 0;
};

/// Plain backend allocations, kept for reuse in bins by size: sixteen bins per power of two, so at
/// most a sixteenth of a block is wasted.
///
/// A block that a stream has returned can be reused immediately by the same stream, and by other
/// streams once the stream has passed that point. Host memory always waits for that point, because
/// the host writes to it immediately.
///
/// Blocks beyond the pool's limit are freed, oldest first: immediately if their stream is done with
/// them, else in the order of that stream.
class BlockPool : public CountedPool {
public:
    /// `keep_bytes` is as in PoolOptions; its maximum value means default_idle_bytes on the CPU,
    /// and no limit elsewhere.
    BlockPool(Backend& backend, MemoryKind kind, std::size_t keep_bytes);
    ~BlockPool() override;
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    void* take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) override;
    void give_back(void* block, std::size_t size_bytes,
                   const std::shared_ptr<Stream>& stream) noexcept override;
    void trim(std::size_t keep_bytes) override;

    /// Size of the blocks that serve requests of `size_bytes`.
    static std::size_t bin_bytes(std::size_t size_bytes) noexcept;

    /// Default limit for idle bytes, given the maximum bytes in use at once: the same amount, which
    /// suits a program that repeats its allocations, and at least 64 MiB.
    static std::size_t default_idle_bytes(std::size_t peak_in_use) noexcept;

private:
    struct FreeBlock {
        void* address = nullptr;
        std::size_t used_bytes = 0;    // number of bytes that its last user requested
        std::weak_ptr<Stream> stream;  // not a raw pointer: a new stream may get the same address
        std::unique_ptr<Mark> given_back;
        std::uint64_t number = 0;  // the oldest block has the smallest number
    };
    using Bin = std::vector<FreeBlock>;
    using Bins = std::map<std::size_t, Bin>;

    /// Offset of the user's bytes in a block of `bin_bytes`.
    virtual std::size_t offset_of(std::size_t /*bin_bytes*/, std::size_t /*size_bytes*/) const {
        return 0;
    }
    /// Sets which bytes of a block belong to its user from now on. Work queued on `after`, if not
    /// null, still uses the previous user's bytes.
    virtual void set_used(void* /*block*/, std::size_t /*offset*/, std::size_t /*size_bytes*/,
                          Stream* /*after*/) {}

    struct Request {
        std::size_t size_bytes;
        std::size_t bin_bytes;
        std::size_t offset;  ///< offset in the block
    };

    Request request_for(std::size_t size_bytes) const;
    void* allocate_or_trim(std::size_t bin_bytes);
    void* reuse(const Request& request, const std::shared_ptr<Stream>& stream);
    bool keep(FreeBlock block, std::size_t bin_bytes) noexcept;
    /// The caller must hold the lock.
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

/// Makes a separate allocation for each block and frees it when it is returned, waiting for the
/// device. Tools that detect out-of-bounds accesses or use after free rely on this.
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
