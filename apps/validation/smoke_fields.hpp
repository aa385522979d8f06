// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <apps/plume/plume.hpp>

// What the validations of smoke in the plane and in space have in common.
namespace glint::apps {

using Values = std::vector<double>;

void set(Plume& plume, const char* field, const Values& values);

/// The root of the mean square of the differences, or of the numbers themselves.
double rms(const std::vector<float>& found, const Values& expected = {});
double field_error(Plume& plume, const char* field, const Values& expected);
double divergence_of(Plume& plume);

}  // namespace glint::apps
