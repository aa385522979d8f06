// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/gl/context.hpp>
#include <glint/gl/image_format.hpp>

namespace glint::gl {

class Texture2D;

/// Kinds of images that kernels can share: textures and renderbuffers.
enum class ImageTarget {
    texture_2d,
    rectangle,
    cube_map,
    texture_3d,
    texture_2d_array,
    renderbuffer
};

std::string_view to_string(ImageTarget target) noexcept;
/// Returns the OpenGL enum, for example GL_TEXTURE_2D.
unsigned native_target(ImageTarget target) noexcept;

/// The extents of an image in texels.
struct ImageExtents {
    unsigned width = 0;
    unsigned height = 0;
    unsigned slices = 1;  ///< depth, layers, or the six faces of a cube
    unsigned levels = 1;  ///< mipmap levels

    friend bool operator==(const ImageExtents&, const ImageExtents&) = default;
};

/// A view of a texture or renderbuffer that other code owns: its description and access to its
/// texels. It is cheap to copy. The owner must not delete or reallocate the image while it is in
/// use.
class ImageView {
public:
    /// Views the texture with this name, whoever created it. Throws Error(invalid_argument) if
    /// `context` has no such texture or it has no storage. Throws Error(unsupported) with the
    /// reason if kernels cannot share it because of its target, format, or sample count.
    static ImageView texture(const Context& context, unsigned native);
    /// Views the renderbuffer with this name; throws as `texture` does.
    static ImageView renderbuffer(const Context& context, unsigned native);
    static ImageView of(const Texture2D& texture);

    unsigned native() const noexcept { return native_; }
    const Context& context() const noexcept { return context_; }
    ImageTarget target() const noexcept { return target_; }
    ImageFormat format() const noexcept { return format_; }
    const ImageExtents& extents() const noexcept { return extents_; }

    /// Width, height and slices of a level: halved per level, but at least 1.
    ImageExtents level_extents(unsigned level) const noexcept;
    std::size_t row_bytes(unsigned level) const noexcept;
    std::size_t size_bytes(unsigned level) const noexcept;  ///< of a level, without gaps

    /// Copies all texels of a level in or out: tightly packed rows from row 0, slice after slice.
    /// `download` waits for pending GL writes. Both throw Error(invalid_argument) if the level does
    /// not exist or the span does not have exactly `size_bytes(level)`.
    template <class T>
    void upload(std::span<const T> texels, unsigned level = 0) const {
        require_size(texels.size_bytes(), level, "upload");
        upload_rows(texels.data(), row_bytes(level), level);
    }
    template <class T>
    std::vector<T> download(unsigned level = 0) const {
        std::vector<T> texels(size_bytes(level) / sizeof(T));
        require_size(texels.size() * sizeof(T), level, "download");
        download_rows(texels.data(), row_bytes(level), level);
        return texels;
    }

    /// Copies all texels of a level in or out, with a row pitch of `pitch_bytes`, a multiple of the
    /// texel size; there are no further gaps between slices. `download_rows` waits for pending GL
    /// writes. Both throw Error(invalid_argument) if the level does not exist.
    void upload_rows(const void* from, std::size_t pitch_bytes, unsigned level) const;
    void download_rows(void* to, std::size_t pitch_bytes, unsigned level) const;

    /// Returns for example "rgba16f renderbuffer of 640x480".
    std::string describe() const;

private:
    friend class ImageObject;

    ImageView(const Context& context, unsigned native, ImageTarget target, ImageFormat format,
              const ImageExtents& extents);
    void upload_texture(const void* from, int row_texels, unsigned level) const;
    void download_texture(void* to, int row_texels, unsigned level) const;
    void require_size(std::size_t bytes, unsigned level, std::string_view operation) const;
    void require_level(unsigned level, std::string_view operation) const;

    Context context_;
    unsigned native_;
    ImageTarget target_;
    ImageFormat format_;
    ImageExtents extents_;
};

}  // namespace glint::gl
