// SPDX-License-Identifier: MIT
#include <glint/interop/self_test.hpp>

#include <glint/driver/memory.hpp>

#include <interop/on_each_way.hpp>

namespace glint::interop {
namespace {

class SelfTest : public test::OnContext, public testing::WithParamInterface<std::string> {};

TEST_P(SelfTest, EverySharingMethodWorksAndHasACost) {
    const Device device = Device::open(GetParam());
    const std::vector<SharingReport> reports = test_sharing(device, context());
    ASSERT_EQ(reports.size(), sharing_methods(device.kind()).size());
    for (const SharingReport& report : reports) {
        EXPECT_EQ(report.failure, "") << to_string(report.way);
        EXPECT_GT(report.frame_buffer.count(), 0.0);
        EXPECT_GT(report.frame_texture.count(), 0.0);
        EXPECT_LT(report.frame_texture.count(), 1.0);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, SelfTest, test::each_backend(), test::name);

/// Gives kernels other memory than GL reads, as a broken driver might.
class ElsewhereBridge final : public Bridge {
public:
    explicit ElsewhereBridge(const Device& device) : memory_(device, 256) {}
    void map(driver::Stream&) override {}
    void unmap(driver::Stream&) override {}
    void give_to_gl() override {}
    void* address() const noexcept override { return const_cast<std::byte*>(memory_.data()); }

private:
    DeviceMemory<std::byte> memory_;
};

TEST_P(SelfTest, FailsIfOpenGlCannotSeeTheMemory) {
    const Device device = Device::open(GetParam());
    BufferParts parts{gl::RawBuffer(context(), 256),
                      SharedResource(device, {"a broken buffer", Sharing::host}, context(),
                                     std::make_unique<ElsewhereBridge>(device))};
    const Error error = test::error_of([&] { verify(device, parts); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_TRUE(
        test::contains(error.what(), "cannot share a broken buffer by the method 'host': byte "));
}

}  // namespace
}  // namespace glint::interop
