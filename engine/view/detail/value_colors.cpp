// SPDX-License-Identifier: MIT
#include <glint/view/detail/value_colors.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/view/colormap.hpp>

namespace glint::view::detail {

const gl::Texture2D& ColormapTexture::get(const gl::Context& context, const std::string& name) {
    if (!texture_ || name != name_ || texture_->context() != context) {
        texture_ = Colormap(name).texture(context);
        name_ = name;
    }
    return *texture_;
}

glm::vec2 value_range(float min, float max) {
    if (max > min) return {min, 1.0f / (max - min)};
    throw Error(ErrorCode::invalid_argument, "map values to colors",
                fmt::format("the range {} to {} is empty", min, max));
}

}  // namespace glint::view::detail
