// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace glint {

/// A texture object's handle, as kernels take it (`cudaTextureObject_t`). A parameter of this type
/// takes a Texture, too.
struct TextureHandle {
    std::uint64_t handle = 0;

    friend bool operator==(const TextureHandle&, const TextureHandle&) = default;
};

/// A surface object's handle, as kernels take it (`cudaSurfaceObject_t`). A parameter of this type
/// takes what has a surface, too: an ImageSurface, a mapped texture of OpenGL's.
struct Surface {
    std::uint64_t handle = 0;

    friend bool operator==(const Surface&, const Surface&) = default;
};

namespace detail {

template <class Handle, class Given>
Handle handle_of(const Given& given) {
    if constexpr (std::is_convertible_v<const Given&, Handle>)
        return given;
    else if constexpr (std::is_same_v<Handle, Surface>)
        return given.surface();
    else
        return given.handle();
}

/// Whether that is so.
template <class Given, class Handle>
concept HasHandle = std::is_convertible_v<const Given&, Handle> || requires(const Given& given) {
    { given.surface() } -> std::same_as<Handle>;
} || requires(const Given& given) {
    { given.handle() } -> std::same_as<Handle>;
};

}  // namespace detail
}  // namespace glint
