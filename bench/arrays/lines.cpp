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
    run("shares", x / sum(x, axis(1), keepdims));
}

}  // namespace

void bench_lines(Table& table) {
    table.section("reductions within expressions, of floats");
    for (const std::size_t length : {256u, 1024u, 4096u, 16384u}) bench_rows_of(table, length);
    table.print_mean();
}

}  // namespace glint::bench
