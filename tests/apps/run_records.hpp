// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <apps/running.hpp>
#include <base/scratch.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <support/backends.hpp>
#include <support/contains.hpp>

namespace glint::test {

namespace fs = std::filesystem;

// Two steps per frame. `s` depends on all previous steps, and thus on the gain at each step.
inline const char* const kGain = R"(#include <glint/sim.cuh>
//@ simulation "Gain"
//@ frame 2 steps
struct Params {
    float gain = 1.0f;  //@ 0..4 "Gain"
};
struct A {              //@ 16 x 16
    float* s;           //@ 0..100 "Sum"
};
//@ step
__global__ void add(int width, int height, int step, Params params, float* s) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) s[c.y * width + c.x] += params.gain * (1 + step % 3);
}
//@ mean "Mean"
__device__ float mean_s(float s) { return s; }
)";

class RunRecords : public OnEachBackend {
protected:
    void SetUp() override { folder_.write("gain.cu", kGain); }

    Outcome glint(const std::string& arguments) { return start_glint(folder_.path(), arguments); }
    /// Arguments of a run of this file, headless and without images.
    std::string run(const std::string& more) const {
        return fmt::format("run ../gain.cu --headless --device {} --every 0 {}", GetParam(), more);
    }
    void expect_success(const std::string& arguments) {
        const Outcome outcome = glint(arguments);
        EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.out << outcome.err;
    }
    fs::path work() const { return folder_.path() / "work"; }
    std::string text(const std::string& name) const { return read_text(work() / name); }
    bool is_there(const std::string& name) const { return fs::exists(work() / name); }
    std::vector<std::string> files_in(const std::string& name) const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(work() / name))
            names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }
    std::vector<std::string> checkpoints(const std::string& name) const {
        std::vector<std::string> names = files_in(name);
        std::erase_if(names,
                      [](const std::string& each) { return !each.starts_with("checkpoint-"); });
        return names;
    }
    /// Printed value of the probe s[3,3].
    std::string probed(const std::string& arguments) {
        const Outcome outcome = glint(arguments + " --probe s[3,3]");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome.out.substr(0, outcome.out.find('\n') + 1);
    }
    void expect_whole(const std::string& run) {
        const Outcome verified = glint("replay " + run + " --verify");
        EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
        EXPECT_TRUE(verified.out.starts_with("the checksums of ")) << verified.out;
        std::vector<std::uint64_t> steps;
        const std::string table = text(run + "/monitors.csv");
        for (const std::string_view row : text::split(table, '\n'))
            if (const auto step = text::parse_unsigned(row.substr(0, row.find(','))))
                steps.push_back(*step);
        ASSERT_FALSE(steps.empty());
        for (std::size_t i = 0; i < steps.size(); ++i)
            EXPECT_EQ(steps[i], steps.front() + 2 * i) << run;
    }

    TemporaryFolder folder_;
};

}  // namespace glint::test
