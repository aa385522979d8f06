// SPDX-License-Identifier: MIT
// A failing kernel is reported as one error with the kernel's name, and the process continues.
#include <cstdlib>
#include <functional>
#include <iostream>
#include <numeric>
#include <optional>
#include <set>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <glint/base/error.hpp>
#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

Program faults(const Device& device) {
    return {device, std::filesystem::path(GLINT_TEST_DATA_DIR) / "faults.cu"};
}

/// Returns the Error that `action` throws; fails the test if nothing is thrown.
template <class Action>
std::optional<Error> error_of(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return std::nullopt;
}

void expect_lost(const std::optional<Error>& error, const std::string& kernel) {
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code(), ErrorCode::device_lost) << error->what();
    EXPECT_NE(error->reason().find("kernel '" + kernel + "' failed earlier"), std::string::npos)
        << error->what();
}

void expect_works(const Device& device) {
    Stream stream(device);
    DeviceMemory<int> memory(device, 256);
    Program program = faults(device);
    program.kernel<void(int*, int)>("fills").launch(stream, threads(256, 64u), memory, 5);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(256, 5));
}

// Runs `body` in the child process of a death test, and prints failures, which would otherwise be
// lost.
[[noreturn]] void run_and_exit(const std::function<void()>& body) {
    body();
    const testing::TestResult& result =
        *testing::UnitTest::GetInstance()->current_test_info()->result();
    for (int i = 0; i < result.total_part_count(); ++i)
        if (const auto& part = result.GetTestPartResult(i); part.failed())
            std::cerr << part.file_name() << ":" << part.line_number() << ": " << part.message()
                      << '\n';
    std::exit(result.Failed() ? 1 : 0);
}

/// Runs `body`. On CUDA, `body` makes the GPU unusable for its process, so it runs in a child
/// process, because later tests of this process need the GPU.
void run_in_child(bool is_cuda, const std::function<void()>& body) {
    if (!is_cuda) return body();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(run_and_exit(body), testing::ExitedWithCode(0), "");
}

/// Expects that this process can no longer use the GPU, and that the error says what to do.
void expect_given_up(const std::function<void()>& action) {
    const auto error = error_of(action);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code(), ErrorCode::device_lost) << error->what();
    EXPECT_NE(error->reason().find("Restart the process"), std::string::npos) << error->what();
}

/// Expects a reset after a failed kernel to succeed on the CPU and to fail on a GPU, where the
/// process continues without the GPU.
void expect_reset_if_cpu(Device& device) {
    if (device.kind() == BackendKind::cpu) {
        device.reset();
        EXPECT_FALSE(device.is_lost());
        return expect_works(device);
    }
    for (int i = 0; i < 2; ++i) expect_given_up([&] { device.reset(); });
    EXPECT_TRUE(device.is_lost());
    unsetenv("GLINT_DEVICE");
    for (const char* name : {"cuda", "cuda:0", "auto"})
        expect_given_up([&] { Device::open(name); });
    EXPECT_EQ(devices().front().kind, BackendKind::cuda) << "is still listed";
    expect_works(Device::open("cpu"));
}

/// A page that must not be accessed, so that its address is certainly invalid.
class ForbiddenPage {
public:
    ForbiddenPage() : data_(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
    ~ForbiddenPage() { munmap(data_, 4096); }
    ForbiddenPage(const ForbiddenPage&) = delete;
    ForbiddenPage& operator=(const ForbiddenPage&) = delete;

    int* data() const { return static_cast<int*>(data_); }

private:
    void* data_;
};

enum class Target { memory, null, forbidden };

struct Fault {
    std::string kernel;
    std::set<int> results;  ///< expected CUresults
    Target target = Target::memory;
};

// GoogleTest prints a Fault by this function, so it needs no stream operator.
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.kernel; }

/// Objects that were created on a device before a kernel failed.
struct Before {
    explicit Before(const Device& device)
        : stream(device),
          other(device),
          event(device),
          memory(device, 64),
          pinned(device, 64),
          program(faults(device)),
          fills(program.kernel<void(int*, int)>("fills")) {
        std::iota(pinned.data(), pinned.data() + pinned.size(), 0);
    }

    Stream stream;
    Stream other;
    Event event;
    DeviceMemory<int> memory;
    PinnedMemory<int> pinned;
    Program program;
    Kernel<void(int*, int)> fills;
};

/// Error thrown by a launch of this kernel, or by the wait for it.
std::optional<Error> failure_of(Stream& stream, Before& before, const std::string& kernel,
                                int* target) {
    return error_of([&] {
        before.program.kernel<void(int*)>(kernel).launch(stream, threads(32, 32u), target);
        stream.synchronize();
    });
}

void expect_all_dead(Before& before, const Device& device, const std::string& kernel) {
    std::vector<int> host(64);
    expect_lost(error_of([&] { before.stream.synchronize(); }), kernel);
    expect_lost(error_of([&] { before.other.synchronize(); }), kernel);
    expect_lost(error_of([&] { before.event.synchronize(); }), kernel);
    expect_lost(error_of([&] { fill(before.other, before.memory.span(), 1); }), kernel);
    expect_lost(error_of([&] { download(before.other, host, before.memory.span()); }), kernel);
    expect_lost(
        error_of([&] { before.fills.launch(before.other, threads(64, 64u), before.memory, 1); }),
        kernel);
    expect_lost(error_of([&] { DeviceMemory<int>(device, 1); }), kernel);
    expect_lost(error_of([&] { Stream{device}; }), kernel);
    expect_lost(error_of([&] { (void)device.free_memory_bytes(); }), kernel);
}

class FaultOnEach : public testing::TestWithParam<std::tuple<std::string, Fault>> {
protected:
    Device open() const { return Device::open(std::get<0>(GetParam())); }
    bool is_cuda() const { return std::get<0>(GetParam()) == "cuda"; }
    const Fault& fault() const { return std::get<1>(GetParam()); }

    /// Error thrown while waiting for the failing kernel.
    std::optional<Error> fail(Before& before) const {
        return failure_of(before.stream, before, fault().kernel, target(before));
    }

private:
    int* target(Before& before) const {
        switch (fault().target) {
            case Target::memory: return before.memory.data();
            case Target::null: return nullptr;
            case Target::forbidden: return page_.data();
        }
        return nullptr;
    }

    ForbiddenPage page_;
};

TEST_P(FaultOnEach, IsReportedOnceWithTheKernel) {
    run_in_child(is_cuda(), [this] {
        Device device = open();
        {
            Before before(device);
            const auto error = fail(before);
            ASSERT_TRUE(error);
            EXPECT_EQ(error->code(), ErrorCode::launch);
            EXPECT_EQ(error->operation(), "run kernel '" + fault().kernel + "'");
            EXPECT_EQ(device.is_lost(), is_cuda());
            if (is_cuda()) {
                EXPECT_TRUE(fault().results.contains(error->native_code())) << error->what();
                expect_all_dead(before, device, fault().kernel);
            } else {
                EXPECT_EQ(error->native_code(), 0);
                before.stream.synchronize();
            }
        }  // destroying all these objects must not fail
        expect_reset_if_cpu(device);
    });
}

void expect_opened_again(const Device& device) {
    const Device fresh = Device::open("cpu");
    EXPECT_EQ(fresh, device);
    expect_works(fresh);
}

void expect_not_opened_again(const Device& device, Before& before, const std::string& kernel) {
    for (const char* name : {"cuda", "cuda:0"})
        expect_lost(error_of([&] { Device::open(name); }), kernel);
    EXPECT_TRUE(device.is_lost());
    expect_all_dead(before, device, kernel);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(before.pinned.data()[i], i) << "taken by opening";
}

TEST_P(FaultOnEach, ReopeningWorksWhileOldObjectsExist) {
    run_in_child(is_cuda(), [this] {
        Device device = open();
        Before before(device);
        ASSERT_TRUE(fail(before));
        if (is_cuda()) {
            expect_not_opened_again(device, before, fault().kernel);
        } else {
            expect_opened_again(device);
        }
        expect_works(Device::open("cpu"));
    });
}

TEST_P(FaultOnEach, ReopeningWorksAfterAllObjectsAreGone) {
    run_in_child(is_cuda(), [this] {
        {
            const Device device = open();
            Before before(device);
            ASSERT_TRUE(fail(before));
        }
        if (is_cuda()) {
            expect_given_up([this] { open(); });
        } else {
            expect_works(open());
        }
    });
}

std::vector<Fault> faults_of_all() {
    return {{.kernel = "writes_null", .results = {700, 719}, .target = Target::null},
            {.kernel = "writes_elsewhere", .results = {700}, .target = Target::forbidden},
            {.kernel = "asserts", .results = {710}},
            {.kernel = "traps", .results = {715, 719}}};
}

std::string name_of(const testing::TestParamInfo<std::tuple<std::string, Fault>>& info) {
    return std::get<0>(info.param) + "_" + std::get<1>(info.param).kernel;
}

INSTANTIATE_TEST_SUITE_P(Backends, FaultOnEach,
                         testing::Combine(test::each_backend(), testing::ValuesIn(faults_of_all())),
                         name_of);

using FaultOnDevice = test::OnEachBackend;

// Only on a GPU, because CPUs allow misaligned accesses.
TEST(FaultOnGpu, MisalignedAccessesFail) {
    if (const std::string why = cuda_unavailable_reason(); !why.empty())
        GTEST_SKIP() << "cuda: " << why;
    run_in_child(true, [] {
        Device device = Device::open("cuda");
        Before before(device);
        const auto error = failure_of(before.stream, before, "misaligned", before.memory.data());
        ASSERT_TRUE(error);
        EXPECT_EQ(error->native_code(), 716) << error->what();
        EXPECT_EQ(error->operation(), "run kernel 'misaligned'");
        expect_reset_if_cpu(device);
    });
}

TEST_P(FaultOnDevice, DoesNotNameFinishedKernels) {
    run_in_child(GetParam() == "cuda", [this] {
        Device device = open();
        Before before(device);
        before.fills.launch(before.stream, threads(64, 64u), before.memory, 1);
        before.stream.synchronize();
        const auto error = failure_of(before.other, before, "traps", nullptr);
        ASSERT_TRUE(error);
        EXPECT_EQ(error->operation(), "run kernel 'traps'");
        expect_reset_if_cpu(device);
    });
}

TEST_P(FaultOnDevice, NamesAllPossiblyFailedKernels) {
    run_in_child(GetParam() == "cuda", [this] {
        Device device = open();
        Before before(device);
        before.fills.launch(before.other, threads(64, 64u), before.memory, 1);
        const auto error = failure_of(before.stream, before, "traps", nullptr);
        ASSERT_TRUE(error);
        EXPECT_EQ(error->operation(), GetParam() == "cpu"
                                          ? "run kernel 'traps'"
                                          : "run one of the kernels 'fills', 'traps'");
        expect_reset_if_cpu(device);
    });
}

void expect_reset_ended(Stream& stream) {
    const auto error = error_of([&] { stream.synchronize(); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code(), ErrorCode::device_lost);
    EXPECT_NE(error->reason().find("the device was reset"), std::string::npos) << error->what();
}

TEST_P(FaultOnDevice, HealthyDevicesCanBeReset) {
    run_in_child(GetParam() == "cuda", [this] {
        Device device = open();
        const Device before = device;
        std::optional<DeviceMemory<int>> memory(std::in_place, device, 64);
        Stream stream(device);
        device.reset();
        if (GetParam() == "cpu") {
            EXPECT_EQ(device, before);
            stream.synchronize();
        } else {
            EXPECT_NE(device, before);
            EXPECT_EQ(open(), device);
            expect_reset_ended(stream);
        }
        memory.reset();
        expect_works(device);
    });
}

TEST_P(FaultOnDevice, ResetReportsUnnoticedFailures) {
    run_in_child(GetParam() == "cuda", [this] {
        Device device = open();
        Before before(device);
        before.program.kernel<void(int*)>("traps").launch(before.stream, threads(1, 1u), nullptr);
        expect_reset_if_cpu(device);
        if (GetParam() == "cpu") {
            before.stream.synchronize();
        } else {
            expect_lost(error_of([&] { before.stream.synchronize(); }), "traps");
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Backends, FaultOnDevice, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
