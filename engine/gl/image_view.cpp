// SPDX-License-Identifier: MIT
#include <glint/gl/image_view.hpp>

#include <algorithm>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/gl/detail/image_query.hpp>
#include <glint/gl/detail/pixel_store.hpp>
#include <glint/gl/image_object.hpp>
#include <glint/gl/texture.hpp>

namespace glint::gl {
namespace {

using detail::PixelStoreScope;
using detail::Transfer;

void refuse_unless_shareable(const detail::ImageAnswers& image, const std::string& operation) {
    if (image.extents.width == 0)
        throw Error(ErrorCode::invalid_argument, operation, "the image has no storage yet");
    if (const auto reason = detail::reason_against_sharing(image))
        throw Error(ErrorCode::unsupported, operation, *reason);
}

/// Copies level 0 between a texture and a renderbuffer. Texels are transferred through a texture,
/// because OpenGL has no function that uploads texels to a renderbuffer.
void copy_level0(const ImageView& from, const ImageView& to) {
    const ImageExtents& extents = from.extents();
    from.context().functions().CopyImageSubData(from.native(), native_target(from.target()), 0, 0,
                                                0, 0, to.native(), native_target(to.target()), 0, 0,
                                                0, 0, static_cast<GLsizei>(extents.width),
                                                static_cast<GLsizei>(extents.height), 1);
}

ImageObject texture_like(const ImageView& view) {
    return ImageObject(
        view.context(),
        {.width = view.extents().width, .height = view.extents().height, .format = view.format()});
}

int row_texels(const ImageView& view, std::size_t pitch_bytes) {
    return static_cast<int>(pitch_bytes / pixel_bytes(facts_of(view.format()).texels));
}

bool has_slices(ImageTarget target) {
    return target == ImageTarget::cube_map || target == ImageTarget::texture_3d ||
           target == ImageTarget::texture_2d_array;
}

}  // namespace

std::string_view to_string(ImageTarget target) noexcept {
    switch (target) {
        case ImageTarget::texture_2d: return "texture";
        case ImageTarget::rectangle: return "rectangle texture";
        case ImageTarget::cube_map: return "cube map";
        case ImageTarget::texture_3d: return "3-D texture";
        case ImageTarget::texture_2d_array: return "array texture";
        case ImageTarget::renderbuffer: return "renderbuffer";
    }
    return "image";
}

unsigned native_target(ImageTarget target) noexcept {
    switch (target) {
        case ImageTarget::texture_2d: return GL_TEXTURE_2D;
        case ImageTarget::rectangle: return GL_TEXTURE_RECTANGLE;
        case ImageTarget::cube_map: return GL_TEXTURE_CUBE_MAP;
        case ImageTarget::texture_3d: return GL_TEXTURE_3D;
        case ImageTarget::texture_2d_array: return GL_TEXTURE_2D_ARRAY;
        case ImageTarget::renderbuffer: return GL_RENDERBUFFER;
    }
    return 0;
}

ImageView::ImageView(const Context& context, unsigned native, ImageTarget target,
                     ImageFormat format, const ImageExtents& extents)
    : context_(context), native_(native), target_(target), format_(format), extents_(extents) {}

ImageView ImageView::texture(const Context& context, unsigned native) {
    const GladGLContext& gl = context.functions();
    const std::string operation = fmt::format("share texture {}", native);
    if (!gl.IsTexture(native))
        throw Error(ErrorCode::invalid_argument, operation,
                    "this OpenGL context has no texture with this name");
    const detail::ImageAnswers image = detail::ask_texture(gl, native);
    refuse_unless_shareable(image, operation);
    return {context, native, *detail::find_target(image.target),
            find_image_format(image.internal)->format, image.extents};
}

ImageView ImageView::renderbuffer(const Context& context, unsigned native) {
    const GladGLContext& gl = context.functions();
    const std::string operation = fmt::format("share renderbuffer {}", native);
    if (!gl.IsRenderbuffer(native))
        throw Error(ErrorCode::invalid_argument, operation,
                    "this OpenGL context has no renderbuffer with this name");
    const detail::ImageAnswers image = detail::ask_renderbuffer(gl, native);
    refuse_unless_shareable(image, operation);
    return {context, native, ImageTarget::renderbuffer, find_image_format(image.internal)->format,
            image.extents};
}

ImageView ImageView::of(const Texture2D& texture) {
    return ImageView::texture(texture.context(), texture.native());
}

ImageExtents ImageView::level_extents(unsigned level) const noexcept {
    const auto halved = [level](unsigned extent) { return std::max(extent >> level, 1u); };
    return {
        .width = halved(extents_.width),
        .height = halved(extents_.height),
        .slices = target_ == ImageTarget::texture_3d ? halved(extents_.slices) : extents_.slices,
        .levels = 1};
}

std::size_t ImageView::row_bytes(unsigned level) const noexcept {
    return level_extents(level).width * pixel_bytes(facts_of(format_).texels);
}

std::size_t ImageView::size_bytes(unsigned level) const noexcept {
    const ImageExtents extents = level_extents(level);
    return row_bytes(level) * extents.height * extents.slices;
}

void ImageView::upload_rows(const void* from, std::size_t pitch_bytes, unsigned level) const {
    require_level(level, "upload");
    if (target_ == ImageTarget::renderbuffer) {
        const ImageObject texture = texture_like(*this);
        texture.view().upload_rows(from, pitch_bytes, 0);
        copy_level0(texture.view(), *this);
    } else {
        upload_texture(from, row_texels(*this, pitch_bytes), level);
    }
    context_.check("upload " + describe());
}

void ImageView::upload_texture(const void* from, int row, unsigned level) const {
    const GladGLContext& gl = context_.functions();
    const ImageFormatFacts& format = facts_of(format_);
    const ImageExtents extents = level_extents(level);
    const auto width = static_cast<GLsizei>(extents.width);
    const auto height = static_cast<GLsizei>(extents.height);
    const auto index = static_cast<GLint>(level);
    const PixelStoreScope scope(gl, Transfer::unpack, row);
    if (has_slices(target_)) {
        gl.TextureSubImage3D(native_, index, 0, 0, 0, width, height,
                             static_cast<GLsizei>(extents.slices), format.layout, format.type,
                             from);
    } else {
        gl.TextureSubImage2D(native_, index, 0, 0, width, height, format.layout, format.type, from);
    }
}

void ImageView::download_rows(void* to, std::size_t pitch_bytes, unsigned level) const {
    require_level(level, "download");
    if (target_ == ImageTarget::renderbuffer) {
        const ImageObject texture = texture_like(*this);
        copy_level0(*this, texture.view());
        texture.view().download_rows(to, pitch_bytes, 0);
    } else {
        download_texture(to, row_texels(*this, pitch_bytes), level);
    }
    context_.check("download " + describe());
}

void ImageView::download_texture(void* to, int row, unsigned level) const {
    const GladGLContext& gl = context_.functions();
    const ImageFormatFacts& format = facts_of(format_);
    const ImageExtents extents = level_extents(level);
    const std::size_t bytes = static_cast<std::size_t>(row) * pixel_bytes(format.texels) *
                              extents.height * extents.slices;
    const PixelStoreScope scope(gl, Transfer::pack, row);
    gl.GetTextureImage(native_, static_cast<GLint>(level), format.layout, format.type,
                       static_cast<GLsizei>(bytes), to);
}

std::string ImageView::describe() const {
    std::string extents = fmt::format("{}x{}", extents_.width, extents_.height);
    if (has_slices(target_)) extents += fmt::format("x{}", extents_.slices);
    if (extents_.levels > 1) extents += fmt::format(" in {} levels", extents_.levels);
    return fmt::format("{} {} of {}", to_string(format_), to_string(target_), extents);
}

void ImageView::require_level(unsigned level, std::string_view operation) const {
    if (level < extents_.levels) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} level {} of {}", operation, level, describe()),
                fmt::format("the image has {}", text::counted(extents_.levels, "level")));
}

void ImageView::require_size(std::size_t bytes, unsigned level, std::string_view operation) const {
    require_level(level, operation);
    if (bytes == size_bytes(level)) return;
    throw Error(
        ErrorCode::invalid_argument, fmt::format("{} level {} of {}", operation, level, describe()),
        fmt::format("the level needs {}, not {}", text::counted(size_bytes(level), "byte"), bytes));
}

}  // namespace glint::gl
