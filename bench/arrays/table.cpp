#include "table.hpp"

#include <cmath>

#include <fmt/format.h>

#include <glint/array/array.hpp>
#include <glint/driver/benchmark.hpp>

namespace glint::bench {

Table::Table(Stream& stream, std::size_t count) : stream_(stream), count_(count) {
    const Array<float> from = Array<float>::zeros(stream, count);
    Array<float> to(stream, count);
    // A GPU that was idle needs some time to reach its clocks.
    for (int i = 0; i < 200; ++i) glint::copy(stream_, to.span(), from.span());
    const double seconds = median_seconds([&] { glint::copy(stream_, to.span(), from.span()); });
    copy_ = 2.0 * static_cast<double>(from.size_bytes()) / seconds;
    fmt::print("copy of {} MB: {:.3f} ms, {:.0f} GB/s both ways\n", from.size_bytes() / 1'000'000,
               seconds * 1e3, copy_ / 1e9);
}

double Table::median_seconds(const std::function<void()>& work) {
    return benchmark(stream_, work, {.repeats = 21, .warmups = 3}).device.median.count();
}

void Table::section(std::string_view title) {
    fmt::print("\n{:<52} {:>10} {:>10} {:>8} {:>8}\n", title, "ms", "predicted", "GB/s", "of copy");
    ratios_.clear();
}

void Table::measure(std::string name, double bytes, const std::function<void()>& work) {
    print(std::move(name), bytes, median_seconds(work));
}

void Table::measure_less(std::string name, double bytes, double before,
                         const std::function<void()>& work) {
    print(std::move(name), bytes, median_seconds(work) - before);
}

void Table::print(std::string name, double bytes, double seconds) {
    const double predicted = bytes / copy_;
    ratios_.push_back(predicted / seconds);
    fmt::print("{:<52} {:>10.4f} {:>10.4f} {:>8.0f} {:>8.3f}\n", name, seconds * 1e3,
               predicted * 1e3, bytes / seconds / 1e9, predicted / seconds);
    rows_.push_back({std::move(name), bytes, seconds});
}

void Table::add(std::string name, double seconds, double roof, std::string_view roof_name) {
    fmt::print("{:<52} {:>10.4f} {:>10.4f} {:>8.3f} of {}\n", name, seconds * 1e3, roof * 1e3,
               seconds / roof, roof_name);
    rows_.push_back({std::move(name), 0, seconds});
}

void Table::print_mean() {
    double sum = 0;
    for (const double ratio : ratios_) sum += std::log(ratio);
    fmt::print("{:<52} {:>38.3f}\n", "geometric mean",
               std::exp(sum / static_cast<double>(ratios_.size())));
}

}  // namespace glint::bench
