// SPDX-License-Identifier: MIT
// Compiles with CASE = 0. Every other case is a mistake that must not compile.
#include <cstddef>

#include <glint/algorithms/reduce.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

using glint::Array;
using glint::ArrayView;
using glint::Shape;

struct Unnamed {
    float value;
};

void take(double value);

void use(const glint::Stream& stream, Array<float>& x, const Array<float>& constant,
         std::size_t rows, const Array<Unnamed>& unnamed) {
#if CASE == 0
    const Array<int> shaped(stream, Shape{1, 2, 3}), line(stream, 3);
    const Array<int> numbers = glint::array_of<int>(stream, {1, 2, 3});
    const Array<int> both(stream, {1, 3}, numbers.to_vector());
    const double mean = glint::mean(x).item();
    if (glint::any(x > 1.0f).item()) take(2 * mean);
    const ArrayView<float> row = x(0);
    row = 1.0f;
    row = constant(0);
    row += 2.0f;
    row = row + x(1);
    x(1) = row;
    glint::transposed(x) -= 1.0f;
    take(unnamed.to_vector()[rows].value);
#elif CASE == 1
    const Array<int> values(stream, {1, 2, 3});
#elif CASE == 2
    const Array<float> values = Array<float>(stream, {480});
#elif CASE == 3
    const Array<float> values(stream, {rows, 3});
#elif CASE == 4
    const double mean = glint::mean(x);
#elif CASE == 5
    take(2 * glint::sum(x));
#elif CASE == 6
    if (glint::any(x > 1.0f)) take(1.0);
#elif CASE == 7
    float largest = 0;
    largest = glint::max(x);
#elif CASE == 8
    const float ratio = glint::sum(x) / glint::sum(constant);
    take(ratio);
#elif CASE == 9
    float value = 0;
    value = x(3);
#elif CASE == 10
    const Array<Unnamed> taken = glint::take(unnamed, Array<int>(stream, 3));
#elif CASE == 11
    const Array<Unnamed> copied = unnamed.copy();
#elif CASE == 12
    constant += 1.0f;
#elif CASE == 13
    constant(0) += 1.0f;
#elif CASE == 14
    constant(0) = 1.0f;
#elif CASE == 15
    const ArrayView<const float> row = x(0);
    row = 1.0f;
#endif
}
