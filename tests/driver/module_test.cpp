// SPDX-License-Identifier: MIT
#include <glint/driver/module.hpp>

#include <algorithm>
#include <chrono>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using Modules = test::OnEachBackend;

TEST_P(Modules, UnknownBinaryFormatsAreRefused) {
    const Device device = open();
    for (const std::string_view content : {"", "not a module", "#!/bin/sh\necho kernel\n"}) {
        try {
            const Module module(device, std::as_bytes(std::span(content)));
            ADD_FAILURE() << "'" << content << "' was loaded";
        } catch (const Error& error) {
            EXPECT_TRUE(error.code() == ErrorCode::bad_input ||
                        error.code() == ErrorCode::unsupported)
                << error.what();
        }
    }
}

TEST_P(Modules, ListTheirKernels) {
    const Module module = test::kernels(open());
    std::vector<std::string> symbols = module.kernel_symbols();
    std::ranges::sort(symbols);
    EXPECT_EQ(symbols, (std::vector<std::string>{"count", "mark", "sample_texture", "saxpy",
                                                 "scale_by_factors", "take_pair", "use_shared"}));
}

TEST_P(Modules, MayHaveNoKernels) {
    const Device device = open();
    compiler::Source source;
    source.name = "empty.cu";
    const Module module(device, compiler::compiler_for(device)->compile(source).image);
    EXPECT_TRUE(module.kernel_symbols().empty());
    expect_error(ErrorCode::not_found, "kernel not found in the module",
                 [&] { (void)module.kernel<void()>("f"); });
}

TEST_P(Modules, ListTheirVariables) {
    const Module module = test::kernels(open());
    std::vector<std::string> symbols = module.global_symbols();
    std::ranges::sort(symbols);
    EXPECT_EQ(symbols, (std::vector<std::string>{"counter", "factors"}));
    EXPECT_EQ(module.global_bytes("factors").size(), 16u);
    EXPECT_EQ(module.global_bytes("counter").size(), 4u);
}

TEST_P(Modules, AreLoadedFromFiles) {
    const Device device = open();
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "kernels.bin";
    write_atomically(file, test::kernels_image(device));
    EXPECT_EQ(Module::from_file(device, file).kernel_symbols().size(), 7u);
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { (void)Module::from_file(device, folder.path() / "none"); });
}

TEST_P(Modules, LogsGoToTheCaller) {
    const Device device = open();
    std::string log = "old";
    const Module module(device, test::kernels_image(device), {.log = &log});
    EXPECT_EQ(log.find("old"), std::string::npos);
}

TEST_P(Modules, OptionsForPtxReachTheDriver) {
    const Device device = open();
    if (device.kind() == BackendKind::cpu) {
        expect_error(ErrorCode::unsupported,
                     "the options apply only to the assembler of the CUDA driver. The CPU supports "
                     "only `log`",
                     [&] { Module(device, test::kernels_image(device), {.max_registers = 32}); });
        return;
    }
    // If PTX is in the driver's own cache, the log does not mention it.
    std::vector<std::byte> ptx = test::many_registers_ptx(device);
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    const std::string comment = "// " + std::to_string(now) + "\n";
    const auto bytes = std::as_bytes(std::span(comment));
    ptx.insert(ptx.begin(), bytes.begin(), bytes.end());
    const auto registers = [&](const ModuleOptions& options) {
        const Module module(device, ptx, options);
        return module.kernel<void(const float*, float*)>("many").info().registers;
    };
    std::string log;
    EXPECT_GT(registers({}), 40u);
    EXPECT_LE(registers({.max_registers = 32}), 32u);
    EXPECT_LE(registers({.threads_per_block = 1024}), 64u);
    EXPECT_GT(registers({.line_info = true, .verbose = true, .log = &log}), 40u);
    EXPECT_NE(log.find("many"), std::string::npos) << log;
    EXPECT_GT(registers({.optimisation = 0, .caching = ModuleOptions::Caching::l2}), 0u);
}

TEST_P(Modules, PtxDoesNotListItsVariables) {
    const Device device = open();
    if (device.kind() == BackendKind::cpu) return;  // the CPU has no PTX
    const Module module(device, test::many_registers_ptx(device));
    EXPECT_EQ(module.kernel_symbols(), std::vector<std::string>{"many"});
    EXPECT_THROW((void)module.global_symbols(), Error);
}

TEST_P(Modules, UnknownKernelsGetSuggestions) {
    const Module module = test::kernels(open());
    expect_error(ErrorCode::not_found, "kernel not found in the module; did you mean 'saxpy'?",
                 [&] { (void)module.kernel<void()>("saxpi"); });
    expect_error(ErrorCode::not_found, "kernel not found in the module",
                 [&] { (void)module.kernel<void()>("nothing_like_it"); });
}

TEST_P(Modules, VariablesCanBeReadFromTheHost) {
    Stream stream(open());
    const Module module = test::kernels(stream.device());
    EXPECT_EQ(to_vector(stream, module.global<unsigned>("counter")), (std::vector<unsigned>{5}));
    module.kernel<void()>("count").launch(stream, threads(1000, 250));
    EXPECT_EQ(to_vector(stream, module.global<unsigned>("counter")), (std::vector<unsigned>{1005}));
}

TEST_P(Modules, VariablesAreWrittenFromTheHost) {
    Stream stream(open());
    const Module module = test::kernels(stream.device());
    const std::vector<float> factors{10, 20, 30, 40};
    auto y = to_device(stream, std::vector<float>(6, 1.0f));
    upload(stream, module.global<float>("factors"), factors);
    module.kernel<void(std::size_t, float*)>("scale_by_factors").launch(stream, threads(6), 6, y);
    EXPECT_EQ(to_vector(stream, y), (std::vector<float>{10, 20, 30, 40, 10, 20}));
}

TEST_P(Modules, UnknownVariablesAndWrongTypesAreRefused) {
    struct Triple {
        float values[3];
    };
    const Module module = test::kernels(open());
    expect_error(ErrorCode::not_found, "symbol not found in the module; did you mean 'factors'?",
                 [&] { (void)module.global<float>("factor"); });
    expect_error(ErrorCode::invalid_argument,
                 "the variable has 16 bytes, which is not a multiple of 12",
                 [&] { (void)module.global<Triple>("factors"); });
}

TEST_P(Modules, ModulesOfOneBinaryHaveSeparateVariables) {
    Stream stream(open());
    const auto image = test::kernels_image(stream.device());
    const Module first(stream.device(), image);
    const Module second(stream.device(), image);
    first.kernel<void()>("count").launch(stream, threads(1, 1));
    EXPECT_EQ(to_vector(stream, first.global<unsigned>("counter")), (std::vector<unsigned>{6}));
    EXPECT_EQ(to_vector(stream, second.global<unsigned>("counter")), (std::vector<unsigned>{5}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Modules, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
