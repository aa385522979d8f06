// SPDX-License-Identifier: MIT
// Compares glint's CPU backend with hand-written OpenMP, on the same data and in the same run.
#include <cstdio>
#include <cstdlib>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <bench/cpu/report.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

namespace glint::bench {
namespace {

constexpr int kWrongUsage = 2;

struct Options {
    std::string filter;
    std::string json_file;
    int repeats = 15;
};

void add_options(CLI::App& program, Options& options) {
    program.set_help_flag("-h,--help", "show this help");
    program.add_option("--filter", options.filter, "run only workloads with TEXT in their name")
        ->type_name("TEXT");
    program
        .add_option("--repeats", options.repeats,
                    fmt::format("number of timed rounds, after 3 untimed rounds (default: {})",
                                options.repeats))
        ->type_name("N")
        ->check(CLI::Range(1, 100'000));
    program.add_option("--json", options.json_file, "also write the results to FILE")
        ->type_name("FILE");
}

std::vector<CatalogEntry> wanted(const Options& options) {
    std::vector<CatalogEntry> entries = catalog();
    std::erase_if(entries, [&](const CatalogEntry& entry) {
        return entry.name.find(options.filter) == std::string::npos;
    });
    if (entries.empty())
        throw Error(ErrorCode::not_found, "choose workloads",
                    fmt::format("no workload has '{}' in its name", options.filter));
    return entries;
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);  // because the next line takes seconds
}

void run(const Options& options) {
    const std::vector<CatalogEntry> entries = wanted(options);
    const Device device = Device::open("cpu");
    const unsigned threads = device.info().multiprocessors;
    const auto libraries = open_reference_libraries(threads);
    Report report{.processor = device.name(), .threads = threads};
    for (const ReferenceLibrary& library : libraries) report.compilers.push_back(library.compiler);
    print(heading(report));
    for (const CatalogEntry& entry : entries) {
        report.lines.push_back(compare(entry, device, libraries, options.repeats));
        print(row(report, report.lines.back()));
    }
    print(summary(report));
    if (!options.json_file.empty()) write_atomically(options.json_file, to_json(report));
}

int run_program(int argc, char** argv) {
    CLI::App program("The CPU backend compared with hand-written OpenMP", "glint_bench_cpu");
    Options options;
    add_options(program, options);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? EXIT_SUCCESS : kWrongUsage;
    }
    run(options);
    return EXIT_SUCCESS;
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    try {
        return glint::bench::run_program(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "glint_bench_cpu: {}\n", error.what());
        return EXIT_FAILURE;
    }
}
