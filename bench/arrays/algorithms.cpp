#include "table.hpp"

#include <complex>

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
    table.measure(name, bytes_of(count, 2 * sizeof(T)), [&] { auto y = cumulative_sum(x); });
}

void measure_segments(Table& table, const Array<float>& x, std::size_t length, const char* name) {
    const Array<std::int64_t> offsets =
        arange<std::int64_t>(table.stream(), x.size() / length + 1) * std::int64_t(length);
    table.measure(name, bytes_of(x.size(), 4), [&] { auto sums = segmented_sum(x, offsets); });
}

}  // namespace

void bench_reductions(Table& table) {
    table.section("reductions");
    const std::size_t count = table.count();
    const Array<float> x = random<float>(table.stream(), count, {.seed = 1});
    const double bytes = bytes_of(count, 4);
    table.measure("sum of floats", bytes, [&] { Array<float> s = sum(x); });
    table.measure("largest float", bytes, [&] { Array<float> s = max(x); });
    table.measure("sum of x * x + 1", bytes, [&] { Array<float> s = sum(x * x + 1.0f); });
    table.measure("reduction with an operator of the user's", bytes, [&] {
        Array<float> s = reduce(x, 0.0f, [](auto a, auto b) { return sqrt(a * a + b * b); });
    });
    const std::ptrdiff_t rows = std::ptrdiff_t(1) << 14;
    const auto square = reshaped(x, {rows, -1});
    table.measure("sum along rows", bytes, [&] { Array<float> s = sum(square, axis(1)); });
    table.measure("sum along columns", bytes, [&] { Array<float> s = sum(square, axis(0)); });
    const auto cube = reshaped(x, {256, -1, 256});
    table.measure("sum along the middle of three", bytes,
                  [&] { Array<float> s = sum(cube, axis(1)); });
    table.measure("sum along the first and the last", bytes,
                  [&] { Array<float> s = sum(cube, axes({0, 2})); });
    table.measure("rows of 32", bytes,
                  [&] { Array<float> s = sum(reshaped(x, {-1, 32}), axis(1)); });
    measure_segments(table, x, 1 << 10, "segmented sum, 1 k each");
    measure_segments(table, x, 1 << 15, "segmented sum, 32 k each");
    measure_segments(table, x, 1 << 20, "segmented sum, 1 M each");
}

void bench_scans(Table& table) {
    table.section("scans and selections");
    measure_scan<float>(table, "scan of floats");
    measure_scan<int>(table, "scan of int32");
    measure_scan<half>(table, "scan of halves");
    measure_scan<std::int8_t>(table, "scan of int8");
    const std::size_t count = table.count();
    const Array<float> x = random<float>(table.stream(), count, {.seed = 1});
    table.measure("selection of half the floats", bytes_of(count, 6),
                  [&] { auto kept = select(x, x > 0.5f); });
}

void bench_sorts(Table& table) {
    table.section("sorts, against one pass of reading and writing");
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
    table.measure_less("sort of uint32 keys", bytes_of(count, 8), refill, [&] {
        to.view() = keys;
        sort(to);
    });
    table.measure_less("sort of uint32 pairs", bytes_of(count, 16), refill_pairs, [&] {
        to.view() = keys;
        with.view() = values;
        sort_by_key(to, with);
    });
    table.measure_less("sort of 20-bit keys in uint32", bytes_of(count, 8), refill, [&] {
        to.view() = narrow;
        sort(to);
    });
    table.measure("the 100 largest", bytes_of(count, 4), [&] { auto largest = top_k(keys, 100); });
}

void bench_random(Table& table) {
    table.section("random numbers, against filling");
    const std::size_t count = table.count();
    Stream& stream = table.stream();
    Array<float> x(stream, count);
    const double bytes = bytes_of(count, 4);
    table.measure("fill", bytes, [&] { x.fill(1.0f); });
    table.measure("uniform floats", bytes, [&] { x = random<float>(stream, count, {.seed = 7}); });
    table.measure("normal floats", bytes, [&] { x = normal<float>(stream, count); });
    const Array<float> y = linspace<float>(stream, 0, 1, count);
    table.measure("y + 0.1 * normal, in one", 2 * bytes,
                  [&] { x = y + 0.1f * normal<float>(stream, count); });
}

}  // namespace glint::bench
