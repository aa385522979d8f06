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

/// The sharing methods. For existing GL objects, make_bridge.cpp selects one of them.
namespace glint::interop {

using BridgePointer = std::unique_ptr<Bridge>;

/// How kernels use a resource.
struct Use {
    Access access = Access::write;
    bool gather = false;
};

/// GL objects on top of CUDA's memory, created only by `exported`.
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

/// Copies through pinned memory without waiting (`staging`), or through pageable memory (`host` on
/// a GPU).
enum class CopyThrough { pinned, pageable };
BridgePointer copied_buffer(const Device&, const gl::RawBuffer&, const Use&, CopyThrough);
BridgePointer copied_image(const Device&, const gl::ImageView&, const Use&, CopyThrough);

/// `host` on the CPU backend: kernels write memory that GL has mapped, or memory that GL copies.
BridgePointer host_buffer(const Device&, const gl::RawBuffer&, const Use&);
BridgePointer host_image(const Device&, const gl::ImageView&, const Use&);

/// Creates a bridge to a GL object by one of the methods above. Throws Error(unsupported) for
/// `exported`.
BridgePointer make_bridge(Sharing way, const Device&, const gl::RawBuffer&, const Use&);
BridgePointer make_bridge(Sharing way, const Device&, const gl::ImageView&, const Use&);

/// Returns a GL image's shape in kernels.
driver::ImageShape shape_of(const gl::ImageView& view) noexcept;

/// Maps or unmaps registered resources, all in one driver call.
void map_registered(std::span<void* const> resources, driver::Stream& stream);
void unmap_registered(std::span<void* const> resources, driver::Stream& stream);

}  // namespace glint::interop
