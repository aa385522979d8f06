#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include <glint/base/byte_order_mark.hpp>

namespace glint {

/// Hands out a text's lines without their ends, "\n" or "\r\n".
class LineReader {
public:
    explicit LineReader(std::string_view text) noexcept : text_(text) {}

    /// Lines end in "\r" alone if the first one does: the classic Macintosh form.
    static LineReader with_any_ends(std::string_view text) noexcept {
        LineReader lines(text);
        const std::size_t end = text.find_first_of("\r\n");
        if (end < text.size() && text[end] == '\r' && text.substr(end + 1, 1) != "\n")
            lines.end_ = '\r';
        return lines;
    }

    bool has_classic_ends() const noexcept { return end_ == '\r'; }

    /// The next line; nothing after the last.
    std::optional<std::string_view> next() noexcept {
        if (offset_ == text_.size()) return std::nullopt;
        const std::size_t end = std::min(text_.find(end_, offset_), text_.size());
        std::string_view line = text_.substr(offset_, end - offset_);
        if (line.ends_with('\r')) line.remove_suffix(1);
        offset_ = std::min(end + 1, text_.size());
        ++number_;
        return line;
    }

    /// The number of the line handed out last, from 1; after the last line still that one's.
    std::size_t number() const noexcept { return number_; }

    /// Bytes up to where the next line starts.
    std::size_t offset() const noexcept { return offset_; }

private:
    std::string_view text_;
    char end_ = '\n';
    std::size_t offset_ = 0;
    std::size_t number_ = 0;
};

}  // namespace glint
