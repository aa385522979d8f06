// SPDX-License-Identifier: MIT
#include <cstring>
#include <fstream>
#include <random>

#include <malloc.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

#include <base/scratch.hpp>

#include "program.hpp"
#include <support/thorough.hpp>

namespace glint::cpu::test {
namespace {

std::vector<std::byte> image() {
    static const auto bytes =
        source_compiler()
            .compile(source("extern \"C\" __global__ void k(int* x) { *x = 1; }\n"))
            .image;
    return bytes;
}

void expect_refused(std::span<const std::byte> bytes) {
    static const auto backend = open_backend();
    try {
        backend->load_module(bytes);
        ADD_FAILURE() << "loaded " << bytes.size() << " bytes";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input) << error.what();
    }
}

TEST(CpuImage, TruncatedImagesAreRefused) {
    const std::vector<std::byte> whole = image();
    for (std::size_t size = 0; size < whole.size(); size += size < 300 ? 1 : 97)
        expect_refused(std::span(whole).first(size));
}

TEST(CpuImage, ForeignBytesAreRefused) {
    std::mt19937 random(1);
    for (const std::size_t size : {10u, 44u, 45u, 1000u, 100000u}) {
        std::vector<std::byte> bytes(size);
        for (std::byte& value : bytes) value = static_cast<std::byte>(random());
        expect_refused(bytes);
    }
}

TEST(CpuImage, ChangedBytesAreDetected) {
    for (std::size_t i = 0; i < image().size(); i += i < 300 ? 1 : 53) {
        std::vector<std::byte> changed = image();
        changed[i] ^= std::byte{0x40};
        expect_refused(changed);
    }
}

TEST(CpuImage, TheSameSourceGivesTheSameImage) {
    const auto compile = [] { return source_compiler().compile(source_file("fibres.cu")).image; };
    EXPECT_EQ(compile(), compile());
}

/// Clears eight bytes of LLVM bitcode that start `bytes_from_end` before the end of the image, and
/// corrects the checksum.
std::vector<std::byte> with_bitcode_changed(std::size_t bytes_from_end) {
    constexpr std::size_t kHash = 12, kContent = 44;
    std::vector<std::byte> changed = image();
    for (std::size_t i = 0; i < 8; ++i) changed[changed.size() - bytes_from_end + i] = {};
    const std::string_view content(reinterpret_cast<const char*>(changed.data()) + kContent,
                                   changed.size() - kContent);
    const std::string hash = content_hash(content);
    std::memcpy(changed.data() + kHash, hash.data(), hash.size());
    return changed;
}

std::size_t bitcode_bytes() {
    const std::vector<std::byte> whole = image();
    const std::string_view text(reinterpret_cast<const char*>(whole.data()), whole.size());
    return whole.size() - text.rfind("BC\xC0\xDE");
}

TEST(CpuImage, DamagedBitcodeIsDetectedAtLaunch) {
    const glint::test::ScopedVariable off("GLINT_CACHE", "off");
    const auto backend = open_backend();
    const auto stream = backend->create_stream({});
    const auto module = backend->load_module(with_bitcode_changed(bitcode_bytes()));
    int value = 0;
    int* address = &value;
    void* arguments[] = {&address};
    try {
        stream->launch(module, *module->find_kernel("k"), one_block({1}), arguments);
        ADD_FAILURE() << "it was launched";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input);
        EXPECT_EQ(error.operation(), "read the kernels of a CPU image");
    }
}

// Resident memory of the process, in bytes, after the heap has returned its free memory.
std::size_t resident_bytes_after_trim() {
    malloc_trim(0);
    std::size_t total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

void compile_and_run_barrier(int value) {
    Program program(
        source("extern \"C\" __global__ void k(int* x) { __syncthreads(); "
               "x[threadIdx.x] = " +
               std::to_string(value) + "; }\n"));
    std::vector<int> out(64);
    program.run("k", one_block({64}), out.data());
    ASSERT_EQ(out, std::vector<int>(64, value));
}

TEST(CpuImage, RepeatedCompilationDoesNotLeak) {
    constexpr int kCount = glint::test::rounds(80, 200);
    for (int i = 0; i < 40; ++i) compile_and_run_barrier(i);
    if (!kResidentIsUsed)
        GTEST_SKIP() << "sanitizers keep freed memory; leaks they find themselves";
    const std::size_t before = resident_bytes_after_trim();
    for (int i = 0; i < kCount; ++i) compile_and_run_barrier(i);
    const std::size_t after = resident_bytes_after_trim();
    // Leaked modules or compilations would use far more than 80 kB each.
    EXPECT_LT(after, before + kCount * (80u << 10)) << before << " bytes before";
    RecordProperty("resident_growth_bytes", static_cast<int>(after) - static_cast<int>(before));
}

}  // namespace
}  // namespace glint::cpu::test
