#include <glint/base/disk_cache.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHashLength = 32;

// The payload, if `entry` is a whole entry that starts with `magic`.
std::optional<std::string> verified_payload(std::string_view entry, std::string_view magic) {
    if (!entry.starts_with(magic) || entry.size() < magic.size() + kHashLength) return std::nullopt;
    const std::string_view hash = entry.substr(magic.size(), kHashLength);
    const std::string_view payload = entry.substr(magic.size() + kHashLength);
    return content_hash(payload) == hash ? std::optional<std::string>(payload) : std::nullopt;
}

}  // namespace

DiskCache::DiskCache(std::optional<fs::path> folder, std::string kind, unsigned layout)
    : folder_(std::move(folder)),
      kind_(std::move(kind)),
      magic_(fmt::format("glint {} {}\n", kind_, layout)) {}

fs::path DiskCache::path_of(const std::string& key) const {
    return *folder_ / kind_ / key.substr(0, 2) / key.substr(2);
}

std::optional<std::string> DiskCache::load(const std::string& key) const {
    std::error_code ignored;
    if (!folder_ || !fs::exists(path_of(key), ignored)) return std::nullopt;
    try {
        if (auto payload = verified_payload(read_text(path_of(key)), magic_)) return payload;
        log::info(fmt::format("compiling again: the cache entry {} is damaged", key));
    } catch (const Error& error) {
        log::info(fmt::format("compiling again: {}", error.what()));
    }
    return std::nullopt;
}

std::optional<std::string> DiskCache::store(const std::string& key,
                                            std::string_view payload) const {
    if (!folder_) return std::nullopt;
    try {
        std::string entry = magic_ + content_hash(payload);
        write_atomically(path_of(key), entry.append(payload));
        return std::nullopt;
    } catch (const Error& error) {
        return error.reason();
    }
}

}  // namespace glint
