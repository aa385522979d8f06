// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bench/arrays/openmp_comparison.hpp>
#include <glint/driver/stream.hpp>

namespace glint::bench {

/// A measurement: the name of the work, and its time.
struct Row {
    std::string name;
    double bytes = 0;  ///< minimum traffic: reads each operand and writes the result once
    double seconds = 0;
    double reference_seconds = 0;  ///< time in C++ with OpenMP; 0: no reference
};

/// Measures array operations. Compares their times with a plain copy on the same device in the same
/// run or, on the CPU, with the same work in C++ and OpenMP.
class Table {
public:
    /// `count` is the number of elements of large arrays. `comparison` is null for GPUs.
    Table(Stream& stream, std::size_t count, OpenMpComparison* comparison);

    Stream& stream() noexcept { return stream_; }
    std::size_t count() const noexcept { return count_; }
    bool is_compared_with_openmp() const noexcept { return comparison_ != nullptr; }

    void section(std::string_view title);
    /// Prints a row: the median time of `work`, measured by device events, the time to move `bytes`
    /// at the speed of the copy, and the ratio of the two times.
    void measure(std::string name, double bytes, const std::function<void()>& work);
    /// Prints a row for work that returns an Array or a Selection. On the CPU, prints the median
    /// time of `work`, the median time of the best reference for `operands`, and their ratio.
    template <class Work>
    void measure(std::string name, double bytes, const Operands& operands, const Work& work) {
        measure_less(std::move(name), bytes, 0, operands, work);
    }
    /// Prints a row for work whose first part takes `before` seconds, and subtracts this time. On
    /// the CPU, subtracts nothing, because the reference includes the first part, too.
    template <class Work>
    void measure_less(std::string name, double bytes, double before, const Operands& operands,
                      const Work& work) {
        if (comparison_ == nullptr)
            print(std::move(name), bytes, median_seconds([&] { (void)work(); }) - before);
        else
            print(name, bytes, comparison_->compare(name, operands, work));
    }
    /// Returns the median time of `work` in seconds, measured by device events.
    double median_seconds(const std::function<void()>& work);
    /// Prints a row with a time that the caller measured, and its ratio to the time `roof`.
    void add(std::string name, double seconds, double roof, std::string_view roof_name);
    /// Prints the geometric mean of the ratios in this section of the table.
    void print_mean();
    /// Prints the geometric mean of all rows that were compared with references, if there are any.
    void print_overall_mean();

    const std::vector<Row>& rows() const noexcept { return rows_; }
    double copy_bytes_per_second() const noexcept { return copy_; }

private:
    void print(std::string name, double bytes, double seconds);
    void print(std::string name, double bytes, const Compared& compared);

    Stream& stream_;
    std::size_t count_;
    OpenMpComparison* comparison_;
    double copy_ = 0;
    std::vector<Row> rows_;
    std::vector<double> ratios_;
};

// Each function prints one or more sections of the table.
void bench_expressions(Table& table);
void bench_layouts(Table& table);
void bench_lines(Table& table);
void bench_long_lines(Table& table);
void bench_small(Table& table);
void bench_reductions(Table& table);
void bench_scans(Table& table);
void bench_sorts(Table& table);
void bench_random(Table& table);

}  // namespace glint::bench
