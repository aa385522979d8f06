// SPDX-License-Identifier: MIT
// The button that saves the fields shown in a window.
#include <studio/window_fixture.hpp>

#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/formats/npy.hpp>

namespace glint::studio {
namespace {

class SaveButtonOn : public WindowOn {};

TEST_P(SaveButtonOn, SavesTheShownFields) {
    press("space");
    const std::string file = fmt::format("level-{:06}.npy", step());
    click_on(widget({"Save fields"}));
    const std::filesystem::path out = folder_.path() / "out";
    for (int i = 0; i < 300 && !std::filesystem::exists(out / file); ++i) go(1);
    EXPECT_EQ(read_npy(out / file).shape, (std::vector<std::size_t>{24, 32}));
    session_->viewer().show({"level", "rising"});
    click_on(widget({"Save fields"}));
    const std::string other = fmt::format("rising-{:06}.npy", step());
    for (int i = 0; i < 300 && !std::filesystem::exists(out / other); ++i) go(1);
    EXPECT_EQ(read_npy(out / other).values[100], element(1, 4, 3));
    EXPECT_EQ(session_->finish(), 0);
}

TEST_P(SaveButtonOn, ContinuesIfSavingFails) {
    press("space");
    click_on(widget({"Save fields"}));
    go(20);
    std::filesystem::remove_all(folder_.path() / "out");
    const test::ExpectedComplaints complaint(1);
    const std::size_t before = log::complaint_count();
    click_on(widget({"Save fields"}));
    for (int i = 0; i < 300 && log::complaint_count() == before; ++i) go(1);
    EXPECT_EQ(log::complaint_count(), before + 1);
    EXPECT_TRUE(go(3));
    EXPECT_EQ(session_->finish(), 1);
}

TEST_P(SaveButtonOn, StartsItsOwnSeries) {
    session_.reset();
    app_.reset();
    simulation_.reset();
    const std::filesystem::path series = folder_.path() / "out/Pond.pvd";
    folder_.write("out/Pond.pvd", "    <DataSet timestep=\"1\" file=\"Pond-000001.vti\"/>\n");
    app_.emplace(app::AppOptions{
        .width = kWidth, .height = kHeight, .out = folder_.path() / "out", .device = GetParam()});
    simulation_.emplace(SimulationOptions{.device = app_->device(), .file = file()});
    session_.emplace(*app_, *simulation_, RunOptions{.save = {.format = FileFormat::vti}});
    go(20);
    ASSERT_GT(step(), 1u);
    click_on(widget({"Save fields"}));
    const auto text = [&] { return read_text(series); };
    for (int i = 0; i < 300 && text().find("Collection") == std::string::npos; ++i) go(1);
    EXPECT_EQ(text().find("Pond-000001.vti"), std::string::npos) << text();
    EXPECT_EQ(session_->finish(), 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, SaveButtonOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
