// Access by index to elements of every type with atomic operations.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <glint/complex.cuh>
#include <glint/expression/table.cuh>

using namespace glint::expression;

template <class T>
__device__ void join(T* out, const long long* index, const T* values) {
    const Table<T, 1> table{out, {13}, {1}};
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    add_to_element(table.template find<OutOfRange::refuse>(0, index[i]), values[i]);
    add_to_element(table.template find<OutOfRange::drop>(13, index[i]), values[i]);
    if constexpr (!requires { values->re; }) {
        lower_element(table.template find<OutOfRange::clamp>(26, index[i]), values[i]);
        raise_element(table.template find<OutOfRange::wrap>(39, index[i]), values[i]);
    }
    set_element(out + 52 + i, table.template read<OutOfRange::refuse>(0, index[i]));
}

#define JOIN(name, T)                                                                  \
    extern "C" __global__ void name(T* out, const long long* index, const T* values) { \
        join<T>(out, index, values);                                                   \
    }
JOIN(join_i8, signed char)
JOIN(join_u8, unsigned char)
JOIN(join_i16, short)
JOIN(join_u16, unsigned short)
JOIN(join_i32, int)
JOIN(join_u32, unsigned int)
JOIN(join_i64, long)
JOIN(join_u64, unsigned long)
JOIN(join_half, __half)
JOIN(join_bfloat16, __nv_bfloat16)
JOIN(join_float, float)
JOIN(join_double, double)
JOIN(join_complex, glint::complex<float>)
JOIN(join_complex_of_double, glint::complex<double>)
