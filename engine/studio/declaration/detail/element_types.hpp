// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/declaration/detail/syntax.hpp>

namespace glint::studio {

/// The element types of a source's fields and functions.
class ElementTypes {
public:
    explicit ElementTypes(const Syntax& syntax) : syntax_(syntax) {}

    /// Returns the type `name` if it is a number, a vector of 2 to 4 numbers, or a struct of such
    /// types that the source defines. Returns nullptr for any other type.
    const ElementType* find(std::string_view name);

    /// Returns `name` with aliases resolved, in the shortest CUDA C++ spelling: "unsigned char" for
    /// "std::uint8_t".
    std::string plain(std::string_view name) const;

private:
    bool add_struct(const StructSyntax& syntax, unsigned depth);
    const ElementType* find(const std::string& plain, unsigned depth);

    const Syntax& syntax_;
    std::map<std::string, ElementType, std::less<>> known_;
};

}  // namespace glint::studio
