// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <base/scratch.hpp>
#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

using glint::test::ScopedVariable;

/// The line of faults.cu that ends with the comment `name`, as messages print it.
std::string line_of(const std::string& name) {
    std::ifstream file(std::string(GLINT_TEST_DATA_DIR) + "/faults.cu");
    std::string text;
    for (unsigned number = 1; std::getline(file, text); ++number)
        if (text.ends_with("// " + name)) return "faults.cu:" + std::to_string(number);
    ADD_FAILURE() << "faults.cu has no line '" << name << "'";
    return "?";
}

compiler::Source faults(const std::string& lowering, bool debug = false) {
    compiler::Source source = source_file("faults.cu");
    source.cpu_lowering = lowering;
    source.debug = debug;
    return source;
}

/// Memory that is allocated directly from a backend.
template <class T>
class Buffer {
public:
    Buffer(Program& program, std::size_t count, T value = {})
        : backend_(program.backend()),
          data_(static_cast<T*>(backend_.allocate(count * sizeof(T), driver::MemoryKind::device))),
          count_(count) {
        std::fill_n(data_, count, value);
    }
    ~Buffer() { backend_.release(data_, driver::MemoryKind::device); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    T* data() { return data_; }
    std::vector<T> values() const { return {data_, data_ + count_}; }

private:
    driver::Backend& backend_;
    T* data_;
    std::size_t count_;
};

/// Error message of a launch; fails the test if the launch succeeds.
template <class... Arguments>
std::string failure_of(Program& program, const std::string& kernel, driver::LaunchShape shape,
                       Arguments... arguments) {
    try {
        program.run(kernel, shape, arguments...);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::launch);
        return error.what();
    }
    ADD_FAILURE() << kernel << " did not fail";
    return {};
}

void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks\n" << part;
}

void expect_works(Program& program) {
    Buffer<int> out(program, 256);
    program.run("fills", {.grid = {4}, .block = {64}}, out.data(), 5);
    EXPECT_EQ(out.values(), std::vector<int>(256, 5));
}

#if defined(__SANITIZE_THREAD__)
// ThreadSanitizer defers signals while generated code runs.
constexpr bool kStopsLoops = false;
#else
constexpr bool kStopsLoops = true;
#endif

class CpuFault : public testing::TestWithParam<std::string> {
protected:
    CpuFault() : program_(faults(GetParam())) {}
    Program program_;
};

std::string name_of_lowering(const testing::TestParamInfo<std::string>& info) {
    return info.param.empty() ? "best" : info.param;
}

INSTANTIATE_TEST_SUITE_P(Lowerings, CpuFault, testing::Values("", "loops", "fibres"),
                         name_of_lowering);

TEST_P(CpuFault, NamesTheLinesOfMergedFunctions) {
    Buffer<int> in(program_, 256), out(program_, 256, 3);
    const std::string text =
        failure_of(program_, "reads_beyond", one_block({64}), in.data(), out.data(), 1 << 24);
    expect_contains(text, "cannot run kernel 'reads_beyond': block (0, 0, 0)");
    expect_contains(text, ": read at 0x");
    expect_contains(text, ": " + line_of("in pick") + " in pick, from " + line_of("calls pick"));
    EXPECT_EQ(in.values(), std::vector<int>(256, 0));
    expect_works(program_);
}

TEST_P(CpuFault, ReportsTheBlockAndNullPointers) {
    const std::string text =
        failure_of(program_, "writes_to", {.grid = {3}, .block = {32}}, static_cast<int*>(nullptr));
    // Lanes write the whole vector at once; loops and fibers start with the first thread.
    expect_contains(text, "cannot run kernel 'writes_to': block (1, 0, 0)");
    expect_contains(text, ": write at 0x");
    expect_contains(text, ", through a null pointer: " + line_of("writes"));
    expect_works(program_);
}

TEST_P(CpuFault, AttributesAnAddressToThePrecedingBuffer) {
    Buffer<char> buffer(program_, std::size_t{16} << 20);
    const char* beyond = buffer.data() + (std::size_t{16} << 20) + 4096;
    Buffer<int> out(program_, 64);
    const std::string text = failure_of(program_, "reads_beyond", one_block({64}),
                                        reinterpret_cast<const int*>(beyond), out.data(), 0);
    expect_contains(text, ", 4097 bytes past the end of a buffer of 16.8 MB: ");
}

// If memory were on the host's heap, an overrun would corrupt the allocator's lists.
TEST_P(CpuFault, AnOverrunOfABufferIsAnError) {
    for (const std::size_t count : {64u, 192u, 1024u, 100032u}) {
        Buffer<int> out(program_, count);
        const auto blocks = static_cast<unsigned>(count / 64);
        program_.run("fills", {.grid = {blocks}, .block = {64}}, out.data(), 5);
        EXPECT_EQ(out.values(), std::vector<int>(count, 5));
        expect_contains(
            failure_of(program_, "fills", {.grid = {2 * blocks}, .block = {64}}, out.data(), 6),
            " past the end of a buffer of ");
    }
    expect_works(program_);
}

TEST_P(CpuFault, AnUnderrunOfABufferIsAnError) {
    Buffer<int> out(program_, 1024);
    expect_contains(failure_of(program_, "fills", one_block({64}), out.data() - 1024, 5),
                    " bytes before a buffer of 4.1 kB: ");
    expect_works(program_);
}

TEST_P(CpuFault, AnOverrunOfSharedMemoryIsAnError) {
    if (GetParam() == "loops") return;  // its threads wait for each other
    Buffer<float> out(program_, 64);
    program_.run("fills_shared", one_block({64}, 1024), out.data(), 0);
    EXPECT_EQ(out.values(), std::vector<float>(64, 2.0f));
    expect_contains(failure_of(program_, "fills_shared", one_block({64}, 1024), out.data(), 256),
                    " past the end of the block's 1.0 kB of shared memory: ");
    expect_works(program_);
}

TEST_P(CpuFault, StopsAtADivisionByZero) {
    Buffer<int> out(program_, 64);
    Buffer<int> divisors(program_, 64, 7);
    divisors.data()[5] = 0;
    const std::string text =
        failure_of(program_, "divides", one_block({64}), out.data(), divisors.data());
    expect_contains(text, "integer division by zero");
    expect_contains(text, ": " + line_of("divides"));
    divisors.data()[5] = 7;
    program_.run("divides", one_block({64}), out.data(), divisors.data());
    EXPECT_EQ(out.values(), std::vector<int>(64, 14));
}

TEST_P(CpuFault, StopsAtAssertionsAndTraps) {
    Buffer<int> in(program_, 64);
    in.data()[40] = 1;
    expect_contains(failure_of(program_, "asserts", one_block({64}), in.data()),
                    ": " + line_of("asserts") + ": assertion `in[threadIdx.x] == 0` failed");
    expect_contains(failure_of(program_, "traps", one_block({64}), 9),
                    ": the kernel called __trap(): " + line_of("traps"));
    program_.run("traps", one_block({64}), 100);
}

TEST_P(CpuFault, StopsRecursionsAndLibraryFunctions) {
    Buffer<int> out(program_, 8);
    const std::string text = failure_of(program_, "recurses", one_block({8}),
                                        static_cast<const int*>(nullptr), out.data(), 5);
    // Without fibers, optimization turns the recursion into a loop in the kernel and hoists its
    // read.
    const bool stays = GetParam() == "fibres";
    expect_contains(text, ": read at 0x0, through a null pointer: " +
                              (stays ? line_of("descends") : std::string("faults.cu:")));
    Buffer<char> bytes(program_, 4096);
    expect_contains(failure_of(program_, "copies", one_block({1}), bytes.data(),
                               static_cast<const char*>(nullptr), 4096ull),
                    line_of("copies"));
    expect_works(program_);
}

TEST_P(CpuFault, EndlessLoopsTimeOut) {
    if (!kStopsLoops) GTEST_SKIP() << "ThreadSanitizer delays signals";
    const ScopedVariable limit("GLINT_CPU_TIME_LIMIT", "0.2");
    Program program(faults(GetParam()));
    Buffer<int> flag(program, 2);
    if (std::string(GetParam()) != "loops") {  // loops do not support volatile memory
        const auto start = std::chrono::steady_clock::now();
        const std::string text =
            failure_of(program, "loops_forever", {.grid = {8}, .block = {4}}, flag.data());
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        expect_contains(text, "stopped at the time limit");
        expect_contains(text, ": " + line_of("loops"));
        EXPECT_GE(time.count(), 0.2);
        EXPECT_LT(time.count(), 5.0);
    }
    expect_contains(failure_of(program, "sleeps_forever", one_block({1}), flag.data()),
                    "stopped at the time limit");
    expect_works(program);
}

TEST_P(CpuFault, OtherStreamsContinue) {
    const auto other = program_.backend().create_stream({});
    Buffer<int> out(program_, 256);
    for (int round = 0; round < 100; ++round) {
        int* null = nullptr;
        program_.start("writes_to", {.grid = {3}, .block = {32}}, null);
        int* data = out.data();
        void* arguments[] = {&data, &round};
        other->launch(program_.shared_module(), program_.kernel("fills"),
                      {.grid = {4}, .block = {64}}, arguments);
        EXPECT_THROW(program_.stream().synchronize(), Error);
        EXPECT_NO_THROW(program_.stream().synchronize());
        EXPECT_NO_THROW(other->synchronize());
        ASSERT_EQ(out.values(), std::vector<int>(256, round));
    }
}

TEST(CpuFaultOnStacks, StackOverflowIsDistinguished) {
    Program program(faults(""));
    Buffer<int> out(program, 2);
    for (int round = 0; round < 3; ++round) {
        expect_contains(failure_of(program, "overflows", one_block({64}), out.data()),
                        "thread (0, 0, 0): stack overflow: faults.cu:");
        expect_contains(failure_of(program, "overflows_in_loops", one_block({4}), out.data()),
                        "stack overflow: faults.cu:");
    }
    expect_works(program);
}

TEST(CpuFaultInTime, EndlessLoopsWithBarriersTimeOut) {
    if (!kStopsLoops) GTEST_SKIP() << "ThreadSanitizer delays signals";
    const ScopedVariable limit("GLINT_CPU_TIME_LIMIT", "0.2");
    for (const char* lowering : {"fibres", ""}) {
        Program program(faults(lowering));
        Buffer<int> flag(program, 2);
        expect_contains(
            failure_of(program, "waits_forever", {.grid = {4}, .block = {64}}, flag.data()),
            "stopped at the time limit");
        expect_works(program);
    }
}

TEST(CpuFaultInTime, InvalidTimeLimitsAreAnError) {
    const ScopedVariable limit("GLINT_CPU_TIME_LIMIT", "soon");
    EXPECT_THROW(open_backend(), Error);
}

// --- faults of the host program ---

void end_with_42(int) { _exit(42); }

// Does not use a null pointer, because UndefinedBehaviorSanitizer would report it.
void write_to_protected_page() {
    void* page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *static_cast<volatile int*>(page) = 1;
}

void fault_on_host(bool with_handler) {
    if (with_handler) std::signal(SIGSEGV, &end_with_42);
    Program program(faults("loops"));
    failure_of(program, "writes_to", {.grid = {3}, .block = {32}}, static_cast<int*>(nullptr));
    write_to_protected_page();
}

TEST(CpuFaultOfTheHostDeathTest, ReachesTheProgramsHandler) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(fault_on_host(true), testing::ExitedWithCode(42), "");
}

TEST(CpuFaultOfTheHostDeathTest, EndsTheProgramAsUsual) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    EXPECT_DEATH(fault_on_host(false), "SEGV");
#else
    EXPECT_EXIT(fault_on_host(false), testing::KilledBySignal(SIGSEGV), "");
#endif
}

// --- debug mode ---

class CpuDebugMode : public testing::Test {
protected:
    Program program_{faults("", true)};
};

TEST_F(CpuDebugMode, FindsReadsAndWritesOutsideBuffers) {
    Buffer<float> in(program_, 256), out(program_, 256);
    program_.run("reads_next", one_block({256}), in.data(), out.data(), 0);
    std::string text =
        failure_of(program_, "reads_next", one_block({256}), in.data(), out.data(), 1);
    expect_contains(text, "block (0, 0, 0), thread (255, 0, 0): reads 4 bytes at 0x");
    expect_contains(text, ", 4 bytes past the end of the buffer of 1.0 kB at 0x");
    expect_contains(text, ": " + line_of("reads next"));
    text = failure_of(program_, "writes_next", one_block({256}), out.data(), -2);
    expect_contains(text, "thread (0, 0, 0): writes 4 bytes at 0x");
    expect_contains(text, ", 8 bytes before the buffer of 1.0 kB at 0x");
    expect_contains(text, ": " + line_of("writes next"));
    expect_works(program_);
}

TEST_F(CpuDebugMode, FindsAtomicOperationsOutsideBuffers) {
    Buffer<int> out(program_, 256);
    program_.run("adds_next", one_block({256}), out.data(), 0);
    EXPECT_EQ(out.values(), std::vector<int>(256, 1));
    const std::string text = failure_of(program_, "adds_next", one_block({256}), out.data(), 1);
    expect_contains(text, "thread (255, 0, 0): ");
    expect_contains(text, ", 4 bytes past the end of the buffer of 1.0 kB at 0x");
    expect_contains(text, ": " + line_of("adds next"));
}

TEST_F(CpuDebugMode, FindsTheUseOfFreedMemory) {
    float* freed = nullptr;
    {
        Buffer<float> buffer(program_, 256);
        freed = buffer.data();
    }
    expect_contains(failure_of(program_, "writes_next", one_block({256}), freed, 0),
                    "in the buffer of 1.0 kB at ");
}

TEST_F(CpuDebugMode, DoesNotCheckCallerMemory) {
    std::vector<float> values(256);
    program_.run("writes_next", one_block({256}), values.data(), 0);
    EXPECT_EQ(values, std::vector<float>(256, 1.0f));
}

TEST_F(CpuDebugMode, FindsOverrunsOfVariables) {
    Buffer<float> out(program_, 8);
    program_.run("overruns_shared", one_block({8}, 32), out.data(), 7);
    expect_contains(failure_of(program_, "overruns_shared", one_block({8}, 32), out.data(), 8),
                    "thread (3, 0, 0): writes 4 bytes at 0x");
    expect_contains(
        failure_of(program_, "overruns_shared", one_block({8}, 32), out.data(), 9),
        "8 bytes past the end of the block's 32 B of shared memory: " + line_of("overruns shared"));
    program_.run("overruns_variable", one_block({4}), out.data(), 0);
    expect_contains(failure_of(program_, "overruns_variable", one_block({4}), out.data(), 1),
                    "4 bytes past the end of the 16 B of table: " + line_of("overruns variable"));
    Buffer<int> numbers(program_, 4);
    expect_contains(failure_of(program_, "overruns_local", one_block({1}), numbers.data(), 4),
                    "4 bytes past the end of the 16 B of values: " + line_of("overruns local"));
}

TEST_F(CpuDebugMode, FindsOverrunsOfSharedVariablesToTheByte) {
    Buffer<float> out(program_, 8);
    const auto failure = [&](int index, std::size_t shared_bytes) {
        return failure_of(program_, "overruns_static", one_block({4}, shared_bytes), out.data(),
                          index);
    };
    for (const int index : {0, 2, 1000, 1063, 3063})
        program_.run("overruns_static", one_block({4}), out.data(), index);
    program_.run("overruns_static", one_block({4}, 8), out.data(), 2001);
    for (const std::size_t shared_bytes : {0, 8}) {
        expect_contains(failure(3, shared_bytes),
                        "4 bytes past the end of the 12 B of overruns_static::first: " +
                            line_of("overruns first"));
        expect_contains(failure(-1, shared_bytes), "4 bytes before the 12 B of ");
        expect_contains(failure(1064, shared_bytes),
                        "4 bytes past the end of the 256 B of overruns_static::second: " +
                            line_of("overruns second"));
        expect_contains(failure(3064, shared_bytes),
                        "4 bytes past the end of the 256 B of overruns_static::second: " +
                            line_of("overruns either"));
    }
    expect_contains(failure(2002, 8),
                    "4 bytes past the end of the block's 8 B of dynamic shared memory: " +
                        line_of("overruns rest"));
}

TEST_F(CpuDebugMode, FindsOverrunsOfVariablesByPointers) {
    Buffer<float> out(program_, 4);
    const std::string names[] = {"overruns_by_pointer::shared", "local", "upper"};
    const std::string lines[] = {"walks over shared", "walks over local", "walks over upper"};
    for (int which = 0; which < 3; ++which) {
        program_.run("overruns_by_pointer", one_block({4}), out.data(), which, 4);
        expect_contains(
            failure_of(program_, "overruns_by_pointer", one_block({4}), out.data(), which, 5),
            "4 bytes past the end of the 16 B of " + names[which] + ": " + line_of(lines[which]));
    }
}

TEST_F(CpuDebugMode, FindsRacesOnSharedMemory) {
    Buffer<int> out(program_, 64);
    std::string text = failure_of(program_, "races", one_block({64}), out.data());
    expect_contains(text, "a race on shared memory: thread (");
    expect_contains(text, " at " + line_of("race reads"));
    expect_contains(text, ", without a barrier in between");
    text = failure_of(program_, "races_on_write", one_block({64}), out.data());
    expect_contains(text, "thread (1, 0, 0) writes at " + line_of("race on write") +
                              " data that thread (0, 0, 0) wrote at " + line_of("race on write"));
}

TEST_F(CpuDebugMode, FindsNoRacesWithBarriers) {
    std::vector<int> numbers(768);
    std::iota(numbers.begin(), numbers.end(), 1);
    Buffer<int> in(program_, 768), out(program_, 768);
    std::copy(numbers.begin(), numbers.end(), in.data());
    program_.run("reduces", {.grid = {20}, .block = {256}}, in.data(), out.data());
    EXPECT_EQ(out.data()[0], 256 * 257 / 2);
    program_.run("sums_in_warps", {.grid = {20}, .block = {64}}, in.data(), out.data());
    EXPECT_EQ(out.data()[0], 64 * 65 / 2);
    program_.run("scans", one_block({64}), in.data(), out.data());
    for (int i = 0; i < 64; ++i) EXPECT_EQ(out.data()[i], (i + 1) * (i + 2) / 2);
    program_.run("transposes", one_block({16, 16}), in.data(), out.data());
    for (int i = 0; i < 768; ++i)
        EXPECT_EQ(out.data()[i], i / 256 * 256 + i % 16 * 16 + i % 256 / 16 + 1);
}

}  // namespace
}  // namespace glint::cpu::test
