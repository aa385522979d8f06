// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include <glint/base/parameters.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// Size of a structure. A list uses only the width, which is its length.
struct Extents {
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t depth = 1;

    std::size_t count() const noexcept { return width * height * depth; }
    /// Returns the position of the element with this index: x, y, and z.
    std::array<std::size_t, 3> place_of(std::size_t index) const noexcept {
        return {index % width, index / width % height, index / (width * height)};
    }

    friend bool operator==(const Extents&, const Extents&) = default;
};

/// Returns a text such as "640 x 480", with one length per extent of the structure.
std::string to_string(const Extents& extents, const Structure& structure);

/// Returns the extents of a structure for these values of the parameters. Throws
/// Error(invalid_argument) if a parameter that is an extent is below 1.
Extents extents_of(const Structure& structure, std::span<const ParameterSet> parameters);

}  // namespace glint::studio
