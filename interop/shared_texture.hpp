#pragma once

#include <memory>
#include <utility>

#include <glint/driver/kernel.hpp>
#include <glint/gl/texture.hpp>
#include <glint/interop/map_scope.hpp>

namespace glint::interop {

/// A shared texture while kernels may write it; kernels take it as a `cudaSurfaceObject_t`.
class [[nodiscard]] MappedTexture {
public:
    MappedTexture(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource)
        : scope_(std::move(scope)), resource_(std::move(resource)) {}

    /// Throw Error(invalid_state) after `unmap`.
    Surface surface() const;
    driver::ImageMemory image() const;

    /// Closes the map before its scope ends, together with the resources mapped in the same call.
    void unmap() { scope_->unmap(); }

private:
    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
};

/// A GL texture whose pixels kernels can read and write through a surface. Row 0 of the surface is
/// row 0 of the texture; see SharedBuffer for the rules of mapping.
class SharedTexture {
public:
    using mapped_type = MappedTexture;

    /// Throws Error if memory runs out or `device` cannot share so with this context.
    SharedTexture(const Device& device, const gl::Context& context, gl::TextureOptions texture,
                  ShareOptions options = {});

    /// As SharedBuffer::map.
    MappedTexture map(Stream& stream);

    /// Allocates anew; the pixels are lost. Throws Error(invalid_state) while it is mapped.
    void resize(int width, int height);

    /// The texture for GL to read, with the last kernels' writes in it: may wait for them.
    /// Throws Error(invalid_state) while it is mapped.
    const gl::Texture2D& gl();

    int width() const noexcept { return texture_.width; }
    int height() const noexcept { return texture_.height; }
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// For `map`, which maps several at once.
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
