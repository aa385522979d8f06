// Each function of one or two numbers, at one sample per thread.

#define FOR_TYPE(name, type, call)                                                       \
    extern "C" __global__ void name##_##type(unsigned count, const type* x, type* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                        \
        if (i < count) out[i] = call(x[i]);                                              \
    }
#define FOR_TYPE_2(name, type, call)                                                             \
    extern "C"                                                                                   \
        __global__ void name##_##type(unsigned count, const type* x, const type* y, type* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                \
        if (i < count) out[i] = call(x[i], y[i]);                                                \
    }
#define ONE(name) FOR_TYPE(name, float, name##f) FOR_TYPE(name, double, name)
#define TWO(name) FOR_TYPE_2(name, float, name##f) FOR_TYPE_2(name, double, name)

ONE(sqrt)
ONE(rsqrt)
ONE(cbrt)
ONE(rcbrt) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p)
    ONE(sin) ONE(cos) ONE(tan) ONE(sinpi) ONE(cospi) ONE(asin) ONE(acos) ONE(atan) ONE(sinh)
        ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh) ONE(erf) ONE(erfc) ONE(erfinv)
            ONE(erfcinv) ONE(erfcx) ONE(normcdf) ONE(normcdfinv) ONE(lgamma) ONE(tgamma) ONE(j0)
                ONE(j1) ONE(y0) ONE(y1) ONE(cyl_bessel_i0) ONE(cyl_bessel_i1) ONE(floor) ONE(ceil)
                    ONE(trunc) ONE(round) ONE(rint) ONE(nearbyint) ONE(logb) ONE(fabs) TWO(pow)
                        TWO(atan2) TWO(hypot) TWO(rhypot) TWO(fmod) TWO(remainder) TWO(fdim)
                            TWO(nextafter) TWO(copysign) TWO(fmin) TWO(fmax)

    /// Functions with more than one result or with unusual arguments; `x` is 2.5.
    extern "C" __global__ void others(double x, double* out) {
    int exponent, quotient;
    double whole, s, c;
    const double values[] = {1, 2, 2, 4, x};
    out[0] = frexp(x, &exponent);
    out[1] = exponent;
    out[2] = modf(x, &whole);
    out[2] += 10 * whole;
    out[3] = remquo(x, 1.0, &quotient);
    out[4] = quotient & 7;
    out[5] = ldexp(x, 3) + scalbn(x, -1) + scalbln(x, 2L);
    out[6] = ilogb(x) + 10 * ilogbf(0.25f);
    out[7] = static_cast<double>(lrint(x) + 10 * llround(x) + 100 * lroundf(-2.5f));
    out[8] = norm(4, values) + norm3d(2.0, 3.0, 6.0) + rnorm3df(0.0f, 0.6f, 0.8f);
    out[9] = norm4d(1e300, 1e300, 1e300, 1e300) * 1e-300;
    sincospi(x, &s, &c);
    out[10] = s + 10 * c;
    out[11] = jn(2, x);
    out[12] = yn(2, x);
    out[13] = fma(x, 2.0, 1.0) + pow(x, 2) + fdividef(1.0f, 4.0f);
}
