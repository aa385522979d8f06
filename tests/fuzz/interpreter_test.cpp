// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "arithmetic.hpp"
#include "build_ast.hpp"
#include "interpreter.hpp"

/// Tests of the reference itself, by kernels with known results.
namespace glint::fuzz {
namespace {

using Kind = Statement::Kind;

/// A one-block kernel whose threads write to a buffer `out`, which starts as zeros.
class Interpreter : public testing::Test {
protected:
    explicit Interpreter(unsigned threads = 64) {
        kernel_.shape.block = {threads, 1, 1};
        out_ = variable("out", Space::global, 128);
        kernel_.variables[out_].values.assign(128, 0);
    }

    int variable(const char* name, Space space, std::size_t count) {
        kernel_.variables.push_back({.name = name,
                                     .space = space,
                                     .layout = &scalar(Type::i32),
                                     .count = count,
                                     .is_array = count > 1});
        return static_cast<int>(kernel_.variables.size()) - 1;
    }
    int local() { return variable("v", Space::local, 1); }
    ExpressionPtr get(int variable) const { return load(kernel_, {.variable = variable}); }
    static ExpressionPtr thread() { return cast(Type::i32, builtin(Builtin::thread_x)); }
    Place own() const { return {.variable = out_, .index = thread()}; }

    std::vector<int> run(Block body) {
        kernel_.body = std::move(body);
        const std::vector<std::byte> bytes = interpret(kernel_).at(out_);
        std::vector<int> values(bytes.size() / sizeof(int));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }

    Kernel kernel_;
    int out_ = 0;
};

TEST_F(Interpreter, BranchesDivergePerThread) {
    const std::vector<int> out =
        run({branch(binary(Binary::less, thread(), number(10)), {assign(own(), number(1))},
                    {assign(own(), thread())})});
    for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i < 10 ? 1 : i);
    EXPECT_EQ(out[64], 0);
}

TEST_F(Interpreter, BreakAndContinueWork) {
    // for (i = 0; i < 10; ++i) { if (i == t) continue; if (i == 5) break; sum += i; }
    const int i = local(), sum = local();
    Block body{branch(binary(Binary::equal, get(i), thread()), {simple(Kind::proceed)}),
               branch(binary(Binary::equal, get(i), number(5)), {simple(Kind::leave)}),
               assign({.variable = sum}, binary(Binary::add, get(sum), get(i)))};
    const std::vector<int> out =
        run({declare(sum, number(0)),
             for_loop(i, number(0), binary(Binary::less, get(i), number(10)),
                      binary(Binary::add, get(i), number(1)), std::move(body)),
             assign(own(), get(sum))});
    EXPECT_EQ(out[0], 10);   // skipping 0 does not change the sum
    EXPECT_EQ(out[3], 7);    // 0 + 1 + 2 + 4
    EXPECT_EQ(out[5], 40);   // no break: 0 to 9, without 5
    EXPECT_EQ(out[60], 10);  // 0 to 4
}

TEST_F(Interpreter, SwitchesFallThroughAndBreak) {
    const int v = local();
    const auto add = [&](int amount) {
        return Block{assign({.variable = v}, binary(Binary::add, get(v), number(amount)))};
    };
    Statement chosen{.kind = Kind::choose};
    chosen.value = builtin(Builtin::thread_x);
    chosen.blocks = {add(1), add(10), add(100), add(1000)};
    chosen.falls_through = {true, false, true, false};
    const std::vector<int> out = run({declare(v, number(0)), chosen, assign(own(), get(v))});
    EXPECT_EQ(std::vector<int>(out.begin(), out.begin() + 5),
              (std::vector<int>{11, 10, 1100, 1000, 1000}));
}

TEST_F(Interpreter, ABarrierOrdersSharedMemory) {
    const int shared = variable("s", Space::shared, 64);
    const ExpressionPtr mirrored = binary(Binary::subtract, number(63), thread());
    const std::vector<int> out =
        run({assign({.variable = shared, .index = thread()}, thread()), simple(Kind::barrier),
             assign(own(), load(kernel_, {.variable = shared, .index = mirrored}))});
    for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], 63 - i);
}

TEST_F(Interpreter, ARaceIsIllegal) {
    const int shared = variable("s", Space::shared, 64);
    const ExpressionPtr mirrored = binary(Binary::subtract, number(63), thread());
    EXPECT_THROW(run({assign({.variable = shared, .index = thread()}, thread()),
                      assign(own(), load(kernel_, {.variable = shared, .index = mirrored}))}),
                 Illegal);
    EXPECT_THROW(run({assign({.variable = out_, .index = number(0)}, number(1))}), Illegal);
}

TEST_F(Interpreter, DivergentBarriersAreIllegal) {
    const ExpressionPtr some = binary(Binary::less, thread(), number(5));
    EXPECT_THROW(run({branch(some, {simple(Kind::barrier)})}), Illegal);
    // Barriers do not wait for threads that have returned.
    const std::vector<int> out =
        run({branch(some, {simple(Kind::give)}), simple(Kind::barrier), assign(own(), number(3))});
    EXPECT_EQ(out[4], 0);
    EXPECT_EQ(out[5], 3);
}

TEST_F(Interpreter, BallotsReturnLanesAndMasksMustMatch) {
    const int v = local();
    kernel_.variables[v].layout = &scalar(Type::u32);
    const ExpressionPtr odd = binary(Binary::bit_and, thread(), number(1));
    const std::vector<int> out =
        run({declare(v), warp(Warp::ballot, 0xffffffffu, {.variable = v}, odd),
             assign(own(), cast(Type::i32, get(v)))});
    EXPECT_EQ(out[40], static_cast<int>(0xaaaaaaaau));
    EXPECT_THROW(run({declare(v),
                      branch(odd, {warp(Warp::ballot, 0xffffffffu, {.variable = v}, number(1))})}),
                 Illegal);
}

TEST_F(Interpreter, ShufflesStayWithinTheirWidth) {
    const int v = local();
    const auto shuffled = [&](Warp operation, ExpressionPtr operand) {
        return run({declare(v), warp(operation, 0xffffffffu, {.variable = v}, thread(), operand, 8),
                    assign(own(), get(v))});
    };
    EXPECT_EQ(shuffled(Warp::shuffle_down, constant(Type::u32, 3))[12], 15);
    EXPECT_EQ(shuffled(Warp::shuffle_down, constant(Type::u32, 3))[13], 13);
    EXPECT_EQ(shuffled(Warp::shuffle_up, constant(Type::u32, 3))[9], 9);
    EXPECT_EQ(shuffled(Warp::shuffle_xor, number(5))[9], 12);
    EXPECT_EQ(shuffled(Warp::shuffle, number(10))[20], 18);
}

TEST_F(Interpreter, AtomicsAndVotesWork) {
    const int v = local();
    const std::vector<int> out =
        run({atomic(Atomic::add, {.variable = out_, .index = number(100)}, thread()), declare(v),
             vote(Vote::count, {.variable = v}, binary(Binary::less, thread(), number(7))),
             assign(own(), get(v))});
    EXPECT_EQ(out[100], 63 * 64 / 2);
    EXPECT_EQ(out[9], 7);
}

TEST_F(Interpreter, FunctionsReturnEarlyAndRecur) {
    // f(n) { if (n <= 1) return 1; r = f(n - 1); return n * r; }
    const int n = local(), r = local(), v = local();
    Statement inner{.kind = Kind::call}, outer{.kind = Kind::call};
    inner.callee = outer.callee = 0;
    inner.result.variable = r;
    inner.arguments = {{.value = binary(Binary::subtract, get(n), number(1))}};
    outer.result.variable = v;
    outer.arguments = {{.value = binary(Binary::bit_and, thread(), number(7))}};
    Function factorial{.name = "f", .parameters = {n}, .returns = &scalar(Type::i32)};
    factorial.body = {branch(binary(Binary::less_equal, get(n), number(1)), {give(number(1))}),
                      declare(r), inner, give(binary(Binary::multiply, get(n), get(r)))};
    kernel_.functions = {factorial};
    const std::vector<int> out = run({declare(v), outer, assign(own(), get(v))});
    EXPECT_EQ(out[5], 120);
    EXPECT_EQ(out[15], 5040);
}

std::uint64_t bits_of(std::int32_t value) { return to_bits(value); }
std::int32_t int_of(std::uint64_t bits) { return from_bits<std::int32_t>(bits); }

TEST(Arithmetic, WrapsWhereLegalAndReportsOverflow) {
    const std::uint64_t most = bits_of(2147483647);
    EXPECT_EQ(int_of(apply(Binary::add, Type::i32, true, most, 1)), -2147483648);
    EXPECT_THROW(apply(Binary::add, Type::i32, false, most, 1), Illegal);
    EXPECT_THROW(apply(Binary::divide, Type::i32, false, most, 0), Illegal);
    EXPECT_EQ(int_of(apply(Binary::remainder, Type::i32, false, bits_of(-7), bits_of(3))), -1);
    EXPECT_EQ(convert(0x1ff, Type::i32, Type::u8), 0xffu);
    EXPECT_EQ(int_of(convert(0xffff, Type::i16, Type::i32)), -1);
    EXPECT_EQ(apply(Atomic::increment, Type::u32, 5, 5), 0u);
    EXPECT_EQ(apply(Atomic::decrement, Type::u32, 0, 9), 9u);
    EXPECT_EQ(apply(Unary::clz, Type::i32, 1), 31u);
}

TEST(Arithmetic, FloatConversionsSaturateLikeAGpu) {
    const auto from_float = [](float value, Type to) {
        return convert(to_bits(value), Type::f32, to);
    };
    const auto from_double = [](double value, Type to) {
        return convert(to_bits(value), Type::f64, to);
    };
    EXPECT_EQ(int_of(from_float(-2.5f, Type::i32)), -2);
    EXPECT_EQ(int_of(from_float(3e9f, Type::i32)), 2147483647);
    EXPECT_EQ(from_float(-3.0f, Type::u32), 0u);
    EXPECT_EQ(from_float(NAN, Type::i32), 0u);
    EXPECT_EQ(from_float(NAN, Type::u64), 1ull << 63);
    EXPECT_EQ(from_double(NAN, Type::i32), 0x80000000u);
    EXPECT_EQ(from_double(NAN, Type::u32), 0x80000000u);
    EXPECT_EQ(from_double(1e30, Type::i64), 0x7fffffffffffffffu);
    EXPECT_EQ(from_float(300.7f, Type::u8), 44u);
    EXPECT_EQ(from_float(-1.0f, Type::u8), 0u);
    EXPECT_EQ(static_cast<std::int16_t>(from_float(1e9f, Type::i16)), -13824);
    EXPECT_EQ(convert(to_bits(2.5f), Type::f32, Type::i32, Rounding::nearest), 2u);
    EXPECT_EQ(convert(to_bits(2.5f), Type::f32, Type::i32, Rounding::up), 3u);
}

TEST(Arithmetic, ShiftAndDivisionCornersMatchAGpu) {
    const auto shifted = [](Binary operation, std::int32_t value, std::int64_t by) {
        return int_of(apply(operation, Type::i32, false, bits_of(value), to_bits(by)));
    };
    EXPECT_EQ(shifted(Binary::shift_left, 1, 31), -2147483648);
    EXPECT_EQ(shifted(Binary::shift_left, 1, 32), 0);
    EXPECT_EQ(shifted(Binary::shift_left, 1, -1), 0);
    EXPECT_EQ(shifted(Binary::shift_right, -8, 99), -1);
    EXPECT_EQ(shifted(Binary::shift_right, 8, std::int64_t{1} << 32), 8);
    const std::uint64_t least = 0x80000000u, minus_one = 0xffffffffu;
    EXPECT_EQ(apply(Binary::divide, Type::i32, false, least, minus_one), least);
    EXPECT_EQ(apply(Binary::remainder, Type::i32, false, least, minus_one), 0u);
    EXPECT_EQ(apply(Unary::absolute, Type::i32, least), least);
}

TEST(Arithmetic, RoundsOnceByTheModeOfTheName) {
    const auto sum = [](Rounding rounding) {
        return from_bits<float>(
            apply(Binary::add, Type::f32, rounding, to_bits(1.0f), to_bits(0x1p-30f)));
    };
    EXPECT_EQ(sum(Rounding::nearest), 1.0f);
    EXPECT_EQ(sum(Rounding::up), 1.0f + 0x1p-23f);
    const auto larger = [](float a, float b) {
        return apply(Binary::maximum, Type::f32, false, to_bits(a), to_bits(b));
    };
    EXPECT_EQ(larger(-0.0f, 0.0f), to_bits(0.0f));
    EXPECT_EQ(larger(0.0f, -0.0f), to_bits(0.0f));
    EXPECT_EQ(larger(NAN, 2.0f), to_bits(2.0f));
}

}  // namespace
}  // namespace glint::fuzz
