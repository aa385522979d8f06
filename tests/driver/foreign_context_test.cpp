// SPDX-License-Identifier: MIT
// glint with other users of CUDA in one process: their contexts stay current.
#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/compiler/program.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

#ifdef GLINT_WITH_CUDA
#include <glint/cuda/api.hpp>
#endif

namespace glint {
namespace {

using test::expect_error;

TEST(ForeignContext, InvalidContextsAreRefused) {
    if (cuda_unavailable_reason().empty()) {
        expect_error(ErrorCode::invalid_argument, "the context is a null pointer",
                     [] { Device::adopt(nullptr); });
    } else {
        EXPECT_THROW(Device::adopt(nullptr), Error);
    }
}

#ifdef GLINT_WITH_CUDA

using driver::cuda::api;
using driver::cuda::check;

/// A context created by another library; it is current on this thread during its lifetime.
class ContextOfOthers {
public:
    ContextOfOthers() {
        using Create = CUresult(CUcontext*, unsigned, CUdevice);
        auto* create = reinterpret_cast<Create*>(driver::cuda::find_symbol("cuCtxCreate_v2"));
        check(create(&context_, 0, 0), "create a context");
    }
    ~ContextOfOthers() {
        using Destroy = CUresult(CUcontext);
        reinterpret_cast<Destroy*>(driver::cuda::find_symbol("cuCtxDestroy_v2"))(context_);
    }
    ContextOfOthers(const ContextOfOthers&) = delete;
    ContextOfOthers& operator=(const ContextOfOthers&) = delete;

    CUcontext get() const { return context_; }

private:
    CUcontext context_ = nullptr;
};

CUcontext current() {
    CUcontext context = nullptr;
    check(api().cuCtxGetCurrent(&context), "read the current context");
    return context;
}

constexpr const char* kPutSource = R"(
__device__ int offset = 3;
extern "C" __global__ void put(int* out) { out[threadIdx.x] = threadIdx.x + offset; })";

/// Makes every kind of call, and checks the current context after each one.
void use(Device device, CUcontext expected) {
    const auto look = [&](const char* after) { EXPECT_EQ(current(), expected) << after; };
    Stream stream(device);
    look("a stream");
    Event event(device);
    look("an event");
    DeviceMemory<int> memory(device, 64);
    PinnedMemory<int> pinned(device, 64);
    look("memory");
    Program program = Program::from_text(device, "put.cu", kPutSource);
    look("a program");
    program.kernel<void(int*)>("put").launch(stream, threads(64, 64u), memory);
    look("a launch");
    (void)program.global<int>("offset");
    look("a global");
    stream.record(event);
    stream.wait(event);
    look("an event's use");
    download(stream, pinned.span(), memory.span());
    stream.synchronize();
    look("a copy");
    EXPECT_EQ(pinned.data()[63], 66);
    event.synchronize();
    device.synchronize();
    (void)device.memory();
    (void)device.limit(DeviceLimit::stack_bytes);
    look("waits and questions");
    EXPECT_THROW(DeviceMemory<char>(device, std::size_t{1} << 50), Error);
    look("a failure");
}

class WithForeignContexts : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = cuda_unavailable_reason(); !why.empty())
            GTEST_SKIP() << "cuda: " << why;
    }
};

TEST_F(WithForeignContexts, GlintMakesNoContextCurrent) {
    ASSERT_EQ(current(), nullptr);
    use(Device::open("cuda:0"), nullptr);
    EXPECT_EQ(current(), nullptr);
}

TEST_F(WithForeignContexts, AForeignContextStaysCurrent) {
    const ContextOfOthers others;
    ASSERT_EQ(current(), others.get());
    const Device device = Device::open("cuda:0");
    EXPECT_NE(device.native(), others.get());
    use(device, others.get());
    Device again = device;
    again.reset();
    EXPECT_EQ(current(), others.get());
    use(again, others.get());
}

TEST_F(WithForeignContexts, AForeignContextCanBeAdopted) {
    const ContextOfOthers others;
    {
        Device device = Device::adopt(others.get());
        EXPECT_EQ(device.native(), others.get());
        EXPECT_EQ(device.info().ordinal, 0);
        EXPECT_EQ(Device::adopt(others.get()), device);
        EXPECT_NE(Device::open("cuda:0"), device);
        use(device, others.get());
        expect_error(ErrorCode::invalid_state,
                     "the context of the GPU was adopted. Destroy the context where it was "
                     "created, and adopt a new context",
                     [&] { device.reset(); });
    }
    EXPECT_EQ(current(), others.get()) << "its owner still has it";
}

TEST_F(WithForeignContexts, AdoptingAnOpenContextGivesItsDevice) {
    const Device device = Device::open("cuda:0");
    EXPECT_EQ(Device::adopt(device.native()), device);
}

#endif

}  // namespace
}  // namespace glint
