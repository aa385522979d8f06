// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gl/headless.hpp>
#include <gtest/gtest.h>
#include <support/backends.hpp>

#include <glint/compiler/program.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::test {

/// Kernels shared by the tests in this folder.
inline constexpr const char* kSharingKernels = R"(
extern "C" __global__ void number(unsigned int count, float first, float4* out) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = make_float4(first + i, -1.0f * i, 0.5f, 1.0f);
}
extern "C" __global__ void accumulate(unsigned int count, float4* values) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i].x += 1.0f;
}
extern "C" __global__ void slope(int width, int height, float scale, cudaSurfaceObject_t picture) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite(scale * (x + y * width), picture, x * (int)sizeof(float), y);
})";

/// A backend, and a way of sharing to test on it.
struct BackendWay {
    std::string backend;
    interop::Sharing way;
};

inline std::vector<BackendWay> every_way() {
    std::vector<BackendWay> all;
    for (const std::string& backend : backend_names())
        for (const interop::Sharing way :
             interop::sharing_methods(backend == "cpu" ? BackendKind::cpu : BackendKind::cuda))
            all.push_back({backend, way});
    return all;
}

/// Ways of sharing that can share memory allocated by OpenGL.
inline std::vector<BackendWay> every_way_but_export() {
    std::vector<BackendWay> all = every_way();
    std::erase_if(all,
                  [](const BackendWay& each) { return each.way == interop::Sharing::exported; });
    return all;
}

inline std::string way_name(const testing::TestParamInfo<BackendWay>& info) {
    return info.param.backend + "_" + std::string(to_string(info.param.way));
}

/// Provides a context, a device and a stream, for each available way of sharing.
class OnEachWay : public OnContext, public testing::WithParamInterface<BackendWay> {
protected:
    void SetUp() override {
        OnContext::SetUp();
        if (IsSkipped()) return;
        device_.emplace(Device::open(GetParam().backend));
        stream_.emplace(*device_);
        program_.emplace(Program::from_text(*device_, "sharing.cu", kSharingKernels));
    }

    interop::Sharing way() const { return GetParam().way; }
    Device& device() { return *device_; }
    Stream& stream() { return *stream_; }
    Program& program() { return *program_; }
    void drop_stream() { stream_.reset(); }

private:
    std::optional<Device> device_;
    std::optional<Stream> stream_;
    std::optional<Program> program_;
};

}  // namespace glint::test
