// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {

/// Returns the source text that is appended to a file for compilation. It contains questions for
/// the compiler (see TypeQuestion), and a kernel for each derived field and each monitor. Messages
/// about the questions refer to lines of `file`.
std::string generated_text(const std::string& file, const Reading& reading);

/// Returns the name of the kernel of this derived field or monitor. The kernel has one thread per
/// element. Its parameters are the three extents, a pointer to the values, and the function's
/// arguments except `cell` and `index`. Fields are const pointers.
std::string generated_kernel(std::size_t derived);

/// Returns the name of the kernel that reduces the values of this monitor. Its parameters are the
/// number of values, the values, and a pointer to one 64-bit result per block.
std::string generated_joiner(const Declaration& declaration, std::size_t derived);

/// Returns the name of the kernel that finds the element with the extreme value of a monitor. Its
/// parameters are the number of values, the values, a pointer to the lowest index found so far, and
/// the extreme value.
std::string generated_finder(const Declaration& declaration, std::size_t derived);

/// Prefix of the compiler messages that answer questions, see TypeQuestion.
inline constexpr const char* kAnswer = "glint: ";

}  // namespace glint::studio
