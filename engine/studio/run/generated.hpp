// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {

/// The text that follows a file's own when it is compiled: questions for the compiler, and a kernel
/// for each derived field and each monitor. Messages about the questions are at the lines of
/// `file`.
std::string generated_text(const std::string& file, const Reading& reading);

/// The kernel of the derived field or monitor of this index. It has a thread for each element, and
/// takes the three extents, a pointer to the values, and the function's arguments besides the place
/// of its element; fields are const pointers.
std::string generated_kernel(std::size_t derived);

/// The kernel that joins the values of the monitor of this index. It takes their number, the
/// values, and a pointer to one result of 64 bits for each block.
std::string generated_joiner(const Declaration& declaration, std::size_t derived);

/// The kernel that finds the element whose value a monitor of an extreme gives. It takes the number
/// of values, the values, a pointer to the lowest index so far, and the value.
std::string generated_finder(const Declaration& declaration, std::size_t derived);

/// What messages of the compiler start with that are answers to questions.
inline constexpr const char* kAnswer = "glint: ";

}  // namespace glint::studio
