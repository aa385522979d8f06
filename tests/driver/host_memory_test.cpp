// SPDX-License-Identifier: MIT
// Page-locked memory: allocated, registered, and accessed by kernels.
#include <glint/driver/host_registration.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using HostMemory = test::OnEachBackend;

void add_twice(Stream& stream, DeviceSpan<const float> x, DeviceSpan<float> y) {
    const auto saxpy = test::kernels(stream.device())
                           .kernel<void(std::size_t, float, const float*, float*)>("saxpy");
    saxpy.launch(stream, threads(x.size()), x.size(), 2.0f, x, y);
    stream.synchronize();
}

TEST_P(HostMemory, KernelsAccessPinnedMemoryDirectly) {
    Stream stream(open());
    PinnedMemory<float> x(stream.device(), 500);
    PinnedMemory<float> y(stream.device(), 500);
    std::ranges::fill(x.span(), 3.0f);
    std::ranges::fill(y.span(), 1.0f);
    add_twice(stream, x.device_span(), y.device_span());
    EXPECT_EQ(std::vector<float>(y.span().begin(), y.span().end()), std::vector<float>(500, 7.0f));
}

TEST_P(HostMemory, MayBeWriteCombined) {
    Stream stream(open());
    PinnedMemory<int> from(stream.device(), 1000, {.write_combined = true});
    std::ranges::fill(from.span(), 11);
    DeviceMemory<int> to(stream.device(), 1000);
    upload(stream, to.span(), from.span());
    EXPECT_EQ(to_vector(stream, to), std::vector<int>(1000, 11));
}

TEST_P(HostMemory, EmptyPinnedMemoryIsNull) {
    const PinnedMemory<int> none(open(), 0);
    EXPECT_EQ(none.device_data(), nullptr);
}

TEST_P(HostMemory, KernelsAccessRegisteredMemoryDirectly) {
    Stream stream(open());
    PageVector<float> x(3000, 2.0f);
    PageVector<float> y(3000, 1.0f);
    const HostRegistration of_x(stream.device(), std::span(x));
    const HostRegistration of_y(stream.device(), std::span(y));
    // A range that starts in the middle of a page.
    const auto part = std::span(y).subspan(100, 2000);
    add_twice(stream, of_x.device_span(std::span(std::as_const(x)).first(2000)),
              of_y.device_span(part));
    EXPECT_EQ(y[99], 1.0f);
    EXPECT_EQ(y[100], 5.0f);
    EXPECT_EQ(y[2099], 5.0f);
    EXPECT_EQ(y[2100], 1.0f);
}

TEST_P(HostMemory, RegistrationsCoverWholePagesOnce) {
    const Device device = open();
    PageVector<char> bytes(3 * 4096);
    const auto all = std::span(bytes);
    const HostRegistration first(device, all.subspan(100, 5000));  // covers two pages
    try {
        const HostRegistration second(device, all.subspan(8000, 10));
        FAIL() << "a page was locked twice";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_state) << error.what();
        EXPECT_EQ(error.reason(), "some of the pages are already page-locked");
    }
    const HostRegistration third(device, all.subspan(8192, 10));
}

TEST_P(HostMemory, MemoryCanBeRegisteredAgainLater) {
    const Device device = open();
    PageVector<int> values(100);
    { const HostRegistration first(device, std::span(values)); }
    HostRegistration second(device, std::span(values));
    HostRegistration moved(std::move(second));
    second = HostRegistration();
    expect_error(ErrorCode::invalid_state, "some of the pages are already page-locked",
                 [&] { const HostRegistration again(device, std::span(values)); });
    moved = HostRegistration();
    EXPECT_NO_THROW(HostRegistration(device, std::span(values)));
}

TEST_P(HostMemory, EmptyRegistrationsAreRefused) {
    expect_error(ErrorCode::invalid_argument, "the size is 0",
                 [&] { const HostRegistration none(open(), std::span<int>()); });
    const int value = 0;
    expect_error(ErrorCode::invalid_state, "no memory is registered",
                 [&] { (void)HostRegistration().device_span(std::span(&value, 1)); });
}

INSTANTIATE_TEST_SUITE_P(Backends, HostMemory, test::each_backend(), test::name);

TEST(PageVector, OwnsWholePages) {
    for (const std::size_t count : {1u, 1023u, 1025u, 100'000u}) {
        PageVector<int> values(count, 7);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % 4096, 0u) << count;
        EXPECT_EQ(values.back(), 7);
    }
    EXPECT_THROW(PageAllocator<int>().allocate(std::size_t{1} << 63), std::bad_array_new_length);
}

}  // namespace
}  // namespace glint
