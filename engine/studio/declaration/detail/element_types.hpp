// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/declaration/detail/syntax.hpp>

namespace glint::studio {

/// The types that a source's fields and functions have.
class ElementTypes {
public:
    explicit ElementTypes(const Syntax& syntax) : syntax_(syntax) {}

    /// A number, a vector of 2 to 4, or a struct of these that the source defines; nullptr for
    /// another type.
    const ElementType* find(std::string_view name);

    /// `name` without aliases, in CUDA C++'s shortest words: "unsigned char" for "std::uint8_t".
    std::string plain(std::string_view name) const;

private:
    bool add_struct(const StructSyntax& syntax, unsigned depth);
    const ElementType* find(const std::string& plain, unsigned depth);

    const Syntax& syntax_;
    std::map<std::string, ElementType, std::less<>> known_;
};

}  // namespace glint::studio
