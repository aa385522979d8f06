// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include <glint/gl/texture.hpp>
#include <glint/interop/mapped_texture.hpp>

namespace glint::interop {

/// A GL texture whose pixels kernels can read and write through a surface, and sample. Row 0 of the
/// surface is row 0 of the texture; see SharedBuffer for the mapping rules. For other kinds of
/// textures, other formats, and existing textures, use SharedImage.
class SharedTexture {
public:
    using mapped_type = MappedTexture;

    /// Throws Error if memory runs out or `device` cannot share this way with this context.
    SharedTexture(const Device& device, const gl::Context& context, gl::TextureOptions texture,
                  ShareOptions options = {});

    /// Queues the map on `stream`; see SharedBuffer::map.
    MappedTexture map(Stream& stream);

    /// Reallocates; the pixels are lost. Throws Error(invalid_state) while it is mapped.
    void resize(int width, int height);

    /// Returns the texture for GL to read, including the last kernels' writes; may wait for them.
    /// Throws Error(invalid_state) while it is mapped.
    const gl::Texture2D& gl();

    int width() const noexcept { return texture_.width; }
    int height() const noexcept { return texture_.height; }
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// For interop::map(), which maps several resources at once.
    std::shared_ptr<SharedResource> resource() const { return {storage_, &storage_->resource}; }
    MappedTexture bind(std::shared_ptr<MapScope> scope) const {
        return MappedTexture(std::move(scope), resource());
    }

private:
    using Storage = SharedStorage<gl::Texture2D>;

    std::shared_ptr<Storage> make(const gl::Context& context) const;

    Device device_;
    gl::TextureOptions texture_;
    ShareOptions options_;
    std::shared_ptr<Storage> storage_;
};

}  // namespace glint::interop
