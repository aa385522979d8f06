// SPDX-License-Identifier: MIT
// Defines the CUDA sharing methods for builds without the CUDA toolkit's headers. They throw an
// error.
#include <glint/base/error.hpp>
#include <glint/interop/detail/sharing_methods.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::interop {
namespace {

[[noreturn]] void refuse() {
    throw Error(ErrorCode::unsupported, "share memory with OpenGL through CUDA",
                "glint was built without a CUDA toolkit");
}

}  // namespace

BufferBridge exported_buffer(const Device&, const gl::Context&, std::size_t) { refuse(); }
TextureBridge exported_texture(const Device&, const gl::Context&, const gl::TextureOptions&) {
    refuse();
}
BridgePointer registered_buffer(const Device&, const gl::RawBuffer&, const Use&) { refuse(); }
BridgePointer registered_image(const Device&, const gl::ImageView&, const Use&) { refuse(); }
std::optional<driver::Uuid> gpu_named_by_cuda(const gl::Context&) { return std::nullopt; }
void map_registered(std::span<void* const>, driver::Stream&) {}
void unmap_registered(std::span<void* const>, driver::Stream&) {}

}  // namespace glint::interop
