// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// One argument of a list such as "float a, const float* x".
struct KernelArgument {
    std::string type{};  ///< type of the value or of a pointer's elements: "unsigned int"
    std::string name{};
    bool is_pointer = false;
    bool is_const = false;     ///< true for a pointer to const elements
    bool is_restrict = false;  ///< true for a pointer that is declared `__restrict__`
    bool is_raw = false;       ///< true for `raw`: an array that may have any shape

    friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

/// Returns the argument's text, such as "raw const float* __restrict__ x".
std::string to_string(const KernelArgument& argument);

/// Parses a C argument list of values and pointers. The keyword `raw` may precede a pointer
/// argument. Returns an empty list for blank text. A type may consist of several words, namespaces
/// and template arguments. The parser does not check whether the type exists. Throws
/// Error(bad_input), naming the argument, for any other text, such as references, arrays, pointers
/// to pointers, and missing or repeated names.
std::vector<KernelArgument> parse_arguments(std::string_view list);

}  // namespace glint::compiler
