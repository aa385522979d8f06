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

/// How what a file holds is shown: a simulation without kernels, whose fields begin as the file's.
struct ViewedFile {
    std::string text;                            ///< of the simulation
    std::vector<std::string> inputs;             ///< as `--input` takes them
    std::vector<std::filesystem::path> files{};  ///< that all of it is from
    /// The columns of points, as the file calls them, with the names of their views.
    std::vector<std::pair<std::string, std::string>> columns{};

    /// The view of the column that is called `name`. Otherwise what the name would become.
    std::string view_of_column(const std::string& name) const;
};

/// Reads what there is in a file: `.npy` of numbers with one dimension (a curve), two (an image) or
/// three (a volume), of vectors of two to four with one more, of (n, 3) or (n, 4) floats (points);
/// `.vti`, whose arrays are a field each; `.mhd`, `.mha`, `.nhdr` and `.nrrd`, volumes with
/// headers; `.png`; a folder of grey `.png` images, a volume; `.stl`, `.obj` and `.ply` with faces,
/// a lit surface; other `.ply`, `.csv` and text tables, points with their colours and numbers, of
/// which as many are shown as `memory_bytes` of the device hold. `as` is a view other than the
/// first that fits, or ""; "points", "glow" or "liquid" show the corners of a `.ply` with
/// faces. Throws app::WrongOption for a view that does not fit, Error(unsupported) for other files,
/// Error(bad_input) for what has no view, and what reading the file does.
ViewedFile view_of(const std::filesystem::path& file, std::string_view as,
                   std::size_t memory_bytes = std::numeric_limits<std::size_t>::max());

/// The header of a MetaImage for a file of numbers without one, x fastest. `layout` is
/// "256x256x128:u16": two or three lengths, and i8, u8, i16, u16, i32, u32, i64, u64, f32 or f64,
/// with "be" behind it for big-endian ones, and "+512" for what follows so many bytes. Throws
/// app::WrongOption for another.
std::string header_for_raw(const std::filesystem::path& file, std::string_view layout);

}  // namespace glint::apps
