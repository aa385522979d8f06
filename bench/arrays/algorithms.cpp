// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <complex>

#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/random.hpp>
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/segmented.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

namespace glint::bench {
namespace {

double bytes_of(std::size_t count, std::size_t each) { return static_cast<double>(count * each); }

template <class T>
void measure_scan(Table& table, const char* name) {
    const std::size_t count = table.count();
    const Array<T> x = cast<T>(arange<int>(table.stream(), count) % 3);
    table.measure(name, bytes_of(count, 2 * sizeof(T)), {.in = {x.data()}},
                  [&] { return cumulative_sum(x); });
}

void measure_segments(Table& table, const Array<float>& x, std::size_t length, const char* name) {
    const Array<std::int64_t> offsets =
        arange<std::int64_t>(table.stream(), x.size() / length + 1) * std::int64_t(length);
    table.measure(name, bytes_of(x.size(), 4),
                  {.in = {x.data(), offsets.data()}, .rows = x.size() / length, .relative = 1e-4},
                  [&] { return segmented_sum(x, offsets); });
}

}  // namespace

void bench_reductions(Table& table) {
    table.section("reductions");
    const std::size_t count = table.count();
    const Array<float> x = random<float>(table.stream(), count, {.seed = 1});
    const double bytes = bytes_of(count, 4);
    // The tolerance is wide, because the references add many numbers in one float, in a different
    // order.
    const auto measure = [&](const char* name, const auto& expression, std::size_t rows = 1) {
        table.measure(name, bytes,
                      {.in = {x.data()}, .rows = rows, .columns = count / rows, .relative = 1e-3},
                      [&] { return Array<float>(expression); });
    };
    measure("sum of floats", sum(x));
    measure("largest float", max(x));
    measure("sum of x * x + 1", sum(x * x + 1.0f));
    measure("reduction with a user-defined operator",
            reduce(x, [](auto a, auto b) { return sqrt(a * a + b * b); }, 0.0f));
    constexpr std::size_t kRows = std::size_t(1) << 14;
    const auto square = reshaped(x, {kRows, -1});
    measure("sum along rows", sum(square, axis(1)), kRows);
    measure("sum along columns", sum(square, axis(0)), kRows);
    const auto cube = reshaped(x, {256, -1, 256});
    measure("sum along the middle of three axes", sum(cube, axis(1)));
    measure("sum along the first and last of three axes", sum(cube, axes({0, 2})));
    measure("rows of 32", sum(reshaped(x, {-1, 32}), axis(1)));
    measure_segments(table, x, 1 << 10, "segmented sum, 1 k each");
    measure_segments(table, x, 1 << 15, "segmented sum, 32 k each");
    measure_segments(table, x, 1 << 20, "segmented sum, 1 M each");
    table.measure("histogram of floats, 256 bins", bytes, {.in = {x.data()}},
                  [&] { return histogram(x, 256, 0, 1); });
}

void bench_scans(Table& table) {
    table.section("scans and selections");
    measure_scan<float>(table, "scan of floats");
    measure_scan<int>(table, "scan of int32");
    measure_scan<half>(table, "scan of halves");
    measure_scan<std::int8_t>(table, "scan of int8");
    const std::size_t count = table.count();
    const Array<float> x = random<float>(table.stream(), count, {.seed = 1});
    table.measure("selection of half the floats", bytes_of(count, 6), {.in = {x.data()}},
                  [&] { return select(x, x > 0.5f); });
}

void bench_sorts(Table& table) {
    table.section("sorts, relative to one pass of reads and writes");
    const std::size_t count = table.count();
    Stream& stream = table.stream();
    const Array<unsigned> keys = random<unsigned>(stream, count, {.seed = 1});
    const Array<unsigned> narrow = keys >> 12;
    const Array<unsigned> values = arange<unsigned>(stream, count);
    Array<unsigned> to(stream, count), with(stream, count);
    const auto refill = table.median_seconds([&] { to.view() = keys; });
    const auto refill_pairs = table.median_seconds([&] {
        to.view() = keys;
        with.view() = values;
    });
    const auto sorted_copy = [&](const Array<unsigned>& of) -> const Array<unsigned>& {
        to.view() = of;
        sort(to);
        return to;
    };
    table.measure_less("sort of uint32 keys", bytes_of(count, 8), refill,
                       {.in = {keys.data()}, .scratch_bytes = count * 4},
                       [&]() -> auto& { return sorted_copy(keys); });
    table.measure_less("sort of uint32 pairs", bytes_of(count, 16), refill_pairs,
                       {.in = {keys.data(), values.data()}, .scratch_bytes = count * 12},
                       [&]() -> const Array<unsigned>& {
                           to.view() = keys;
                           with.view() = values;
                           sort_by_key(to, with);
                           return with;
                       });
    table.measure_less("sort of 20-bit keys in uint32", bytes_of(count, 8), refill,
                       {.in = {narrow.data()}, .scratch_bytes = count * 4},
                       [&]() -> auto& { return sorted_copy(narrow); });
    table.measure("sorted(a ^ b) of uint32", bytes_of(count, 8),
                  [&] { (void)sorted(keys ^ values); });
    table.measure("a ^ b evaluated, then sorted", bytes_of(count, 8), [&] {
        Array<unsigned> both = keys ^ values;
        sort(both);
    });
    table.measure("the 100 largest", bytes_of(count, 4), {.in = {keys.data()}},
                  [&] { return top_k(keys, 100).values; });
}

void bench_random(Table& table) {
    table.section("random numbers, relative to a fill");
    const std::size_t count = table.count();
    Stream& stream = table.stream();
    Array<float> x(stream, count);
    const double bytes = bytes_of(count, 4);
    table.measure("fill", bytes, Operands(), [&]() -> auto& {
        x.fill(1.0f);
        return x;
    });
    table.measure("uniform floats", bytes, Operands(),
                  [&]() -> auto& { return x = random<float>(stream, count, {.seed = 7}); });
    table.measure("normal floats", bytes, Operands(),
                  [&]() -> auto& { return x = normal<float>(stream, count); });
    const Array<float> y = linspace<float>(stream, 0, 1, count);
    table.measure("y + 0.1 * normal, in one kernel", 2 * bytes, {.in = {y.data()}},
                  [&]() -> auto& { return x = y + 0.1f * normal<float>(stream, count); });
}

}  // namespace glint::bench
