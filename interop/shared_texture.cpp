// SPDX-License-Identifier: MIT
#include <glint/interop/shared_texture.hpp>

#include <fmt/format.h>

#include <glint/interop/detail/make_shared.hpp>

namespace glint::interop {
namespace {

TextureBridge make_texture(Sharing way, const Device& device, const gl::Context& context,
                           const gl::TextureOptions& options, const Use& use) {
    if (way == Sharing::exported) return exported_texture(device, context, options);
    gl::Texture2D texture(context, options);
    BridgePointer bridge = make_bridge(way, device, gl::ImageView::of(texture), use);
    return {std::move(texture), std::move(bridge)};
}

}  // namespace

SharedTexture::SharedTexture(const Device& device, const gl::Context& context,
                             gl::TextureOptions texture, ShareOptions options)
    : device_(device), texture_(texture), options_(std::move(options)), storage_(make(context)) {}

std::shared_ptr<SharedTexture::Storage> SharedTexture::make(const gl::Context& context) const {
    const std::string description =
        fmt::format("shared texture '{}' ({}x{} {})", options_.name, texture_.width,
                    texture_.height, to_string(texture_.format));
    const Use use{options_.access.value_or(Access::write), options_.gather};
    const auto make_parts = [&](Sharing way) {
        TextureBridge made = make_texture(way, device_, context, texture_, use);
        return Storage{std::move(made.gl), SharedResource(device_, {description, way, use.access},
                                                          context, std::move(made.bridge))};
    };
    const auto try_out = [&](Storage& made) {
        verify(device_, made.resource, gl::ImageView::of(made.gl));
    };
    return std::make_shared<Storage>(
        make_by_way<Storage>(device_, description, options_.sharing, make_parts, try_out));
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
