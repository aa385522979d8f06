// SPDX-License-Identifier: MIT
#include <glint/base/error.hpp>
#include <glint/interop/detail/sharing_methods.hpp>

namespace glint::interop {
namespace {

[[noreturn]] void refuse_to_export() {
    throw Error(
        ErrorCode::unsupported, "export memory that OpenGL allocated",
        "only memory that CUDA allocated can be exported. Use the sharing method 'registered'");
}

}  // namespace

BridgePointer make_bridge(Sharing way, const Device& device, const gl::RawBuffer& buffer,
                          const Use& use) {
    switch (way) {
        case Sharing::exported: refuse_to_export();
        case Sharing::registered: return registered_buffer(device, buffer, use);
        case Sharing::staging: return copied_buffer(device, buffer, use, CopyThrough::pinned);
        case Sharing::automatic:
        case Sharing::host: break;
    }
    return device.kind() == BackendKind::cpu
               ? host_buffer(device, buffer, use)
               : copied_buffer(device, buffer, use, CopyThrough::pageable);
}

BridgePointer make_bridge(Sharing way, const Device& device, const gl::ImageView& view,
                          const Use& use) {
    switch (way) {
        case Sharing::exported: refuse_to_export();
        case Sharing::registered: return registered_image(device, view, use);
        case Sharing::staging: return copied_image(device, view, use, CopyThrough::pinned);
        case Sharing::automatic:
        case Sharing::host: break;
    }
    return device.kind() == BackendKind::cpu
               ? host_image(device, view, use)
               : copied_image(device, view, use, CopyThrough::pageable);
}

driver::ImageShape shape_of(const gl::ImageView& view) noexcept {
    const gl::ImageExtents& extents = view.extents();
    driver::ImageShape shape{.width = extents.width,
                             .height = extents.height,
                             .levels = extents.levels,
                             .format = facts_of(view.format()).texels};
    if (view.target() == gl::ImageTarget::texture_3d) shape.depth = extents.slices;
    if (view.target() == gl::ImageTarget::texture_2d_array) shape.layers = extents.slices;
    shape.cube = view.target() == gl::ImageTarget::cube_map;
    return shape;
}

}  // namespace glint::interop
