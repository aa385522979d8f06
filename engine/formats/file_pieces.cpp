// SPDX-License-Identifier: MIT
#include <glint/formats/file_pieces.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;

[[noreturn]] void fail(const std::string& name, int error) {
    const bool is_absent = error == ENOENT || error == ENOTDIR;
    throw Error(is_absent ? ErrorCode::not_found : ErrorCode::io,
                fmt::format("read file '{}'", name), std::generic_category().message(error));
}

}  // namespace

FilePieces::FilePieces(const std::filesystem::path& path) : name_(path.string()) {
    struct ::stat facts{};
    if (::stat(path.c_str(), &facts) != 0) fail(name_, errno);
    if (!S_ISREG(facts.st_mode))  // opening a pipe would block
        throw Error(ErrorCode::io, fmt::format("read file '{}'", name_),
                    "the path does not refer to a regular file");
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(name_, errno);
    size_bytes_ = static_cast<std::uint64_t>(facts.st_size);
}

FilePieces::~FilePieces() { ::close(descriptor_); }

void FilePieces::seek(std::uint64_t byte) {
    if (::lseek(descriptor_, static_cast<::off_t>(byte), SEEK_SET) < 0) fail(name_, errno);
    position_ = byte;
    first_ = last_ = 0;
}

std::string_view FilePieces::at_least(std::size_t wanted) {
    // Do not allocate more memory than the file's size, because a header may claim any size.
    const std::uint64_t left = size_bytes_ - std::min(size_bytes_, position_);
    wanted = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, left));
    if (last_ - first_ < wanted) {
        std::memmove(buffer_.data(), buffer_.data() + first_, last_ - first_);
        last_ -= first_;
        first_ = 0;
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(kReadBytes, left));
        if (buffer_.size() < wanted) buffer_.resize(std::max(wanted, piece));
    }
    while (last_ - first_ < wanted) {
        const ::ssize_t count = ::read(descriptor_, buffer_.data() + last_, buffer_.size() - last_);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(name_, errno);
        if (count == 0) break;
        last_ += static_cast<std::size_t>(count);
    }
    return {buffer_.data() + first_, last_ - first_};
}

void FilePieces::pass(std::size_t size) noexcept {
    first_ += std::min(size, last_ - first_);
    position_ += size;
}

}  // namespace glint
