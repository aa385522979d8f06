// SPDX-License-Identifier: MIT
#include <glint/compiler/fatbin.hpp>

#include <array>

#include <gtest/gtest.h>

#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/detail/toolkit.hpp>
#include <glint/driver/module.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>

namespace glint {
namespace {

using test::expect_error;

constexpr const char* kTriple = R"(
template <class T>
__global__ void triple(T* x) { x[threadIdx.x] *= 3; }
)";
const ProgramOptions kOptions{.instantiations = {"triple<int>"}};

class Fatbins : public testing::Test {
protected:
    void SetUp() override {
        if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
        if (!compiler::find_toolkit_program("fatbinary"))
            GTEST_SKIP() << "cuda: the toolkit's fatbinary is missing";
    }
    Binary made(const std::vector<std::string>& targets) const {
        return compile_fatbin(targets, file_, kOptions);
    }
    test::TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.write("triple.cu", kTriple);
};

/// True if `whole` contains `part`.
bool holds(const Binary& whole, const Binary& part) {
    return !std::ranges::search(whole.image, part.image).empty();
}

TEST_F(Fatbins, ContainCodeForEachTarget) {
    const Binary fatbin = made({"sm_80", "sm_90a", "compute_90"});
    EXPECT_EQ(driver::detect_input(fatbin.image), driver::LinkInput::fatbin);
    for (const char* target : {"sm_80", "sm_90a"})
        EXPECT_TRUE(holds(fatbin, compile(target, file_, kOptions))) << target;
    EXPECT_FALSE(holds(fatbin, compile("sm_75", file_, kOptions)));
    EXPECT_EQ(fatbin.symbols.at("triple<int>"), "_Z6tripleIiEvPT_");
    EXPECT_GT(fatbin.image.size(), made({"sm_80", "sm_90a"}).image.size());
}

TEST_F(Fatbins, AreLoadedByTheDriver) {
    if (const std::string why = cuda_unavailable_reason(); !why.empty())
        GTEST_SKIP() << "cuda: " << why;
    Stream stream(Device::open("cuda"));
    const Binary fatbin = made({"sm_75", "compute_75", stream.device().info().architecture});
    const Module module(stream.device(), fatbin.image);
    auto numbers = to_device(stream, std::vector<int>{1, 2, 3});
    module.kernel<void(int*)>(fatbin.symbols.at("triple<int>"))
        .launch(stream, {.block = {3}}, numbers);
    EXPECT_EQ(to_vector(stream, numbers), (std::vector<int>{3, 6, 9}));
}

TEST_F(Fatbins, NeedGpuTargets) {
    expect_error(ErrorCode::invalid_argument, "the list of targets is empty",
                 [&] { (void)made({}); });
    expect_error(ErrorCode::invalid_argument, "'cpu' is not a GPU",
                 [&] { (void)made({"sm_80", "cpu"}); });
    EXPECT_THROW((void)made({"sm_ninety"}), Error);
}

TEST(ToolkitPrograms, MissingProgramsAreNamed) {
    expect_error(ErrorCode::unsupported,
                 "no CUDA toolkit contains the file. Install the CUDA toolkit, or set $CUDA_PATH "
                 "to the folder of the toolkit",
                 [] { (void)compiler::toolkit_program("no-such-program"); });
}

}  // namespace
}  // namespace glint
