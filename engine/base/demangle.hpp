#pragma once

#include <string>
#include <string_view>

namespace glint {

/// A C++ symbol as the source spells it, "ns::scale<float>(float*, int)"; other names unchanged.
std::string demangled(std::string_view symbol);

/// The same without return type, parameters and unnamed namespaces: "ns::scale<float>".
std::string demangled_name(std::string_view symbol);

}  // namespace glint
