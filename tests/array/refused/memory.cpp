// SPDX-License-Identifier: MIT
// Views of memory. Compiles with CASE = 0; every other case is a mistake that must not compile.
#include <vector>

#include <glint/array/array.hpp>
#include <glint/driver/managed_memory.hpp>
#include <glint/driver/pitched.hpp>
#include <glint/interop/shared_buffer.hpp>

using glint::Array;
using glint::ArrayView;
using glint::DeviceMemory;
using glint::interop::Mapped;

void show(const ArrayView<float>& view);

void use(const glint::Stream& stream, DeviceMemory<float>& memory,
         const DeviceMemory<float>& constant, glint::PitchedMemory<float>& rows,
         const std::vector<float>& host, Array<float>& array, const Mapped<float>& mapped) {
#if CASE == 0
    const ArrayView<float> a(stream, memory), b(stream, memory, {2, 3}), c(stream, rows);
    const ArrayView d(stream, memory.span());
    const ArrayView e(stream, constant);
    static_assert(std::is_same_v<decltype(e), const ArrayView<const float>>);
    const ArrayView<const float> f(stream, memory);
    const ArrayView g(stream, glint::ManagedMemory<float>());
    const ArrayView<float> h = mapped;
    const ArrayView i(mapped), j(stream, mapped), copy(i);
    show(mapped);
    const Array<float> of_its_own(a);
    (void)array, (void)host;
#elif CASE == 1
    const Array<float> values(stream, memory);
#elif CASE == 2
    const Array<float> values = mapped;
#elif CASE == 3
    const Array values(stream, mapped);
#elif CASE == 4
    array = Array<float>(memory.span());
#elif CASE == 5
    const ArrayView<float> view = memory.span();
#elif CASE == 6
    const ArrayView view(memory);
#elif CASE == 7
    const ArrayView<int> view(stream, memory);
#elif CASE == 8
    const ArrayView<float> view(stream, constant);
#elif CASE == 9
    const ArrayView<float> view(stream, host);
#elif CASE == 10
    const ArrayView<float> view(stream, memory.data(), {2, 3});
#elif CASE == 11
    const ArrayView view(stream, array);
#elif CASE == 12
    const ArrayView<float> view(stream, rows, {2, 3});
#endif
}
