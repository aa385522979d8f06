// SPDX-License-Identifier: MIT
#include <glint/app/detail/image_files.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/base/writable_folder.hpp>

namespace glint::app {
namespace fs = std::filesystem;

ImageFiles::ImageFiles(const AppOptions& options)
    : folder_(options.out), stem_(text::lower_case(options.title)) {
    std::ranges::replace(stem_, ' ', '_');
}

void ImageFiles::require_folder() const {
    if (const auto reason = reason_not_writable(folder_))
        throw WrongOption(
            Error(ErrorCode::io, fmt::format("write images to '{}'", folder_.string()), *reason));
}

void ImageFiles::write(unsigned frame, const Picture& image) {
    const fs::path path = folder_ / fmt::format("{}-{:06}.png", stem_, frame);
    write_png(path, image);
    written_.push_back(path);
}

}  // namespace glint::app
