#pragma once

#include <memory>

#include <glint/driver/device.hpp>
#include <glint/gl/buffer.hpp>
#include <glint/gl/texture.hpp>
#include <glint/interop/bridge.hpp>

/// One pair of functions for each way of sharing; `make` in shared_resource.cpp picks among them.
namespace glint::interop {

struct BufferBridge {
    gl::RawBuffer gl;
    std::unique_ptr<Bridge> bridge;
};

struct TextureBridge {
    gl::Texture2D gl;
    std::unique_ptr<Bridge> bridge;
};

BufferBridge exported_buffer(const Device&, const gl::Context&, std::size_t size_bytes);
TextureBridge exported_texture(const Device&, const gl::Context&, const gl::TextureOptions&);

BufferBridge registered_buffer(const Device&, const gl::Context&, std::size_t size_bytes);
TextureBridge registered_texture(const Device&, const gl::Context&, const gl::TextureOptions&);

/// By pinned memory and without waiting (`staging`), or by plain memory (`host` on a GPU).
enum class CopyThrough { pinned, pageable };
BufferBridge copied_buffer(const Device&, const gl::Context&, std::size_t size_bytes, CopyThrough);
TextureBridge copied_texture(const Device&, const gl::Context&, const gl::TextureOptions&,
                             CopyThrough);

/// `host` on the CPU backend: kernels write what GL has mapped.
BufferBridge host_mapped_buffer(const Device&, const gl::Context&, std::size_t size_bytes);
TextureBridge host_mapped_texture(const Device&, const gl::Context&, const gl::TextureOptions&);

/// Maps and unmaps registered resources, all in one call of the driver.
void map_registered(std::span<void* const> resources, driver::Stream& stream);
void unmap_registered(std::span<void* const> resources, driver::Stream& stream);

}  // namespace glint::interop
