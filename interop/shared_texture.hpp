// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include <glint/gl/texture.hpp>
#include <glint/interop/mapped_texture.hpp>

namespace glint::interop {

/// A GL texture that kernels can sample, and read and write through a surface. Row 0 of the surface
/// is row 0 of the texture. SharedBuffer describes the rules for mapping. Use SharedImage for other
/// kinds of textures, other formats, and existing textures.
class SharedTexture {
public:
    using mapped_type = MappedTexture;

    /// Throws Error if there is not enough memory, or if the method does not work with this device
    /// and context.
    SharedTexture(const Device& device, const gl::Context& context, gl::TextureOptions texture,
                  ShareOptions options = {});

    /// Maps the texture for work on `stream`; see SharedBuffer::map.
    MappedTexture map(Stream& stream);

    /// Allocates a new texture of this size. The old pixels are lost. Throws Error(invalid_state)
    /// while the texture is mapped.
    void resize(int width, int height);

    /// Returns the texture for GL to read. It contains the last kernels' writes, so this function
    /// may wait for the kernels. Throws Error(invalid_state) while the texture is mapped.
    const gl::Texture2D& gl();

    int width() const noexcept { return texture_.width; }
    int height() const noexcept { return texture_.height; }
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// Used by interop::map(), which maps several resources in one call.
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
