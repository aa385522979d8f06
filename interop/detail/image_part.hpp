// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <glint/backend/detail/backend.hpp>

namespace glint::interop {

/// A part of an image: a level with all its layers or faces, or only the layer or face `layer` of
/// the level. Kernels access all layers with `surf2DLayeredwrite`, all faces with
/// `surfCubemapwrite`, and a single layer as a plain 2-D image. A volume does not have layers.
struct ImagePart {
    std::optional<unsigned> layer{};
    unsigned level = 0;

    friend bool operator==(const ImagePart&, const ImagePart&) = default;
};

/// Throws Error(invalid_argument) if an image of this shape does not have the part. The message
/// contains the invalid level or layer.
void check_part(const driver::ImageShape& shape, const ImagePart& part,
                std::string_view description);

/// Returns the shape of a part. The part must exist.
driver::ImageShape part_shape(const driver::ImageShape& shape, const ImagePart& part) noexcept;

/// Returns a part of the image `whole`, which `backend` allocated. Throws Error(unsupported) if the
/// part is a single layer and the device is a GPU.
driver::ImageMemory part_of(driver::Backend& backend, const driver::ImageMemory& whole,
                            const ImagePart& part);

}  // namespace glint::interop
