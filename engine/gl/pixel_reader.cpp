// SPDX-License-Identifier: MIT
#include <glint/gl/pixel_reader.hpp>

#include <glad/gl.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/gl/detail/pixel_store.hpp>

namespace glint::gl {

/// Records which slots are in use by PixelBlocks. The PixelReader shares this object with these
/// PixelBlocks. The blocks may be on other threads.
class detail::LentSlots {
public:
    explicit LentSlots(std::size_t slots) : is_lent_(slots) {}

    void lend(std::size_t slot) {
        const std::scoped_lock lock(mutex_);
        is_lent_[slot] = true;
        ++count_;
    }
    void give_back(std::size_t slot) {
        const std::scoped_lock lock(mutex_);
        is_lent_[slot] = false;
        --count_;
        given_back_.notify_all();
    }
    bool is_lent(std::size_t slot) const {
        const std::scoped_lock lock(mutex_);
        return is_lent_[slot];
    }
    std::size_t count() const {
        const std::scoped_lock lock(mutex_);
        return count_;
    }
    /// Waits until at most `most` slots are in use.
    void wait_for(std::size_t most) {
        std::unique_lock lock(mutex_);
        given_back_.wait(lock, [&] { return count_ <= most; });
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable given_back_;
    std::vector<bool> is_lent_;
    std::size_t count_ = 0;
};

namespace {

/// Binds a framebuffer for reading. The destructor restores the previous binding.
class ReadBinding {
public:
    ReadBinding(const GladGLContext& gl, unsigned framebuffer) : gl_(gl) {
        gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before_);
        gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    }
    ReadBinding(const ReadBinding&) = delete;
    ReadBinding& operator=(const ReadBinding&) = delete;
    ~ReadBinding() { gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(before_)); }

private:
    const GladGLContext& gl_;
    GLint before_ = 0;
};

[[noreturn]] void refuse(const std::string& reason) {
    throw Error(ErrorCode::invalid_state, "read pixels asynchronously", reason);
}

}  // namespace

PixelBlock::~PixelBlock() {
    if (lent_) lent_->give_back(slot_);
}

void PixelBlock::copy_to(Picture& picture) const {
    picture.width = width_;
    picture.height = height_;
    picture.rgba.resize(rgba().size());
    const std::size_t row = std::size_t{4} * width_;
    for (std::size_t y = 0; y < height_; ++y)
        std::copy_n(first_ + (height_ - 1 - y) * row, row, picture.rgba.data() + y * row);
}

PixelReader::PixelReader(const Context& context, std::size_t slots)
    : context_(context),
      buffers_(std::max<std::size_t>(slots, 1)),
      lent_(std::make_shared<detail::LentSlots>(buffers_.size())) {}

PixelReader::~PixelReader() { lent_->wait_for(0); }

std::optional<std::size_t> PixelReader::free_slot() const {
    for (std::size_t slot = 0; slot < buffers_.size(); ++slot) {
        const bool is_waited_for = std::ranges::count(pending_, slot, &Copy::slot) > 0;
        if (!is_waited_for && !lent_->is_lent(slot)) return slot;
    }
    return std::nullopt;
}

bool PixelReader::has_room() const { return pending_.size() + lent_->count() < buffers_.size(); }

void PixelReader::wait_for_room() {
    if (pending_.size() >= buffers_.size())
        refuse(fmt::format("all {} copies are in progress", buffers_.size()));
    lent_->wait_for(buffers_.size() - pending_.size() - 1);
}

RawBuffer& PixelReader::buffer_for(std::size_t slot, std::size_t size_bytes) {
    std::optional<RawBuffer>& buffer = buffers_[slot];
    if (!buffer || buffer->size_bytes() < size_bytes) {
        buffer.reset();
        buffer.emplace(context_, size_bytes, BufferOptions{.mapped = true});
    }
    return *buffer;
}

void PixelReader::queue(const Framebuffer& from, RawBuffer& to) const {
    const GladGLContext& gl = context_.functions();
    const ReadBinding source(gl, from.native());
    const detail::PixelStoreScope packed(gl, detail::Transfer::pack, 0);
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, to.native());
    gl.ReadPixels(0, 0, from.width(), from.height(), GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
}

void PixelReader::read(const Framebuffer& from) {
    context_.require_same(from.context(), "framebuffer");
    if (from.color().format() != PixelFormat::rgba8)
        refuse(fmt::format("the format of the framebuffer is {}, not rgba8",
                           to_string(from.color().format())));
    const auto slot = free_slot();
    if (!slot) refuse(fmt::format("all {} copies are in progress or in use", buffers_.size()));
    const auto width = static_cast<unsigned>(from.width());
    const auto height = static_cast<unsigned>(from.height());
    queue(from, buffer_for(*slot, std::size_t{4} * width * height));
    context_.check("read pixels asynchronously");
    pending_.push_back({*slot, width, height, Fence(context_)});
    context_.flush();
}

std::optional<PixelBlock> PixelReader::take() {
    if (pending_.empty() || !pending_.front().done.reached()) return std::nullopt;
    const Copy& copy = pending_.front();
    lent_->lend(copy.slot);
    const auto* first = reinterpret_cast<const std::uint8_t*>(buffers_[copy.slot]->mapped());
    std::optional<PixelBlock> block = PixelBlock(lent_, copy.slot, copy.width, copy.height, first);
    pending_.pop_front();
    return block;
}

std::optional<PixelBlock> PixelReader::wait() {
    if (pending_.empty()) return std::nullopt;
    pending_.front().done.wait();
    return take();
}

}  // namespace glint::gl
