// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// Returns a mangled C++ symbol in source form, such as "ns::scale<float>(float*, int)". Returns
/// other names unchanged.
std::string demangled(std::string_view symbol);

/// Returns the name in a mangled C++ symbol, such as "ns::scale<float>", without return type,
/// parameters and unnamed namespaces. Returns other names unchanged.
std::string demangled_name(std::string_view symbol);

/// Returns the parameter types of a demangled function: "void f<int>(float const*, int)" gives
/// {"const float*", "int"}. Returns nullopt for text without a parameter list.
std::optional<std::vector<std::string>> parameters_in(std::string_view demangled);

}  // namespace glint
