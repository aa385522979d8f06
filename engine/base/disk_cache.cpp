#include <glint/base/disk_cache.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include <glint/base/cache_limit.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHashLength = 32;

// For `trim_cache`: of itself hardly a system notes each access. Where it may not be noted, the
// entry only goes sooner.
void note_use(const fs::path& file) {
    const ::timespec times[2]{{.tv_sec = 0, .tv_nsec = UTIME_NOW},
                              {.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
    (void)::utimensat(AT_FDCWD, file.c_str(), times, 0);
}

// The payload, if `entry` is a whole entry that starts with `head`.
std::optional<std::string> verified_payload(std::string_view entry, std::string_view head) {
    if (!entry.starts_with(head) || entry.size() < head.size() + kHashLength) return std::nullopt;
    const std::string_view hash = entry.substr(head.size(), kHashLength);
    const std::string_view payload = entry.substr(head.size() + kHashLength);
    return content_hash(payload) == hash ? std::optional<std::string>(payload) : std::nullopt;
}

}  // namespace

DiskCache::DiskCache(std::optional<fs::path> folder, std::string kind, unsigned layout)
    : folder_(std::move(folder)), kind_(std::move(kind)), layout_(layout) {}

// The key, too, so that an entry is never taken for another, whatever its file is called.
std::string DiskCache::head_of(const std::string& key) const {
    return fmt::format("glint {} {} {}\n", kind_, layout_, key);
}

fs::path DiskCache::path_of(const std::string& key) const {
    return *folder_ / kind_ / key.substr(0, 2) / key.substr(2);
}

std::optional<std::string> DiskCache::load(const std::string& key) const {
    std::error_code ignored;
    if (!folder_ || !fs::exists(path_of(key), ignored)) return std::nullopt;
    try {
        if (auto payload = verified_payload(read_text(path_of(key)), head_of(key))) {
            note_use(path_of(key));
            return payload;
        }
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
        std::string entry = head_of(key) + content_hash(payload);
        write_atomically(path_of(key), entry.append(payload));
        keep_limit(key);
        return std::nullopt;
    } catch (const Error& error) {
        return error.reason();
    }
}

// To look through the folder costs too much for each entry, and keys are evenly spread.
void DiskCache::keep_limit(const std::string& key) const {
    if (key.front() != '0') return;
    const auto limit = cache_limit_bytes();
    if (limit) trim_cache(*folder_, *limit);
}

}  // namespace glint
