// SPDX-License-Identifier: MIT
// The message of a run that loses its GPU. Other errors must not be reported as a lost GPU.
#include <gtest/gtest.h>

#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/image.hpp>
#include <gl/headless.hpp>
#include <glint/driver/module.hpp>
#include <glint/studio/host.hpp>

namespace glint::studio {
namespace {

class LostRun : public test::OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        fake_cuda::refuse_to_recover(false);
    }
    std::optional<std::string> loss(const std::exception& error, const Device& device) {
        return loss_message(error, device, context());
    }
};

TEST_F(LostRun, ReportsTheKernelThatFailed) {
    const Device device = Device::open("cuda");
    Stream stream(device);
    Module module(device, fake_cuda::kImage);
    const auto raise = module.kernel<void()>("raise");
    EXPECT_EQ(loss(Error(ErrorCode::io, "write", "the disk is full"), device), std::nullopt);
    raise.launch(stream, LaunchShape{});
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    const Error first = test::error_of([&] { stream.synchronize(); });
    EXPECT_EQ(loss(first, device),
              "cannot run kernel 'raise': CUDA_ERROR_ILLEGAL_ADDRESS (fake), detected when glint "
              "tried to wait for a stream");
    const Error next = test::error_of([&] { raise.launch(stream, LaunchShape{}); });
    EXPECT_EQ(next.code(), ErrorCode::device_lost);
    EXPECT_EQ(loss(next, device), next.what());
    EXPECT_EQ(loss(std::runtime_error("at last"), device), "at last");
}

}  // namespace
}  // namespace glint::studio
