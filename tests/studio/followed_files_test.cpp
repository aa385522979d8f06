// SPDX-License-Identifier: MIT
#include <glint/studio/window/followed_files.hpp>

#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/base/log.hpp>
#include <glint/formats/npy.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/window/detail/live_editing.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::studio {
namespace {

using namespace std::chrono_literals;

class FollowedFilesOn : public test::OnEachBackend {
protected:
    std::filesystem::path file() const { return folder_.path() / "values.npy"; }
    std::filesystem::path write(std::size_t height, std::size_t width, float first) {
        std::vector<float> values(width * height);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = first + static_cast<float>(i);
        write_npy(file(), std::array{height, width}, values);
        return file();
    }
    std::string text() const {
        const NpyArray array = read_npy(file());
        return fmt::format(
            "#include <glint/sim.cuh>\n//@ simulation \"Values\"\nstruct Grid {{  //@ {} x {}\n"
            "    float* values;  //@ \"Values\"\n}};\n",
            array.shape.at(1), array.shape.at(0));
    }
    /// Runs frames until a reset, a complaint, or a timeout of a few seconds. Returns true after a
    /// reset.
    bool is_reset() {
        const std::size_t complaints = log::complaint_count();
        for (int i = 0; i < 2000; ++i) {
            if (follower_.update(live_.update())) return true;
            if (log::complaint_count() > complaints) return false;
            std::this_thread::sleep_for(5ms);
        }
        return false;
    }
    std::vector<float> values() { return shown_.field<float>("values").to_vector(); }

    test::TemporaryFolder folder_;
    std::filesystem::path first_ = write(2, 3, 0);
    Simulation shown_{{.device = open(),
                       .file = folder_.write("values.cu", text()),
                       .inputs = {"values=" + file().string()}}};
    LiveEditing live_{shown_};
    FileFollower follower_{shown_, live_, {.files = {file()}, .text = [this] { return text(); }}};
};

TEST_P(FollowedFilesOn, ReloadReplacedFiles) {
    EXPECT_EQ(values(), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    for (int i = 0; i < 20; ++i) EXPECT_FALSE(follower_.update(live_.update()));
    write(2, 3, 10);
    EXPECT_TRUE(is_reset());
    EXPECT_EQ(values(), (std::vector<float>{10, 11, 12, 13, 14, 15}));
    EXPECT_FALSE(follower_.update(live_.update()));
}

TEST_P(FollowedFilesOn, MayHaveAnotherShape) {
    write(3, 2, 20);
    EXPECT_TRUE(is_reset());
    EXPECT_EQ(shown_.state().extents(0), (Extents{2, 3, 1}));
    EXPECT_EQ(values(), (std::vector<float>{20, 21, 22, 23, 24, 25}));
    write(1, 2, 30);
    EXPECT_TRUE(is_reset());
    EXPECT_EQ(values(), (std::vector<float>{30, 31}));
}

TEST_P(FollowedFilesOn, KeepTheOldDataIfUnreadable) {
    {
        const test::ExpectedComplaints complaint(1);
        folder_.write("values.npy", "no array");
        EXPECT_FALSE(is_reset());
        EXPECT_EQ(values(), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    }
    write(2, 3, 40);
    EXPECT_TRUE(is_reset());
    EXPECT_EQ(values().front(), 40);
}

INSTANTIATE_TEST_SUITE_P(Backends, FollowedFilesOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
