// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <apps/plume/plume.hpp>

// Functions that the validations of 2D and 3D smoke share.
namespace glint::apps {

using Values = std::vector<double>;

void set(Plume& plume, const char* field, const Values& values);

/// Returns the RMS of found - expected, or the RMS of `found` if `expected` is empty.
double rms(const std::vector<float>& found, const Values& expected = {});
double field_error(Plume& plume, const char* field, const Values& expected);
double divergence_of(Plume& plume);

}  // namespace glint::apps
