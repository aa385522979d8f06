// SPDX-License-Identifier: MIT
// The methods `staging` and `host` on a GPU: kernels use separate memory. After a map, this memory
// is copied to GL through host memory. Before a map, GL's data is copied back if kernels read it.
#include <utility>
#include <vector>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/interop/detail/image_memory.hpp>
#include <glint/interop/detail/sharing_methods.hpp>
#include <glint/interop/detail/wait_quietly.hpp>

namespace glint::interop {
namespace {

/// Copies between host memory and either the device or GL. In host memory, the data is contiguous.
class Copies {
public:
    virtual ~Copies() = default;
    virtual std::size_t size_bytes() const noexcept = 0;
    virtual void device_to_host(driver::Stream& stream, std::byte* to) const = 0;
    virtual void host_to_device(driver::Stream& stream, const std::byte* from) const = 0;
    virtual void host_to_gl(const std::byte* from) = 0;
    virtual void gl_to_host(std::byte* to) const = 0;
    virtual void* address() const noexcept { return nullptr; }
    virtual driver::ImageMemory image() const { return {}; }
    virtual driver::ImageMemory part(const ImagePart&) const { return {}; }
};

class BufferCopies final : public Copies {
public:
    BufferCopies(const Device& device, const gl::RawBuffer& buffer)
        : memory_(device, buffer.size_bytes()),
          buffer_(gl::RawBuffer::borrow(buffer.context(), buffer.native())) {}

    std::size_t size_bytes() const noexcept override { return memory_.size(); }
    void* address() const noexcept override { return const_cast<std::byte*>(memory_.data()); }
    void device_to_host(driver::Stream& stream, std::byte* to) const override {
        stream.copy(to, memory_.data(), memory_.size(), driver::CopyDirection::device_to_host);
    }
    void host_to_device(driver::Stream& stream, const std::byte* from) const override {
        stream.copy(address(), from, memory_.size(), driver::CopyDirection::host_to_device);
    }
    void host_to_gl(const std::byte* from) override { buffer_.upload({from, memory_.size()}); }
    void gl_to_host(std::byte* to) const override { buffer_.download({to, memory_.size()}); }

private:
    DeviceMemory<std::byte> memory_;
    gl::RawBuffer buffer_;
};

class ImageCopies final : public Copies {
public:
    ImageCopies(const Device& device, const gl::ImageView& view)
        : image_(device, shape_of(view)), view_(view) {}

    std::size_t size_bytes() const noexcept override { return offset_of(view_.extents().levels); }
    driver::ImageMemory image() const override { return image_.memory(); }
    driver::ImageMemory part(const ImagePart& part) const override { return image_.part(part); }
    void device_to_host(driver::Stream& stream, std::byte* to) const override {
        for (unsigned level = 0; level < view_.extents().levels; ++level)
            stream.copy_to_host(to + offset_of(level), view_.row_bytes(level),
                                image_.part({.level = level}));
    }
    void host_to_device(driver::Stream& stream, const std::byte* from) const override {
        for (unsigned level = 0; level < view_.extents().levels; ++level)
            stream.copy_from_host(image_.part({.level = level}), from + offset_of(level),
                                  view_.row_bytes(level));
    }
    void host_to_gl(const std::byte* from) override {
        for (unsigned level = 0; level < view_.extents().levels; ++level)
            view_.upload_rows(from + offset_of(level), view_.row_bytes(level), level);
    }
    void gl_to_host(std::byte* to) const override {
        for (unsigned level = 0; level < view_.extents().levels; ++level)
            view_.download_rows(to + offset_of(level), view_.row_bytes(level), level);
    }

private:
    /// Returns the offset of a level in host memory. For the level after the last one, this is the
    /// total size.
    std::size_t offset_of(unsigned level) const noexcept {
        std::size_t bytes = 0;
        for (unsigned before = 0; before < level; ++before) bytes += view_.size_bytes(before);
        return bytes;
    }

    OwnedImage image_;
    gl::ImageView view_;
};

class CopiedBridge : public Bridge {
public:
    CopiedBridge(std::unique_ptr<Copies> copies, Access access)
        : copies_(std::move(copies)), access_(access) {}

    void* address() const noexcept override { return copies_->address(); }
    driver::ImageMemory image() override { return copies_->image(); }
    driver::ImageMemory part(const ImagePart& part) override { return copies_->part(part); }

protected:
    Copies& copies() const noexcept { return *copies_; }
    bool writes() const noexcept { return access_ != Access::read; }

private:
    std::unique_ptr<Copies> copies_;
    Access access_;
};

/// Copies through pinned memory. Copies to and from the device are asynchronous; only the copies to
/// and from GL wait.
class PinnedBridge final : public CopiedBridge {
public:
    PinnedBridge(const Device& device, std::unique_ptr<Copies> copies, Access access)
        : CopiedBridge(std::move(copies), access),
          staging_(device, CopiedBridge::copies().size_bytes()),
          copied_(device) {}
    ~PinnedBridge() override { wait_quietly(copied_); }
    PinnedBridge(const PinnedBridge&) = delete;
    PinnedBridge& operator=(const PinnedBridge&) = delete;

    // Waits for the previous copy, because it may still be running on another stream.
    void map(driver::Stream& stream) override { stream.wait(copied_.state()); }
    void take_from_gl(driver::Stream& stream) override {
        copied_.synchronize();
        copies().gl_to_host(staging_.data());
        copies().host_to_device(stream, staging_.data());
    }
    void unmap(driver::Stream& stream) override {
        if (writes()) copies().device_to_host(stream, staging_.data());
        stream.record(copied_.state());
    }
    void give_to_gl() override {
        copied_.synchronize();
        if (writes()) copies().host_to_gl(staging_.data());
    }

private:
    PinnedMemory<std::byte> staging_;
    Event copied_;
};

/// Copies through pageable memory. `unmap` waits until the copy from the device has finished.
class PageableBridge final : public CopiedBridge {
public:
    PageableBridge(std::unique_ptr<Copies> copies, Access access)
        : CopiedBridge(std::move(copies), access), host_(CopiedBridge::copies().size_bytes()) {}

    void map(driver::Stream&) override {}
    void take_from_gl(driver::Stream& stream) override {
        copies().gl_to_host(host_.data());
        copies().host_to_device(stream, host_.data());
    }
    void unmap(driver::Stream& stream) override {
        if (writes()) copies().device_to_host(stream, host_.data());
        stream.synchronize();
    }
    void give_to_gl() override {
        if (writes()) copies().host_to_gl(host_.data());
    }

private:
    std::vector<std::byte> host_;
};

BridgePointer bridge_by(const Device& device, std::unique_ptr<Copies> copies, Access access,
                        CopyThrough through) {
    if (through == CopyThrough::pinned)
        return std::make_unique<PinnedBridge>(device, std::move(copies), access);
    return std::make_unique<PageableBridge>(std::move(copies), access);
}

}  // namespace

BridgePointer copied_buffer(const Device& device, const gl::RawBuffer& buffer, const Use& use,
                            CopyThrough through) {
    return bridge_by(device, std::make_unique<BufferCopies>(device, buffer), use.access, through);
}

BridgePointer copied_image(const Device& device, const gl::ImageView& view, const Use& use,
                           CopyThrough through) {
    return bridge_by(device, std::make_unique<ImageCopies>(device, view), use.access, through);
}

}  // namespace glint::interop
