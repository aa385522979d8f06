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

/// A picture that a PixelReader copied, in memory that it lends: any thread may read it, and the
/// end of this object gives the memory back.
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
    /// Copies it, its top row first, into `picture`, whose memory is used again.
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

/// Copies pictures out of framebuffers while the device goes on drawing: through pixel buffers in
/// host memory, each with a fence. `read` starts a copy, and `take` gives it some frames later.
///
/// All but the blocks are for the thread that draws.
class PixelReader {
public:
    /// There are at most so many copies at once, under way or lent; 1 at least.
    explicit PixelReader(const Context& context, std::size_t slots = 3);
    PixelReader(const PixelReader&) = delete;
    PixelReader& operator=(const PixelReader&) = delete;
    /// Forgets the copies under way, and waits until all blocks are given back.
    ~PixelReader();

    std::size_t slots() const noexcept { return buffers_.size(); }
    std::size_t under_way() const noexcept { return under_way_.size(); }
    /// Whether another copy can be started.
    bool has_room() const;
    /// If there is no room, waits until a block is given back. Throws Error(invalid_state) if none
    /// is lent, since none would ever come.
    void wait_for_room();

    /// Starts a copy of what is drawn so far; does not wait for the device. Throws
    /// Error(invalid_state) unless there is room and the format is rgba8, Error(out_of_memory).
    void read(const Framebuffer& from);

    /// The oldest copy under way; nothing if it is not done, or none is under way. `wait` waits
    /// until it is done.
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
    std::deque<Copy> under_way_;
    std::shared_ptr<detail::LentSlots> lent_;
};

}  // namespace glint::gl
