// SPDX-License-Identifier: MIT
#pragma once

// <cuComplex.h>: complex numbers.

typedef float2 cuFloatComplex;

__glint_any float cuCrealf(cuFloatComplex a) { return a.x; }
__glint_any float cuCimagf(cuFloatComplex a) { return a.y; }
__glint_any cuFloatComplex make_cuFloatComplex(float real, float imaginary) {
    return {real, imaginary};
}
__glint_any cuFloatComplex cuConjf(cuFloatComplex a) { return {a.x, -a.y}; }
__glint_any cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) {
    return {a.x + b.x, a.y + b.y};
}
__glint_any cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) {
    return {a.x - b.x, a.y - b.y};
}
__glint_any cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
/// Divides a by b. The parts of b are scaled, so that their squares do not overflow.
__glint_any cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) {
    const float scale = 1 / (__builtin_fabsf(b.x) + __builtin_fabsf(b.y));
    const cuFloatComplex n{a.x * scale, a.y * scale}, d{b.x * scale, b.y * scale};
    const float inverse = 1 / (d.x * d.x + d.y * d.y);
    return {(n.x * d.x + n.y * d.y) * inverse, (n.y * d.x - n.x * d.y) * inverse};
}
__glint_any float cuCabsf(cuFloatComplex a) { return hypotf(a.x, a.y); }
__glint_any cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) {
    return cuCaddf(cuCmulf(a, b), c);
}

typedef double2 cuDoubleComplex;

__glint_any double cuCreal(cuDoubleComplex a) { return a.x; }
__glint_any double cuCimag(cuDoubleComplex a) { return a.y; }
__glint_any cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) {
    return {real, imaginary};
}
__glint_any cuDoubleComplex cuConj(cuDoubleComplex a) { return {a.x, -a.y}; }
__glint_any cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) {
    return {a.x + b.x, a.y + b.y};
}
__glint_any cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) {
    return {a.x - b.x, a.y - b.y};
}
__glint_any cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
/// Divides a by b. The parts of b are scaled, so that their squares do not overflow.
__glint_any cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) {
    const double scale = 1 / (__builtin_fabs(b.x) + __builtin_fabs(b.y));
    const cuDoubleComplex n{a.x * scale, a.y * scale}, d{b.x * scale, b.y * scale};
    const double inverse = 1 / (d.x * d.x + d.y * d.y);
    return {(n.x * d.x + n.y * d.y) * inverse, (n.y * d.x - n.x * d.y) * inverse};
}
__glint_any double cuCabs(cuDoubleComplex a) { return hypot(a.x, a.y); }
__glint_any cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
    return cuCadd(cuCmul(a, b), c);
}

typedef cuFloatComplex cuComplex;
__glint_any cuComplex make_cuComplex(float real, float imaginary) { return {real, imaginary}; }
__glint_any cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
__glint_any cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
    return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
