// SPDX-License-Identifier: MIT
#pragma once

#include <glint/formats/saved_array.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// Returns a description of an array with elements of this type, without a name and without data.
inline SavedArray saved_array(const ElementType& type) {
    SavedArray array;
    array.is_struct = type.is_struct;
    array.element_bytes = type.size_bytes;
    for (const ElementType::Part& part : type.parts)
        array.parts.push_back({.name = part.name,
                               .type = part.scalar,
                               .components = part.components,
                               .offset = part.offset});
    return array;
}

}  // namespace glint::studio
