// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// One argument of a list such as "float a, const float* x".
struct KernelArgument {
    std::string type{};  ///< of the value, or of what it points to: "unsigned int"
    std::string name{};
    bool is_pointer = false;
    bool is_const = false;     ///< of a pointer: it only reads what it points to
    bool is_restrict = false;  ///< of a pointer: nothing else points there
    bool is_raw = false;       ///< of a pointer: it has another number of elements than others

    friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

/// "raw const float* __restrict__ x".
std::string to_string(const KernelArgument& argument);

/// Reads a C argument list of values and plain pointers, of which the word `raw` may come before;
/// blank text is an empty list. A type may have several words, namespaces and template arguments,
/// and is not checked further.
/// Throws Error(bad_input), naming the argument, for all else: references, arrays, pointers to
/// pointers, missing or repeated names.
std::vector<KernelArgument> parse_arguments(std::string_view list);

}  // namespace glint::compiler
