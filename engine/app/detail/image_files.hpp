// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <glint/app/options.hpp>
#include <glint/base/formats/png.hpp>

namespace glint::app {

/// The images that a run writes: OUT/title-000240.png for frame 240. Private to App.
class ImageFiles {
public:
    explicit ImageFiles(const AppOptions& options);

    /// Throws Error(io) if the folder cannot be created or written to, so that a long run fails at
    /// its start. Does not write, so it cannot detect every problem.
    void require_folder() const;

    /// Throws Error(io).
    void write(unsigned frame, const Picture& image);

    /// The title in lower case, without spaces.
    const std::string& stem() const noexcept { return stem_; }
    /// Files written so far.
    const std::vector<std::filesystem::path>& written() const noexcept { return written_; }

private:
    std::filesystem::path folder_;
    std::string stem_;
    std::vector<std::filesystem::path> written_;
};

}  // namespace glint::app
