#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace glint {

/// Hands out a text's lines without their ends, "\n" or "\r\n".
class LineReader {
public:
    explicit LineReader(std::string_view text) noexcept : text_(text) {}

    /// The next line; nothing behind the last.
    std::optional<std::string_view> next() noexcept {
        if (offset_ == text_.size()) return std::nullopt;
        const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
        std::string_view line = text_.substr(offset_, end - offset_);
        if (line.ends_with('\r')) line.remove_suffix(1);
        offset_ = std::min(end + 1, text_.size());
        ++number_;
        return line;
    }

    /// The number of the line handed out last, from 1; behind the last line still that one's.
    std::size_t number() const noexcept { return number_; }

    /// Bytes up to where the next line starts.
    std::size_t offset() const noexcept { return offset_; }

private:
    std::string_view text_;
    std::size_t offset_ = 0;
    std::size_t number_ = 0;
};

}  // namespace glint
