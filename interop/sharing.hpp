// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include <glint/driver/device.hpp>

namespace glint::interop {

/// How a resource is shared by kernels and OpenGL, from the cheapest to the one that always works.
enum class Sharing {
    automatic,   ///< the first of the others whose self-test passes
    exported,    ///< CUDA's memory imported by GL: both see it, nothing is mapped or copied
    registered,  ///< GL's memory registered with CUDA and mapped, all resources in one call
    staging,     ///< kernels write memory of their own, copied to GL through pinned memory
    host,        ///< the same through plain host memory; on the CPU, GL's memory mapped to the host
};

/// What kernels do with a shared resource.
enum class Access {
    read_write,     ///< read what OpenGL wrote, and write
    write,          ///< write, and read what kernels wrote; what OpenGL writes need not reach them
    write_discard,  ///< write all of it before they read any; what was there may be lost
    read,           ///< read alone: no surface is had, and a buffer must not be written
};

constexpr bool reads_gl(Access access) noexcept {
    return access == Access::read_write || access == Access::read;
}

std::string_view to_string(Sharing sharing) noexcept;

/// Reads what `to_string` writes, and "auto". Throws Error(invalid_argument), naming the choices.
Sharing parse_sharing(std::string_view text);

/// The ways that a device can try, cheapest first.
std::span<const Sharing> ways_of(BackendKind kind) noexcept;

}  // namespace glint::interop
