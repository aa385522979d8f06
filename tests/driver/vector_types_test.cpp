// SPDX-License-Identifier: MIT
// Kernels' vector types, represented by the host's own structs, and a stream that reads and writes
// page-locked memory.
#include <gtest/gtest.h>

#include <driver/kernels.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

struct alignas(16) Double2 {
    double x, y;
};
struct Uchar3 {
    unsigned char x, y, z;
};

class VectorTypes : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
    Module module_{device_, test::compiled(device_, "vector_types.cu").image};
};

TEST_P(VectorTypes, RoundTripBetweenKernelsAndHost) {
    DeviceMemory<Float3> triples(device_, 400);
    module_.kernel<void(Float3*)>("set_triples")
        .launch(stream_, {.grid = {4}, .block = {100}}, triples);
    std::vector<Float3> expected(400);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto x = static_cast<float>(i);
        expected[i] = {x, 0.5f * x, -x};
    }
    EXPECT_EQ(to_vector(stream_, triples), expected);
}

TEST_P(VectorTypes, ArePassedByValue) {
    const Double2 a{0.5, 1.5};
    const Float4 b{10, 20, 30, 40};
    const Uchar3 c{100, 200, 250};
    const std::vector<double> expected{110.5, 221.5, 280, 40};
    DeviceMemory<double> to(device_, 4);
    module_.kernel<void(Double2, Float4, Uchar3, double*)>("add_vectors")
        .launch(stream_, {}, a, b, c, to);
    EXPECT_EQ(to_vector(stream_, to), expected);
    fill(stream_, to.span(), 0);
    module_.kernel("add_vectors").launch(stream_, {}, {a, b, c, to});
    EXPECT_EQ(to_vector(stream_, to), expected);
}

TEST_P(VectorTypes, CopyBetweenPageLockedMemory) {
    constexpr std::size_t kCount = 400;
    PinnedMemory<float> a(device_, kCount), b(device_, kCount), product(device_, kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
        a.data()[i] = 0.25f * static_cast<float>(i);
        b.data()[i] = 3.0f - static_cast<float>(i);
    }
    DeviceMemory<float> on_device(stream_, 3 * kCount);
    const auto first = on_device.span().subspan(0, kCount);
    const auto second = on_device.span().subspan(kCount, kCount);
    const auto third = on_device.span().subspan(2 * kCount, kCount);
    upload(stream_, first, a.span());
    upload(stream_, second, b.span());
    module_.kernel<void(const float*, const float*, float*)>("multiply")
        .launch(stream_, {.grid = {4}, .block = {100}}, first, second, third);
    download(stream_, product.span(), third);
    stream_.synchronize();
    for (std::size_t i = 0; i < kCount; ++i)
        ASSERT_EQ(product.data()[i], a.data()[i] * b.data()[i]) << i;
}

INSTANTIATE_TEST_SUITE_P(Backends, VectorTypes, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
