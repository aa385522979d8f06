// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/base/formats/vtk_xml.hpp>

namespace glint {

/// Returns the `count` numbers of an array. Throws Error(bad_input), naming the array, if their
/// number differs or they are not stored as the document says.
std::vector<double> vtk_numbers(const InputFile& file, const VtkImageDocument& document,
                                const VtkDataArray& array, std::size_t count);

}  // namespace glint
