// SPDX-License-Identifier: MIT
#include <algorithm>

#include "generator.hpp"

/// Float expressions, conditions, block-uniform expressions, and the elements that threads own.
namespace glint::fuzz {

/// Bound for the magnitude of every float in a variable.
constexpr std::int64_t kStoredBound = 4096;

// All floats are integers, small enough for exact sums and products. Contraction and the order of
// evaluation therefore cannot change any bit.
Real Generator::real(Type type, int depth) {
    if (depth > 2 || is_short() || random_.chance(30)) return real_leaf(type);
    const std::int64_t exact = type == Type::f32 ? std::int64_t{1} << 24 : std::int64_t{1} << 52;
    const Real a = real(type, depth + 1), b = real(type, depth + 1);
    const auto made = [&](Binary operation, std::int64_t bound) {
        return Real{binary(operation, a.expression, b.expression), bound};
    };
    switch (random_.between(0, 6)) {
        case 0:
            return made(random_.pick({Binary::minimum, Binary::maximum}),
                        std::max(a.bound, b.bound));
        case 1: return one_of(type, depth + 1);
        case 2:
            return {unary(random_.pick({Unary::negate, Unary::absolute}), a.expression), a.bound};
        case 3:
            if (a.bound * b.bound > exact) return a;
            return made(Binary::multiply, a.bound * b.bound);
        case 4: return cut_off(type, a, b);
        default: break;
    }
    if (a.bound + b.bound > exact) return a;
    return made(random_.pick({Binary::add, Binary::subtract}), a.bound + b.bound);
}

Real Generator::one_of(Type type, int depth) {
    const ExpressionPtr asked = condition(depth);
    return perhaps([&] {
        const Real a = real(type, depth), b = real(type, depth);
        return Real{choice(asked, a.expression, b.expression), std::max(a.bound, b.bound)};
    });
}

// A quotient or root, which is rounded once, and truncated immediately.
Real Generator::cut_off(Type type, const Real& a, const Real& b) {
    const ExpressionPtr positive =
        binary(Binary::add, unary(Unary::absolute, b.expression), constant(type, 1));
    const ExpressionPtr inexact = random_.chance(50)
                                      ? binary(Binary::divide, a.expression, positive)
                                      : unary(Unary::root, unary(Unary::absolute, a.expression));
    return {cast(type, cast(Type::i32, inexact)), a.bound + 1};
}

Real Generator::real_leaf(Type type) {
    const auto known = having({Role::real});
    if (!known.empty() && random_.chance(50))
        return {cast(type, get(random_.pick(known)->variable)), kStoredBound};
    if (random_.chance(30)) {
        const int value = random_.between(-20, 50);
        return {constant(type, value), 50};
    }
    if (!is_short() && random_.chance(40)) {
        for (const int input : inputs_)
            if (is_float(kernel_.variables[input].layout->fields[0].type))
                return {cast(type, get(any_place(input))), kStoredBound};
    }
    const ExpressionPtr bits = binary(Binary::bit_and, value(Type::i32, 2), number(511));
    return {cast(type, bits), 511};
}

ExpressionPtr Generator::kept(Type type, const Real& given) {
    ExpressionPtr value = given.expression;
    if (given.bound > kStoredBound) {
        value = binary(Binary::minimum, value, constant(type, kStoredBound));
        value = binary(Binary::maximum, value, constant(type, -kStoredBound));
    }
    return value;
}

ExpressionPtr Generator::condition(int depth) {
    const auto comparison = [&] {
        return random_.pick(
            {Binary::less, Binary::less_equal, Binary::equal, Binary::not_equal, Binary::less});
    };
    if (depth < 3 && !is_short() && random_.chance(25)) {
        const ExpressionPtr first = condition(depth + 1);
        const ExpressionPtr second = perhaps([&] { return condition(depth + 1); });
        return binary(random_.pick({Binary::logical_and, Binary::logical_or}), first, second);
    }
    if (random_.chance(15)) {
        const Type type = random_.pick({Type::f32, Type::f64});
        return binary(comparison(), real(type, 2).expression, real(type, 2).expression);
    }
    if (random_.chance(35)) {
        const ExpressionPtr low_bits =
            wrapping(Binary::bit_and, value(Type::i32, depth + 1), number(random_.pick({1, 3, 7})));
        return binary(comparison(), low_bits, number(random_.between(0, 3)));
    }
    if (random_.chance(50))
        return binary(comparison(), bounded(depth + 1).expression, bounded(depth + 1).expression);
    const Type type = random_.pick({Type::i32, Type::u32, Type::i64});
    return binary(comparison(), value(type, depth + 1), value(type, depth + 1));
}

// A loop count of at least 0 that is the same in all threads of the block.
Bounded Generator::uniform() {
    std::vector<Bounded> choices{{number(random_.between(0, 5)), 0, 5}};
    for (const Visible& visible : visible_)
        if (visible.uniform)
            choices.push_back({cast(Type::i32, get(visible.variable)), visible.low, visible.high});
    if (!by_place_) choices.push_back({cast(Type::i32, builtin(Builtin::block_x)), 0, 3});
    const auto loaded = [&](int variable, std::size_t count) {
        Place place{.variable = variable};
        const int last = static_cast<int>(std::min<std::size_t>(count, 16)) - 1;
        if (kernel_.variables[variable].is_array) place.index = number(random_.between(0, last));
        const ExpressionPtr cell = get(std::move(place));
        return Bounded{wrapping(Binary::bit_and, cast(Type::i32, cell), number(7)), 0, 7};
    };
    for (const int input : inputs_)
        if (!is_float(kernel_.variables[input].layout->fields[0].type))
            choices.push_back(loaded(input, kernel_.variables[input].count));
    for (const SharedState& state : shared_)
        if (!in_function_ && state.phase == SharedState::Phase::read)
            choices.push_back(loaded(state.variable, 1));
    return random_.pick(choices);
}

ExpressionPtr Generator::uniform_condition() {
    const Bounded a = uniform();
    if (random_.chance(30)) {
        const ExpressionPtr bit = binary(Binary::bit_and, a.expression, number(1));
        return binary(Binary::equal, bit, number(random_.between(0, 1)));
    }
    return binary(random_.pick({Binary::less, Binary::not_equal, Binary::less_equal}), a.expression,
                  uniform().expression);
}

// One of the thread's four elements, which are adjacent or far apart, and counted from either end.
ExpressionPtr Generator::own_index(const OutBuffer& buffer) {
    const auto all = static_cast<std::int64_t>(kernel_.shape.threads()) * kernel_.shape.blocks();
    ExpressionPtr which = number(random_.between(0, 3));
    if (random_.chance(20))
        which = binary(Binary::bit_and, cast(Type::i32, value(Type::u32, 2)), number(3));
    ExpressionPtr own = get(global_);
    if (buffer.mapping & 1) own = binary(Binary::subtract, number(all - 1), own);
    const ExpressionPtr index =
        buffer.mapping & 2 ? binary(Binary::add, binary(Binary::multiply, own, number(4)), which)
                           : binary(Binary::add, binary(Binary::multiply, which, number(all)), own);
    return cast(random_.pick({Type::i32, Type::i32, Type::u32, Type::u64}), index);
}

ExpressionPtr Generator::own_shared(const SharedState& state) {
    const ExpressionPtr threads = cast(Type::i32, builtin(Builtin::threads));
    const ExpressionPtr thread = get(thread_);
    switch (state.mapping) {
        case 0: return thread;
        case 1:
            return binary(Binary::subtract, binary(Binary::subtract, threads, number(1)), thread);
        default: break;
    }
    return binary(Binary::remainder, binary(Binary::add, thread, number(state.mapping)), threads);
}

ExpressionPtr Generator::stored(Type type) {
    if (is_float(type)) return whole(type);
    if (type == Type::boolean) return cast(type, condition(1));
    if (is_narrow(type)) return cast(type, value(Type::i32));
    return value(type);
}

}  // namespace glint::fuzz
