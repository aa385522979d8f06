// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>

namespace glint {
namespace {

using Square = std::vector<std::vector<double>>;

class Matrices : public test::KernelFile {
protected:
    Matrices() : KernelFile("matrix.cu") {}

    template <class T>
    void expect_matrices(const std::string& type, std::size_t n);
    template <class T>
    void expect_eigen(const std::string& type);
    template <class T>
    void expect_rotations(const std::string& type);
};

/// Well-conditioned matrices: numbers from -1 to 1, plus 4 on the diagonal.
template <class T>
std::vector<T> well_conditioned(std::size_t count, std::size_t n) {
    std::mt19937 random(6);
    std::uniform_real_distribution<T> uniform(-1, 1);
    std::vector<T> values(count * n * n);
    for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = uniform(random) + (k / n % n == k % n ? T(4) : T(0));
    return values;
}

template <class T>
Square square(const std::vector<T>& from, std::size_t index, std::size_t n) {
    Square made(n, std::vector<double>(n));
    for (std::size_t k = 0; k < n * n; ++k) made[k / n][k % n] = from[index * n * n + k];
    return made;
}

Square product(const Square& a, const Square& b) {
    Square made(a.size(), std::vector<double>(a.size()));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j)
            for (std::size_t k = 0; k < a.size(); ++k) made[i][j] += a[i][k] * b[k][j];
    return made;
}

/// Computes the determinant by expansion along the first row.
double determinant(const Square& m) {
    if (m.size() == 1) return m[0][0];
    double sum = 0;
    for (std::size_t j = 0; j < m.size(); ++j) {
        Square minor(m.begin() + 1, m.end());
        for (auto& row : minor) row.erase(row.begin() + static_cast<std::ptrdiff_t>(j));
        sum += (j % 2 == 0 ? 1 : -1) * m[0][j] * determinant(minor);
    }
    return sum;
}

void expect_matrix_near(const Square& found, const Square& expected, double tolerance,
                        const char* what) {
    for (std::size_t i = 0; i < found.size(); ++i)
        for (std::size_t j = 0; j < found.size(); ++j)
            ASSERT_NEAR(found[i][j], expected[i][j], tolerance) << what << " " << i << ", " << j;
}

void expect_results(const std::vector<Square>& found, const Square& a, const Square& b,
                    double epsilon) {
    const std::size_t n = a.size();
    Square transposed = a, difference = a, identity = product(a, a);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            transposed[i][j] = a[j][i];
            difference[i][j] = b[i][j] - a[i][j];
            identity[i][j] = i == j;
        }
    // Elements of a product are below 4 * 25; condition numbers are below 10.
    expect_matrix_near(found[0], product(a, b), 100 * epsilon, "product");
    expect_matrix_near(found[1], transposed, 0, "transpose");
    expect_matrix_near(product(found[2], a), identity, 100 * epsilon, "inverse");
    expect_matrix_near(found[3], difference, 20 * epsilon, "difference");
    for (std::size_t i = 0; i < n; ++i) {
        double solved = 0;
        for (std::size_t k = 0; k < n; ++k) solved += a[i][k] * found[4][0][k];
        EXPECT_NEAR(solved, b[0][i], 200 * epsilon) << "solve";
    }
    EXPECT_NEAR(found[4][1][0] / determinant(a), 1, 20 * epsilon);
    double trace = 0;
    for (std::size_t i = 0; i < n; ++i) trace += a[i][i];
    EXPECT_NEAR(found[4][1][1], trace, 20 * epsilon);
}

template <class T>
void Matrices::expect_matrices(const std::string& type, std::size_t n) {
    constexpr std::size_t kCount = 200;
    const std::vector<T> in = well_conditioned<T>(2 * kCount, n);
    const auto out =
        map<T>("matrices<" + type + ", " + std::to_string(n) + ">", in, kCount, 5 * n * n);
    for (std::size_t i = 0; i < kCount; ++i) {
        std::vector<Square> found;
        for (std::size_t k = 0; k < 5; ++k) found.push_back(square(out, 5 * i + k, n));
        expect_results(found, square(in, 2 * i, n), square(in, 2 * i + 1, n),
                       std::numeric_limits<T>::epsilon());
        if (HasFailure()) FAIL() << type << " " << n << ", matrix " << i;
    }
}

TEST_P(Matrices, OfFloatsMultiplyTransposeInvertAndSolve) {
    for (const std::size_t n : {2u, 3u, 4u}) expect_matrices<float>("float", n);
}
TEST_P(Matrices, OfDoublesMultiplyTransposeInvertAndSolve) {
    for (const std::size_t n : {2u, 3u, 4u}) expect_matrices<double>("double", n);
}

/// Symmetric matrices: random ones, ones with equal eigenvalues, a diagonal one, and zero.
template <class T>
std::vector<T> symmetric_matrices(std::size_t count) {
    std::vector<T> values = well_conditioned<T>(count, 3);
    const auto set = [&](std::size_t i, const std::array<T, 9>& to) {
        std::copy(to.begin(), to.end(), values.begin() + static_cast<std::ptrdiff_t>(9 * i));
    };
    set(0, {0, 0, 0, 0, 0, 0, 0, 0, 0});
    set(1, {3, 0, 0, 0, -1, 0, 0, 0, 2});
    set(2, {1, 1, 1, 1, 1, 1, 1, 1, 1});                // eigenvalues 0, 0, and 3
    set(3, {2, 1, 1, 1, 2, 1, 1, 1, 2});                // eigenvalues 1, 1, and 4
    set(4, {T(1e6), 1, 0, 1, T(1e-6), 0, 0, 0, T(1)});  // elements of very different magnitudes
    for (std::size_t i = 0; i < count; ++i)
        for (const auto& [upper, lower] : {std::pair{1u, 3u}, {2u, 6u}, {5u, 7u}})
            values[9 * i + lower] = values[9 * i + upper];
    return values;
}

template <class T>
void Matrices::expect_eigen(const std::string& type) {
    constexpr std::size_t kCount = 500;
    const std::vector<T> in = symmetric_matrices<T>(kCount);
    const auto out = map<T>("eigen<" + type + ">", in, kCount, 12);
    for (std::size_t i = 0; i < kCount; ++i) {
        const T* const value = &out[12 * i];
        const Square m = square(in, i, 3);
        const auto vector = [&](std::size_t k, std::size_t j) {
            return double(value[3 + 3 * k + j]);
        };
        EXPECT_TRUE(value[0] <= value[1] && value[1] <= value[2]) << i;
        const double size = std::max({1.0, std::abs(double(value[0])), std::abs(double(value[2]))});
        const double tolerance = 20 * std::numeric_limits<T>::epsilon() * size;
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b) {
                double angle = 0, rebuilt = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    angle += vector(a, k) * vector(b, k);
                    rebuilt += value[k] * vector(k, a) * vector(k, b);
                }
                ASSERT_NEAR(angle, a == b, 20 * std::numeric_limits<T>::epsilon()) << i;
                ASSERT_NEAR(rebuilt, m[a][b], tolerance) << i;
            }
    }
    const T expected[] = {0, 0, 3, 1, 1, 4};
    for (std::size_t k = 0; k < 6; ++k)
        EXPECT_NEAR(out[12 * (2 + k / 3) + k % 3], expected[k], 1e-6) << k;
}

TEST_P(Matrices, SymmetricMatricesAreDiagonalized) {
    expect_eigen<float>("float");
    expect_eigen<double>("double");
}

template <class T>
void Matrices::expect_rotations(const std::string& type) {
    constexpr std::size_t kCount = 500;
    std::mt19937 random(8);
    std::uniform_real_distribution<T> uniform(-1, 1);
    std::vector<T> in(6 * kCount);
    for (T& x : in) x = uniform(random);
    std::copy_n(in.begin(), 3, in.begin() + 3);  // two equal rotations: an arc of length 0
    const auto out = map<T>("rotations<" + type + ">", in, kCount, 15);
    const double tolerance = 40 * std::numeric_limits<T>::epsilon();
    for (std::size_t i = 0; i < kCount; ++i) {
        const T* const found = &out[15 * i];
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_NEAR(found[k], found[3 + k], tolerance) << "as matrices " << i;
            ASSERT_NEAR(found[6 + k], 1 + double(k), tolerance) << "and back " << i;
            ASSERT_NEAR(found[12 + k], found[k], tolerance) << "by angular velocity " << i;
        }
        ASSERT_NEAR(std::abs(found[9]), std::abs(found[10]), tolerance) << "halfway " << i;
        ASSERT_NEAR(found[11], 1, tolerance) << "of length 1 " << i;
        ASSERT_GT(std::abs(found[9]), std::sqrt(0.5) - tolerance) << "the shorter way " << i;
    }
}

TEST_P(Matrices, QuaternionsRotateAsMatricesDo) {
    expect_rotations<float>("float");
    expect_rotations<double>("double");
}

INSTANTIATE_TEST_SUITE_P(Backends, Matrices, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
