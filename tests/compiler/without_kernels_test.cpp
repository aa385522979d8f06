// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/without_kernels.hpp>

#include <string>

#include <gtest/gtest.h>

namespace glint::compiler {
namespace {

TEST(WithoutKernels, KernelsBecomeFunctionsOnTheirLines) {
    EXPECT_EQ(without_kernels("__device__ int one();\n"
                              "__global__ void __launch_bounds__(kThreads, max(1, 2)) k(int* a) {\n"
                              "    a[0] = one();\n"
                              "}\n"
                              "template <class T> __global__ void declared(T* a);\n"),
              "__device__ int one();\n"
              "__device__ void                                        k(int* a) {\n"
              "    a[0] = one();\n"
              "}\n"
              "template <class T> __device__ void declared(T* a);\n");
}

TEST(WithoutKernels, OtherDeclarationsAreUnchanged) {
    for (const std::string text :
         {"static __global__ void k() {}\n", "namespace {\n__global__ void k() {}\n}\n",
          "__global__ __cluster_dims__(2, 1, 1) void k() {}\n",
          "template __global__ void k<int>(int*);\n"})
        EXPECT_EQ(without_kernels(text), text);
}

}  // namespace
}  // namespace glint::compiler
