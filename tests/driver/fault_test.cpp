// A kernel that fails is one error with its name, and the process goes on.
#include <optional>
#include <set>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <glint/base/error.hpp>
#include <glint/compiler/program.hpp>

#include <driver/transfer.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::to_host;

Program faults(const Device& device) {
    return {device, std::filesystem::path(GLINT_TEST_DATA_DIR) / "faults.cu"};
}

/// The Error that `action` throws; fails the test if it throws none.
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
    EXPECT_NE(error->reason().find("kernel '" + kernel + "' failed before"), std::string::npos)
        << error->what();
}

void expect_works(const Device& device) {
    Stream stream(device);
    DeviceMemory<int> memory(device, 256);
    Program program = faults(device);
    program.kernel<void(int*, int)>("fills").launch(stream, threads(256, 64u), memory, 5);
    EXPECT_EQ(to_host(stream, memory.span()), std::vector<int>(256, 5));
}

/// A page of this process that nobody may touch, unlike any address that one could make up.
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
    std::set<int> results;  ///< one of these CUresults
    Target target = Target::memory;
};

// Without streaming operators of its own, for GoogleTest.
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.kernel; }

/// What was made on a device before a kernel failed there.
struct Before {
    explicit Before(const Device& device)
        : stream(device),
          other(device),
          event(device),
          memory(device, 64),
          program(faults(device)),
          fills(program.kernel<void(int*, int)>("fills")) {}

    Stream stream;
    Stream other;
    Event event;
    DeviceMemory<int> memory;
    Program program;
    Kernel<void(int*, int)> fills;
};

/// What a launch of this kernel, or waiting for it, throws.
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
    expect_lost(error_of([&] { download(before.other, std::span(host), before.memory.span()); }),
                kernel);
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

    /// What waiting for the failing kernel throws.
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
    }  // all that was made here goes, and may
    device.reset();
    EXPECT_FALSE(device.is_lost());
    expect_works(device);
}

TEST_P(FaultOnEach, AFreshDeviceWorksBesideDeadObjects) {
    Device device = open();
    Before before(device);
    ASSERT_TRUE(fail(before));
    const Device fresh = open();
    EXPECT_EQ(fresh == device, !is_cuda());
    expect_works(fresh);
    if (is_cuda()) {
        expect_all_dead(before, device, fault().kernel);
        EXPECT_TRUE(device.is_lost());
        Stream stream(fresh);
        expect_lost(error_of([&] { before.fills.launch(stream, threads(64, 64u), nullptr, 1); }),
                    fault().kernel);
        expect_lost(error_of([&] { stream.wait(before.event); }), fault().kernel);
        device.reset();  // gives what there is already, and harms it not
        EXPECT_EQ(device, fresh);
        stream.synchronize();
    }
    expect_works(fresh);
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

// Processors allow them.
TEST(FaultOnGpu, MisalignedAccessesFail) {
    if (const std::string why = cuda_unavailable_reason(); !why.empty())
        GTEST_SKIP() << "cuda: " << why;
    Device device = Device::open("cuda");
    Before before(device);
    const auto error = failure_of(before.stream, before, "misaligned", before.memory.data());
    ASSERT_TRUE(error);
    EXPECT_EQ(error->native_code(), 716) << error->what();
    EXPECT_EQ(error->operation(), "run kernel 'misaligned'");
    device.reset();
    expect_works(device);
}

TEST_P(FaultOnDevice, NamesNoKernelThatIsKnownToBeDone) {
    Device device = open();
    Before before(device);
    before.fills.launch(before.stream, threads(64, 64u), before.memory, 1);
    before.stream.synchronize();
    const auto error = failure_of(before.other, before, "traps", nullptr);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->operation(), "run kernel 'traps'");
    device.reset();
    expect_works(device);
}

TEST_P(FaultOnDevice, NamesAllThatMayHaveFailed) {
    Device device = open();
    Before before(device);
    before.fills.launch(before.other, threads(64, 64u), before.memory, 1);
    const auto error = failure_of(before.stream, before, "traps", nullptr);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->operation(), GetParam() == "cpu" ? "run kernel 'traps'"
                                                      : "run one of the kernels 'fills', 'traps'");
    device.reset();
    expect_works(device);
}

TEST_P(FaultOnDevice, ResetOfAHealthyDevice) {
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
        const auto error = error_of([&] { stream.synchronize(); });
        EXPECT_EQ(error->code(), ErrorCode::device_lost);
        EXPECT_NE(error->reason().find("it was reset"), std::string::npos) << error->what();
    }
    memory.reset();
    expect_works(device);
}

TEST_P(FaultOnDevice, ResetForgetsFailuresThatNobodyMet) {
    Device device = open();
    Before before(device);
    before.program.kernel<void(int*)>("traps").launch(before.stream, threads(1, 1u), nullptr);
    device.reset();
    if (GetParam() == "cpu") before.stream.synchronize();
    expect_works(device);
}

INSTANTIATE_TEST_SUITE_P(Backends, FaultOnDevice, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
