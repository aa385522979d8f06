// SPDX-License-Identifier: MIT
#include <glint/base/disk_cache.hpp>

#include <cerrno>
#include <chrono>
#include <span>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <glint/base/cache_limit.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/replace_file.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHashLength = 32;
constexpr std::chrono::minutes kClaimPatience(1);  // longer than most kernels take to compile

/// A file or folder opened for reading.
class Opened {
public:
    Opened(int at, const fs::path& path, int flags)
        : descriptor_(::openat(at, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)) {}
    Opened(Opened&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Opened& operator=(Opened&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~Opened() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    explicit operator bool() const noexcept { return descriptor_ >= 0; }
    int get() const noexcept { return descriptor_; }

    struct ::stat facts() const {
        struct ::stat found{};
        if (::fstat(descriptor_, &found) != 0) found.st_uid = static_cast<::uid_t>(-1);
        return found;
    }

private:
    int descriptor_;
};

bool is_own(const struct ::stat& facts) { return facts.st_uid == ::geteuid(); }
bool is_writable_by_others(const struct ::stat& facts) {
    return (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

constexpr const char* kForeign =
    "the folder belongs to another user or is writable by other users, who could replace the code "
    "in the cache. Choose another folder, or remove their write permission with chmod go-w";

// Returns the reason why a cache folder is unsafe, or null if it is safe or does not exist.
const char* fault_of(const Opened& folder) {
    if (!folder) return nullptr;
    const struct ::stat facts = folder.facts();
    return is_own(facts) && !is_writable_by_others(facts) ? nullptr : kForeign;
}

// Opens the file `folder`/`below`, unless another user can write to the file, to `folder` or to a
// folder between them. Anyone who can write an entry can make this process run code. Only `folder`
// itself may be a link.
std::optional<Opened> open_own(const fs::path& folder, const fs::path& below) {
    Opened at(AT_FDCWD, folder, O_DIRECTORY);
    for (const fs::path& part : below) {
        if (!at || fault_of(at)) return std::nullopt;
        at = Opened(at.get(), part, O_NOFOLLOW);
    }
    if (!at || !S_ISREG(at.facts().st_mode) || fault_of(at)) return std::nullopt;
    return at;
}

std::string content_of(const Opened& file) {
    std::string content(static_cast<std::size_t>(file.facts().st_size), '\0');
    std::size_t used = 0;
    while (used < content.size()) {
        const ::ssize_t got = ::read(file.get(), content.data() + used, content.size() - used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += static_cast<std::size_t>(got);
    }
    content.resize(used);
    return content;
}

// Records the access for `trim_cache`, because few systems update access times automatically. If
// this fails, the entry may be evicted earlier.
void note_use(const Opened& file) {
    const ::timespec times[2]{{.tv_sec = 0, .tv_nsec = UTIME_NOW},
                              {.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
    (void)::futimens(file.get(), times);
}

// Creates the missing folders of `folder` / `below`, accessible only by this user. Returns the
// reason if the path cannot be used, else nullopt.
std::optional<std::string> make_own_folders(const fs::path& folder, const fs::path& below) {
    std::error_code failure;
    fs::create_directories(folder.parent_path(), failure);
    if (failure) return "the folder cannot be created: " + failure.message();
    fs::path at = folder;
    for (auto part = below.begin();; at /= *part++) {
        if (::mkdir(at.c_str(), 0700) != 0 && errno != EEXIST)
            return "the folder cannot be created: " + std::generic_category().message(errno);
        const Opened opened(AT_FDCWD, at, O_DIRECTORY | (at == folder ? 0 : O_NOFOLLOW));
        if (!opened)
            return "the folder cannot be created: " + std::generic_category().message(errno);
        // The umask may have let the group write to folders that glint created. Revoke that
        // permission.
        if (const struct ::stat facts = opened.facts();
            at != folder && is_own(facts) && is_writable_by_others(facts))
            (void)::fchmod(opened.get(), facts.st_mode & 0755);
        if (const char* fault = fault_of(opened)) return fault;
        if (part == below.end()) return std::nullopt;
    }
}

// Returns the payload if `entry` is complete and starts with `head`.
std::optional<std::string> verified_payload(std::string_view entry, std::string_view head) {
    if (!entry.starts_with(head) || entry.size() < head.size() + kHashLength) return std::nullopt;
    const std::string_view hash = entry.substr(head.size(), kHashLength);
    const std::string_view payload = entry.substr(head.size() + kHashLength);
    return content_hash(payload) == hash ? std::optional<std::string>(payload) : std::nullopt;
}

}  // namespace

DiskCache::DiskCache(std::optional<fs::path> folder, std::string kind, unsigned layout)
    : folder_(std::move(folder)), kind_(std::move(kind)), layout_(layout) {}

// Returns the start of an entry. It includes the key, because a file can have the wrong name.
std::string DiskCache::head_of(const std::string& key) const {
    return fmt::format("glint {} {} {}\n", kind_, layout_, key);
}

fs::path DiskCache::place_of(const std::string& key) const {
    return fs::path(kind_) / key.substr(0, 2) / key.substr(2);
}

std::optional<std::string> DiskCache::load(const std::string& key) const { return read(key, true); }

std::optional<std::string> DiskCache::read(const std::string& key, bool reports_damage) const {
    if (!folder_) return std::nullopt;
    const std::optional<Opened> file = open_own(*folder_, place_of(key));
    if (!file) return std::nullopt;
    if (auto payload = verified_payload(content_of(*file), head_of(key))) {
        note_use(*file);
        return payload;
    }
    if (reports_damage)
        log::info(fmt::format("compiling again, because the cache entry {} is damaged", key));
    return std::nullopt;
}

CachedPayload DiskCache::load_or_claim(const std::string& key) const {
    if (!folder_) return {};
    if (auto payload = read(key, false)) return {.payload = std::move(payload)};
    CachedPayload found{.claim = PathLock::try_lock(*folder_ / place_of(key), kClaimPatience)};
    // Another process may have stored the entry since the first attempt.
    found.payload = load(key);
    if (found.payload) found.claim.reset();
    return found;
}

std::optional<std::string> DiskCache::store(const std::string& key,
                                            std::string_view payload) const {
    if (!folder_) return std::nullopt;
    try {
        const fs::path place = place_of(key);
        if (const auto fault = make_own_folders(*folder_, place.parent_path())) return fault;
        const std::string entry = (head_of(key) + content_hash(payload)).append(payload);
        // The hash detects damage, so the write need not wait for the disk.
        replace_file(*folder_ / place, std::as_bytes(std::span(entry)),
                     {.permissions = 0600, .durable = false});
        keep_limit(key);
        return std::nullopt;
    } catch (const Error& error) {
        return error.reason();
    }
}

// Scanning the folder for each new entry would take too long. Therefore, only keys that start with
// '0' trigger a scan: about one entry in sixteen, because keys are evenly distributed.
void DiskCache::keep_limit(const std::string& key) const {
    if (key.front() != '0') return;
    const auto limit = cache_limit_bytes();
    if (limit) trim_cache(*folder_, *limit);
}

}  // namespace glint
