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

/// A picture that a PixelReader copied, in memory that belongs to the PixelReader. Any thread may
/// read the picture. The destructor returns the memory to the PixelReader.
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
    /// Returns the pixels: `width * height * 4` bytes, bottom row first.
    std::span<const std::uint8_t> rgba() const noexcept {
        return {first_, std::size_t{4} * width_ * height_};
    }
    /// Copies the pixels to `picture`, top row first. Reuses the memory of `picture`.
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

    std::shared_ptr<detail::LentSlots> lent_;  ///< null if the block was moved from
    std::size_t slot_;
    unsigned width_;
    unsigned height_;
    const std::uint8_t* first_;
};

/// Copies pictures from framebuffers to host memory while the device continues to draw. `read`
/// starts a copy; `take` returns the picture some frames later. Each copy uses a pixel buffer in
/// host memory and a fence.
///
/// Blocks may be used on any thread. The PixelReader may only be used on the thread that draws.
class PixelReader {
public:
    /// Creates `slots` slots, but at least 1. A copy in progress or a block in use occupies one
    /// slot.
    explicit PixelReader(const Context& context, std::size_t slots = 3);
    PixelReader(const PixelReader&) = delete;
    PixelReader& operator=(const PixelReader&) = delete;
    /// Discards the copies in progress and waits until all blocks are destroyed.
    ~PixelReader();

    std::size_t slots() const noexcept { return buffers_.size(); }
    std::size_t pending() const noexcept { return pending_.size(); }
    [[deprecated("use pending")]] std::size_t under_way() const noexcept { return pending(); }
    /// Returns true if a slot is free.
    bool has_room() const;
    /// Waits until a slot is free. Throws Error(invalid_state) if copies in progress occupy all
    /// slots, because then the wait would never end.
    void wait_for_room();

    /// Starts a copy of the current picture of `from`. Does not wait for the device. Throws
    /// Error(invalid_state) if no slot is free or the format is not rgba8, and Error(out_of_memory)
    /// if there is not enough memory.
    void read(const Framebuffer& from);

    /// Both functions return the picture of the oldest copy in progress, or nullopt if no copy is
    /// in progress. If the copy is not finished, `take` returns nullopt, and `wait` waits for the
    /// copy.
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
