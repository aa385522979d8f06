// SPDX-License-Identifier: MIT
#include <glint/gl/image_object.hpp>

#include <algorithm>
#include <bit>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::gl {
namespace {

constexpr unsigned kFaces = 6;

bool has_depth(ImageTarget target) {
    return target == ImageTarget::texture_3d || target == ImageTarget::texture_2d_array;
}

unsigned max_levels(const ImageObjectOptions& options) {
    if (options.target == ImageTarget::rectangle || options.target == ImageTarget::renderbuffer)
        return 1;
    const unsigned depth = options.target == ImageTarget::texture_3d ? options.slices : 1;
    return static_cast<unsigned>(std::bit_width(std::max({options.width, options.height, depth})));
}

ImageExtents checked_extents(const ImageObjectOptions& options) {
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("create a {}", to_string(options.target)), reason);
    };
    const bool cube = options.target == ImageTarget::cube_map;
    const unsigned slices = cube && options.slices == 1 ? kFaces : options.slices;
    if (options.width == 0 || options.height == 0 || slices == 0)
        refuse(fmt::format("the size is {} x {} x {} texels, but each extent must be at least 1",
                           options.width, options.height, slices));
    if (cube && (options.width != options.height || slices != kFaces))
        refuse(fmt::format("a cube map has 6 square faces, not {} faces of {} x {}", slices,
                           options.width, options.height));
    if (!cube && !has_depth(options.target) && slices != 1)
        refuse(fmt::format("an image of this kind has one slice, not {}", slices));
    if (options.levels == 0 || options.levels > max_levels(options))
        refuse(fmt::format("the image has {}, but the maximum is {}",
                           text::counted(options.levels, "level"), max_levels(options)));
    return {options.width, options.height, slices, options.levels};
}

void allocate(const GladGLContext& gl, unsigned name, ImageTarget target,
              const ImageExtents& extents, unsigned internal) {
    const auto width = static_cast<GLsizei>(extents.width);
    const auto height = static_cast<GLsizei>(extents.height);
    const auto levels = static_cast<GLsizei>(extents.levels);
    if (target == ImageTarget::renderbuffer)
        return gl.NamedRenderbufferStorage(name, internal, width, height);
    if (has_depth(target)) {
        gl.TextureStorage3D(name, levels, internal, width, height,
                            static_cast<GLsizei>(extents.slices));
    } else {
        gl.TextureStorage2D(name, levels, internal, width, height);
    }
    gl.TextureParameteri(name, GL_TEXTURE_MIN_FILTER,
                         levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
    gl.TextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        gl.TextureParameteri(name, axis, GL_CLAMP_TO_EDGE);
}

Handle create(const Context& context, ImageTarget target) {
    const GladGLContext& gl = context.functions();
    GLuint name = 0;
    if (target == ImageTarget::renderbuffer) {
        gl.CreateRenderbuffers(1, &name);
        return Handle(context, ObjectKind::renderbuffer, name);
    }
    gl.CreateTextures(native_target(target), 1, &name);
    return Handle(context, ObjectKind::texture, name);
}

}  // namespace

ImageObject::ImageObject(const Context& context, const ImageObjectOptions& options)
    : handle_(create(context, options.target)),
      view_(context, handle_.native(), options.target, options.format, checked_extents(options)) {
    allocate(context.functions(), native(), options.target, view_.extents(),
             facts_of(options.format).internal);
    context.check("allocate " + view_.describe());
}

}  // namespace glint::gl
