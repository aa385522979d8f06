// SPDX-License-Identifier: MIT
// The gallery, the starters, the simulations of one or two files, and the kernels of views compile
// without warnings for the CPU and for an old, a middle and a new GPU generation.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <compiler/compilers.hpp>
#include <glint/base/files.hpp>
#include <glint/studio/run/detail/generated.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using FileAndTarget = std::tuple<fs::path, std::string>;

std::vector<fs::path> kernels_in(std::initializer_list<const char*> folders) {
    std::vector<fs::path> files;
    for (const char* folder : folders)
        for (const auto& entry : fs::directory_iterator(resource(folder)))
            if (entry.path().extension() == ".cu") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string test_name(const testing::TestParamInfo<FileAndTarget>& tested) {
    return std::get<0>(tested.param).stem().string() + "_for_" + std::get<1>(tested.param);
}

class Compiled : public testing::TestWithParam<FileAndTarget> {
protected:
    static const fs::path& file() { return std::get<0>(GetParam()); }
    static const std::string& target() { return std::get<1>(GetParam()); }

    static void compile(const std::string& text,
                        std::vector<std::pair<std::string, std::string>> defines = {}) {
        compiler::Source source = test::source(file().string(), text);
        source.include_folders = {resource("kernels").string()};
        source.defines = std::move(defines);
        test::expect_compiles(source, target());
    }

    void SetUp() override {
        if (target() != "cpu" && compiler::nvrtc_version().empty())
            GTEST_SKIP() << "cuda: NVRTC is missing";
    }
};

class Simulations : public Compiled {};

TEST_P(Simulations, CompileWithoutAWarning) {
    const std::string text = read_text(file());
    const Reading reading = read_annotations(file().string(), text);
    EXPECT_TRUE(reading.mistakes.empty());
    const bool is_short = file().parent_path().filename() != "waves";
    EXPECT_LE(std::ranges::count(text, '\n'), is_short ? 81 : 501);
    compile(text + generated_text(file().string(), reading));
}

class ViewKernelFiles : public Compiled {};

TEST_P(ViewKernelFiles, CompileWithoutAWarning) {
    std::vector<const char*> types{"float"};
    if (target() == "cpu" || target() == "sm_90")
        types.insert(types.end(), {"double", "unsigned char", "__half", "long long", "bool"});
    for (const char* type : types)
        compile(read_text(file()), {{"SCALAR", type},
                                    {"COMPONENTS", "1"},
                                    {"PLACE", "double"},
                                    {"PLACE_COMPONENTS", "3"}});
    compile(
        read_text(file()),
        {{"SCALAR", "float"}, {"COMPONENTS", "4"}, {"PLACE", "float"}, {"PLACE_COMPONENTS", "2"}});
}

const auto kTargets = testing::Values("cpu", "sm_75", "sm_90", "sm_120");
INSTANTIATE_TEST_SUITE_P(
    Gallery, Simulations,
    testing::Combine(testing::ValuesIn(kernels_in({"apps/gallery", "apps/starters", "apps/waves"})),
                     kTargets),
    test_name);
INSTANTIATE_TEST_SUITE_P(Views, ViewKernelFiles,
                         testing::Combine(testing::ValuesIn(kernels_in({"kernels/studio"})),
                                          kTargets),
                         test_name);

}  // namespace
}  // namespace glint::studio
