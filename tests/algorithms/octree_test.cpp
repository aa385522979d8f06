// SPDX-License-Identifier: MIT
#include <glint/algorithms/octree.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <limits>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/compiler/compile_ahead.hpp>

#include <support/backends.hpp>
#include <support/nvrtc.hpp>

namespace glint {
namespace {

using Points = std::vector<PointMass>;

constexpr std::uint64_t kOutside = ~std::uint64_t(0);
constexpr unsigned kDeepest = LinearOctree::kLevels - 1;

/// A dense ball inside a sparse one.
Points clustered(std::size_t count, unsigned seed = 1) {
    std::mt19937 generator(seed);
    std::normal_distribution<float> normal;
    std::uniform_real_distribution<float> uniform(0.5f, 1.5f);
    Points points(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float size = i % 3 == 0 ? 4.0f : 0.05f;
        points[i] = {1 + size * normal(generator), size * normal(generator),
                     size * normal(generator) - 2, uniform(generator)};
    }
    return points;
}

/// Host copies of a tree's arrays.
struct Found {
    explicit Found(const LinearOctree& tree)
        : order(tree.order().to_vector()),
          keys(tree.keys().to_vector()),
          points(tree.points().to_vector()),
          groups(tree.groups().to_vector()),
          nodes(tree.nodes().to_vector()),
          moments(tree.moments().to_vector()) {}

    std::vector<std::uint32_t> order;
    std::vector<std::uint64_t> keys;
    Points points;
    std::vector<std::uint32_t> groups;
    std::vector<OctreeNode> nodes;
    std::vector<OctreeMoments> moments;

    friend bool operator==(const Found&, const Found&) = default;
};

/// Finds the nodes of a range of keys by subdividing cell by cell; returns one list per level.
void divide(const std::vector<std::uint64_t>& keys, std::uint32_t first, std::uint32_t end,
            unsigned level, unsigned leaf, std::vector<std::vector<OctreeNode>>& levels) {
    const bool is_leaf = end - first <= leaf || level == kDeepest;
    OctreeNode node{.first = first, .end = end, .level = static_cast<std::uint16_t>(level)};
    const auto digit = [&](std::uint32_t i) { return keys[i] >> 3 * (kDeepest - 1 - level) & 7; };
    for (std::uint32_t i = first; !is_leaf && i < end; ++node.children) {
        std::uint32_t next = i;
        while (next < end && digit(next) == digit(i)) ++next;
        divide(keys, i, next, level + 1, leaf, levels);
        i = next;
    }
    if (levels.size() <= level) levels.resize(level + 1);
    levels[level].push_back(node);
}
std::vector<OctreeNode> divided(const std::vector<std::uint64_t>& keys, std::uint32_t count,
                                unsigned leaf) {
    std::vector<std::vector<OctreeNode>> levels(LinearOctree::kLevels);
    divide(keys, 0, count, 0, leaf, levels);
    std::vector<OctreeNode> nodes;
    for (auto& level : levels) {
        std::ranges::sort(level, {}, &OctreeNode::first);
        nodes.insert(nodes.end(), level.begin(), level.end());
    }
    std::uint32_t child = 1;
    for (OctreeNode& node : nodes)
        if (node.children > 0) {
            node.child = child;
            child += node.children;
        }
    return nodes;
}

class OctreeTest : public test::OnEachBackend {
protected:
    Array<PointMass> array(const Points& points) { return {stream_, std::span(points)}; }
    LinearOctree tree_of(const Points& points, const OctreeOptions& options = {}) {
        LinearOctree tree(stream_, options);
        const Array<PointMass> given = array(points);
        tree.build(given.view());
        return tree;
    }

    Stream stream_{open()};
};

TEST_P(OctreeTest, NodesMatchTopDownSubdivision) {
    const Points points = clustered(5000);
    for (const unsigned leaf : {1u, 7u, 16u, 64u, 5000u}) {
        const LinearOctree tree = tree_of(points, {.leaf = leaf});
        const Found found(tree);
        ASSERT_TRUE(std::ranges::is_sorted(found.keys));
        EXPECT_EQ(found.nodes, divided(found.keys, 5000, leaf)) << leaf;
        std::size_t first = 0;
        for (unsigned level = 0; level <= kDeepest; ++level)
            for (std::size_t i = 0; i < tree.level_sizes()[level]; ++i)
                EXPECT_EQ(found.nodes[first++].level, level);
        EXPECT_EQ(first, found.nodes.size());
    }
}

TEST_P(OctreeTest, SortsPointsIntoCells) {
    const Points points = clustered(3000);
    const LinearOctree tree = tree_of(points, {.leaf = 4});
    const Found found(tree);
    std::vector<std::uint32_t> seen = found.order;
    std::ranges::sort(seen);
    for (std::uint32_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i);
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_EQ(found.points[i], points[found.order[i]]);
    EXPECT_EQ(tree.inside(), points.size());
    const float side = found.moments[0].side;
    for (std::size_t i = 0; i < found.nodes.size(); ++i) {
        const OctreeNode& node = found.nodes[i];
        EXPECT_FLOAT_EQ(found.moments[i].side, std::ldexp(side, -node.level));
        const auto spread = [&](auto coordinate) {
            const auto [least, most] = std::minmax_element(
                found.points.begin() + node.first, found.points.begin() + node.end,
                [&](auto& a, auto& b) { return coordinate(a) < coordinate(b); });
            return coordinate(*most) - coordinate(*least);
        };
        const float most = found.moments[i].side * 1.00001f + 1e-6f;
        EXPECT_LE(spread([](const PointMass& p) { return p.x; }), most);
        EXPECT_LE(spread([](const PointMass& p) { return p.y; }), most);
        EXPECT_LE(spread([](const PointMass& p) { return p.z; }), most);
    }
}

TEST_P(OctreeTest, SumsMoments) {
    const Points points = clustered(4000);
    const LinearOctree tree = tree_of(points);
    const Found found(tree);
    for (std::size_t i = 0; i < found.nodes.size(); ++i) {
        const OctreeNode& node = found.nodes[i];
        const OctreeMoments& own = found.moments[i];
        double mass = 0, x = 0, y = 0, z = 0, xx = 0, xy = 0, zz = 0, yz = 0;
        for (std::uint32_t k = node.first; k < node.end; ++k) {
            const PointMass& p = found.points[k];
            mass += p.mass, x += p.mass * p.x, y += p.mass * p.y, z += p.mass * p.z;
        }
        x /= mass, y /= mass, z /= mass;
        for (std::uint32_t k = node.first; k < node.end; ++k) {
            const PointMass& p = found.points[k];
            xx += p.mass * (p.x - x) * (p.x - x), xy += p.mass * (p.x - x) * (p.y - y);
            zz += p.mass * (p.z - z) * (p.z - z), yz += p.mass * (p.y - y) * (p.z - z);
        }
        EXPECT_NEAR(own.centre.mass, mass, 1e-5 * mass);
        const double near = 1e-5 * (own.side + 1);
        EXPECT_NEAR(own.centre.x, x, near);
        EXPECT_NEAR(own.centre.y, y, near);
        EXPECT_NEAR(own.centre.z, z, near);
        const double size = mass * own.side * own.side;
        EXPECT_NEAR(own.xx, xx, 1e-5 * size);
        EXPECT_NEAR(own.xy, xy, 1e-5 * size);
        EXPECT_NEAR(own.yz, yz, 1e-5 * size);
        EXPECT_NEAR(own.zz, zz, 1e-5 * size);
        EXPECT_LE(own.offset, 0.8661f * own.side);
    }
}

TEST_P(OctreeTest, GroupsStayWithinBuckets) {
    const Points points = clustered(6000);
    const LinearOctree tree = tree_of(points, {.group = 32, .bucket = 200});
    const Found found(tree);
    ASSERT_EQ(found.groups.size(), tree.group_count() + 1);
    EXPECT_EQ(found.groups.front(), 0u);
    EXPECT_EQ(found.groups.back(), 6000u);
    const std::vector<OctreeNode> buckets = divided(found.keys, 6000, 200);
    std::vector<std::uint32_t> expected;
    for (const OctreeNode& node : buckets)
        if (node.children == 0)
            for (std::uint32_t i = node.first; i < node.end; i += 32) expected.push_back(i);
    std::ranges::sort(expected);
    expected.push_back(6000);
    EXPECT_EQ(found.groups, expected);
    EXPECT_LT(tree.group_count(), 6000u / 32 * 2);  // most lanes of a tree walk have a point
}

TEST_P(OctreeTest, CoincidentPointsShareALeaf) {
    Points points = clustered(500);
    for (std::size_t i = 0; i < 300; ++i) points.push_back({0.5f, 0.25f, -1, 1});
    const LinearOctree tree = tree_of(points);
    const Found found(tree);
    EXPECT_EQ(tree.coinciding(), 300u);
    EXPECT_EQ(found.nodes, divided(found.keys, 800, 16));
    std::size_t clumps = 0;
    for (std::size_t i = 0; i < found.nodes.size(); ++i)
        if (found.moments[i].side < 0) {
            ++clumps;
            EXPECT_EQ(found.nodes[i].end - found.nodes[i].first, 300u);
            EXPECT_EQ(found.nodes[i].level, kDeepest);
            EXPECT_EQ(found.moments[i].centre, (PointMass{0.5f, 0.25f, -1, 300}));
        }
    EXPECT_EQ(clumps, 1u);
}

TEST_P(OctreeTest, IndistinguishablePointsShareOneLeaf) {
    const LinearOctree tree = tree_of(Points(1000, {3, 4, 5, 2}));
    const Found found(tree);
    EXPECT_EQ(found.nodes.size(), LinearOctree::kLevels);
    EXPECT_EQ(tree.coinciding(), 1000u);
    EXPECT_EQ(found.moments.front().centre, (PointMass{3, 4, 5, 2000}));
    EXPECT_EQ(tree.group_count(), 32u);
}

TEST_P(OctreeTest, IgnoresNonFiniteAndDistantPoints) {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
    Points points = clustered(700);
    points[3].x = kNotANumber;
    points[90].y = -kInfinite;
    points[91].z = 1001;
    points[200].mass = kNotANumber;
    points[699].x = 1e30f;
    const LinearOctree tree = tree_of(points, {.reach = 1000});
    const Found found(tree);
    EXPECT_EQ(tree.outside(), 5u);
    EXPECT_EQ(tree.inside(), 695u);
    EXPECT_EQ(std::ranges::count(found.keys, kOutside), 5);
    EXPECT_EQ((std::vector(found.order.end() - 5, found.order.end())),
              (std::vector<std::uint32_t>{3, 90, 91, 200, 699}));
    EXPECT_EQ(found.nodes, divided(found.keys, 695, 16));
    EXPECT_LT(found.moments.front().side, 100);
    EXPECT_EQ(found.groups.back(), 695u);

    const LinearOctree none = tree_of(Points(40, {kNotANumber, 0, 0, 1}));
    EXPECT_EQ(none.outside(), 40u);
    EXPECT_EQ(none.nodes().size(), 0u);
    EXPECT_EQ(none.group_count(), 0u);
}

TEST_P(OctreeTest, ZeroAndOnePointsAreSupported) {
    LinearOctree tree = tree_of({});
    EXPECT_EQ(tree.inside(), 0u);
    EXPECT_EQ(tree.nodes().size(), 0u);
    const Array<PointMass> one = array({{7, 8, 9, 3}});
    tree.build(one.view());
    const Found found(tree);
    EXPECT_EQ(found.nodes, (std::vector<OctreeNode>{{.first = 0, .end = 1}}));
    EXPECT_EQ(found.moments.front().centre, (PointMass{7, 8, 9, 3}));
    EXPECT_EQ(found.groups, (std::vector<std::uint32_t>{0, 1}));
}

TEST_P(OctreeTest, BuildsAreBitIdentical) {
    const Points points = clustered(20000, 5);
    const Found first(tree_of(points)), second(tree_of(points));
    EXPECT_TRUE(first == second);
}

TEST_P(OctreeTest, ReadsViewsAtAnyStride) {
    const Points points = clustered(64);
    Points twice;
    for (const PointMass& p : points) twice.insert(twice.end(), {p, {99, 99, 99, 99}});
    const Array<PointMass> given = array(twice);
    LinearOctree tree(stream_);
    tree.build(given(slice(0, 128, 2)));
    EXPECT_TRUE(Found(tree) == Found(tree_of(points)));
}

TEST_P(OctreeTest, RefusesInvalidOptions) {
    EXPECT_THROW(LinearOctree(stream_, {.leaf = 0}), Error);
    EXPECT_THROW(LinearOctree(stream_, {.group = 0}), Error);
    EXPECT_THROW(LinearOctree(stream_, {.bucket = 0}), Error);
    EXPECT_THROW(LinearOctree(stream_, {.reach = 0}), Error);
}

TEST(OctreeAhead, CompilesTheKernelsThatNeedNodes) {
    GLINT_NEEDS_NVRTC();
    std::atomic<std::size_t> nodes = 0, groups = 0, sources = 0;
    std::promise<void> built;
    CompileAhead ahead("sm_90");  // its destructor cancels work that has not started
    ahead.start([&](const Device& stand_in) {
        const Array<PointMass> points(Stream(stand_in), 100'000);
        LinearOctree tree(points.stream());
        tree.build(points.view());
        nodes = tree.nodes().size();
        groups = tree.group_count();
        sources = ahead.progress().total;
        built.set_value();
    });
    ASSERT_EQ(built.get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready)
        << ahead.failure();
    EXPECT_GT(nodes, 10'000u);
    EXPECT_GT(groups, 1000u);
    EXPECT_GE(sources, 6u) << "two sorts of two sources each, a sum, and the tree's own";
}

INSTANTIATE_TEST_SUITE_P(Backends, OctreeTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
