// What arrays cost beside the roof: a plain copy on the same device in the same run. The peers'
// figures for the same work come from bench/peers/arrays.py and bench/peers/arrays.cu.
//
// Usage: glint_bench_arrays [DEVICE [LOG2_OF_COUNT [SECTION...]]]

#include "table.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/device.hpp>

int main(int argc, char** argv) {
    using namespace glint;
    try {
        const Device device = Device::open(argc > 1 ? argv[1] : "auto");
        const bool is_gpu = device.kind() == BackendKind::cuda;
        const unsigned log2 = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2]))
                              : is_gpu ? 28
                                       : 22;
        const std::map<std::string, void (*)(bench::Table&)> sections{
            {"expressions", bench::bench_expressions},
            {"layouts", bench::bench_layouts},
            {"small", bench::bench_small},
        };
        Stream stream(device);
        fmt::print("{} ({}), {} elements\n", device.name(), device.info().architecture,
                   std::size_t(1) << log2);
        bench::Table table(stream, std::size_t(1) << log2);
        for (const auto& [name, run] : sections) {
            bool wanted = argc <= 3;
            for (int i = 3; i < argc; ++i) wanted = wanted || name == argv[i];
            if (wanted) run(table);
        }
    } catch (const Error& error) {
        fmt::print(stderr, "glint_bench_arrays: {}\n", error.what());
        return 1;
    }
}
