// SPDX-License-Identifier: MIT
// Arrays of GLM types, which kernels support without extra code by the user.
#include <glint/array/coordinates.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/sequence.hpp>

#include <vector>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_int3_sized.hpp>
#include <glm/ext/vector_uint3_sized.hpp>
#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <gtest/gtest.h>

#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

class GlmElements : public test::OnEachBackend {
protected:
    Stream stream_{open()};
};

template <class T>
std::vector<T> counted(std::size_t count) {
    std::vector<T> values;
    for (std::size_t i = 1; i <= count; ++i)
        values.push_back(T(static_cast<typename T::value_type>(i)));
    return values;
}

/// Moves elements: by gathering, by strided copies, and by copies of slices.
template <class T>
void expect_moved(Stream& stream) {
    SCOPED_TRACE(CudaName<T>::value);
    const std::vector<T> values = counted<T>(7);
    const Array<T> x(stream, values);
    const auto index = array_of<int>(stream, {6, 0, 3});
    EXPECT_EQ(Array(take(x, index)).to_vector(), (std::vector<T>{values[6], values[0], values[3]}));
    EXPECT_EQ(Array(x(slice(1, 7, 2))).to_vector(),
              (std::vector<T>{values[1], values[3], values[5]}));
    Array<T> all = x.copy();
    all(slice(0, 3)) = x(slice(4, 7));
    EXPECT_EQ(all.to_vector(), (std::vector<T>{values[4], values[5], values[6], values[3],
                                               values[4], values[5], values[6]}));
}

TEST_P(GlmElements, KernelsUpdateVectors) {
    expect_moved<glm::vec3>(stream_);
    expect_moved<glm::dvec4>(stream_);
    if constexpr (test::kThorough) {
        expect_moved<glm::vec2>(stream_);
        expect_moved<glm::vec4>(stream_);
        expect_moved<glm::u8vec4>(stream_);
    }
    // Elements of 3 and 6 bytes fit no register type exactly.
    expect_moved<glm::u8vec3>(stream_);
    expect_moved<glm::i16vec3>(stream_);
}

TEST_P(GlmElements, KernelsUpdateMatrices) {
    expect_moved<glm::mat3>(stream_);
    expect_moved<glm::mat4>(stream_);
}

TEST_P(GlmElements, AValueFillsTheArray) {
    Array<glm::vec4> x(stream_, 5);
    x = glm::vec4(1, 2, 3, 4);
    EXPECT_EQ(x.to_vector(), std::vector<glm::vec4>(5, glm::vec4(1, 2, 3, 4)));
    Array<glm::vec3> y(stream_, Shape{3, 4});
    y.fill(glm::vec3(0));
    y(slice(0, 3, 2)) = glm::vec3(7, 8, 9);
    EXPECT_EQ(y(2, 3).item(), glm::vec3(7, 8, 9));
    EXPECT_EQ(y(1, 3).item(), glm::vec3(0));
}

INSTANTIATE_TEST_SUITE_P(Backends, GlmElements, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
