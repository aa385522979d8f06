// SPDX-License-Identifier: MIT
#include <glint/interop/shared_image.hpp>

#include <fmt/format.h>

#include <glint/interop/detail/make_shared.hpp>

namespace glint::interop {
namespace {

SharedResource share(Sharing way, const Device& device, const gl::ImageView& view,
                     const std::string& name, const Use& use) {
    return SharedResource(
        device, {fmt::format("shared image '{}' ({})", name, view.describe()), way, use.access},
        view.context(), make_bridge(way, device, view, use));
}

/// Returns a small image with the same target and format as `view`. Its content is undefined.
gl::ImageObject small_one_like(const gl::ImageView& view) {
    const bool deep = view.target() == gl::ImageTarget::texture_3d ||
                      view.target() == gl::ImageTarget::texture_2d_array;
    return gl::ImageObject(view.context(), {.target = view.target(),
                                            .width = 37,
                                            .height = 37,
                                            .slices = deep ? 3u : 1u,
                                            .levels = view.extents().levels > 1 ? 2u : 1u,
                                            .format = view.format()});
}

SharedResource share_with_any_method(const Device& device, const gl::ImageView& view,
                                     const ShareOptions& options) {
    const Use use{options.access.value_or(Access::read_write), options.gather};
    return make_by_way<SharedResource>(
        device, fmt::format("shared image '{}' ({})", options.name, view.describe()),
        options.sharing, [&](Sharing way) { return share(way, device, view, options.name, use); },
        [&](const SharedResource& made) {
            const gl::ImageObject tried = small_one_like(view);
            SharedResource resource =
                share(made.sharing(), device, tried.view(), "self-test", {Access::write});
            verify(device, resource, tried.view());
        });
}

}  // namespace

SharedImage::SharedImage(const Device& device, const gl::ImageView& view,
                         std::optional<gl::ImageObject> owned, const ShareOptions& options)
    : shape_(shape_of(view)),
      storage_(std::make_shared<Storage>(std::move(owned), view,
                                         share_with_any_method(device, view, options))) {}

SharedImage::SharedImage(const Device& device, const gl::ImageView& view, ShareOptions options)
    : SharedImage(device, view, std::nullopt, options) {}

SharedImage::SharedImage(const Device& device, gl::ImageObject image, ShareOptions options)
    // With braces, arguments are evaluated in order: the view before the move of the image.
    : SharedImage{device, gl::ImageView(image.view()),
                  std::optional<gl::ImageObject>(std::move(image)), options} {}

MappedTexture SharedImage::map(Stream& stream) {
    return bind(std::make_shared<MapScope>(stream, std::vector{resource()}));
}

const gl::ImageView& SharedImage::gl() {
    storage_->resource.give_to_gl();
    return storage_->view;
}

}  // namespace glint::interop
