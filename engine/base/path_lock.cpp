// SPDX-License-Identifier: MIT
#include <glint/base/path_lock.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

namespace glint {
namespace fs = std::filesystem;

namespace {

/// Returns the absolute path with links resolved and without a trailing '/'.
fs::path whole_path(const fs::path& path) {
    std::error_code unknown;
    const fs::path absolute = absolute_path(path);
    const fs::path whole = fs::weakly_canonical(absolute, unknown);
    const fs::path& known = unknown ? absolute : whole;
    return known.has_filename() ? known : known.parent_path();
}

/// Retries `try_once` for a while: the locks of a killed process remain until the system has ended
/// the process.
bool is_locked_in_time(std::chrono::milliseconds patience, auto&& try_once) {
    constexpr std::chrono::milliseconds kPause(10);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < end) {
        if (try_once()) return true;
        std::this_thread::sleep_for(kPause);
    }
    return try_once();
}

}  // namespace

std::optional<FolderLock> FolderLock::try_lock(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        throw Error(ErrorCode::io, fmt::format("lock folder '{}'", folder.string()),
                    std::generic_category().message(errno));
    FolderLock lock(descriptor);
    const bool is_taken = is_locked_in_time(std::chrono::seconds(1), [&] {
        return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    });
    return is_taken ? std::optional(std::move(lock)) : std::nullopt;
}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void FolderLock::sync() const { (void)::fsync(descriptor_); }

std::optional<PathLock> PathLock::try_lock(const fs::path& path,
                                           std::chrono::milliseconds patience) {
    const std::string name = "glint-" + content_hash(whole_path(path).string());
    sockaddr_un address{};  // a leading zero byte selects a name that needs no file
    address.sun_family = AF_UNIX;
    std::ranges::copy(name, address.sun_path + 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    PathLock lock(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const bool is_taken =
        lock.socket_ < 0 ||
        is_locked_in_time(
            patience,
            [&] {
                return ::bind(lock.socket_, reinterpret_cast<const sockaddr*>(&address), size) ==
                           0 ||
                       errno != EADDRINUSE;
            });
    return is_taken ? std::optional(std::move(lock)) : std::nullopt;
}

PathLock::~PathLock() {
    if (socket_ >= 0) ::close(socket_);
}

}  // namespace glint
