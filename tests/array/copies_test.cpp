// SPDX-License-Identifier: MIT
// Copies to and from arrays and views, by the functions that copy any memory. Each array or view
// has its own stream.
#include <glint/array/array.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/views.hpp>

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class ArrayCopies : public test::OnEachBackend {
protected:
    /// Delays a stream for a moment.
    static void delay(Stream& stream) {
        stream.call([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
    }

    Device device_ = open();
    Stream stream_{device_};
    Stream other_{device_};
    const std::vector<int> counted_{1, 2, 3, 4, 5, 6};
};

TEST_P(ArrayCopies, WorkForAllMemoryKinds) {
    Array<int> x(stream_, Shape{2, 3});
    upload(stream_, x, counted_);
    EXPECT_EQ(x.to_vector(), counted_);
    const std::vector<int> row{7, 8, 9};
    upload(stream_, x(1), row);
    EXPECT_EQ(to_vector(stream_, x), (std::vector<int>{1, 2, 3, 7, 8, 9}));
    DeviceMemory<int> memory = to_device(stream_, counted_);
    copy(stream_, x, memory);
    fill(stream_, x(0), 0);
    copy(stream_, memory, x);
    EXPECT_EQ(to_vector(stream_, memory), (std::vector<int>{0, 0, 0, 4, 5, 6}));
    std::vector<int> last(3);
    download(stream_, last, x(1));
    stream_.synchronize();
    EXPECT_EQ(last, (std::vector<int>{4, 5, 6}));
}

TEST_P(ArrayCopies, AreOrderedWithTheArraysStream) {
    Array<int> x(stream_, 6);
    delay(stream_);
    x = 1;
    upload(other_, x, counted_);  // must run after x is set to 1
    delay(other_);
    fill(other_, x(slice(0, 2)), 9);
    x += 10;  // must run after the fill with 9
    EXPECT_EQ(to_vector(other_, x), (std::vector<int>{19, 19, 13, 14, 15, 16}));
    delay(stream_);
    x = 3;
    std::vector<int> seen(6);
    download(other_, seen, x);
    other_.synchronize();
    EXPECT_EQ(seen, std::vector<int>(6, 3));
    Array<int> y(other_, 6);
    delay(other_);
    y = 5;
    copy(stream_, x, y);
    y = 6;
    EXPECT_EQ(x.to_vector(), std::vector<int>(6, 5));
}

TEST_P(ArrayCopies, NoncontiguousViewsAreRefused) {
    Array<int> x(stream_, 6);
    expect_error(ErrorCode::invalid_argument, "the elements are not contiguous",
                 [&] { fill(stream_, x(slice(0, 6, 2)), 1); });
    x = 4;
    EXPECT_EQ(to_vector(stream_, x(slice(0, 6, 2))), std::vector<int>(3, 4));
}

INSTANTIATE_TEST_SUITE_P(Backends, ArrayCopies, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
