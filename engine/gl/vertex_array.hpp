// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/gl/buffer.hpp>

namespace glint::gl {

/// Layout of a vertex attribute in a buffer.
struct VertexFormat {
    enum class Component { float32, unorm8 };  ///< shaders read unorm8 bytes as numbers from 0 to 1
    Component component = Component::float32;
    int count = 1;  ///< number of components, 1 to 4
    std::size_t stride_bytes = 0;
    std::size_t offset_bytes = 0;
    bool per_instance = false;  ///< true: one element per instance; false: one element per vertex
};

/// Returns the format of a buffer whose elements have type `T`. `T` is float or a vector whose
/// `value_type` is float or std::uint8_t, such as glm::vec4 or glm::u8vec4.
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

/// Connects buffers to the inputs of a vertex shader. A VertexArray does not keep the buffers
/// alive.
class VertexArray {
public:
    explicit VertexArray(const Context& context);

    /// Takes ownership of a vertex array that was created in `context`.
    static VertexArray adopt(const Context& context, unsigned native) {
        return VertexArray(Handle(context, ObjectKind::vertex_array, native));
    }

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }

    /// Connects the input at `location` to `buffer`. Throws Error(invalid_state) if the buffer
    /// belongs to another context.
    void attach(unsigned location, const RawBuffer& buffer, const VertexFormat& format);
    template <class T>
    void attach(unsigned location, const Buffer<T>& buffer) {
        attach(location, buffer.raw(), vertex_format<T>());
    }

    /// Disconnects the input at `location` from its buffer. The shader then reads (0, 0, 0, 1).
    void detach(unsigned location);

private:
    explicit VertexArray(Handle handle) noexcept : handle_(std::move(handle)) {}

    Handle handle_;
};

}  // namespace glint::gl
