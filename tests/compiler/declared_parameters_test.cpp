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

TEST(DeclaredParameters, DeclarationsThatDifferTellNothing) {
    EXPECT_EQ(declared_parameters("__global__ void f(int x); __global__ void f(int x) {}", "f"),
              Types{"int"});
    EXPECT_EQ(declared_parameters("#if A\n__global__ void f(int x) {}\n#else\n"
                                  "__global__ void f(float x) {}\n#endif",
                                  "f"),
              Types{});
}

TEST(DeclaredParameters, BrokenAndOtherSourcesTellNothing) {
    for (const char* source : {"", "__global__", "__global__ void f(int", "void f(int x) {}",
                               "__global__ void g(int f) {}", "/* __global__ void f(int x) {}"})
        EXPECT_EQ(declared_parameters(source, "f"), Types{}) << source;
}

}  // namespace
}  // namespace glint::compiler
