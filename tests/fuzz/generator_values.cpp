// SPDX-License-Identifier: MIT
#include <algorithm>

#include "generator.hpp"

/// Integer expressions.
namespace glint::fuzz {

std::uint64_t Random::next() {
    std::uint64_t value = state_ += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

int Random::between(int low, int high) {
    return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
}

std::vector<const Visible*> Generator::having(std::initializer_list<Role> roles) const {
    std::vector<const Visible*> found;
    for (const Visible& visible : visible_)
        if (std::find(roles.begin(), roles.end(), visible.role) != roles.end())
            found.push_back(&visible);
    return found;
}

ExpressionPtr Generator::value(Type type, int depth) {
    if (depth > 2 || is_short() || random_.chance(25 + 10 * depth)) return leaf(type);
    const auto deeper = [&] { return value(type, depth + 1); };
    switch (random_.between(0, 13)) {
        case 0: return divided(type, depth + 1);
        case 1: return shifted(type, depth + 1);
        case 2: return bits(type, depth + 1);
        case 3: {
            const ExpressionPtr asked = condition(depth + 1);
            return perhaps([&] { return choice(asked, deeper(), deeper()); });
        }
        case 4: return cast(type, condition(depth + 1));
        case 5: return binary(random_.pick({Binary::minimum, Binary::maximum}), deeper(), deeper());
        case 6: {
            const Type other =
                random_.pick({Type::i32, Type::u32, Type::i64, Type::u64, Type::i16, Type::u8});
            if (is_narrow(other)) return cast(type, cast(other, deeper()));
            return cast(type, value(other, depth + 1));
        }
        case 7: return cast(type, bounded(depth + 1).expression);
        case 8:
        case 9:
            if (is_plain()) break;
            return from_wild(type, depth + 1);
        default: break;
    }
    return wrapping(random_.pick({Binary::add, Binary::subtract, Binary::multiply, Binary::bit_and,
                                  Binary::bit_or, Binary::bit_xor, Binary::add}),
                    deeper(), deeper());
}

ExpressionPtr Generator::leaf(Type type) {
    if (random_.chance(15)) return constant(type, random_.between(-9, 200));
    if (random_.chance(25)) return cast(type, bounded_leaf().expression);
    if (!is_short() && random_.chance(30)) return cast(type, from_memory(type));
    const auto values = having({Role::value, Role::value});
    if (values.empty()) return cast(type, bounded_leaf().expression);
    return cast(type, get(random_.pick(values)->variable));
}

// Loads an integer value from a buffer, table, array, or struct.
ExpressionPtr Generator::from_memory(Type type) {
    if (stands_in_rows() && random_.chance(50)) return value_near(type, neighbor());
    std::vector<int> sources = inputs_;
    for (const Visible* array : having({Role::array, Role::record}))
        sources.insert(sources.end(), 3, array->variable);
    for (const SharedState& state : shared_)
        if (!in_function_ && state.phase != SharedState::Phase::atomic)
            sources.insert(sources.end(), 3, state.variable);
    if (sources.empty()) return constant(type, 3);
    const int chosen = random_.pick(sources);
    const Place place = any_place(chosen);
    const ExpressionPtr cell = get(place);
    // By construction, floats hold small integers in every variable.
    return cast(type, is_float(cell->type) ? cast(Type::i32, cell) : cell);
}

Place Generator::any_place(int variable) {
    const Variable& what = kernel_.variables[variable];
    Place place{.variable = variable};
    place.field = random_.between(0, static_cast<int>(what.layout->fields.size()) - 1);
    for (const SharedState& state : shared_)
        if (state.variable == variable) {
            const bool own = state.phase == SharedState::Phase::own;
            place.index = own ? own_shared(state)
                              : index(std::min<std::size_t>(what.count, kernel_.shape.threads()));
            return place;
        }
    if (what.is_array || what.space == Space::pointer || what.space == Space::global)
        place.index = index(what.count);
    return place;
}

ExpressionPtr Generator::bits(Type type, int depth) {
    const Unary operation = random_.pick({Unary::complement, Unary::popc, Unary::clz, Unary::ffs,
                                          Unary::brev, Unary::logical_not, Unary::absolute});
    const bool is_signed_operation =
        operation == Unary::clz || operation == Unary::ffs || operation == Unary::absolute;
    const bool wide = size_bytes(type) == 8;
    const Type used =
        is_signed_operation ? (wide ? Type::i64 : Type::i32) : (wide ? Type::u64 : Type::u32);
    return cast(type, unary(operation, value(used, depth)));
}

Bounded Generator::bounded(int depth) {
    if (depth > 2 || is_short() || random_.chance(35)) return bounded_leaf();
    if (random_.chance(20)) {
        const int mask = random_.pick({1, 3, 7, 15, 63, 255});
        return {binary(Binary::bit_and, value(Type::i32, depth + 1), number(mask)), 0, mask};
    }
    return bounded_operation(depth + 1);
}

Bounded Generator::bounded_leaf() {
    const auto known = having({Role::bounded, Role::uniform, Role::counter});
    if (known.empty() || random_.chance(20)) {
        const int value = random_.between(-3, 40);
        if (has_template_value_ && random_.chance(50)) return {template_value(), 0, 9};
        return {number(value), value, value};
    }
    const Visible& chosen = *random_.pick(known);
    return {cast(Type::i32, get(chosen.variable)), chosen.low, chosen.high};
}

// Plain signed arithmetic, as in typical code. The compiler may assume that it does not overflow.
Bounded Generator::bounded_operation(int depth) {
    constexpr std::int64_t kMax = 1 << 30;
    const Bounded a = bounded(depth), b = bounded(depth);
    const auto made = [&](Binary operation, std::int64_t low, std::int64_t high) {
        return Bounded{binary(operation, a.expression, b.expression), low, high};
    };
    switch (random_.between(0, 5)) {
        case 0: return made(Binary::minimum, std::min(a.low, b.low), std::min(a.high, b.high));
        case 1: return made(Binary::maximum, std::max(a.low, b.low), std::max(a.high, b.high));
        case 2:
        case 3:
            if (a.high + b.high > kMax || a.low + b.low < -kMax) return a;
            return made(Binary::add, a.low + b.low, a.high + b.high);
        case 4:
            if (a.high - b.low > kMax || a.low - b.high < -kMax) return a;
            return made(Binary::subtract, a.low - b.high, a.high - b.low);
        default: break;
    }
    const std::int64_t factor = random_.between(2, 5);
    if (a.high * factor > kMax || a.low * factor < -kMax) return a;
    return {binary(Binary::multiply, a.expression, number(factor)), a.low * factor,
            a.high * factor};
}

// An index below `count`. If the bounds allow, avoids a remainder, so that accesses can be
// recognized as contiguous, strided, or reversed.
ExpressionPtr Generator::index(std::size_t count) {
    const auto limit = static_cast<std::int64_t>(count);
    if (random_.chance(20)) {
        const Type type = random_.pick({Type::u32, Type::u64, Type::u32});
        return binary(Binary::remainder, value(type, 1), constant(type, limit));
    }
    const Bounded base = random_.chance(50) ? bounded_leaf() : bounded(1);
    ExpressionPtr position = base.expression;
    if (random_.chance(25)) {
        position = binary(Binary::subtract, number(base.high), position);
    } else if (base.low != 0) {
        position = binary(Binary::subtract, position, number(base.low));
    }
    const std::int64_t highest = base.high - base.low;
    if (highest >= limit && is_plain())
        return shaped_index(binary(Binary::minimum, position, number(limit - 1)));
    if (highest >= limit) return shaped_index(binary(Binary::remainder, position, number(limit)));
    if (2 * highest + 1 < limit && random_.chance(30)) {
        position = binary(Binary::multiply, position, number(2));
        position = binary(Binary::add, position, number(random_.between(0, 1)));
    } else if (highest + 3 < limit && random_.chance(30)) {
        position = binary(Binary::add, position, number(random_.between(1, 3)));
    }
    return shaped_index(position);
}

// `index` in another common index type, or computed with unsigned numbers that may wrap around.
ExpressionPtr Generator::shaped_index(ExpressionPtr index) {
    switch (random_.between(0, 6)) {
        case 0: return cast(Type::u32, index);
        case 1: return cast(Type::u64, index);
        case 2: return cast(Type::i64, index);
        case 3: {
            const ExpressionPtr less =
                binary(Binary::subtract, cast(Type::u32, index), constant(Type::u32, 3));
            return choice(binary(Binary::less_equal, number(3), index), less,
                          cast(Type::u32, index));
        }
        default: return index;
    }
}

}  // namespace glint::fuzz
