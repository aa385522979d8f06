// SPDX-License-Identifier: MIT
// Alignment of shared variables, as declared, in every CPU lowering.
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

class SharedMemory : public test::OnEachBackend {
protected:
    void expect_aligned(Program& program, int alignment);

    Device device_ = open();
    Stream stream_{device_};
};

void SharedMemory::expect_aligned(Program& program, int alignment) {
    std::vector<unsigned char> in(32);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(7 * i + 1);
    const auto from = to_device(stream_, in);
    DeviceMemory<unsigned> to(device_, 6 * 33);
    program
        .kernel<void(const unsigned char*, unsigned*)>("aligned<" + std::to_string(alignment) + ">")
        // CUDA subtracts the padding before aligned dynamic memory from that memory's size.
        .launch(stream_, {.grid = {1}, .block = {32}, .shared_bytes = 64 + 1024}, from, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t k = 0; k < 6; ++k) {
        for (std::size_t i = 0; i < 32; ++i)
            ASSERT_EQ(found[33 * k + i], in[31 - i] + k) << "variable " << k;
        ASSERT_EQ(found[33 * k + 32], 0u) << "variable " << k << " of " << alignment;
    }
}

TEST_P(SharedMemory, IsAligned) {
    const std::vector<int> alignments{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    for (const char* lowering : {"", "fibres"}) {
        SCOPED_TRACE(lowering);
        ProgramOptions options{.cpu_lowering = lowering};
        for (const int alignment : alignments)
            options.instantiations.push_back("aligned<" + std::to_string(alignment) + ">");
        Program program(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "shared_memory.cu",
                        options);
        for (const int alignment : alignments) expect_aligned(program, alignment);
    }
}

// On an H100 a block can have up to 227 KiB of dynamic shared memory.
TEST_P(SharedMemory, CanUseTheReportedMaximum) {
    const std::size_t most = device_.info().max_shared_bytes_per_block;
    if (device_.info().kind == BackendKind::cpu) {
        EXPECT_EQ(most, 227u * 1024);
    }
    EXPECT_EQ(device_.attribute(DeviceAttribute::max_shared_memory_per_block), 48 * 1024);
    EXPECT_EQ(device_.attribute(DeviceAttribute::max_shared_memory_per_block_optin),
              static_cast<int>(most));
    for (const char* lowering : {"loops", "fibres", "lanes", "debug"}) {
        SCOPED_TRACE(lowering);
        ProgramOptions options;
        options.debug = lowering == std::string("debug");
        if (!options.debug) options.cpu_lowering = lowering;
        Program program(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "large_shared.cu",
                        options);
        for (const std::size_t bytes : {std::size_t{48 * 1024}, std::size_t{100'000}, most}) {
            auto out = to_device(stream_, std::vector<unsigned>(4));
            const char* kernel = lowering == std::string("loops") ? "alone" : "together";
            program.kernel<void(unsigned, unsigned*)>(kernel).launch(
                stream_, {.grid = {4}, .block = {64}, .shared_bytes = bytes}, bytes / 4, out);
            const unsigned last = static_cast<unsigned>(bytes / 4) - 1;
            EXPECT_EQ(to_vector(stream_, out),
                      (std::vector<unsigned>{last, last + 1, last + 2, last + 3}))
                << bytes;
        }
    }
}

TEST_P(SharedMemory, MoreThan48kBMustBeDynamic) {
    constexpr const char* kText =
        "extern \"C\" __global__ void k(float* out) {\n"
        "    __shared__ float s[COUNT];\n"
        "    s[threadIdx.x] = out[threadIdx.x];\n"
        "    __syncthreads();\n"
        "    out[threadIdx.x] = s[COUNT - 1 - threadIdx.x];\n}\n";
    const auto compile = [&](const char* count) {
        (void)Program::from_text(device_, "static.cu", kText, {.defines = {{"COUNT", count}}});
    };
    EXPECT_NO_THROW(compile("12288"));
    EXPECT_THROW(compile("12289"), Error);
}

INSTANTIATE_TEST_SUITE_P(Backends, SharedMemory, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
