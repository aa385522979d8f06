#include <glint/compiler/type_names.hpp>

#include <cstdint>

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

TEST(CudaNames, AreThoseThatKernelsWrite) {
    EXPECT_EQ(cuda_name<float>(), "float");
    EXPECT_EQ(cuda_name<std::size_t>(), "unsigned long");
    EXPECT_EQ(cuda_name<std::int8_t>(), "signed char");
    EXPECT_EQ(cuda_name<const std::uint32_t>(), "const unsigned int");
    EXPECT_EQ(cuda_name<std::byte*>(), "unsigned char*");
    EXPECT_EQ(cuda_name<const double*>(), "const double*");
    EXPECT_EQ(cuda_name<const float* const*>(), "const float* const*");
    EXPECT_EQ(cuda_name<const void*>(), "const void*");
    EXPECT_EQ(cuda_name<Surface>(), "cudaSurfaceObject_t");
}

TEST(CudaNames, OfStructsAreTheirOwnUnlessSpecialised) {
    EXPECT_EQ(cuda_name<PlainBody>(), "PlainBody");
    EXPECT_EQ(cuda_name<const physics::Body*>(), "const physics::Body*");
    EXPECT_EQ((cuda_name<physics::Grid<float, 4>>()), "physics::Grid<float, 4>");
    EXPECT_EQ(cuda_name<HostVector*>(), "float3*");
}

TEST(CudaNames, OfWhatKernelsCannotNameAreNotWritten) {
    struct Local {};
    const auto lambda = [] {};
    EXPECT_FALSE(detail::can_be_written(detail::spelled_type<Local>()));
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
    check(cuda_name<const float* const*>(), sizeof(void*));
    EXPECT_FALSE(compile_text("cpu", "sizes.cu", text).image.empty());
}

}  // namespace
}  // namespace glint
