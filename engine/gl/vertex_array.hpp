// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/gl/buffer.hpp>

namespace glint::gl {

/// Layout of one vertex attribute in a buffer.
struct VertexFormat {
    enum class Component { float32, unorm8 };  ///< unorm8: bytes that shaders read as 0 to 1
    Component component = Component::float32;
    int count = 1;  ///< 1 to 4 components
    std::size_t stride_bytes = 0;
    std::size_t offset_bytes = 0;
    bool per_instance = false;  ///< one element per instance, not per vertex
};

/// Returns the format of a buffer of plain `T`: float, or a vector type with a `value_type` of
/// float or std::uint8_t, such as glm::vec4 and glm::u8vec4.
template <class T>
constexpr VertexFormat vertex_format() noexcept {
    using Component = VertexFormat::Component;
    if constexpr (std::is_same_v<T, float>) {
        return {Component::float32, 1, sizeof(T)};
    } else if constexpr (std::is_same_v<typename T::value_type, float>) {
        return {Component::float32, sizeof(T) / sizeof(float), sizeof(T)};
    } else {
        static_assert(std::is_same_v<typename T::value_type, std::uint8_t>);
        return {Component::unorm8, sizeof(T), sizeof(T)};
    }
}

/// Assigns buffers to the inputs of a vertex shader. It does not keep the buffers alive.
class VertexArray {
public:
    explicit VertexArray(const Context& context);

    /// Takes over a vertex array that was created in `context`.
    static VertexArray adopt(const Context& context, unsigned native) {
        return VertexArray(Handle(context, ObjectKind::vertex_array, native));
    }

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }

    /// Feeds the input at `location` from `buffer`. Throws Error(invalid_state) if the buffer
    /// belongs to another context.
    void attach(unsigned location, const RawBuffer& buffer, const VertexFormat& format);
    template <class T>
    void attach(unsigned location, const Buffer<T>& buffer) {
        attach(location, buffer.raw(), vertex_format<T>());
    }

    /// Removes the buffer from the input; the shader then reads (0, 0, 0, 1).
    void detach(unsigned location);

private:
    explicit VertexArray(Handle handle) noexcept : handle_(std::move(handle)) {}

    Handle handle_;
};

}  // namespace glint::gl
