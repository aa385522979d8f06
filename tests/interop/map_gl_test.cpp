// SPDX-License-Identifier: MIT
#include <glint/interop/detail/map_scope.hpp>

#include <memory>
#include <new>
#include <vector>

#include <glm/vec4.hpp>

#include <interop/on_each_way.hpp>
#include <support/complaints.hpp>

#include <glint/interop/shared_buffer.hpp>
#include <glint/interop/shared_texture.hpp>

namespace glint::interop {
namespace {

using test::error_of;

class MapSeveral : public test::OnEachWay {
protected:
    template <class T>
    SharedBuffer<T> buffer(const char* name, std::size_t count) {
        return {device(), context(), count, {.name = name, .sharing = way()}};
    }
};

TEST_P(MapSeveral, MapsBuffersAndTexturesTogether) {
    auto a = buffer<glm::vec4>("a", 1000);
    auto b = buffer<glm::vec4>("b", 500);
    SharedTexture c(device(), context(), {.width = 20, .height = 10, .format = PixelFormat::r32f},
                    {.name = "c", .sharing = way()});
    const auto number = program().kernel<void(unsigned, float, glm::vec4*)>("number");
    const auto slope = program().kernel<void(int, int, float, Surface)>("slope");
    {
        const auto [x, y, z] = map(stream(), a, b, c);
        number.launch(stream(), threads(1000), 1000u, 1.0f, x);
        number.launch(stream(), threads(500), 500u, 2.0f, y);
        slope.launch(stream(), threads_2d(20, 10), 20, 10, 3.0f, z);
    }
    EXPECT_EQ(a.gl().download()[999].x, 1000.0f);
    EXPECT_EQ(b.gl().download()[499].x, 501.0f);
    EXPECT_EQ(c.gl().download<float>()[199], 597.0f);
}

TEST_P(MapSeveral, MappedResourcesLeaveTheOthersUnmapped) {
    auto a = buffer<float>("a", 10);
    auto b = buffer<float>("b", 10);
    const auto mapped = b.map(stream());
    EXPECT_EQ(error_of([&] { (void)map(stream(), a, b); }).code(), ErrorCode::invalid_state);
    EXPECT_NO_THROW((void)a.map(stream()));
}

TEST_P(MapSeveral, DuplicatesAreRefused) {
    auto a = buffer<float>("a", 10);
    EXPECT_STREQ(error_of([&] { (void)map(stream(), a, a); }).what(),
                 "cannot map shared buffer 'a' (40 B): the resource is listed twice");
    EXPECT_NO_THROW((void)a.map(stream()));
}

/// Shares nothing and fails to unmap.
class BrokenBridge final : public Bridge {
public:
    explicit BrokenBridge(int& unmaps) : unmaps_(unmaps) {}
    void map(driver::Stream&) override {}
    void unmap(driver::Stream&) override {
        ++unmaps_;
        throw std::bad_alloc();
    }
    void give_to_gl() override {}

private:
    int& unmaps_;
};

TEST_P(MapSeveral, FailuresLeaveTheOthersUnmapped) {
    int unmaps = 0;
    auto fine = buffer<float>("fine", 10);
    const auto broken =
        std::make_shared<SharedResource>(device(), SharedResource::Facts{.description = "broken"},
                                         context(), std::make_unique<BrokenBridge>(unmaps));
    {
        const test::ExpectedComplaints logged(1);  // logged by the destructor
        const MapScope scope(stream(), {broken, fine.resource()});
    }
    {
        MapScope scope(stream(), {broken, fine.resource()});
        EXPECT_THROW(scope.unmap(), std::bad_alloc);
        EXPECT_FALSE(scope.is_open());
    }
    EXPECT_EQ(unmaps, 2);
    const auto number = program().kernel<void(unsigned, float, glm::vec4*)>("number");
    auto values = buffer<glm::vec4>("values", 10);
    {
        const auto scope =
            std::make_shared<MapScope>(stream(), std::vector{broken, values.resource()});
        number.launch(stream(), threads(10), 10u, 1.0f, values.bind(scope));
        EXPECT_THROW(scope->unmap(), std::bad_alloc);
    }
    EXPECT_EQ(values.gl().download()[9].x, 10.0f);
}

TEST_P(MapSeveral, UnmappingOneUnmapsAll) {
    auto a = buffer<float>("a", 10);
    auto b = buffer<float>("b", 10);
    auto [x, y] = map(stream(), a, b);
    x.unmap();
    EXPECT_EQ(error_of([&] { (void)y.data(); }).code(), ErrorCode::invalid_state);
    EXPECT_NO_THROW((void)map(stream(), b, a));
}

INSTANTIATE_TEST_SUITE_P(Ways, MapSeveral, testing::ValuesIn(test::every_way()), test::way_name);

}  // namespace
}  // namespace glint::interop
