// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/handle.hpp>
#include <glint/gl/image_view.hpp>

namespace glint::gl {

struct ImageObjectOptions {
    ImageTarget target = ImageTarget::texture_2d;
    unsigned width = 0;
    unsigned height = 0;
    unsigned slices = 1;  ///< depth or number of layers; a cube map always has six faces
    unsigned levels = 1;  ///< number of mipmap levels; must be 1 for rectangles and renderbuffers
    ImageFormat format = ImageFormat::rgba8;
};

/// A texture of any kind, or a renderbuffer. Kernels can share it. The size of its storage never
/// changes.
class ImageObject {
public:
    /// Allocates texels without initializing them. A texture clamps at its edges and does not
    /// filter. Throws Error(invalid_argument) for extents that contradict the target,
    /// Error(graphics) for extents that OpenGL rejects, and Error(out_of_memory) if there is not
    /// enough memory.
    ImageObject(const Context& context, const ImageObjectOptions& options);

    unsigned native() const noexcept { return handle_.native(); }
    const Context& context() const noexcept { return handle_.context(); }
    const ImageView& view() const noexcept { return view_; }

private:
    Handle handle_;
    ImageView view_;
};

}  // namespace glint::gl
