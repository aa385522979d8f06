// A parameter struct with every type, ordered so that padding is needed everywhere.

struct Params {
    bool switch_a = true;  //@ "A"
    float scalar = 1.5f;   //@ 0..9 "Scalar"
    bool switch_b = false;
    double precise = -2.5;
    bool switch_c = true;
    float3 triple = {1.0f, 2.0f, 3.0f};  //@ -9..9 m "Triple"
    int whole = -7;                      //@ -9..9 "Whole"
    float2 pair = {4.0f, 5.0f};
    unsigned int natural = 4000000000u;
    float4 quad = {6.0f, 7.0f, 8.0f, 9.0f};  //@ 0..9 "Quad"
    bool switch_d = true;
    char small = -3;
    long long large = -9007199254740992;
    unsigned short counts[3] = {1, 65535, 3};  //@ 0..65535 "Counts"
    unsigned char last = 250;
    size_t size = 5;
};

namespace {

template <class T>
__device__ unsigned int offset_in(const Params& params, const T& member) {
    return static_cast<unsigned int>(reinterpret_cast<const char*>(&member) -
                                     reinterpret_cast<const char*>(&params));
}

}  // namespace

/// Each member's offset in order, then the struct's size.
extern "C" __global__ void layout(unsigned int* out) {
    const Params p;
    *out++ = offset_in(p, p.switch_a);
    *out++ = offset_in(p, p.scalar);
    *out++ = offset_in(p, p.switch_b);
    *out++ = offset_in(p, p.precise);
    *out++ = offset_in(p, p.switch_c);
    *out++ = offset_in(p, p.triple);
    *out++ = offset_in(p, p.whole);
    *out++ = offset_in(p, p.pair);
    *out++ = offset_in(p, p.natural);
    *out++ = offset_in(p, p.quad);
    *out++ = offset_in(p, p.switch_d);
    *out++ = offset_in(p, p.small);
    *out++ = offset_in(p, p.large);
    *out++ = offset_in(p, p.counts);
    *out++ = offset_in(p, p.last);
    *out++ = offset_in(p, p.size);
    *out = sizeof(Params);
}

namespace {

__device__ void write_all(const Params& p, double* out) {
    const double values[] = {p.switch_a ? 1.0 : 0.0,
                             p.scalar,
                             p.switch_b ? 1.0 : 0.0,
                             p.precise,
                             p.switch_c ? 1.0 : 0.0,
                             p.triple.x,
                             p.triple.y,
                             p.triple.z,
                             static_cast<double>(p.whole),
                             p.pair.x,
                             p.pair.y,
                             static_cast<double>(p.natural),
                             p.quad.x,
                             p.quad.y,
                             p.quad.z,
                             p.quad.w,
                             p.switch_d ? 1.0 : 0.0,
                             static_cast<double>(p.small),
                             static_cast<double>(p.large),
                             static_cast<double>(p.counts[0]),
                             static_cast<double>(p.counts[1]),
                             static_cast<double>(p.counts[2]),
                             static_cast<double>(p.last),
                             static_cast<double>(p.size)};
    for (const double value : values) *out++ = value;
}

}  // namespace

/// Writes every component of every member as received, passed between two other arguments.
extern "C" __global__ void values(char before, Params params, double* out) {
    out[0] = before;
    write_all(params, out + 1);
}

/// Writes every component's default value.
extern "C" __global__ void defaults(double* out) { write_all(Params(), out); }
