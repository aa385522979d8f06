// Stands in for the CUDA ways of sharing in a build without the CUDA toolkit's headers.
#include <glint/base/error.hpp>
#include <glint/interop/ways.hpp>

namespace glint::interop {
namespace {

[[noreturn]] void refuse() {
    throw Error(ErrorCode::unsupported, "share with OpenGL through CUDA",
                "glint was built without a CUDA toolkit");
}

}  // namespace

BufferBridge exported_buffer(const Device&, const gl::Context&, std::size_t) { refuse(); }
TextureBridge exported_texture(const Device&, const gl::Context&, const gl::TextureOptions&) {
    refuse();
}
BufferBridge registered_buffer(const Device&, const gl::Context&, std::size_t) { refuse(); }
TextureBridge registered_texture(const Device&, const gl::Context&, const gl::TextureOptions&) {
    refuse();
}
void map_registered(std::span<void* const>, driver::Stream&) {}
void unmap_registered(std::span<void* const>, driver::Stream&) {}

}  // namespace glint::interop
