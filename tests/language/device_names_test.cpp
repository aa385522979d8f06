// SPDX-License-Identifier: MIT
// Names from CUDA's headers, on each backend and in each CPU lowering.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

/// Returns `x`, rounded by `round` and clamped to [low, high]; 0 for NaN.
int rounded_within(double x, double (*round)(double), double low, double high) {
    return std::isnan(x) ? 0 : static_cast<int>(std::clamp(round(x), low, high));
}

class DeviceNames : public test::OnEachBackend {
protected:
    void for_each_way(const std::vector<const char*>& ways,
                      const std::function<void(Program&)>& check) {
        const bool is_cpu = device_.info().kind == BackendKind::cpu;
        for (const char* way : ways) {
            SCOPED_TRACE(is_cpu ? way : "cuda");
            Program program(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "device_names.cu",
                            {.cpu_lowering = way});
            check(program);
            if (!is_cpu) break;
        }
    }

    static std::vector<const char*> all_ways() { return {"loops", "fibres", "lanes"}; }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(DeviceNames, MallocAndNewWorkInAllThreads) {
    for_each_way({"fibres", "lanes"}, [&](Program& program) {
        constexpr unsigned kBlocks = 50, kThreads = 64;
        auto out = to_device(stream_, std::vector<int>(kBlocks * kThreads));
        program.kernel<void(int*)>("heap").launch(stream_, {.grid = {kBlocks}, .block = {kThreads}},
                                                  out);
        const std::vector<int> found = to_vector(stream_, out);
        for (unsigned i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i], static_cast<int>((i + 1) % kThreads + i % kThreads)) << i;
    });
}

TEST_P(DeviceNames, MallocMemoryOutlivesTheLaunch) {
    for_each_way(all_ways(), [&](Program& program) {
        for (const int value : {3, 2, 1})
            program.kernel<void(int)>("push").launch(stream_, {.block = {1}}, value);
        auto out = to_device(stream_, std::vector<int>(1));
        program.kernel<void(int*)>("pop").launch(stream_, {.block = {1}}, out);
        EXPECT_EQ(to_vector(stream_, out)[0], 123);
    });
}

// The heap has a default size of 8 MB.
TEST_P(DeviceNames, FullHeapsReturnNull) {
    for_each_way(all_ways(), [&](Program& program) {
        for (int launch = 0; launch < 2; ++launch) {
            auto counts = to_device(stream_, std::vector<int>(2));
            program.kernel<void(int*)>("fill_heap").launch(stream_, {.block = {1}}, counts);
            const std::vector<int> found = to_vector(stream_, counts);
            EXPECT_GE(found[0], 64);
            EXPECT_LE(found[0], 1024);
            EXPECT_EQ(found[1], 1);
        }
    });
}

TEST_P(DeviceNames, ConversionsToShortsAndBytesSaturate) {
    // The two 16-bit formats represent all of these numbers exactly.
    const std::vector<float> from{0,   1.5f,     2.5f,  -1.5f,  -0.5f,   300,    -300,
                                  127, -128,     65280, -65280, 32768,   -32768, NAN,
                                  -1,  INFINITY, 255,   -1.25f, 0x1p-9f, 256,    -INFINITY};
    for_each_way(all_ways(), [&](Program& program) {
        auto out = to_device(stream_, std::vector<int>(20 * from.size()));
        program.kernel<void(const float*, int*)>("convert").launch(
            stream_, {.block = {static_cast<unsigned>(from.size())}}, to_device(stream_, from),
            out);
        const std::vector<int> found = to_vector(stream_, out);
        double (*const rounds[])(double) = {std::nearbyint, std::trunc, std::floor, std::ceil};
        for (std::size_t i = 0; i < from.size(); ++i)
            for (std::size_t k = 0; k < 20; ++k) {
                const std::size_t which = k % 10;
                const int expected =
                    which < 4   ? rounded_within(from[i], rounds[which], -32768, 32767)
                    : which < 8 ? rounded_within(from[i], rounds[which - 4], 0, 65535)
                    : which < 9 ? rounded_within(from[i], std::trunc, -128, 127)
                                : rounded_within(from[i], std::trunc, 0, 255);
                EXPECT_EQ(found[20 * i + k], expected) << from[i] << ", function " << k;
            }
    });
}

TEST_P(DeviceNames, PairComparisonsHandleUnordered) {
    struct Both {
        float a[2], b[2];
    };
    const Both cases[] = {{{1, 2}, {1, 3}},   {{1, NAN}, {1, 2}},   {{NAN, 5}, {NAN, 4}},
                          {{-1, 1}, {-1, 1}}, {{NAN, NAN}, {1, 1}}, {{0.0f, 7}, {-0.0f, -7}}};
    const std::function<bool(float, float)> ordered[] = {
        [](float x, float y) { return x == y; }, [](float x, float y) { return x < y || x > y; },
        [](float x, float y) { return x < y; },  [](float x, float y) { return x <= y; },
        [](float x, float y) { return x > y; },  [](float x, float y) { return x >= y; }};
    for_each_way(all_ways(), [&](Program& program) {
        for (const Both& c : cases) {
            auto out = to_device(stream_, std::vector<unsigned>(24));
            program.kernel<void(float, float, float, float, unsigned*)>("compare").launch(
                stream_, {.block = {1}}, c.a[0], c.a[1], c.b[0], c.b[1], out);
            const std::vector<unsigned> found = to_vector(stream_, out);
            for (unsigned k = 0; k < 24; ++k) {
                const auto holds = [&](int i) {
                    const bool is_unordered = std::isnan(c.a[i]) || std::isnan(c.b[i]);
                    return (k % 12 >= 6 && is_unordered) || ordered[k % 6](c.a[i], c.b[i]);
                };
                const unsigned low = holds(0), high = holds(1);
                EXPECT_EQ(found[k], low * 5 | high * 10 | (low & high) * 16)
                    << "comparison " << k << " of " << c.a[0] << ", " << c.a[1] << " and " << c.b[0]
                    << ", " << c.b[1];
            }
        }
    });
}

TEST_P(DeviceNames, PairsAreComplexNumbersToHcmadd) {
    for_each_way(all_ways(), [&](Program& program) {
        auto out = to_device(stream_, std::vector<float>(8));
        program.kernel<void(float*)>("pairs").launch(stream_, {.block = {1}}, out);
        EXPECT_EQ(to_vector(stream_, out), (std::vector<float>{5, 30, 5, 30, 1, 3, 2, 4}));
    });
}

TEST_P(DeviceNames, AddressSpacesAreReported) {
    for_each_way(all_ways(), [&](Program& program) {
        auto out = to_device(stream_, std::vector<int>(64));
        program.kernel<void(int*)>("spaces").launch(stream_, {.block = {64}}, out);
        EXPECT_EQ(to_vector(stream_, out), std::vector<int>(64, 04421));
    });
}

TEST_P(DeviceNames, AtomicAddSupportsVectors) {
    if (device_.info().kind == BackendKind::cuda && device_.info().compute_capability.major < 9)
        GTEST_SKIP() << "vectors need compute capability 9.0";
    for_each_way(all_ways(), [&](Program& program) {
        auto two = to_device(stream_, std::vector<float>(4));
        auto four = to_device(stream_, std::vector<float>(8));
        program.kernel<void(float*, float*)>("add_vectors")
            .launch(stream_, {.grid = {8}, .block = {64}}, two, four);
        // The results of 512 additions, followed by the sums of the old values that they return.
        constexpr float kSum = 512 * 511 / 2;
        EXPECT_EQ(to_vector(stream_, two), (std::vector<float>{512, 1024, kSum, 2 * kSum}));
        EXPECT_EQ(to_vector(stream_, four),
                  (std::vector<float>{512, 1024, 1536, 2048, kSum, 2 * kSum, 3 * kSum, 4 * kSum}));
    });
}

TEST_P(DeviceNames, MinimumAndMaximumOf64BitIntegers) {
    for_each_way(all_ways(), [&](Program& program) {
        auto out = to_device(stream_, std::vector<long long>(4));
        program.kernel<void(long long, unsigned long long, long long*)>("whole_numbers")
            .launch(stream_, {.block = {1}}, 1ll << 40, 1ull << 41, out);
        EXPECT_EQ(to_vector(stream_, out), (std::vector<long long>{-1, 1ll << 40, 1, 1ll << 41}));
    });
}

TEST_P(DeviceNames, FusedMultiplyAddInEachRounding) {
    for_each_way(all_ways(), [&](Program& program) {
        auto out = to_device(stream_, std::vector<float>(4));
        program.kernel<void(float, float, float, float*)>("floats_at_once")
            .launch(stream_, {.block = {1}}, 0x1p-30f, 1.0f, 1.0f, out);
        EXPECT_EQ(to_vector(stream_, out), (std::vector<float>{1, 1, 1 + 0x1p-23f, 1}));
    });
}

INSTANTIATE_TEST_SUITE_P(Backends, DeviceNames, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
