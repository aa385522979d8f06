// SPDX-License-Identifier: MIT
#include <glint/compiler/compile_ahead.hpp>

#include <atomic>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include <glint/compiler/compile.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/graph.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

#include <base/scratch.hpp>
#include <support/complaints.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using test::expect_error;
using test::ScopedVariable;
using test::TemporaryFolder;

constexpr const char* kAheadTarget = "sm_90";
const std::string kAddBy = "__global__ void add(float* x, float by) { x[threadIdx.x] += by; }\n";
const std::string kScaleBy =
    "template <int N> __global__ void scale(float* x) { x[threadIdx.x] *= N; }\n";

/// Tests that need NVRTC, but no GPU.
class CompileAheadOfTime : public testing::Test {
protected:
    void SetUp() override {
        try {
            (void)compile_text(kAheadTarget, "probe.cu", "");
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
        probe_ = binaries();
    }

    std::size_t binaries() const {
        std::size_t count = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path() / "binaries"))
            count += entry.is_regular_file();
        return count;
    }
    std::size_t compiled() const { return binaries() - probe_; }

    TemporaryFolder folder_;
    ScopedVariable cache_{"GLINT_CACHE_DIR", folder_.path().string()};
    std::size_t probe_ = 0;
};

TEST_F(CompileAheadOfTime, FillsTheCacheWithUsedKernels) {
    CompileAhead ahead(kAheadTarget);
    ahead.start([](const Device& device) {
        Stream stream(device);
        DeviceMemory<float> x(device, 32);
        Program add = Program::from_text(device, "add.cu", kAddBy);
        add.kernel<void(float*, float)>("add").launch(stream, {}, x, 2.0f);
        EXPECT_EQ(to_vector(stream, x), std::vector<float>(32, 0.0f));
        Program scale =
            Program::from_text(device, "scale.cu", kScaleBy, {.instantiations = {"scale<2>"}});
        scale.kernel<void(float*)>("scale<2>").launch(stream, {}, x);
        scale.kernel<void(float*)>("scale<3>").launch(stream, {}, x);  // compiled later
    });
    ahead.wait();
    EXPECT_TRUE(ahead.is_done());
    EXPECT_EQ(ahead.failure(), "");
    EXPECT_EQ(ahead.progress().done, 3u);
    EXPECT_EQ(ahead.progress().total, 3u);
    EXPECT_EQ(compiled(), 3u);
    (void)compile_text(kAheadTarget, "add.cu", kAddBy);
    (void)compile_text(kAheadTarget, "scale.cu", kScaleBy, {.instantiations = {"scale<2>"}});
    EXPECT_EQ(compiled(), 3u) << "the same sources have the same entries";
}

TEST_F(CompileAheadOfTime, CompilesASourceOnce) {
    CompileAhead ahead(kAheadTarget);
    ahead.start([](const Device& device) {
        for (int i = 0; i < 3; ++i) (void)Program::from_text(device, "add.cu", kAddBy);
    });
    ahead.wait();
    EXPECT_EQ(ahead.progress().total, 1u);
    EXPECT_EQ(compiled(), 1u);
}

TEST_F(CompileAheadOfTime, QueuesCompileOnlyRequests) {
    CompileAhead ahead(kAheadTarget);
    std::atomic<bool> is_empty = false;
    ahead.start([&](const Device& device) {
        is_empty = compile_text(device, "add.cu", kAddBy, {}, BinaryKind::ptx).image.empty();
    });
    ahead.wait();
    EXPECT_TRUE(is_empty);
    EXPECT_EQ(ahead.progress().total, 1u);
    EXPECT_EQ(compiled(), 1u);
    EXPECT_FALSE(compile_text(kAheadTarget, "add.cu", kAddBy, {}, BinaryKind::ptx).image.empty());
    EXPECT_EQ(compiled(), 1u) << "the same text has the same entry";
}

TEST_F(CompileAheadOfTime, ReportsAFailedProgramAndCompilesItsRequests) {
    CompileAhead ahead(kAheadTarget);
    ahead.start([](const Device& device) {
        (void)Program::from_text(device, "add.cu", kAddBy);
        throw std::runtime_error("no input");
    });
    ahead.wait();
    EXPECT_EQ(ahead.failure(), "no input");
    EXPECT_EQ(compiled(), 1u);
}

TEST_F(CompileAheadOfTime, LeavesErrorsToTheProgramItself) {
    CompileAhead ahead(kAheadTarget);
    ahead.start([](const Device& device) {
        (void)Program::from_text(device, "wrong.cu", "__global__ void f() { nothing; }");
    });
    ahead.wait();
    EXPECT_EQ(ahead.failure(), "");
    EXPECT_EQ(ahead.progress().done, 1u);
    EXPECT_EQ(compiled(), 0u);
}

// While compiling ahead, a program reads only zeros, and may therefore loop forever. Closing a
// window must not wait for it.
TEST_F(CompileAheadOfTime, EndsAProgramThatNeverReturns) {
    std::atomic<bool> has_begun = false;
    {
        CompileAhead ahead(kAheadTarget);
        ahead.start([&](const Device& device) {
            Stream stream(device);
            for (;;) {
                stream.synchronize();
                has_begun = true;
            }
        });
        while (!has_begun) std::this_thread::yield();
        EXPECT_FALSE(ahead.is_done());
    }
}

TEST_F(CompileAheadOfTime, RunsGraphsImagesAndHostCalls) {
    CompileAhead ahead(kAheadTarget);
    std::atomic<int> calls = 0;
    ahead.start([&](const Device& device) {
        Stream stream(device);
        DeviceMemory<float> x(device, 32);
        Program add = Program::from_text(device, "add.cu", kAddBy);
        auto kernel = add.kernel<void(float*, float)>("add");
        Graph graph = Graph::capture(stream, [&] { kernel.launch(stream, {}, x, 2.0f); });
        graph.instantiate().launch(stream);
        stream.call([&] { ++calls; });
        stream.synchronize();
    });
    ahead.wait();
    EXPECT_EQ(ahead.failure(), "");
    EXPECT_EQ(calls, 1);
}

TEST_F(CompileAheadOfTime, RemembersFinishedWork) {
    const CompileAhead first(kAheadTarget), other("sm_80");
    EXPECT_FALSE(first.was_done("pond 640 x 360"));
    first.note_done("pond 640 x 360");
    EXPECT_TRUE(CompileAhead(kAheadTarget).was_done("pond 640 x 360"));
    EXPECT_FALSE(first.was_done("pond 640 x 361"));
    EXPECT_FALSE(other.was_done("pond 640 x 360"));
}

TEST(CompileAheadFor, RefusesOtherTargets) {
    for (const char* wrong : {"", "90", "sm_", "sm_x", "sm_90x", "cpu"})
        expect_error(ErrorCode::invalid_argument,
                     "an architecture has the form sm_90, sm_90a or compute_90",
                     [&] { const CompileAhead ahead{std::string_view(wrong)}; });
    expect_error(ErrorCode::invalid_argument,
                 "the architecture is virtual. Use a real architecture, such as sm_90",
                 [&] { const CompileAhead ahead("compute_90"); });
    EXPECT_NO_THROW(CompileAhead("sm_90a"));
}

}  // namespace
}  // namespace glint
