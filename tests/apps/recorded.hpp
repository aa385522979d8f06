// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <fstream>
#include <optional>
#include <regex>
#include <vector>

#include <gtest/gtest.h>

#include <apps/running.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/png.hpp>
#include <support/reference_pictures.hpp>

// Helpers that record runs of a simulation, and decode the recordings with ffmpeg.
namespace glint::test {

// Pictures of a bar that moves two cells per step, or of noise, which compresses poorly.
inline const char* const kMoving = R"(#include <glint/sim.cuh>
//@ simulation "Moving"
struct Params {
    bool noise = false;  //@ "Noise"
    int work = 0;        //@ 0..1000000 "Work"
};
struct Grid {            //@ 160 x 90
    float* level;        //@ 0..1 "Level" as grey
    int* steps;
};
//@ step
__global__ void shift(int width, int height, int step, Params params, float* level, int* steps) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float away = c.x - 2.0f * step;
    level[i] = params.noise ? glint::uniform3(i, step, 7).x : expf(-away * away / 40);
    for (int k = 0; k < params.work; ++k) level[i] = sinf(level[i]);
    ++steps[i];
}
)";

inline constexpr unsigned kWidth = 320, kHeight = 180;

/// Mean absolute difference of color channels, from 0 to 255. Pictures of different sizes fail the
/// test and return 255.
inline double difference(const Picture& picture, const Picture& other) {
    if (!have_same_size(picture, other)) return 255;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
        if (i % 4 == 3) continue;
        sum += std::abs(int{picture.rgba[i]} - int{other.rgba[i]});
        ++count;
    }
    return sum / static_cast<double>(count);
}

class RecordedRuns : public OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        folder_.write("moving.cu", kMoving);
    }
    std::string arguments(const std::string& more, const std::string& size = "320x180",
                          const std::string& device = "cpu") const {
        return fmt::format("run {}/moving.cu --headless --device {} --size {} {}",
                           folder_.path().string(), device, size, more);
    }
    Outcome run(const std::string& more, const std::string& environment = "") {
        return start_glint(folder_.path(), arguments("--every 0 " + more), environment);
    }
    std::filesystem::path made(const std::string& name) const {
        return folder_.path() / "work" / name;
    }

    /// Decodes all pictures of a video with ffmpeg. The video may be truncated.
    std::vector<Picture> decoded(const std::filesystem::path& video, unsigned width = kWidth,
                                 unsigned height = kHeight) const {
        const std::filesystem::path raw = folder_.path() / "decoded.raw";
        (void)std::system(
            fmt::format("ffmpeg -v quiet -nostdin -y -i '{}' -f rawvideo -pix_fmt rgba '{}'",
                        video.string(), raw.string())
                .c_str());
        std::vector<Picture> pictures;
        std::error_code absent;
        if (!std::filesystem::exists(raw, absent)) return pictures;
        const std::string bytes = read_text(raw);
        const std::size_t size = std::size_t{4} * width * height;
        EXPECT_EQ(bytes.size() % size, 0u) << video;
        for (std::size_t at = 0; at + size <= bytes.size(); at += size)
            pictures.push_back({width,
                                height,
                                {bytes.begin() + static_cast<std::ptrdiff_t>(at),
                                 bytes.begin() + static_cast<std::ptrdiff_t>(at + size)}});
        std::filesystem::remove(raw);
        return pictures;
    }
    /// Number in the text that matches the first group of `pattern`.
    static std::size_t number_in(const std::string& text, const std::string& pattern) {
        std::smatch found;
        if (std::regex_search(text, found, std::regex(pattern))) return std::stoul(found[1]);
        ADD_FAILURE() << "no '" << pattern << "' in:\n" << text;
        return 0;
    }
    /// Waits until the file has at least `bytes` bytes, for up to a minute.
    void wait_for_bytes(const std::string& name, std::size_t bytes) const {
        for (int i = 0; i < 6000; ++i) {
            std::error_code absent;
            if (std::filesystem::exists(made(name), absent) &&
                std::filesystem::file_size(made(name), absent) >= bytes)
                return;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ADD_FAILURE() << name << " does not grow to " << bytes << " bytes";
    }

    TemporaryFolder folder_;
};

class RecordedVideos : public RecordedRuns {
protected:
    void SetUp() override {
        RecordedRuns::SetUp();
        if (IsSkipped()) return;
        if (!find_program("ffmpeg")) GTEST_SKIP() << "ffmpeg: it is not installed";
    }
};

class RecordedWindows : public RecordedVideos {
protected:
    void SetUp() override {
        RecordedVideos::SetUp();
        if (IsSkipped()) return;
        display_ = VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    }
    std::string windowed(const std::string& more) const {
        return fmt::format("run {}/moving.cu --device cpu --size 320x180 {}",
                           folder_.path().string(), more);
    }

    std::optional<VirtualDisplay> display_;
};

}  // namespace glint::test
