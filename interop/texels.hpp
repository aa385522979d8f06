// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>
#include <glint/interop/mapped_texture.hpp>

/// Functions that copy between arrays and mapped textures. They work with every sharing method. On
/// the CPU, `ArrayView(mapped.texels<T>())` accesses texels without a copy.
namespace glint::interop {
namespace detail {

/// Queue a copy between contiguous elements and a part of an image. The elements have the shape
/// (height, width), or (count, height, width) if there are several layers or slices. `arrays` is
/// the stream of the elements.
void copy_to_texels(const MappedTexture& to, const ImagePart& part, Stream& arrays,
                    const glint::detail::Elements& from);
void copy_from_texels(const glint::detail::Elements& to, const MappedTexture& from,
                      const ImagePart& part);

Shape shape_of_texels(const MappedTexture& image, const ImagePart& part, std::size_t element_bytes);

}  // namespace detail

/// Copies the elements of an array, a view or an expression to the texels of a level. Each element
/// is one texel, for example glm::vec4 for rgba32f. Only queues the copy.
///
///     set_texels(field, 0.5f * (waves + 1.0f));
///
/// Throws Error(invalid_argument) if the shape or the element size differs, and
/// Error(invalid_state) if the map is closed or the image is shared for reading only.
template <ArrayLike E>
void set_texels(const MappedTexture& image, const E& expression, const ImagePart& part = {}) {
    const auto view = glint::detail::seen(expression).as_const();
    if (!view.is_contiguous()) return set_texels(image, Array(view), part);
    using Element = typename decltype(view)::Element;
    detail::copy_to_texels(image, part, view.stream(),
                           {const_cast<Element*>(view.data()), view.layout(), sizeof(Element)});
}

/// Returns a copy of the texels of a level. The array is on the stream of the map. Only queues the
/// copy. Throws the same errors as `set_texels`, but allows images that are shared for reading
/// only.
template <class T>
Array<T> texels_of(const MappedTexture& image, const ImagePart& part = {}) {
    Array<T> texels(image.stream(), detail::shape_of_texels(image, part, sizeof(T)));
    detail::copy_from_texels({texels.data(), texels.view().layout(), sizeof(T)}, image, part);
    return texels;
}

}  // namespace glint::interop
