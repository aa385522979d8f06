// SPDX-License-Identifier: MIT
// The method `exported`: CUDA allocates memory and exports it as a file descriptor, and GL imports
// it. CUDA and GL use the same memory without a map. A fence and an event order their accesses.
#include <utility>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/event.hpp>
#include <glint/gl/detail/formats.hpp>
#include <glint/gl/fence.hpp>
#include <glint/interop/cuda/exported_memory.hpp>
#include <glint/interop/detail/sharing_methods.hpp>
#include <glint/interop/detail/wait_quietly.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::interop {
namespace {

/// Bridge to exported memory. Kernels and GL must not use the memory at the same time.
class ExportedBridge : public Bridge {
public:
    ExportedBridge(const Device& device, const gl::Context& context)
        : context_(context), written_(device) {}

    // Waits for GL and for earlier kernels, which may still be running on another stream.
    void map(driver::Stream& stream) override {
        gl::Fence(context_).wait();
        stream.wait(written_.state());
    }
    void unmap(driver::Stream& stream) override { stream.record(written_.state()); }
    void give_to_gl() override { written_.synchronize(); }

protected:
    /// Waits for the kernels. Destructors call this, because memory must not be freed while kernels
    /// write it.
    void wait_for_kernels() noexcept { wait_quietly(written_); }

private:
    gl::Context context_;
    Event written_;
};

class ExportedBuffer final : public ExportedBridge {
public:
    ExportedBuffer(const Device& device, const gl::Context& context, std::size_t size_bytes)
        : ExportedBridge(device, context),
          memory_(device, size_bytes),
          imported_(context, memory_),
          range_(memory_) {}
    ~ExportedBuffer() override { wait_for_kernels(); }
    ExportedBuffer(const ExportedBuffer&) = delete;
    ExportedBuffer& operator=(const ExportedBuffer&) = delete;

    void* address() const noexcept override { return range_.address(); }
    unsigned memory_object() const noexcept { return imported_.name(); }

private:
    ExportableMemory memory_;
    ImportedMemory imported_;
    MappedRange range_;
};

// Returns a size that is large enough for a tiled texture, because GL does not report the exact
// size. A tile has 64 bytes x 8 rows, and at most 16 tiles are stacked. If the size were too small,
// the self-test would fail.
std::size_t tiled_size_bytes(const gl::TextureOptions& texture) {
    const std::size_t row = static_cast<std::size_t>(texture.width) * pixel_bytes(texture.format);
    return round_up(row, 512) * round_up(static_cast<std::size_t>(texture.height), 256);
}

class ExportedTexture final : public ExportedBridge {
public:
    ExportedTexture(const Device& device, const gl::Context& context,
                    const gl::TextureOptions& texture)
        : ExportedBridge(device, context),
          memory_(device, tiled_size_bytes(texture)),
          imported_(context, memory_),
          mapped_(memory_, texture) {}
    ~ExportedTexture() override { wait_for_kernels(); }
    ExportedTexture(const ExportedTexture&) = delete;
    ExportedTexture& operator=(const ExportedTexture&) = delete;

    driver::ImageMemory image() override { return mapped_.image(); }
    unsigned memory_object() const noexcept { return imported_.name(); }

private:
    ExportableMemory memory_;
    ImportedMemory imported_;
    MappedImage mapped_;
};

// Throws an error if OpenGL draws on another GPU. Memory that another GPU's driver imports contains
// garbage or causes a crash.
void require_same_gpu(const Device& device, const gl::Context& context) {
    const char* operation = "share exported memory with OpenGL";
    if (!context.has_extension("GL_EXT_memory_object_fd"))
        throw Error(ErrorCode::unsupported, operation,
                    context.renderer() + " cannot import memory (GL_EXT_memory_object_fd)");
    if (!draws_on(context, device))
        throw Error(
            ErrorCode::unsupported, operation,
            fmt::format("OpenGL draws on {}, not on {}", context.renderer(), device.name()));
}

}  // namespace

BufferBridge exported_buffer(const Device& device, const gl::Context& context,
                             std::size_t size_bytes) {
    require_same_gpu(device, context);
    auto bridge = std::make_unique<ExportedBuffer>(device, context, size_bytes);
    gl::RawBuffer buffer = gl::RawBuffer::without_storage(context);
    context.functions().NamedBufferStorageMemEXT(
        buffer.native(), static_cast<GLsizeiptr>(size_bytes), bridge->memory_object(), 0);
    context.check("attach CUDA memory to a buffer");
    buffer.refresh_size();
    return {std::move(buffer), std::move(bridge)};
}

TextureBridge exported_texture(const Device& device, const gl::Context& context,
                               const gl::TextureOptions& options) {
    require_same_gpu(device, context);
    auto bridge = std::make_unique<ExportedTexture>(device, context, options);
    gl::Texture2D texture = gl::Texture2D::without_storage(context, options);
    context.functions().TextureStorageMem2DEXT(
        texture.native(), 1, gl::detail::gl_format(options.format).internal, options.width,
        options.height, bridge->memory_object(), 0);
    context.check("attach CUDA memory to a texture");
    return {std::move(texture), std::move(bridge)};
}

}  // namespace glint::interop
