// SPDX-License-Identifier: MIT
#include "arithmetic.hpp"

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace glint::fuzz {

template <class T>
T from_bits(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}

template <class T>
std::uint64_t to_bits(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

namespace {

// Calls `visit` with a value of the C++ type for `type`.
auto dispatch(Type type, auto&& visit) {
    switch (type) {
        case Type::boolean: return visit(false);
        case Type::u8: return visit(std::uint8_t{});
        case Type::i16: return visit(std::int16_t{});
        case Type::i32: return visit(std::int32_t{});
        case Type::u32: return visit(std::uint32_t{});
        case Type::i64: return visit(std::int64_t{});
        case Type::u64: return visit(std::uint64_t{});
        case Type::f32: return visit(float{});
        case Type::f64: return visit(double{});
    }
    throw Illegal("no such type");
}

// Saturates. NaN becomes 0, or 1 << (bits - 1) for conversions from double or to 64 bits.
template <class To, class From>
To cut_off(From value) {
    if (std::isnan(value)) {
        const bool is_wide = sizeof(To) == 8 || sizeof(From) == 8;
        return is_wide ? static_cast<To>(std::make_unsigned_t<To>{1} << (8 * sizeof(To) - 1))
                       : To{0};
    }
    // 2^digits is exact, unlike the maximum itself.
    const From limit = std::ldexp(From{1}, std::numeric_limits<To>::digits);
    const From whole = std::trunc(value);
    if (whole >= limit) return std::numeric_limits<To>::max();
    if (whole < (std::is_signed_v<To> ? -limit : From{0})) return std::numeric_limits<To>::min();
    return static_cast<To>(whole);
}

template <class To, class From>
To cast(From value) {
    if constexpr (!std::is_floating_point_v<From> || !std::is_integral_v<To> ||
                  std::is_same_v<To, bool>) {
        return static_cast<To>(value);
    } else if constexpr (sizeof(To) >= 4) {
        return cut_off<To>(value);
    } else {
        // Converts to 32 bits first, then keeps the low bits.
        using Word = std::conditional_t<std::is_signed_v<To>, std::int32_t, std::uint32_t>;
        return static_cast<To>(cut_off<Word>(value));
    }
}

template <class T>
T rounded(T value, Rounding rounding) {
    switch (rounding) {
        case Rounding::nearest: return std::nearbyint(value);
        case Rounding::to_zero: return std::trunc(value);
        case Rounding::down: return std::floor(value);
        case Rounding::up: return std::ceil(value);
    }
    throw Illegal("no such rounding");
}

template <class T>
T reversed(T value) {
    T result = 0;
    for (unsigned i = 0; i < 8 * sizeof(T); ++i)
        if (value >> i & 1u) result |= T{1} << (8 * sizeof(T) - 1 - i);
    return result;
}

template <class T>
std::uint64_t unary_integer(Unary operation, T value) {
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(value);
    switch (operation) {
        case Unary::complement: return to_bits(static_cast<T>(~bits));
        case Unary::popc: return to_bits<std::int32_t>(std::popcount(bits));
        case Unary::clz: return to_bits<std::int32_t>(std::countl_zero(bits));
        case Unary::ffs: return to_bits<std::int32_t>(bits == 0 ? 0 : std::countr_zero(bits) + 1);
        case Unary::brev: return to_bits(reversed(bits));
        default: break;
    }
    const bool is_least = std::is_signed_v<T> && value == std::numeric_limits<T>::min();
    if (is_least && operation == Unary::negate) throw Illegal("negation overflows");
    return to_bits(static_cast<T>(operation == Unary::negate || value < T{} ? U{} - bits : bits));
}

template <class T>
std::uint64_t unary(Unary operation, T value) {
    if (operation == Unary::logical_not) return to_bits<std::int32_t>(value == T{});
    if (operation >= Unary::as_float) return to_bits(value);
    if constexpr (std::is_floating_point_v<T>) {
        if (operation == Unary::root) return to_bits(std::sqrt(value));
        return to_bits(operation == Unary::negate ? -value : std::fabs(value));
    } else if constexpr (std::is_same_v<T, bool>) {
        throw Illegal("arithmetic on bool");
    } else {
        return unary_integer(operation, value);
    }
}

template <class T>
bool compare(Binary operation, T a, T b) {
    switch (operation) {
        case Binary::less: return a < b;
        case Binary::less_equal: return a <= b;
        case Binary::equal: return a == b;
        default: return a != b;
    }
}

bool is_comparison(Binary operation) {
    return operation >= Binary::less && operation <= Binary::not_equal;
}

template <class T>
T divided(Binary operation, T a, T b) {
    if (b == 0) throw Illegal("division by zero");
    if constexpr (std::is_signed_v<T>)
        if (b == -1)
            return operation == Binary::divide
                       ? static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a))
                       : T{0};
    return static_cast<T>(operation == Binary::divide ? a / b : a % b);
}

// Uses only the low 32 bits of the amount, as an unsigned number.
template <class T>
T shifted(Binary operation, T a, std::uint32_t amount) {
    using U = std::make_unsigned_t<T>;
    const bool is_right = operation == Binary::shift_right;
    if (amount >= 8 * sizeof(T)) return is_right && a < T{} ? static_cast<T>(-1) : T{};
    return is_right ? static_cast<T>(a >> amount) : static_cast<T>(static_cast<U>(a) << amount);
}

template <class T>
T sum_like(Binary operation, bool wraps, T a, T b) {
    T result{};
    const bool overflows = operation == Binary::add        ? __builtin_add_overflow(a, b, &result)
                           : operation == Binary::subtract ? __builtin_sub_overflow(a, b, &result)
                                                           : __builtin_mul_overflow(a, b, &result);
    if (overflows && std::is_signed_v<T> && !wraps) throw Illegal("signed overflow");
    return result;
}

template <class T>
T integer(Binary operation, bool wraps, T a, T b) {
    switch (operation) {
        case Binary::divide:
        case Binary::remainder: return divided(operation, a, b);
        case Binary::bit_and: return static_cast<T>(a & b);
        case Binary::bit_or: return static_cast<T>(a | b);
        case Binary::bit_xor: return static_cast<T>(a ^ b);
        case Binary::shift_left:
        case Binary::shift_right: return shifted(operation, a, static_cast<std::uint32_t>(b));
        case Binary::minimum: return a < b ? a : b;
        case Binary::maximum: return a > b ? a : b;
        default: return sum_like(operation, wraps, a, b);
    }
}

// Prefers numbers to NaN; +0 is greater than -0.
template <class T>
T larger(T a, T b) {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
}

template <class T>
T floating(Binary operation, T a, T b) {
    switch (operation) {
        case Binary::add: return a + b;
        case Binary::subtract: return a - b;
        case Binary::multiply: return a * b;
        case Binary::divide: return a / b;
        case Binary::minimum: return -larger(-a, -b);
        case Binary::maximum: return larger(a, b);
        default: throw Illegal("no such operation on floats");
    }
}

constexpr std::array kModes{FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

// Uses volatile, so that the compiler moves nothing out of the rounding mode.
template <class T>
T floating(Binary operation, Rounding rounding, T left, T right) {
    volatile T a = left, b = right;
    std::fesetround(kModes[static_cast<std::size_t>(rounding)]);
    volatile T result = floating<T>(operation, a, b);
    std::fesetround(FE_TONEAREST);
    return result;
}

template <class T>
std::uint64_t binary(Binary operation, bool wraps, T a, T b) {
    if (is_comparison(operation)) return to_bits<std::int32_t>(compare(operation, a, b));
    if constexpr (std::is_floating_point_v<T>) {
        return to_bits(floating(operation, a, b));
    } else if constexpr (sizeof(T) < 4) {
        throw Illegal("arithmetic on a narrow type");
    } else {
        return to_bits(integer(operation, wraps, a, b));
    }
}

}  // namespace

std::uint64_t convert(std::uint64_t bits, Type from, Type to) {
    return dispatch(from, [&]<class From>(From) {
        return dispatch(to, [&]<class To>(To) { return to_bits(cast<To>(from_bits<From>(bits))); });
    });
}

std::uint64_t convert(std::uint64_t bits, Type from, Type to, Rounding rounding) {
    return dispatch(from, [&]<class From>(From) -> std::uint64_t {
        if constexpr (std::is_floating_point_v<From>)
            return convert(to_bits(rounded(from_bits<From>(bits), rounding)), from, to);
        throw Illegal("only floats are rounded to whole numbers");
    });
}

std::uint64_t apply(Unary operation, Type type, std::uint64_t bits) {
    return dispatch(type, [&]<class T>(T) { return unary(operation, from_bits<T>(bits)); });
}

std::uint64_t apply(Binary operation, Type type, bool wraps, std::uint64_t left,
                    std::uint64_t right) {
    return dispatch(type, [&]<class T>(T) {
        return binary(operation, wraps, from_bits<T>(left), from_bits<T>(right));
    });
}

std::uint64_t apply(Binary operation, Type type, Rounding rounding, std::uint64_t left,
                    std::uint64_t right) {
    if (type == Type::f32)
        return to_bits(
            floating(operation, rounding, from_bits<float>(left), from_bits<float>(right)));
    return to_bits(
        floating(operation, rounding, from_bits<double>(left), from_bits<double>(right)));
}

std::uint64_t apply(Atomic operation, Type type, std::uint64_t old, std::uint64_t value) {
    const auto with = [&](Binary same) { return apply(same, type, true, old, value); };
    switch (operation) {
        case Atomic::add:
        case Atomic::compare_and_swap: return with(Binary::add);
        case Atomic::subtract: return with(Binary::subtract);
        case Atomic::minimum: return with(Binary::minimum);
        case Atomic::maximum: return with(Binary::maximum);
        case Atomic::bit_and: return with(Binary::bit_and);
        case Atomic::bit_or: return with(Binary::bit_or);
        case Atomic::bit_xor: return with(Binary::bit_xor);
        case Atomic::increment: return old >= value ? 0 : old + 1;
        case Atomic::decrement: return old == 0 || old > value ? value : old - 1;
        case Atomic::exchange: return value;
    }
    throw Illegal("no such atomic operation");
}

template float from_bits<float>(std::uint64_t);
template double from_bits<double>(std::uint64_t);
template std::int32_t from_bits<std::int32_t>(std::uint64_t);
template std::uint64_t to_bits<float>(float);
template std::uint64_t to_bits<double>(double);
template std::uint64_t to_bits<std::int32_t>(std::int32_t);
template std::uint64_t to_bits<std::int64_t>(std::int64_t);

}  // namespace glint::fuzz
