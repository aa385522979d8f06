#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <glint/driver/kernel.hpp>
#include <glint/interop/detail/map_scope.hpp>

namespace glint::interop {

/// A shared texture or renderbuffer while kernels may use it; kernels take it as a
/// `cudaSurfaceObject_t`. All that it gives is valid until the map ends, and made but once however
/// often it is mapped. Each throws Error(invalid_state) after `unmap`.
class [[nodiscard]] MappedTexture {
public:
    MappedTexture(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource)
        : scope_(std::move(scope)), resource_(std::move(resource)) {}

    /// To read and write a level by: `surface({.layer = 2, .level = 1})`, or all layers of it
    /// without a layer. Throws Error(invalid_argument) if there is no such part,
    /// Error(invalid_state) if it is shared for reading, and Error(unsupported) for one layer where
    /// a GPU's texels are copied to OpenGL.
    Surface surface(const ImagePart& part = {}) const;

    /// To sample all levels and layers by. Throws Error(invalid_argument) for options that the
    /// image does not take, as Texture does.
    TextureHandle texture(const driver::TextureOptions& options = {}) const;

    /// The part's memory, for copies. Throws as `surface` does.
    driver::ImageMemory image(const ImagePart& part = {}) const;

    /// Closes the map before its scope ends, together with the resources mapped in the same call.
    void unmap() { scope_->unmap(); }

private:
    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
};

}  // namespace glint::interop
