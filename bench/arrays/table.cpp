// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <cmath>
#include <cstdio>
#include <span>

#include <fmt/format.h>

#include <glint/array/array.hpp>
#include <glint/driver/benchmark.hpp>

namespace glint::bench {
namespace {

double geometric_mean(std::span<const double> ratios) {
    double sum = 0;
    for (const double ratio : ratios) sum += std::log(ratio);
    return std::exp(sum / static_cast<double>(ratios.size()));
}

}  // namespace

Table::Table(Stream& stream, std::size_t count, OpenMpComparison* comparison)
    : stream_(stream), count_(count), comparison_(comparison) {
    const Array<float> from = Array<float>::zeros(stream, count);
    Array<float> to(stream, count);
    // Warms up the device: an idle GPU takes some time to reach its full clock rates.
    for (int i = 0; i < 200; ++i) glint::copy(stream_, to.span(), from.span());
    const double seconds = median_seconds([&] { glint::copy(stream_, to.span(), from.span()); });
    copy_ = 2.0 * static_cast<double>(from.size_bytes()) / seconds;
    fmt::print("copy of {} MB: {:.3f} ms, {:.0f} GB/s read and written\n",
               from.size_bytes() / 1'000'000, seconds * 1e3, copy_ / 1e9);
}

double Table::median_seconds(const std::function<void()>& work) {
    return benchmark(stream_, work, {.repeats = 21, .warmups = 3}).device.median.count();
}

void Table::section(std::string_view title) {
    if (is_compared_with_openmp())
        fmt::print("\n{:<44} {:>10} {:>10} {:>8}  {}\n", title, "glint ms", "OpenMP ms", "ratio",
                   "best OpenMP");
    else
        fmt::print("\n{:<52} {:>10} {:>10} {:>8} {:>8}\n", title, "ms", "predicted", "GB/s",
                   "vs copy");
    ratios_.clear();
}

void Table::measure(std::string name, double bytes, const std::function<void()>& work) {
    print(std::move(name), bytes, median_seconds(work));
}

void Table::print(std::string name, double bytes, double seconds) {
    const double predicted = bytes / copy_;
    ratios_.push_back(predicted / seconds);
    fmt::print("{:<52} {:>10.4f} {:>10.4f} {:>8.0f} {:>8.3f}\n", name, seconds * 1e3,
               predicted * 1e3, bytes / seconds / 1e9, predicted / seconds);
    rows_.push_back({.name = std::move(name), .bytes = bytes, .seconds = seconds});
}

void Table::print(std::string name, double bytes, const Compared& compared) {
    ratios_.push_back(compared.ratio());
    fmt::print("{:<44} {:>10.4f} {:>10.4f} {:>8.2f}  {}\n", name, compared.glint * 1e3,
               compared.best * 1e3, compared.ratio(), compared.compiler);
    std::fflush(stdout);  // because the next line takes seconds
    rows_.push_back({std::move(name), bytes, compared.glint, compared.best});
}

void Table::add(std::string name, double seconds, double roof, std::string_view roof_name) {
    fmt::print("{:<52} {:>10.4f} {:>10.4f} {:>8.3f} of {}\n", name, seconds * 1e3, roof * 1e3,
               seconds / roof, roof_name);
    rows_.push_back({.name = std::move(name), .seconds = seconds});
}

void Table::print_mean() {
    if (is_compared_with_openmp())
        fmt::print("{:<44} {:>30.2f}\n", "geometric mean", geometric_mean(ratios_));
    else
        fmt::print("{:<52} {:>38.3f}\n", "geometric mean", geometric_mean(ratios_));
}

void Table::print_overall_mean() {
    std::vector<double> ratios;
    for (const Row& row : rows_)
        if (row.reference_seconds > 0) ratios.push_back(row.seconds / row.reference_seconds);
    if (ratios.empty()) return;
    fmt::print("\n{:<44} {:>30.2f}\n", fmt::format("geometric mean of all {}", ratios.size()),
               geometric_mean(ratios));
}

}  // namespace glint::bench
