// SPDX-License-Identifier: MIT
#include <limits>

#include "arithmetic.hpp"
#include "generator.hpp"

/// Expressions that are undefined in C++ but defined on a GPU: conversions of out-of-range floats
/// to integers, shifts by any amount, and divisions of the minimum integer. Also intrinsics, which
/// round once in any context.
namespace glint::fuzz {
namespace {

constexpr std::initializer_list<Rounding> kRoundings{Rounding::nearest, Rounding::to_zero,
                                                     Rounding::down, Rounding::up};

std::int64_t least(Type type) {
    return size_bytes(type) == 8 ? std::numeric_limits<std::int64_t>::min()
                                 : std::numeric_limits<std::int32_t>::min();
}

}  // namespace

// NaN, infinities, -0, fractions, and the limits of integer types.
ExpressionPtr Generator::special(Type type) {
    if (type == Type::f32) {
        const std::uint32_t bits =
            random_.pick({0x7fc00000u, 0x7f800000u, 0xff800000u, 0x80000000u, 0x3dcccccdu,
                          0x43965999u, 0x4effffffu, 0x4f000000u, 0xcf000001u, 0x4f7fffffu,
                          0x4f800000u, 0x5effffffu, 0x5f000000u, 0xdf000001u, 0x5f800000u});
        return unary(Unary::as_float, number(static_cast<std::int32_t>(bits)));
    }
    const double value = random_.pick(
        {-0.0, 0.1, 300.7, -1.5, 2147483647.5, 2147483648.0, -2147483649.0, 4294967295.5,
         4294967296.0, 9.2e18, 9223372036854775808.0, -9.3e18, 1.8e19, 18446744073709551616.0,
         1e300, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
         std::numeric_limits<double>::quiet_NaN()});
    return unary(Unary::as_double, constant(Type::i64, static_cast<std::int64_t>(to_bits(value))));
}

// Any float of any magnitude. Only operations with explicit rounding give the same result
// everywhere.
ExpressionPtr Generator::wild(Type type, int depth) {
    const bool is_leaf = depth > 3;
    switch (random_.between(0, is_leaf ? 2 : 5)) {
        case 0: return special(type);
        case 1:
            if (type == Type::f32) return unary(Unary::as_float, value(Type::i32, depth + 1));
            return unary(Unary::as_double, value(Type::i64, depth + 1));
        case 2:
            return cast(
                type, value(random_.pick({Type::i32, Type::u32, Type::i64, Type::u64}), depth + 1));
        case 3: {
            const Binary operation = random_.pick({Binary::minimum, Binary::maximum});
            return binary(operation, wild(type, depth + 1), wild(type, depth + 1));
        }
        default: break;
    }
    const Binary operation =
        random_.pick({Binary::add, Binary::subtract, Binary::multiply, Binary::divide});
    const Rounding rounding = random_.chance(70) ? Rounding::nearest : random_.pick(kRoundings);
    return rounded(rounding, operation, wild(type, depth + 1), wild(type, depth + 1));
}

ExpressionPtr Generator::from_wild(Type type, int depth) {
    const Type source = random_.pick({Type::f32, Type::f64});
    if (random_.chance(30)) {
        // Bits of NaN differ between processors.
        const ExpressionPtr number = wild(source, depth);
        const ExpressionPtr bits = unary(Unary::as_integer, number);
        return cast(type, choice(binary(Binary::equal, number, number), bits,
                                 constant(bits->type, random_.between(0, 9))));
    }
    const std::initializer_list<Type> wide{Type::i32, Type::u32, Type::i64, Type::u64};
    if (random_.chance(30))
        return cast(
            type, rounded_cast(random_.pick(kRoundings), random_.pick(wide), wild(source, depth)));
    const Type to = random_.chance(40) ? random_.pick({Type::i16, Type::u8}) : random_.pick(wide);
    return cast(type, cast(to, wild(source, depth)));
}

ExpressionPtr Generator::divided(Type type, int depth) {
    const Binary operation = random_.pick({Binary::divide, Binary::remainder});
    const ExpressionPtr left =
        is_signed(type) && random_.chance(20) ? constant(type, least(type)) : value(type, depth);
    if (is_plain()) {
        const int divisor = is_signed(type) && random_.chance(20) ? -1 : random_.between(2, 20);
        return binary(operation, left, constant(type, divisor));
    }
    const ExpressionPtr divisor = value(type, depth);
    if (random_.chance(50))
        return binary(operation, left, wrapping(Binary::bit_or, divisor, constant(type, 1)));
    if (is_signed(type) && random_.chance(50)) {
        // Always 1 or -1.
        const ExpressionPtr low = wrapping(Binary::bit_and, divisor, constant(type, 2));
        return binary(operation, left, wrapping(Binary::subtract, low, constant(type, 1)));
    }
    const ExpressionPtr small = wrapping(Binary::bit_and, divisor, constant(type, 15));
    return binary(operation, left, binary(Binary::add, small, constant(type, 1)));
}

ExpressionPtr Generator::shifted(Type type, int depth) {
    const Binary operation = random_.pick({Binary::shift_left, Binary::shift_right});
    const ExpressionPtr left = value(type, depth);
    const Type other = random_.pick({Type::i32, Type::u32, Type::i64, Type::u64});
    switch (random_.between(0, 4)) {
        case 0: return binary(operation, left, constant(type, random_.between(0, 31)));
        case 1: {
            const int amount = random_.pick({-1, -32, 32, 33, 63, 64, 65, 200});
            return binary(operation, left, constant(other, amount));
        }
        case 2: return binary(operation, left, value(other, depth));
        case 3: {
            const ExpressionPtr amount =
                wrapping(Binary::bit_and, value(other, depth), constant(other, 127));
            return binary(operation, left, amount);
        }
        default: break;
    }
    const ExpressionPtr limit = constant(type, size_bytes(type) * 8 - 1);
    return binary(operation, left, binary(Binary::bit_and, value(type, depth), limit));
}

}  // namespace glint::fuzz
