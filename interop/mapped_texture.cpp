#include <glint/interop/mapped_texture.hpp>

namespace glint::interop {

Surface MappedTexture::surface(const ImagePart& part) const {
    scope_->require_open(*resource_);
    return {resource_->surface(part)};
}

TextureHandle MappedTexture::texture(const driver::TextureOptions& options) const {
    scope_->require_open(*resource_);
    return {resource_->texture(options)};
}

driver::ImageMemory MappedTexture::image(const ImagePart& part) const {
    scope_->require_open(*resource_);
    return resource_->part(part);
}

}  // namespace glint::interop
