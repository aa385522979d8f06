// SPDX-License-Identifier: MIT
#include <glint/formats/ply_rows.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint {
namespace {

bool is_list(const PlyProperty& property) { return property.length_type.has_value(); }

std::size_t size_without_lists(const PlyElement& element) {
    std::size_t size = 0;
    for (const PlyProperty& property : element.properties)
        if (!is_list(property)) size += size_of(property.type);
    return size;
}

}  // namespace

void PlyTextRows::fail(std::string_view reason) const {
    file_.fail_at_line(lines_.number(), reason);
}

void PlyTextRows::fail_uneven() const {
    // If the mismatch is in the current row, list lengths may have increased row_words_ since then.
    const std::size_t expected = uneven_->line == row_line_ ? row_words_ : uneven_->expected;
    file_.fail_at_line(
        uneven_->line,
        fmt::format("expected {}, found {}", text::counted(expected, "number"), uneven_->found));
}

void PlyTextRows::skip(const PlyElement& element) {
    if (element.properties.empty()) return;  // the rows have no words
    for (std::size_t i = 0; i < element.count; ++i) {
        begin_row(element);
        for (const PlyProperty& property : element.properties) {
            const std::string_view word = next_word(element, i);
            if (!is_list(property)) continue;
            for (std::size_t left = list_length(word); left > 0; --left) next_word(element, i);
        }
    }
}

void PlyTextRows::read(const PlyElement& element, std::size_t index, PlyRow& row,
                       std::optional<std::size_t> list) {
    begin_row(element);
    row.numbers.assign(element.properties.size(), 0);
    row.list.clear();
    for (std::size_t i = 0; i < row.numbers.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        const std::string_view word = next_word(element, index);
        if (!is_list(property)) {
            row.numbers[i] = number(property, word);
            continue;
        }
        for (std::size_t left = list_length(word); left > 0; --left) {
            const std::string_view entry = next_word(element, index);
            if (i == list) row.list.push_back(number(property, entry));
        }
    }
}

void PlyTextRows::finish(std::span<const PlyElement> rest) {
    if (word_ < words_.size()) note_uneven(row_line_words_);
    if (!uneven_) return;
    for (const PlyElement& element : rest) skip(element);
    if (word_ < words_.size() || next_line()) fail_uneven();
}

void PlyTextRows::begin_row(const PlyElement& element) {
    if (word_ < words_.size()) note_uneven(row_line_words_);
    row_words_ = element.properties.size();
    row_line_words_ = 0;
}

void PlyTextRows::note_uneven(std::size_t found) {
    if (!uneven_) uneven_ = {.line = row_line_, .expected = row_words_, .found = found};
}

/// Advances to the next line that has words. Returns false at the end.
bool PlyTextRows::next_line() {
    word_ = 0;
    words_.clear();
    while (words_.empty()) {
        const auto line = lines_.next();
        if (!line) return false;
        text::split_words(*line, words_);
    }
    return true;
}

std::string_view PlyTextRows::next_word(const PlyElement& element, std::size_t index) {
    const bool is_first = row_line_words_ == 0;
    if (word_ == words_.size()) {
        if (!is_first) note_uneven(row_line_words_);
        if (!next_line()) {
            if (uneven_) fail_uneven();
            fail(fmt::format("the file ends before {} {} of {}", element.name, index + 1,
                             element.count));
        }
    }
    if (is_first) {
        row_line_ = lines_.number();
        row_line_words_ = words_.size() - word_;
    }
    return words_[word_++];
}

std::size_t PlyTextRows::list_length(std::string_view word) {
    const auto length = text::parse_unsigned(word);
    if (!length || *length > file_.size())
        fail(fmt::format("'{}' is not a valid list length", word));
    row_words_ += *length;
    return *length;
}

double PlyTextRows::number(const PlyProperty& property, std::string_view word) const {
    const auto value = text::parse_double(word);
    if (!value) fail(fmt::format("'{}' is not a number", word));
    if (!holds(property.type, *value)) fail(unheld_text(property.name, word, property.type));
    return *value;
}

void PlyBinaryRows::fail(std::string_view reason) const { file_.fail_at_byte(row_, reason); }

void PlyBinaryRows::skip(const PlyElement& element) {
    PlyRow row;
    const std::size_t size = size_without_lists(element);
    if (std::ranges::any_of(element.properties, is_list)) {
        for (std::size_t i = 0; i < element.count; ++i) read(element, i, row);
    } else if (size > 0) {
        const std::size_t there = (file_.size() - at_) / size;
        if (there < element.count) fail_inside(element, there);
        at_ += element.count * size;
    }
}

void PlyBinaryRows::read(const PlyElement& element, std::size_t index, PlyRow& row,
                         std::optional<std::size_t> list) {
    row_ = at_;
    row.numbers.assign(element.properties.size(), 0);
    row.list.clear();
    for (std::size_t i = 0; i < row.numbers.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (!is_list(property)) {
            row.numbers[i] = number(element, index, property.type);
            continue;
        }
        const std::size_t length = list_length(element, index, property);
        if (i == list)
            for (std::size_t n = 0; n < length; ++n)
                row.list.push_back(number(element, index, property.type));
        else
            at_ += length * size_of(property.type);
    }
}

void PlyBinaryRows::fail_inside(const PlyElement& element, std::size_t index) const {
    file_.fail_at_byte(file_.size(), fmt::format("the file ends inside {} {} of {}", element.name,
                                                 index + 1, element.count));
}

void PlyBinaryRows::require_bytes(const PlyElement& element, std::size_t index,
                                  double size_bytes) const {
    if (size_bytes > static_cast<double>(file_.size() - at_)) fail_inside(element, index);
}

double PlyBinaryRows::number(const PlyElement& element, std::size_t index, NumberType type) {
    require_bytes(element, index, static_cast<double>(size_of(type)));
    const double value = load_number(file_.content().data() + at_, type, order_);
    at_ += size_of(type);
    return value;
}

/// Reads a list's length. Fails if the file ends before the end of the list.
std::size_t PlyBinaryRows::list_length(const PlyElement& element, std::size_t index,
                                       const PlyProperty& list) {
    const std::size_t length_at = at_;
    const double length = number(element, index, *list.length_type);
    if (length < 0)
        file_.fail_at_byte(length_at, fmt::format("{} is not a valid list length", length));
    require_bytes(element, index, length * static_cast<double>(size_of(list.type)));
    return static_cast<std::size_t>(length);
}

}  // namespace glint
