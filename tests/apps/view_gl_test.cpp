// SPDX-License-Identifier: MIT
// `glint view` in a window, which always shows the current content of a file.
#include <apps/gray_png.hpp>
#include <apps/running.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/formats/npy.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

class ViewWindow : public OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        if (IsSkipped()) return;
        display_ = VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    }
    void write(std::size_t width) const {
        const std::vector<float> values(4 * 3 * width, static_cast<float>(width));
        write_npy(folder_.path() / "values.npy", std::array<std::size_t, 3>{4, 3, width}, values);
    }
    std::size_t resets() const {
        const std::string said = read_text(folder_.path() / "err.txt");
        std::size_t count = 0;
        for (std::size_t at = said.find("info: reloaded "); at != said.npos;
             at = said.find("info: reloaded ", at + 1))
            ++count;
        return count;
    }

    /// Starts `glint view ARGUMENTS`, and calls `write` repeatedly until the log contains `wanted`,
    /// for up to a minute.
    template <class Write>
    void expect_said(const std::string& arguments, const std::string& wanted, const Write& write) {
        const Started started(folder_.path(), "view " + arguments + " --device cpu --size 320x180",
                              true);
        const auto is_said = [&] {
            return read_text(folder_.path() / "err.txt").find(wanted) != std::string::npos;
        };
        for (int i = 0; i < 60 && (i == 0 || !is_said()); ++i) {
            write(i);
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
        started.send(SIGTERM);
        const Outcome outcome = started.wait();
        EXPECT_EQ(outcome.status, 130);
        EXPECT_NE(outcome.err.find(wanted), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find("error"), std::string::npos) << outcome.err;
    }

    TemporaryFolder folder_;
    std::optional<VirtualDisplay> display_;
};

TEST_F(ViewWindow, ReloadsItsFile) {
    write(8);
    const Started started(
        folder_.path(),
        fmt::format("view {}/values.npy --device cpu --size 320x180", folder_.path().string()),
        true);
    for (const std::size_t width : {8, 9}) {  // first the same shape, then another
        const std::size_t before = width == 8 ? 0 : resets();
        for (int i = 0; i < 60 && (i == 0 || resets() == before); ++i) {
            write(width);
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
    }
    started.send(SIGTERM);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 130);
    EXPECT_NE(outcome.err.find("reloaded " + (folder_.path() / "values.npy").string() + "\n"),
              std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("version 2 is in use\n"), std::string::npos) << outcome.err;
    EXPECT_GE(resets(), 2u) << outcome.err;
    EXPECT_EQ(outcome.err.find("error"), std::string::npos) << outcome.err;
}

TEST_F(ViewWindow, ReloadsRawDataAndFolders) {
    const std::string folder = folder_.path().string();
    const auto write_raw = [&](int i) {
        folder_.write("scan.raw", std::string(6 * 5 * 4, static_cast<char>('a' + i)));
    };
    write_raw(0);
    expect_said(folder + "/scan.raw --raw 6x5x4:u8", "reloaded " + folder + "/scan.raw\n",
                write_raw);
    std::filesystem::create_directory(folder_.path() / "slices");
    const auto add_slice = [&](int i) {
        write_gray_png(folder_.path() / fmt::format("slices/{}.png", i), 2,
                       {1, 2, static_cast<std::uint16_t>(i), 4});
    };
    add_slice(0);
    expect_said(folder + "/slices", "version 2 is in use\n", [&](int i) { add_slice(i + 1); });
}

TEST_F(ViewWindow, HandlesFoldersThatGrowDuringReading) {
    const fs::path slices = folder_.path() / "slices";
    fs::create_directory(slices);
    const auto add_slice = [&](int i) {
        write_gray_png(slices / fmt::format("{}.png", i), 2, {1, 2, 3, 4});
    };
    add_slice(0);
    add_slice(1);
    const Started started(folder_.path(),
                          fmt::format("view {} --picture {}/picture.png --device cpu --size 64x64",
                                      slices.string(), folder_.path().string()),
                          true);
    for (int i = 2; i < 7; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        add_slice(i);
    }
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(fs::exists(folder_.path() / "picture.png"));
}

}  // namespace
}  // namespace glint::test
