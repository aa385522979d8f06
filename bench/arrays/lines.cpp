// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <fmt/format.h>

#include <glint/algorithms/reduce.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

namespace glint::bench {
namespace {

void bench_rows_of(Table& table, std::size_t length) {
    Stream& stream = table.stream();
    const std::size_t count = table.count() / length;
    const Array<float> flat = linspace<float>(stream, -4.0, 4.0, count * length);
    const auto x = reshaped(flat, {-1, static_cast<std::ptrdiff_t>(length)});
    const Array<float> scale = linspace<float>(stream, 0.5, 1.5, length),
                       shift = linspace<float>(stream, -1.0, 1.0, length);
    Array<float> y(stream, x.shape());
    const double bytes = 2.0 * static_cast<double>(flat.size_bytes());
    const auto run = [&](const char* name, const auto& expression) {
        table.measure(fmt::format("{} of rows of {}", name, length), bytes,
                      [&] { y = expression; });
    };
    const auto e = exp(x - max(x, axis(1), keepdims));
    run("softmax", e / sum(e, axis(1), keepdims));
    const auto d = x - mean(x, axis(1), keepdims);
    run("layer norm", d * rsqrt(mean(d * d, axis(1), keepdims) + 1e-5f) * scale + shift);
    run("x / sum(x)", x / sum(x, axis(1), keepdims));
}

void bench_columns_of(Table& table, std::size_t length, std::size_t count) {
    Stream& stream = table.stream();
    const Array<float> flat = linspace<float>(stream, -4.0, 4.0, length * count);
    const auto x =
        reshaped(flat, {static_cast<std::ptrdiff_t>(length), static_cast<std::ptrdiff_t>(count)});
    Array<float> y(stream, x.shape());
    const double bytes = 2.0 * static_cast<double>(flat.size_bytes());
    const auto run = [&](const char* name, const auto& work) {
        table.measure(fmt::format("{} of {} columns of {}", name, count, length), bytes, work);
    };
    run("x - mean(x)", [&] { y = x - mean(x, axis(0)); });
    run("x - mean(x), in two kernels", [&] { y = x - Array<float>(mean(x, axis(0))); });
    const auto e = exp(x - max(x, axis(0)));
    run("softmax", [&] { y = e / sum(e, axis(0)); });
}

void bench_whole(Table& table, std::size_t size) {
    const Array<float> x = linspace<float>(table.stream(), 0.5, 1.5, size);
    Array<float> y(table.stream(), x.shape());
    const double bytes = 2.0 * static_cast<double>(x.size_bytes());
    table.measure(fmt::format("x / sum(x) of {}", size), bytes, [&] { y = x / sum(x); });
    table.measure(fmt::format("x / sum(x), in two kernels, of {}", size), bytes,
                  [&] { y = x / Array<float>(sum(x)); });
    table.measure(fmt::format("standardized {}", size), bytes,
                  [&] { y = (x - mean(x)) / standard_deviation(x); });
}

}  // namespace

void bench_lines(Table& table) {
    table.section("row reductions within expressions, of floats");
    for (const std::size_t length : {256u, 1024u, 4096u, 16384u}) bench_rows_of(table, length);
    table.print_mean();
}

void bench_long_lines(Table& table) {
    table.section("column and full reductions within expressions, of floats");
    const std::size_t most = 4 * table.count();
    for (const auto& [length, count] :
         {std::pair<std::size_t, std::size_t>{1000, 65536}, {16384, 16384}, {1 << 20, 64}})
        if (length * count <= most) bench_columns_of(table, length, count);
    for (const std::size_t log2 : {16u, 20u, 22u, 24u, 28u})
        if (const std::size_t size = std::size_t(1) << log2; size <= most) bench_whole(table, size);
    table.print_mean();
}

}  // namespace glint::bench
