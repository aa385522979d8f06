// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glint::apps {

/// The view of a file: a simulation without kernels, whose fields get their values from the file.
struct ViewedFile {
    std::string text;                            ///< text of the simulation
    std::vector<std::string> inputs;             ///< in the format of `--input`
    std::vector<std::filesystem::path> files{};  ///< all files that the view reads
    /// Columns of points in the file, each with the name of its view.
    std::vector<std::pair<std::string, std::string>> columns{};

    /// Returns the name of the view of column `name`, or the name that such a view would have.
    std::string view_of_column(const std::string& name) const;
};

/// Creates the view of a file. `as` names a view to use instead of the default; "" means the
/// default. Supported formats: `.npy` with one dimension of numbers (a curve), two (an image) or
/// three (a volume), with vectors of two to four components in a last dimension, or with (n, 3) or
/// (n, 4) floats (points); `.vti`, with one field per array; `.mhd`, `.mha`, `.nhdr` and `.nrrd`,
/// which are volumes with headers; `.png`; a folder of gray `.png` images (a volume); `.stl`,
/// `.obj`, and `.ply` with faces (a lit surface); other `.ply`, `.csv` and text tables (points with
/// colors and numbers, as many as fit into `memory_bytes` of device memory). "points", "glow" and
/// "liquid" show the vertices of a `.ply` with faces. Throws app::WrongOption for a view that does
/// not fit, Error(unsupported) for other formats, Error(bad_input) for data that cannot be shown,
/// and the errors of reading the file.
ViewedFile view_of(const std::filesystem::path& file, std::string_view as,
                   std::size_t memory_bytes = std::numeric_limits<std::size_t>::max());

/// Returns a MetaImage header for a file of numbers without a header, in which x varies fastest.
/// `layout` has the form "256x256x128:u16": two or three extents, and i8, u8, i16, u16, i32, u32,
/// i64, u64, f32 or f64, optionally followed by "be" for big-endian numbers and "+512" for an
/// offset in bytes. Throws app::WrongOption for any other layout.
std::string header_for_raw(const std::filesystem::path& file, std::string_view layout);

}  // namespace glint::apps
