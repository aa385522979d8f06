// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <bit>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

namespace glint::bench {
namespace {

template <class T>
constexpr const char* kName = sizeof(T) == 4 ? "float" : "double";

// Up to eight inputs, and an output. The values are irregular, so compilers cannot exploit them.
template <class T>
class Inputs {
public:
    Inputs(Stream& stream, std::size_t count) : out(stream, count) {
        for (int i = 0; i < 8; ++i)
            in.push_back(linspace<T>(stream, 0.1 * (i + 1), 1.0 + 0.1 * i, count));
    }
    const Array<T>& operator[](std::size_t i) const { return in[i]; }
    std::vector<const void*> pointers() const {
        std::vector<const void*> all;
        for (const Array<T>& array : in) all.push_back(array.data());
        return all;
    }

    std::vector<Array<T>> in;
    Array<T> out;
};

/// Returns a function that assigns `expression` to `to` and returns `to`.
template <class T, class Expression>
auto into(Array<T>& to, const Expression& expression) {
    return [&to, expression]() -> const Array<T>& { return to = expression; };
}

template <class T>
void bench_fused(Table& table) {
    Inputs<T> x(table.stream(), table.count());
    const auto run = [&](const char* text, std::size_t inputs, const auto& expression) {
        table.measure(fmt::format("{}: {}", kName<T>, text),
                      static_cast<double>((inputs + 1) * table.count() * sizeof(T)),
                      {.in = x.pointers()}, into(x.out, expression));
    };
    run("2a + 3b", 2, T(2) * x[0] + T(3) * x[1]);
    run("a * b + c", 3, x[0] * x[1] + x[2]);
    run("(a - b)^2", 2, (x[0] - x[1]) * (x[0] - x[1]));
    run("sqrt(a^2 + b^2 + c^2)", 3, sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
    run("where(a > b, a, c)", 3, where(x[0] > x[1], x[0], x[2]));
    run("exp(-a) * b + c * d", 4, exp(-x[0]) * x[1] + x[2] * x[3]);
    run("a + b + c + d + e", 5, x[0] + x[1] + x[2] + x[3] + x[4]);
    run("(a*b - c*d) / (e*f + 1)", 6, (x[0] * x[1] - x[2] * x[3]) / (x[4] * x[5] + T(1)));
    run("a*b + c*d + e*f + g", 7, x[0] * x[1] + x[2] * x[3] + x[4] * x[5] + x[6]);
    run("a*b + c*d + e*f + g*h", 8, x[0] * x[1] + x[2] * x[3] + x[4] * x[5] + x[6] * x[7]);
}

void bench_narrow(Table& table) {
    table.section("narrow elements");
    const std::size_t count = table.count();
    const Array<half> h = cast<half>(linspace<float>(table.stream(), 0, 1, count));
    const Array<std::int8_t> i = cast<std::int8_t>(arange<int>(table.stream(), count));
    Array<half> to_h(table.stream(), count);
    Array<std::int8_t> to_i(table.stream(), count);
    Array<bool> is(table.stream(), count);
    const auto bytes = [&](std::size_t each) { return static_cast<double>(each * count); };
    table.measure("half: 2a + a * a", bytes(4), {.in = {h.data()}, .relative = 2e-3},
                  into(to_h, h * 2.0f + h * h));
    table.measure("int8: 3a + 1", bytes(2), {.in = {i.data()}}, into(to_i, i * 3 + 1));
    table.measure("bool of half: a > 0.5", bytes(3), {.in = {h.data()}}, into(is, h > 0.5f));
}

}  // namespace

void bench_expressions(Table& table) {
    table.section("fused expressions");
    bench_fused<float>(table);
    bench_fused<double>(table);
    table.print_mean();
    bench_narrow(table);
}

void bench_layouts(Table& table) {
    table.section("broadcast, strided and transposed operands");
    Stream& stream = table.stream();
    const std::size_t side = std::size_t(1) << (std::bit_width(table.count()) / 2);
    const std::size_t rows = table.count() / side;
    const double one = static_cast<double>(table.count() * sizeof(float));
    const Array<float> flat = linspace<float>(stream, 0, 1, table.count());
    const auto a =
        reshaped(flat, {static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(side)});
    const Array<float> square = ones<float>(stream, {side, rows});
    const Array<float> row = linspace<float>(stream, 0, 1, side);
    const Array<float> column = reshaped(Array(linspace<float>(stream, 0, 1, rows)), {-1, 1});
    Array<float> out(stream, Shape{rows, side});
    const auto measure = [&](const char* name, double bytes, std::vector<const void*> in,
                             const auto& work) {
        table.measure(name, bytes, {.in = std::move(in), .rows = rows, .columns = side}, work);
    };
    measure("a + row", 2 * one, {a.data(), row.data()}, into(out, a + row));
    measure("a * column + row", 2 * one, {a.data(), column.data(), row.data()},
            into(out, a * column + row));
    measure("column * row (an outer product)", one, {column.data(), row.data()},
            into(out, column * row));
    measure("transposed(b)", 2 * one, {square.data()}, into(out, transposed(square) + 0.0f));
    measure("a + transposed(b)", 3 * one, {a.data(), square.data()},
            into(out, a + transposed(square)));
    measure("reversed(a) + a", 2 * one, {a.data()}, into(out, reversed(a, 1) + a));
    Array<float> part(stream, Shape{rows / 2, side / 2});
    const auto inner = a(slice(0, static_cast<std::ptrdiff_t>(rows / 2)),
                         slice(1, static_cast<std::ptrdiff_t>(side / 2 + 1)));
    measure("a[1:-1:2, 1:] inner block", 2 * one / 4, {a.data()}, into(part, inner * 2.0f));
    Array<float> half_row(stream, Shape{rows, side / 2});
    // The expression reads every second element, but the memory traffic includes all cache lines.
    measure("a[:, ::2]", one + one / 2, {a.data()},
            into(half_row, a(slice(), slice(0, std::nullopt, 2)) * 2.0f));
    const auto cube =
        reshaped(flat, {64, 256, static_cast<std::ptrdiff_t>(table.count() / 64 / 256)});
    Array<float> turned(stream, Shape{64, table.count() / 64 / 256, 256});
    measure("cube with its last two axes swapped", 2 * one, {a.data()},
            into(turned, transposed(cube, {0, 2, 1}) + 0.0f));
    Array<float> moved(stream, Shape{256, 64, table.count() / 64 / 256});
    measure("cube with its first two axes swapped", 2 * one, {a.data()},
            into(moved, transposed(cube, {1, 0, 2}) + 0.0f));
    table.print_mean();
}

}  // namespace glint::bench
