// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/base/formats/vtk_xml.hpp>

namespace glint {

/// The `count` numbers of an array. Throws Error(bad_input), which names the array, if they are not
/// so many or not stored as the document says.
std::vector<double> vtk_numbers(const InputFile& file, const VtkImageDocument& document,
                                const VtkDataArray& array, std::size_t count);

}  // namespace glint
