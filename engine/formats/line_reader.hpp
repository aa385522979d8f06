// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include <glint/base/byte_order_mark.hpp>

namespace glint {

/// Splits a text into lines. next() returns them one by one, without their line endings.
class LineReader {
public:
    /// Creates a reader of text whose lines end in "\n", "\r\n" or a lone "\r", possibly mixed.
    explicit LineReader(std::string_view text) noexcept : text_(text) {}

    /// Creates a reader of a header that is followed by binary data. All lines end like the first
    /// line: either in a lone "\r", or in "\n" or "\r\n". If the lines end in a lone "\r", a "\n"
    /// after the header is data.
    static LineReader with_ends_of_first(std::string_view text) noexcept {
        LineReader lines(text);
        const std::size_t end = text.find_first_of("\r\n");
        const bool is_classic =
            end < text.size() && text[end] == '\r' && text.substr(end + 1, 1) != "\n";
        lines.ends_ = is_classic ? Ends::classic : Ends::newline;
        return lines;
    }

    /// Accepts any line ending in the remaining text.
    void accept_any_ends() noexcept {
        ends_ = Ends::any;
        newline_ = 0;
    }

    /// Returns the next line, or nullopt after the last line.
    std::optional<std::string_view> next() noexcept {
        if (offset_ == text_.size()) return std::nullopt;
        const std::size_t end = line_end();
        std::string_view line = text_.substr(offset_, end - offset_);
        if (ends_ == Ends::newline && line.ends_with('\r')) line.remove_suffix(1);
        offset_ = std::min(end + 1, text_.size());
        if (ends_ == Ends::any && text_.substr(end, 2) == "\r\n") ++offset_;
        ++number_;
        return line;
    }

    /// Number of the last line that next() returned, starting from 1.
    std::size_t number() const noexcept { return number_; }

    /// Byte offset of the next line.
    std::size_t offset() const noexcept { return offset_; }

private:
    enum class Ends { any, newline, classic };

    std::size_t line_end() noexcept {
        if (ends_ == Ends::classic) return std::min(text_.find('\r', offset_), text_.size());
        // Store the position, so that a text without "\n" is searched only once and not for each
        // line.
        if (newline_ <= offset_) newline_ = std::min(text_.find('\n', offset_), text_.size());
        if (ends_ == Ends::newline) return newline_;
        return offset_ +
               std::min(text_.substr(offset_, newline_ - offset_).find('\r'), newline_ - offset_);
    }

    std::string_view text_;
    Ends ends_ = Ends::any;
    std::size_t newline_ = 0;  // position of the "\n" found last; outdated once offset_ reaches it
    std::size_t offset_ = 0;
    std::size_t number_ = 0;
};

}  // namespace glint
