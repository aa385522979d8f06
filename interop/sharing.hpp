// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include <glint/driver/device.hpp>

namespace glint::interop {

/// Methods of sharing a resource between kernels and OpenGL. The fastest method comes first; the
/// last method always works.
enum class Sharing {
    automatic,   ///< the first of the following methods whose self-test passes
    exported,    ///< CUDA's memory, imported by GL: needs no maps and no copies
    registered,  ///< GL's memory, registered with CUDA: all resources are mapped in one call
    staging,     ///< separate memory for kernels, copied to GL through pinned memory
    host,        ///< like `staging`, but pageable; on the CPU: GL's memory, mapped to the host
};

/// Describes what kernels do with a shared resource.
enum class Access {
    read_write,     ///< kernels read and write, and see OpenGL's writes
    write,          ///< kernels write, and read only what kernels wrote
    write_discard,  ///< kernels write everything before they read; earlier content may be lost
    read,           ///< kernels only read; surfaces are not available
};

constexpr bool reads_gl(Access access) noexcept {
    return access == Access::read_write || access == Access::read;
}

std::string_view to_string(Sharing sharing) noexcept;

/// Returns the method with this name, as in `to_string`. "auto" is `automatic`. Throws
/// Error(invalid_argument) for other names. The message lists all names.
Sharing parse_sharing(std::string_view text);

/// Returns the sharing methods that a device of this kind can try, fastest first.
std::span<const Sharing> sharing_methods(BackendKind kind) noexcept;
[[deprecated("use sharing_methods")]] inline std::span<const Sharing> ways_of(
    BackendKind kind) noexcept {
    return sharing_methods(kind);
}

}  // namespace glint::interop
