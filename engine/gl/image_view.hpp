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

/// The kinds of textures that kernels can share, and renderbuffers.
enum class ImageTarget {
    texture_2d,
    rectangle,
    cube_map,
    texture_3d,
    texture_2d_array,
    renderbuffer
};

std::string_view to_string(ImageTarget target) noexcept;
/// OpenGL's enum for it: GL_TEXTURE_2D...
unsigned native_target(ImageTarget target) noexcept;

/// The extents of an image in texels.
struct ImageExtents {
    unsigned width = 0;
    unsigned height = 0;
    unsigned slices = 1;  ///< depth, layers, or the six faces of a cube
    unsigned levels = 1;  ///< mipmap levels

    friend bool operator==(const ImageExtents&, const ImageExtents&) = default;
};

/// A texture or renderbuffer that somebody else owns: what it is, and its texels. A value that is
/// cheap to copy; the owner must not delete or reallocate the image while it is in use.
class ImageView {
public:
    /// Looks at the texture with this name, whoever made it. Throws Error(invalid_argument) if
    /// `context` has no such texture or it has no storage, and Error(unsupported) with the reason
    /// if kernels cannot share such a one: by its target, its format, or its samples.
    static ImageView texture(const Context& context, unsigned native);
    /// Looks at the renderbuffer with this name; throws as `texture` does.
    static ImageView renderbuffer(const Context& context, unsigned native);
    static ImageView of(const Texture2D& texture);

    unsigned native() const noexcept { return native_; }
    const Context& context() const noexcept { return context_; }
    ImageTarget target() const noexcept { return target_; }
    ImageFormat format() const noexcept { return format_; }
    const ImageExtents& extents() const noexcept { return extents_; }

    /// The width, height and slices of a level: halved with each, and not less than 1.
    ImageExtents level_extents(unsigned level) const noexcept;
    std::size_t row_bytes(unsigned level) const noexcept;
    std::size_t size_bytes(unsigned level) const noexcept;  ///< of a level, without gaps

    /// Copies all texels of a level in, or out: rows without gaps from row 0, slice after slice.
    /// `download` waits for what GL still writes. Throw Error(invalid_argument) unless the span has
    /// exactly `size_bytes(level)`, or there is no such level.
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

    /// Copies all texels of a level in, or out, with `pitch_bytes` from row to row, a multiple of a
    /// texel's size; the slices follow each other without further gaps. `download_rows` waits for
    /// what GL still writes. Throw Error(invalid_argument) if there is no such level.
    void upload_rows(const void* from, std::size_t pitch_bytes, unsigned level) const;
    void download_rows(void* to, std::size_t pitch_bytes, unsigned level) const;

    /// "rgba16f renderbuffer of 640x480".
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
