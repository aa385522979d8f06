// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>
#include <glint/interop/mapped_texture.hpp>

/// Copies between arrays and mapped textures, on every way of sharing. On the CPU
/// `ArrayView(mapped.texels<T>())` needs none.
namespace glint::interop {
namespace detail {

/// Elements side by side in the shape of a part: (height, width), or (layers or slices, height,
/// width) where there is more than one. Queue the copy; `arrays` is the stream of the elements.
void copy_to_texels(const MappedTexture& to, const ImagePart& part, Stream& arrays,
                    const glint::detail::Elements& from);
void copy_from_texels(const glint::detail::Elements& to, const MappedTexture& from,
                      const ImagePart& part);

Shape shape_of_texels(const MappedTexture& image, const ImagePart& part, std::size_t element_bytes);

}  // namespace detail

/// Queues setting the texels of a level to the elements of an array, a view or an expression, one
/// element each, as glm::vec4 for rgba32f.
///
///     set_texels(field, 0.5f * (waves + 1.0f));
///
/// Throws Error(invalid_argument) for another shape or size of elements, and Error(invalid_state)
/// for a closed map or an image that is shared for reading.
template <ArrayLike E>
void set_texels(const MappedTexture& image, const E& expression, const ImagePart& part = {}) {
    const auto view = glint::detail::seen(expression).as_const();
    if (!view.is_contiguous()) return set_texels(image, Array(view), part);
    using Element = typename decltype(view)::Element;
    detail::copy_to_texels(image, part, view.stream(),
                           {const_cast<Element*>(view.data()), view.layout(), sizeof(Element)});
}

/// The texels of a level in an array of the map's stream, as a copy that is queued.
/// Throws as `set_texels`, but for images that are shared for reading.
template <class T>
Array<T> texels_of(const MappedTexture& image, const ImagePart& part = {}) {
    Array<T> texels(image.stream(), detail::shape_of_texels(image, part, sizeof(T)));
    detail::copy_from_texels({texels.data(), texels.view().layout(), sizeof(T)}, image, part);
    return texels;
}

}  // namespace glint::interop
