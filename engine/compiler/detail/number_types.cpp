// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/number_types.hpp>

#include <algorithm>

namespace glint::compiler {
namespace {

struct NumberName {
    std::string_view name;
    std::string_view plain;
};

/// Alternative names of number types, and the names that glint uses instead.
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

struct ScalarName {
    std::string_view name;
    ScalarType scalar;
    std::string_view vector;  ///< prefix of the names of its vector types, or ""
};

constexpr ScalarName kScalars[] = {
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

/// Returns the type of a number, or of a vector of 2 to 4 numbers. Vectors of two and four numbers
/// are aligned to their size, but to at most 16 bytes. Vectors of three are aligned like a single
/// number.
NumberType number(std::string_view name, ScalarType scalar, unsigned components) {
    const std::size_t bytes = size_of(scalar) * components;
    return {.name = std::string(name),
            .scalar = scalar,
            .components = components,
            .alignment = components == 3 ? size_of(scalar) : std::min<std::size_t>(bytes, 16)};
}

}  // namespace

std::string plain_type_name(std::string_view name) {
    for (const std::string_view scope : {"::", "std::"})
        if (name.starts_with(scope)) name.remove_prefix(scope.size());
    const auto other = std::ranges::find(kOtherNames, name, &NumberName::name);
    return std::string(other == std::end(kOtherNames) ? name : other->plain);
}

std::optional<NumberType> find_number_type(std::string_view plain) {
    const auto found = std::ranges::find(kScalars, plain, &ScalarName::name);
    if (found != std::end(kScalars)) return number(plain, found->scalar, 1);
    if (plain == "half2") return number(plain, ScalarType::f16, 2);
    if (plain == "__nv_bfloat162") return number(plain, ScalarType::bf16, 2);
    if (plain.empty() || plain.back() < '2' || plain.back() > '4') return std::nullopt;
    const std::string_view base = plain.substr(0, plain.size() - 1);
    const auto vector = std::ranges::find(kScalars, base, &ScalarName::vector);
    if (base.empty() || vector == std::end(kScalars)) return std::nullopt;
    return number(plain, vector->scalar, static_cast<unsigned>(plain.back() - '0'));
}

}  // namespace glint::compiler
