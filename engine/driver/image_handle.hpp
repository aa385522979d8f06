// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace glint {

/// Handle of a texture object, in the form in which kernels receive it (`cudaTextureObject_t`). A
/// parameter of this type also accepts a Texture.
struct TextureHandle {
    std::uint64_t handle = 0;

    friend bool operator==(const TextureHandle&, const TextureHandle&) = default;
};

/// Handle of a surface object, in the form in which kernels receive it (`cudaSurfaceObject_t`). A
/// parameter of this type also accepts objects with a surface: an ImageSurface, or a mapped OpenGL
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
