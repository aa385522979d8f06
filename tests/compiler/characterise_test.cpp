// SPDX-License-Identifier: MIT
#include <glint/compiler/characterise.hpp>

#include <gtest/gtest.h>

#include <glint/backend/source/compile_error.hpp>

#include <support/backends.hpp>

namespace glint::compiler {
namespace {

using Characterize = test::OnEachBackend;

TEST_P(Characterize, SizesMatchThoseInKernels) {
    const Device device = open();
    EXPECT_EQ(device_sizeof(device, "float"), 4u);
    EXPECT_EQ(device_sizeof(device, "float3"), 12u);
    EXPECT_EQ(device_sizeof(device, "void*"), 8u);
    EXPECT_EQ(device_sizeof(device, "Particle", "struct Particle { float4 place; char kind; };"),
              32u);
}

TEST_P(Characterize, AnUnknownTypeDoesNotCompile) {
    const Device device = open();
    EXPECT_THROW(device_sizeof(device, "Particle"), CompileError);
}

INSTANTIATE_TEST_SUITE_P(Backends, Characterize, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::compiler
