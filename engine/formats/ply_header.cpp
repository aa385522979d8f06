// SPDX-License-Identifier: MIT
#include <glint/formats/ply_header.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint {
namespace {

constexpr std::size_t kMaxProperties = 4096;

using Words = std::vector<std::string_view>;

std::optional<NumberType> ply_number_type(std::string_view name) {
    constexpr std::pair<std::string_view, NumberType> names[] = {
        {"char", NumberType::int8},      {"int8", NumberType::int8},
        {"uchar", NumberType::uint8},    {"uint8", NumberType::uint8},
        {"short", NumberType::int16},    {"int16", NumberType::int16},
        {"ushort", NumberType::uint16},  {"uint16", NumberType::uint16},
        {"int", NumberType::int32},      {"int32", NumberType::int32},
        {"uint", NumberType::uint32},    {"uint32", NumberType::uint32},
        {"int64", NumberType::int64},    {"uint64", NumberType::uint64},
        {"float", NumberType::float32},  {"float32", NumberType::float32},
        {"double", NumberType::float64}, {"float64", NumberType::float64},
    };
    for (const auto& [known, type] : names)
        if (name == known) return type;
    return std::nullopt;
}

class PlyHeaderParser {
public:
    PlyHeaderParser(const InputFile& file, LineReader& lines) : file_(file), lines_(lines) {}

    PlyHeader parse() {
        const auto first = lines_.next();
        if (!first || text::trim(without_byte_order_mark(*first)) != "ply")
            file_.fail("the file is not a PLY file, because it does not start with 'ply'");
        format(next_words());
        for (Words words = next_words(); words.at(0) != "end_header"; words = next_words())
            declaration(words);
        return std::move(header_);
    }

private:
    [[noreturn]] void fail(std::string_view reason) const {
        file_.fail_at_line(lines_.number(), reason);
    }

    /// Returns the words of the next line. Skips empty lines, comments and lines with "obj_info".
    Words next_words() {
        Words words;
        while (const auto line = lines_.next()) {
            text::split_words(*line, words);
            if (!words.empty() && words[0] != "comment" && words[0] != "obj_info") return words;
        }
        fail("the file ends inside the header");
    }

    void require_words(const Words& words, std::size_t count, std::string_view form) const {
        if (words.size() != count) fail(fmt::format("expected '{}'", form));
    }

    void format(const Words& words) {
        if (words[0] != "format") fail("expected 'format'");
        require_words(words, 3, "format ENCODING 1.0");
        constexpr std::pair<std::string_view, PlyEncoding> encodings[] = {
            {"ascii", PlyEncoding::ascii},
            {"binary_little_endian", PlyEncoding::binary_little_endian},
            {"binary_big_endian", PlyEncoding::binary_big_endian},
        };
        const auto* known = std::ranges::find(encodings, words[1], [](auto& e) { return e.first; });
        if (known == std::end(encodings) || words[2] != "1.0")
            fail(fmt::format("unknown format '{} {}'", words[1], words[2]));
        header_.encoding = known->second;
    }

    void declaration(const Words& words) {
        if (words[0] == "element") return element(words);
        if (words[0] == "property") return property(words);
        fail(fmt::format("unknown keyword '{}'", words[0]));
    }

    void element(const Words& words) {
        require_words(words, 3, "element NAME COUNT");
        const auto count = text::parse_unsigned(words[2]);
        if (!count)
            fail(fmt::format("'{}' is not a valid number of '{}' elements", words[2], words[1]));
        header_.elements.push_back({std::string(words[1]), *count, {}});
    }

    void property(const Words& words) {
        if (header_.elements.empty()) fail("a property comes before the first element");
        const bool list = words.size() > 1 && words[1] == "list";
        if (list) {
            require_words(words, 5, "property list LENGTH_TYPE TYPE NAME");
        } else {
            require_words(words, 3, "property TYPE NAME");
        }
        PlyProperty made{std::string(words.back()), type(words[words.size() - 2]), {}};
        if (list) made.length_type = length_type(words[2]);
        auto& known = header_.elements.back().properties;
        if (std::ranges::find(known, made.name, &PlyProperty::name) != known.end())
            fail(fmt::format("duplicate property '{}'", made.name));
        if (known.size() == kMaxProperties)
            fail(fmt::format("an element has more than {} properties", kMaxProperties));
        known.push_back(std::move(made));
    }

    NumberType type(std::string_view name) const {
        if (const auto known = ply_number_type(name)) return *known;
        fail(fmt::format("unknown type '{}'", name));
    }

    NumberType length_type(std::string_view name) const {
        const NumberType known = type(name);
        if (is_float(known)) fail(fmt::format("'{}' is not a valid type for a list length", name));
        return known;
    }

    const InputFile& file_;
    LineReader& lines_;
    PlyHeader header_;
};

}  // namespace

std::optional<std::size_t> PlyElement::find_corners() const {
    if (name != "face" && name != "tristrips") return std::nullopt;
    std::vector<std::size_t> lists;
    for (std::size_t i = 0; i < properties.size(); ++i) {
        if (!properties[i].length_type) continue;
        if (properties[i].name == "vertex_indices" || properties[i].name == "vertex_index")
            return i;
        if (!is_float(properties[i].type)) lists.push_back(i);
    }
    return lists.size() == 1 ? std::optional(lists.front()) : std::nullopt;
}

std::optional<std::size_t> PlyElement::find_number(std::string_view wanted) const {
    const auto found = std::ranges::find(properties, wanted, &PlyProperty::name);
    if (found == properties.end() || found->length_type) return std::nullopt;
    return static_cast<std::size_t>(found - properties.begin());
}

std::vector<std::string> PlyElement::number_names() const {
    std::vector<std::string> names;
    for (const PlyProperty& property : properties)
        if (!property.length_type) names.push_back(property.name);
    return names;
}

const PlyElement& PlyHeader::vertices(const InputFile& file) const {
    const auto found = std::ranges::find_if(elements, [](const PlyElement& element) {
        return element.name == "vertex" && element.count > 0;
    });
    if (found == elements.end()) file.fail("the file has no points");
    return *found;
}

PlyHeader parse_ply_header(const InputFile& file, LineReader& lines) {
    return PlyHeaderParser(file, lines).parse();
}

}  // namespace glint
