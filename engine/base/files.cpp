#include <glint/base/files.hpp>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

struct FileCloser {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

std::string system_reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_to_write(const fs::path& path, std::string_view reason) {
    throw Error(ErrorCode::io, fmt::format("write file '{}'", path.string()), reason);
}

/// A file of its own beside the one to be written; gone again unless it took that one's place.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& target) : target_(target) {
        static std::atomic<unsigned> made = 0;
        // A name can be taken: by a process that died, or by one on another host of a shared disk.
        do {
            path_ = target;
            path_ += fmt::format(".{}-{}.tmp", ::getpid(), made++);
            file_.reset(std::fopen(path_.c_str(), "wbx"));
        } while (!file_ && errno == EEXIST);
        if (!file_) fail_to_write(target_, system_reason(errno));
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (!path_.empty()) std::remove(path_.c_str());
    }

    void write(std::span<const std::byte> content) {
        const std::size_t size = content.size();
        if (std::fwrite(content.data(), 1, size, file_.get()) != size)
            fail_to_write(target_, system_reason(errno));
        if (std::fclose(file_.release()) != 0) fail_to_write(target_, system_reason(errno));
    }

    void take_place() {
        if (std::rename(path_.c_str(), target_.c_str()) != 0)
            fail_to_write(target_, system_reason(errno));
        path_.clear();
    }

private:
    fs::path target_;
    fs::path path_;
    File file_;
};

void create_folder_of(const fs::path& path) {
    if (!path.has_parent_path()) return;
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    if (failure) fail_to_write(path, "its folder cannot be made: " + failure.message());
}

/// The variable's value; nothing also when it is empty.
std::optional<std::string> environment(const char* name) {
    const char* value = std::getenv(name);
    if (!value || !*value) return std::nullopt;
    return value;
}

std::vector<fs::path> resource_roots() {
    std::vector<fs::path> roots;
    if (const auto root = environment("GLINT_ROOT")) roots.emplace_back(*root);
    std::error_code hidden;
    const fs::path program = fs::read_symlink("/proc/self/exe", hidden);
    if (!hidden) {
        const fs::path folder = program.parent_path();
        roots.push_back(folder);
        roots.push_back(folder.parent_path() / "share" / "glint");
    }
    roots.emplace_back(GLINT_INSTALL_DATA_DIR);
    roots.emplace_back(GLINT_SOURCE_DIR);
    return roots;
}

}  // namespace

void write_atomically(const fs::path& path, std::span<const std::byte> content) {
    create_folder_of(path);
    TemporaryFile file(path);
    file.write(content);
    file.take_place();
}

void write_atomically(const fs::path& path, std::string_view content) {
    write_atomically(path, std::as_bytes(std::span(content)));
}

std::string content_hash(std::string_view content) {
    const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::optional<fs::path> cache_folder() {
    if (environment("GLINT_CACHE") == "off" || environment("GLINT_KEEP")) return std::nullopt;
    if (const auto own = environment("GLINT_CACHE_DIR")) return *own;
    const auto shared = environment("XDG_CACHE_HOME");
    // The XDG base directory specification has relative paths ignored.
    if (shared && fs::path(*shared).is_absolute()) return fs::path(*shared) / "glint";
    if (const auto home = environment("HOME")) return fs::path(*home) / ".cache" / "glint";
    return std::nullopt;
}

fs::path resource(std::string_view relative_path) {
    std::string tried;
    for (const fs::path& root : resource_roots()) {
        const fs::path candidate = root / relative_path;
        std::error_code absent;
        if (fs::exists(candidate, absent)) return candidate;
        tried += (tried.empty() ? "" : ", ") + root.string();
    }
    throw Error(ErrorCode::not_found, fmt::format("find resource '{}'", relative_path),
                fmt::format("it is in none of {}", tried));
}

}  // namespace glint
