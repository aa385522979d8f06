// SPDX-License-Identifier: MIT
// Templates that are requested after a program's variables are already in use.
#include <algorithm>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/graph.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Results = std::vector<int>;

constexpr const char* kTemplateSource = R"(
__device__ int calls = 100;
static __device__ int hidden = 5;
__constant__ int table[3] = {2, 3, 5};
__constant__ float gain = 0.5f;
__managed__ int both = 9;
__device__ int* pointer = &calls;
namespace tuning {
struct Pair { int first, second; };
__device__ Pair pairs[2] = {{1, 2}, {3, 4}};
__constant__ int* second = &pairs[1].second;
}
namespace { __device__ int nameless = 40; }
template <class T>
__device__ T of_type = 1000;

__device__ int twice(int x) { return 2 * x; }
__device__ int (*functions[1])(int) = {twice};

extern "C" __global__ void count(int* out) {
    out[0] = ++calls;
    out[1] = ++hidden;
    out[2] = ++nameless;
    out[3] = table[out[3]];
    tuning::pairs[1].second += 10;
    both += 1;
}

template <int k>
__global__ void use(int* out) {
    static int own = 0;
    const int place = out[3];
    const int* some = place > 5 ? &out[0] : &table[place];
    out[0] = *pointer += k;
    out[1] = ++hidden;
    out[2] = ++nameless;
    out[3] = *some + table[2];
    out[4] = tuning::pairs[1].second + *tuning::second;
    out[5] = static_cast<int>(gain * 8);
    out[6] = functions[0](place);
    out[7] = ++own;
    out[8] = atomicAdd(&of_type<int>, 1);
    out[9] = calls;
    out[10] = ++both;
}
)";

class LaterTemplates : public test::OnEachBackend {
protected:
    using Kernel = glint::Kernel<void(int*)>;

    Program program(ProgramOptions options = {}) const {
        return Program::from_text(device_, "later.cu", kTemplateSource, std::move(options));
    }

    /// Results of the kernel with index `place` in the table.
    Results run(const Kernel& kernel, int place) {
        Results values(11);
        values[3] = place;
        auto memory = to_device(stream_, values);
        kernel.launch(stream_, {}, memory);
        return to_vector(stream_, memory);
    }

    void change_variables(Program& of) {
        const Results table{7, 8, 9};
        const std::vector<float> gain{2};
        upload(stream_, of.global<int>("table"), table);
        upload(stream_, of.global<float>("gain"), gain);
        stream_.synchronize();
    }

    void expect_shared_variables(Program& program) {
        const auto count = program.kernel<void(int*)>("count");
        change_variables(program);
        EXPECT_EQ(run(count, 1), (Results{101, 6, 41, 8, 0, 0, 0, 0, 0, 0, 0}));
        const auto use_3 = program.kernel<void(int*)>("use<3>");
        EXPECT_EQ(run(use_3, 2), (Results{104, 7, 42, 18, 28, 16, 4, 1, 1000, 104, 11}));
        EXPECT_EQ(run(count, 0), (Results{105, 8, 43, 7, 0, 0, 0, 0, 0, 0, 0}));
        const auto use_4 = program.kernel<void(int*)>("use<4>");
        EXPECT_EQ(run(use_4, 0), (Results{109, 9, 44, 16, 48, 16, 0, 1, 1001, 109, 13}));
        EXPECT_EQ(run(use_3, 0), (Results{112, 10, 45, 16, 48, 16, 0, 2, 1002, 112, 14}));
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(LaterTemplates, ShareTheVariables) {
    Program made = program();
    expect_shared_variables(made);
}

TEST_P(LaterTemplates, ShareTheVariablesInDebugMode) {
    Program made = program({.debug = true});
    expect_shared_variables(made);
}

TEST_P(LaterTemplates, ShareTheVariablesOnceTheyAreCached) {
    const test::TemporaryFolder folder;
    const test::ScopedVariable place("GLINT_CACHE_DIR", folder.path().string());
    const test::ScopedVariable on("GLINT_CACHE", std::nullopt);
    const test::ScopedVariable keep("GLINT_KEEP", std::nullopt);
    for (const bool cached : {false, true}) {
        Program made = program();
        expect_shared_variables(made);
        EXPECT_EQ(made.was_cached(), cached);
    }
}

TEST_P(LaterTemplates, DoNotMoveVariables) {
    Program made = program();
    change_variables(made);
    const auto table = made.global<int>("table");
    const auto calls = made.global<int>("calls");
    (void)made.kernel<void(int*)>("use<3>");
    EXPECT_EQ(made.global<int>("table").data(), table.data());
    EXPECT_EQ(made.global<int>("calls").data(), calls.data());
    EXPECT_EQ(to_vector(stream_, table), (Results{7, 8, 9}));
    EXPECT_EQ(to_vector(stream_, calls), Results{100});
    EXPECT_EQ(to_vector(stream_, made.global<float>("gain")), std::vector<float>{2});
}

TEST_P(LaterTemplates, SeeLaterUploads) {
    Program made = program();
    const auto use = made.kernel<void(int*)>("use<3>");
    EXPECT_EQ(run(use, 0)[3], 2 + 5);
    change_variables(made);
    EXPECT_EQ(run(use, 0)[3], 7 + 9);
    EXPECT_EQ(run(use, 0)[5], 16);
}

TEST_P(LaterTemplates, MayHaveTheirOwnVariables) {
    Program made = program();
    (void)made.kernel<void(int*)>("use<3>");
    const auto own = made.global<int>("_Z7of_typeIiE");
    EXPECT_EQ(to_vector(stream_, own), Results{1000});
    (void)made.kernel<void(int*)>("use<4>");
    EXPECT_EQ(made.global<int>("_Z7of_typeIiE").data(), own.data());
}

TEST_P(LaterTemplates, DoNotChangeCapturedLaunches) {
    Program made = program();
    const auto count = made.kernel<void(int*)>("count");
    DeviceMemory<int> out = to_device(stream_, Results(11));
    const Graph graph = Graph::capture(stream_, [&] { count.launch(stream_, {}, out); });
    ExecutableGraph work = graph.instantiate();
    const auto use = made.kernel<void(int*)>("use<3>");
    EXPECT_EQ(run(use, 0)[0], 103);
    work.launch(stream_);
    EXPECT_EQ(to_vector(stream_, out)[0], 104);
    EXPECT_EQ(run(use, 0)[0], 107);
}

TEST_P(LaterTemplates, OutliveTheirProgram) {
    const auto use = [&] {
        Program made = program();
        change_variables(made);
        return made.kernel<void(int*)>("use<3>");
    }();
    EXPECT_EQ(run(use, 2)[3], 18);
}

TEST_P(LaterTemplates, AreListedWithTheOthers) {
    Program made = program({.instantiations = {"use<1>"}});
    (void)made.kernel<void(int*)>("use<3>");
    std::vector<std::string> names = made.kernel_names();
    std::ranges::sort(names);
    EXPECT_EQ(names, (std::vector<std::string>{"count", "use<1>", "use<3>"}));
}

// Layouts must agree, so the template is compiled from the same versions of the files as the other
// kernels.
TEST_P(LaterTemplates, AreCompiledFromTheSameFileVersions) {
    const test::TemporaryFolder folder;
    folder.write("size.cuh", "constexpr int kSize = 2;\n");
    const auto file = folder.write("kernel.cu", R"(
#include "size.cuh"
__device__ int values[kSize] = {1, 2};
extern "C" __global__ void size(int* out) { *out = kSize; }
template <int k> __global__ void last(int* out) { *out = k * values[kSize - 1] + kSize; }
)");
    Program made(device_, file);
    folder.write("size.cuh", "constexpr int kSize = 3;\n");
    EXPECT_EQ(run(made.kernel<void(int*)>("last<10>"), 0)[0], 22);
    EXPECT_TRUE(made.reload_if_changed());
    EXPECT_EQ(run(made.kernel<void(int*)>("last<10>"), 0)[0], 3);
    EXPECT_EQ(run(made.kernel<void(int*)>("size"), 0)[0], 3);
}

INSTANTIATE_TEST_SUITE_P(Backends, LaterTemplates, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
