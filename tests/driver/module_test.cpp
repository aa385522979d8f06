#include <glint/driver/module.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <driver/transfer.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::to_device;
using test::to_host;

using Modules = test::OnEachBackend;

TEST_P(Modules, BinariesOfNothingKnownAreRefused) {
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
    expect_error(ErrorCode::not_found, "the module has no such kernel",
                 [&] { (void)module.kernel<void()>("f"); });
}

TEST_P(Modules, UnknownKernelsAreAnsweredWithNearOnes) {
    const Module module = test::kernels(open());
    expect_error(ErrorCode::not_found, "the module has no such kernel; did you mean 'saxpy'?",
                 [&] { (void)module.kernel<void()>("saxpi"); });
    expect_error(ErrorCode::not_found, "the module has no such kernel",
                 [&] { (void)module.kernel<void()>("nothing_like_it"); });
}

TEST_P(Modules, VariablesAreReadFromTheHost) {
    Stream stream(open());
    const Module module = test::kernels(stream.device());
    EXPECT_EQ(to_host(stream, module.global<unsigned>("counter")), (std::vector<unsigned>{5}));
    module.kernel<void()>("count").launch(stream, threads(1000, 250));
    EXPECT_EQ(to_host(stream, module.global<unsigned>("counter")), (std::vector<unsigned>{1005}));
}

TEST_P(Modules, VariablesAreWrittenFromTheHost) {
    Stream stream(open());
    const Module module = test::kernels(stream.device());
    const std::vector<float> factors{10, 20, 30, 40};
    auto y = to_device(stream, std::vector<float>(6, 1.0f));
    upload(stream, module.global<float>("factors"), factors);
    module.kernel<void(std::size_t, float*)>("scale_by_factors").launch(stream, threads(6), 6, y);
    EXPECT_EQ(to_host(stream, y.span()), (std::vector<float>{10, 20, 30, 40, 10, 20}));
}

TEST_P(Modules, UnknownVariablesAndWrongElementsAreRefused) {
    struct Triple {
        float values[3];
    };
    const Module module = test::kernels(open());
    expect_error(ErrorCode::not_found, "the module has no such symbol",
                 [&] { (void)module.global<float>("factor"); });
    expect_error(ErrorCode::invalid_argument, "its 16 bytes are no multiple of 12",
                 [&] { (void)module.global<Triple>("factors"); });
}

TEST_P(Modules, OfTheSameBinaryHaveVariablesOfTheirOwn) {
    Stream stream(open());
    const auto image = test::kernels_image(stream.device());
    const Module first(stream.device(), image);
    const Module second(stream.device(), image);
    first.kernel<void()>("count").launch(stream, threads(1, 1));
    EXPECT_EQ(to_host(stream, first.global<unsigned>("counter")), (std::vector<unsigned>{6}));
    EXPECT_EQ(to_host(stream, second.global<unsigned>("counter")), (std::vector<unsigned>{5}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Modules, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
