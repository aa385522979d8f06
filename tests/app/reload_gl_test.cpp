// SPDX-License-Identifier: MIT
#include <glint/app/app.hpp>

#include <chrono>
#include <optional>
#include <thread>

#include <base/scratch.hpp>
#include <gl/virtual_display.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::app {
namespace {

using namespace std::chrono_literals;

/// Source of a kernel with the given parameter `members` that writes `expression`.
std::string source(std::string_view members, std::string_view expression) {
    return "struct Params {\n" + std::string(members) +
           "};\nextern \"C\" __global__ void answer(Params params, float* out) {\n    *out = " +
           std::string(expression) + ";\n}\n";
}

constexpr std::string_view kSpeed = "    float speed = 1.0f;  //@ 0..4 m/s \"Speed\"\n";
constexpr std::string_view kBoth =
    "    float drag = 0.25f;  //@ 0..1 \"Drag\"\n"
    "    float speed = 1.0f;  //@ 0..4 m/s \"Speed\"\n";

/// A program in a window; the tests edit its kernel while it runs.
class Reload : public test::OnEachBackend {
protected:
    void SetUp() override {
        display_ = test::VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
        save(source(kSpeed, "params.speed"));
        device_.emplace(open());
        stream_.emplace(*device_);
        program_.emplace(*device_, folder_.path() / "answer.cu");
        answer_.emplace(program_->kernel<void(const ParameterSet&, float*)>("answer"));
        parameters_ = program_->parameters();
        app_.emplace(AppOptions{.width = 64, .height = 64});
        app_->panel("Answer").add(parameters_, *program_);
    }

    void save(std::string_view text) {
        // A change within the resolution of time stamps would go unnoticed.
        std::this_thread::sleep_for(10ms);
        folder_.write("answer.cu", text);
    }
    /// Returns the value that the kernel writes in the next frame.
    float next() {
        EXPECT_TRUE(app_->next_frame());
        DeviceMemory<float> out(*device_, 1);
        answer_->launch(*stream_, {}, parameters_, out);
        return to_vector(*stream_, out.span())[0];
    }
    /// Errors of the parameter section, as the panel shows them.
    std::string error() {
        std::string all;
        for (const Fact& fact : app_->panel("Answer").facts())
            if (fact.label == "error") all += fact.value;
        return all;
    }
    ParameterSet& parameters() { return parameters_; }
    App& app() { return *app_; }
    Program& program() { return *program_; }

private:
    std::optional<test::VirtualDisplay> display_;
    test::TemporaryFolder folder_;
    std::optional<Device> device_;
    std::optional<Stream> stream_;
    std::optional<Program> program_;
    std::optional<Kernel<void(const ParameterSet&, float*)>> answer_;
    ParameterSet parameters_;
    std::optional<App> app_;
};

TEST_P(Reload, UsesASavedFileAtTheNextFrame) {
    EXPECT_EQ(next(), 1.0f);
    save(source(kSpeed, "10 * params.speed"));
    EXPECT_EQ(next(), 10.0f);
}

TEST_P(Reload, KeepsValuesWhenAMemberIsAdded) {
    parameters().set("speed", 3);
    EXPECT_EQ(next(), 3.0f);
    save(source(kBoth, "params.speed + params.drag"));
    EXPECT_EQ(next(), 3.25f);
    EXPECT_EQ(parameters().list()[0].name, "drag");
    save(source(kSpeed, "params.speed"));
    EXPECT_EQ(next(), 3.0f);
}

TEST_P(Reload, ReportsACompileErrorOnceAndContinues) {
    parameters().set("speed", 2);
    save(source(kBoth, "params.sped"));
    {
        const test::ExpectedComplaints one(1);
        EXPECT_EQ(next(), 2.0f);
        EXPECT_EQ(next(), 2.0f);
    }
    EXPECT_NE(error().find("answer.cu:6"), std::string::npos) << error();
    save(source(kBoth, "params.speed - params.drag"));
    EXPECT_EQ(next(), 1.75f);
    EXPECT_EQ(error(), "");
}

TEST_P(Reload, RefusesAKernelWithMoreArgumentsAndContinues) {
    save(
        "struct Params {\n    float speed = 1.0f;\n};\n"
        "extern \"C\" __global__ void answer(Params params, float* out, int n) { *out = n; }\n");
    {
        const test::ExpectedComplaints one(1);
        EXPECT_EQ(next(), 1.0f);
        EXPECT_EQ(next(), 1.0f);
    }
    EXPECT_TRUE(error().ends_with(
        "kernel 'answer' is in use, and the launch has 2 arguments, but the kernel takes 3"))
        << error();
    save(source(kBoth, "params.drag"));
    EXPECT_EQ(next(), 0.25f);
    EXPECT_EQ(error(), "");
}

TEST_P(Reload, RefusesToLoseAParameterInUseAndContinues) {
    parameters().set("speed", 2);
    save(source("    float swiftness = 3.0f;  //@ 0..4 m/s \"Swiftness\"\n", "params.swiftness"));
    {
        const test::ExpectedComplaints one(1);
        EXPECT_EQ(next(), 2.0f);
    }
    EXPECT_EQ(parameters().get("speed"), 2);
    EXPECT_TRUE(error().ends_with("answer.cu: parameter 'speed' is in use but was removed"))
        << error();
    save(source(kBoth, "params.speed + params.drag"));
    EXPECT_EQ(next(), 2.25f);
    EXPECT_EQ(error(), "");
}

TEST_P(Reload, RemovesAParameterThatOnlyASliderUses) {
    for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(next(), 1.0f);
    save(source("    float swiftness = 3.0f;  //@ 0..4 m/s \"Swiftness\"\n", "params.swiftness"));
    EXPECT_EQ(next(), 3.0f);
}

TEST_P(Reload, ReportsWhenTheNewVersionIsInUse) {
    const test::ExpectedComplaints one(1);
    save(source(kSpeed, "params.sped"));
    EXPECT_EQ(next(), 1.0f);
    testing::internal::CaptureStderr();
    save(source(kSpeed, "2 * params.speed"));
    EXPECT_EQ(next(), 2.0f);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "glint: info: reloaded " + program().name() + ": the new code is in use\n");
    testing::internal::CaptureStderr();
    save(source(kSpeed, "3 * params.speed"));
    EXPECT_EQ(next(), 3.0f);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "what works needs no words";
}

TEST_P(Reload, UpdatesParametersInAllPanels) {
    ParameterSet others = parameters();
    app().panel("Others").add(others, program());
    others.set("speed", 4);
    save(source(kBoth, "params.speed"));
    EXPECT_EQ(next(), 1.0f);
    EXPECT_EQ(parameters().list().size(), 2u);
    EXPECT_EQ(others.list().size(), 2u);
    EXPECT_EQ(others.get("speed"), 4);
}

INSTANTIATE_TEST_SUITE_P(Backends, Reload, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::app
