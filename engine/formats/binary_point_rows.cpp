// SPDX-License-Identifier: MIT
#include <glint/formats/binary_point_rows.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/float16.hpp>

namespace glint {
namespace {

constexpr std::size_t kBinaryPieceBytes = std::size_t{4} << 20;
constexpr std::size_t kRowsOfColumns = std::size_t{1} << 18;
constexpr std::size_t kMaxBinaryNumbers = std::size_t{1} << 24;  // numbers per block
constexpr std::size_t kMaxListBytes = std::size_t{1} << 30;
constexpr std::size_t kBinarySample = 4096;
constexpr float kMissingRow = std::numeric_limits<float>::quiet_NaN();

template <class T, bool is_swapped>
void convert_as(const char* at, std::size_t rows, std::size_t stride, double less, float* into) {
    for (std::size_t i = 0; i < rows; ++i, at += stride) {
        char bytes[sizeof(T)];
        std::memcpy(bytes, at, sizeof(T));
        if constexpr (is_swapped) std::reverse(bytes, bytes + sizeof(T));
        const T value = std::bit_cast<T>(bytes);
        if constexpr (sizeof(T) < sizeof(double) && std::is_floating_point_v<T>) {
            into[i] = less == 0 ? value : static_cast<float>(static_cast<double>(value) - less);
        } else {
            into[i] = static_cast<float>(static_cast<double>(value) - less);
        }
    }
}

}  // namespace

BinaryPointRows::BinaryPointRows(const std::filesystem::path& path, BinaryLayout layout)
    : file_(path), layout_(std::move(layout)) {
    find_places();
    file_.seek(layout_.begin);
    for (const PlyElement& element : layout_.before) skip(element);
    first_row_ = file_.position();
    count_rows();
    sample();
}

void BinaryPointRows::find_places() {
    bool has_lists = false;
    for (const PlyProperty& property : layout_.points.properties) {
        if (property.length_type) {
            has_lists = true;
            left_out_.push_back(fmt::format("the list property '{}'", property.name));
            continue;
        }
        columns_.push_back({.name = property.name, .type = property.type});
        places_.push_back({packed_bytes_, property.type});
        packed_bytes_ += size_of(property.type);
    }
    if (!has_lists) row_bytes_ = packed_bytes_;
}

// Limits the header's row count to the rows that the file has space for if all lists are empty.
void BinaryPointRows::count_rows() {
    std::size_t least = packed_bytes_;
    for (const PlyProperty& property : layout_.points.properties)
        if (property.length_type) least += size_of(*property.length_type);
    const std::uint64_t bytes = file_.size_bytes() - std::min(file_.size_bytes(), first_row_);
    count_ = std::min<std::uint64_t>(layout_.points.count, bytes / least);
}

std::optional<std::size_t> BinaryPointRows::row_at(const PlyElement& element, std::string* packed) {
    std::size_t size = 0;
    for (const PlyProperty& property : element.properties) {
        const std::size_t each = size_of(property.type);
        const std::size_t head = property.length_type ? size_of(*property.length_type) : each;
        std::string_view bytes = file_.at_least(size + head);
        if (bytes.size() < size + head) return std::nullopt;
        if (!property.length_type) {
            if (packed) packed->append(bytes.substr(size, each));
            size += each;
            continue;
        }
        const double length =
            load_number(bytes.data() + size, *property.length_type, layout_.order);
        size += head;
        if (!(length >= 0) || length * static_cast<double>(each) > double{kMaxListBytes})
            return std::nullopt;
        size += static_cast<std::size_t>(length) * each;
        if (file_.at_least(size).size() < size) return std::nullopt;
    }
    return size;
}

void BinaryPointRows::skip(const PlyElement& element) {
    std::uint64_t row_bytes = 0;
    for (const PlyProperty& property : element.properties) {
        if (property.length_type) {
            for (std::uint64_t i = 0; i < element.count; ++i) {
                const auto size = row_at(element, nullptr);
                if (!size) return file_.seek(file_.size_bytes());
                file_.pass(*size);
            }
            return;
        }
        row_bytes += size_of(property.type);
    }
    const std::uint64_t left = file_.size_bytes() - file_.position();
    const bool is_all = row_bytes != 0 && element.count > left / row_bytes;
    file_.seek(is_all ? file_.size_bytes() : file_.position() + element.count * row_bytes);
}

// Finds each column's first and greatest number in the first rows.
void BinaryPointRows::sample() {
    std::vector<Wanted> all;
    for (std::size_t i = 0; i < columns_.size(); ++i) all.push_back({.column = i});
    start(all);
    PointBlock block;
    if (!next(block)) return;
    const std::size_t rows = std::min(block.rows, kBinarySample);
    for (std::size_t c = 0; c < columns_.size(); ++c)
        for (std::size_t i = 0; i < rows; ++i) {
            const auto value = static_cast<double>(block.columns[c][i]);
            if (!std::isfinite(value)) continue;
            if (std::isnan(columns_[c].first)) columns_[c].first = value;
            columns_[c].greatest = std::max(columns_[c].greatest, value);
        }
}

void BinaryPointRows::start(std::vector<Wanted> wanted) {
    wanted_ = std::move(wanted);
    done_ = 0;
    faults_ = {};
    faults_.missing = layout_.points.count - count_;
    file_.seek(first_row_);
}

std::string_view BinaryPointRows::take_rows(std::size_t& rows) {
    const std::uint64_t left = count_ - done_;
    const std::size_t most = std::max<std::size_t>(kBinaryPieceBytes / row_bytes_, 1);
    const std::string_view bytes =
        file_.at_least(static_cast<std::size_t>(std::min<std::uint64_t>(left, most)) * row_bytes_);
    rows = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::min<std::uint64_t>(left, most), bytes.size() / row_bytes_));
    return bytes.substr(0, rows * row_bytes_);
}

// Copies the numbers of the next rows, without lists, to `packed_`. Stops at the end of the file.
std::string_view BinaryPointRows::pack_rows(std::size_t& rows) {
    packed_.clear();
    const std::uint64_t left = count_ - done_;
    for (rows = 0; rows < left && packed_.size() < kBinaryPieceBytes; ++rows) {
        const std::size_t before = packed_.size();
        const auto size = row_at(layout_.points, &packed_);
        if (!size) {
            packed_.resize(before);
            break;
        }
        file_.pass(*size);
    }
    return packed_;
}

void BinaryPointRows::convert(const char* first, std::size_t rows, std::size_t stride,
                              const Place& place, const Wanted& wanted, std::vector<float>& into) {
    into.resize(rows);
    const bool is_swapped =
        (layout_.order == ByteOrder::little) != (std::endian::native == std::endian::little);
    with_number_type(place.type, [&]<class T>(T) {
        if (is_swapped)
            convert_as<T, true>(first + place.offset, rows, stride, wanted.less, into.data());
        else
            convert_as<T, false>(first + place.offset, rows, stride, wanted.less, into.data());
    });
    for (std::size_t i = 0; i < rows && place.type == NumberType::float64; ++i)
        if (!std::isfinite(into[i]))
            note_if_too_large(
                load_number(first + place.offset + i * stride, place.type, layout_.order), into[i],
                done_ + i, wanted.column);
}

bool BinaryPointRows::next(PointBlock& block) {
    block.rows = 0;
    block.columns.resize(wanted_.size());
    if (done_ == count_) return false;
    if (layout_.is_by_columns) return next_of_columns(block);
    const std::string_view bytes = has_lists() ? pack_rows(block.rows) : take_rows(block.rows);
    if (block.rows == 0) {
        block.rows =
            static_cast<std::size_t>(std::min<std::uint64_t>(count_ - done_, kRowsOfColumns));
        faults_.missing += block.rows;
        for (std::vector<float>& column : block.columns) column.assign(block.rows, kMissingRow);
        done_ += block.rows;
        return true;
    }
    for (std::size_t i = 0; i < wanted_.size(); ++i)
        convert(bytes.data(), block.rows, packed_bytes_, places_[wanted_[i].column], wanted_[i],
                block.columns[i]);
    if (!has_lists()) file_.pass(bytes.size());
    done_ += block.rows;
    return true;
}

bool BinaryPointRows::next_of_columns(PointBlock& block) {
    const std::size_t most = std::clamp<std::size_t>(
        kMaxBinaryNumbers / std::max<std::size_t>(wanted_.size(), 1), 1, kRowsOfColumns);
    block.rows = static_cast<std::size_t>(std::min<std::uint64_t>(count_ - done_, most));
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
        const std::size_t each = size_of(places_[wanted_[i].column].type);
        file_.seek(first_row_ + (wanted_[i].column * count_ + done_) * each);
        const std::string_view bytes = file_.at_least(block.rows * each);
        const std::size_t rows = std::min(block.rows, bytes.size() / each);
        convert(bytes.data(), rows, each, {.offset = 0, .type = places_[wanted_[i].column].type},
                wanted_[i], block.columns[i]);
        block.columns[i].resize(block.rows, kMissingRow);
    }
    done_ += block.rows;
    return true;
}

double BinaryPointRows::progress() const noexcept {
    return count_ == 0 ? 1.0 : static_cast<double>(done_) / static_cast<double>(count_);
}

}  // namespace glint
