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
/// Returns the OpenGL enum of this target, for example GL_TEXTURE_2D.
unsigned native_target(ImageTarget target) noexcept;

/// The extents of an image in texels.
struct ImageExtents {
    unsigned width = 0;
    unsigned height = 0;
    unsigned slices = 1;  ///< depth, number of layers, or 6 for the faces of a cube map
    unsigned levels = 1;  ///< number of mipmap levels

    friend bool operator==(const ImageExtents&, const ImageExtents&) = default;
};

/// Describes a texture or renderbuffer that other code owns, and copies its texels. An ImageView is
/// cheap to copy. While an ImageView is in use, the owner must not delete or reallocate the image.
class ImageView {
public:
    /// Returns a view of the texture `native`, whether glint or other code created it. Throws
    /// Error(invalid_argument) if `context` has no texture with this name, or if the texture has no
    /// storage. Throws Error(unsupported) with the reason if kernels cannot share the texture
    /// because of its target, format or sample count.
    static ImageView texture(const Context& context, unsigned native);
    /// Returns a view of the renderbuffer `native`. Throws the same errors as `texture`.
    static ImageView renderbuffer(const Context& context, unsigned native);
    static ImageView of(const Texture2D& texture);

    unsigned native() const noexcept { return native_; }
    const Context& context() const noexcept { return context_; }
    ImageTarget target() const noexcept { return target_; }
    ImageFormat format() const noexcept { return format_; }
    const ImageExtents& extents() const noexcept { return extents_; }

    /// Returns the width, height and slices of a mipmap level. Each level is half as large as the
    /// previous level, but at least 1.
    ImageExtents level_extents(unsigned level) const noexcept;
    std::size_t row_bytes(unsigned level) const noexcept;
    std::size_t size_bytes(unsigned level) const noexcept;  ///< size of a level without gaps

    /// Copy all texels of a mipmap level to or from the image. The span contains the rows without
    /// gaps, starting with row 0 of the first slice, then the rows of the next slice. `download`
    /// waits for earlier GL writes. Both functions throw Error(invalid_argument) if the level does
    /// not exist, or if the span does not have exactly `size_bytes(level)` bytes.
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

    /// Copy all texels of a mipmap level to or from the image. In host memory, each row starts
    /// `pitch_bytes` after the previous row, also across slices. `pitch_bytes` must be a multiple
    /// of the texel size. `download_rows` waits for earlier GL writes. Both functions throw
    /// Error(invalid_argument) if the level does not exist.
    void upload_rows(const void* from, std::size_t pitch_bytes, unsigned level) const;
    void download_rows(void* to, std::size_t pitch_bytes, unsigned level) const;

    /// Returns a description such as "rgba16f renderbuffer of 640x480".
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
