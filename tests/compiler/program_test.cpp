// SPDX-License-Identifier: MIT
#include <glint/compiler/program.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include <glint/compiler/compile.hpp>
#include <glint/driver/module.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using test::expect_error;
using test::TemporaryFolder;

const fs::path kNames = fs::path(GLINT_TEST_DATA_DIR) / "names.cu";

class Programs : public test::OnEachBackend {
protected:
    /// Returns `kernel`'s result for a value.
    template <class T>
    T run(const Kernel<void(T*)>& kernel, T value) {
        auto memory = to_device(stream_, std::vector<T>{value});
        kernel.launch(stream_, {}, memory);
        return to_vector(stream_, memory)[0];
    }

    int run_text(const std::string& text, ProgramOptions options = {}) {
        Program program = Program::from_text(device_, "text.cu", text, std::move(options));
        return run(program.kernel<void(int*)>("f"), 0);
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Programs, AFileAndItsTextGiveTheSameKernels) {
    Program file(device_, kNames);
    Program text = Program::from_text(device_, "names.cu", read_text(kNames));
    EXPECT_EQ(run(file.kernel<void(int*)>("plain"), 0), 1);
    EXPECT_EQ(run(text.kernel<void(int*)>("plain"), 0), 1);
    EXPECT_EQ(file.kernel_names(), text.kernel_names());
    EXPECT_EQ(file.device(), device_);
}

TEST_P(Programs, AMissingFileIsNamed) {
    try {
        const Program program(device_, "/none/such.cu");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_found);
        EXPECT_STREQ(error.what(), "cannot read file '/none/such.cu': No such file or directory");
    }
}

TEST_P(Programs, KernelsInNamespacesHaveTheirFullNames) {
    Program program(device_, kNames);
    EXPECT_EQ(run(program.kernel<void(int*)>("physics::step"), 0), 2);
    EXPECT_EQ(run(program.kernel<void(int*)>("physics::inner::step"), 0), 3);
}

TEST_P(Programs, ListTheirKernelsByName) {
    Program program(device_, kNames, {.instantiations = {"scale<float, 3>"}});
    std::vector<std::string> names = program.kernel_names();
    std::ranges::sort(names);
    EXPECT_EQ(names, (std::vector<std::string>{"physics::inner::step", "physics::step", "plain",
                                               "scale<float, 3>", "use_variables"}));
}

TEST_P(Programs, TemplatesMayBeInstantiatedEarlyOrLate) {
    Program program(device_, kNames, {.instantiations = {"scale<float, 3>"}});
    const auto plain = program.kernel<void(int*)>("plain");
    EXPECT_EQ(run(program.kernel<void(float*)>("scale<float, 3>"), 1.5f), 4.5f);
    const auto later = program.kernel<void(long long*)>("scale<long long, -2>");
    EXPECT_EQ(run(later, 1LL << 40), -(1LL << 41));
    EXPECT_EQ(run(program.kernel<void(float*)>("scale<float, 3>"), 2.0f), 6.0f);
    EXPECT_EQ(run(plain, 0), 1);
}

TEST_P(Programs, InvalidTemplatesAreCompileErrorsWithoutSideEffects) {
    Program program(device_, kNames);
    const auto plain = program.kernel<void(int*)>("plain");
    for (const char* wrong : {"scale<int>", "scale<int, float>", "skale<int, 3>"}) {
        try {
            (void)program.kernel<void(int*)>(wrong);
            ADD_FAILURE() << wrong;
        } catch (const CompileError& error) {
            EXPECT_FALSE(error.diagnostics().empty());
            EXPECT_NE(std::string(error.what()).find(wrong), std::string::npos) << error.what();
        }
    }
    EXPECT_EQ(run(plain, 0), 1);
    EXPECT_EQ(run(program.kernel<void(int*)>("scale<int, 3>"), 5), 15);
}

struct Doubling {
    Program program;
    Kernel<void(int*)> plain{program, "plain"};
    const Kernel<void(int*)> scaled{program, "scale<int, 3>"};
};

TEST_P(Programs, KernelsAreCreatedByName) {
    const Doubling member{.program = Program(device_, kNames)};
    EXPECT_EQ(run(member.plain, 0), 1);
    EXPECT_EQ(run(member.scaled, 5), 15);
    Program program(device_, kNames);
    expect_error(ErrorCode::not_found, "kernel not found; did you mean 'plain'?",
                 [&] { Kernel<void(int*)>(program, "plian"); });
    expect_error(ErrorCode::invalid_argument, "the launch has 2 arguments, but the kernel takes 1",
                 [&] { Kernel<void(int*, int)>(program, "plain"); });
    const Binary binary = compile(device_, kNames);
    EXPECT_EQ(run(Kernel<void(int*)>(Module(device_, binary.image), "plain"), 0), 1);
}

TEST_P(Programs, UnknownKernelsGetSuggestions) {
    Program program(device_, kNames);
    try {
        (void)program.kernel<void(int*)>("plian");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_found);
        EXPECT_EQ(error.what(), "cannot find kernel 'plian' in " + kNames.string() +
                                    ": kernel not found; did you mean 'plain'?");
    }
}

TEST_P(Programs, MismatchedSignaturesAreRefused) {
    Program program(device_, kNames);
    expect_error(ErrorCode::invalid_argument, "the launch has 2 arguments, but the kernel takes 1",
                 [&] { (void)program.kernel<void(int*, int)>("plain"); });
}

TEST_P(Programs, VariablesAreReadAndWritten) {
    Program program(device_, kNames);
    const auto kernel = program.kernel<void(float*)>("use_variables");
    DeviceMemory<float> out(device_, 2);
    const std::vector<float> gain{10};
    const std::vector<int> table{100, 20, 3};
    upload(stream_, program.global<float>("gain"), gain);
    upload(stream_, program.global<int>("table"), table);
    kernel.launch(stream_, {}, out);
    EXPECT_EQ(to_vector(stream_, out), (std::vector<float>{40, 123}));
    EXPECT_EQ(to_vector(stream_, program.global<int>("tuning::level")), (std::vector<int>{5}));
}

TEST_P(Programs, UnknownVariablesAndWrongTypesAreRefused) {
    struct Five {
        char bytes[5];
    };
    Program program(device_, kNames);
    expect_error(ErrorCode::not_found, "variable not found",
                 [&] { (void)program.global<int>("tuning::lever"); });
    expect_error(ErrorCode::not_found, "variable not found; did you mean 'table'?",
                 [&] { (void)program.global<int>("tables"); });
    expect_error(ErrorCode::invalid_argument,
                 "the variable has 12 bytes, which is not a multiple of 5",
                 [&] { (void)program.global<Five>("table"); });
}

TEST_P(Programs, VariablesOfOtherTypesAreRefused) {
    Program program = Program::from_text(device_, "types.cu", R"(
        struct Pair { float x, y; };
        __constant__ float factors[4];
        __device__ Pair pairs[2];
        __device__ const float* places[2];
        namespace inner { __device__ unsigned count; }
        using Real = float;
        __device__ Real reals[4];
        extern "C" __global__ void use(float* out) {
            *out = factors[0] + pairs[0].x + (places[0] ? inner::count : 0) + reals[0];
        })");
    const auto refuses = [](const char* reason, const auto& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    };
    refuses(
        "the variable has the type 'float', but a floating-point number of 8 bytes was requested",
        [&] { (void)program.global<double>("factors"); });
    refuses("the variable has the type 'float', but an integer of 4 bytes was requested",
            [&] { (void)program.global<int>("factors"); });
    refuses(
        "the variable has the type 'unsigned', but a floating-point number of 4 bytes was "
        "requested",
        [&] { (void)program.global<float>("inner::count"); });
    refuses(
        "the variable has the type 'const float*', but a pointer to floating-point numbers of 8 "
        "bytes was requested",
        [&] { (void)program.global<double*>("places"); });
    EXPECT_EQ(program.global<float>("factors").size(), 4u);
    EXPECT_EQ(program.global<std::byte>("factors").size(), 16u);
    EXPECT_EQ((program.global<std::array<float, 2>>("factors").size()), 2u);
    EXPECT_EQ(program.global<float>("pairs").size(), 4u);  // a struct can be read as any type
    EXPECT_EQ(program.global<const float*>("places").size(), 2u);
    EXPECT_EQ(program.global<int>("inner::count").size(), 1u);
    // A type that cannot be determined can also be read as any type.
    EXPECT_EQ(program.global<double>("reals").size(), 2u);
}

TEST_P(Programs, DefinesReachTheSource) {
    const std::string text = R"(
#ifdef FLAG
extern "C" __global__ void f(int* out) { *out = VALUE; }
#endif
)";
    EXPECT_EQ(run_text(text, {.defines = {{"VALUE", "(40 + 2)"}, {"FLAG", ""}}}), 42);
}

TEST_P(Programs, IncludeFoldersAreSearchedInOrder) {
    const TemporaryFolder folder;
    folder.write("first/value.cuh", "constexpr int kValue = 1;");
    folder.write("second/value.cuh", "constexpr int kValue = 2;");
    folder.write("second/deep/other.cuh", "#include \"near.cuh\"");
    folder.write("second/deep/near.cuh", "constexpr int kNear = 30;");
    const std::string text = R"(
#include <value.cuh>
#include "deep/other.cuh"
extern "C" __global__ void f(int* out) { *out = kValue + kNear; }
)";
    const fs::path first = folder.path() / "first", second = folder.path() / "second";
    EXPECT_EQ(run_text(text, {.include_folders = {first, second}}), 31);
    EXPECT_EQ(run_text(text, {.include_folders = {second, first}}), 32);
}

TEST_P(Programs, FilesFindLocalHeadersAndTheDeviceLibrary) {
    const TemporaryFolder folder;
    folder.write("value.cuh", "constexpr int kValue = 7;");
    Program program(device_, folder.write("kernel.cu", R"(
#include "value.cuh"
#include <glint/vector.cuh>
extern "C" __global__ void f(int* out) {
    *out = kValue * static_cast<int>(glint::dot(make_float3(1, 2, 3), make_float3(1, 1, 1)));
}
)"));
    EXPECT_EQ(run(program.kernel<void(int*)>("f"), 0), 42);
}

TEST_P(Programs, FastMathStaysCloseToExactMath) {
    const std::string text = R"(
extern "C" __global__ void f(float* x) { *x = sinf(*x) * expf(*x) / (1.0f + *x); }
)";
    const double expected = std::sin(1.25) * std::exp(1.25) / 2.25;
    for (const bool fast : {false, true}) {
        Program program = Program::from_text(device_, "fast.cu", text, {.fast_math = fast});
        const double found = run(program.kernel<void(float*)>("f"), 1.25f);
        // Exact functions have an error of up to 2 units in the last place; fast functions have an
        // absolute error of up to 2^-21.4.
        EXPECT_NEAR(found, expected, fast ? 4e-6 : 1e-6) << fast;
    }
}

TEST_P(Programs, DebugCodeComputesTheSame) {
    EXPECT_EQ(run_text("extern \"C\" __global__ void f(int* x) { int y = 20; *x = 2 * ++y; }",
                       {.debug = true}),
              42);
}

TEST_P(Programs, KernelsOutliveTheirProgram) {
    const auto kernel = [&] {
        Program first(device_, kNames);
        Program moved(std::move(first));
        return moved.kernel<void(int*)>("plain");
    }();
    EXPECT_EQ(run(kernel, 0), 1);
}

TEST_P(Programs, ManyThreadsCreateKernelsAtOnce) {
    Program program(device_, kNames);
    std::vector<std::thread> threads;
    std::vector<int> results(8);
    for (int id = 0; id < 8; ++id) {
        threads.emplace_back([&, id] {
            Stream stream(device_);
            const std::string name =
                id % 2 ? "physics::step" : "scale<int, " + std::to_string(id) + ">";
            auto memory = to_device(stream, std::vector<int>{10});
            program.kernel<void(int*)>(name).launch(stream, {}, memory);
            results[static_cast<std::size_t>(id)] = to_vector(stream, memory)[0];
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(results, (std::vector<int>{0, 2, 20, 2, 40, 2, 60, 2}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Programs, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
