#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <glint/driver/backend.hpp>

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
    /// The same for a block that no queued work uses; waits for nothing.
    void free_unused(void* block, std::size_t size_bytes) noexcept;

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
class BlockPool final : public CountedPool {
public:
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

private:
    struct FreeBlock {
        void* address = nullptr;
        std::weak_ptr<Stream> stream;  // not a plain pointer, which a new stream may have again
        std::unique_ptr<Mark> given_back;
    };
    using Bin = std::vector<FreeBlock>;

    void* reuse(std::size_t bin_bytes, const std::shared_ptr<Stream>& stream);
    bool keep(FreeBlock block, std::size_t bin_bytes) noexcept;
    void free_passed(Bin& bin, std::size_t bin_bytes, std::size_t keep_bytes) noexcept;

    const std::size_t keep_bytes_;
    std::mutex mutex_;
    std::map<std::size_t, Bin> bins_;
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
