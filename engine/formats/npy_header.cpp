// SPDX-License-Identifier: MIT
#include <glint/formats/npy_header.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace glint {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

/// Parser of the header's text: a Python dictionary with the keys descr, fortran_order and shape.
class NpyHeaderParser {
public:
    NpyHeaderParser(const InputFile& file, std::size_t begin, std::size_t end, bool is_of_records)
        : file_(file),
          text_(std::string_view(file.content()).substr(0, end)),
          at_(begin),
          is_of_records_(is_of_records) {}

    NpyHeader parse() {
        std::set<std::string, std::less<>> seen;
        expect('{');
        while (!accept('}')) {
            const std::size_t key_at = skip_space();
            const std::string_view key = quoted();
            if (!seen.emplace(key).second) fail(key_at, fmt::format("duplicate key '{}'", key));
            expect(':');
            entry(key, key_at);
            if (!accept(',') && !next_is('}')) fail(at_, "expected ',' or '}'");
        }
        if (skip_space() != text_.size())
            fail(at_, "the header has extra data after the dictionary");
        for (const char* key : {"descr", "fortran_order", "shape"})
            if (!seen.contains(key)) fail(at_, fmt::format("the header has no '{}'", key));
        return std::move(header_);
    }

private:
    [[noreturn]] void fail(std::size_t byte, std::string_view reason) const {
        file_.fail_at_byte(byte, reason);
    }

    std::size_t skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
        return at_;
    }

    bool next_is(char wanted) {
        skip_space();
        return at_ < text_.size() && text_[at_] == wanted;
    }

    bool accept(char wanted) {
        const bool found = next_is(wanted);
        at_ += found;
        return found;
    }

    void expect(char wanted) {
        if (!accept(wanted)) fail(at_, fmt::format("expected '{}'", wanted));
    }

    bool accept_word(std::string_view word) {
        skip_space();
        const bool found = text_.substr(at_).starts_with(word);
        if (found) at_ += word.size();
        return found;
    }

    std::string_view quoted() {
        const char quote = next_is('"') ? '"' : '\'';
        if (!accept(quote)) fail(at_, "expected a quoted string");
        const std::size_t end = text_.find(quote, at_);
        if (end == std::string_view::npos) fail(at_, "the closing quote is missing");
        const std::string_view word = text_.substr(at_, end - at_);
        at_ = end + 1;
        return word;
    }

    void entry(std::string_view key, std::size_t key_at) {
        if (key == "descr") return descr();
        if (key == "fortran_order") return fortran_order();
        if (key == "shape") return shape();
        fail(key_at, fmt::format("unknown key '{}'", key));
    }

    void descr() {
        const std::size_t begin = skip_space();
        if (is_of_records_) return records();
        if (next_is('[')) fail(begin, "the file has records, but only plain numbers are supported");
        const std::string_view name = quoted();
        const char order = name.empty() ? ' ' : name.front();
        const auto type = name.empty() ? std::nullopt : type_of(name.substr(1));
        const bool single_byte = type && type->size_bytes == 1;
        const bool known_order = order == '<' || order == '>' || (order == '|' && single_byte);
        if (!type || !known_order) fail(begin, fmt::format("the type '{}' is not supported", name));
        header_.type = *type;
        header_.spelled_type = name;
        header_.type_at = begin;
        header_.order = order == '>' ? ByteOrder::big : ByteOrder::little;
    }

    /// Skips a list of record members. Their names are quoted and may contain any character.
    void records() {
        const std::size_t begin = at_;
        if (!next_is('[')) fail(begin, "expected a list of record fields");
        int depth = 0;
        char quote = 0;  // quote character of the current name, 0 outside names
        for (; at_ < text_.size(); ++at_) {
            const char letter = text_[at_];
            if (quote != 0 || letter == '\'' || letter == '"') {
                quote = quote == 0 ? letter : (quote == letter ? '\0' : quote);
                continue;
            }
            if (letter == '[' || letter == '(') ++depth;
            if (letter == ']' || letter == ')') --depth;
            if (depth == 0) break;
        }
        if (at_ == text_.size()) fail(begin, "the list of fields is not closed");
        ++at_;
        header_.type = {'V', 0};
        header_.spelled_type = text_.substr(begin, at_ - begin);
        header_.type_at = begin;
    }

    static std::optional<NpyType> type_of(std::string_view name) {
        constexpr std::string_view names[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2",
                                              "u4", "u8", "f2", "f4", "f8", "c8", "c16"};
        if (std::ranges::find(names, name) == std::end(names)) return std::nullopt;
        std::size_t size_bytes = 0;
        std::from_chars(name.data() + 1, name.data() + name.size(), size_bytes);
        return NpyType{name[0], size_bytes};
    }

    void fortran_order() {
        header_.fortran_order = accept_word("True");
        if (!header_.fortran_order && !accept_word("False")) fail(at_, "expected True or False");
    }

    void shape() {
        expect('(');
        while (!accept(')')) {
            header_.shape.push_back(dimension());
            accept('L');  // Python 2 writes long integers as "2L"
            // Python requires a comma after the only element of a tuple: "(3,)".
            if (header_.shape.size() > 1 && next_is(')')) continue;
            expect(',');
        }
        if (header_.shape.size() > kMaxNpyDimensions)
            fail(at_, fmt::format("{} dimensions exceed the maximum of {}", header_.shape.size(),
                                  kMaxNpyDimensions));
    }

    std::size_t dimension() {
        std::size_t value = 0;
        const char* const begin = text_.data() + skip_space();
        const auto [stop, failure] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (failure != std::errc()) fail(at_, "expected a dimension");
        at_ += static_cast<std::size_t>(stop - begin);
        return value;
    }

    const InputFile& file_;
    std::string_view text_;  ///< the file up to the end of the header
    std::size_t at_;
    bool is_of_records_;
    NpyHeader header_;
};

NpyHeader parse_header(const InputFile& file, bool is_of_records) {
    const std::string& content = file.content();
    if (!content.starts_with(kMagic)) file.fail_at_byte(0, "the file is not a .npy file");
    constexpr std::size_t version_at = 6;
    constexpr std::size_t length_at = 8;
    if (content.size() < length_at + 4)
        file.fail_at_byte(content.size(), "the file ends inside the header");

    const int version = static_cast<unsigned char>(content[version_at]);
    const int minor = static_cast<unsigned char>(content[version_at + 1]);
    if (version < 1 || version > 3 || minor != 0)
        file.fail_at_byte(
            version_at,
            minor == 0
                ? fmt::format("version {} of the format is not supported", version)
                : fmt::format("version {}.{} of the format is not supported", version, minor));
    const NumberType length_type = version == 1 ? NumberType::uint16 : NumberType::uint32;
    const std::size_t begin = length_at + size_of(length_type);
    const double length = load_number(content.data() + length_at, length_type, ByteOrder::little);
    if (length > static_cast<double>(content.size() - begin))
        file.fail_at_byte(content.size(), "the file ends inside the header");

    const std::size_t end = begin + static_cast<std::size_t>(length);
    NpyHeader header = NpyHeaderParser(file, begin, end, is_of_records).parse();
    header.data_offset = end;
    return header;
}

}  // namespace

std::string to_string(const NpyType& type) {
    switch (type.kind) {
        case 'V': return "records";
        case 'b': return "bool";
        case 'i': return fmt::format("int{}", 8 * type.size_bytes);
        case 'u': return fmt::format("uint{}", 8 * type.size_bytes);
        case 'f': return fmt::format("float{}", 8 * type.size_bytes);
        default: return fmt::format("complex{}", 8 * type.size_bytes);
    }
}

std::optional<NumberType> number_type_of(const NpyType& type) noexcept {
    using enum NumberType;
    constexpr std::pair<NpyType, NumberType> types[] = {
        {{'b', 1}, uint8},  {{'i', 1}, int8},    {{'u', 1}, uint8},   {{'i', 2}, int16},
        {{'u', 2}, uint16}, {{'i', 4}, int32},   {{'u', 4}, uint32},  {{'i', 8}, int64},
        {{'u', 8}, uint64}, {{'f', 2}, float16}, {{'f', 4}, float32}, {{'f', 8}, float64},
    };
    for (const auto& [known, number] : types)
        if (type == known) return number;
    return std::nullopt;
}

NpyHeader parse_npy_header(const InputFile& file) { return parse_header(file, false); }
NpyHeader parse_npy_record_header(const InputFile& file) { return parse_header(file, true); }

}  // namespace glint
