// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <apps/plume/plume.hpp>

// Shared by the validations of 2D and 3D smoke.
namespace glint::apps {

using Values = std::vector<double>;

void set(Plume& plume, const char* field, const Values& values);

/// Root mean square of the differences, or of the values if `expected` is empty.
double rms(const std::vector<float>& found, const Values& expected = {});
double field_error(Plume& plume, const char* field, const Values& expected);
double divergence_of(Plume& plume);

}  // namespace glint::apps
