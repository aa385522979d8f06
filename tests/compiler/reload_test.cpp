// SPDX-License-Identifier: MIT
#include <array>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string answer_is(std::string_view expression) {
    return "extern \"C\" __global__ void answer(int* out) {\n    *out = " +
           std::string(expression) + ";\n}\n";
}

/// The tests edit a file from which a program was loaded.
class Reload : public test::OnEachBackend {
protected:
    Program open_program(std::string_view content) {
        edit("kernel.cu", content);
        return Program(device_, folder_.path() / "kernel.cu");
    }
    void edit(std::string_view name, std::string_view content) {
        // File times may have a resolution of 4 ms; a change within that time would go unnoticed.
        std::this_thread::sleep_for(10ms);
        folder_.write(name, content);
    }
    int run(const Kernel<void(int*)>& kernel) {
        DeviceMemory<int> memory(device_, 1);
        kernel.launch(stream_, {}, memory);
        return to_vector(stream_, memory)[0];
    }

    Device device_ = open();
    Stream stream_{device_};
    test::TemporaryFolder folder_;
};

TEST_P(Reload, TheSameKernelRunsTheNewCode) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 1);
    edit("kernel.cu", answer_is("2"));
    EXPECT_EQ(run(kernel), 1);
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 2);
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_EQ(program.reload_error(), "");
}

TEST_P(Reload, BrokenEditsKeepTheOldCode) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("kernel.cu", answer_is("nowhere"));
    EXPECT_FALSE(program.reload_if_changed());
    const std::string place = (folder_.path() / "kernel.cu").string() + ":2:12: error: ";
    EXPECT_NE(program.reload_error().find(place), std::string::npos) << program.reload_error();
    EXPECT_NE(program.reload_error().find("*out = nowhere;"), std::string::npos);
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_NE(program.reload_error(), "");
    EXPECT_EQ(run(kernel), 1);
    edit("kernel.cu", answer_is("3"));
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(program.reload_error(), "");
    EXPECT_EQ(run(kernel), 3);
}

TEST_P(Reload, RemovingAKernelInUseIsRefused) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("kernel.cu", "extern \"C\" __global__ void other(int* out) { *out = 2; }\n");
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_TRUE(program.reload_error().ends_with("kernel 'answer' is in use but was removed"))
        << program.reload_error();
    EXPECT_EQ(run(kernel), 1);
    EXPECT_THROW((void)program.kernel<void(int*)>("other"), Error);
}

TEST_P(Reload, UnusedKernelsMayBeRemoved) {
    Program program = open_program(answer_is("1"));
    edit("kernel.cu", "extern \"C\" __global__ void other(int* out) { *out = 2; }\n");
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(program.kernel<void(int*)>("other")), 2);
    EXPECT_EQ(program.kernel_names(), (std::vector<std::string>{"other"}));
}

TEST_P(Reload, EditedHeadersAreReloaded) {
    edit("outer.cuh", "#include \"inner.cuh\"\n");
    edit("inner.cuh", "constexpr int kValue = 1;\n");
    Program program = open_program("#include \"outer.cuh\"\n" + answer_is("kValue"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("inner.cuh", "constexpr int kValue = 22;\n");
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 22);
}

TEST_P(Reload, ErrorsInANewHeaderCanBeFixedThere) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("new.cuh", "constexpr int kValue = ;\n");
    edit("kernel.cu", "#include \"new.cuh\"\n" + answer_is("kValue"));
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_NE(program.reload_error().find("new.cuh:1:"), std::string::npos)
        << program.reload_error();
    edit("new.cuh", "constexpr int kValue = 5;\n");
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 5);
}

TEST_P(Reload, HeadersCreatedLaterAreNoticed) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("kernel.cu", "#include \"late.cuh\"\n" + answer_is("kValue"));
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_NE(program.reload_error().find("late.cuh"), std::string::npos) << program.reload_error();
    edit("late.cuh", "constexpr int kValue = 6;\n");
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 6);
}

TEST_P(Reload, TemporarilyMissingFilesAreTolerated) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    fs::remove(folder_.path() / "kernel.cu");
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_NE(program.reload_error().find("No such file"), std::string::npos);
    EXPECT_EQ(run(kernel), 1);
    edit("kernel.cu", answer_is("2"));
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 2);
}

TEST_P(Reload, InstantiationsAreReloaded) {
    const auto set_to = [](std::string_view expression) {
        return "template <int k>\n__global__ void set(int* out) { *out = " +
               std::string(expression) + "; }\n";
    };
    Program program = open_program(set_to("k"));
    const auto kernel = program.kernel<void(int*)>("set<7>");
    edit("kernel.cu", set_to("k + 1"));
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 8);
    EXPECT_EQ(run(program.kernel<void(int*)>("set<1>")), 2);
    edit("kernel.cu", answer_is("0"));
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_NE(program.reload_error().find("set<7>"), std::string::npos) << program.reload_error();
    EXPECT_EQ(run(kernel), 8);
}

TEST_P(Reload, LaterInstantiationsDoNotHideAnEdit) {
    const std::string set = "template <int k>\n__global__ void set(int* out) { *out = k; }\n";
    Program program = open_program(set + answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("kernel.cu", set + answer_is("20"));
    EXPECT_EQ(run(program.kernel<void(int*)>("set<3>")), 3);
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 20);
}

TEST_P(Reload, AKernelInUseKeepsItsParameters) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("kernel.cu",
         "extern \"C\" __global__ void answer(int* out, int value) { *out = value; }\n");
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_EQ(
        program.reload_error(),
        "cannot reload " + program.name() +
            ": kernel 'answer' is in use, and the launch has 1 argument, but the kernel takes 2");
    EXPECT_EQ(run(kernel), 1);
    EXPECT_EQ(kernel.info().parameters.size(), 1u);
    edit("kernel.cu", answer_is("2"));
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(run(kernel), 2);
}

TEST_P(Reload, AKernelInUseKeepsTheTypesOfItsParameters) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    edit("kernel.cu", "extern \"C\" __global__ void answer(float* out) { *out = 2; }");
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_TRUE(program.reload_error().ends_with(
        "kernel 'answer' is in use, and argument 1 is a pointer to integers of 4 bytes, but the "
        "parameter (float*) is a pointer to floating-point numbers of 4 bytes"))
        << program.reload_error();
    EXPECT_EQ(run(kernel), 1);
}

TEST_P(Reload, UntypedKernelsKeepTheirLastArguments) {
    Program program = open_program(answer_is("1"));
    const AnyKernel kernel = program.kernel("answer");
    const std::string other =
        "extern \"C\" __global__ void answer(int* out, int value) { *out = value; }\n";
    edit("kernel.cu", other);
    EXPECT_TRUE(program.reload_if_changed()) << "nobody knows what it is launched with";
    DeviceMemory<int> memory(device_, 1);
    kernel.launch(stream_, LaunchShape{}, {memory, 7});
    edit("kernel.cu", answer_is("2"));
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_TRUE(
        program.reload_error().ends_with("the launch has 2 arguments, but the kernel takes 1"))
        << program.reload_error();
    kernel.launch(stream_, LaunchShape{}, {memory, 8});
    EXPECT_EQ(to_vector(stream_, memory)[0], 8);
}

TEST_P(Reload, RemovingAVariableInUseIsRefused) {
    const std::string variables = "__device__ int used;\n__device__ int other;\n";
    Program program = open_program(variables + answer_is("used + other"));
    EXPECT_THROW((void)program.global<int>("usd"), Error);
    (void)program.global<int>("used");
    edit("kernel.cu", "__device__ int used;\n" + answer_is("used"));
    EXPECT_TRUE(program.reload_if_changed()) << program.reload_error();
    edit("kernel.cu", answer_is("1"));
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_TRUE(
        program.reload_error().ends_with("device variable 'used' is in use but was removed"))
        << program.reload_error();
    EXPECT_EQ(program.global<int>("used").size(), 1u);
}

/// A parameter struct with the given members, and a kernel that takes it as `type`.
std::string sum_of(std::string_view members, std::string_view sum,
                   std::string_view type = "Params") {
    return "struct Params {\n" + std::string(members) + "};\nextern \"C\" __global__ void answer(" +
           std::string(type) + " params, int* out) {\n    *out = " + std::string(sum) + ";\n}\n";
}

constexpr std::string_view kOne = "    int a = 1;\n";
constexpr std::string_view kTwo = "    int a = 1;\n    int b = 20;\n";

TEST_P(Reload, ParameterSetsAreUpdatedWithTheirKernel) {
    Program program = open_program(sum_of(kOne, "params.a"));
    ParameterSet parameters = program.parameters();
    const auto typed = program.kernel<void(const ParameterSet&, int*)>("answer");
    const AnyKernel listed = program.kernel("answer");
    DeviceMemory<int> memory(device_, 2);
    const auto launch = [&] {
        typed.launch(stream_, {}, parameters, memory.data());
        listed.launch(stream_, LaunchShape{}, {parameters, memory.data() + 1});
        return to_vector(stream_, memory);
    };
    parameters.set("a", 5);
    EXPECT_EQ(launch(), (std::vector<int>{5, 5}));
    edit("kernel.cu", sum_of(kTwo, "params.a + params.b"));
    EXPECT_TRUE(program.reload_if_changed(std::array{&parameters})) << program.reload_error();
    EXPECT_EQ(launch(), (std::vector<int>{25, 25}));
}

TEST_P(Reload, UnregisteredParameterSetsKeepTheirSize) {
    Program program = open_program(sum_of(kOne, "params.a"));
    const ParameterSet parameters = program.parameters();
    const auto kernel = program.kernel<void(const ParameterSet&, int*)>("answer");
    edit("kernel.cu", sum_of(kTwo, "params.a + params.b"));
    EXPECT_FALSE(program.reload_if_changed({}));
    EXPECT_TRUE(program.reload_error().ends_with(
        "kernel 'answer' is in use, and argument 1 has 4 bytes, but the parameter (Params) has 8"))
        << program.reload_error();
    DeviceMemory<int> memory(device_, 1);
    kernel.launch(stream_, {}, parameters, memory);
    EXPECT_EQ(to_vector(stream_, memory)[0], 1);
}

TEST_P(Reload, StructsCannotBecomeNumbers) {
    Program program = open_program(sum_of(kTwo, "params.a"));
    ParameterSet parameters = program.parameters();
    const auto kernel = program.kernel<void(const ParameterSet&, int*)>("answer");
    edit("kernel.cu", sum_of(kTwo, "params", "int"));
    EXPECT_FALSE(program.reload_if_changed(std::array{&parameters}));
    EXPECT_TRUE(
        program.reload_error().ends_with("argument 1 has 8 bytes, but the parameter (int) has 4"))
        << program.reload_error();
}

TEST_P(Reload, RemovingAParameterInUseIsRefused) {
    Program program = open_program(sum_of(kTwo, "params.a + params.b"));
    ParameterSet parameters = program.parameters();
    EXPECT_EQ(parameters.get("b"), 20);
    edit("kernel.cu", sum_of(kOne, "params.a"));
    EXPECT_FALSE(program.reload_if_changed(std::array{&parameters}));
    EXPECT_TRUE(program.reload_error().ends_with("parameter 'b' is in use but was removed"))
        << program.reload_error();
    EXPECT_EQ(parameters.get("b"), 20);
    edit("kernel.cu", sum_of("    float2 b = {2, 3};\n", "params.b.x"));
    EXPECT_TRUE(program.reload_if_changed(std::array{&parameters})) << "nobody asked for a";
    EXPECT_EQ(parameters.get("b", 1), 3);
    edit("kernel.cu", sum_of(kTwo, "params.b"));
    EXPECT_FALSE(program.reload_if_changed(std::array{&parameters}));
    EXPECT_TRUE(program.reload_error().ends_with(
        "parameter 'b' is in use, but the number of components changed from 2 to 1"))
        << program.reload_error();
}

TEST_P(Reload, QueuedLaunchesRunTheOldCode) {
    Program program = open_program(answer_is("1"));
    const auto kernel = program.kernel<void(int*)>("answer");
    DeviceMemory<int> memory(device_, 1);
    stream_.call([] { std::this_thread::sleep_for(30ms); });
    kernel.launch(stream_, {}, memory);
    edit("kernel.cu", answer_is("2"));
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(to_vector(stream_, memory), (std::vector<int>{1}));
    EXPECT_EQ(run(kernel), 2);
}

TEST_P(Reload, ParametersComeFromTheNewSource) {
    const auto with_default = [](std::string_view value) {
        return "struct Params {\n    float drag = " + std::string(value) +
               ";  //@ 0..9 \"Drag\"\n};\n";
    };
    Program program = open_program(with_default("1.5f"));
    EXPECT_EQ(program.parameters().get("drag"), 1.5);
    edit("kernel.cu", with_default("2.25f"));
    EXPECT_EQ(program.parameters().get("drag"), 1.5);
    EXPECT_TRUE(program.reload_if_changed());
    EXPECT_EQ(program.parameters().get("drag"), 2.25);
}

TEST_P(Reload, InvalidParametersKeepTheOldCode) {
    const auto source = [](std::string_view annotation) {
        return "struct Params {\n    int value = 1;  //@ " + std::string(annotation) + "\n};\n" +
               answer_is("Params{}.value");
    };
    Program program = open_program(source("0..9 \"Value\""));
    const auto kernel = program.kernel<void(int*)>("answer");
    (void)program.parameters();
    edit("kernel.cu", source("9..0 \"Value\""));
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_NE(program.reload_error().find("line 2: the range 9..0 is empty"), std::string::npos)
        << program.reload_error();
    EXPECT_NO_THROW((void)program.parameters());
    EXPECT_EQ(run(kernel), 1);
}

TEST_P(Reload, TextProgramsAreNotReloaded) {
    Program program = Program::from_text(device_, "kernel.cu", answer_is("1"));
    EXPECT_FALSE(program.reload_if_changed());
    EXPECT_EQ(program.reload_error(), "");
}

INSTANTIATE_TEST_SUITE_P(Backends, Reload, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
