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

/// A file's view: a simulation without kernels, whose fields are initialized from the file.
struct ViewedFile {
    std::string text;                            ///< text of the simulation
    std::vector<std::string> inputs;             ///< as for `--input`
    std::vector<std::filesystem::path> files{};  ///< all files that were read
    /// Names of point columns in the file, and the names of their views.
    std::vector<std::pair<std::string, std::string>> columns{};

    /// Name of the view of column `name`. If no view exists, the name that its view would get.
    std::string view_of_column(const std::string& name) const;
};

/// Creates the view of a file. Supported formats: `.npy` of numbers with one dimension (a curve),
/// two (an image) or three (a volume), of vectors of two to four components with one more
/// dimension, and of (n, 3) or (n, 4) floats (points); `.vti`, one field per array; `.mhd`, `.mha`,
/// `.nhdr` and `.nrrd`, volumes with headers; `.png`; a folder of gray `.png` images (a volume);
/// `.stl`, `.obj` and `.ply` with faces (a lit surface); other `.ply`, `.csv` and text tables
/// (points with colors and numbers, as many as fit into `memory_bytes` of device memory). `as`
/// names a view to use instead of the default; "points", "glow" and "liquid" show the vertices of a
/// `.ply` with faces. Throws app::WrongOption for a view that does not fit, Error(unsupported) for
/// other formats, Error(bad_input) for data that cannot be shown, and the errors of reading the
/// file.
ViewedFile view_of(const std::filesystem::path& file, std::string_view as,
                   std::size_t memory_bytes = std::numeric_limits<std::size_t>::max());

/// Returns a MetaImage header for a file of numbers without one, x fastest. `layout` is
/// "256x256x128:u16": two or three extents, and i8, u8, i16, u16, i32, u32, i64, u64, f32 or f64,
/// followed by "be" for big-endian numbers and by "+512" for an offset in bytes. Throws
/// app::WrongOption for any other layout.
std::string header_for_raw(const std::filesystem::path& file, std::string_view layout);

}  // namespace glint::apps
