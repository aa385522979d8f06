// SPDX-License-Identifier: MIT
// L'Ecuyer's MRG32k3a, a generator with a state of six numbers, for compatibility with other
// software. For other uses, prefer the generator in random.cuh.
#pragma once

#include <glint/draws.cuh>
#include <glint/philox.cuh>

namespace glint {

namespace detail {

/// Three numbers of a recurrence modulo 2^32 - `Rest`, with the oldest number first.
struct Numbers3 {
    unsigned int number[3];
};
/// The linear map of one or more steps, stored by rows.
struct Matrix3 {
    Numbers3 row[3];
};

/// Reduces modulo 2^32 - Rest. Uses that 2^32 is congruent to Rest.
template <unsigned int Rest>
GLINT_ANY unsigned int modulo(unsigned long long a) {
    a = (a >> 32) * Rest + static_cast<unsigned int>(a);
    a = (a >> 32) * Rest + static_cast<unsigned int>(a);
    const unsigned long long modulus = 0x100000000ull - Rest;
    return static_cast<unsigned int>(a >= modulus ? a - modulus : a);
}

template <unsigned int Rest>
GLINT_ANY Numbers3 times(const Matrix3& m, const Numbers3& v) {
    Numbers3 result = {};
    for (int i = 0; i < 3; ++i) {
        unsigned long long sum = 0;
        for (int k = 0; k < 3; ++k)
            sum += modulo<Rest>(static_cast<unsigned long long>(m.row[i].number[k]) * v.number[k]);
        result.number[i] = modulo<Rest>(sum);
    }
    return result;
}

template <unsigned int Rest>
GLINT_ANY Matrix3 squared(const Matrix3& m) {
    Matrix3 result = {};
    for (int column = 0; column < 3; ++column) {
        const Numbers3 of = {
            {m.row[0].number[column], m.row[1].number[column], m.row[2].number[column]}};
        const Numbers3 to = times<Rest>(m, of);
        for (int i = 0; i < 3; ++i) result.row[i].number[column] = to.number[i];
    }
    return result;
}

/// Returns the numbers after applying the matrix `jump` the given number of times.
template <unsigned int Rest>
GLINT_ANY Numbers3 jumped(Matrix3 jump, unsigned long long jumps, Numbers3 numbers) {
#ifdef __CUDA_ARCH__  // host compilers do not have the pragma
#pragma unroll 1
#endif
    for (; jumps != 0; jumps >>= 1) {
        if (jumps & 1) numbers = times<Rest>(jump, numbers);
        if (jumps > 1) jump = squared<Rest>(jump);
    }
    return numbers;
}

}  // namespace detail

/// L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random Number
/// Generators", 1999. The period is 2^191. The generator passes all of TestU01.
///
/// Sequences are 2^76 numbers apart, like the author's substreams and cuRAND's subsequences. The
/// author's streams, 2^127 apart, are 2^51 sequences apart. Starting at a position costs about
/// twenty multiplications per bit of sequence and offset. The seed is mapped to a state by six
/// words of Philox, which is specific to glint.
class Mrg32k3a : public Draws<Mrg32k3a> {
public:
    /// Starts at number `offset` of a sequence.
    GLINT_ANY explicit Mrg32k3a(unsigned long long seed, unsigned long long sequence = 0,
                                unsigned long long offset = 0) {
        const Words4 a = philox_block(seed, 0, 0), b = philox_block(seed, 0, 1);
        // The three numbers of a component must not all be zero, so the first of them is made odd.
        first_ = {{detail::modulo<kRest1>(a.x | 1), detail::modulo<kRest1>(a.y),
                   detail::modulo<kRest1>(a.z)}};
        second_ = {{detail::modulo<kRest2>(a.w | 1), detail::modulo<kRest2>(b.x),
                    detail::modulo<kRest2>(b.y)}};
        skip_sequences(sequence);
        skip(offset);
    }
    /// Starts with the author's six seed numbers: three below 4294967087, not all 0, and three
    /// below 4294944443, not all 0.
    GLINT_ANY Mrg32k3a(unsigned int a, unsigned int b, unsigned int c, unsigned int d,
                       unsigned int e, unsigned int f)
        : first_{{a, b, c}}, second_{{d, e, f}} {}

    /// Advances as if `numbers` numbers had been drawn.
    GLINT_ANY void skip(unsigned long long numbers) {
        jump({{{{0, 1, 0}}, {{0, 0, 1}}, {{kModulus1 - 810728u, 1403580u, 0}}}},
             {{{{0, 1, 0}}, {{0, 0, 1}}, {{kModulus2 - 1370589u, 0, 527612u}}}}, numbers);
    }
    /// Moves forward by `count` sequences, to the same position in the new sequence.
    GLINT_ANY void skip_sequences(unsigned long long count) {
        jump({{{{82758667u, 1871391091u, 4127413238u}},
               {{3672831523u, 69195019u, 1871391091u}},
               {{3672091415u, 3528743235u, 69195019u}}}},
             {{{{1511326704u, 3759209742u, 1610795712u}},
               {{4292754251u, 1511326704u, 3889917532u}},
               {{3859662829u, 4292754251u, 3708466080u}}}},
             count);
    }

    /// The generator's native output: a number from 1 to 4294967087.
    GLINT_ANY unsigned int number() {
        const unsigned int a = next<kRest1>(first_, 1, 1403580u, kModulus1 - 810728u);
        const unsigned int b = next<kRest2>(second_, 2, 527612u, kModulus2 - 1370589u);
        return a > b ? a - b : a + (kModulus1 - b);
    }
    /// A number in (0, 1), computed from number() with the author's formula.
    GLINT_ANY double fraction() { return number() * (1.0 / 4294967088.0); }
    /// 32 random bits: one number, scaled to 32 bits. 209 of the 2^32 values never occur.
    GLINT_ANY unsigned int bits() {
        const unsigned int from_zero = number() - 1;
        return from_zero +
               static_cast<unsigned int>(static_cast<unsigned long long>(from_zero) * 209 >> 32);
    }

private:
    static constexpr unsigned int kRest1 = 209, kRest2 = 22853;
    static constexpr unsigned int kModulus1 = 0u - kRest1, kModulus2 = 0u - kRest2;

    GLINT_ANY void jump(const detail::Matrix3& first, const detail::Matrix3& second,
                        unsigned long long jumps) {
        first_ = detail::jumped<kRest1>(first, jumps, first_);
        second_ = detail::jumped<kRest2>(second, jumps, second_);
    }
    /// Returns the next number: `factor` * number `place` + `other` * the oldest number.
    template <unsigned int Rest>
    static GLINT_ANY unsigned int next(detail::Numbers3& numbers, int place, unsigned int factor,
                                       unsigned int other) {
        const unsigned int to = detail::modulo<Rest>(
            static_cast<unsigned long long>(
                detail::modulo<Rest>(static_cast<unsigned long long>(factor) *
                                     (place == 1 ? numbers.number[1] : numbers.number[2]))) +
            detail::modulo<Rest>(static_cast<unsigned long long>(other) * numbers.number[0]));
        numbers = {{numbers.number[1], numbers.number[2], to}};
        return to;
    }

    detail::Numbers3 first_ = {}, second_ = {};
};

}  // namespace glint
