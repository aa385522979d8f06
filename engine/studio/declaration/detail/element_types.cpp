// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/element_types.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/compiler/detail/number_types.hpp>

namespace glint::studio {
namespace {

constexpr unsigned kDeepest = 16;
constexpr std::size_t kMaxParts = 256;

ElementType element_type(const compiler::NumberType& number) {
    return {.name = number.name,
            .size_bytes = size_of(number.scalar) * number.components,
            .alignment = number.alignment,
            .parts = {{.scalar = number.scalar, .components = number.components}}};
}

}  // namespace

std::string ElementTypes::plain(std::string_view name) const {
    std::string type(name);
    for (unsigned i = 0; i < kDeepest; ++i) {
        const auto alias = syntax_.aliases.find(type);
        if (alias == syntax_.aliases.end()) break;
        type = alias->second;
    }
    return compiler::plain_type_name(type);
}

const ElementType* ElementTypes::find(std::string_view name) { return find(plain(name), 0); }

const ElementType* ElementTypes::find(const std::string& plain, unsigned depth) {
    if (const auto found = known_.find(plain); found != known_.end()) return &found->second;
    if (const auto number = compiler::find_number_type(plain))
        return &known_.emplace(plain, element_type(*number)).first->second;
    const StructSyntax* syntax = syntax_.find_struct(plain);
    if (!syntax || syntax->note || depth > kDeepest || !add_struct(*syntax, depth)) return nullptr;
    return &known_.at(plain);
}

// Adds the type of a struct, with the memory layout of C. Returns false if fields cannot have
// elements of this type.
bool ElementTypes::add_struct(const StructSyntax& syntax, unsigned depth) {
    ElementType made{.name = syntax.name, .is_struct = true};
    for (const Variable& member : syntax.members) {
        const ElementType* type =
            member.pointers == 0 ? find(plain(member.type), depth + 1) : nullptr;
        if (!type || member.array > 64) return false;
        made.alignment = std::max(made.alignment, type->alignment);
        for (unsigned i = 0; i < std::max(member.array, 1u); ++i) {
            made.size_bytes = round_up(made.size_bytes, type->alignment);
            const std::string name =
                member.array == 0 ? member.name : fmt::format("{}[{}]", member.name, i);
            for (ElementType::Part part : type->parts) {
                part.name = part.name.empty() ? name : name + '.' + part.name;
                part.offset += made.size_bytes;
                made.parts.push_back(std::move(part));
            }
            made.size_bytes += type->size_bytes;
        }
        if (made.parts.size() > kMaxParts) return false;
    }
    made.size_bytes = round_up(made.size_bytes, made.alignment);
    if (made.parts.empty()) return false;
    known_.emplace(made.name, std::move(made));
    return true;
}

}  // namespace glint::studio
