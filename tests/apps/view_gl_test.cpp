// `glint view` in a window, which shows a file as it is now.
#include <apps/running.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/base/formats/npy.hpp>

namespace glint::test {
namespace {

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
        for (std::size_t at = said.find(" again\n"); at != said.npos;
             at = said.find(" again\n", at + 1))
            ++count;
        return count;
    }

    TemporaryFolder folder_;
    std::optional<VirtualDisplay> display_;
};

TEST_F(ViewWindow, ReadsItsFileAgain) {
    write(8);
    const Started started(
        folder_.path(),
        fmt::format("view {}/values.npy --device cpu --size 320x180", folder_.path().string()),
        true);
    for (const std::size_t width : {8, 9}) {  // the same shape, and another
        const std::size_t before = width == 8 ? 0 : resets();
        for (int i = 0; i < 60 && (i == 0 || resets() == before); ++i) {
            write(width);
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
    }
    started.send(SIGTERM);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 130);
    EXPECT_NE(outcome.err.find("read " + (folder_.path() / "values.npy").string() + " again\n"),
              std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("version 2 in use now\n"), std::string::npos) << outcome.err;
    EXPECT_GE(resets(), 2u) << outcome.err;
    EXPECT_EQ(outcome.err.find("error"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace glint::test
