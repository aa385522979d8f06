// SPDX-License-Identifier: MIT
#include <cstring>
#include <set>
#include <span>

#include <elf.h>
#include <gtest/gtest.h>

#include <glint/compiler/nvrtc/ptx_entries.hpp>
#include <glint/compiler/nvrtc/resource_usage.hpp>

#include <base/scratch.hpp>
#include <compiler/compilers.hpp>

namespace glint::compiler::nvrtc {
namespace {

using Types = std::vector<std::string>;

TEST(ResourceUsage, IsReadFromAssemblerOutput) {
    const auto usage = resource_usage(
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'f' for 'sm_90'\n"
        "ptxas info    : Function properties for f\n"
        "ptxas         .     256 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n"
        "ptxas info    : Used 40 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0]\n"
        "ptxas info    : Compiling entry function 'g' for 'sm_90'\n"
        "ptxas info    : Function properties for g\n"
        "    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 8 registers, 64 bytes cumulative stack size\n"
        "ptxas info    : Function properties for callee\n"
        "    999 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n");
    ASSERT_EQ(usage.size(), 2u);
    EXPECT_EQ(usage.at("f").registers, 40u);
    EXPECT_EQ(usage.at("f").local_bytes, 256u);
    EXPECT_EQ(usage.at("f").shared_bytes, 1024u);
    EXPECT_EQ(usage.at("g").registers, 8u);
    EXPECT_EQ(usage.at("g").local_bytes, 64u);
    EXPECT_EQ(usage.at("g").shared_bytes, 0u);
}

TEST(ResourceUsage, NamesMayBeLong) {
    const std::string name(300'000, 'k');
    const auto found = resource_usage("ptxas info    : Compiling entry function '" + name +
                                      "' for 'sm_90'\nptxas info    : Used 12 registers, "
                                      "99999999999999999999 bytes smem\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.begin()->first, name);
    EXPECT_EQ(found.begin()->second.registers, 12u);
    EXPECT_EQ(found.begin()->second.shared_bytes, 0u);
}

TEST(ResourceUsage, LimitsABlocksThreads) {
    EXPECT_EQ(threads_with_registers(0), 1024u);
    EXPECT_EQ(threads_with_registers(64), 1024u);
    EXPECT_EQ(threads_with_registers(65), 896u);
    EXPECT_EQ(threads_with_registers(128), 512u);
    EXPECT_EQ(threads_with_registers(255), 256u);
}

template <class T>
T read_at(std::span<const std::byte> bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.subspan(offset).data(), sizeof value);
    return value;
}

/// Register counts stored in the cubin, in the order of its tables. In the section ".nv.info",
/// entries that start with the bytes 4, 0x2f hold a symbol's index and its number of registers.
std::multiset<unsigned> registers_in(std::span<const std::byte> cubin) {
    constexpr std::uint16_t kRegisters = 0x2f04;
    std::multiset<unsigned> found;
    const auto header = read_at<Elf64_Ehdr>(cubin, 0);
    const auto section = [&](std::size_t i) {
        return read_at<Elf64_Shdr>(cubin, header.e_shoff + i * sizeof(Elf64_Shdr));
    };
    const Elf64_Off names = section(header.e_shstrndx).sh_offset;
    for (std::size_t i = 0; i < header.e_shnum; ++i) {
        const Elf64_Shdr info = section(i);
        if (std::string_view(reinterpret_cast<const char*>(&cubin[names + info.sh_name])) !=
            ".nv.info")
            continue;
        for (std::size_t at = info.sh_offset; at < info.sh_offset + info.sh_size; at += 12)
            if (read_at<std::uint16_t>(cubin, at) == kRegisters)
                found.insert(read_at<unsigned>(cubin, at + 8));
    }
    return found;
}

TEST(ResourceUsage, MatchesRealKernels) {
    if (nvrtc_version().empty() && !test::is_required("cuda"))
        GTEST_SKIP() << "cuda: NVRTC is not installed";
    const Source source = test::source("a.cu", R"(
extern "C" __global__ void plain(float* x) { x[threadIdx.x] *= 2.0f; }
extern "C" __global__ void tiled(float* x) {
    __shared__ float tile[100];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[99 - threadIdx.x];
}
extern "C" __global__ void indexed(int* x, int at) {
    int own[64];
    for (int i = 0; i < 64; ++i) own[x[i] & 63] = i;
    x[0] = own[at];
}
)");
    // From sm_90 on, the hardware reserves 1 KiB of shared memory, so test an architecture before
    // and one after that change.
    for (const char* architecture : {"sm_80", "sm_90"}) {
        const Listing listing = nvrtc_compiler(architecture)->inspect(source, {.with_code = true});
        ASSERT_EQ(listing.kernels.size(), 3u);
        std::multiset<unsigned> registers;
        for (const KernelListing& kernel : listing.kernels) registers.insert(*kernel.registers);
        EXPECT_EQ(registers, registers_in(listing.cubin)) << architecture;
        for (const KernelListing& kernel : listing.kernels) {
            EXPECT_GE(kernel.registers, 4u);
            EXPECT_LE(kernel.registers, 80u);
            EXPECT_EQ(kernel.lowering, "cubin");
            EXPECT_EQ(kernel.static_shared_bytes, kernel.name == "tiled" ? 400u : 0u);
            EXPECT_EQ(kernel.local_bytes, kernel.name == "indexed" ? 256u : 0u);
        }
    }
}

TEST(ResourceUsage, NeedsMachineCode) {
    if (nvrtc_version().empty() && !test::is_required("cuda"))
        GTEST_SKIP() << "cuda: NVRTC is not installed";
    const Source source = test::source("a.cu", "__global__ void f() {}");
    try {
        (void)nvrtc_compiler("sm_999")->inspect(source, {});
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::unsupported);
        EXPECT_NE(error.reason().find("generates machine code only for sm_"), std::string::npos);
    }
}

TEST(PtxEntries, HaveParametersAndBounds) {
    const auto entries = ptx_entries(
        ".visible .entry saxpy(\n\t.param .u32 saxpy_param_0,\n"
        "\t.param .u64 .ptr .align 1 saxpy_param_1,\n\t.param .f32 saxpy_param_2\n)\n{\n"
        "\tld.param.u32 %r1, [saxpy_param_0];\n}\n"
        ".weak .entry _Z1fv()\n.maxntid 16, 8, 2\n{\n\tret;\n}\n"
        ".visible .entry g(\n\t.param .align 8 .b8 g_param_0[24]\n)\n.reqntid 64\n{\n}\n");
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_EQ(entries[0].symbol, "saxpy");
    EXPECT_EQ(entries[0].parameters, (Types{"u32", "u64", "f32"}));
    EXPECT_EQ(entries[0].max_threads, std::nullopt);
    EXPECT_EQ(entries[1].symbol, "_Z1fv");
    EXPECT_TRUE(entries[1].parameters.empty());
    EXPECT_EQ(entries[1].max_threads, 256u);
    EXPECT_EQ(entries[2].parameters, (Types{"24 bytes"}));
    EXPECT_EQ(entries[2].max_threads, 64u);
}

}  // namespace
}  // namespace glint::compiler::nvrtc
