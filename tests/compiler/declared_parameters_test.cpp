// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/declared_parameters.hpp>

#include <gtest/gtest.h>

namespace glint::compiler {
namespace {

using Types = std::vector<std::string>;

TEST(DeclaredParameters, AreReadFromTheSource) {
    const std::string_view source = R"(
        extern "C" __global__ void saxpy(size_t n, float a, const float* x, float *y) {}
        extern "C" __global__ void none() {}
        extern "C" __global__ void also_none(void) {}
        extern "C" __global__ __launch_bounds__(256, (2)) void bounded(unsigned int count,
                                                                      float* __restrict__ to) {}
        extern "C" __global__ void unnamed(float, float *) {}
        extern "C" __global__ void array(int values[4]) {})";
    EXPECT_EQ(declared_parameters(source, "saxpy"),
              (Types{"size_t", "float", "const float*", "float *"}));
    EXPECT_EQ(declared_parameters(source, "none"), Types{});
    EXPECT_EQ(declared_parameters(source, "also_none"), Types{});
    EXPECT_EQ(declared_parameters(source, "bounded"),
              (Types{"unsigned int", "float* __restrict__"}));
    EXPECT_EQ(declared_parameters(source, "unnamed"), (Types{"float", "float *"}));
    EXPECT_EQ(declared_parameters(source, "array"), (Types{"int *"}));
}

TEST(DeclaredParameters, CommentsAreSkipped) {
    const std::string_view source = R"(
        // __global__ void f(int x);
        /* __global__ void f(long x); */
        __global__ void f(float x /* in m (metres) */, // , int more
                          double y) {})";
    EXPECT_EQ(declared_parameters(source, "f"), (Types{"float", "double"}));
}

TEST(DeclaredParameters, ConflictingDeclarationsGiveNoTypes) {
    EXPECT_EQ(declared_parameters("__global__ void f(int x); __global__ void f(int x) {}", "f"),
              Types{"int"});
    EXPECT_EQ(declared_parameters("#if A\n__global__ void f(int x) {}\n#else\n"
                                  "__global__ void f(float x) {}\n#endif",
                                  "f"),
              Types{});
}

TEST(DeclaredParameters, InvalidSourcesGiveNoTypes) {
    for (const char* source : {"", "__global__", "__global__ void f(int", "void f(int x) {}",
                               "__global__ void g(int f) {}", "/* __global__ void f(int x) {}"})
        EXPECT_EQ(declared_parameters(source, "f"), Types{}) << source;
}

TEST(DeclaredVariables, AreReadFromTheSource) {
    const std::string_view source = R"(
        __constant__ float factors[4];
        static __device__ unsigned long counter = 7;
        extern "C" __device__ __constant__ const int *const list = nullptr;
        namespace tuning { __device__ Pair pair{1, 2}; }
        __device__ inline double half_of(double x) { return x / 2; }
        __managed__ int shared_by_all, and_another;
        // __device__ int commented;
        #if A
        __device__ int either;
        #else
        __device__ float either;
        #endif
        float __device__ behind;
        __device__ )";
    EXPECT_EQ(declared_variable(source, "factors"), "float");
    EXPECT_EQ(declared_variable(source, "counter"), "unsigned long");
    EXPECT_EQ(declared_variable(source, "list"), "const int *const");
    EXPECT_EQ(declared_variable(source, "tuning::pair"), "Pair");
    EXPECT_EQ(declared_variable(source, "shared_by_all"), "int");
    for (const char* name :
         {"half_of", "x", "and_another", "commented", "either", "behind", "", "float"})
        EXPECT_EQ(declared_variable(source, name), "") << name;
}

}  // namespace
}  // namespace glint::compiler
