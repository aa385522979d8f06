#include <glint/app/detail/image_files.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::app {
namespace {

namespace fs = std::filesystem;

/// What is there of `folder`: itself, or the nearest above it.
fs::path nearest_existing(const fs::path& folder) {
    fs::path place = fs::absolute(folder);
    std::error_code absent;
    while (!fs::exists(place, absent) && place.has_relative_path()) place = place.parent_path();
    return place;
}

}  // namespace

ImageFiles::ImageFiles(const AppOptions& options)
    : folder_(options.out), stem_(text::lower_case(options.title)) {
    std::ranges::replace(stem_, ' ', '_');
}

void ImageFiles::require_folder() const {
    const auto refuse = [&](const std::string& reason) {
        throw WrongOption(
            Error(ErrorCode::io, fmt::format("write images to '{}'", folder_.string()), reason));
    };
    const fs::path place = nearest_existing(folder_);
    std::error_code unknown;
    if (!fs::is_directory(place, unknown)) refuse(fmt::format("'{}' is no folder", place.string()));
    if (::access(place.c_str(), W_OK | X_OK) != 0)
        refuse(fmt::format("'{}': {}", place.string(), std::generic_category().message(errno)));
}

void ImageFiles::write(unsigned frame, const Picture& image) {
    const fs::path path = folder_ / fmt::format("{}-{:06}.png", stem_, frame);
    write_png(path, image);
    written_.push_back(path);
}

}  // namespace glint::app
