// The heap of kernels' malloc() and new: its bounds, its faults, and threads that share it.
#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

constexpr const char* kKernels = R"(
extern "C" __global__ void free_twice(int* out) {
    int* p = static_cast<int*>(malloc(16));
    *p = 1;
    *out = *p;
    free(p);
    free(p);
}
extern "C" __global__ void free_foreign(int* out) { free(out); }
extern "C" __global__ void take(int bytes, unsigned long long* out) {
    out[threadIdx.x] = reinterpret_cast<unsigned long long>(malloc(bytes));
}
extern "C" __global__ void give_back(unsigned long long* from) {
    free(reinterpret_cast<void*>(from[threadIdx.x]));
}
extern "C" __global__ void new_of(long long count, unsigned long long* out) {
    *out = reinterpret_cast<unsigned long long>(new char[count]);
}
struct alignas(64) Wide {
    float values[16];
};
extern "C" __global__ void aligned(int* out) {
    Wide* one = new Wide;
    Wide* several = new Wide[3];
    out[threadIdx.x] = reinterpret_cast<size_t>(one) % 64 + reinterpret_cast<size_t>(several) % 64;
    delete[] several;
    delete one;
}
extern "C" __global__ void zeros(int n, int* out) {
    int* p = static_cast<int*>(malloc(n * sizeof(int)));
    memset(p, 0, n * sizeof(int));
    int sum = 0;
    for (int i = 0; i < n; ++i) sum |= p[i];
    out[threadIdx.x] = sum;
    free(p);
}
extern "C" __global__ void churn(int rounds, int* out) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
        int* p = static_cast<int*>(malloc(64));
        p[i % 16] = i;
        sum += p[i % 16];
        free(p);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
)";

class CpuHeap : public testing::TestWithParam<const char*> {
protected:
    static compiler::Source kernels() {
        compiler::Source text = source(kKernels);
        text.cpu_lowering = GetParam();
        return text;
    }

    template <class... Arguments>
    std::string failure(const std::string& kernel, Arguments... arguments) {
        try {
            program_.run(kernel, one_block({1}), arguments...);
            return {};
        } catch (const Error& error) {
            return error.what();
        }
    }

    Program program_{kernels()};
};

TEST_P(CpuHeap, WhatMallocDidNotGiveCannotBeFreed) {
    int value = 0;
    for (const char* kernel : {"free_twice", "free_foreign"}) {
        const std::string text = failure(kernel, &value);
        EXPECT_NE(text.find("which malloc or new did not give or which was freed before"),
                  std::string::npos)
            << kernel << ": " << text;
    }
    EXPECT_EQ(value, 1);
}

TEST_P(CpuHeap, LeaksCountUntilTheyAreFreed) {
    constexpr unsigned kThreads = 8;
    std::vector<unsigned long long> taken(kThreads), more(kThreads);
    program_.run("take", one_block({kThreads}), 1 << 20, taken.data());
    for (const auto address : taken) EXPECT_NE(address, 0u);
    program_.run("take", one_block({kThreads}), 1, more.data());
    EXPECT_EQ(more, std::vector<unsigned long long>(kThreads)) << "8 MB are taken";
    program_.run("give_back", one_block({kThreads}), taken.data());
    program_.run("take", one_block({kThreads}), 1, more.data());
    for (const auto address : more) EXPECT_NE(address, 0u);
    program_.run("give_back", one_block({kThreads}), more.data());
}

TEST_P(CpuHeap, NewThatDoesNotFitEndsTheKernel) {
    unsigned long long address = 0;
    const std::string text = failure("new_of", 9ll << 20, &address);
    EXPECT_NE(text.find("new of 9437184 bytes does not fit into the 8.4 MB of the heap"),
              std::string::npos)
        << text;
}

TEST_P(CpuHeap, NewKeepsTheAlignmentOfItsType) {
    std::vector<int> out(32, 1);
    program_.run("aligned", one_block({32}), out.data());
    EXPECT_EQ(out, std::vector<int>(32));
}

TEST_P(CpuHeap, MemoryThatIsClearedAtOnceIsZeroAndFreed) {
    for (int launch = 0; launch < 20; ++launch) {
        std::vector<int> out(32, 1);
        program_.run("zeros", one_block({32}), 10'000, out.data());
        ASSERT_EQ(out, std::vector<int>(32)) << launch;
    }
}

TEST_P(CpuHeap, ThreadsOfAllBlocksShareIt) {
    std::vector<int> out(64 * 64);
    program_.run("churn", {.grid = {64}, .block = {64}}, 50, out.data());
    EXPECT_EQ(out, std::vector<int>(64 * 64, 49 * 50 / 2));
}

INSTANTIATE_TEST_SUITE_P(Lowerings, CpuHeap, testing::Values("loops", "fibres", "lanes"));

}  // namespace
}  // namespace glint::cpu::test
