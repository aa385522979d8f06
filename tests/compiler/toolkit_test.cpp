// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/toolkit.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <base/scratch.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;
using test::ScopedVariable;

const std::vector<fs::path> kUsual{"/usr/local/cuda", "/opt/cuda", "/usr"};

TEST(Toolkit, IsFoundThroughTheEnvironment) {
    const ScopedVariable path("CUDA_PATH", "/one"), home("CUDA_HOME", "/two");
    std::vector<fs::path> expected{"/one", "/two"};
    expected.insert(expected.end(), kUsual.begin(), kUsual.end());
    EXPECT_EQ(toolkit_folders(), expected);
    EXPECT_EQ(toolkit_candidates("libnvrtc.so", {"libnvrtc.so.13"}).front(),
              "/one/lib64/libnvrtc.so");
}

TEST(Toolkit, IsNeverTakenFromTheCurrentFolder) {
    for (const char* value : {"", ".", "cuda"}) {
        const ScopedVariable path("CUDA_PATH", value), home("CUDA_HOME", value);
        EXPECT_EQ(toolkit_folders(), kUsual) << value;
    }
}

TEST(Toolkit, ProgramsAreNeverTakenFromTheCurrentFolder) {
    const test::TemporaryFolder folder;
    const fs::path program = folder.write("glint-test-program", "#!/bin/sh\n");
    fs::permissions(program, fs::perms::owner_all);
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    for (const char* folders : {"", ":", ".", "/none:", ":/none"}) {
        const ScopedVariable path("PATH", folders);
        EXPECT_EQ(find_toolkit_program("glint-test-program"), std::nullopt) << folders;
    }
    const ScopedVariable path("PATH", ":/none:" + folder.path().string());
    EXPECT_EQ(find_toolkit_program("glint-test-program"), program);
    fs::current_path(before);
}

}  // namespace
}  // namespace glint::compiler
