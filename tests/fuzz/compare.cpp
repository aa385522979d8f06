// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <cstring>

#include <fmt/format.h>

#include "arithmetic.hpp"

namespace glint::fuzz {
namespace {

std::string shown(Type type, const std::byte* bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, size_bytes(type));
    if (type == Type::f32) return fmt::format("{} ({:#x})", from_bits<float>(bits), bits);
    if (type == Type::f64) return fmt::format("{} ({:#x})", from_bits<double>(bits), bits);
    return is_signed(type)
               ? fmt::format("{}", static_cast<std::int64_t>(convert(bits, type, Type::i64)))
               : fmt::format("{}", bits);
}

std::string difference(const Variable& variable, const std::vector<std::byte>& expected,
                       const std::vector<std::byte>& got) {
    const Layout& layout = *variable.layout;
    for (std::size_t at = 0; at < expected.size(); at += layout.size)
        for (const Field& field : layout.fields) {
            const std::byte *left = &expected[at + field.offset], *right = &got[at + field.offset];
            if (std::memcmp(left, right, size_bytes(field.type)) == 0) continue;
            return fmt::format("{}[{}]{}{}: expected {}, got {}", variable.name, at / layout.size,
                               field.name.empty() ? "" : ".", field.name, shown(field.type, left),
                               shown(field.type, right));
        }
    return "";
}

}  // namespace

std::string first_difference(const Kernel& kernel, const Memory& expected, const Memory& got) {
    for (const auto& [number, bytes] : expected) {
        const std::string found = difference(kernel.variables[number], bytes, got.at(number));
        if (!found.empty()) return found;
    }
    return "";
}

}  // namespace glint::fuzz
