// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <glint/formats/saved_array.hpp>

namespace glint {

/// Metadata of a VTK file, stored as FieldData.
struct VtkFacts {
    std::string title{};
    double time = 0;  ///< `TimeValue`, by which ParaView orders files
    std::string time_unit{};
    std::uint64_t step = 0;
    std::string length_unit{};   ///< unit of positions and spacings
    bool is_compressed = false;  ///< true to compress with zlib
};

/// A grid of equal cells in 1 to 3 dimensions, x first.
struct VtkGrid {
    std::vector<std::size_t> cells;
    double spacing = 1;
    std::array<double, 3> origin{};  ///< outer corner of the first cell
};

/// Writes `.vti` image data of version 1.0, with cell arrays, x fastest. The numbers follow the XML
/// in little endian: raw after a 64-bit length, or in blocks compressed by zlib.
///
/// Each part of a struct becomes a separate array with a name such as "agent.where". half and
/// bfloat16 become float, and bool becomes uint8. An array's unit is stored in its information key
/// UNITS_LABEL. FieldData stores the unit and the label again, as the strings NAME_unit and
/// NAME_label.
///
/// Format: https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
void write_vti(const VtkGrid& grid, std::span<const SavedArray> arrays, const VtkFacts& facts,
               const ByteSink& sink);

/// Writes `.vtp` poly data with points at `places`. These are vectors of 2 to 4 components, of
/// which only the first three are used. Each point is also a vertex cell. All arrays must have the
/// same number of elements as `places`.
void write_vtp(const SavedArray& places, std::span<const SavedArray> arrays, const VtkFacts& facts,
               const ByteSink& sink);

}  // namespace glint
