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

/// A two-dimensional texture without mipmaps, clamped at its edges. Row 0 is at t = 0.
class Texture2D {
public:
    /// Allocates uninitialized texels. Throws Error(invalid_argument) if the size is not between 1
    /// and the device's limit, Error(out_of_memory) if it does not fit.
    Texture2D(const Context& context, const TextureOptions& options);

    /// Creates a name without storage, for memory allocated elsewhere. Give it the width, height
    /// and format of `options`, for example with glTextureStorageMem2DEXT.
    static Texture2D without_storage(const Context& context, const TextureOptions& options);

    /// Takes over a two-dimensional texture that was created in `context`; it is deleted with this
    /// object. Throws Error(invalid_argument) if its format is not a PixelFormat.
    static Texture2D adopt(const Context& context, unsigned native);

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    PixelFormat format() const noexcept { return format_; }
    std::size_t size_bytes() const noexcept;

    void set_filter(Filter filter);

    /// Copies all texels in or out, as tightly packed rows from row 0. `T` is a channel (float,
    /// std::uint8_t) or a whole texel. `download` waits for pending GL writes.
    /// Both throw Error(invalid_argument) unless the span has exactly `size_bytes()`.
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
