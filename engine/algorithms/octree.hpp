// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

namespace glint {

/// A place with a mass, or another weight; a kernel's float4.
struct alignas(16) PointMass {
    float x = 0, y = 0, z = 0;
    float mass = 0;  ///< not negative

    friend bool operator==(const PointMass&, const PointMass&) = default;
};

/// A cell with the points from `first` to before `end` in the tree's order. Its children are the
/// nodes from `child` on; a leaf has none. The kernels' struct in <glint/octree.cuh>.
struct alignas(16) OctreeNode {
    std::uint32_t first = 0, end = 0, child = 0;
    std::uint16_t children = 0, level = 0;

    friend bool operator==(const OctreeNode&, const OctreeNode&) = default;
};

/// What is known of a cell's points as a whole. The kernels' struct in <glint/octree.cuh>.
struct alignas(16) OctreeMoments {
    PointMass centre{};                    ///< of mass; and the mass
    float xx = 0, xy = 0, xz = 0, yy = 0;  ///< sums of mass times these, from there
    float yz = 0, zz = 0;                  ///< the same
    float side = 0;                        ///< of the cell; negative for a clump
    float offset = 0;                      ///< of the centre of mass from the cell's middle

    friend bool operator==(const OctreeMoments&, const OctreeMoments&) = default;
};

template <>
struct CudaName<PointMass> {
    static constexpr std::string_view value = "glint::PointMass";
    static constexpr std::string_view header = "#include <glint/octree.cuh>\n";
};
template <>
struct CudaName<OctreeNode> {
    static constexpr std::string_view value = "glint::OctreeNode";
    static constexpr std::string_view header = "#include <glint/octree.cuh>\n";
};
template <>
struct CudaName<OctreeMoments> {
    static constexpr std::string_view value = "glint::OctreeMoments";
    static constexpr std::string_view header = "#include <glint/octree.cuh>\n";
};

struct OctreeOptions {
    /// A cell of more points than this is divided.
    unsigned leaf = 16;
    /// Groups have so many neighbours at most, for walks: as many as the warp has lanes, or more.
    unsigned group = 32;
    /// Groups do not go across the border of a cell of more points than this.
    unsigned bucket = 256;
    /// Points further from the origin along an axis stay outside: one that has flown off would make
    /// the root so large that the deepest cells tell no others apart.
    float reach = std::numeric_limits<float>::max();
};

/// An octree of points in space without pointers: points in Morton order, and nodes level by level,
/// each a range of points and a range of children. Kernels walk it by <glint/octree.cuh>.
///
/// The root is the cube of all points; the deepest of its 22 levels has 2^63 cells. Points that
/// these do not tell apart stay in one leaf, a clump, however many they are. Points with numbers
/// that are not finite, or out of reach, are outside: last in the order, and in no node.
/// All runs give the same bits.
///
///     glint::LinearOctree tree(stream);
///     tree.build(bodies.view());
///     walk.launch(stream, shape, tree.nodes(), tree.moments(), tree.points(), tree.groups() ...);
class LinearOctree {
public:
    static constexpr std::size_t kLevels = 22;

    /// Throws Error(invalid_argument) for a leaf, group or bucket of no points, and a reach that is
    /// not above 0.
    explicit LinearOctree(const Stream& stream, const OctreeOptions& options = {});

    const OctreeOptions& options() const noexcept { return options_; }
    /// For the next tree; throws as the constructor does.
    void set_options(const OctreeOptions& options);

    /// Makes the tree of these points, fewer than 2^29, and queues finding its moments. Waits for
    /// the number of nodes. Throws Error(invalid_argument) for more points, and
    /// Error(out_of_memory); there is no tree then.
    void build(const ArrayView<const PointMass>& points);

    /// Points in the tree, which come first in its order.
    std::size_t inside() const noexcept { return order_.size() - outside_; }
    /// Those that are not.
    std::size_t outside() const noexcept { return outside_; }
    /// Points in the tree that share a cell of the deepest level with another.
    std::size_t coinciding() const noexcept { return coinciding_; }
    /// How many nodes there are on each level.
    const std::array<std::size_t, kLevels>& level_sizes() const noexcept { return level_sizes_; }

    /// Of all points given, in the tree's order: where each was, and its Morton code, ~0 outside.
    const Array<std::uint32_t>& order() const noexcept { return order_; }
    const Array<std::uint64_t>& keys() const noexcept { return keys_; }
    const Array<PointMass>& points() const noexcept { return points_; }

    /// The root first; level by level, and on each in the order of the points.
    const Array<OctreeNode>& nodes() const noexcept { return nodes_; }
    const Array<OctreeMoments>& moments() const noexcept { return moments_; }

    /// Group i has the points from groups()(i) to before groups()(i + 1).
    const Array<std::uint32_t>& groups() const noexcept { return groups_; }
    std::size_t group_count() const noexcept { return groups_.empty() ? 0 : groups_.size() - 1; }

private:
    void clear();
    void sort(const ArrayView<const PointMass>& points, void* bounds, void* counts);
    void number(const Array<std::uint64_t>& sums, std::size_t count);
    void add_up(const void* bounds);

    Stream stream_;
    OctreeOptions options_;
    std::size_t outside_ = 0, coinciding_ = 0;
    std::array<std::size_t, kLevels> level_sizes_{};
    Array<std::uint32_t> order_, groups_;
    Array<std::uint64_t> keys_;
    Array<PointMass> points_;
    Array<OctreeNode> nodes_;
    Array<OctreeMoments> moments_;
};

}  // namespace glint
