// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/formats/vtk_xml.hpp>

namespace glint {

/// Returns the numbers of an array. Throws Error(bad_input), naming the array, if it does not have
/// `count` numbers or is not stored in the form that the document states.
std::vector<double> vtk_numbers(const InputFile& file, const VtkImageDocument& document,
                                const VtkDataArray& array, std::size_t count);

}  // namespace glint
