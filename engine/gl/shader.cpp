// SPDX-License-Identifier: MIT
#include <glint/gl/shader.hpp>

#include <glad/gl.h>

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/gl/detail/shader_log.hpp>

namespace glint::gl {
namespace {

/// A compiled shader. It is needed only until its program is linked.
class Shader {
public:
    Shader(const GladGLContext& gl, GLenum stage, const ShaderText& source)
        : gl_(gl), name_(gl.CreateShader(stage)) {
        const char* text = source.text.data();
        const auto length = static_cast<GLint>(source.text.size());
        gl_.ShaderSource(name_, 1, &text, &length);
        gl_.CompileShader(name_);
    }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    ~Shader() { gl_.DeleteShader(name_); }

    GLuint native() const noexcept { return name_; }

    void require_compiled(const ShaderText& source) const {
        GLint compiled = GL_FALSE;
        gl_.GetShaderiv(name_, GL_COMPILE_STATUS, &compiled);
        if (compiled) return;
        throw Error(ErrorCode::compile, fmt::format("compile shader '{}'", source.name),
                    detail::annotate_shader_log(info_log(), source.name, source.text));
    }

private:
    std::string info_log() const {
        GLint size = 0;
        gl_.GetShaderiv(name_, GL_INFO_LOG_LENGTH, &size);
        std::string log(static_cast<std::size_t>(size), '\0');
        gl_.GetShaderInfoLog(name_, size, &size, log.data());
        log.resize(static_cast<std::size_t>(size));
        return log;
    }

    const GladGLContext& gl_;
    GLuint name_;
};

void require_linked(const GladGLContext& gl, GLuint program, const std::string& name) {
    GLint linked = GL_FALSE;
    gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked) return;
    GLint size = 0;
    gl.GetProgramiv(program, GL_INFO_LOG_LENGTH, &size);
    std::string log(static_cast<std::size_t>(size), '\0');
    gl.GetProgramInfoLog(program, size, &size, log.data());
    log.resize(static_cast<std::size_t>(size));
    throw Error(ErrorCode::compile, fmt::format("link shaders '{}'", name), log);
}

ShaderText read_shader(const std::filesystem::path& path) {
    return {.name = path.string(), .text = read_text(path)};
}

/// Returns the number of floats in a uniform of this type, or 0 if the uniform does not consist of
/// floats.
std::size_t float_count(GLenum type) {
    switch (type) {
        case GL_FLOAT: return 1;
        case GL_FLOAT_VEC2: return 2;
        case GL_FLOAT_VEC3: return 3;
        case GL_FLOAT_VEC4: return 4;
        case GL_FLOAT_MAT3: return 9;
        case GL_FLOAT_MAT4: return 16;
        default: return 0;
    }
}

bool takes_int(GLenum type) {
    switch (type) {
        case GL_INT:
        case GL_BOOL:
        case GL_SAMPLER_1D:
        case GL_SAMPLER_2D:
        case GL_SAMPLER_3D:
        case GL_SAMPLER_CUBE:
        case GL_INT_SAMPLER_2D:
        case GL_INT_SAMPLER_BUFFER:
        case GL_UNSIGNED_INT_SAMPLER_2D: return true;
        default: return false;
    }
}

std::string type_name(GLenum type) {
    switch (type) {
        case GL_FLOAT: return "float";
        case GL_FLOAT_VEC2: return "vec2";
        case GL_FLOAT_VEC3: return "vec3";
        case GL_FLOAT_VEC4: return "vec4";
        case GL_FLOAT_MAT3: return "mat3";
        case GL_FLOAT_MAT4: return "mat4";
        case GL_INT: return "int";
        case GL_BOOL: return "bool";
        case GL_UNSIGNED_INT: return "uint";
        default: return takes_int(type) ? "sampler" : fmt::format("type {:#x}", type);
    }
}

}  // namespace

ShaderProgram::ShaderProgram(const Context& context, const ShaderText& vertex,
                             const ShaderText& fragment)
    : handle_(context, ObjectKind::program, context.functions().CreateProgram()),
      name_(fmt::format("{} + {}", vertex.name, fragment.name)) {
    const GladGLContext& gl = handle_.functions();
    const Shader vertex_shader(gl, GL_VERTEX_SHADER, vertex);
    vertex_shader.require_compiled(vertex);
    const Shader fragment_shader(gl, GL_FRAGMENT_SHADER, fragment);
    fragment_shader.require_compiled(fragment);
    gl.AttachShader(native(), vertex_shader.native());
    gl.AttachShader(native(), fragment_shader.native());
    link();
    gl.DetachShader(native(), vertex_shader.native());
    gl.DetachShader(native(), fragment_shader.native());
}

ShaderProgram::ShaderProgram(const Context& context, const ShaderText& compute)
    : handle_(context, ObjectKind::program, context.functions().CreateProgram()),
      name_(compute.name) {
    const GladGLContext& gl = handle_.functions();
    const Shader shader(gl, GL_COMPUTE_SHADER, compute);
    shader.require_compiled(compute);
    gl.AttachShader(native(), shader.native());
    link();
    gl.DetachShader(native(), shader.native());
}

void ShaderProgram::link() {
    const GladGLContext& gl = handle_.functions();
    gl.LinkProgram(native());
    require_linked(gl, native(), name_);
    read_uniforms();
}

ShaderProgram ShaderProgram::from_files(const Context& context, const std::filesystem::path& vertex,
                                        const std::filesystem::path& fragment) {
    return {context, read_shader(vertex), read_shader(fragment)};
}

ShaderProgram::ShaderProgram(Handle handle, std::string name)
    : handle_(std::move(handle)), name_(std::move(name)) {
    read_uniforms();
}

ShaderProgram ShaderProgram::adopt(const Context& context, unsigned native,
                                   const std::string& name) {
    return {Handle(context, ObjectKind::program, native), name};
}

void ShaderProgram::read_uniforms() {
    const GladGLContext& gl = handle_.functions();
    GLint count = 0;
    gl.GetProgramiv(native(), GL_ACTIVE_UNIFORMS, &count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        std::array<char, 256> name{};
        GLint elements = 0;
        GLenum type = 0;
        gl.GetActiveUniform(native(), i, static_cast<GLsizei>(name.size()), nullptr, &elements,
                            &type, name.data());
        uniforms_[name.data()] = {gl.GetUniformLocation(native(), name.data()), type};
    }
}

const ShaderProgram::Uniform& ShaderProgram::find(std::string_view name) const {
    const auto found = uniforms_.find(name);
    if (found != uniforms_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, uniform] : uniforms_) names.push_back(known);
    throw Error(ErrorCode::not_found, fmt::format("set uniform '{}' of {}", name, name_),
                fmt::format("uniform not found. The uniforms are {}{}", fmt::join(names, ", "),
                            text::did_you_mean(name, names)));
}

void ShaderProgram::refuse(std::string_view name, const Uniform& uniform,
                           std::string_view given) const {
    throw Error(
        ErrorCode::invalid_argument, fmt::format("set uniform '{}' of {}", name, name_),
        fmt::format("the type of the uniform is {}, not {}", type_name(uniform.type), given));
}

void ShaderProgram::set(std::string_view name, float value) { set_floats(name, {&value, 1}); }

void ShaderProgram::set(std::string_view name, int value) {
    const Uniform& uniform = find(name);
    if (!takes_int(uniform.type)) refuse(name, uniform, "int");
    handle_.functions().ProgramUniform1i(native(), uniform.location, value);
}

void ShaderProgram::set_floats(std::string_view name, std::span<const float> values) {
    const Uniform& uniform = find(name);
    if (float_count(uniform.type) != values.size()) {
        refuse(name, uniform, text::counted(values.size(), "float"));
    }
    const GladGLContext& gl = handle_.functions();
    const float* data = values.data();
    switch (uniform.type) {
        case GL_FLOAT: return gl.ProgramUniform1fv(native(), uniform.location, 1, data);
        case GL_FLOAT_VEC2: return gl.ProgramUniform2fv(native(), uniform.location, 1, data);
        case GL_FLOAT_VEC3: return gl.ProgramUniform3fv(native(), uniform.location, 1, data);
        case GL_FLOAT_VEC4: return gl.ProgramUniform4fv(native(), uniform.location, 1, data);
        case GL_FLOAT_MAT3:
            return gl.ProgramUniformMatrix3fv(native(), uniform.location, 1, GL_FALSE, data);
        default: return gl.ProgramUniformMatrix4fv(native(), uniform.location, 1, GL_FALSE, data);
    }
}

}  // namespace glint::gl
