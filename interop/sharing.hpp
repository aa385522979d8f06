// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include <glint/driver/device.hpp>

namespace glint::interop {

/// Method by which kernels and OpenGL share a resource, from the cheapest to the one that always
/// works.
enum class Sharing {
    automatic,   ///< the first method in this list whose self-test passes
    exported,    ///< CUDA's memory imported by GL: both access it, without maps or copies
    registered,  ///< GL's memory registered with CUDA and mapped, all resources in one call
    staging,     ///< kernels write separate memory, copied to GL through pinned memory
    host,        ///< same through pageable host memory; on the CPU, GL's memory mapped to the host
};

/// Access of kernels to a shared resource.
enum class Access {
    read_write,     ///< read OpenGL's writes, and write
    write,          ///< write, and read kernels' writes; OpenGL's writes need not reach kernels
    write_discard,  ///< write everything before reading; the previous content may be lost
    read,           ///< read only: surfaces are not available, and a buffer must not be written
};

constexpr bool reads_gl(Access access) noexcept {
    return access == Access::read_write || access == Access::read;
}

std::string_view to_string(Sharing sharing) noexcept;

/// Parses the names from `to_string`, and "auto". Throws Error(invalid_argument) with the choices.
Sharing parse_sharing(std::string_view text);

/// The sharing methods that a device can try, cheapest first.
std::span<const Sharing> sharing_methods(BackendKind kind) noexcept;
[[deprecated("use sharing_methods")]] inline std::span<const Sharing> ways_of(
    BackendKind kind) noexcept {
    return sharing_methods(kind);
}

}  // namespace glint::interop
