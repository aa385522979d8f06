// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// One argument of a list such as "float a, const float* x".
struct KernelArgument {
    std::string type{};  ///< type of the value, or of the elements of a pointer: "unsigned int"
    std::string name{};
    bool is_pointer = false;
    bool is_const = false;     ///< pointer to const elements
    bool is_restrict = false;  ///< pointer that no other pointer aliases
    bool is_raw = false;       ///< pointer to an array with its own number of elements

    friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

/// Formats an argument, as in "raw const float* __restrict__ x".
std::string to_string(const KernelArgument& argument);

/// Parses a C argument list of values and plain pointers, each optionally preceded by the keyword
/// `raw`. Blank text is an empty list. A type may consist of several words, namespaces and template
/// arguments, and is not checked further. Throws Error(bad_input), naming the argument, for
/// anything else: references, arrays, pointers to pointers, missing or repeated names.
std::vector<KernelArgument> parse_arguments(std::string_view list);

}  // namespace glint::compiler
