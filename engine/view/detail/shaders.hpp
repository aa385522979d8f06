// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <glint/gl/shader.hpp>

namespace glint::view::detail {

/// Sources of the files in engine/view/shaders, by file name. The build generates this map.
extern const std::map<std::string, std::string, std::less<>> kEmbeddedShaders;

/// Compiles and links these files from kEmbeddedShaders and returns the program.
gl::ShaderProgram embedded_program(const gl::Context& context, std::string_view vertex,
                                   std::string_view fragment);
gl::ShaderProgram embedded_program(const gl::Context& context, std::string_view compute);

}  // namespace glint::view::detail
