// SPDX-License-Identifier: MIT
#include <glint/interop/texels.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::interop::detail {
namespace {

using glint::detail::Elements;

Shape shape_of(const driver::ImageShape& image) {
    Shape shape;
    if (const unsigned slices = driver::slices_of(image); slices > 1) shape.append(slices);
    shape.append(driver::rows_of(image));
    shape.append(image.width);
    return shape;
}

driver::Rows rows_in(const Elements& elements, const driver::ImageShape& image) {
    const std::size_t row_bytes = driver::row_bytes_of(image);
    return {.data = elements.data,
            .side = driver::MemorySide::device,
            .pitch_bytes = row_bytes,
            .slice_bytes = row_bytes * driver::rows_of(image)};
}

}  // namespace

Shape shape_of_texels(const MappedTexture& image, const ImagePart& part,
                      std::size_t element_bytes) {
    return shape_of(image.image_of(part, element_bytes).shape);
}

void copy_to_texels(const MappedTexture& to, const ImagePart& part, Stream& arrays,
                    const Elements& from) {
    const driver::ImageMemory image = to.image_of(part, from.element_bytes);
    to.require_writable();
    if (const Shape shape = shape_of(image.shape); from.layout.shape != shape)
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("set texels to elements of shape {}", to_string(from.layout.shape)),
                    fmt::format("the image has shape {}", to_string(shape)));
    Stream stream = glint::detail::handle_of(to.stream());
    const bool is_other = arrays.share() != stream.share();
    if (is_other) stream.wait(arrays);
    stream.state().copy_block({.to = driver::Texels{.image = image},
                               .from = rows_in(from, image.shape),
                               .extent = driver::extent_in_bytes(image.shape)});
    if (is_other) arrays.wait(stream);
}

void copy_from_texels(const Elements& to, const MappedTexture& from, const ImagePart& part) {
    const driver::ImageMemory image = from.image_of(part, to.element_bytes);
    from.stream().state().copy_block({.to = rows_in(to, image.shape),
                                      .from = driver::Texels{.image = image},
                                      .extent = driver::extent_in_bytes(image.shape)});
}

}  // namespace glint::interop::detail
