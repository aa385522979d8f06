// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace glint {

/// The handle of a texture object, which kernels receive as `cudaTextureObject_t`. For a parameter
/// of this type, launches also accept a Texture.
struct TextureHandle {
    std::uint64_t handle = 0;

    friend bool operator==(const TextureHandle&, const TextureHandle&) = default;
};

/// The handle of a surface object, which kernels receive as `cudaSurfaceObject_t`. For a parameter
/// of this type, launches also accept objects with a surface: an ImageSurface, or a mapped OpenGL
/// texture.
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

/// True if handle_of() accepts `Given`.
template <class Given, class Handle>
concept HasHandle = std::is_convertible_v<const Given&, Handle> || requires(const Given& given) {
    { given.surface() } -> std::same_as<Handle>;
} || requires(const Given& given) {
    { given.handle() } -> std::same_as<Handle>;
};

}  // namespace detail
}  // namespace glint
