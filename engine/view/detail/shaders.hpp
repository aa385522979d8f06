// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <glint/gl/shader.hpp>

namespace glint::view::detail {

/// The files of engine/view/shaders, by file name; the build writes it.
extern const std::map<std::string, std::string, std::less<>> kEmbeddedShaders;

/// The program of these files.
gl::ShaderProgram embedded_program(const gl::Context& context, std::string_view vertex,
                                   std::string_view fragment);
gl::ShaderProgram embedded_program(const gl::Context& context, std::string_view compute);

}  // namespace glint::view::detail
