// SPDX-License-Identifier: MIT
#include <glint/view/detail/shaders.hpp>

#include <string>

#include <glint/base/error.hpp>

namespace glint::view::detail {
namespace {

gl::ShaderText shader_text(std::string_view name) {
    const auto found = kEmbeddedShaders.find(name);
    if (found == kEmbeddedShaders.end()) {
        throw Error(ErrorCode::not_found, "find embedded shader '" + std::string(name) + "'",
                    "shader not found");
    }
    return {.name = found->first, .text = found->second};
}

}  // namespace

gl::ShaderProgram embedded_program(const gl::Context& context, std::string_view vertex,
                                   std::string_view fragment) {
    return {context, shader_text(vertex), shader_text(fragment)};
}

gl::ShaderProgram embedded_program(const gl::Context& context, std::string_view compute) {
    return {context, shader_text(compute)};
}

}  // namespace glint::view::detail
