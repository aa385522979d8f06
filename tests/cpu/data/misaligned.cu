// Accesses at addresses that are not multiples of the type's alignment. `by` is in bytes.

#define PLACED(type) reinterpret_cast<type*>(reinterpret_cast<char*>(memory) + by)

template <class T>
__device__ void read_and_write(void* memory, int by) {
    T* place = PLACED(T);
    const T value = *place;
    *place = value;
}

#define ACCESS(type)                                                 \
    extern "C" __global__ void access_##type(void* memory, int by) { \
        read_and_write<type>(memory, by);                            \
    }                                                                \
    extern "C" __global__ void write_##type(void* memory, int by) { *PLACED(type) = type(); }

typedef unsigned short ushort_;
typedef long long longlong_;
ACCESS(short)
ACCESS(int)
ACCESS(float)
ACCESS(double)
ACCESS(longlong_)
ACCESS(float2)
ACCESS(float3)
ACCESS(float4)
ACCESS(int4)
ACCESS(double2)
ACCESS(uchar4)
ACCESS(char)

extern "C" __global__ void add_int(void* memory, int by) { atomicAdd(PLACED(int), 1); }
extern "C" __global__ void swap_long(void* memory, int by) {
    atomicCAS(PLACED(unsigned long long), 0ull, 1ull);
}
extern "C" __global__ void in_shared(int by) {
    __shared__ float4 values[4];
    void* memory = values;
    *PLACED(float4) = make_float4(1, 2, 3, 4);
}
// A single component requires only its own alignment.
extern "C" __global__ void component(void* memory, int by) { PLACED(float4)->y = 1; }
// Bytes can be copied from any address.
extern "C" __global__ void copied(void* memory, int by) {
    float4 value;
    memcpy(&value, PLACED(char), sizeof value);
    memcpy(memory, &value, sizeof value);
}
