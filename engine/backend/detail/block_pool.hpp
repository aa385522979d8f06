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

/// A pool made of plain allocations of a backend, whose bytes it counts.
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
    /// Frees a block that no queued work uses; waits for nothing.
    void free_unused(void* block, std::size_t size_bytes) noexcept;
    /// Frees device memory that work of `stream` still uses, behind that work.
    void free_in_order(void* block, std::size_t size_bytes, Stream& stream) noexcept;

private:
    Backend& backend_;
    const MemoryKind kind_;
    std::atomic<std::size_t> held_bytes_ = 0;
    std::atomic<std::size_t> peak_bytes_ = 0;
};

/// Plain allocations of a backend, kept for the next use in bins by their size: sixteen bins for
/// each power of two, so at most a sixteenth of a block lies idle.
///
/// A block that a stream gave back is taken again at once by the same stream, and by others when
/// the stream has come so far. Host memory waits for that in any case: the host writes it at once.
///
/// What is more than the pool may keep is freed, the oldest first: at once if its stream is done
/// with it, else in the order of that stream.
class BlockPool : public CountedPool {
public:
    /// `keep_bytes` is as in PoolOptions; its greatest value means kept_by_default on the CPU, and
    /// all elsewhere.
    BlockPool(Backend& backend, MemoryKind kind, std::size_t keep_bytes);
    ~BlockPool() override;
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    void* take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) override;
    void give_back(void* block, std::size_t size_bytes,
                   const std::shared_ptr<Stream>& stream) noexcept override;
    void trim(std::size_t keep_bytes) override;

    /// The size of the blocks that serve `size_bytes`.
    static std::size_t bin_bytes(std::size_t size_bytes) noexcept;

    /// What lies idle at most where at most `most_in_use` bytes were in use at once: as much again,
    /// which serves a program that does the same over and over, and at least 64 MiB.
    static std::size_t kept_by_default(std::size_t most_in_use) noexcept;

private:
    struct FreeBlock {
        void* address = nullptr;
        std::size_t used_bytes = 0;    // as its last user asked for them
        std::weak_ptr<Stream> stream;  // not a plain pointer, which a new stream may have again
        std::unique_ptr<Mark> given_back;
        std::uint64_t number = 0;  // the oldest has the least
    };
    using Bin = std::vector<FreeBlock>;
    using Bins = std::map<std::size_t, Bin>;

    /// Where in a block of `bin_bytes` those of its user begin.
    virtual std::size_t offset_of(std::size_t /*bin_bytes*/, std::size_t /*size_bytes*/) const {
        return 0;
    }
    /// Tells which bytes of a block are its user's from now on. Work that is queued on `behind`, if
    /// that is given, still uses those of the user before.
    virtual void set_used(void* /*block*/, std::size_t /*offset*/, std::size_t /*size_bytes*/,
                          Stream* /*behind*/) {}

    struct Request {
        std::size_t size_bytes;
        std::size_t bin_bytes;
        std::size_t offset;  ///< in the block
    };

    Request request_for(std::size_t size_bytes) const;
    void* allocate_or_trim(std::size_t bin_bytes);
    void* reuse(const Request& request, const std::shared_ptr<Stream>& stream);
    bool keep(FreeBlock block, std::size_t bin_bytes) noexcept;
    /// These with the lock held.
    std::size_t most_free_bytes() noexcept;
    bool may_free(const FreeBlock& block) const noexcept;
    void free_one(const FreeBlock& block, std::size_t bin_bytes) noexcept;
    bool free_oldest() noexcept;

    const std::size_t keep_bytes_;
    const bool keeps_by_default_;
    std::mutex mutex_;
    Bins bins_;
    std::size_t free_bytes_ = 0;
    std::size_t most_in_use_ = 0;
    std::uint64_t next_number_ = 0;
};

/// Each block an allocation of its own, freed for good when it is given back, which waits for the
/// device: what finds accesses beside plain memory, or after it was freed, finds them here.
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
