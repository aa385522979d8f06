// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/base/pixel_format.hpp>
#include <glint/base/sampling.hpp>
#include <glint/gl/handle.hpp>

namespace glint::gl {

struct TextureOptions {
    int width = 0;
    int height = 0;
    PixelFormat format = PixelFormat::rgba8;
    Filter filter = Filter::linear;
};

/// A two-dimensional texture without mipmaps that clamps at its edges. Row 0 is at texture
/// coordinate t = 0.
class Texture2D {
public:
    /// Allocates texels without initializing them. Throws Error(invalid_argument) if the width or
    /// height is not between 1 and the device's limit, and Error(out_of_memory) if there is not
    /// enough memory.
    Texture2D(const Context& context, const TextureOptions& options);

    /// Creates a texture name without storage, for memory that other code allocates. Attach the
    /// memory, for example with glTextureStorageMem2DEXT, using the width, height and format of
    /// `options`.
    static Texture2D without_storage(const Context& context, const TextureOptions& options);

    /// Takes ownership of a two-dimensional texture that was created in `context`. The destructor
    /// deletes the texture. Throws Error(invalid_argument) if the texture's format is not a
    /// PixelFormat.
    static Texture2D adopt(const Context& context, unsigned native);

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    PixelFormat format() const noexcept { return format_; }
    std::size_t size_bytes() const noexcept;

    void set_filter(Filter filter);

    /// Copy all texels to or from the texture. The span contains the rows without gaps, starting
    /// with row 0. `T` is a channel (float, std::uint8_t) or a whole texel. `download` waits for
    /// earlier GL writes.
    /// Both throw Error(invalid_argument) if the span does not have exactly `size_bytes()` bytes.
    template <class T>
    void upload(std::span<const T> texels) {
        upload_bytes(std::as_bytes(texels));
    }
    template <class T>
    void download(std::span<T> texels) const {
        download_bytes(std::as_writable_bytes(texels));
    }
    template <class T>
    std::vector<T> download() const {
        std::vector<T> texels(size_bytes() / sizeof(T));
        download_bytes(std::as_writable_bytes(std::span(texels)));
        return texels;
    }

    void upload_bytes(std::span<const std::byte> texels);
    void download_bytes(std::span<std::byte> texels) const;

private:
    Texture2D(Handle handle, int width, int height, PixelFormat format) noexcept;
    std::string describe() const;
    void require_size(std::size_t bytes, const char* operation) const;

    Handle handle_;
    int width_;
    int height_;
    PixelFormat format_;
};

}  // namespace glint::gl
