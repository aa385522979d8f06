// SPDX-License-Identifier: MIT
#include <glint/interop/mapped_texture.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

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

void MappedTexture::require_writable() const {
    if (resource_->is_writable()) return;
    throw Error(ErrorCode::invalid_state, "write the texels of " + resource_->description(),
                "the image is shared read-only");
}

driver::ImageMemory MappedTexture::image_of(const ImagePart& part,
                                            std::size_t element_bytes) const {
    const driver::ImageMemory found = image(part);
    const std::size_t texel_bytes = pixel_bytes(found.shape.format);
    if (texel_bytes != element_bytes)
        throw Error(ErrorCode::invalid_argument,
                    "use the texels of " + resource_->description() + " as elements",
                    fmt::format("the texels ({}) have {}, but an element has {}",
                                to_string(found.shape.format), text::counted(texel_bytes, "byte"),
                                element_bytes));
    return found;
}

driver::ImageMemory MappedTexture::rows_of(const ImagePart& part, std::size_t element_bytes,
                                           bool writes) const {
    const driver::ImageMemory found = image_of(part, element_bytes);
    if (writes) require_writable();
    if (stream().device().kind() != BackendKind::cpu)
        throw Error(ErrorCode::unsupported,
                    "access the texels of " + resource_->description() + " in place",
                    "a GPU stores texels in an internal order. Copy the texels with set_texels and "
                    "texels_of");
    return found;
}

}  // namespace glint::interop
