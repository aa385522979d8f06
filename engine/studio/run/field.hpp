// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <glint/array/array_view.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

template <class T>
ArrayView<T> Simulation::field(std::string_view name) {
    const Declaration::Place place = find(name, sizeof(T));
    const std::vector<std::size_t> lengths = lengths_of(place.structure);
    const Shape shape{std::span<const std::size_t>(lengths)};
    const DeviceSpan<T> all{static_cast<T*>(state_->data(place)),
                            state_->extents(place.structure).count()};
    return ArrayView<T>(stream_, all, shape);
}

}  // namespace glint::studio
