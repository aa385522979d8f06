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

/// Functions that implement the sharing methods. For an existing GL object, make_bridge calls one
/// of them.
namespace glint::interop {

using BridgePointer = std::unique_ptr<Bridge>;

/// Properties of the kernels' accesses to a resource.
struct Use {
    Access access = Access::write;
    bool gather = false;
};

/// A GL object that uses memory allocated by CUDA, and its bridge. Only the method `exported`
/// creates them.
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

/// Memory through which data is copied. `staging` copies through pinned memory and does not wait.
/// `host` on a GPU copies through pageable memory.
enum class CopyThrough { pinned, pageable };
BridgePointer copied_buffer(const Device&, const gl::RawBuffer&, const Use&, CopyThrough);
BridgePointer copied_image(const Device&, const gl::ImageView&, const Use&, CopyThrough);

/// The method `host` on the CPU backend. Kernels write memory that GL keeps mapped, or memory that
/// GL copies.
BridgePointer host_buffer(const Device&, const gl::RawBuffer&, const Use&);
BridgePointer host_image(const Device&, const gl::ImageView&, const Use&);

/// Creates a bridge to a GL object with the method `way`. Throws Error(unsupported) for `exported`,
/// because only memory that CUDA allocated can be exported.
BridgePointer make_bridge(Sharing way, const Device&, const gl::RawBuffer&, const Use&);
BridgePointer make_bridge(Sharing way, const Device&, const gl::ImageView&, const Use&);

/// Returns the shape that the image `view` has in kernels.
driver::ImageShape shape_of(const gl::ImageView& view) noexcept;

/// Map and unmap registered resources, all in one driver call.
void map_registered(std::span<void* const> resources, driver::Stream& stream);
void unmap_registered(std::span<void* const> resources, driver::Stream& stream);

}  // namespace glint::interop
