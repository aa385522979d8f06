#include <glint/studio/declaration/detail/element_types.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

struct NumberName {
    std::string_view name;
    std::string_view plain;
};

/// Other names of the numbers.
constexpr NumberName kOtherNames[] = {
    {"unsigned int", "unsigned"},
    {"signed", "int"},
    {"signed int", "int"},
    {"short int", "short"},
    {"signed short", "short"},
    {"unsigned short int", "unsigned short"},
    {"long int", "long"},
    {"signed long", "long"},
    {"long unsigned int", "unsigned long"},
    {"unsigned long int", "unsigned long"},
    {"long long int", "long long"},
    {"signed long long", "long long"},
    {"unsigned long long int", "unsigned long long"},
    {"uchar", "unsigned char"},
    {"ushort", "unsigned short"},
    {"uint", "unsigned"},
    {"ulong", "unsigned long"},
    {"int8_t", "signed char"},
    {"uint8_t", "unsigned char"},
    {"int16_t", "short"},
    {"uint16_t", "unsigned short"},
    {"int32_t", "int"},
    {"uint32_t", "unsigned"},
    {"int64_t", "long"},
    {"uint64_t", "unsigned long"},
    {"size_t", "unsigned long"},
    {"__half", "half"},
    {"__half2", "half2"},
    {"nv_bfloat16", "__nv_bfloat16"},
    {"bfloat16", "__nv_bfloat16"},
    {"nv_bfloat162", "__nv_bfloat162"},
};

struct NumberType {
    std::string_view name;
    ScalarType scalar;
    std::string_view vector;  ///< what its vectors' names start with; empty if there are none
};

constexpr NumberType kNumbers[] = {
    {"bool", ScalarType::boolean, ""},
    {"char", ScalarType::i8, "char"},
    {"signed char", ScalarType::i8, ""},
    {"unsigned char", ScalarType::u8, "uchar"},
    {"short", ScalarType::i16, "short"},
    {"unsigned short", ScalarType::u16, "ushort"},
    {"int", ScalarType::i32, "int"},
    {"unsigned", ScalarType::u32, "uint"},
    {"long", ScalarType::i64, "long"},
    {"unsigned long", ScalarType::u64, "ulong"},
    {"long long", ScalarType::i64, "longlong"},
    {"unsigned long long", ScalarType::u64, "ulonglong"},
    {"half", ScalarType::f16, ""},
    {"__nv_bfloat16", ScalarType::bf16, ""},
    {"float", ScalarType::f32, "float"},
    {"double", ScalarType::f64, "double"},
};

constexpr unsigned kDeepest = 16;
constexpr std::size_t kMostParts = 256;

/// Vectors of two and four are aligned as a whole, up to 16 bytes; others as their numbers.
ElementType number(std::string_view name, ScalarType scalar, unsigned components) {
    const std::size_t bytes = size_of(scalar) * components;
    return {.name = std::string(name),
            .size_bytes = bytes,
            .alignment = components == 3 ? size_of(scalar) : std::min<std::size_t>(bytes, 16),
            .parts = {{.scalar = scalar, .components = components}}};
}

std::optional<ElementType> vector_type(std::string_view name) {
    if (name == "half2") return number(name, ScalarType::f16, 2);
    if (name == "__nv_bfloat162") return number(name, ScalarType::bf16, 2);
    if (name.empty() || name.back() < '2' || name.back() > '4') return std::nullopt;
    const std::string_view base = name.substr(0, name.size() - 1);
    const auto found = std::ranges::find(kNumbers, base, &NumberType::vector);
    if (base.empty() || found == std::end(kNumbers)) return std::nullopt;
    return number(name, found->scalar, static_cast<unsigned>(name.back() - '0'));
}

std::optional<ElementType> built_in(std::string_view name) {
    const auto found = std::ranges::find(kNumbers, name, &NumberType::name);
    if (found != std::end(kNumbers)) return number(name, found->scalar, 1);
    return vector_type(name);
}

}  // namespace

std::string ElementTypes::plain(std::string_view name) const {
    std::string type(name);
    for (unsigned i = 0; i < kDeepest; ++i) {
        const auto alias = syntax_.aliases.find(type);
        if (alias == syntax_.aliases.end()) break;
        type = alias->second;
    }
    for (const std::string_view scope : {"::", "std::"})
        if (type.starts_with(scope)) type.erase(0, scope.size());
    const auto other = std::ranges::find(kOtherNames, type, &NumberName::name);
    return other == std::end(kOtherNames) ? type : std::string(other->plain);
}

const ElementType* ElementTypes::find(std::string_view name) { return find(plain(name), 0); }

const ElementType* ElementTypes::find(const std::string& plain, unsigned depth) {
    if (const auto found = known_.find(plain); found != known_.end()) return &found->second;
    if (auto type = built_in(plain)) return &known_.emplace(plain, std::move(*type)).first->second;
    const StructSyntax* syntax = syntax_.find_struct(plain);
    if (!syntax || syntax->note || depth > kDeepest || !add_struct(*syntax, depth)) return nullptr;
    return &known_.at(plain);
}

// As C lays it out.
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
        if (made.parts.size() > kMostParts) return false;
    }
    made.size_bytes = round_up(made.size_bytes, made.alignment);
    if (made.parts.empty()) return false;
    known_.emplace(made.name, std::move(made));
    return true;
}

}  // namespace glint::studio
