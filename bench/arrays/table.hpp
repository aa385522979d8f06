#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/driver/stream.hpp>

namespace glint::bench {

/// One measurement: what it did, and how long it took on the device.
struct Row {
    std::string name;
    double bytes = 0;  ///< that have to move: each operand once, the result once
    double seconds = 0;
};

/// Measures work of arrays, and sets it beside a plain copy on the same device in the same run.
class Table {
public:
    /// `count` is how many elements large arrays have.
    Table(Stream& stream, std::size_t count);

    Stream& stream() noexcept { return stream_; }
    std::size_t count() const noexcept { return count_; }

    void section(std::string_view title);
    /// Prints a row: the median time of `work` in events of the device, what the bytes would take
    /// at the copy's speed, and the ratio of the two.
    void measure(std::string name, double bytes, const std::function<void()>& work);
    /// The same for work that begins with something which takes `before` seconds and does not
    /// count.
    void measure_less(std::string name, double bytes, double before,
                      const std::function<void()>& work);
    /// The median time of `work` in events of the device.
    double median_seconds(const std::function<void()>& work);
    /// Prints a row of seconds that were measured in another way, and what they are to `roof`.
    void add(std::string name, double seconds, double roof, std::string_view roof_name);
    /// The geometric mean of the ratios to the copy since the section began.
    void print_mean();

    const std::vector<Row>& rows() const noexcept { return rows_; }
    double copy_bytes_per_second() const noexcept { return copy_; }

private:
    void print(std::string name, double bytes, double seconds);

    Stream& stream_;
    std::size_t count_;
    double copy_ = 0;
    std::vector<Row> rows_;
    std::vector<double> ratios_;
};

// Each prints its sections.
void bench_expressions(Table& table);
void bench_layouts(Table& table);
void bench_lines(Table& table);
void bench_small(Table& table);
void bench_reductions(Table& table);
void bench_scans(Table& table);
void bench_sorts(Table& table);
void bench_random(Table& table);

}  // namespace glint::bench
