// SPDX-License-Identifier: MIT
// Vector arithmetic in expressions, compared with GLM on the host.
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/array/elementwise.hpp>
#include <glint/array/scatter.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <limits>
#include <vector>

#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_int4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <gtest/gtest.h>

#include <support/backends.hpp>

// A host type that kernels know by the name of a CUDA type.
struct alignas(8) Pair {
    float x, y;
    friend bool operator==(const Pair&, const Pair&) = default;
};
template <>
struct glint::CudaName<Pair> {
    static constexpr std::string_view value = "float2";
};

namespace glint {
namespace {

class Vectors : public test::OnEachBackend {
protected:
    /// Returns n vectors with different components, on which kernels compute exactly.
    template <class V>
    static std::vector<V> values(std::size_t n) {
        using S = typename V::value_type;
        std::vector<V> all(n);
        for (std::size_t i = 0; i < n; ++i)
            for (int k = 0; k < V::length(); ++k)
                all[i][k] = static_cast<S>(static_cast<int>(i * 5 % 23) - 9 + 2 * k) / S(1);
        return all;
    }

    Stream stream_{open()};
};

/// Returns `of(i)` for i from 0 to n - 1.
template <class Of>
auto each(std::size_t n, const Of& of) {
    std::vector<decltype(of(0))> all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(of(i));
    return all;
}

/// An odd number of elements, in more than one block of threads.
constexpr std::size_t kOddCount = 1037;

TEST_P(Vectors, TimeStepIsOneExpression) {
    const auto p = values<glm::vec3>(kOddCount), v = values<glm::vec3>(kOddCount + 3);
    Array<glm::vec3> positions(stream_, p);
    const Array<glm::vec3> velocities(stream_, std::span(v).subspan(3));
    const float dt = 0.25f;
    positions += dt * velocities;
    EXPECT_EQ(positions.to_vector(), each(kOddCount, [&](auto i) { return p[i] + dt * v[i + 3]; }));
}

TEST_P(Vectors, OperatorsTakeVectorsAndScalars) {
    const auto p = values<glm::vec4>(kOddCount), q = values<glm::vec4>(kOddCount + 7);
    const Array<glm::vec4> a(stream_, p), b(stream_, std::span(q).subspan(7));
    const Array<float> mass = 2.0f + cast<float>(arange<int>(stream_, kOddCount));
    const glm::vec4 shift(1, -2, 3, 0.5f);
    const Array<glm::vec4> all = -(a * b - shift) / mass + 2 * b / 4;
    const auto expected = each(kOddCount, [&](auto i) {
        return -(p[i] * q[i + 7] - shift) / (2.0f + float(i)) + 2.0f * q[i + 7] / 4.0f;
    });
    const auto found = all.to_vector();
    // Quotients are rounded once, and multiply-add may be fused.
    for (std::size_t i = 0; i < kOddCount; ++i)
        for (int k = 0; k < 4; ++k)
            ASSERT_NEAR(found[i][k], expected[i][k], 1e-5f) << i << ' ' << k;
    const Array<glm::vec4> along = mass * shift;
    EXPECT_EQ(along(5).item(), 7.0f * shift);
}

TEST_P(Vectors, WhereSelectsVectorsAndScalars) {
    const auto p = values<glm::vec3>(kOddCount);
    Array<glm::vec3> a(stream_, p);
    const Array<bool> is_even = arange<int>(stream_, kOddCount) % 2 == 0;
    const glm::vec3 other(7, 8, 9);
    const Array<glm::vec3> vectors = where(is_even, a, other), zeros = where(is_even, 0, a);
    EXPECT_EQ(vectors.to_vector(),
              each(kOddCount, [&](auto i) { return i % 2 == 0 ? p[i] : other; }));
    EXPECT_EQ(zeros.to_vector(),
              each(kOddCount, [&](auto i) { return i % 2 == 0 ? glm::vec3(0) : p[i]; }));
    put(a, std::vector{1, -1}, other);
    a(slice(4, 6)) = 2;
    EXPECT_EQ(a(1).item(), other);
    EXPECT_EQ(a(-1).item(), other);
    EXPECT_EQ(a(2).item(), p[2]);
    EXPECT_EQ(a(slice(4, 7)).to_vector(), (std::vector{glm::vec3(2), glm::vec3(2), p[6]}));
    a = 0.5f;
    EXPECT_EQ(a(6).item(), glm::vec3(0.5f));
}

TEST_P(Vectors, FunctionsAreComponentwise) {
    const auto p = values<glm::dvec3>(kOddCount);
    const Array<glm::dvec3> a(stream_, p);
    // Some GLM functions accept any type, so calls to glint's functions are qualified.
    const Array<glm::dvec3> all =
        glint::clamp(sqrt(glint::abs(a)), 0.5, 2) + maximum(a, 1) + floor(a / 4);
    const auto found = all.to_vector();
    for (std::size_t i = 0; i < kOddCount; ++i) {
        const glm::dvec3 expected = glm::clamp(glm::sqrt(glm::abs(p[i])), 0.5, 2.0) +
                                    glm::max(p[i], 1.0) + glm::floor(p[i] / 4.0);
        for (int k = 0; k < 3; ++k) ASSERT_NEAR(found[i][k], expected[k], 1e-14) << i << ' ' << k;
    }
    const Array<glm::vec3> halves = cast<glm::vec3>(a) / 2;
    const Array<glm::ivec3> whole = cast<glm::ivec3>(halves);
    EXPECT_EQ(whole.to_vector(), each(kOddCount, [&](auto i) { return glm::ivec3(p[i] / 2.0); }));
}

TEST_P(Vectors, IntegersWrapAndHandleDivisionByZero) {
    constexpr int kMin = std::numeric_limits<int>::min();
    constexpr int kMax = std::numeric_limits<int>::max();
    const Array<glm::ivec4> a(stream_, std::vector{glm::ivec4(7, -7, kMin, 5)});
    const Array<glm::ivec4> b(stream_, std::vector{glm::ivec4(2, 2, -1, 0)});
    EXPECT_EQ(Array(a / b)(0).item(), glm::ivec4(3, -3, kMin, 0));
    EXPECT_EQ(Array(a % b)(0).item(), glm::ivec4(1, -1, 0, 0));
    EXPECT_EQ(Array(a + kMin)(0).item(), glm::ivec4(kMin + 7, kMax - 6, 0, kMin + 5));
    EXPECT_EQ(Array(2.5f * cast<glm::vec4>(a))(0, newaxis).item(),
              2.5f * glm::vec4(7, -7, kMin, 5));
}

TEST_P(Vectors, SumsAndMeans) {
    const auto p = values<glm::vec3>(6 * kOddCount);
    const Array<glm::vec3> a(stream_, {6, kOddCount}, p);
    glm::vec3 total(0);
    std::vector<glm::vec3> rows(6, glm::vec3(0));
    for (std::size_t i = 0; i < p.size(); ++i) total += p[i], rows[i / kOddCount] += p[i];
    EXPECT_EQ(sum(a).item(), total);  // sums of integers that float represents exactly
    EXPECT_EQ(Array(sum(a, axis(1))).to_vector(), rows);
    EXPECT_EQ(sum(2 * transposed(a), axis(1)).shape(), Shape(kOddCount));
    const glm::vec3 mean_of = total / static_cast<float>(p.size());
    const Array<glm::vec3> centered = a - mean(a);
    const auto found = centered.to_vector();
    for (std::size_t i = 0; i < p.size(); ++i)
        for (int k = 0; k < 3; ++k) ASSERT_NEAR(found[i][k], p[i][k] - mean_of[k], 1e-5f) << i;
    const Array<glm::vec3> far = a - sum(a, axis(1), keepdims);
    EXPECT_EQ(far(2, 5).item(), p[2 * kOddCount + 5] - rows[2]);
    EXPECT_EQ(reduce(
                  a, [](auto x, auto y) { return minimum(x, y); }, glm::vec3(100))
                  .item(),
              glm::vec3(-9, -7, -5));
}

TEST_P(Vectors, RunningSums) {
    const auto p = values<glm::dvec4>(kOddCount);
    const Array<glm::dvec4> a(stream_, p);
    glm::dvec4 total(0);
    const auto expected = each(kOddCount, [&](auto i) { return total += p[i]; });
    EXPECT_EQ(cumulative_sum(a).to_vector(), expected);
    EXPECT_EQ(cumulative_product(a / a(slice(0, 1)))(0).item(), glm::dvec4(1));
}

TEST_P(Vectors, UserTypesMapToCudaVectorTypes) {
    const Array<Pair> a(stream_, std::vector{Pair{1, 2}, Pair{3, 4}});
    const Array<Pair> b = 2 * a + Pair{0.5f, -1};
    EXPECT_EQ(b.to_vector(), (std::vector{Pair{2.5f, 3}, Pair{6.5f, 7}}));
    EXPECT_EQ(sum(a).item(), (Pair{4, 6}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Vectors, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
