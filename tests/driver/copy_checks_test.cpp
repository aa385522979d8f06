// SPDX-License-Identifier: MIT
// Errors of copies and fills. Invalid memory never ends the process.
#include <glint/driver/memory.hpp>

#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <glint/base/error.hpp>
#include <glint/base/mapped_memory.hpp>
#include <glint/driver/stream.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <driver/kernels.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

/// Pages of host memory, which the destructor unmaps.
class Pages {
public:
    explicit Pages(std::size_t size_bytes, int protection = PROT_READ | PROT_WRITE)
        : size_bytes_(size_bytes),
          data_(mmap(nullptr, size_bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
    ~Pages() { give_back(); }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    int* data() const { return static_cast<int*>(data_); }
    void give_back() { munmap(data_, size_bytes_); }

private:
    std::size_t size_bytes_;
    void* data_;
};

void expect_alive(Stream& stream) {
    const std::vector<int> values{1, 2, 3};
    EXPECT_EQ(to_vector(stream, to_device(stream, values).span()), values);
}

/// Expects an error whose message contains `reason`, either from the call or when the stream
/// executes the work.
template <class Action>
void expect_copy_refused(Stream& stream, const std::string& reason, const Action& action) {
    try {
        action();
        stream.synchronize();
        ADD_FAILURE() << "not refused: " << reason;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
    expect_alive(stream);
}

/// Members shared by the tests of all devices.
class CheckedCopies {
protected:
    explicit CheckedCopies(const Device& device) : device_(device) {}

    template <class Action>
    void expect_refused(const std::string& reason, const Action& action) {
        expect_copy_refused(stream_, reason, action);
    }

    Device device_;
    Stream stream_{device_};
    DeviceMemory<int> memory_{device_, 100};
    std::vector<int> host_ = std::vector<int>(100);
};

class CopyChecks : public testing::TestWithParam<std::string>, protected CheckedCopies {
protected:
    CopyChecks() : CheckedCopies(Device::open(GetParam())) {}
    bool is_cpu() const { return GetParam() == "cpu"; }
};

/// Errors that the CPU backend detects during copies. On CUDA, the driver accesses host memory
/// without these checks.
class CopyChecksOfTheCpu : public testing::Test, protected CheckedCopies {
protected:
    CopyChecksOfTheCpu() : CheckedCopies(Device::open("cpu")) {}
};

TEST_P(CopyChecks, NullPointersAreRefused) {
    const DeviceSpan<int> nothing(nullptr, 100);
    const std::span<int> no_host(static_cast<int*>(nullptr), 100);
    expect_error(ErrorCode::invalid_argument, "the destination is null",
                 [&] { upload(stream_, nothing, host_); });
    expect_error(ErrorCode::invalid_argument, "the source is null",
                 [&] { upload(stream_, memory_.span(), no_host); });
    expect_error(ErrorCode::invalid_argument, "the destination is null",
                 [&] { download(stream_, no_host, memory_.span()); });
    expect_error(ErrorCode::invalid_argument, "the source is null",
                 [&] { download(stream_, host_, nothing); });
    expect_error(ErrorCode::invalid_argument, "the source is null",
                 [&] { copy(stream_, memory_.span(), nothing); });
    try {
        fill(stream_, nothing, 1);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "cannot fill 400 B: the destination is null");
    }
}

TEST_P(CopyChecks, SubspansMustLieWithinTheSpan) {
    const DeviceSpan<int> span = memory_.span();
    EXPECT_EQ(span.subspan(100, 0).size(), 0u);
    EXPECT_EQ(span.subspan(99, 1).data(), memory_.data() + 99);
    expect_error(ErrorCode::invalid_argument,
                 "the range of 1 element from index 100 is out of bounds",
                 [&] { (void)span.subspan(100, 1); });
    expect_error(ErrorCode::invalid_argument,
                 "the range of 0 elements from index 101 is out of bounds",
                 [&] { (void)span.subspan(101, 0); });
    try {
        (void)span.subspan(99, ~std::size_t{0});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "cannot create a subspan of 100 elements: the range of 18446744073709551615 elements "
            "from index 99 is out of bounds");
    }
}

TEST_P(CopyChecks, OverlappingCopiesAreRefused) {
    const DeviceSpan<int> span = memory_.span();
    const auto reason = "the source and the destination overlap";
    expect_error(ErrorCode::invalid_argument, reason, [&] { copy(stream_, span, span); });
    expect_error(ErrorCode::invalid_argument, reason,
                 [&] { copy(stream_, span.subspan(1, 50), span.subspan(50, 50)); });
    copy(stream_, span.subspan(0, 50), span.subspan(50, 50));
    copy(stream_, span.subspan(50, 50), span.subspan(0, 50));
    stream_.synchronize();
}

TEST_P(CopyChecks, CopiesBeyondAnAllocationAreRefused) {
    const DeviceSpan<int> beyond(memory_.data() + 10, 100);
    std::vector<int> other(100);
    const std::string reason =
        is_cpu() ? "40 bytes past the end of the buffer of 400 B" : "past the end of the 400 B";
    expect_refused(reason, [&] { upload(stream_, beyond, host_); });
    expect_refused(reason, [&] { download(stream_, host_, beyond); });
    expect_refused(reason, [&] { fill(stream_, beyond, 1); });
}

TEST_P(CopyChecks, FreedMemoryIsRefused) {
    DeviceSpan<int> freed;
    {
        const DeviceMemory<int> gone(device_, 100);
        freed = {const_cast<int*>(gone.data()), gone.size()};
    }
    const std::string reason =
        is_cpu() ? "which was freed" : "the address is not in the GPU's memory";
    expect_refused(reason, [&] { upload(stream_, freed, host_); });
    expect_refused(reason, [&] { download(stream_, host_, freed); });
    expect_refused(reason, [&] { copy(stream_, memory_.span(), freed); });
    expect_refused(reason, [&] { copy(stream_, freed, memory_.span()); });
    expect_refused(reason, [&] { fill(stream_, freed, 1); });
}

TEST_P(CopyChecks, UnmappedAddressesAreRefused) {
    Pages pages(4096);
    pages.give_back();
    const DeviceSpan<int> stray(pages.data(), 100);
    const std::span<int> stray_host(pages.data(), 100);
    const std::string on_device = is_cpu() ? "the address is not in the memory of this process"
                                           : "the address is not in the GPU's memory";
    EXPECT_FALSE(is_mapped(pages.data(), 1));
    expect_refused(on_device, [&] { upload(stream_, stray, host_); });
    expect_refused(on_device, [&] { download(stream_, host_, stray); });
    expect_refused(on_device, [&] { copy(stream_, memory_.span(), stray); });
    expect_refused(on_device, [&] { fill(stream_, stray, 1); });
    expect_refused("the address is not in the memory of this process",
                   [&] { upload(stream_, memory_.span(), stray_host); });
    expect_refused("the address is not in the memory of this process",
                   [&] { download(stream_, stray_host, memory_.span()); });
}

TEST_P(CopyChecks, HolesInHostMemoryAreDetected) {
    const Pages pages(3 * 4096);
    auto* middle = reinterpret_cast<std::byte*>(pages.data()) + 4096;
    EXPECT_TRUE(is_mapped(pages.data(), 3 * 4096));
    munmap(middle, 4096);
    EXPECT_FALSE(is_mapped(pages.data(), 3 * 4096));
    EXPECT_TRUE(is_mapped(pages.data(), 4096));
    EXPECT_FALSE(is_mapped(pages.data(), 4097));
    DeviceMemory<int> large(device_, 3 * 1024);
    expect_refused("the address is not in the memory of this process", [&] {
        upload(stream_, large.span(), std::span<const int>(pages.data(), 3 * 1024));
    });
}

TEST_F(CopyChecksOfTheCpu, RefuseInaccessibleHostMemory) {
    const Pages closed(1 << 16, PROT_NONE), read_only(1 << 16, PROT_READ);
    expect_refused("cannot copy 400 B: read at 0x", [&] {
        upload(stream_, memory_.span(), std::span<const int>(closed.data(), 100));
    });
    expect_refused("cannot copy 400 B: write at 0x",
                   [&] { download(stream_, std::span(read_only.data(), 100), memory_.span()); });
    expect_refused("cannot fill 40.0 kB: write at 0x",
                   [&] { fill(stream_, DeviceSpan<int>(read_only.data(), 10000), 1); });
    const DeviceMemory<int> large(device_, 3 << 20);
    const Pages target(std::size_t{12} << 20, PROT_READ);
    expect_refused("write at 0x",
                   [&] { download(stream_, std::span(target.data(), 3 << 20), large.span()); });
}

TEST_F(CopyChecksOfTheCpu, RefuseMemoryUnmappedBeforeTheCopy) {
    Pages pages(4096);
    {
        test::Gate gate(stream_);
        upload(stream_, memory_.span(), std::span<const int>(pages.data(), 100));
        pages.give_back();
        gate.open();
    }
    expect_refused("cannot copy 400 B: read at 0x", [] {});
}

/// Buffers that were allocated, and then freed in the same order.
class FreedBuffers {
public:
    explicit FreedBuffers(const Device& device) : device_(device) {}
    void add(std::size_t size_bytes) {
        const DeviceMemory<char> memory(device_, size_bytes);
        addresses_.push_back(memory.data());
    }
    /// True if the backend still remembers the freed buffer.
    bool knows(std::size_t index) const {
        const auto fault =
            device_.backend()->memory_fault(addresses_.at(index), 4, driver::MemorySide::device);
        return fault && fault->ends_with("which was freed");
    }

private:
    Device device_;
    std::vector<const char*> addresses_;
};

// The backend remembers at most 64 freed buffers, of at most 1 MiB, so that memory does not pile
// up.
TEST_F(CopyChecksOfTheCpu, ReportRecentlyFreedBuffers) {
    FreedBuffers large(device_);
    large.add(std::size_t{1} << 19);
    large.add(std::size_t{1} << 19);
    EXPECT_TRUE(large.knows(0));
    EXPECT_TRUE(large.knows(1));
    large.add(8);
    EXPECT_FALSE(large.knows(0));
    EXPECT_TRUE(large.knows(1));
    EXPECT_TRUE(large.knows(2));
    FreedBuffers small(device_);
    for (int i = 0; i < 64; ++i) small.add(8);
    EXPECT_TRUE(small.knows(0));
    EXPECT_FALSE(large.knows(2));
    small.add(8);
    EXPECT_FALSE(small.knows(0));
    EXPECT_TRUE(small.knows(1));
    EXPECT_TRUE(small.knows(64));
}

TEST_F(CopyChecksOfTheCpu, FailuresDoNotAffectTheNextCopy) {
    const Pages closed(4096, PROT_NONE);
    std::vector<int> values(100, 5);
    upload(stream_, memory_.span(), std::span<const int>(closed.data(), 100));
    upload(stream_, memory_.span(), values);
    EXPECT_THROW(stream_.synchronize(), Error);
    EXPECT_EQ(to_vector(stream_, memory_), values);
}

TEST_P(CopyChecks, VariablesOfModulesAreDeviceMemory) {
    const Module module = test::kernels(device_);
    const auto factors = module.global<float>("factors");
    const std::vector<float> values{4, 3, 2, 1};
    upload(stream_, factors, values);
    EXPECT_EQ(to_vector(stream_, factors), values);
    fill(stream_, factors.subspan(1, 2), 9.0f);
    EXPECT_EQ(to_vector(stream_, factors), (std::vector<float>{4, 9, 9, 1}));
}

TEST_P(CopyChecks, PageLockedMemoryIsHostAndDeviceMemory) {
    PinnedMemory<int> pinned(device_, 100);
    const DeviceSpan<int> as_device(pinned.data(), pinned.size());
    fill(stream_, as_device, 3);
    copy(stream_, memory_.span(), as_device);
    EXPECT_EQ(to_vector(stream_, memory_), std::vector<int>(100, 3));
}

INSTANTIATE_TEST_SUITE_P(Backends, CopyChecks, test::each_backend(), test::name);

class CopyChecksWithTheCpu : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = cuda_unavailable_reason(); !why.empty())
            GTEST_SKIP() << "cuda: " << why;
    }
};

TEST_F(CopyChecksWithTheCpu, HostMemoryIsNotGpuMemory) {
    Stream stream(Device::open("cuda"));
    DeviceMemory<int> memory(stream.device(), 100);
    std::vector<int> values(100);
    const DeviceSpan<int> host(values.data(), values.size());
    const auto reason = "the address is not in the GPU's memory";
    expect_copy_refused(stream, reason, [&] { copy(stream, memory.span(), host); });
    expect_copy_refused(stream, reason, [&] { fill(stream, host, 1); });
}

TEST_F(CopyChecksWithTheCpu, GpuMemoryIsNotCpuMemory) {
    const DeviceMemory<int> memory(Device::open("cuda"), 100);
    Stream stream(Device::open("cpu"));
    DeviceMemory<int> own(stream.device(), 100);
    expect_copy_refused(stream,
                        "cannot copy 400 B: ", [&] { copy(stream, own.span(), memory.span()); });
}

}  // namespace
}  // namespace glint
