// SPDX-License-Identifier: MIT
// Measures array operations. On a GPU, compares their times with the "roof": a plain copy on the
// same device in the same run. On the CPU, compares them with the same work in C++ and OpenMP.
// bench/peers/arrays.py runs this program, and also times other libraries on a GPU.

#include "table.hpp"

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/driver/device.hpp>

namespace {

const std::map<std::string, void (*)(glint::bench::Table&)> kSections{
    {"expressions", glint::bench::bench_expressions},
    {"layouts", glint::bench::bench_layouts},
    {"lines", glint::bench::bench_lines},
    {"long_lines", glint::bench::bench_long_lines},
    {"random", glint::bench::bench_random},
    {"reductions", glint::bench::bench_reductions},
    {"scans", glint::bench::bench_scans},
    {"small", glint::bench::bench_small},
    {"sorts", glint::bench::bench_sorts},
};

std::string json(const glint::Device& device, const glint::bench::Table& table) {
    std::string text =
        fmt::format("{{\"device\": \"{}\", \"copy_bytes_per_second\": {}, \"rows\": [",
                    device.name(), table.copy_bytes_per_second());
    for (const glint::bench::Row& row : table.rows())
        text += fmt::format(
            "{}\n"
            R"({{"name": "{}", "bytes": {}, "seconds": {}, "reference_seconds": {}}})",
            &row == table.rows().data() ? "" : ",", row.name, row.bytes, row.seconds,
            row.reference_seconds);
    return text + "\n]}\n";
}

}  // namespace

int main(int argc, char** argv) {
    using namespace glint;
    CLI::App app("Benchmarks of arrays, compared with a plain copy and, on the CPU, with OpenMP");
    std::string device_name = "auto", file;
    unsigned log2 = 0;
    int repeats = 9;
    std::vector<std::string> wanted;
    app.add_option("--device", device_name,
                   "compute device: auto, cuda, cpu, or a GPU's name or UUID (default: auto)");
    app.add_option("--log2", log2,
                   "log2 of the number of elements of large arrays (default: 28 on a GPU, else 24)")
        ->check(CLI::Range(18, 34));
    app.add_option("--repeats", repeats,
                   "number of timed rounds on the CPU, after 3 untimed rounds (default: 9)")
        ->check(CLI::Range(1, 100'000));
    app.add_option("--json", file, "also write the results to this file");
    app.add_option("sections", wanted, "sections to run (default: all)");
    CLI11_PARSE(app, argc, argv);
    try {
        const Device device = Device::open(device_name);
        const bool on_cpu = device.kind() == BackendKind::cpu;
        if (log2 == 0) log2 = on_cpu ? 24 : 28;
        const std::size_t count = std::size_t(1) << log2;
        Stream stream(device);
        std::optional<bench::OpenMpComparison> comparison;
        if (on_cpu) comparison.emplace(stream, count, repeats);
        fmt::print("{} ({}), {} threads, {} elements\n", device.name(), device.info().architecture,
                   device.info().multiprocessors, count);
        bench::Table table(stream, count, comparison ? &*comparison : nullptr);
        for (const auto& [name, run] : kSections)
            if (wanted.empty() || std::ranges::find(wanted, name) != wanted.end()) run(table);
        table.print_overall_mean();
        if (!file.empty()) write_atomically(file, json(device, table));
    } catch (const Error& error) {
        fmt::print(stderr, "glint_bench_arrays: {}\n", error.what());
        return 1;
    }
}
