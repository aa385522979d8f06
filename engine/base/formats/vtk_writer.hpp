// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <glint/base/formats/saved_array.hpp>

namespace glint {

/// What a file of VTK tells besides its arrays, as FieldData.
struct VtkFacts {
    std::string title{};
    double time = 0;  ///< `TimeValue`, by which ParaView orders files
    std::string time_unit{};
    std::uint64_t step = 0;
    std::string length_unit{};   ///< of places and spacings
    bool is_compressed = false;  ///< by zlib
};

/// Cells of one size in 1 to 3 directions, x first.
struct VtkGrid {
    std::vector<std::size_t> cells;
    double spacing = 1;
    std::array<double, 3> origin{};  ///< of the first cell's outer corner
};

/// Writes image data, `.vti` of version 1.0, whose arrays are data of its cells, x fastest. Numbers
/// are appended as they are, in little endian
/// behind lengths of 64 bits, or in blocks compressed by zlib.
///
/// Each part of a struct is an array of its own, "agent.where"; half and bfloat16 are float, bool
/// is uint8. The unit of an array is its information UNITS_LABEL; the FieldData have it, too, with
/// its label, as the strings NAME_unit and NAME_label.
///
/// Format: https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
void write_vti(const VtkGrid& grid, std::span<const SavedArray> arrays, const VtkFacts& facts,
               const ByteSink& sink);

/// The same as poly data, `.vtp`, of points at `places`, vectors of 2 to 4 whose first three
/// numbers count; each is a vertex, too. All arrays have as many elements.
void write_vtp(const SavedArray& places, std::span<const SavedArray> arrays, const VtkFacts& facts,
               const ByteSink& sink);

}  // namespace glint
