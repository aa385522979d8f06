// SPDX-License-Identifier: MIT
// The heap used by malloc() and new in kernels: its bounds, its faults, and concurrent use.
#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

constexpr const char* kHeapKernels = R"(
extern "C" __global__ void overrun(long long bytes, long long from, long long to, int* out) {
    char* p = static_cast<char*>(malloc(bytes));
    for (long long i = from; i < to; ++i) p[i] = 1;
    *out = p[0];
    free(p);
}
extern "C" __global__ void use_freed(int bytes, int* out) {
    char* p = static_cast<char*>(malloc(bytes));
    free(p);
    *out = p[bytes - 1];
}
extern "C" __global__ void free_inner(int* out) {
    int* p = static_cast<int*>(malloc(16));
    *out = 1;
    free(p + 1);
}
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
        compiler::Source text = source(kHeapKernels);
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

    static void expect_contains(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks\n" << part;
    }

    Program program_{kernels()};
};

TEST_P(CpuHeap, ForeignPointersCannotBeFreed) {
    int value = 0;
    expect_contains(failure("free_twice", &value), ", which was already freed");
    expect_contains(failure("free_foreign", &value), ", which malloc or new did not return");
    expect_contains(failure("free_inner", &value),
                    ", which is 4 bytes after the start of a block of 16 bytes");
    EXPECT_EQ(value, 1);
}

// If blocks were on the host's heap, these overruns would end the process sooner or later.
TEST_P(CpuHeap, OverrunsEndOnlyTheLaunch) {
    int value = 0;
    for (int round = 0; round < 3; ++round) {
        program_.run("overrun", one_block({64}), 16ll, 0ll, 800ll, &value);
        EXPECT_EQ(value, 1);
    }
    for (const long long far : {40ll << 20, -(20ll << 20)}) {
        const std::string text = failure("overrun", 16ll, far, far + 1, &value);
        expect_contains(text, ": write at 0x");
        expect_contains(text, " the block of 16 B at 0x");
    }
    program_.run("churn", one_block({1}), 50, &value);
    EXPECT_EQ(value, 49 * 50 / 2);
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

TEST_P(CpuHeap, FailedNewEndsTheKernel) {
    unsigned long long address = 0;
    const std::string text = failure("new_of", 9ll << 20, &address);
    EXPECT_NE(text.find("`new` of 9437184 bytes does not fit in the kernel heap of 8.4 MB"),
              std::string::npos)
        << text;
}

TEST_P(CpuHeap, NewKeepsTheAlignmentOfItsType) {
    std::vector<int> out(32, 1);
    program_.run("aligned", one_block({32}), out.data());
    EXPECT_EQ(out, std::vector<int>(32));
}

TEST_P(CpuHeap, LargeBlocksAreZeroedAndFreed) {
    for (int launch = 0; launch < 20; ++launch) {
        std::vector<int> out(32, 1);
        program_.run("zeros", one_block({32}), 10'000, out.data());
        ASSERT_EQ(out, std::vector<int>(32)) << launch;
    }
}

TEST_P(CpuHeap, AllBlocksShareTheHeap) {
    std::vector<int> out(64 * 64);
    program_.run("churn", {.grid = {64}, .block = {64}}, 50, out.data());
    EXPECT_EQ(out, std::vector<int>(64 * 64, 49 * 50 / 2));
}

class CpuHeapInDebugMode : public CpuHeap {
protected:
    CpuHeapInDebugMode() {
        compiler::Source text = kernels();
        text.debug = true;
        program_ = Program(text);
    }
};

TEST_P(CpuHeapInDebugMode, FindsAccessesOutsideBlocks) {
    int value = 0;
    program_.run("overrun", one_block({1}), 10ll, 0ll, 10ll, &value);
    expect_contains(failure("overrun", 10ll, 0ll, 11ll, &value),
                    ", 1 byte past the end of the block of 10 B at 0x");
    expect_contains(failure("overrun", 10ll, -1ll, 0ll, &value),
                    ", 1 byte before the block of 10 B at 0x");
    expect_contains(failure("overrun", 0ll, 0ll, 1ll, &value),
                    ", 1 byte past the end of the block of 0 B at 0x");
    expect_contains(failure("overrun", 100000ll, 150000ll, 150001ll, &value),
                    ", 50001 bytes past the end of the block of 100.0 kB at 0x");
}

TEST_P(CpuHeapInDebugMode, FindsUseOfFreedMemory) {
    int value = 0;
    for (const int bytes : {1, 16, 100, 100000, 8 << 20})
        expect_contains(failure("use_freed", bytes, &value), ": reads 1 byte at 0x");
    expect_contains(failure("use_freed", 100, &value), ": reads 1 byte at 0x");
    expect_contains(failure("use_freed", 100, &value), " from malloc or new, which was freed");
}

INSTANTIATE_TEST_SUITE_P(Lowerings, CpuHeapInDebugMode, testing::Values("loops", "fibres"));
INSTANTIATE_TEST_SUITE_P(Lowerings, CpuHeap, testing::Values("loops", "fibres", "lanes"));

}  // namespace
}  // namespace glint::cpu::test
