// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// A C++ symbol as the source spells it, "ns::scale<float>(float*, int)"; other names unchanged.
std::string demangled(std::string_view symbol);

/// A C++ symbol's name without return type, parameters and unnamed namespaces, "ns::scale<float>";
/// other names unchanged.
std::string demangled_name(std::string_view symbol);

/// The parameter types in a function as a demangler writes it, "void f<int>(float const*, int)":
/// {"const float*", "int"}. Nothing for text without a parameter list.
std::optional<std::vector<std::string>> parameters_in(std::string_view demangled);

}  // namespace glint
