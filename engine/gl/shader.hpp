// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <glint/gl/handle.hpp>

namespace glint::gl {

/// The source of a shader, and its name in error messages.
struct ShaderText {
    std::string name;  ///< for example "points.frag"
    std::string text;
};

/// A vector or matrix type that consists of floats without padding, such as glm::vec3, glm::mat4 or
/// std::array<float, 4>.
template <class T>
concept FloatVector = std::is_same_v<typename T::value_type, float> &&
                      std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(float) == 0;

/// A linked program: either a vertex and a fragment shader, for a Pass, or a compute shader, for a
/// ComputePass.
class ShaderProgram {
public:
    /// Compiles and links two shaders. Throws Error(compile) with the shader's name, the line
    /// number, the compiler's message and the source line if this fails.
    ShaderProgram(const Context& context, const ShaderText& vertex, const ShaderText& fragment);

    /// Compiles and links a compute shader. Throws the same errors.
    ShaderProgram(const Context& context, const ShaderText& compute);

    /// Reads a vertex and a fragment shader from files. Throws the same errors, and
    /// Error(not_found) or Error(io) if a file cannot be read.
    static ShaderProgram from_files(const Context& context, const std::filesystem::path& vertex,
                                    const std::filesystem::path& fragment);

    /// Takes ownership of a linked program that was created in `context`. Error messages refer to
    /// the program as `name`.
    static ShaderProgram adopt(const Context& context, unsigned native, const std::string& name);

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }

    /// Returns true if the linked program has this uniform. Linking removes uniforms that the
    /// shaders do not use.
    bool has_uniform(std::string_view name) const { return uniforms_.contains(name); }

    /// Sets a uniform for all later draws. For a sampler, the value is an int, the number of the
    /// texture unit. For a bool, it is also an int. A matrix is column-major. Throws
    /// Error(not_found) with the names of all uniforms if the program has no uniform `name`, and
    /// Error(invalid_argument) if the uniform has a different type in the shader.
    void set(std::string_view name, float value);
    void set(std::string_view name, int value);
    template <FloatVector T>
    void set(std::string_view name, const T& value) {
        set_floats(name, {reinterpret_cast<const float*>(&value), sizeof(T) / sizeof(float)});
    }

private:
    struct Uniform {
        int location;
        unsigned type;
    };

    ShaderProgram(Handle handle, std::string name);
    void link();
    void read_uniforms();
    const Uniform& find(std::string_view name) const;
    void set_floats(std::string_view name, std::span<const float> values);
    [[noreturn]] void refuse(std::string_view name, const Uniform& uniform,
                             std::string_view given) const;

    Handle handle_;
    std::string name_;  // for example "points.vert + points.frag"
    std::map<std::string, Uniform, std::less<>> uniforms_;
};

}  // namespace glint::gl
