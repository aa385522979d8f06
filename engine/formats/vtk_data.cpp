// SPDX-License-Identifier: MIT
#include <glint/formats/vtk_data.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include <glint/base/text.hpp>
#include <glint/formats/expansion.hpp>

namespace glint {
namespace {

constexpr std::size_t kMaxTimes = 1100;  // maximum compression ratio of zlib

std::optional<NumberType> vtk_number_type(std::string_view name) {
    constexpr std::pair<std::string_view, NumberType> types[] = {
        {"Int8", NumberType::int8},       {"UInt8", NumberType::uint8},
        {"Int16", NumberType::int16},     {"UInt16", NumberType::uint16},
        {"Int32", NumberType::int32},     {"UInt32", NumberType::uint32},
        {"Int64", NumberType::int64},     {"UInt64", NumberType::uint64},
        {"Float32", NumberType::float32}, {"Float64", NumberType::float64}};
    for (const auto& [known, type] : types)
        if (name == known) return type;
    return std::nullopt;
}

bool is_xml_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
}

/// The raw or base64 bytes of an array. Base64 may consist of sections with their own padding.
class StoredBytes {
public:
    StoredBytes(std::string_view stored, bool is_raw) : stored_(stored), is_raw_(is_raw) {}

    /// Returns the next `size` bytes. Returns fewer at the end of the data or at invalid base64.
    std::string take(std::size_t size) {
        if (is_raw_) {
            const std::string_view taken = stored_.substr(0, size);
            stored_.remove_prefix(taken.size());
            return std::string(taken);
        }
        while (ready_.size() - taken_ < size && decode_some()) {}
        std::string taken = ready_.substr(taken_, size);
        taken_ += taken.size();
        return taken;
    }

    /// Upper bound for the number of remaining bytes.
    std::size_t at_most() const { return ready_.size() - taken_ + stored_.size(); }

private:
    bool decode_some() {
        constexpr std::size_t kAtATime = std::size_t{1} << 16;
        ready_.erase(0, std::exchange(taken_, 0));
        const std::size_t before = ready_.size();
        while (ready_.size() - before < kAtATime) {
            std::array<int, 4> digits{};
            std::size_t count = 0, padding = 0;
            while (count < 4 && !stored_.empty()) {
                const char c = stored_.front();
                stored_.remove_prefix(1);
                if (is_xml_space(c)) continue;
                digits[count] = c == '=' ? 0 : digit_of(c);
                padding += c == '=' ? 1 : 0;
                if (digits[count] < 0 || (padding > 0 && c != '=')) {
                    stored_ = {};
                    break;
                }
                ++count;
            }
            if (count < 4 || padding > 2) return ready_.size() > before;
            const int bits = digits[0] << 18 | digits[1] << 12 | digits[2] << 6 | digits[3];
            for (std::size_t i = 0; i + padding < 3; ++i)
                ready_ += static_cast<char>(bits >> (16 - 8 * i) & 255);
        }
        return true;
    }

    std::string_view stored_;
    bool is_raw_;
    std::string ready_;      ///< decoded bytes
    std::size_t taken_ = 0;  ///< number of decoded bytes that take() has returned
};

class ArrayReader {
public:
    ArrayReader(const InputFile& file, const VtkImageDocument& document, const VtkDataArray& array,
                std::size_t count)
        : file_(file), document_(document), array_(array), count_(count) {
        const auto type = vtk_number_type(array.type);
        if (!type) fail(fmt::format("the type '{}' is not supported", array.type));
        type_ = *type;
        if (count > file.content().size() * kMaxTimes) fail("the file is too short for this array");
        if (count * sizeof(double) > expansion_limit(file.size()))
            fail(expansion_refusal(count * sizeof(double), file.size()));
    }

    std::vector<double> read() {
        if (array_.format == "ascii") return read_text();
        StoredBytes bytes = stored();
        const std::string data = document_.is_compressed ? inflated(bytes) : as_they_are(bytes);
        if (data.size() != count_ * size_of(type_))
            fail(fmt::format("the array has {} bytes, but {} values of type {} take {}",
                             data.size(), count_, array_.type, count_ * size_of(type_)));
        std::vector<double> values(count_);
        for (std::size_t i = 0; i < count_; ++i)
            values[i] = load_number(&data[i * size_of(type_)], type_, document_.order);
        return values;
    }

private:
    [[noreturn]] void fail(const std::string& reason) const {
        file_.fail_at_line(array_.line, fmt::format("array '{}': {}", array_.name, reason));
    }
    [[noreturn]] void fail_short() const { fail("the data is truncated or not base64"); }

    std::vector<double> read_text() const {
        std::vector<std::string_view> words;
        text::split_words(array_.text, words);
        if (words.size() != count_)
            fail(fmt::format("expected {1} numbers, found {0}", words.size(), count_));
        std::vector<double> values;
        values.reserve(count_);
        for (const std::string_view word : words) {
            auto value = text::parse_double(word);
            if (value && type_ == NumberType::float32) value = as_float(*value);
            if (!value || !holds(type_, *value))
                fail(fmt::format("'{}' is not a valid {}", word, array_.type));
            values.push_back(*value);
        }
        return values;
    }

    /// Returns the value rounded to float, or nullopt if it is finite but beyond float's range.
    static std::optional<double> as_float(double value) {
        if (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max())
            return std::nullopt;
        return static_cast<double>(static_cast<float>(value));
    }

    StoredBytes stored() const {
        if (array_.format == "binary") return {array_.text, false};
        if (!document_.appended.data())
            fail("the array refers to appended data, but the file has no appended data");
        if (array_.offset >= document_.appended.size())
            fail(fmt::format("the offset {} is past the end of the file", array_.offset));
        return {document_.appended.substr(array_.offset), document_.is_appended_raw};
    }

    std::uint64_t take_header(StoredBytes& bytes) const {
        const NumberType type =
            document_.has_wide_headers ? NumberType::uint64 : NumberType::uint32;
        const std::string taken = bytes.take(size_of(type));
        if (taken.size() < size_of(type)) fail_short();
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const std::size_t at = document_.order == ByteOrder::big ? i : taken.size() - 1 - i;
            value = value << 8 | static_cast<unsigned char>(taken[at]);
        }
        return value;
    }

    std::string take(StoredBytes& bytes, std::uint64_t size) const {
        if (size > bytes.at_most()) fail_short();
        std::string taken = bytes.take(size);
        if (taken.size() < size) fail_short();
        return taken;
    }

    std::string as_they_are(StoredBytes& bytes) const { return take(bytes, take_header(bytes)); }

    /// Decompresses the blocks. They follow a header with the number of blocks, the block size, the
    /// size of the last block, and the compressed size of each block.
    std::string inflated(StoredBytes& bytes) const {
        const std::uint64_t blocks = take_header(bytes), size = take_header(bytes),
                            last = take_header(bytes);
        if (blocks > bytes.at_most()) fail_short();
        std::vector<std::uint64_t> packed(blocks);
        for (std::uint64_t& each : packed) each = take_header(bytes);
        const std::uint64_t all = count_ * size_of(type_);
        std::string data;
        for (std::size_t i = 0; i < blocks; ++i) {
            const std::uint64_t expected = i + 1 == blocks && last > 0 ? last : size;
            if (expected > all - data.size())
                fail("the compressed blocks have more data than the array needs");
            const std::string block = take(bytes, packed[i]);
            const std::size_t before = data.size();
            data.resize(before + expected);
            uLongf found = expected;
            const int state = uncompress(reinterpret_cast<Bytef*>(&data[before]), &found,
                                         reinterpret_cast<const Bytef*>(block.data()),
                                         static_cast<uLong>(block.size()));
            if (state != Z_OK || found != expected)
                fail(fmt::format("block {} of {} is damaged", i + 1, blocks));
        }
        return data;
    }

    const InputFile& file_;
    const VtkImageDocument& document_;
    const VtkDataArray& array_;
    std::size_t count_;
    NumberType type_ = NumberType::float32;
};

}  // namespace

std::vector<double> vtk_numbers(const InputFile& file, const VtkImageDocument& document,
                                const VtkDataArray& array, std::size_t count) {
    return ArrayReader(file, document, array, count).read();
}

}  // namespace glint
