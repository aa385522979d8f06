#include <apps/particles/starting_cloud.hpp>

#include <base/scratch.hpp>

namespace glint::apps {
namespace {

using Point = std::array<float, 3>;

std::vector<Point> fitted(std::vector<Point> points) {
    PointCloud cloud{std::move(points), {}};
    fit_to_scene(cloud);
    return cloud.positions;
}

void expect_near(const Point& actual, const Point& expected) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(actual[axis], expected[axis], 1e-6f) << "axis " << axis;
}

TEST(StartingCloud, IsScaledEvenlyByItsLargestSide) {
    const auto points = fitted({{0, 0, 0}, {10, 0, 0}, {10, 5, 0}, {0, 0, 2}});
    expect_near(points[0], {-0.8f, -0.4f, -0.16f});
    expect_near(points[1], {0.8f, -0.4f, -0.16f});
    expect_near(points[2], {0.8f, 0.4f, -0.16f});
    expect_near(points[3], {-0.8f, -0.4f, 0.16f});
}

TEST(StartingCloud, KeepsItsShapeFarFromZero) {
    // A survey's coordinates: floats there lie half a metre apart.
    const auto points =
        fitted({{5e6f, -4e6f, 100}, {5e6f + 16, -4e6f, 100}, {5e6f, -4e6f + 8, 100}});
    expect_near(points[0], {-0.8f, -0.4f, 0});
    expect_near(points[1], {0.8f, -0.4f, 0});
    expect_near(points[2], {-0.8f, 0.4f, 0});
}

TEST(StartingCloud, PutsOnePointIntoTheMiddle) {
    expect_near(fitted({{7, -8, 9}}).front(), {0, 0, 0});
}

TEST(StartingCloud, TakesTheLargestFloats) {
    const auto points = fitted({{-3e38f, 0, 0}, {3e38f, 0, 0}});
    expect_near(points[0], {-0.8f, 0, 0});
    expect_near(points[1], {0.8f, 0, 0});
}

TEST(StartingCloud, KeepsColoursAndGivesPaleBlueWhereThereAreNone) {
    const test::TemporaryFolder folder;
    const PointCloud coloured =
        read_starting_cloud(folder.write("a.csv", "x,y,z,r,g,b\n0,0,0,255,0,0\n1,0,0,0,128,255\n"));
    ASSERT_EQ(coloured.colours.size(), 2u);
    EXPECT_EQ(coloured.colours[0], (std::array<std::uint8_t, 4>{255, 0, 0, 255}));
    EXPECT_EQ(coloured.colours[1], (std::array<std::uint8_t, 4>{0, 128, 255, 255}));
    const PointCloud plain = read_starting_cloud(folder.write("b.csv", "0,0,0\n1,0,0\n2,0,0\n"));
    ASSERT_EQ(plain.colours.size(), 3u);
    EXPECT_EQ(plain.colours[2], (std::array<std::uint8_t, 4>{150, 190, 255, 255}));
}

}  // namespace
}  // namespace glint::apps
