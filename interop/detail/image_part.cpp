// SPDX-License-Identifier: MIT
#include <glint/interop/detail/image_part.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::interop {

void check_part(const driver::ImageShape& shape, const ImagePart& part,
                std::string_view description) {
    if (part.level >= shape.levels)
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("use level {} of {}", part.level, description),
                    fmt::format("the image has {}", text::counted(shape.levels, "level")));
    if (!part.layer) return;
    const unsigned layers = shape.layers > 0 || shape.cube ? slices_of(shape) : 0;
    if (*part.layer >= layers)
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("use layer {} of {}", *part.layer, description),
                    fmt::format("the image has {}",
                                text::counted(layers, "layer or face", "layers or faces")));
}

driver::ImageShape part_shape(const driver::ImageShape& shape, const ImagePart& part) noexcept {
    driver::ImageShape level = level_shape(shape, part.level);
    if (!part.layer) return level;
    level.layers = 0;
    level.cube = false;
    return level;
}

driver::ImageMemory part_of(driver::Backend& backend, const driver::ImageMemory& whole,
                            const ImagePart& part) {
    driver::ImageMemory found = backend.image_level(whole, part.level);
    if (!part.layer) return found;
    if (backend.info().kind != driver::BackendKind::cpu)
        throw Error(ErrorCode::unsupported, fmt::format("use only layer {}", *part.layer),
                    "the texels are copied, and a GPU addresses the layers of copied texels by "
                    "index. Use all layers and write with surf2DLayeredwrite");
    found.data = static_cast<std::byte*>(found.data) +
                 *part.layer * found.pitch_bytes * rows_of(found.shape);
    found.shape = part_shape(whole.shape, part);
    return found;
}

}  // namespace glint::interop
