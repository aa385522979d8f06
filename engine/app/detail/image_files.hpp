// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <glint/app/options.hpp>
#include <glint/formats/png.hpp>

namespace glint::app {

/// Writes the images of a run. The image of frame 240 is OUT/title-000240.png. Private to App.
class ImageFiles {
public:
    explicit ImageFiles(const AppOptions& options);

    /// Throws WrongOption if the folder cannot be created or written to, so that a long run fails
    /// at its start. This function writes nothing, so it cannot detect every problem.
    void require_folder() const;

    /// Writes the image of a frame. Throws Error(io) if this fails.
    void write(unsigned frame, const Picture& image);

    /// Returns the title in lower case, with underscores instead of spaces.
    const std::string& stem() const noexcept { return stem_; }
    /// Returns the paths of all files written so far.
    const std::vector<std::filesystem::path>& written() const noexcept { return written_; }

private:
    std::filesystem::path folder_;
    std::string stem_;
    std::vector<std::filesystem::path> written_;
};

}  // namespace glint::app
