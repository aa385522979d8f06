// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <source_location>
#include <string>
#include <string_view>

namespace glint {

/// The content of a file, with functions that throw errors about that content.
class InputFile {
public:
    /// Reads the whole file; throws what `read_text` throws. `purpose` is part of later error
    /// messages: "read point cloud" gives "cannot read point cloud 'a.ply': line 12: ...".
    InputFile(std::string_view purpose, const std::filesystem::path& path);
    /// Wraps content that was already read; `operation` is part of later error messages.
    static InputFile of_content(std::string operation, std::string content);

    const std::string& content() const noexcept { return content_; }
    std::size_t size() const noexcept { return content_.size(); }

    /// These functions always throw Error(bad_input). Lines are counted from 1, byte offsets from
    /// 0.
    [[noreturn]] void fail(std::string_view reason,
                           std::source_location place = std::source_location::current()) const;
    [[noreturn]] void fail_at_line(
        std::size_t line, std::string_view reason,
        std::source_location place = std::source_location::current()) const;
    [[noreturn]] void fail_at_byte(
        std::size_t byte, std::string_view reason,
        std::source_location place = std::source_location::current()) const;

private:
    InputFile() = default;

    std::string operation_;
    std::string content_;
};

}  // namespace glint
