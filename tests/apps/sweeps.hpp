// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/base/files.hpp>

namespace glint::test {

namespace fs = std::filesystem;

inline const char* const kCells = R"(#include <glint/sim.cuh>
//@ simulation "Cells"
//@ frame 10 steps
struct Params {
    int breaks = 0;     //@ 0..1000 "Breaks at"
    int work = 0;       //@ 0..2000000000 "Work"
    float rise = 1.0f;  //@ 0..10 "Rise"
};
struct Grid {           //@ 16 x 8
    float* level;       //@ 0..100 "Level"
};
//@ init
__global__ void begin(int width, int height, unsigned seed, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = seed;
}
//@ step
__global__ void raise(int width, int height, int step, Params params, float* level) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    level[i] += params.rise;
    for (int k = 0; k < params.work; ++k) level[i] += sinf(level[i] + k) * 1e-9f;
    if (step + 1 == params.breaks && c.x == 5 && c.y == 3) level[i] /= 0;
}
//@ max "Highest"
__device__ float highest(float level) { return level; }
)";

class Sweeps : public testing::Test {
protected:
    void SetUp() override { folder_.write("cells.cu", kCells); }

    /// Runs glint in the folder "work", which is next to cells.cu.
    Outcome glint(const std::string& arguments) { return start_glint(folder_.path(), arguments); }
    Outcome sweep(const std::string& arguments) {
        return glint("sweep ../cells.cu --frames 2 --device cpu --jobs 2 --out s " + arguments);
    }
    fs::path work(const std::string& name) const { return folder_.path() / "work" / name; }

    /// The table without its column of seconds.
    std::string table(const std::string& sweep = "s") const {
        static const std::regex seconds(",(seconds|[0-9]+[.][0-9]{3}|),(?=[^,]*\n|\"[^\"]*\"\n)");
        return std::regex_replace(read_text(work(sweep) / "table.csv"), seconds, ",");
    }
    /// Time at which the result of each case was written.
    std::vector<fs::file_time_type> times(std::size_t cases) const {
        std::vector<fs::file_time_type> all;
        for (std::size_t i = 1; i <= cases; ++i)
            all.push_back(fs::last_write_time(work(fmt::format("s/case-{:04}/result.json", i))));
        return all;
    }
    static bool holds(const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    }

    TemporaryFolder folder_;
};

}  // namespace glint::test
