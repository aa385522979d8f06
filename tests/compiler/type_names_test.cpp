// SPDX-License-Identifier: MIT
#include <glint/compiler/type_names.hpp>

#include <cstdint>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_float2x3.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float1.hpp>
#include <glm/ext/vector_int2_sized.hpp>
#include <glm/ext/vector_int4_sized.hpp>
#include <glm/ext/vector_uint2_sized.hpp>
#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <gtest/gtest.h>

#include <glint/compiler/compile.hpp>

#include <support/backends.hpp>

struct PlainBody {
    float x;
};

namespace physics {
struct Body {
    float x;
};
template <class T, int n>
struct Grid {
    T values[n];
};
}  // namespace physics

struct HostVector {
    float x, y, z;
};
template <>
struct glint::CudaName<HostVector> {
    static constexpr std::string_view value = "float3";
};

namespace glint {
namespace {

TEST(CudaNames, MatchTheKernelLanguage) {
    EXPECT_EQ(cuda_name<float>(), "float");
    EXPECT_EQ(cuda_name<std::size_t>(), "unsigned long");
    EXPECT_EQ(cuda_name<std::int8_t>(), "signed char");
    EXPECT_EQ(cuda_name<const std::uint32_t>(), "const unsigned int");
    EXPECT_EQ(cuda_name<std::byte*>(), "unsigned char*");
    EXPECT_EQ(cuda_name<const double*>(), "const double*");
    EXPECT_EQ(cuda_name<const float* const*>(), "const float* const*");
    EXPECT_EQ(cuda_name<const void*>(), "const void*");
    EXPECT_EQ(cuda_name<Surface>(), "cudaSurfaceObject_t");
    EXPECT_EQ(cuda_name<TextureHandle>(), "cudaTextureObject_t");
}

TEST(CudaNames, StructsUseTheirNameUnlessSpecialized) {
    EXPECT_EQ(cuda_name<PlainBody>(), "PlainBody");
    EXPECT_EQ(cuda_name<const physics::Body*>(), "const physics::Body*");
    EXPECT_EQ((cuda_name<physics::Grid<float, 4>>()), "physics::Grid<float, 4>");
    EXPECT_EQ(cuda_name<HostVector*>(), "float3*");
}

TEST(CudaNames, GlmTypesMapToCudaAndGlintTypes) {
    EXPECT_EQ(cuda_name<glm::vec4>(), "float4");
    EXPECT_EQ(cuda_name<const glm::vec3*>(), "const float3*");
    EXPECT_EQ(cuda_name<glm::vec2>(), "float2");
    EXPECT_EQ(cuda_name<glm::vec1>(), "float1");
    EXPECT_EQ(cuda_name<glm::dvec4>(), "double4");
    EXPECT_EQ(cuda_name<glm::ivec3>(), "int3");
    EXPECT_EQ(cuda_name<glm::uvec2>(), "uint2");
    EXPECT_EQ(cuda_name<glm::u8vec4>(), "uchar4");
    EXPECT_EQ(cuda_name<glm::i8vec4>(), "char4");
    EXPECT_EQ(cuda_name<glm::u16vec4>(), "ushort4");
    EXPECT_EQ(cuda_name<glm::mat3>(), "glint::float3x3");
    EXPECT_EQ(cuda_name<glm::dmat4>(), "glint::double4x4");
    EXPECT_EQ(CudaName<glm::vec4>::alignment, 16u);
    EXPECT_EQ(CudaName<glm::vec3>::alignment, 4u);
    EXPECT_EQ(CudaName<glm::dvec4>::alignment, 16u);
    EXPECT_EQ(CudaName<glm::u8vec2>::alignment, 2u);
    EXPECT_EQ(CudaName<glm::mat3>::alignment, 4u);
    EXPECT_FALSE(detail::GlmVector<glm::bvec2>);
    EXPECT_FALSE(detail::GlmMatrix<glm::mat2x3>);
    EXPECT_FALSE(detail::GlmVector<physics::Body>);
}

TEST(CudaNames, UnnameableTypesHaveNoName) {
    const auto lambda = [] {};
#ifndef __clang__  // Clang does not print the function of a local type
    struct Local {};
    EXPECT_FALSE(detail::can_be_written(detail::spelled_type<Local>()));
#endif
    EXPECT_FALSE(detail::can_be_written(detail::spelled_type<decltype(lambda)>()));
    EXPECT_TRUE(detail::can_be_written(detail::spelled_type<physics::Body>()));
}

TEST(CudaNames, CompileWithTheSizesOfTheHost) {
    std::string text;
    const auto check = [&](const std::string& name, std::size_t size) {
        text += "static_assert(sizeof(" + name + ") == " + std::to_string(size) + ");\n";
    };
    check(cuda_name<bool>(), sizeof(bool));
    check(cuda_name<long>(), sizeof(long));
    check(cuda_name<unsigned long long>(), sizeof(unsigned long long));
    check(cuda_name<std::byte>(), 1);
    check(cuda_name<HostVector>(), sizeof(HostVector));
    check(cuda_name<Surface>(), sizeof(Surface));
    check(cuda_name<TextureHandle>(), sizeof(TextureHandle));
    check(cuda_name<glm::vec4>(), sizeof(glm::vec4));
    check(cuda_name<glm::dvec3>(), sizeof(glm::dvec3));
    check(cuda_name<glm::i16vec2>(), sizeof(glm::i16vec2));
    check(cuda_name<const float* const*>(), sizeof(void*));
    const Binary named = compile_text("cpu", "sizes.cu", text);
    EXPECT_FALSE(named.image.empty());
    EXPECT_EQ(compile_text(Device::open("cpu"), "sizes.cu", text).image, named.image);
}

}  // namespace
}  // namespace glint
