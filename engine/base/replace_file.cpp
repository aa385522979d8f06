#include <glint/base/replace_file.hpp>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLeftOver = ".tmp";

[[noreturn]] void fail(const fs::path& path, std::string_view reason) {
    throw Error(ErrorCode::io, fmt::format("write file '{}'", path.string()), reason);
}

[[noreturn]] void fail(const fs::path& path, int error) {
    fail(path, std::generic_category().message(error));
}

void create_folder_of(const fs::path& path) {
    if (!path.has_parent_path()) return;
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    if (failure) fail(path, "its folder cannot be made: " + failure.message());
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// A file that is open for writing. Messages call it `name`.
class OpenFile {
public:
    OpenFile(const fs::path& path, int flags, unsigned permissions, fs::path name)
        : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, permissions)),
          error_(errno),
          name_(std::move(name)) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    bool is_open() const noexcept { return descriptor_ >= 0; }
    bool exists_already() const noexcept { return descriptor_ < 0 && error_ == EEXIST; }

    void require() const {
        if (descriptor_ < 0) fail(name_, error_);
    }

    void write(std::span<const std::byte> content) const {
        while (!content.empty()) {
            const ::ssize_t done = ::write(descriptor_, content.data(), content.size());
            if (done < 0 && errno == EINTR) continue;
            if (done < 0) fail(name_, errno);
            content = content.subspan(static_cast<std::size_t>(done));
        }
    }

    /// Owner and permissions of `other`, as far as the system allows.
    void take_after(const struct ::stat& other) const {
        (void)!::fchown(descriptor_, other.st_uid, other.st_gid);
        set_permissions(other.st_mode & 07777);
    }

    void set_permissions(unsigned permissions) const {
        if (::fchmod(descriptor_, permissions) != 0) fail(name_, errno);
    }

    /// Some file systems know no such thing, which is no failure to write.
    void sync() const {
        if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) fail(name_, errno);
    }

    void close() {
        if (::close(std::exchange(descriptor_, -1)) != 0) fail(name_, errno);
    }

private:
    int descriptor_;
    int error_;
    fs::path name_;
};

/// A name beside `target`, made when this is; gone again unless its file took the target's place.
class TemporaryFile {
public:
    TemporaryFile(const fs::path& target, unsigned permissions) : target_(target) {
        static std::atomic<unsigned> made = 0;
        // A name can be taken: by a process that died, or by one on another host of a shared disk.
        do {
            path_ = target;
            path_ += fmt::format(".{}-{}{}", ::getpid(), made++, kLeftOver);
            file_.emplace(path_, O_WRONLY | O_CREAT | O_EXCL, permissions, target);
        } while (file_->exists_already());
        file_->require();
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (!path_.empty()) std::remove(path_.c_str());
    }

    OpenFile& file() { return *file_; }

    void take_place() {
        file_->close();
        if (std::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, errno);
        path_.clear();
    }

private:
    fs::path target_;
    fs::path path_;
    std::optional<OpenFile> file_;
};

/// Where a chain of links ends, whether or not a file is there.
fs::path behind_links(const fs::path& path) {
    constexpr int kMost = 40;  // as many as Linux follows
    fs::path at = path;
    for (int i = 0; i < kMost; ++i) {
        std::error_code none;
        const fs::path next = fs::read_symlink(at, none);
        if (none) return at;
        at = folder_of(at) / next;  // which is `next` where that is absolute
    }
    fail(path, ELOOP);
}

void write_through(const fs::path& path, std::span<const std::byte> content) {
    const OpenFile file(path, O_WRONLY, 0, path);
    file.require();
    file.write(content);
}

void put_in_place(const fs::path& target, std::span<const std::byte> content,
                  const struct ::stat* replaced, const ReplaceOptions& options) {
    const bool takes_after = replaced && !options.permissions;
    // Nobody may look into it who must not look into what it replaces.
    TemporaryFile temporary(target, takes_after ? 0600 : options.permissions.value_or(0666));
    if (options.permissions) temporary.file().set_permissions(*options.permissions);
    temporary.file().write(content);
    if (takes_after) temporary.file().take_after(*replaced);
    if (options.durable) temporary.file().sync();
    temporary.take_place();
    if (!options.durable) return;
    // A folder that may be written but not read cannot be synced.
    const OpenFile folder(folder_of(target), O_RDONLY | O_DIRECTORY, 0, target);
    if (folder.is_open()) folder.sync();
}

}  // namespace

void replace_file(const fs::path& path, std::span<const std::byte> content,
                  const ReplaceOptions& options) {
    struct ::stat found{};
    const bool exists = ::stat(path.c_str(), &found) == 0;
    if (exists && !S_ISREG(found.st_mode)) return write_through(path, content);
    const fs::path target = behind_links(path);
    create_folder_of(target);
    put_in_place(target, content, exists ? &found : nullptr, options);
}

bool is_left_over(const fs::path& name) { return name.extension() == kLeftOver; }

}  // namespace glint
