// SPDX-License-Identifier: MIT
// The method `host` on the CPU backend. Kernels either write memory that GL keeps mapped to the
// host, or separate memory that GL copies to and from.
#include <utility>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/gl/fence.hpp>
#include <glint/interop/detail/image_memory.hpp>
#include <glint/interop/detail/sharing_methods.hpp>
#include <glint/interop/detail/wait_quietly.hpp>

namespace glint::interop {
namespace {

/// The base of the bridges in this file. GL accesses the memory only after the event that follows
/// the kernels.
class HostBridge : public Bridge {
public:
    HostBridge(const Device& device, Access access) : access_(access), done_(device) {}

    // Waits for earlier kernels that use the memory, because they may still be running on another
    // stream.
    void map(driver::Stream& stream) override { stream.wait(done_.state()); }
    void unmap(driver::Stream& stream) final { stream.record(done_.state()); }
    void give_to_gl() final {
        done_.synchronize();
        if (access_ != Access::read) copy_to_gl();
    }
    void take_from_gl(driver::Stream&) final {
        done_.synchronize();
        copy_from_gl();
    }

protected:
    virtual void copy_to_gl() = 0;
    virtual void copy_from_gl() = 0;
    /// Waits for the kernels. Destructors call this, because memory must not be freed while kernels
    /// use it.
    void wait_for_kernels() noexcept { wait_quietly(done_); }

private:
    Access access_;
    Event done_;
};

/// Kernels access the GL buffer's own memory. `map` waits on a fence, because GL may still read or
/// write this memory.
class MappedBufferBridge final : public HostBridge {
public:
    MappedBufferBridge(const Device& device, const gl::RawBuffer& buffer, Access access)
        : HostBridge(device, access), context_(buffer.context()), memory_(buffer.mapped()) {}
    ~MappedBufferBridge() override { wait_for_kernels(); }
    MappedBufferBridge(const MappedBufferBridge&) = delete;
    MappedBufferBridge& operator=(const MappedBufferBridge&) = delete;

    void map(driver::Stream& stream) override {
        gl::Fence(context_).wait();
        HostBridge::map(stream);
    }
    void* address() const noexcept override { return memory_; }

private:
    void copy_to_gl() override {}
    void copy_from_gl() override {}

    gl::Context context_;
    void* memory_;
};

class HostBufferBridge final : public HostBridge {
public:
    HostBufferBridge(const Device& device, const gl::RawBuffer& buffer, Access access)
        : HostBridge(device, access),
          buffer_(gl::RawBuffer::borrow(buffer.context(), buffer.native())),
          memory_(device, buffer.size_bytes()) {}
    ~HostBufferBridge() override { wait_for_kernels(); }
    HostBufferBridge(const HostBufferBridge&) = delete;
    HostBufferBridge& operator=(const HostBufferBridge&) = delete;

    void* address() const noexcept override { return const_cast<std::byte*>(memory_.data()); }

private:
    void copy_to_gl() override { buffer_.upload({memory_.data(), memory_.size()}); }
    void copy_from_gl() override { buffer_.download({memory_.data(), memory_.size()}); }

    gl::RawBuffer buffer_;
    DeviceMemory<std::byte> memory_;
};

class HostImageBridge final : public HostBridge {
public:
    HostImageBridge(const Device& device, const gl::ImageView& view, Access access)
        : HostBridge(device, access), view_(view), image_(device, shape_of(view)) {}
    ~HostImageBridge() override { wait_for_kernels(); }
    HostImageBridge(const HostImageBridge&) = delete;
    HostImageBridge& operator=(const HostImageBridge&) = delete;

    driver::ImageMemory image() override { return image_.memory(); }
    driver::ImageMemory part(const ImagePart& part) override { return image_.part(part); }

private:
    void copy_to_gl() override {
        for (unsigned level = 0; level < view_.extents().levels; ++level) {
            const driver::ImageMemory memory = image_.part({.level = level});
            view_.upload_rows(memory.data, memory.pitch_bytes, level);
        }
    }
    void copy_from_gl() override {
        for (unsigned level = 0; level < view_.extents().levels; ++level) {
            const driver::ImageMemory memory = image_.part({.level = level});
            view_.download_rows(memory.data, memory.pitch_bytes, level);
        }
    }

    gl::ImageView view_;
    OwnedImage image_;
};

}  // namespace

BridgePointer host_buffer(const Device& device, const gl::RawBuffer& buffer, const Use& use) {
    if (buffer.mapped()) return std::make_unique<MappedBufferBridge>(device, buffer, use.access);
    return std::make_unique<HostBufferBridge>(device, buffer, use.access);
}

BridgePointer host_image(const Device& device, const gl::ImageView& view, const Use& use) {
    return std::make_unique<HostImageBridge>(device, view, use.access);
}

}  // namespace glint::interop
