// SPDX-License-Identifier: MIT
#include <glint/array/detail/componentwise.hpp>

#include <fmt/format.h>

namespace glint::detail {

std::string EachCall::component(const ElementType& type, const std::string& vector) {
    std::string name = fmt::format("x{}", count_++);
    parameters_ += fmt::format("{}const {} {}", parameters_.empty() ? "" : ", ", type.name, name);
    arguments_ += ", " + vector;
    return name;
}

std::string EachCall::text(const ElementType& vector, const ElementType& component,
                           const std::string& code) const {
    return fmt::format("glint::each_to<{}>([&]({}) -> {} {{ return {}; }}{})", vector.name,
                       parameters_, component.name, code, arguments_);
}

}  // namespace glint::detail
