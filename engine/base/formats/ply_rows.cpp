#include <glint/base/formats/ply_rows.hpp>

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

void PlyTextRows::skip(const PlyElement& element) {
    // A row without properties has no line, or an empty one that is passed over anyway.
    if (element.properties.empty()) return;
    for (std::size_t i = 0; i < element.count; ++i) next_line(element, i);
}

void PlyTextRows::read(const PlyElement& element, std::size_t index, std::vector<double>& numbers) {
    text::split_words(next_line(element, index), words_);
    const std::size_t expected = expected_words(element);
    if (words_.size() != expected)
        fail(
            fmt::format("expected {}, found {}", text::counted(expected, "number"), words_.size()));
    numbers.assign(element.properties.size(), 0);
    std::size_t word = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (is_list(property)) {
            word += 1 + *text::parse_unsigned(words_[word]);
        } else {
            numbers[i] = number(property, words_[word++]);
        }
    }
}

std::string_view PlyTextRows::next_line(const PlyElement& element, std::size_t index) {
    while (const auto line = lines_.next())
        if (!text::trim(*line).empty()) return *line;
    fail(fmt::format("the file ends before {} {} of {}", element.name, index + 1, element.count));
}

/// Goes by the lists' own lengths, as far as the line has them.
std::size_t PlyTextRows::expected_words(const PlyElement& element) const {
    std::size_t expected = 0;
    for (const PlyProperty& property : element.properties) {
        if (is_list(property) && expected < words_.size()) {
            const auto length = text::parse_unsigned(words_[expected]);
            if (!length || *length >= words_.size())
                fail(fmt::format("'{}' is no length for a list on this line", words_[expected]));
            expected += *length;
        }
        ++expected;
    }
    return expected;
}

double PlyTextRows::number(const PlyProperty& property, std::string_view word) const {
    const auto value = text::parse_double(word);
    if (!value) fail(fmt::format("'{}' is not a number", word));
    if (!holds(property.type, *value))
        fail(fmt::format("{} is {}, which its type cannot be", property.name, word));
    return *value;
}

void PlyBinaryRows::fail(std::string_view reason) const { file_.fail_at_byte(row_, reason); }

void PlyBinaryRows::skip(const PlyElement& element) {
    std::vector<double> numbers;
    const std::size_t size = size_without_lists(element);
    if (std::ranges::any_of(element.properties, is_list)) {
        for (std::size_t i = 0; i < element.count; ++i) read(element, i, numbers);
    } else if (size > 0) {
        const std::size_t there = (file_.size() - at_) / size;
        if (there < element.count) fail_inside(element, there);
        at_ += element.count * size;
    }
}

void PlyBinaryRows::read(const PlyElement& element, std::size_t index,
                         std::vector<double>& numbers) {
    row_ = at_;
    numbers.assign(element.properties.size(), 0);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (is_list(property)) {
            skip_list(element, index, property);
        } else {
            numbers[i] = number(element, index, property.type);
        }
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

void PlyBinaryRows::skip_list(const PlyElement& element, std::size_t index,
                              const PlyProperty& list) {
    const std::size_t length_at = at_;
    const double length = number(element, index, *list.length_type);
    if (length < 0)
        file_.fail_at_byte(length_at, fmt::format("{} is no length for a list", length));
    const double size_bytes = length * static_cast<double>(size_of(list.type));
    require_bytes(element, index, size_bytes);
    at_ += static_cast<std::size_t>(size_bytes);
}

}  // namespace glint
