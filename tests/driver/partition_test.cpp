// SPDX-License-Identifier: MIT
#include <glint/driver/partition.hpp>

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
TEST(PartitionOnTheCpu, IsRefused) {
    expect_error(ErrorCode::unsupported,
                 "the CPU has no multiprocessors to partition. The threads of the CPU serve all "
                 "streams equally",
                 [] { (void)Partition(Device::open("cpu"), {.multiprocessors = 1}); });
    EXPECT_THROW((void)Partition(Device::open("cpu"), {.multiprocessors = 1000}), Error);
}

class PartitionOnCuda : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = cuda_unavailable_reason(); !why.empty())
            GTEST_SKIP() << "cuda: " << why;
        device_.emplace(Device::open("cuda"));
        try {
            parts_.emplace(*device_, PartitionOptions{.multiprocessors = 8, .groups = 2});
        } catch (const Error& error) {
            if (error.code() != ErrorCode::unsupported) throw;
            GTEST_SKIP() << "cuda: " << error.what();
        }
        module_.emplace(*device_, test::compiled(*device_, "partition.cu").image);
    }

    /// The multiprocessors that run the blocks of a large launch on `stream`.
    std::set<unsigned> used_by(Stream& stream) {
        const auto where = module_->kernel<void(unsigned*)>("where");
        DeviceMemory<unsigned> numbers(*device_, 4000);
        where.launch(stream, {.grid = {4000}, .block = {256}}, numbers);
        const auto host = to_vector(stream, numbers);
        return {host.begin(), host.end()};
    }

    std::optional<Device> device_;
    std::optional<Partition> parts_;
    std::optional<Module> module_;
};

TEST_F(PartitionOnCuda, KernelsUseOnlyTheirMultiprocessors) {
    std::set<unsigned> seen;
    unsigned expected = 0;
    for (const MultiprocessorGroup& group : parts_->groups()) {
        EXPECT_GE(group.multiprocessors(), 8u);
        Stream stream = group.stream();
        const std::set<unsigned> used = used_by(stream);
        EXPECT_LE(used.size(), group.multiprocessors());
        expected += static_cast<unsigned>(used.size());
        seen.insert(used.begin(), used.end());
    }
    EXPECT_EQ(seen.size(), expected);  // no multiprocessor in common
}

TEST_F(PartitionOnCuda, DistributesAllMultiprocessors) {
    const unsigned all = device_->info().multiprocessors;
    const auto expect_refusal = [&](unsigned groups, unsigned each) {
        expect_error(ErrorCode::invalid_argument,
                     fmt::format("the partition needs {} of {}, but {} has {}",
                                 text::counted(groups, "group"),
                                 text::counted(each, "multiprocessor"), device_->name(), all),
                     [&] { (void)Partition(*device_, {each, groups}); });
    };
    expect_refusal(1, 0);
    expect_refusal(0, 8);
    expect_refusal(1, all + 1);
    expect_refusal(1u << 31, 2);
}

TEST_F(PartitionOnCuda, RemainderHasTheOtherMultiprocessors) {
    ASSERT_TRUE(parts_->rest());
    unsigned all = parts_->rest()->multiprocessors();
    for (const MultiprocessorGroup& group : parts_->groups()) all += group.multiprocessors();
    EXPECT_EQ(all, device_->info().multiprocessors);
    Stream stream = parts_->rest()->stream({.priority = 0});
    EXPECT_LE(used_by(stream).size(), parts_->rest()->multiprocessors());
}

TEST_F(PartitionOnCuda, GroupStreamsSupportAllOperations) {
    Stream plain(*device_);
    Stream first = parts_->groups()[0].stream();
    parts_.reset();
    auto memory = to_device(plain, std::vector<int>(1000, 1));
    fill(first, memory.span(), 5);
    plain.wait(first);
    EXPECT_EQ(to_vector(plain, memory), std::vector<int>(1000, 5));
    const DeviceMemory<int> pooled(first, 100);
    EXPECT_NE(pooled.data(), nullptr);
}

}  // namespace
}  // namespace glint
