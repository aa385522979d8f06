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

/// A position with a mass or another weight. Kernels read it as a float4.
struct alignas(16) PointMass {
    float x = 0, y = 0, z = 0;
    float mass = 0;  ///< not negative

    friend bool operator==(const PointMass&, const PointMass&) = default;
};

template <>
struct CudaName<PointMass> {
    static constexpr std::string_view value = "glint::PointMass";
    static constexpr std::string_view header = "#include <glint/octree.cuh>\n";
};

/// A cell with the points from `first` (inclusive) to `end` (exclusive) in tree order. Its children
/// are the nodes starting at `child`; a leaf does not have children. Same layout as the struct in
/// <glint/octree.cuh>.
struct alignas(16) OctreeNode {
    std::uint32_t first = 0, end = 0, child = 0;
    std::uint16_t children = 0, level = 0;

    friend bool operator==(const OctreeNode&, const OctreeNode&) = default;
};

/// Moments of a cell's points. For clumps, see LinearOctree. Same layout as the struct in
/// <glint/octree.cuh>.
struct alignas(16) OctreeMoments {
    PointMass centre{};                    ///< center of mass, and the total mass
    float xx = 0, xy = 0, xz = 0, yy = 0;  ///< second moments about the center of mass
    float yz = 0, zz = 0;                  ///< as above
    float side = 0;                        ///< side of the cell; negative for a clump
    float offset = 0;                      ///< distance from center of mass to cell center

    friend bool operator==(const OctreeMoments&, const OctreeMoments&) = default;
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
    /// A cell with more points than this is divided into smaller cells.
    unsigned leaf = 16;
    /// Maximum number of points in a group for tree walks: the warp size, or more.
    unsigned group = 32;
    /// Groups do not cross the border of a cell with more points than this.
    unsigned bucket = 256;
    /// Points farther than this from the origin along any axis are left out of the tree. Without
    /// this limit, a single escaped point could make the root so large that the deepest cells no
    /// longer separate the other points.
    float reach = std::numeric_limits<float>::max();
};

/// A pointer-free octree of points: points in Morton order, and nodes level by level. Each node
/// stores a range of points and a range of children. Kernels traverse it with <glint/octree.cuh>.
///
/// The root is the bounding cube of all points. The deepest of its 22 levels has 2^63 cells. Points
/// in the same deepest cell stay in one leaf, called a clump, even if they exceed the leaf size.
/// Points beyond `reach` and points with coordinates that are not finite are outside the tree: they
/// come last in the order and are not in any node. All runs are bit-identical.
///
///     glint::LinearOctree tree(stream);
///     tree.build(bodies.view());
///     walk.launch(stream, shape, tree.nodes(), tree.moments(), tree.points(), tree.groups() ...);
class LinearOctree {
public:
    static constexpr std::size_t kLevels = 22;

    /// Throws Error(invalid_argument) for a leaf, group or bucket size of 0, and for a reach that
    /// is not positive.
    explicit LinearOctree(const Stream& stream, const OctreeOptions& options = {});

    const OctreeOptions& options() const noexcept { return options_; }
    /// Sets the options for the next build; throws like the constructor.
    void set_options(const OctreeOptions& options);

    /// Builds the tree of fewer than 2^29 points, and queues the computation of its moments. Waits
    /// for the number of nodes. Throws Error(invalid_argument) if there are more points, and
    /// Error(out_of_memory). After an error, the tree is empty.
    void build(const ArrayView<const PointMass>& points);

    /// Number of points in the tree, which come first in tree order.
    std::size_t inside() const noexcept { return order_.size() - outside_; }
    /// Number of points outside the tree.
    std::size_t outside() const noexcept { return outside_; }
    /// Number of points in the tree that share a deepest-level cell with another point.
    std::size_t coinciding() const noexcept { return coinciding_; }
    /// Number of nodes on each level.
    const std::array<std::size_t, kLevels>& level_sizes() const noexcept { return level_sizes_; }

    /// For all given points in tree order: order() has the original index, and keys() the Morton
    /// code, which is ~0 for points outside.
    const Array<std::uint32_t>& order() const noexcept { return order_; }
    const Array<std::uint64_t>& keys() const noexcept { return keys_; }
    const Array<PointMass>& points() const noexcept { return points_; }

    /// Nodes level by level, starting with the root. Within a level, nodes are in the order of
    /// their points.
    const Array<OctreeNode>& nodes() const noexcept { return nodes_; }
    const Array<OctreeMoments>& moments() const noexcept { return moments_; }

    /// Group i has the points from groups()(i) (inclusive) to groups()(i + 1) (exclusive).
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
