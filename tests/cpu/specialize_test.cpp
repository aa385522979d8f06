// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>

#include <gtest/gtest.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

#include <base/scratch.hpp>
#include <support/on_threads.hpp>
#include <support/thorough.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

namespace fs = std::filesystem;
using glint::test::ScopedVariable;
using glint::test::TemporaryFolder;

compiler::Source with_lowering(compiler::Source source, std::string lowering) {
    source.cpu_lowering = std::move(lowering);
    return source;
}

/// Tests with a separate disk cache, in which each compilation leaves a file.
class CpuSpecialize : public testing::Test {
protected:
    using Files = std::map<fs::path, fs::file_time_type>;

    Files entries() const {
        Files found;
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
            if (entry.is_regular_file()) found[entry.path()] = entry.last_write_time();
        return found;
    }

    /// Counts the entries with code. Entries that only map a block shape to code have a few bytes.
    std::size_t entries_with_code() const {
        const Files all = entries();
        return static_cast<std::size_t>(std::count_if(
            all.begin(), all.end(), [](const auto& e) { return fs::file_size(e.first) > 400; }));
    }

    TemporaryFolder folder_;
    ScopedVariable place_{"GLINT_CACHE_DIR", folder_.path().string()};
    ScopedVariable on_{"GLINT_CACHE", std::nullopt};
    ScopedVariable free_{"GLINT_CPU_LOWERING", std::nullopt};
};

std::vector<int> sums_of(Program& program, const driver::Dim3& block) {
    const unsigned threads = block.x * block.y * block.z;
    std::vector<int> in(threads), out(threads);
    std::iota(in.begin(), in.end(), 1);
    program.run("linear_sums", one_block(block), in.data(), out.data());
    return out;
}

void expect_sums(Program& program, const driver::Dim3& block) {
    const int threads = static_cast<int>(block.x * block.y * block.z);
    EXPECT_EQ(sums_of(program, block), std::vector<int>(threads, threads * (threads + 1) / 2))
        << block.x << "x" << block.y << "x" << block.z;
}

const driver::Dim3 kShapes[] = {{32}, {5, 3, 2}, {64, 4}, {1}, {1, 1, 64}};

TEST_F(CpuSpecialize, EachShapeOfBlockGivesTheRightResult) {
    for (const char* lowering : {"", "fibres"}) {
        Program program(with_lowering(source_file("specialise.cu"), lowering));
        for (const driver::Dim3& block : kShapes) expect_sums(program, block);
    }
}

TEST_F(CpuSpecialize, FibersAndLoopsAreCompiledOnce) {
    for (const std::string policy : {"best", "fibres"}) {
        Program program(with_lowering(source_file("specialise.cu"), policy));
        const std::size_t before = entries_with_code();
        for (const driver::Dim3& block : kShapes)
            EXPECT_EQ(program.kernel("recursive_index").lowering(block), "fibres");
        EXPECT_EQ(entries_with_code(), before + 1) << policy;
    }
}

// Lanes require indices that fit into an int, so a launch with larger indices must not run as
// lanes.
TEST_F(CpuSpecialize, LaunchesMayExceed32BitThreadCounts) {
    constexpr unsigned kBlock = 1024, kBlocks = (1u << 31) / kBlock, kMore = 3;
    Program program(source_file("specialise.cu"));
    EXPECT_EQ(program.kernel("count_beyond_int").lowering({kBlock}), "lanes");
    std::vector<unsigned> out(kMore * kBlock, 0);
    program.run("count_beyond_int", {.grid = {kBlocks}, .block = {kBlock}}, out.data());
    EXPECT_EQ(out, std::vector<unsigned>(out.size(), 0));
    program.run("count_beyond_int", {.grid = {kBlocks + kMore}, .block = {kBlock}}, out.data());
    for (unsigned i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], kBlocks + i / kBlock) << i;
}

TEST_F(CpuSpecialize, AForcedLoweringIsUsed) {
    for (const char* lowering : {"loops", "fibres"}) {
        Program program(with_lowering(source_file("specialise.cu"), lowering));
        EXPECT_EQ(program.kernel("count_up").info().lowering, lowering);
        EXPECT_EQ(program.kernel("count_up").lowering({8}), lowering);
        std::vector<int> out(8, 5);
        program.run("count_up", one_block({8}), out.data());
        EXPECT_EQ(out, (std::vector<int>{5, 6, 7, 8, 9, 10, 11, 12}));
    }
}

TEST_F(CpuSpecialize, ImpossibleLoweringsAreRefusedWithTheReason) {
    Program program(with_lowering(source_file("specialise.cu"), "loops"));
    const std::map<std::string, std::string> reasons{
        {"linear_sums", "the threads wait for each other"},
        {"recursive_index",
         "a function that is recursive or called by pointer reads the thread index"},
        {"recursive_shared",
         "a function that is recursive or called by pointer uses shared memory"}};
    for (const auto& [kernel, reason] : reasons) try {
            program.start(kernel, one_block({8}), nullptr, nullptr);
            ADD_FAILURE() << kernel << " was launched";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::unsupported);
            EXPECT_EQ(error.what(), "cannot run kernel '" + kernel + "' as loops: " + reason);
        }
}

TEST_F(CpuSpecialize, UnknownLoweringsListTheKnownOnes) {
    const std::string complaint = "unknown CPU lowering 'warps'. Use best, loops, fibres or lanes";
    try {
        source_compiler().compile(with_lowering(source_file("specialise.cu"), "warps"));
        ADD_FAILURE() << "it was compiled";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.what(), "cannot compile specialise.cu: " + complaint);
    }
    const ScopedVariable wish("GLINT_CPU_LOWERING", "warps");
    try {
        Program program(source_file("specialise.cu"));
        ADD_FAILURE() << "it was loaded";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.what(), "cannot read GLINT_CPU_LOWERING: " + complaint);
    }
}

TEST_F(CpuSpecialize, TheEnvironmentOverridesTheSource) {
    const ScopedVariable wish("GLINT_CPU_LOWERING", "fibres");
    Program program(with_lowering(source_file("specialise.cu"), "loops"));
    EXPECT_EQ(program.kernel("count_up").lowering({8}), "fibres");
}

TEST_F(CpuSpecialize, TheSecondModuleUsesTheDiskCache) {
    const compiler::Source source = source_file("specialise.cu");
    const auto launch = [&] {
        Program program(source);
        for (const driver::Dim3& block : kShapes) expect_sums(program, block);
    };
    launch();
    const Files first = entries();
    EXPECT_GE(first.size(), 1u);
    launch();
    EXPECT_EQ(entries(), first);
}

TEST_F(CpuSpecialize, ADamagedEntryIsCompiledAgain) {
    const auto launch = [&] {
        Program program(source_file("specialise.cu"));
        expect_sums(program, {32});
    };
    launch();
    const Files first = entries();
    for (const auto& [file, time] : first) fs::resize_file(file, fs::file_size(file) - 1);
    launch();
    for (const auto& [file, time] : first)
        EXPECT_NE(fs::last_write_time(file), time) << file << " is not repaired";
}

TEST_F(CpuSpecialize, HostAndKernelsShareDeviceVariables) {
    Program program(source_file("specialise.cu"));
    auto& total = *static_cast<int*>(program.module().find_global("total").address);
    EXPECT_EQ(total, 100);
    program.run("add_to_total", one_block({8}), 1);
    EXPECT_EQ(total, 108);
    total = 1000;
    program.run("add_to_total", one_block({4, 4}), 2);
    int seen = 0;
    program.run("read_total", one_block({1}), &seen);
    EXPECT_EQ(seen, 1032);
}

TEST_F(CpuSpecialize, KernelsShareStaticFunctionVariables) {
    Program program(source_file("specialise.cu"));
    int first = 0, second = 0;
    program.run("next_ticket", one_block({1}), &first);
    program.run("another_ticket", one_block({1}), &second);
    EXPECT_EQ(first, 70);
    EXPECT_EQ(second, 71);
}

TEST_F(CpuSpecialize, TablesOfFunctionsWork) {
    for (const char* lowering : {"", "fibres"}) {
        Program program(with_lowering(source_file("specialise.cu"), lowering));
        std::vector<int> out(8);
        program.run("by_table", one_block({8}), out.data());
        EXPECT_EQ(out, (std::vector<int>{1, 2, 3, 6, 5, 10, 7, 14}));
        int same = 0;
        program.run("table_holds_increment", one_block({1}), &same);
        EXPECT_EQ(same, 1) << "a function has several addresses";
    }
}

TEST_F(CpuSpecialize, TableFunctionsMayUseBarriersAndThreadIndices) {
    Program program(source_file("specialise.cu"));
    EXPECT_EQ(program.kernel("wait_by_table").info().lowering, "fibres");
    std::vector<int> out(8);
    program.run("wait_by_table", one_block({8}), out.data());
    EXPECT_EQ(out, (std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST_F(CpuSpecialize, ManyThreadsMayLaunchTheSameKernelFirst) {
    Program program(with_lowering(source_file("specialise.cu"), "fibres"));
    const std::size_t before = entries().size();
    std::vector<std::vector<int>> results(8, std::vector<int>(64));
    glint::test::on_threads(8, [&](int t) {
        const auto stream = program.backend().create_stream({});
        int* in = results[t].data();
        void* arguments[] = {&in};
        for (const driver::Dim3& block : kShapes)
            stream->launch(program.shared_module(), program.kernel("count_up"), one_block(block),
                           arguments);
        stream->synchronize();
    });
    // In the five launches, 32, 30, 256, 1, and 64 threads add their linear index to 64 elements.
    for (const auto& result : results)
        for (int i = 0; i < 64; ++i)
            ASSERT_EQ(result[i], i * ((i < 32) + (i < 30) + 1 + (i < 1) + 1)) << i;
    EXPECT_EQ(entries().size(), before + 1);
}

TEST_F(CpuSpecialize, ManyThreadsMayCompileManyPrograms) {
    std::vector<std::vector<int>> results(8, std::vector<int>(5));
    glint::test::on_threads(8, [&](int t) {
        for (int p = 0; p < 5; ++p) {
            compiler::Source text =
                source("extern \"C\" __global__ void k(int* x) { __syncthreads(); *x = VALUE; }\n");
            text.defines = {{"VALUE", std::to_string(10 * t + p)}};
            Program program(text);
            program.run("k", one_block({1}), &results[t][p]);
        }
    });
    for (int t = 0; t < 8; ++t)
        for (int p = 0; p < 5; ++p) EXPECT_EQ(results[t][p], 10 * t + p);
}

TEST_F(CpuSpecialize, DumpsShowEachCompilationStage) {
    const TemporaryFolder dumps;
    const ScopedVariable wish("GLINT_KEEP", dumps.path().string());
    for (const std::string lowering : {"fibres", "lanes"}) {
        Program program(with_lowering(source_file("specialise.cu"), lowering));
        expect_sums(program, {32});
        const std::string name = lowering == "lanes" ? "linear_sums.32x1x1" : "linear_sums.any";
        const auto stage = [&](const std::string& suffix) {
            return read_text(dumps.path() / (name + "." + suffix + ".ll"));
        };
        EXPECT_NE(stage("prepared").find("convergent"), std::string::npos);
        EXPECT_NE(stage("prepared").find("@count_up"), std::string::npos);
        EXPECT_NE(stage("lowered").find("@__glint_entry." + name + "("), std::string::npos);
        EXPECT_EQ(stage("lowered").find("@count_up"), std::string::npos);
        EXPECT_LT(stage("optimised").size(), stage("prepared").size());
    }
}

// LLVM verifies each module that is dumped.
TEST_F(CpuSpecialize, ModulesAreValidAtEachStage) {
    const TemporaryFolder dumps;
    const ScopedVariable wish("GLINT_KEEP", dumps.path().string());
    for (const char* file : {"loops.cu", "fibres.cu", "memory.cu", "specialise.cu"})
        for (const bool debug : {false, true}) {
            compiler::Source source = source_file(file);
            source.debug = debug;
            Program program(source);
            for (const std::string& symbol : program.module().kernel_symbols())
                EXPECT_NO_THROW(program.kernel(symbol).lowering({8, 4})) << file << " " << symbol;
        }
}

TEST_F(CpuSpecialize, MergedFunctionsKeepTheirLines) {
    const TemporaryFolder dumps;
    const ScopedVariable wish("GLINT_KEEP", dumps.path().string());
    for (const bool debug : {false, true}) {
        compiler::Source source = with_lowering(source_file("specialise.cu"), "loops");
        source.debug = debug;
        Program program(source);
        int out = 0;
        program.run("next_ticket", one_block({1}), &out);
        const std::string text = read_text(dumps.path() / "next_ticket.any.lowered.ll");
        // Line 27 of `ticket` is inlined into the kernel in line 29, which is inlined into the
        // entry function.
        EXPECT_NE(text.find("!DILocation(line: 27"), std::string::npos);
        EXPECT_NE(text.find("inlinedAt"), std::string::npos);
        EXPECT_NE(text.find("linkageName: \"__glint_entry.next_ticket.any\""), std::string::npos);
    }
}

std::size_t resident_bytes() {
    std::size_t total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

void compile_and_run_with_define(int value) {
    compiler::Source text = source(
        "__device__ int offset = 1;\n"
        "extern \"C\" __global__ void k(int* x) { x[threadIdx.x] = VALUE + offset; }\n");
    text.defines = {{"VALUE", std::to_string(value)}};
    Program program(text);
    int out[4] = {};
    program.run("k", one_block({4}), static_cast<int*>(out));
    ASSERT_EQ(out[3], value + 1);
}

// $GLINT_TEST_RECOMPILES sets more repetitions than are suitable for a quick run of all tests.
TEST_F(CpuSpecialize, RecompilingDoesNotLeak) {
    const ScopedVariable off("GLINT_CACHE", "off");
    const char* wish = std::getenv("GLINT_TEST_RECOMPILES");
    const int count = wish ? std::atoi(wish) : glint::test::rounds(50, 100);
    const int settled = count / 5;
    for (int i = 0; i < settled; ++i) compile_and_run_with_define(i);
    if (!kResidentIsUsed)
        GTEST_SKIP() << "sanitizers keep freed memory; leaks they find themselves";
    const std::size_t before = resident_bytes();
    for (int i = settled; i < count; ++i) compile_and_run_with_define(i);
    const std::size_t after = resident_bytes();
    // Even the smallest leak, of a module's code and data pages, would cost 20 kB each time.
    EXPECT_LT(after, before + static_cast<std::size_t>(count - settled) * 12'000)
        << before << " bytes before";
    RecordProperty("resident_growth_bytes", static_cast<int>(after) - static_cast<int>(before));
    std::printf("resident: %zu kB, then %zu kB\n", before / 1024, after / 1024);
}

}  // namespace
}  // namespace glint::cpu::test
