// SPDX-License-Identifier: MIT
#pragma once

#include <xmmintrin.h>

namespace glint::cpu {

/// While a FlushSubnormals exists, the calling thread treats subnormal operands as 0 and returns 0
/// instead of subnormal results. For floats, nvcc's -ftz=true has the same effect. Does nothing if
/// `wanted` is false.
class FlushSubnormals {
public:
    explicit FlushSubnormals(bool wanted) : before_(_mm_getcsr()) {
        if (wanted) _mm_setcsr(before_ | kFlushResults | kFlushOperands);
    }
    ~FlushSubnormals() { _mm_setcsr(before_); }
    FlushSubnormals(const FlushSubnormals&) = delete;
    FlushSubnormals& operator=(const FlushSubnormals&) = delete;

private:
    static constexpr unsigned kFlushResults = 0x8000, kFlushOperands = 0x40;

    unsigned before_;
};

}  // namespace glint::cpu
