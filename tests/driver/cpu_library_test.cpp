// SPDX-License-Identifier: MIT
// How the library of the CPU backend is chosen. Each case runs in its own process, because a
// library is loaded only once.
#include <glint/backend/detail/cpu_entry.hpp>
#include <glint/driver/detail/cpu_library.hpp>

#include <gtest/gtest.h>

#include <glint/driver/device.hpp>

#include <base/scratch.hpp>
#include <driver/child_process.hpp>

namespace glint {
namespace {

using test::ScopedVariable;

constexpr const char* kCure =
    ". Set $GLINT_CPU_LIBRARY to the libglint_cpu.so of this version of glint, or unset the "
    "variable";

void expect_refusal(const std::string& file, const std::string& reason) {
    const ScopedVariable library("GLINT_CPU_LIBRARY", file);
    test::expect_error(ErrorCode::unsupported, reason, [] { (void)Device::open("cpu"); });
    test::expect_error(ErrorCode::unsupported, reason, [] { (void)driver::cpu_library(); });
}

TEST(CpuLibrary, DISABLED_OfAnotherVersionIsRefused) {
    const std::string file = GLINT_OTHER_CPU_LIBRARY;
    expect_refusal(file, "'" + file +
                             "' has version 0.0.1 (interface 1), but this program has version " +
                             driver::interface_version() + kCure);
}

TEST(CpuLibrary, DISABLED_OfAnotherKindIsRefused) {
    const auto maths = SharedLibrary::open(std::array<std::string, 1>{"libm.so.6"});
    ASSERT_TRUE(maths);
    const std::string file = maths->path().string();
    expect_refusal(file, "'" + file + "' has no function glint_cpu_open_backend" + kCure);
}

TEST(CpuLibrary, DISABLED_InvalidLibraryIsRefused) {
    const test::TemporaryFolder folder;
    const ScopedVariable library("GLINT_CPU_LIBRARY", folder.write("text.so", "no library"));
    try {
        (void)Device::open("cpu");
        FAIL();
    } catch (const Error& error) {
        EXPECT_TRUE(error.reason().starts_with((folder.path() / "text.so").string() + ": "))
            << error.reason();
    }
}

TEST(CpuLibrary, DISABLED_IsNotLookedForByItsBareName) {
    const ScopedVariable library("GLINT_CPU_LIBRARY", "libm.so.6");
    try {
        (void)Device::open("cpu");
        FAIL();
    } catch (const Error& error) {
        const auto here = std::filesystem::current_path() / "libm.so.6";
        EXPECT_TRUE(error.reason().starts_with(here.string() + ": ")) << error.reason();
    }
}

TEST(CpuLibrary, DISABLED_EmptyIsUnset) {
    const ScopedVariable library("GLINT_CPU_LIBRARY", "");
    EXPECT_EQ(Device::open("cpu").kind(), BackendKind::cpu);
}

TEST(CpuLibrary, IsCheckedBeforeItIsUsed) {
    for (const char* name :
         {"OfAnotherVersionIsRefused", "OfAnotherKindIsRefused", "InvalidLibraryIsRefused",
          "IsNotLookedForByItsBareName", "EmptyIsUnset"})
        EXPECT_EQ(test::run_child(std::string("CpuLibrary.DISABLED_") + name), 0) << name;
}

}  // namespace
}  // namespace glint
