// Kernels write memory of their own, which is copied to GL by way of the host after each map.
#include <functional>
#include <utility>
#include <vector>

#include <glad/gl.h>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/gl/detail/formats.hpp>
#include <glint/interop/wait_quietly.hpp>
#include <glint/interop/ways.hpp>

namespace glint::interop {
namespace {

/// The device's side of the copy: linear memory, or an image behind a surface.
class Target {
public:
    virtual ~Target() = default;
    virtual std::size_t size_bytes() const noexcept = 0;
    virtual void copy_to_host(driver::Stream& stream, void* to) const = 0;
    virtual void* address() const noexcept { return nullptr; }
    virtual driver::ImageMemory image() const noexcept { return {}; }
    virtual std::uint64_t surface() const noexcept { return 0; }
};

class LinearTarget final : public Target {
public:
    LinearTarget(const Device& device, std::size_t size_bytes) : memory_(device, size_bytes) {}

    std::size_t size_bytes() const noexcept override { return memory_.size(); }
    void* address() const noexcept override { return const_cast<std::byte*>(memory_.data()); }
    void copy_to_host(driver::Stream& stream, void* to) const override {
        stream.copy(to, memory_.data(), memory_.size(), driver::CopyDirection::device_to_host);
    }

private:
    DeviceMemory<std::byte> memory_;
};

class ImageTarget final : public Target {
public:
    ImageTarget(const Device& device, const gl::TextureOptions& texture)
        : backend_(device.backend()),
          image_(backend_->allocate_image({.width = static_cast<unsigned>(texture.width),
                                           .height = static_cast<unsigned>(texture.height),
                                           .format = texture.format})) {
        try {
            surface_ = backend_->create_surface(image_);
        } catch (...) {
            backend_->release_image(image_);
            throw;
        }
    }
    ~ImageTarget() override {
        backend_->destroy_surface(surface_);
        backend_->release_image(image_);
    }
    ImageTarget(const ImageTarget&) = delete;
    ImageTarget& operator=(const ImageTarget&) = delete;

    std::size_t size_bytes() const noexcept override { return row_bytes() * image_.shape.height; }
    driver::ImageMemory image() const noexcept override { return image_; }
    std::uint64_t surface() const noexcept override { return surface_; }
    void copy_to_host(driver::Stream& stream, void* to) const override {
        stream.copy_to_host(to, row_bytes(), image_);
    }

private:
    std::size_t row_bytes() const noexcept { return driver::row_bytes_of(image_.shape); }

    std::shared_ptr<driver::Backend> backend_;
    driver::ImageMemory image_;
    std::uint64_t surface_ = 0;
};

using Upload = std::function<void(std::span<const std::byte>)>;

class CopiedBridge : public Bridge {
public:
    CopiedBridge(std::unique_ptr<Target> target, Upload upload)
        : target_(std::move(target)), upload_(std::move(upload)) {}

    void* address() const noexcept override { return target_->address(); }
    driver::ImageMemory image() const noexcept override { return target_->image(); }
    std::uint64_t surface() const noexcept override { return target_->surface(); }

protected:
    const Target& target() const noexcept { return *target_; }
    void upload(std::span<const std::byte> bytes) const { upload_(bytes); }

private:
    std::unique_ptr<Target> target_;
    Upload upload_;
};

/// Copies beside other work; only `give_to_gl` waits.
class PinnedBridge final : public CopiedBridge {
public:
    PinnedBridge(const Device& device, std::unique_ptr<Target> target, Upload upload)
        : CopiedBridge(std::move(target), std::move(upload)),
          staging_(device, CopiedBridge::target().size_bytes()),
          copied_(device) {}
    ~PinnedBridge() override { wait_quietly(copied_); }
    PinnedBridge(const PinnedBridge&) = delete;
    PinnedBridge& operator=(const PinnedBridge&) = delete;

    // The last copy out of the target may still run on another stream.
    void map(driver::Stream& stream) override { stream.wait(copied_.state()); }
    void unmap(driver::Stream& stream) override {
        target().copy_to_host(stream, staging_.data());
        stream.record(copied_.state());
    }
    void give_to_gl() override {
        copied_.synchronize();
        upload(staging_.span());
    }

private:
    PinnedMemory<std::byte> staging_;
    Event copied_;
};

/// Waits at the unmap, as a copy to pageable memory has to.
class PageableBridge final : public CopiedBridge {
public:
    PageableBridge(std::unique_ptr<Target> target, Upload upload)
        : CopiedBridge(std::move(target), std::move(upload)),
          host_(CopiedBridge::target().size_bytes()) {}

    void map(driver::Stream&) override {}
    void unmap(driver::Stream& stream) override {
        target().copy_to_host(stream, host_.data());
        stream.synchronize();
    }
    void give_to_gl() override { upload(host_); }

private:
    std::vector<std::byte> host_;
};

std::unique_ptr<Bridge> make_bridge(const Device& device, std::unique_ptr<Target> target,
                                    Upload upload, CopyThrough through) {
    if (through == CopyThrough::pinned)
        return std::make_unique<PinnedBridge>(device, std::move(target), std::move(upload));
    return std::make_unique<PageableBridge>(std::move(target), std::move(upload));
}

// The GL object moves to its owner, so uploads go by its name, which stays.
Upload upload_to(const gl::RawBuffer& buffer) {
    return [context = buffer.context(), name = buffer.native()](std::span<const std::byte> bytes) {
        context.functions().NamedBufferSubData(name, 0, static_cast<GLsizeiptr>(bytes.size()),
                                               bytes.data());
    };
}

Upload upload_to(const gl::Texture2D& texture) {
    return [context = texture.context(), name = texture.native(), width = texture.width(),
            height = texture.height(),
            format = gl::detail::gl_format(texture.format())](std::span<const std::byte> bytes) {
        context.functions().TextureSubImage2D(name, 0, 0, 0, width, height, format.layout,
                                              format.type, bytes.data());
    };
}

}  // namespace

BufferBridge copied_buffer(const Device& device, const gl::Context& context, std::size_t size_bytes,
                           CopyThrough through) {
    gl::RawBuffer buffer(context, size_bytes);
    auto bridge = make_bridge(device, std::make_unique<LinearTarget>(device, size_bytes),
                              upload_to(buffer), through);
    return {std::move(buffer), std::move(bridge)};
}

TextureBridge copied_texture(const Device& device, const gl::Context& context,
                             const gl::TextureOptions& options, CopyThrough through) {
    gl::Texture2D texture(context, options);
    auto bridge = make_bridge(device, std::make_unique<ImageTarget>(device, options),
                              upload_to(texture), through);
    return {std::move(texture), std::move(bridge)};
}

}  // namespace glint::interop
