// SPDX-License-Identifier: MIT
#include <glint/base/cache_limit.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <fmt/format.h>

#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDefaultLimit = 2'000'000'000;
constexpr std::size_t kFolderDigits = 2;
constexpr std::size_t kFileDigits = 30;
constexpr std::time_t kSecondsToWrite = 3600;  // far longer than any writer takes

struct CachedFile {
    fs::path path;
    std::pair<std::int64_t, std::int64_t> used;  // time of last use: seconds, nanoseconds
    std::size_t size_bytes;
    bool is_left_over;
};

bool is_hexadecimal(const fs::path& name, std::size_t digits) {
    const std::string text = name.string();
    return text.size() == digits &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isxdigit(c); });
}

// Returns true if `file` is a cache entry or the temporary file of an entry. The path of an entry
// has the form KIND/XX/REST, where XX and REST are the hexadecimal digits of its key. The folder
// may also contain the files of other programs.
bool is_entry(const fs::path& file) {
    const fs::path name = is_left_over(file) ? file.stem().stem() : file.filename();
    return is_hexadecimal(name, kFileDigits) &&
           is_hexadecimal(file.parent_path().filename(), kFolderDigits);
}

bool may_be_written(const fs::path& file, const struct ::stat& facts) {
    return is_left_over(file) && facts.st_mtim.tv_sec + kSecondsToWrite >= std::time(nullptr);
}

// Returns the entries in `folder`. Skips files that cannot be inspected, because other processes
// may remove files at the same time.
std::vector<CachedFile> entries_in(const fs::path& folder) {
    std::vector<CachedFile> entries;
    std::error_code gone;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        gone);
    for (; !gone && at != fs::end(at); at.increment(gone)) {
        if (at.depth() >= 2) at.disable_recursion_pending();
        if (at.depth() != 2 || !is_entry(at->path())) continue;
        struct ::stat facts{};
        if (::lstat(at->path().c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) continue;
        if (may_be_written(at->path(), facts)) continue;
        entries.push_back({at->path(),
                           {facts.st_atim.tv_sec, facts.st_atim.tv_nsec},
                           static_cast<std::size_t>(facts.st_size),
                           is_left_over(at->path())});
    }
    return entries;
}

CacheSize size_of(const std::vector<CachedFile>& entries) {
    CacheSize size{.entries = entries.size()};
    for (const CachedFile& entry : entries) size.bytes += entry.size_bytes;
    return size;
}

}  // namespace

CacheSize cache_size() {
    const auto folder = cache_folder();
    return folder ? size_of(entries_in(*folder)) : CacheSize{};
}

CacheSize trim_cache(std::size_t keep_bytes) {
    const auto folder = cache_folder();
    return folder ? trim_cache(*folder, keep_bytes) : CacheSize{};
}

CacheSize trim_cache(const fs::path& folder, std::size_t keep_bytes) {
    std::vector<CachedFile> entries = entries_in(folder);
    std::ranges::sort(entries, {}, &CachedFile::used);
    std::ranges::stable_partition(entries,
                                  [](const CachedFile& entry) { return entry.is_left_over; });
    std::size_t left = size_of(entries).bytes;
    CacheSize removed;
    for (const CachedFile& entry : entries) {
        if (left <= keep_bytes && !entry.is_left_over) break;
        left -= entry.size_bytes;
        std::error_code refused;
        if (!fs::remove(entry.path, refused)) continue;
        ++removed.entries;
        removed.bytes += entry.size_bytes;
    }
    return removed;
}

std::optional<std::size_t> parse_size(std::string_view text) {
    struct Unit {
        std::string_view name;
        double bytes;
    };
    static constexpr Unit kUnits[] = {{"kB", 1e3},  {"MB", 1e6}, {"GB", 1e9},
                                      {"TB", 1e12}, {"B", 1},    {"", 1}};
    text = text::trim(text);
    for (const Unit& unit : kUnits) {
        if (!text.ends_with(unit.name)) continue;
        text.remove_suffix(unit.name.size());
        const auto number = text::parse_double(text::trim(text));
        if (!number || !(*number >= 0) || *number * unit.bytes > 1e18) return std::nullopt;
        return static_cast<std::size_t>(*number * unit.bytes);
    }
    return std::nullopt;
}

std::optional<std::size_t> cache_limit_bytes() {
    const char* wish = std::getenv("GLINT_CACHE_LIMIT");
    if (!wish || !*wish) return kDefaultLimit;
    if (std::string_view(wish) == "none") return std::nullopt;
    if (const auto bytes = parse_size(wish)) return bytes;
    log::warning_once(fmt::format(
        "GLINT_CACHE_LIMIT='{}' is not a size such as '500 MB'. The default limit of 2 GB is used",
        wish));
    return kDefaultLimit;
}

}  // namespace glint
