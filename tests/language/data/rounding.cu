// Directed rounding: results of all operations, rounded down, up, and toward zero.

#define OPERATIONS(type, add, subtract, multiply, divide, reciprocal, root, fused)          \
    extern "C" __global__ void rounded_##type(unsigned count, const type* x, const type* y, \
                                              const type* z, type* out) {                   \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                           \
        if (i >= count) return;                                                             \
        type* const own = out + 21 * i;                                                     \
        own[0] = add##_rd(x[i], y[i]);                                                      \
        own[1] = add##_ru(x[i], y[i]);                                                      \
        own[2] = add##_rz(x[i], y[i]);                                                      \
        own[3] = subtract##_rd(x[i], y[i]);                                                 \
        own[4] = subtract##_ru(x[i], y[i]);                                                 \
        own[5] = subtract##_rz(x[i], y[i]);                                                 \
        own[6] = multiply##_rd(x[i], y[i]);                                                 \
        own[7] = multiply##_ru(x[i], y[i]);                                                 \
        own[8] = multiply##_rz(x[i], y[i]);                                                 \
        own[9] = divide##_rd(x[i], y[i]);                                                   \
        own[10] = divide##_ru(x[i], y[i]);                                                  \
        own[11] = divide##_rz(x[i], y[i]);                                                  \
        own[12] = reciprocal##_rd(x[i]);                                                    \
        own[13] = reciprocal##_ru(x[i]);                                                    \
        own[14] = reciprocal##_rz(x[i]);                                                    \
        own[15] = root##_rd(x[i]);                                                          \
        own[16] = root##_ru(x[i]);                                                          \
        own[17] = root##_rz(x[i]);                                                          \
        own[18] = fused##_rd(x[i], y[i], z[i]);                                             \
        own[19] = fused##_ru(x[i], y[i], z[i]);                                             \
        own[20] = fused##_rz(x[i], y[i], z[i]);                                             \
    }
OPERATIONS(float, __fadd, __fsub, __fmul, __fdiv, __frcp, __fsqrt, __fmaf)
OPERATIONS(double, __dadd, __dsub, __dmul, __ddiv, __drcp, __dsqrt, __fma)
