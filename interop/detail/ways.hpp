// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include <glint/driver/device.hpp>
#include <glint/gl/buffer.hpp>
#include <glint/gl/image_view.hpp>
#include <glint/gl/texture.hpp>
#include <glint/interop/detail/bridge.hpp>
#include <glint/interop/sharing.hpp>

/// The ways of sharing; make_bridge.cpp picks among those for GL objects that exist.
namespace glint::interop {

using BridgePointer = std::unique_ptr<Bridge>;

/// What kernels do with a resource.
struct Use {
    Access access = Access::write;
    bool gather = false;
};

/// GL objects of CUDA's memory, which only `exported` makes.
struct BufferBridge {
    gl::RawBuffer gl;
    BridgePointer bridge;
};
struct TextureBridge {
    gl::Texture2D gl;
    BridgePointer bridge;
};
BufferBridge exported_buffer(const Device&, const gl::Context&, std::size_t size_bytes);
TextureBridge exported_texture(const Device&, const gl::Context&, const gl::TextureOptions&);

BridgePointer registered_buffer(const Device&, const gl::RawBuffer&, const Use&);
BridgePointer registered_image(const Device&, const gl::ImageView&, const Use&);

/// By pinned memory and without waiting (`staging`), or by plain memory (`host` on a GPU).
enum class CopyThrough { pinned, pageable };
BridgePointer copied_buffer(const Device&, const gl::RawBuffer&, const Use&, CopyThrough);
BridgePointer copied_image(const Device&, const gl::ImageView&, const Use&, CopyThrough);

/// `host` on the CPU backend: kernels write what GL has mapped, or memory that GL copies.
BridgePointer host_buffer(const Device&, const gl::RawBuffer&, const Use&);
BridgePointer host_image(const Device&, const gl::ImageView&, const Use&);

/// A GL object by one of the ways above. Throws Error(unsupported) for `exported`.
BridgePointer make_bridge(Sharing way, const Device&, const gl::RawBuffer&, const Use&);
BridgePointer make_bridge(Sharing way, const Device&, const gl::ImageView&, const Use&);

/// The image that kernels see of a GL image.
driver::ImageShape shape_of(const gl::ImageView& view) noexcept;

/// Maps and unmaps registered resources, all in one call of the driver.
void map_registered(std::span<void* const> resources, driver::Stream& stream);
void unmap_registered(std::span<void* const> resources, driver::Stream& stream);

}  // namespace glint::interop
