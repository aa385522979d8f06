// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// Returns a C++ symbol as the source spells it, "ns::scale<float>(float*, int)". Other names are
/// returned unchanged.
std::string demangled(std::string_view symbol);

/// Returns a C++ symbol's name without return type, parameters and unnamed namespaces,
/// "ns::scale<float>". Other names are returned unchanged.
std::string demangled_name(std::string_view symbol);

/// Returns the parameter types of a demangled function: "void f<int>(float const*, int)" gives
/// {"const float*", "int"}. Returns nullopt for text without a parameter list.
std::optional<std::vector<std::string>> parameters_in(std::string_view demangled);

}  // namespace glint
