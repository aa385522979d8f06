// SPDX-License-Identifier: MIT
// The generators with state, compared with published numbers, with slow references that jump ahead
// by another method, and, on each backend, with the same headers compiled for the host.
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/mrg32k3a.cuh>
#include <glint/sobol.cuh>
#include <glint/xorwow.cuh>
#include <kernels/fixture.hpp>

namespace glint {
namespace {

// Results of the paper's recurrence, starting from the paper's words.
TEST(Xorwow, MatchesMarsagliasSequence) {
    Xorwow generator(123456789, 362436069, 521288629, 88675123, 5783321, 6615241);
    for (const unsigned word :
         {246875399u, 3690007200u, 1264581005u, 3906711041u, 1866187943u, 2481925219u})
        EXPECT_EQ(generator.bits(), word);
}

// The first numbers of RngStreams with all seeds set to 12345.
TEST(Mrg32k3a, MatchesLEcuyersSequence) {
    Mrg32k3a generator(12345, 12345, 12345, 12345, 12345, 12345);
    for (const double number : {0.12701112204657714, 0.3185275653967945, 0.3091860155832701,
                                0.8258468629271136, 0.2216299157820229})
        EXPECT_NEAR(generator.fraction(), number, 1e-15);
}

/// A matrix with 160 columns: the effect of one step on each bit of the state.
using Bits = std::array<std::uint32_t, 5>;
using Matrix = std::vector<Bits>;

Bits times(const Matrix& matrix, const Bits& state) {
    Bits result{};
    for (std::size_t bit = 0; bit < 160; ++bit)
        if (state[bit / 32] >> bit % 32 & 1)
            for (std::size_t i = 0; i < 5; ++i) result[i] ^= matrix[bit][i];
    return result;
}

Matrix one_step() {
    Matrix matrix(160);
    for (std::size_t bit = 0; bit < 160; ++bit) {
        Bits s{};
        s[bit / 32] = 1u << bit % 32;
        const std::uint32_t t = s[0] ^ (s[0] >> 2);
        matrix[bit] = {s[1], s[2], s[3], s[4], (s[4] ^ (s[4] << 4)) ^ (t ^ (t << 1))};
    }
    return matrix;
}

/// The matrix for 2^`doublings` times as many steps as `matrix`.
Matrix power_of_two(Matrix matrix, int doublings) {
    for (; doublings > 0; --doublings) {
        Matrix squared(160);
        for (std::size_t bit = 0; bit < 160; ++bit) squared[bit] = times(matrix, matrix[bit]);
        matrix = squared;
    }
    return matrix;
}

constexpr Bits kState{1, 20, 300, 4000, 50000};

Xorwow started() { return {kState[0], kState[1], kState[2], kState[3], kState[4], 77}; }

TEST(Xorwow, JumpsAsPowersOfItsMatrixDo) {
    const Matrix sequence = power_of_two(one_step(), 67);
    Bits state = kState;
    Xorwow jumping = started();
    for (int i = 0; i < 5; ++i) state = times(sequence, state);
    jumping.skip_sequences(5);
    Xorwow expected(state[0], state[1], state[2], state[3], state[4], 77);
    for (int i = 0; i < 10; ++i) ASSERT_EQ(jumping.bits(), expected.bits());

    state = times(power_of_two(one_step(), 45), kState);
    Xorwow skipping = started();
    skipping.skip(1ull << 45);
    // 2^45 is a multiple of 2^32, so the steps do not change the counter word.
    Xorwow far(state[0], state[1], state[2], state[3], state[4], 77);
    for (int i = 0; i < 10; ++i) ASSERT_EQ(skipping.bits(), far.bits());
}

/// The generator after the steps that the matrix `steps` describes, in which its counter word
/// advances `count` times.
Xorwow stepped(const Matrix& steps, std::uint32_t count) {
    const Bits s = times(steps, kState);
    return {s[0], s[1], s[2], s[3], s[4], 77 + 362437 * count};
}

void expect_same_words(Xorwow found, Xorwow expected, const char* what, int power) {
    for (int i = 0; i < 10; ++i) ASSERT_EQ(found.bits(), expected.bits()) << what << " 2^" << power;
}

TEST(Xorwow, JumpsByEveryPowerOfTwo) {
    Matrix steps = one_step();
    for (int power = 0; power < 131; ++power, steps = power_of_two(steps, 1)) {
        Xorwow generator = started();
        if (power < 64) {
            generator.skip(1ull << power);
            expect_same_words(generator, stepped(steps, static_cast<std::uint32_t>(1ull << power)),
                              "words", power);
        } else if (power >= 67) {
            generator.skip_sequences(1ull << (power - 67));
            expect_same_words(generator, stepped(steps, 0), "sequences", power - 67);
        }
    }
}

template <class Generator>
void expect_skips() {
    for (const std::uint64_t skipped : {0u, 1u, 2u, 3u, 31u, 1000u}) {
        Generator stepping(7, 3), skipping(7, 3), starting(7, 3, skipped);
        for (std::uint64_t i = 0; i < skipped; ++i) stepping.bits();
        skipping.skip(skipped);
        for (int i = 0; i < 10; ++i) {
            const unsigned word = stepping.bits();
            ASSERT_EQ(skipping.bits(), word) << skipped;
            ASSERT_EQ(starting.bits(), word) << skipped;
        }
    }
    // Skips 2^64 steps in two ways. Then reaches a later sequence directly, and by several skips.
    Generator far(7), twice(7), direct(7, 6), by_one(7);
    far.skip(~0ull);
    far.skip(1);
    for (int i = 0; i < 2; ++i) twice.skip(1ull << 63);
    for (int i = 0; i < 6; ++i) by_one.skip_sequences(1);
    ASSERT_EQ(far.bits(), twice.bits());
    ASSERT_EQ(direct.bits(), by_one.bits());
    Generator large(7, 0x1234567), in_parts(7, 0x4567);
    for (int i = 0; i < 0x123; ++i) in_parts.skip_sequences(1u << 16);
    ASSERT_EQ(large.bits(), in_parts.bits());
}

TEST(Xorwow, SkippingMatchesStepping) { expect_skips<Xorwow>(); }
TEST(Mrg32k3a, SkippingMatchesStepping) { expect_skips<Mrg32k3a>(); }

/// A linear recurrence whose state is three numbers. To advance by n steps, multiplies the state by
/// the n-th power of a matrix.
class Recurrence {
public:
    Recurrence(std::uint64_t modulus, std::uint64_t oldest, std::uint64_t middle,
               std::uint64_t newest)
        : modulus_(modulus), steps_{{{0, 1, 0}, {0, 0, 1}, {oldest, middle, newest}}} {}

    void square() {
        std::array<std::array<std::uint64_t, 3>, 3> squared{};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t j = 0; j < 3; ++j)
                    squared[i][k] =
                        (squared[i][k] + steps_[i][j] * steps_[j][k] % modulus_) % modulus_;
        steps_ = squared;
    }
    /// Number `i` after the steps, if the three initial numbers are 12345.
    unsigned number(std::size_t i) const {
        return static_cast<unsigned>(12345 * (steps_[i][0] + steps_[i][1] + steps_[i][2]) %
                                     modulus_);
    }

private:
    std::uint64_t modulus_;
    std::array<std::array<std::uint64_t, 3>, 3> steps_;
};

// Sequences are L'Ecuyer's substreams, each 2^76 numbers long.
TEST(Mrg32k3a, JumpMatricesMatchLEcuyer) {
    constexpr std::uint64_t kFirst = 4294967087, kSecond = 4294944443;
    Recurrence a(kFirst, kFirst - 810728, 1403580, 0), b(kSecond, kSecond - 1370589, 0, 527612);
    for (int power = 0; power < 140; ++power, a.square(), b.square()) {
        Mrg32k3a jumping(12345, 12345, 12345, 12345, 12345, 12345);
        if (power < 64)
            jumping.skip(1ull << power);
        else if (power >= 76)
            jumping.skip_sequences(1ull << (power - 76));
        else
            continue;
        Mrg32k3a expected(a.number(0), a.number(1), a.number(2), b.number(0), b.number(1),
                          b.number(2));
        for (int i = 0; i < 10; ++i) ASSERT_EQ(jumping.number(), expected.number()) << power;
    }
}

constexpr std::size_t kStates = 4000, kEachState = 8;

class StateGenerators : public test::KernelFile {
protected:
    StateGenerators() : KernelFile("generators.cu") {}

    template <class T>
    std::vector<T> draw(const std::string& name, unsigned long long offset = 0) {
        return map<T>(name, std::vector{9ull, offset}, kStates, kEachState);
    }
};

TEST_P(StateGenerators, MatchTheHostSequence) {
    for (const unsigned long long offset : {0ull, 12345ull, 1ull << 50}) {
        const auto xorwow = draw<unsigned>("xorwow", offset);
        const auto mrg32k3a = draw<unsigned>("mrg32k3a", offset);
        for (const std::size_t thread : {0u, 1u, 2u, 77u, 3999u}) {
            Xorwow first(9, thread, offset);
            Mrg32k3a second(9, thread, offset);
            for (std::size_t k = 0; k < kEachState; ++k) {
                ASSERT_EQ(xorwow[thread * kEachState + k], first.bits()) << thread;
                ASSERT_EQ(mrg32k3a[thread * kEachState + k], second.number()) << thread;
            }
        }
    }
}

TEST_P(StateGenerators, DrawFromDistributions) {
    test::expect_moments(draw<float>("xorwow_normal"), 0, 1, 3, "xorwow_normal");
    test::expect_moments(draw<float>("mrg32k3a_uniform"), 0.5, 1.0 / 12, 1.8, "mrg32k3a_uniform");
    test::expect_moments(draw<unsigned>("mrg32k3a_poisson"), 20, 20, 3.05, "mrg32k3a_poisson");
}

TEST_P(StateGenerators, HaveIndependentSequences) {
    for (const char* name : {"xorwow", "mrg32k3a"}) {
        const auto words = draw<unsigned>(name);
        for (const std::size_t apart : {std::size_t{1}, kEachState, 100 * kEachState}) {
            double sum = 0;
            for (std::size_t i = 0; i < words.size(); ++i)
                sum += (words[i] * 0x1p-32 - 0.5) *
                       (words[(i + apart) % words.size()] * 0x1p-32 - 0.5);
            EXPECT_NEAR(12 * sum / double(words.size()), 0, 5 / std::sqrt(double(words.size())))
                << name << " " << apart;
        }
    }
}

/// Van der Corput numbers, the first dimension of Sobol points: the bits of i's Gray code,
/// reversed.
double van_der_corput(std::uint32_t i) {
    std::uint32_t reversed = 0;
    for (std::uint32_t gray = i ^ (i >> 1), bit = 0; bit < 32; ++bit)
        reversed |= (gray >> bit & 1) << (31 - bit);
    return reversed * 0x1p-32;
}

TEST_P(StateGenerators, SobolPointsMatchTheirDirections) {
    std::vector<unsigned> directions;
    std::vector<unsigned long long> wide;
    for (int i = 0; i < 32; ++i) directions.push_back(1u << (31 - i));
    for (int i = 0; i < 64; ++i) wide.push_back(1ull << (63 - i));
    const auto floats = map<float>("sobol32", directions, kStates, kEachState);
    const auto doubles = map<double>("sobol64", wide, kStates, kEachState);
    for (std::uint32_t i = 0; i < floats.size(); ++i) {
        ASSERT_EQ(floats[i], static_cast<float>(van_der_corput(i) + 0x1p-24)) << i;
        ASSERT_EQ(doubles[i], van_der_corput(i) + 0x1p-53) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, StateGenerators, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
