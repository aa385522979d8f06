// Shared variables of every alignment: their addresses, and whether they overlap.

/// An odd size, so that variables that follow need padding.
constexpr unsigned kBytes = 37;

template <unsigned kAlignment>
struct Member {
    unsigned char first;
    alignas(kAlignment) unsigned char bytes[kBytes];
};

template <unsigned kAlignment>
__device__ unsigned char* bytes_of_a_function() {
    alignas(kAlignment) __shared__ unsigned char bytes[kBytes];
    return bytes;
}

/// For each of six variables, writes the byte that the opposite thread stored (32 results). Thread
/// 0 also writes the address modulo the alignment.
template <unsigned kAlignment>
__global__ void aligned(const unsigned char* in, unsigned* out) {
    __shared__ unsigned char odd[kBytes];
    __shared__ __align__(kAlignment) unsigned char attribute[kBytes];
    alignas(kAlignment) __shared__ unsigned char specifier[kBytes];
    __shared__ Member<kAlignment> members[2];
    extern __shared__ __align__(1024) unsigned char dynamic[];
    unsigned char* const all[] = {
        attribute, specifier, members[0].bytes, members[1].bytes, bytes_of_a_function<kAlignment>(),
        dynamic};
    const unsigned i = threadIdx.x;
    odd[i] = 0;
    for (unsigned k = 0; k < 6; ++k) all[k][i] = static_cast<unsigned char>(in[i] + k);
    odd[i] += 1;
    __syncthreads();
    for (unsigned k = 0; k < 6; ++k) {
        out[33 * k + i] = all[k][31 - i] + odd[31 - i] - 1u;
        const unsigned alignment = k == 5 ? 1024 : kAlignment;
        if (i == 0) out[33 * k + 32] = reinterpret_cast<size_t>(all[k]) % alignment;
    }
}
