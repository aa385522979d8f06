// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include <glint/base/parameters.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// How far a structure reaches. A list has a width alone, which is its length.
struct Extents {
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t depth = 1;

    std::size_t count() const noexcept { return width * height * depth; }
    /// Where the element of this index lies: x, y and z.
    std::array<std::size_t, 3> place_of(std::size_t index) const noexcept {
        return {index % width, index / width % height, index / (width * height)};
    }

    friend bool operator==(const Extents&, const Extents&) = default;
};

/// "640 x 480", with as many lengths as the structure has extents.
std::string to_string(const Extents& extents, const Structure& structure);

/// The extents of a structure with these parameters. Throws Error(invalid_argument) for a parameter
/// below 1.
Extents extents_of(const Structure& structure, std::span<const ParameterSet> parameters);

}  // namespace glint::studio
