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

/// A shader's source text, and the name that error messages use for it.
struct ShaderText {
    std::string name;  ///< for example "points.frag"
    std::string text;
};

/// A tightly packed vector or matrix of floats: glm::vec3, glm::mat4, std::array<float, 4>.
template <class T>
concept FloatVector = std::is_same_v<typename T::value_type, float> &&
                      std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(float) == 0;

/// Linked shaders: a vertex and a fragment shader for a Pass, or a compute shader.
class ShaderProgram {
public:
    /// Throws Error(compile) with the name, the line, the compiler's message and the source line.
    ShaderProgram(const Context& context, const ShaderText& vertex, const ShaderText& fragment);

    /// Links one compute shader, for a ComputePass. Throws as above.
    ShaderProgram(const Context& context, const ShaderText& compute);

    /// Reads a vertex and a fragment shader from files. Also throws Error(not_found) or Error(io).
    static ShaderProgram from_files(const Context& context, const std::filesystem::path& vertex,
                                    const std::filesystem::path& fragment);

    /// Takes over a linked program that was created in `context`; error messages call it `name`.
    static ShaderProgram adopt(const Context& context, unsigned native, const std::string& name);

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }

    /// True if the linked program has this uniform. Unused uniforms are optimized away.
    bool has_uniform(std::string_view name) const { return uniforms_.contains(name); }

    /// Sets a uniform for all later draws. A sampler is set to the int of its texture unit, and a
    /// bool to an int. A matrix is column-major. Throws Error(not_found), with the program's
    /// uniforms, if `name` is not a uniform, and Error(invalid_argument) if its type in the shader
    /// differs.
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
