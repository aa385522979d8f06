// SPDX-License-Identifier: MIT
#include <glint/base/pending_file.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/left_overs.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLeftOver = ".tmp";

thread_local std::optional<std::vector<fs::path>> put_off;  // set while a LateSync exists

[[noreturn]] void fail_write(const fs::path& path, std::string_view reason) {
    throw Error(ErrorCode::io, fmt::format("write file '{}'", path.string()), reason);
}

[[noreturn]] void fail_write(const fs::path& path, int error) {
    fail_write(path, std::generic_category().message(error));
}

void create_folder_of(const fs::path& path) {
    if (!path.has_parent_path()) return;
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    if (failure) fail_write(path, "the folder cannot be created: " + failure.message());
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// A file that is open for writing. Error messages use `name` as its path.
class OpenFile {
public:
    OpenFile(const fs::path& path, int flags, unsigned permissions, fs::path name)
        : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, permissions)),
          error_(errno),
          name_(std::move(name)) {}
    /// Takes ownership of an open descriptor.
    OpenFile(int descriptor, fs::path name) : descriptor_(descriptor), name_(std::move(name)) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    bool is_open() const noexcept { return descriptor_ >= 0; }
    bool already_exists() const noexcept { return descriptor_ < 0 && error_ == EEXIST; }

    void require() const {
        if (descriptor_ < 0) fail_write(name_, error_);
    }

    void write(std::span<const std::byte> content) const {
        while (!content.empty()) {
            const ::ssize_t done = ::write(descriptor_, content.data(), content.size());
            if (done < 0 && errno == EINTR) continue;
            if (done < 0) fail_write(name_, errno);
            content = content.subspan(static_cast<std::size_t>(done));
        }
    }

    /// Copies the owner and permissions from `other`, as far as the system allows.
    void take_after(const struct ::stat& other) const {
        (void)!::fchown(descriptor_, other.st_uid, other.st_gid);
        set_permissions(other.st_mode & 07777);
    }

    void set_permissions(unsigned permissions) const {
        if (::fchmod(descriptor_, permissions) != 0) fail_write(name_, errno);
    }

    /// Flushes the file to disk. A file system without fsync() is not an error.
    void sync() const {
        if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP)
            fail_write(name_, errno);
    }

    void sync_file_system() const {
        if (::syncfs(descriptor_) != 0) fail_write(name_, errno);
    }

    void close() {
        if (::close(std::exchange(descriptor_, -1)) != 0) fail_write(name_, errno);
    }

private:
    int descriptor_;
    int error_;
    fs::path name_;
};

std::string temporary_suffix(unsigned number) {
    return fmt::format(".{}-{}{}", ::getpid(), number, kLeftOver);
}

/// The parts of a name TARGET.PROCESS-NUMBER.tmp.
struct TemporaryName {
    std::string target;
    pid_t process;
};

std::optional<TemporaryName> parse_temporary(std::string_view name) {
    if (!name.ends_with(kLeftOver)) return std::nullopt;
    name.remove_suffix(kLeftOver.size());
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || dot == 0) return std::nullopt;
    const std::string_view numbers = name.substr(dot + 1);
    const std::size_t dash = numbers.find('-');
    if (dash == numbers.npos) return std::nullopt;
    const auto process = text::parse_unsigned(numbers.substr(0, dash));
    if (!process || *process == 0 || *process > std::numeric_limits<pid_t>::max() ||
        !text::parse_unsigned(numbers.substr(dash + 1)))
        return std::nullopt;
    return TemporaryName{std::string(name.substr(0, dot)), static_cast<pid_t>(*process)};
}

/// Returns true if the process has ended, but its parent has not reaped it.
bool is_zombie(pid_t process) {
    std::ifstream file(fmt::format("/proc/{}/stat", process));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t end = text.rfind(") ");  // end of the program's name
    return end != text.npos && text.substr(end + 2, 1).find_first_of("ZX") == 0;
}

bool is_running(pid_t process) {
    return process != ::getpid() && (::kill(process, 0) == 0 || errno != ESRCH) &&
           !is_zombie(process);
}

/// A temporary file next to `target`. The destructor removes it, unless it replaced the target.
class TemporaryFile {
public:
    TemporaryFile(const fs::path& target, unsigned permissions) : target_(target) {
        static std::atomic<unsigned> made = 0;
        // Try the next number if the name is taken: by a file of a dead process, or of a process on
        // another host that shares the disk.
        do {
            path_ = target;
            path_ += temporary_suffix(made++);
            file_.emplace(path_, O_WRONLY | O_CREAT | O_EXCL, permissions, target);
        } while (file_->already_exists());
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
        if (std::rename(path_.c_str(), target_.c_str()) != 0) fail_write(target_, errno);
        path_.clear();
    }

private:
    fs::path target_;
    fs::path path_;
    std::optional<OpenFile> file_;
};

/// Returns the path at the end of a chain of links. The file need not exist.
fs::path resolve_links(const fs::path& path) {
    constexpr int kMax = 40;  // Linux allows 40 links
    fs::path at = path;
    for (int i = 0; i < kMax; ++i) {
        std::error_code none;
        const fs::path next = fs::read_symlink(at, none);
        if (none) return at;
        at = folder_of(at) / next;  // `next` itself, if it is absolute
    }
    fail_write(path, ELOOP);
}

/// Opens a pipe or device for writing. Waits at most half a second for a pipe's reader.
int open_through(const fs::path& path) {
    constexpr std::chrono::milliseconds kPatience(500), kPause(5);
    const auto until = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor >= 0) {
            (void)::fcntl(descriptor, F_SETFL, O_WRONLY);  // makes writes block
            return descriptor;
        }
        if (errno != ENXIO) fail_write(path, errno);
        if (std::chrono::steady_clock::now() > until)
            fail_write(path, "the file is a pipe without a reader");
        std::this_thread::sleep_for(kPause);
    }
}

void sync_folder(const fs::path& folder, const fs::path& name) {
    // Skip a folder that cannot be opened: writable folders need not be readable.
    const OpenFile opened(folder, O_RDONLY | O_DIRECTORY, 0, name);
    if (opened.is_open()) opened.sync();
}

unsigned first_permissions(bool replaces, const PendingFileOptions& options) {
    // Until finish(), restrict the permissions to the owner: users who may not read the replaced
    // file must not be able to read the new file.
    if (replaces && !options.permissions) return 0600;
    return options.permissions.value_or(0666);
}

}  // namespace

struct PendingFile::Parts {
    Parts(const fs::path& path, const PendingFileOptions& given) : options(given) {
        if (path.native().find('\0') != fs::path::string_type::npos)
            fail_write(path, "the file name contains a NUL byte");
        exists = ::stat(path.c_str(), &found) == 0;
        if (exists && !S_ISREG(found.st_mode)) {
            through.emplace(open_through(path), path);
            return;
        }
        target = resolve_links(path);
        if (options.makes_folders) create_folder_of(target);
        temporary.emplace(target, first_permissions(exists, options));
        if (options.permissions) temporary->file().set_permissions(*options.permissions);
    }

    OpenFile& file() { return through ? *through : temporary->file(); }

    PendingFileOptions options;
    struct ::stat found{};
    bool exists = false;
    fs::path target;
    std::optional<TemporaryFile> temporary;
    std::optional<OpenFile> through;  ///< a pipe, device or other non-regular file
};

PendingFile::PendingFile(const fs::path& path, const PendingFileOptions& options)
    : parts_(std::make_unique<Parts>(path, options)) {}
PendingFile::PendingFile(PendingFile&&) noexcept = default;
PendingFile::~PendingFile() = default;

void PendingFile::write(std::span<const std::byte> content) { parts_->file().write(content); }

void PendingFile::finish() {
    if (parts_->through) return parts_->through->close();
    const PendingFileOptions& options = parts_->options;
    OpenFile& file = parts_->file();
    if (parts_->exists && !options.permissions) file.take_after(parts_->found);
    const bool is_synced = options.durable && !put_off;
    if (is_synced) file.sync();
    parts_->temporary->take_place();
    if (is_synced) sync_folder(folder_of(parts_->target), parts_->target);
    if (options.durable && put_off) put_off->push_back(parts_->target);
}

LateSync::LateSync() { put_off.emplace(); }

LateSync::~LateSync() { put_off.reset(); }

void LateSync::sync() {
    if (!put_off) return;
    std::ranges::sort(*put_off);
    put_off->erase(std::ranges::unique(*put_off).begin(), put_off->end());
    sync_files(std::exchange(*put_off, {}));
}

void sync_files(std::span<const fs::path> files) {
    constexpr std::size_t kMaxByItself = 64;
    std::set<fs::path> folders;
    for (const fs::path& file : files) folders.insert(folder_of(file));
    const bool is_all = files.size() > kMaxByItself;  // one call for all is faster than many calls
    if (!is_all)
        for (const fs::path& file : files) {
            const OpenFile opened(file, O_RDONLY, 0, file);
            if (opened.is_open()) opened.sync();
        }
    for (const fs::path& folder : folders) {
        const OpenFile opened(folder, O_RDONLY | O_DIRECTORY, 0, folder);
        if (!opened.is_open()) continue;
        is_all ? opened.sync_file_system() : opened.sync();
    }
}

std::optional<std::string> target_of_temporary(const fs::path& name) {
    const auto temporary = parse_temporary(name.filename().string());
    return temporary ? std::optional(temporary->target) : std::nullopt;
}

bool is_left_over(const fs::path& name) { return target_of_temporary(name).has_value(); }

void remove_leftovers(const fs::path& folder,
                      const std::function<bool(const std::string&)>& is_ours) {
    std::error_code ignored;
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const auto temporary = parse_temporary(entry.path().filename().string());
        if (temporary && is_ours(temporary->target) && !is_running(temporary->process) &&
            fs::is_regular_file(entry.symlink_status(ignored)))
            found.push_back(entry.path());
    }
    for (const fs::path& file : found) fs::remove(file, ignored);
}

}  // namespace glint
