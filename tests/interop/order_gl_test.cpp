// SPDX-License-Identifier: MIT
// Which streams wait for which, tested with kernels that wait until another thread releases them.
#include <chrono>
#include <thread>

#include <glm/vec4.hpp>

#include <driver/gate.hpp>
#include <interop/on_each_way.hpp>

#include <glint/interop/shared_buffer.hpp>
#include <glint/interop/shared_texture.hpp>

namespace glint::interop {
namespace {

/// Delays a stream by 100 ms.
class LateGate {
public:
    explicit LateGate(Stream& stream) : gate_(stream) {}

private:
    test::Gate gate_;
    std::jthread opener_{[this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        gate_.open();
    }};
};

class Order : public test::OnEachWay {
protected:
    static constexpr unsigned kCount = 5000;

    SharedBuffer<glm::vec4> buffer() {
        return {device(), context(), kCount, {.name = "numbers", .sharing = way()}};
    }
    void number(Stream& stream, SharedBuffer<glm::vec4>& buffer, float first) {
        const auto kernel = program().kernel<void(unsigned, float, glm::vec4*)>("number");
        const auto mapped = buffer.map(stream);
        kernel.launch(stream, threads(kCount), kCount, first, mapped);
    }
    void accumulate(Stream& stream, SharedBuffer<glm::vec4>& buffer) {
        const auto kernel = program().kernel<void(unsigned, glm::vec4*)>("accumulate");
        const auto mapped = buffer.map(stream);
        kernel.launch(stream, threads(kCount), kCount, mapped);
    }
};

TEST_P(Order, OpenGlWaitsForBufferWrites) {
    auto shared = buffer();
    number(stream(), shared, 1.0f);
    EXPECT_EQ(shared.gl().download()[0].x, 1.0f);
    const LateGate gate(stream());
    number(stream(), shared, 100.0f);
    const std::vector<glm::vec4> seen = shared.gl().download();
    EXPECT_EQ(seen[0].x, 100.0f);
    EXPECT_EQ(seen[kCount - 1].x, 100.0f + kCount - 1);
}

TEST_P(Order, OpenGlWaitsForTextureWrites) {
    SharedTexture shared(device(), context(),
                         {.width = 32, .height = 16, .format = PixelFormat::r32f},
                         {.name = "picture", .sharing = way()});
    const auto slope = program().kernel<void(int, int, float, Surface)>("slope");
    const auto draw = [&](float scale) {
        const auto mapped = shared.map(stream());
        slope.launch(stream(), threads_2d(32, 16), 32, 16, scale, mapped);
    };
    draw(1.0f);
    EXPECT_EQ(shared.gl().download<float>()[511], 511.0f);
    const LateGate gate(stream());
    draw(3.0f);
    EXPECT_EQ(shared.gl().download<float>()[511], 1533.0f);
}

TEST_P(Order, MapsOnAnotherStreamWaitForTheFirst) {
    auto shared = buffer();
    Stream second(device());
    number(stream(), shared, 0.0f);
    accumulate(stream(), shared);
    EXPECT_EQ(shared.gl().download()[7].x, 8.0f);
    const LateGate gate(stream());
    number(stream(), shared, 100.0f);
    accumulate(second, shared);
    const std::vector<glm::vec4> seen = shared.gl().download();
    EXPECT_EQ(seen[0].x, 101.0f);
    EXPECT_EQ(seen[kCount - 1].x, 101.0f + kCount - 1);
}

// The second stream writes while the first one could still be copying or running.
TEST_P(Order, LastOfTwoStreamsWins) {
    auto shared = buffer();
    Stream second(device());
    number(stream(), shared, 0.0f);
    const LateGate gate(stream());
    accumulate(stream(), shared);
    number(second, shared, 50.0f);
    EXPECT_EQ(shared.gl().download()[9].x, 59.0f);
    stream().synchronize();
    second.synchronize();
    EXPECT_EQ(shared.gl().download()[9].x, 59.0f);
    accumulate(second, shared);
    EXPECT_EQ(shared.gl().download()[9].x, 60.0f);
}

INSTANTIATE_TEST_SUITE_P(Ways, Order, testing::ValuesIn(test::every_way()), test::way_name);

}  // namespace
}  // namespace glint::interop
