// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// A mistake, and the lines of the file around the mistake.
struct Excerpt {
    struct Line {
        unsigned number = 0;  ///< from 1
        std::string text;     ///< tabs replaced with spaces

        friend bool operator==(const Line&, const Line&) = default;
    };
    /// The highlighted part of the line: `count` bytes from `first` on.
    struct Mark {
        std::size_t first = 0;
        std::size_t count = 1;

        friend bool operator==(const Mark&, const Mark&) = default;
    };

    std::string place;  ///< "pond.cu:23"; the file's name alone if the mistake has no line
    std::string message;
    unsigned line = 0;
    std::vector<Line> lines{};  ///< the line of the mistake and its neighbors
    /// The part of the mistake's line to highlight. It starts at the column that the compiler
    /// reports. Without a column, it is the word that the message quotes, provided that the line
    /// contains that word exactly once.
    std::optional<Mark> mark{};
};

/// Returns an excerpt for each mistake. `text` is the content of `file`. For mistakes in other
/// files, those files are read. Lines that do not exist are left out.
std::vector<Excerpt> excerpts_of(const std::filesystem::path& file, std::string_view text,
                                 std::span<const Mistake> mistakes);

}  // namespace glint::studio
