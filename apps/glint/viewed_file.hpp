#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace glint::apps {

/// How what a file holds is shown: a simulation without kernels, whose fields begin as the file's.
struct ViewedFile {
    std::string text;                 ///< of the simulation
    std::vector<std::string> inputs;  ///< as `--input` takes them
};

/// Reads what there is in a file: `.npy` of numbers with two dimensions (an image) or three (a
/// volume), of vectors of two to four with one more, of (n, 3) or (n, 4) floats (points); `.vti`,
/// whose arrays are a field each; `.png`; `.ply` and `.csv`, points with their colours and numbers.
/// `as` is a view other than the first that fits, or "". Throws app::WrongOption for a view that
/// does not fit, Error(unsupported) for other files, Error(bad_input) for what has no view, and
/// what reading the file does.
ViewedFile view_of(const std::filesystem::path& file, std::string_view as);

}  // namespace glint::apps
