// SPDX-License-Identifier: MIT
// Memory and sizes in place of arrays and shapes. Compiles with CASE = 0; every other case is a
// mistake that must not compile.
#include <string>
#include <vector>

#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/views.hpp>
#include <glint/interop/shared_buffer.hpp>

using glint::Array;
using glint::ArrayView;
using glint::Shape;
using glint::slice;

// Functions of other libraries, with the same names as glint's functions.
float sum(const std::vector<float>& values);
bool operator==(const glint::DeviceSpan<float>& a, const glint::DeviceSpan<float>& b);

void use(const glint::Device& device, const glint::Stream& stream,
         glint::DeviceMemory<float>& memory, const glint::DeviceSpan<float>& span,
         const glint::interop::Mapped<float>& mapped, const std::vector<float>& host,
         Array<float>& x, const Array<float>& constant, const Array<int>& whole) {
#if CASE == 0
    const ArrayView view(mapped), seen(stream, memory);
    glint::sort(view);
    x = x + view * seen - Array<float>(stream, host);
    x = ArrayView(stream, span);
    x(slice(1, std::nullopt)) = mapped;
    const Array<int> cast_to_int = glint::cast<int>(whole * 2.5f);
    const bool same = span == memory.span() && std::string("x") == "x" && sum(host) == sum(host);
    (void)device, (void)constant, (void)same;
#elif CASE == 1
    const float total = glint::sum(memory).item();
#elif CASE == 2
    const auto total = glint::sum(span);
#elif CASE == 3
    glint::sort(mapped);
#elif CASE == 4
    x += x + mapped;
#elif CASE == 5
    const auto taken = glint::take(memory, whole);
#elif CASE == 6
    const auto sums = glint::cumulative_sum(span);
#elif CASE == 7
    const auto counts = glint::histogram(memory, 10, 0.0, 1.0);
#elif CASE == 8
    x = x + host;
#elif CASE == 9
    x *= host;
#elif CASE == 10
    const float most = glint::max(host).item();
#elif CASE == 11
    x = host;
#elif CASE == 12
    x(slice(1, 3)) = host;
#elif CASE == 13
    const Array<float> made(device, 100);
#elif CASE == 14
    const Array<float> made(device, Shape{10, 10});
#elif CASE == 15
    const Array<float> made(stream, 10, 10);
#elif CASE == 16
    glint::sort(constant);
#elif CASE == 17
    glint::sort_by_key(x, constant, "a > b");
#elif CASE == 18
    const Array<int> halves = whole * 2.5f;
#elif CASE == 19
    const Array<float> numbers = whole;
#elif CASE == 20
    const Array<float> same = constant;
#elif CASE == 21
    const Array<float> copied(host);
#elif CASE == 22
    const Array<float> ones(stream, Shape{10, 10}, 1.0f);
#elif CASE == 23
    const ArrayView<float> view(device, memory);
#elif CASE == 24
    const ArrayView view(device, memory);
#elif CASE == 25
    x(slice(1)) = 0.0f;
#endif
}
