// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/kernel_parts.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace glint::compiler {
namespace {

/// Source of six kernels, k0 to k5.
std::string six_kernels(const std::string& before = {}) {
    std::string text = before;
    for (const char digit : {'0', '1', '2', '3', '4', '5'})
        text += std::string("__global__ void k") + digit + "(int* a) {\n    a[0] = 1;\n}\n";
    return text;
}

std::vector<std::string> parts_of(std::string text, unsigned most = 4) {
    IncludeScan scan;
    scan.text = std::move(text);
    return kernel_parts(scan, most);
}

std::size_t count_of(const std::string& text, std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
    return count;
}

TEST(KernelParts, HaveEachKernelOnce) {
    const std::string source = six_kernels("__device__ int twice(int i) { return 2 * i; }\n");
    const auto parts = parts_of(source);
    ASSERT_EQ(parts.size(), 2u);
    for (const char digit : {'0', '1', '2', '3', '4', '5'}) {
        const std::string kernel = std::string("__global__ void k") + digit;
        EXPECT_EQ(count_of(parts[0], kernel) + count_of(parts[1], kernel), 1u) << kernel;
    }
    for (const std::string& part : parts) {
        EXPECT_EQ(count_of(part, "__global__"), 3u);
        EXPECT_EQ(part.size(), source.size());
        EXPECT_EQ(count_of(part, "\n"), count_of(source, "\n"));
    }
}

TEST(KernelParts, AreAtMostAsManyAsGiven) {
    std::string source;
    for (int i = 0; i < 5; ++i) source += six_kernels("// twice the same name is one kernel\n");
    EXPECT_EQ(parts_of(source).size(), 2u);
    source.clear();
    for (int i = 0; i < 30; ++i) source += "__global__ void n" + std::to_string(i) + "() {}\n";
    EXPECT_EQ(parts_of(source, 4).size(), 4u);
    EXPECT_TRUE(parts_of(source, 1).empty());
    EXPECT_TRUE(parts_of("__global__ void a() {}\n__global__ void b() {}\n").empty());
}

TEST(KernelParts, DeclareAKernelAsTheyDefineIt) {
    const auto parts = parts_of("__global__ void k5(int* a);\n" + six_kernels());
    ASSERT_EQ(parts.size(), 2u);
    for (const std::string& part : parts)
        EXPECT_NE(count_of(part, "__global__ void k5(int* a)"), 1u);
}

TEST(KernelParts, UseTheConstantsOfLaunchBounds) {
    const std::string bounds = "__launch_bounds__(kThreads, max(1, 2))";
    std::string blank(bounds.size(), ' ');
    EXPECT_EQ(without_kernels("__global__ void " + bounds + " k(int* a) {\n    a[0] = 1;\n}\n"),
              "__device__ void " + blank +
                  " k(int* a) {(void)(kThreads );(void)(max ( 1 , 2 ) );\n    a[0] = 1;\n}\n");
}

TEST(KernelParts, AreNotMadeWhereKernelsShareVariables) {
    for (const char* variable : {"__device__ int count;\n", "__device__ float table[4] = {};\n",
                                 "__constant__ float factor;\n", "__managed__ int shared_count;\n",
                                 "__device__ __align__(8) int aligned;\n",
                                 "__device__ int next() { static int last; return ++last; }\n",
                                 "#define VARIABLE(name) __device__ int name\nVARIABLE(count);\n"})
        EXPECT_TRUE(parts_of(six_kernels(variable)).empty()) << variable;
    IncludeScan scan;
    scan.text = six_kernels();
    scan.files.push_back({"/somewhere/counts.cuh", "__device__ int count;\n"});
    EXPECT_TRUE(kernel_parts(scan, 4).empty());
}

TEST(KernelParts, AreMadeWhereKernelsShareConstantsAndFunctions) {
    for (const char* declaration :
         {"constexpr float kTable[] = {1, 2};\n", "static const int kCount = 3;\n",
          "struct A { static constexpr int kOne = 1; __device__ float operator[](int i) const; "
          "};\n",
          "static __device__ float half(float x) { return x / 2; }\n",
          "template <class T> __device__ T same(T x) { static const int k[] = {1}; return x; }\n"})
        EXPECT_EQ(parts_of(six_kernels(declaration)).size(), 2u) << declaration;
}

TEST(KernelParts, AreNotMadeOfDeclarationsThatAreNotUnderstood) {
    for (const char* kernel :
         {"__launch_bounds__(32) __global__ void k() {}\n", "static __global__ void k() {}\n",
          "namespace {\n__global__ void k() {}\n}\n", "__global__ void __maxnreg__(32) k() {}\n",
          "template <int N> __global__ void k() {}\ntemplate __global__ void k<3>();\n",
          "__global__ void k() { k0<<<1, 1>>>(nullptr); }\n"})
        EXPECT_TRUE(parts_of(six_kernels(kernel)).empty()) << kernel;
    IncludeScan scan;
    scan.text = six_kernels();
    scan.complete = false;
    EXPECT_TRUE(kernel_parts(scan, 4).empty());
}

}  // namespace
}  // namespace glint::compiler
