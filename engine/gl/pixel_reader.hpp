// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <glint/gl/buffer.hpp>
#include <glint/gl/fence.hpp>
#include <glint/gl/framebuffer.hpp>

namespace glint::gl {

namespace detail {
class LentSlots;
}

/// A picture that a PixelReader copied, in memory that it lends. Any thread may read it; the
/// destructor returns the memory.
class PixelBlock {
public:
    PixelBlock(PixelBlock&& other) noexcept
        : lent_(std::move(other.lent_)),
          slot_(other.slot_),
          width_(other.width_),
          height_(other.height_),
          first_(other.first_) {}
    PixelBlock& operator=(PixelBlock&&) = delete;
    ~PixelBlock();

    unsigned width() const noexcept { return width_; }
    unsigned height() const noexcept { return height_; }
    /// `width * height * 4` bytes, the bottom row first.
    std::span<const std::uint8_t> rgba() const noexcept {
        return {first_, std::size_t{4} * width_ * height_};
    }
    /// Copies it into `picture`, top row first, and reuses that picture's memory.
    void copy_to(Picture& picture) const;
    Picture picture() const {
        Picture copy;
        copy_to(copy);
        return copy;
    }

private:
    friend class PixelReader;
    PixelBlock(std::shared_ptr<detail::LentSlots> lent, std::size_t slot, unsigned width,
               unsigned height, const std::uint8_t* first)
        : lent_(std::move(lent)), slot_(slot), width_(width), height_(height), first_(first) {}

    std::shared_ptr<detail::LentSlots> lent_;  ///< null if it was moved from
    std::size_t slot_;
    unsigned width_;
    unsigned height_;
    const std::uint8_t* first_;
};

/// Copies pictures out of framebuffers while the device continues to draw. It uses pixel buffers in
/// host memory, each with a fence. `read` starts a copy; `take` returns it some frames later.
///
/// Everything except the blocks must stay on the thread that draws.
class PixelReader {
public:
    /// Allows at most `slots` copies at a time, in progress or lent. `slots` is at least 1.
    explicit PixelReader(const Context& context, std::size_t slots = 3);
    PixelReader(const PixelReader&) = delete;
    PixelReader& operator=(const PixelReader&) = delete;
    /// Discards the copies in progress and waits until all blocks are returned.
    ~PixelReader();

    std::size_t slots() const noexcept { return buffers_.size(); }
    std::size_t pending() const noexcept { return pending_.size(); }
    [[deprecated("use pending")]] std::size_t under_way() const noexcept { return pending(); }
    /// True if another copy can be started.
    bool has_room() const;
    /// Waits until a slot is free. Throws Error(invalid_state) if none is free and no block is
    /// lent, because the wait would never end.
    void wait_for_room();

    /// Starts a copy of the current picture; does not wait for the device. Throws
    /// Error(invalid_state) unless a slot is free and the format is rgba8, and
    /// Error(out_of_memory).
    void read(const Framebuffer& from);

    /// `take` returns the oldest copy in progress, or nullopt if it is not done or no copy is in
    /// progress. `wait` waits until it is done.
    std::optional<PixelBlock> take();
    std::optional<PixelBlock> wait();

private:
    struct Copy {
        std::size_t slot;
        unsigned width;
        unsigned height;
        Fence done;
    };
    std::optional<std::size_t> free_slot() const;
    RawBuffer& buffer_for(std::size_t slot, std::size_t size_bytes);
    void queue(const Framebuffer& from, RawBuffer& to) const;

    Context context_;
    std::vector<std::optional<RawBuffer>> buffers_;
    std::deque<Copy> pending_;
    std::shared_ptr<detail::LentSlots> lent_;
};

}  // namespace glint::gl
