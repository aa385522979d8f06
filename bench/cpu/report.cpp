// SPDX-License-Identifier: MIT
#include <bench/cpu/report.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace glint::bench {
namespace {

constexpr const char* kColumns = "{:<16} {:<18} {:>9} {:>9}  {:<14} {:>6} {:>6} {:>11}  {}\n";

std::string milliseconds(double seconds) { return fmt::format("{:.3f}", seconds * 1e3); }

std::string two_digits(std::optional<double> ratio) {
    return ratio ? fmt::format("{:.2f}", *ratio) : "";
}

double geometric_mean(const std::vector<Comparison>& lines) {
    double sum = 0;
    for (const Comparison& line : lines) sum += std::log(line.ratio());
    return std::exp(sum / static_cast<double>(lines.size()));
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') out += '\\';
        out += letter;
    }
    return out + '"';
}

std::string json_line(const Report& report, const Comparison& line) {
    std::vector<std::string> references;
    for (std::size_t i = 0; i < line.reference_seconds.size(); ++i)
        references.push_back(fmt::format("{}: {}", quoted(report.compilers[i]),
                                         milliseconds(line.reference_seconds[i])));
    return fmt::format(
        R"(    {{"workload": {}, "shape": {}, "lowering": {}, "glint_ms": {}, )"
        R"("best_ms": {}, "best": {}, "ratio": {:.3f}, "target": {}, "openmp_ms": {{{}}}}})",
        quoted(line.name), quoted(line.shape), quoted(line.lowering),
        milliseconds(line.glint_seconds), milliseconds(line.best_seconds()),
        quoted(report.compilers[line.best]), line.ratio(), line.target,
        fmt::join(references, ", "));
}

std::string headline(const Report& report) {
    return fmt::format("{}, {} threads, OpenMP by {}", report.processor, report.threads,
                       fmt::join(report.compilers, ", "));
}

}  // namespace

std::string heading(const Report& report) {
    return headline(report) + "\n" +
           fmt::format(kColumns, "workload", "shape", "glint ms", "best ms", "best OpenMP", "ratio",
                       "target", "-ffast-math", "lowering");
}

std::string row(const Report& report, const Comparison& line) {
    return fmt::format(kColumns, line.name, line.shape, milliseconds(line.glint_seconds),
                       milliseconds(line.best_seconds()), report.compilers[line.best],
                       two_digits(line.ratio()), line.target, two_digits(line.fast_ratio()),
                       line.lowering);
}

std::string summary(const Report& report) {
    const auto reached = std::ranges::count_if(
        report.lines, [](const Comparison& line) { return line.ratio() <= line.target; });
    return fmt::format(
        "The geometric mean of the ratios is {:.2f}, and {} of {} ratios meet their target ({})\n",
        geometric_mean(report.lines), reached, report.lines.size(), headline(report));
}

std::string to_json(const Report& report) {
    std::vector<std::string> compilers;
    for (const std::string& compiler : report.compilers) compilers.push_back(quoted(compiler));
    std::vector<std::string> lines;
    for (const Comparison& line : report.lines) lines.push_back(json_line(report, line));
    return fmt::format(
        R"({{"processor": {}, "threads": {}, "compilers": [{}], "geometric_mean": {:.3f}, )"
        "\"lines\": [\n{}\n]}}\n",
        quoted(report.processor), report.threads, fmt::join(compilers, ", "),
        geometric_mean(report.lines), fmt::join(lines, ",\n"));
}

}  // namespace glint::bench
