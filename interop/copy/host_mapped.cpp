// The CPU backend's way: kernels write memory that GL keeps mapped to the host.
#include <optional>
#include <utility>

#include <glad/gl.h>

#include <glint/driver/stream.hpp>
#include <glint/gl/detail/formats.hpp>
#include <glint/gl/fence.hpp>
#include <glint/interop/wait_quietly.hpp>
#include <glint/interop/ways.hpp>

namespace glint::interop {
namespace {

/// Who may touch the mapped memory: GL until its fence, kernels until their event.
class Turns {
public:
    Turns(const Device& device, const gl::Context& context) : context_(context), written_(device) {}
    ~Turns() { wait_quietly(written_); }
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    void kernels_turn() const { gl::Fence(context_).wait(); }
    void kernels_done(driver::Stream& stream) { stream.record(written_.state()); }
    void gl_turn() { written_.synchronize(); }

private:
    gl::Context context_;
    Event written_;
};

class MappedBufferBridge final : public Bridge {
public:
    MappedBufferBridge(const Device& device, const gl::RawBuffer& buffer)
        : memory_(buffer.mapped()), turns_(device, buffer.context()) {}

    void map(driver::Stream&) override { turns_.kernels_turn(); }
    void unmap(driver::Stream& stream) override { turns_.kernels_done(stream); }
    void give_to_gl() override { turns_.gl_turn(); }
    void* address() const noexcept override { return memory_; }

private:
    void* memory_;
    Turns turns_;
};

/// Kernels write a pixel buffer, from which GL fills the texture.
class MappedTextureBridge final : public Bridge {
public:
    MappedTextureBridge(const Device& device, const gl::Texture2D& texture)
        : backend_(device.backend()),
          pixels_(texture.context(), texture.size_bytes(), {.mapped = true}),
          texture_(texture.native()),
          format_(texture.format()),
          turns_(device, texture.context()) {
        image_ = {.data = pixels_.mapped(),
                  .pitch_bytes = texture.size_bytes() / static_cast<std::size_t>(texture.height()),
                  .shape = {.width = static_cast<unsigned>(texture.width()),
                            .height = static_cast<unsigned>(texture.height()),
                            .format = texture.format()}};
        surface_ = backend_->create_surface(image_);
    }
    ~MappedTextureBridge() override { backend_->destroy_surface(surface_); }
    MappedTextureBridge(const MappedTextureBridge&) = delete;
    MappedTextureBridge& operator=(const MappedTextureBridge&) = delete;

    void map(driver::Stream&) override { turns_.kernels_turn(); }
    void unmap(driver::Stream& stream) override { turns_.kernels_done(stream); }
    void give_to_gl() override {
        turns_.gl_turn();
        const auto& gl = pixels_.context().functions();
        const auto format = gl::detail::gl_format(format_);
        gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels_.native());
        gl.TextureSubImage2D(texture_, 0, 0, 0, static_cast<GLsizei>(image_.shape.width),
                             static_cast<GLsizei>(image_.shape.height), format.layout, format.type,
                             nullptr);
        gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    }
    driver::ImageMemory image() const noexcept override { return image_; }
    std::uint64_t surface() const noexcept override { return surface_; }

private:
    std::shared_ptr<driver::Backend> backend_;
    gl::RawBuffer pixels_;
    unsigned texture_;
    PixelFormat format_;
    driver::ImageMemory image_;
    std::uint64_t surface_ = 0;
    Turns turns_;
};

}  // namespace

BufferBridge host_mapped_buffer(const Device& device, const gl::Context& context,
                                std::size_t size_bytes) {
    gl::RawBuffer buffer(context, size_bytes, {.mapped = true});
    auto bridge = std::make_unique<MappedBufferBridge>(device, buffer);
    return {std::move(buffer), std::move(bridge)};
}

TextureBridge host_mapped_texture(const Device& device, const gl::Context& context,
                                  const gl::TextureOptions& options) {
    gl::Texture2D texture(context, options);
    auto bridge = std::make_unique<MappedTextureBridge>(device, texture);
    return {std::move(texture), std::move(bridge)};
}

}  // namespace glint::interop
