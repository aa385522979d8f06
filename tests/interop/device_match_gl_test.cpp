// SPDX-License-Identifier: MIT
#include <glint/interop/device_match.hpp>

#include <algorithm>
#include <cstdlib>

#include <interop/on_each_way.hpp>

namespace glint::interop {
namespace {

using DeviceFor = test::OnContext;

TEST_F(DeviceFor, SelectsTheGpuThatDraws) {
    const auto is_the_drawing_one = [&](const DeviceInfo& info) {
        return info.kind == BackendKind::cuda && context().device_uuid() == info.uuid;
    };
    const bool one_draws = std::ranges::any_of(devices(), is_the_drawing_one);
    EXPECT_EQ(draws_on(context(), device_for(context())), one_draws);
}

TEST_F(DeviceFor, OpenGlAndCudaNameTheSameGpu) {
    const auto by_cuda = gpu_named_by_cuda(context());
    const bool one_draws = std::ranges::any_of(devices(), [&](const DeviceInfo& info) {
        return info.kind == BackendKind::cuda && context().device_uuid() == info.uuid;
    });
    EXPECT_EQ(by_cuda.has_value(), one_draws);
    if (by_cuda) {
        EXPECT_EQ(by_cuda, context().device_uuid());
    }
    const auto uuid = context().device_uuid();
    EXPECT_EQ(drawing_gpu(context()), uuid ? uuid : by_cuda);
}

TEST_F(DeviceFor, ExplicitDevicesTakePrecedence) {
    EXPECT_EQ(device_for(context(), "cpu").kind(), BackendKind::cpu);
}

TEST_F(DeviceFor, EnvironmentTakesPrecedence) {
    setenv("GLINT_DEVICE", "cpu", 1);
    EXPECT_EQ(device_for(context()).kind(), BackendKind::cpu);
    unsetenv("GLINT_DEVICE");
}

TEST_F(DeviceFor, TheCpuDrawsNowhere) { EXPECT_FALSE(draws_on(context(), Device::open("cpu"))); }

}  // namespace
}  // namespace glint::interop
