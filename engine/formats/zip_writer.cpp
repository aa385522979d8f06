// SPDX-License-Identifier: MIT
#include <glint/formats/zip_writer.hpp>

#include <fmt/format.h>
#include <zlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <glint/base/pending_file.hpp>

namespace glint {
namespace {

// Signatures of an archive's records (APPNOTE.TXT 6.3.10, section 4.3), and the values that mark a
// number as stored in another, 64-bit field.
constexpr std::uint64_t kLocalMark = 0x04034b50, kEntryMark = 0x02014b50, kEndMark = 0x06054b50;
constexpr std::uint64_t kWideEndMark = 0x06064b50, kWidePlaceMark = 0x07064b50;
constexpr std::uint64_t kElsewhere = 0xffff'ffff, kCountElsewhere = 0xffff;
constexpr unsigned kPlainVersion = 20, kWideVersion = 45;
constexpr std::uint64_t kFirstOfJanuary1980 = 0x0021'0000;  // the earliest date that ZIP supports
constexpr std::string_view kSeal = "glint ";
constexpr std::size_t kSealBytes = kSeal.size() + 32;

/// Appends the lowest `bytes` bytes of `number` in little-endian order.
void put(std::string& text, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i & 0xff);
}

std::string wide_field(std::initializer_list<std::uint64_t> numbers) {
    std::string field;
    put(field, 1, 2);
    put(field, 8 * numbers.size(), 2);
    for (const std::uint64_t number : numbers) put(field, number, 8);
    return field;
}

std::string hex(const XXH128_hash_t& hash) {
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

struct ZipWriter::Hash {
    XXH3_state_t* state = XXH3_createState();
    Hash() { XXH3_128bits_reset(state); }
    Hash(const Hash&) = delete;
    Hash& operator=(const Hash&) = delete;
    ~Hash() { XXH3_freeState(state); }
};

ZipWriter::ZipWriter(PendingFile& file, const ZipWriterOptions& options)
    : file_(file), options_(options), hash_(std::make_unique<Hash>()) {}

ZipWriter::~ZipWriter() = default;

void ZipWriter::write(std::span<const std::byte> bytes) {
    XXH3_128bits_update(hash_->state, bytes.data(), bytes.size());
    file_.write(bytes);
    at_ += bytes.size();
}

void ZipWriter::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void ZipWriter::add(const std::string& name, std::string_view content) {
    const std::span<const std::byte> parts[] = {std::as_bytes(std::span(content))};
    add(name, parts);
}

void ZipWriter::add(const std::string& name, std::span<const std::span<const std::byte>> parts) {
    Entry entry{.name = name, .at = at_};
    for (const auto& part : parts) {
        entry.size += part.size();
        entry.checksum = static_cast<std::uint32_t>(
            crc32_z(entry.checksum, reinterpret_cast<const Bytef*>(part.data()), part.size()));
    }
    const bool is_wide = entry.size >= options_.wide_from;
    const std::string extra = is_wide ? wide_field({entry.size, entry.size}) : "";
    std::string header;
    put(header, kLocalMark, 4);
    put(header, is_wide ? kWideVersion : kPlainVersion, 2);
    put(header, 0, 4);
    put(header, kFirstOfJanuary1980, 4);
    put(header, entry.checksum, 4);
    put(header, is_wide ? kElsewhere : entry.size, 4);
    put(header, is_wide ? kElsewhere : entry.size, 4);
    put(header, name.size(), 2);
    put(header, extra.size(), 2);
    write(header + name + extra);
    for (const auto& part : parts) write(part);
    entries_.push_back(std::move(entry));
}

std::string ZipWriter::directory_entry(const Entry& entry) const {
    const bool is_wide = entry.size >= options_.wide_from || entry.at >= options_.wide_from;
    const std::string extra = is_wide ? wide_field({entry.size, entry.size, entry.at}) : "";
    const unsigned version = is_wide ? kWideVersion : kPlainVersion;
    std::string text;
    put(text, kEntryMark, 4);
    put(text, version, 2);
    put(text, version, 2);
    put(text, 0, 4);
    put(text, kFirstOfJanuary1980, 4);
    put(text, entry.checksum, 4);
    put(text, is_wide ? kElsewhere : entry.size, 4);
    put(text, is_wide ? kElsewhere : entry.size, 4);
    put(text, entry.name.size(), 2);
    put(text, extra.size(), 2);
    put(text, 0, 10);  // comment length, disk number, attributes
    put(text, is_wide ? kElsewhere : entry.at, 4);
    return text + entry.name + extra;
}

std::string ZipWriter::wide_end(std::uint64_t at, std::uint64_t size) const {
    std::string text;
    put(text, kWideEndMark, 4);
    put(text, 44, 8);  // size of the rest of this record
    put(text, kWideVersion, 2);
    put(text, kWideVersion, 2);
    put(text, 0, 8);
    put(text, entries_.size(), 8);
    put(text, entries_.size(), 8);
    put(text, size, 8);
    put(text, at, 8);
    put(text, kWidePlaceMark, 4);
    put(text, 0, 4);
    put(text, at + size, 8);
    put(text, 1, 4);
    return text;
}

void ZipWriter::finish() {
    const std::uint64_t begin = at_;
    for (const Entry& entry : entries_) write(directory_entry(entry));
    const std::uint64_t size = at_ - begin;
    const bool is_wide = begin >= options_.wide_from || size >= options_.wide_from ||
                         entries_.size() >= kCountElsewhere;
    std::string end = is_wide ? wide_end(begin, size) : "";
    put(end, kEndMark, 4);
    put(end, 0, 4);
    put(end, is_wide ? kCountElsewhere : entries_.size(), 2);
    put(end, is_wide ? kCountElsewhere : entries_.size(), 2);
    put(end, is_wide ? kElsewhere : size, 4);
    put(end, is_wide ? kElsewhere : begin, 4);
    put(end, kSealBytes, 2);
    end += kSeal;
    write(end);
    write(hex(XXH3_128bits_digest(hash_->state)));
}

bool is_sealed(std::string_view archive) {
    if (archive.size() < kSealBytes) return false;
    const std::string_view digits = archive.substr(archive.size() - 32);
    const std::string_view hashed = archive.substr(0, archive.size() - digits.size());
    return hashed.ends_with(kSeal) && hex(XXH3_128bits(hashed.data(), hashed.size())) == digits;
}

}  // namespace glint
