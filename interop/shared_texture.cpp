#include <glint/interop/shared_texture.hpp>

#include <fmt/format.h>

#include <glint/interop/make_shared.hpp>

namespace glint::interop {
namespace {

TextureBridge make_texture(Sharing way, const Device& device, const gl::Context& context,
                           const gl::TextureOptions& texture) {
    switch (way) {
        case Sharing::exported: return exported_texture(device, context, texture);
        case Sharing::registered: return registered_texture(device, context, texture);
        case Sharing::staging: return copied_texture(device, context, texture, CopyThrough::pinned);
        case Sharing::automatic:
        case Sharing::host: break;
    }
    return device.kind() == BackendKind::cpu
               ? host_mapped_texture(device, context, texture)
               : copied_texture(device, context, texture, CopyThrough::pageable);
}

}  // namespace

Surface MappedTexture::surface() const {
    scope_->require_open(*resource_);
    return {resource_->bridge().surface()};
}

driver::ImageMemory MappedTexture::image() const {
    scope_->require_open(*resource_);
    return resource_->bridge().image();
}

SharedTexture::SharedTexture(const Device& device, const gl::Context& context,
                             gl::TextureOptions texture, ShareOptions options)
    : device_(device), texture_(texture), options_(std::move(options)), storage_(make(context)) {}

std::shared_ptr<SharedTexture::Storage> SharedTexture::make(const gl::Context& context) const {
    const std::string description =
        fmt::format("shared texture '{}' ({}x{} {})", options_.name, texture_.width,
                    texture_.height, to_string(texture_.format));
    const auto make_parts = [&](Sharing way) {
        TextureBridge made = make_texture(way, device_, context, texture_);
        return Storage{std::move(made.gl),
                       SharedResource(description, way, context, std::move(made.bridge))};
    };
    return std::make_shared<Storage>(
        make_by_way<Storage>(device_, description, options_.sharing, make_parts));
}

MappedTexture SharedTexture::map(Stream& stream) {
    return bind(std::make_shared<MapScope>(stream, std::vector{resource()}));
}

void SharedTexture::resize(int width, int height) {
    storage_->resource.require_unmapped("resize");
    std::swap(texture_.width, width);
    std::swap(texture_.height, height);
    try {
        storage_ = make(gl::Context(storage_->resource.context()));
    } catch (...) {
        texture_.width = width;
        texture_.height = height;
        throw;
    }
}

const gl::Texture2D& SharedTexture::gl() {
    storage_->resource.give_to_gl();
    return storage_->gl;
}

}  // namespace glint::interop
