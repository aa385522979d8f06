// SPDX-License-Identifier: MIT
#include <glint/backend/detail/value_type.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::driver {
namespace {

struct NamedType {
    std::string_view name;
    ValueKind kind;
    std::uint32_t size_bytes;
};

constexpr ValueKind kInteger = ValueKind::integer;

constexpr auto kNames = std::to_array<NamedType>({
    {"float", ValueKind::floating, 4},
    {"double", ValueKind::floating, 8},
    {"bool", kInteger, 1},
    {"char", kInteger, 1},
    {"signed char", kInteger, 1},
    {"unsigned char", kInteger, 1},
    {"short", kInteger, 2},
    {"unsigned short", kInteger, 2},
    {"int", kInteger, 4},
    {"unsigned", kInteger, 4},
    {"unsigned int", kInteger, 4},
    {"long", kInteger, 8},
    {"unsigned long", kInteger, 8},
    {"long long", kInteger, 8},
    {"unsigned long long", kInteger, 8},
    {"size_t", kInteger, 8},
    {"ptrdiff_t", kInteger, 8},
    {"int8_t", kInteger, 1},
    {"uint8_t", kInteger, 1},
    {"int16_t", kInteger, 2},
    {"uint16_t", kInteger, 2},
    {"int32_t", kInteger, 4},
    {"uint32_t", kInteger, 4},
    {"int64_t", kInteger, 8},
    {"uint64_t", kInteger, 8},
    {"cudaTextureObject_t", kInteger, 8},
    {"cudaSurfaceObject_t", kInteger, 8},
});

constexpr std::array<std::string_view, 5> kQualifiers{"const", "volatile", "__restrict__",
                                                      "__restrict", "restrict"};

/// A type without qualifiers: the name before the stars, and the number of stars.
struct Pointers {
    std::string base;
    std::size_t stars = 0;
};

Pointers without_qualifiers(std::string_view type) {
    std::string spaced;
    for (const char c : type) spaced += c == '*' ? std::string(" * ") : std::string(1, c);
    std::vector<std::string_view> words;
    text::split_words(spaced, words);
    Pointers result;
    for (const std::string_view word : words) {
        if (word == "*") ++result.stars;
        if (word == "*" || std::ranges::find(kQualifiers, word) != kQualifiers.end()) continue;
        if (!result.base.empty()) result.base += ' ';
        result.base += word;
    }
    return result;
}

NamedType named(std::string_view name) {
    if (name.starts_with("std::")) name.remove_prefix(5);
    const auto found = std::ranges::find(kNames, name, &NamedType::name);
    return found == kNames.end() ? NamedType{} : *found;
}

ValueType pointer_to(const NamedType& base, std::size_t stars) {
    if (stars > 1) return {ValueKind::pointer, ValueKind::pointer, 8};
    return {ValueKind::pointer, base.kind, base.size_bytes};
}

std::string plural(ValueKind kind) {
    switch (kind) {
        case ValueKind::integer: return "integers";
        case ValueKind::floating: return "floating-point numbers";
        case ValueKind::pointer: return "pointers";
        default: return "structs";
    }
}

}  // namespace

SpelledType spelled_type(std::string_view type) {
    const Pointers parts = without_qualifiers(type);
    const NamedType base = named(parts.base);
    if (type.find_first_of("&[(") != type.npos) return {};
    if (parts.stars > 0) return {pointer_to(base, parts.stars), 8};
    return {{.kind = base.kind}, base.size_bytes};
}

void set_types(std::vector<KernelParameter>& parameters, const std::vector<std::string>& types) {
    if (types.size() != parameters.size()) return;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const SpelledType type = spelled_type(types[i]);
        if (type.size_bytes != 0 && type.size_bytes != parameters[i].size_bytes) continue;
        parameters[i].type = types[i];
        parameters[i].value = type.value;
    }
}

std::string describe(const ValueType& type) {
    switch (type.kind) {
        case ValueKind::integer: return "an integer";
        case ValueKind::floating: return "a floating-point number";
        case ValueKind::aggregate: return "a struct";
        case ValueKind::unknown: return "of unknown type";
        case ValueKind::pointer: break;
    }
    if (!is_scalar(type.pointee)) return "a pointer";
    return fmt::format("a pointer to {} of {} bytes", plural(type.pointee), type.pointee_bytes);
}

}  // namespace glint::driver
