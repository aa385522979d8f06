// SPDX-License-Identifier: MIT
#include <glint/compiler/program.hpp>

#include <gtest/gtest.h>

#include <glint/compiler/detail/ptx_order.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

const char* const kAtomicKernels = R"(
__device__ void deep(float* f) { atomicAdd(f, 0.5f); }
extern "C" {
__global__ void plain(int* i, unsigned long long* u) {
    atomicAdd(i, 2);
    atomicMax(i + 1, 3);
    atomicOr(i + 2, 4);
    atomicAdd(u, 7ull);
    __syncthreads();
    i[threadIdx.x + 9] = 1;
}
__global__ void floats(float* f) { deep(f); }
__global__ void doubles(double* d) { atomicAdd(d, 1.0); }
__global__ void slots(int* i) { i[atomicAdd(i, 1)] = threadIdx.x; }
__global__ void last(int* i) { atomicExch(i, threadIdx.x); }
__global__ void lock(int* i) { atomicCAS(i, 0, 1); }
__device__ void exchange(int* i) { atomicExch(i, 1); }
__device__ void count(int* i) { atomicAdd(i, 1); }
__global__ void pointer(int* i) {
    void (*f)(int*) = i[0] > 0 ? exchange : count;
    f(i);
}
}
)";

const std::map<std::string, std::string> kExpected{
    {"doubles", "it adds floats with atomics"},      {"floats", "it adds floats with atomics"},
    {"last", "it exchanges values with atomics"},    {"lock", "it exchanges values with atomics"},
    {"pointer", "it exchanges values with atomics"}, {"slots", "it uses the results of atomics"},
};

class OrderOn : public test::OnEachBackend {};

TEST_P(OrderOn, KernelsReportOrderDependence) {
    const Device device = open();
    for (int round = 0; round < 2; ++round)  // the second round reads from the cache
        EXPECT_EQ(Program::from_text(device, "order.cu", kAtomicKernels).unordered_kernels(),
                  kExpected)
            << round;
}

INSTANTIATE_TEST_SUITE_P(Backends, OrderOn, test::each_backend(), test::name);

TEST(PtxOrder, IsReadFromPtx) {
    const auto found = compiler::unordered_kernels_in_ptx(R"(
.visible .entry a(
){
	red.global.add.u32 	[%rd1], 1;
	@%p1 atom.global.add.u32 	%r1, [%rd1], 1;
	mov.u32 	%r12, %r11;
}
.func f(
){
	@%p1 red.shared.add.f16x2 	[%rd1], %r1;
}
.visible .entry b(
){
	call.uni f, (param0);
}
.visible .entry c(
){
	atom.shared.inc.u32 	%r3, [%rd1], 7;
	st.global.u32 	[%rd2], %r3;
}
.visible .entry d(
){
	atom.global.min.f32 	%f1, [%rd1], %f2;
	red.global.xor.b64 	[%rd1], %rd2;
}
)");
    EXPECT_EQ(found, (std::map<std::string, std::string>{{"b", "it adds floats with atomics"},
                                                         {"c", "it uses the results of atomics"}}));
}

}  // namespace
}  // namespace glint
