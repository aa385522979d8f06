// SPDX-License-Identifier: MIT
#include <glint/base/files.hpp>

#include <algorithm>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

/// Maximum number of bytes per read. The content grows in steps of this size, because the reported
/// size may be wrong. Memory is touched only as data arrives.
constexpr std::size_t kPieceBytes = 1 << 20;

[[noreturn]] void fail_read(const fs::path& path, ErrorCode code, std::string_view reason) {
    throw Error(code, fmt::format("read file '{}'", path.string()), reason);
}

[[noreturn]] void fail_by_system(const fs::path& path, int error) {
    const bool absent = error == ENOENT || error == ENOTDIR;
    std::string reason = std::generic_category().message(error);
    std::error_code unknown;
    if (absent && path.is_relative())
        reason += fmt::format(" (the current folder is '{}')", fs::current_path(unknown).string());
    fail_read(path, absent ? ErrorCode::not_found : ErrorCode::io, reason);
}

std::string_view kind_of(::mode_t mode) {
    switch (mode & S_IFMT) {
        case S_IFDIR: return "a folder";
        case S_IFIFO: return "a pipe";
        case S_IFSOCK: return "a socket";
        case S_IFBLK: return "a block device";
        default: return "a character device";
    }
}

void require_regular(const fs::path& path, const struct ::stat& facts) {
    if (S_ISREG(facts.st_mode)) return;
    fail_read(path, ErrorCode::io,
              fmt::format("the path refers to {}, not to a regular file", kind_of(facts.st_mode)));
}

/// Opens a regular file. Checks its type first, because opening a device may have side effects.
int open_regular(const fs::path& path) {
    struct ::stat facts{};
    if (::stat(path.c_str(), &facts) != 0) fail_by_system(path, errno);
    require_regular(path, facts);
    // O_NONBLOCK: do not wait, even if the file has become a pipe after the check.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) fail_by_system(path, errno);
    return descriptor;
}

/// A regular file opened for reading.
class RegularFile {
public:
    explicit RegularFile(const fs::path& path) : RegularFile(path, open_regular(path)) {
        struct ::stat facts{};
        if (::fstat(descriptor_, &facts) != 0) fail_by_system(path, errno);
        require_regular(path, facts);
        reported_bytes_ = static_cast<std::size_t>(facts.st_size);
    }
    RegularFile(const RegularFile&) = delete;
    RegularFile& operator=(const RegularFile&) = delete;
    ~RegularFile() { ::close(descriptor_); }

    /// Size that the system reports. It is 0 for files in /proc, even if these have content.
    std::size_t reported_bytes() const noexcept { return reported_bytes_; }

    /// Reads up to `size` bytes. Returns the number of bytes, which is 0 at the end of the file.
    std::size_t read(void* target, std::size_t size) const {
        for (;;) {
            const ::ssize_t got = ::read(descriptor_, target, size);
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) fail_by_system(path_, errno);
        }
    }

private:
    // The public constructor delegates to this one, so that the destructor closes the descriptor
    // even if the public constructor throws.
    RegularFile(const fs::path& path, int descriptor) : path_(path), descriptor_(descriptor) {}

    const fs::path& path_;
    int descriptor_;
    std::size_t reported_bytes_ = 0;
};

template <class Content>
Content read_pieces(const RegularFile& file) {
    Content content;
    content.reserve(file.reported_bytes() + 1);
    for (;;) {
        const std::size_t used = content.size();
        const std::size_t room = content.capacity() - used;
        const std::size_t piece = std::clamp(room, std::size_t{4096}, kPieceBytes);
        content.resize(used + piece);
        const std::size_t got = file.read(content.data() + used, piece);
        content.resize(used + got);
        if (got == 0) return content;
    }
}

template <class Content>
Content read_whole(const fs::path& path) {
    const RegularFile file(path);
    const auto too_large = [&] {
        fail_read(path, ErrorCode::out_of_memory,
                  fmt::format("the file of {} does not fit in memory",
                              text::human_bytes(file.reported_bytes())));
    };
    try {
        return read_pieces<Content>(file);
    } catch (const std::bad_alloc&) {
        too_large();
    } catch (const std::length_error&) {
        too_large();
    }
    return {};
}

}  // namespace

std::string read_text(const fs::path& path) { return read_whole<std::string>(path); }

std::vector<std::byte> read_bytes(const fs::path& path) {
    return read_whole<std::vector<std::byte>>(path);
}

}  // namespace glint
