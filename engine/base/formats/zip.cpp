// SPDX-License-Identifier: MIT
#include <glint/base/formats/zip.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <glint/base/error.hpp>
#include <glint/base/formats/expansion.hpp>
#include <glint/base/formats/zip_numbers.hpp>

namespace glint {
namespace {

constexpr std::size_t kLocalBytes = 30, kEntryBytes = 46, kEndBytes = 22, kWidePlaceBytes = 20;
constexpr unsigned kStored = 0, kDeflated = 8;
constexpr int kRawDeflate = -15;  // 32 KB window, without a zlib header

std::size_t checksum_of(std::string_view content) {
    return crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
}

Bytef* bytes_of(const char* text) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(text));  // zlib's input is not const
}

// zlib counts in 32 bits, so input is passed in chunks.
void refill(uInt& available, std::size_t& left) {
    if (available > 0) return;
    available = static_cast<uInt>(std::min<std::size_t>(left, std::numeric_limits<uInt>::max()));
    left -= available;
}

// Makes room for more of `content`, up to `most` bytes in total. Allocates in chunks, so that a
// false size takes no more memory than the actual content.
void make_room(z_stream& stream, std::string& content, std::size_t most) {
    constexpr std::size_t kPieceBytes = 1 << 20;
    if (stream.avail_out > 0) return;
    const std::size_t used = content.size();
    content.resize(std::min(most, used + kPieceBytes));
    stream.next_out = bytes_of(content.data() + used);
    stream.avail_out = static_cast<uInt>(content.size() - used);
}

// Decompresses `size` bytes; returns nullopt if `stored` holds anything else.
std::optional<std::string> inflate_all(std::string_view stored, std::size_t size) {
    std::string content;
    content.reserve(size);
    z_stream stream{};
    if (inflateInit2(&stream, kRawDeflate) != Z_OK) return std::nullopt;
    stream.next_in = bytes_of(stored.data());
    std::size_t left = stored.size();
    int state = Z_OK;
    while (state == Z_OK) {
        refill(stream.avail_in, left);
        make_room(stream, content, size);
        state = inflate(&stream, Z_NO_FLUSH);
    }
    const bool is_full = content.size() == size && stream.avail_out == 0;
    inflateEnd(&stream);
    if (state != Z_STREAM_END || !is_full) return std::nullopt;
    return content;
}

std::string deflated(std::string_view content) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRawDeflate, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error(ErrorCode::out_of_memory, "compress a file of a .zip archive",
                    "zlib could not be initialized");
    std::string stored;
    stream.next_in = bytes_of(content.data());
    std::size_t left = content.size();
    for (int state = Z_OK; state == Z_OK;) {
        refill(stream.avail_in, left);
        make_room(stream, stored, std::numeric_limits<std::size_t>::max());
        state = deflate(&stream, left == 0 ? Z_FINISH : Z_NO_FLUSH);
    }
    stored.resize(stream.total_out);
    deflateEnd(&stream);
    return stored;
}

// The fields that a local header and a directory entry share.
void put_description(std::string& text, const ZipEntry& entry, std::string_view stored,
                     bool compressed) {
    constexpr std::size_t kVersion = 20, kFirstDay = 1 << 5 | 1;  // in 1980; the real date is
                                                                  // unknown
    zip::put(text, kVersion, 2);
    zip::put(text, 0, 2);
    zip::put(text, compressed ? kDeflated : kStored, 2);
    zip::put(text, 0, 2);
    zip::put(text, kFirstDay, 2);
    zip::put(text, checksum_of(entry.content), 4);
    zip::put(text, stored.size(), 4);
    zip::put(text, entry.content.size(), 4);
    zip::put(text, entry.name.size(), 2);
    zip::put(text, 0, 2);
}

void put_end(std::string& archive, std::string_view directory, std::size_t count) {
    const std::size_t directory_at = archive.size();
    archive += directory;
    zip::put(archive, zip::kEndMark, 4);
    zip::put(archive, 0, 4);
    zip::put(archive, count, 2);
    zip::put(archive, count, 2);
    zip::put(archive, directory.size(), 4);
    zip::put(archive, directory_at, 4);
    zip::put(archive, 0, 2);
}

void check_size(std::size_t size) {
    if (size >= zip::kElsewhere)
        throw Error(ErrorCode::invalid_argument, "create a .zip archive",
                    fmt::format("its {} bytes exceed the limit of 4 GB", size));
}

}  // namespace

ZipReader::ZipReader(const InputFile& file) : file_(file) { read_directory(); }

std::size_t ZipReader::number(std::size_t at, std::size_t bytes) const {
    if (at > file_.size() || bytes > file_.size() - at)
        file_.fail_at_byte(file_.size(), "the archive is truncated");
    std::size_t value = 0;
    for (std::size_t i = bytes; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(file_.content()[at + i]);
    return value;
}

// The end of the directory comes last, followed only by a comment of up to 64 KB.
void ZipReader::read_directory() {
    const std::size_t end = file_.content().rfind("PK\x05\x06");
    if (end == std::string::npos || file_.size() - end < kEndBytes)
        file_.fail_at_byte(0, "this is not a .zip archive");
    std::size_t count = number(end + 10, 2), at = number(end + 16, 4);
    if (end >= kWidePlaceBytes && number(end - kWidePlaceBytes, 4) == zip::kWidePlaceMark) {
        const std::size_t wide = number(end - kWidePlaceBytes + 8, 8);
        if (number(wide, 4) != zip::kWideEndMark)
            file_.fail_at_byte(wide, "the directory is missing");
        count = number(wide + 32, 8);
        at = number(wide + 48, 8);
    }
    for (std::size_t i = 0; i < count; ++i) {
        Place place = read_place(at);
        if (place.method == kDeflated)
            expanded_bytes_ += std::min(place.content_bytes, SIZE_MAX - expanded_bytes_);
        index_.try_emplace(place.name, places_.size());
        places_.push_back(std::move(place));
        at += kEntryBytes + number(at + 28, 2) + number(at + 30, 2) + number(at + 32, 2);
    }
    refuse_overlaps();
}

/// Returns the end offset of an entry, including its header. If the header is damaged, which read()
/// reports, the name and extra fields count as empty.
std::size_t ZipReader::end_of(const Place& place) const {
    if (place.header_at > file_.size()) return file_.size();
    const std::size_t there = file_.size() - place.header_at;
    std::size_t head = kLocalBytes;
    if (there >= kLocalBytes)
        head += number(place.header_at + 26, 2) + number(place.header_at + 28, 2);
    if (head > there || place.stored_bytes > there - head) return file_.size();
    return place.header_at + head + place.stored_bytes;
}

/// A small archive can claim any amount of content if its entries share bytes.
void ZipReader::refuse_overlaps() const {
    std::vector<const Place*> places;
    for (const Place& place : places_) places.push_back(&place);
    std::ranges::sort(places, std::less<>(), [](const Place* place) { return place->header_at; });
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i]->header_at < end_of(*places[i - 1]))
            fail(*places[i], fmt::format("it overlaps entry '{}'", places[i - 1]->name));
}

ZipReader::Place ZipReader::read_place(std::size_t at) const {
    if (number(at, 4) != zip::kEntryMark) file_.fail_at_byte(at, "expected a directory entry");
    const std::size_t name_bytes = number(at + 28, 2), extra_bytes = number(at + 30, 2);
    Place place{.flags = static_cast<unsigned>(number(at + 8, 2)),
                .method = static_cast<unsigned>(number(at + 10, 2)),
                .checksum = number(at + 16, 4),
                .stored_bytes = number(at + 20, 4),
                .content_bytes = number(at + 24, 4),
                .header_at = number(at + 42, 4),
                .at = at};
    number(at + kEntryBytes, 0);
    number(at + kEntryBytes + name_bytes, 0);
    place.name = file_.content().substr(at + kEntryBytes, name_bytes);
    if (place.name.find('\0') != std::string::npos)
        file_.fail_at_byte(at, "the name of an entry contains a NUL character");
    widen(place, at + kEntryBytes + name_bytes, extra_bytes);
    return place;
}

// An extra field with ID 1 holds the numbers that did not fit, in this order.
void ZipReader::widen(Place& place, std::size_t extra_at, std::size_t extra_bytes) const {
    const std::size_t end = extra_at + extra_bytes;
    for (std::size_t at = extra_at; at + 4 <= end; at += 4 + number(at + 2, 2)) {
        if (number(at, 2) != 1) continue;
        std::size_t next = at + 4;
        for (std::size_t* value : {&place.content_bytes, &place.stored_bytes, &place.header_at}) {
            if (*value != zip::kElsewhere) continue;
            *value = number(next, 8);
            next += 8;
        }
    }
}

std::vector<std::string> ZipReader::names() const {
    std::vector<std::string> names;
    for (const Place& place : places_) names.push_back(place.name);
    return names;
}

bool ZipReader::has(std::string_view name) const { return index_.contains(name); }

void ZipReader::fail(const Place& place, std::string_view reason) const {
    file_.fail_at_byte(place.at, fmt::format("entry '{}': {}", place.name, reason));
}

std::string_view ZipReader::stored(const Place& place) const {
    if (place.flags & 1) fail(place, "it is encrypted");
    if (number(place.header_at, 4) != zip::kLocalMark) fail(place, "its content is missing");
    const std::size_t begin = place.header_at + kLocalBytes + number(place.header_at + 26, 2) +
                              number(place.header_at + 28, 2);
    if (begin > file_.size() || place.stored_bytes > file_.size() - begin)
        fail(place, "the archive ends inside its content");
    return std::string_view(file_.content()).substr(begin, place.stored_bytes);
}

std::string ZipReader::inflated(const Place& place) const {
    const std::string_view packed = stored(place);
    // One byte expands to at most 1032: a larger claim is damage, and not worth allocating for.
    if (place.content_bytes / 1032 > packed.size()) fail(place, "its size is invalid");
    if (place.content_bytes > expansion_limit(file_.size()))
        fail(place, expansion_refusal(place.content_bytes, file_.size()));
    if (expanded_bytes_ > expansion_limit(file_.size()))
        file_.fail(expansion_refusal(expanded_bytes_, file_.size()));
    if (auto content = inflate_all(packed, place.content_bytes)) return *std::move(content);
    fail(place, "its content cannot be decompressed");
}

std::string_view ZipReader::uncompressed(const Place& place) const {
    if (place.content_bytes != place.stored_bytes) fail(place, "its size is invalid");
    return stored(place);
}

std::string ZipReader::read(std::string_view name) const {
    const auto found = index_.find(name);
    if (found == index_.end())
        throw Error(ErrorCode::not_found, fmt::format("find '{}' in an archive", name),
                    fmt::format("it has {}", fmt::join(names(), ", ")));
    const Place& place = places_[found->second];
    if (place.method != kStored && place.method != kDeflated)
        fail(place, fmt::format("unknown compression {}", place.method));
    std::string content =
        place.method == kStored ? std::string(uncompressed(place)) : inflated(place);
    if (checksum_of(content) != place.checksum) fail(place, "its checksum is wrong");
    return content;
}

std::string zip_archive(std::span<const ZipEntry> entries, bool compressed) {
    std::string archive, directory;
    for (const ZipEntry& entry : entries) {
        check_size(entry.content.size());
        const std::string packed = compressed ? deflated(entry.content) : std::string();
        const std::string_view stored = compressed ? packed : entry.content;
        zip::put(directory, zip::kEntryMark, 4);
        zip::put(directory, 20, 2);
        put_description(directory, entry, stored, compressed);
        zip::put(directory, 0, 2);
        zip::put(directory, 0, 8);
        zip::put(directory, archive.size(), 4);
        directory += entry.name;
        zip::put(archive, zip::kLocalMark, 4);
        put_description(archive, entry, stored, compressed);
        archive += entry.name;
        archive += stored;
        check_size(archive.size());
    }
    if (entries.size() > 0xffff)
        throw Error(ErrorCode::invalid_argument, "create a .zip archive",
                    fmt::format("its {} entries exceed the limit of 65535", entries.size()));
    put_end(archive, directory, entries.size());
    return archive;
}

}  // namespace glint
