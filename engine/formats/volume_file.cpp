// SPDX-License-Identifier: MIT
#include <glint/formats/volume_file.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/expansion.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

[[noreturn]] void refuse_volume(const VolumeHeader& header, const std::string& reason) {
    throw Error(ErrorCode::bad_input, fmt::format("read volume '{}'", header.data.string()),
                reason);
}

std::size_t needed_bytes(const VolumeHeader& header) {
    std::size_t bytes = size_of(header.type) * header.components;
    for (const std::size_t length : header.size) bytes *= length;
    return bytes;
}

/// Returns a text such as "3 x 1 x 2 numbers of uint16 take 12 bytes after the first 4".
std::string claim_of(const VolumeHeader& header, std::size_t before) {
    return fmt::format("{} take {}{}", header.description(),
                       text::counted(needed_bytes(header), "byte"),
                       before > 0 ? fmt::format(" after the first {}", before) : std::string());
}

Bytes uncompressed(const VolumeHeader& header) {
    Bytes bytes = read_bytes(header.data);
    const std::size_t needed = needed_bytes(header);
    const bool fits =
        bytes.size() >= needed && (header.is_at_end || bytes.size() - needed == header.offset);
    if (!fits)
        refuse_volume(header, fmt::format("{}, but the file has {}",
                                          claim_of(header, header.offset), bytes.size()));
    const std::size_t before = bytes.size() - needed;
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(before));
    return bytes;
}

/// Decompresses the gzip or zlib streams of a file, one after another.
class Inflater {
public:
    explicit Inflater(std::span<const std::byte> packed) : packed_(packed) {
        constexpr int kGzipOrZlib = 15 + 32;
        if (inflateInit2(&stream_, kGzipOrZlib) != Z_OK)
            throw Error(ErrorCode::out_of_memory, "decompress a volume",
                        "zlib could not be initialized");
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&stream_); }

    /// Writes decompressed data to `into` until it is full or the data ends. Returns the number of
    /// bytes written, or nullopt if the data is damaged.
    std::optional<std::size_t> take(std::span<std::byte> into) {
        std::size_t done = 0;
        while (done < into.size() && !is_at_end_) {
            refill();
            const std::size_t most = std::min<std::size_t>(into.size() - done, kMaxAtOnce);
            stream_.next_out = reinterpret_cast<Bytef*>(&into[done]);
            stream_.avail_out = static_cast<uInt>(most);
            const int state = inflate(&stream_, Z_NO_FLUSH);
            done += most - stream_.avail_out;
            if (state == Z_STREAM_END && !start_next()) is_at_end_ = true;
            if (state != Z_OK && state != Z_STREAM_END) return std::nullopt;
        }
        return done;
    }

private:
    static constexpr std::size_t kMaxAtOnce = std::numeric_limits<uInt>::max();

    void refill() {
        if (stream_.avail_in > 0) return;
        const std::size_t most = std::min(packed_.size(), kMaxAtOnce);
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed_.data()));
        stream_.avail_in = static_cast<uInt>(most);
        packed_ = packed_.subspan(most);
    }

    /// Starts the next stream of a gzip file with several streams. Returns false if none follows.
    bool start_next() {
        refill();
        return stream_.avail_in > 0 && inflateReset(&stream_) == Z_OK;
    }

    std::span<const std::byte> packed_;
    z_stream stream_{};
    bool is_at_end_ = false;
};

/// Decompresses the data. Allocates memory only as content arrives, because a header may claim any
/// size.
Bytes inflated(const VolumeHeader& header) {
    constexpr std::size_t kPiece = std::size_t{1} << 24;
    const Bytes file = read_bytes(header.data);
    if (header.offset > file.size())
        refuse_volume(header, fmt::format("the data begins at byte {}, but the file has {}",
                                          header.offset, file.size()));
    const std::size_t needed = needed_bytes(header);
    const std::size_t all = needed + std::min(header.skip, SIZE_MAX - needed);
    if (all > expansion_limit(file.size()))
        refuse_volume(header, expansion_refusal(all, file.size()));
    Inflater inflater{std::span(file).subspan(header.offset)};
    Bytes bytes;
    std::optional<std::size_t> taken;
    while (bytes.size() < all) {
        const std::size_t before = bytes.size();
        bytes.resize(std::min(all, before + kPiece));
        taken = inflater.take(std::span(bytes).subspan(before));
        if (!taken) refuse_volume(header, "the compressed data is damaged or truncated");
        if (before + *taken < bytes.size())
            refuse_volume(header, fmt::format("{}, but the compressed data expands to {}",
                                              claim_of(header, header.skip), before + *taken));
    }
    std::byte more{};
    taken = inflater.take({&more, 1});
    if (!taken) refuse_volume(header, "the compressed data is damaged or truncated");
    if (*taken > 0)
        refuse_volume(header, fmt::format("{}, but the compressed data expands to more",
                                          claim_of(header, header.skip)));
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header.skip));
    return bytes;
}

void swap_numbers(Bytes& bytes, std::size_t size) {
    for (auto at = bytes.begin(); at != bytes.end(); at += static_cast<std::ptrdiff_t>(size))
        std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
}

/// Interleaves components that the file stores one after another, such as all red, then all green.
Bytes with_components_first(const VolumeHeader& header, const Bytes& bytes) {
    const std::size_t each = size_of(header.type), components = header.components;
    std::size_t inner = 1;  // consecutive numbers of one component
    for (std::size_t i = 0; i < header.component_axis; ++i) inner *= header.size[i];
    Bytes ordered(bytes.size());
    const std::size_t outer = bytes.size() / (each * components * inner);
    for (std::size_t o = 0; o < outer; ++o)
        for (std::size_t c = 0; c < components; ++c)
            for (std::size_t i = 0; i < inner; ++i)
                std::memcpy(&ordered[((o * inner + i) * components + c) * each],
                            &bytes[((o * components + c) * inner + i) * each], each);
    return ordered;
}

}  // namespace

NpyType npy_type_of(NumberType type) noexcept {
    const bool is_signed = type == NumberType::int8 || type == NumberType::int16 ||
                           type == NumberType::int32 || type == NumberType::int64;
    return {.kind = is_float(type) ? 'f' : is_signed ? 'i' : 'u', .size_bytes = size_of(type)};
}

std::string VolumeHeader::description() const {
    return fmt::format("{} {} of {}", fmt::join(size, " x "),
                       components == 1 ? "numbers" : fmt::format("times {} numbers", components),
                       to_string(type));
}

bool is_volume_header(const fs::path& path) {
    const std::string ending = text::lower_case(path.extension().string());
    return ending == ".mhd" || ending == ".mha" || ending == ".nhdr" || ending == ".nrrd";
}

VolumeHeader read_volume_header(const fs::path& path) {
    if (!is_volume_header(path))
        throw Error(
            ErrorCode::unsupported, fmt::format("read volume '{}'", path.string()),
            fmt::format(
                "'{}' is not the extension of a volume header. Use .mhd, .mha, .nhdr or .nrrd",
                path.extension().string()));
    const InputFile file("read volume", path);
    return text::lower_case(path.extension().string()).starts_with(".m")
               ? parse_meta_image(file, path)
               : parse_nrrd(file, path);
}

std::vector<std::byte> read_volume(const VolumeHeader& header) {
    Bytes bytes = header.is_compressed ? inflated(header) : uncompressed(header);
    const bool is_native =
        (header.order == ByteOrder::little) == (std::endian::native == std::endian::little);
    if (!is_native && size_of(header.type) > 1) swap_numbers(bytes, size_of(header.type));
    const bool are_disjoint = header.components > 1 && header.component_axis > 0;
    return are_disjoint ? with_components_first(header, bytes) : bytes;
}

}  // namespace glint
