// SPDX-License-Identifier: MIT
#include <glint/algorithms/octree.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/algorithms/detail/octree_kernels.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/array/detail/storage.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/compiler/compile_ahead.hpp>

namespace glint {
namespace {

using detail::OctreeKernel;
using detail::queue_octree;

// Tree walks pack a node index, and a count of up to 7 further nodes, into 32 bits.
constexpr std::size_t kMaxPoints = std::size_t(1) << 29;
constexpr unsigned kBoundsBlocks = 1024;

// Same layout as the structs in octree.cu.
struct Bounds {
    std::array<float, 3> low, high;
};
// Indices of the counts: points outside, groups, coinciding points, and the nodes of each level.
constexpr std::size_t kOutside = 0, kGroups = 1, kCoinciding = 2, kNodes = 3;
constexpr std::size_t kCounts = kNodes + LinearOctree::kLevels;
struct Capacities {
    std::uint32_t leaf, group, bucket;
};

// Returns plausible counts for a tree of `points` points. During CompileAhead, nothing is counted,
// but these counts ensure that all kernels are compiled.
std::vector<std::uint32_t> likely_counts(std::uint32_t points) {
    std::vector<std::uint32_t> counts(kCounts);
    counts[kGroups] = ceil_div(points, 16u);
    counts[kNodes] = 1;
    for (std::size_t level = 1; level < LinearOctree::kLevels; ++level)
        counts[kNodes + level] = ceil_div(points, 128u);
    return counts;
}

void check_octree_options(const OctreeOptions& options) {
    const auto refuse = [](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument, "create an octree", reason);
    };
    if (options.leaf == 0) refuse("a leaf needs at least one point");
    if (options.group == 0) refuse("a group needs at least one point");
    if (options.bucket == 0) refuse("a bucket needs at least one point");
    if (!(options.reach > 0))
        refuse(fmt::format("the reach is {}, but must be positive", options.reach));
}

}  // namespace

LinearOctree::LinearOctree(const Stream& stream, const OctreeOptions& options)
    : stream_(detail::handle_of(stream)), options_(options) {
    check_octree_options(options);
}

void LinearOctree::set_options(const OctreeOptions& options) {
    check_octree_options(options);
    options_ = options;
}

void LinearOctree::clear() {
    outside_ = coinciding_ = 0;
    level_sizes_ = {};
    order_ = Array<std::uint32_t>();
    groups_ = Array<std::uint32_t>();
    keys_ = Array<std::uint64_t>();
    points_ = Array<PointMass>();
    nodes_ = Array<OctreeNode>();
    moments_ = Array<OctreeMoments>();
}

void LinearOctree::build(const ArrayView<const PointMass>& points) {
    clear();
    if (points.size() >= kMaxPoints)
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("create an octree of {} points", points.size()),
                    fmt::format("the number of points must be less than {}", kMaxPoints));
    if (points.empty()) return;
    Array<Bounds> bounds(stream_, 1);
    auto counts = Array<std::uint32_t>::zeros(stream_, Shape(kCounts));
    detail::OperandList operands;
    points.collect(operands);
    detail::JoinedStreams streams(stream_, operands);
    sort(points, bounds.data(), counts.data());
    streams.release();
    Array<std::uint64_t> marks(stream_, points.size());
    const auto count = static_cast<std::uint32_t>(points.size());
    queue_octree(
        stream_, OctreeKernel::mark, count, count,
        Capacities{options_.leaf, options_.group, std::max(options_.bucket, options_.group)},
        std::as_const(keys_).data(), marks.data(), counts.data());
    const Array<std::uint64_t> sums = cumulative_sum(marks);
    std::vector<std::uint32_t> found = counts.to_vector();
    if (is_stand_in(stream_.device())) found = likely_counts(count);
    outside_ = found[kOutside];
    coinciding_ = found[kCoinciding];
    std::copy(found.begin() + kNodes, found.end(), level_sizes_.begin());
    if (inside() == 0) return;
    groups_ = Array<std::uint32_t>(stream_, found[kGroups] + 1);
    number(sums, std::accumulate(level_sizes_.begin(), level_sizes_.end(), std::size_t(0)));
    add_up(bounds.data());
}

void LinearOctree::sort(const ArrayView<const PointMass>& points, void* bounds, void* counts) {
    const auto count = static_cast<std::uint32_t>(points.size());
    Array<PointMass> dense;
    if (!points.is_contiguous()) {
        dense = Array<PointMass>(stream_, points.shape());
        dense.view() = points;
    }
    const PointMass* const given = dense.empty() ? points.data() : std::as_const(dense).data();
    order_ = Array<std::uint32_t>(stream_, count);
    keys_ = Array<std::uint64_t>(stream_, count);
    points_ = Array<PointMass>(stream_, count);
    queue_octree(stream_, OctreeKernel::begin, 1, bounds);
    queue_octree(stream_, OctreeKernel::bounds,
                 std::min<std::size_t>(count, kBoundsBlocks * detail::kOctreeThreads), count,
                 options_.reach, given, bounds, counts);
    queue_octree(stream_, OctreeKernel::keys, count, count, options_.reach, given,
                 static_cast<const void*>(bounds), keys_.data(), order_.data());
    sort_by_key(keys_, order_);
    queue_octree(stream_, OctreeKernel::gather, count, count, std::as_const(order_).data(), given,
                 points_.data());
}

void LinearOctree::number(const Array<std::uint64_t>& sums, std::size_t count) {
    Array<std::uint32_t> levels(stream_, count), places(stream_, count), ranks(stream_, count);
    Array<std::uint64_t> ranges(stream_, count);  // pairs of 32-bit numbers
    nodes_ = Array<OctreeNode>(stream_, count);
    const auto nodes = static_cast<std::uint32_t>(count);
    queue_octree(stream_, OctreeKernel::nodes, inside(), static_cast<std::uint32_t>(inside()),
                 options_.leaf, std::as_const(keys_).data(), sums.data(), levels.data(),
                 places.data(), ranges.data(), groups_.data());
    sort_by_key(levels, places, {.last_bit = 5});
    queue_octree(stream_, OctreeKernel::rank, count, nodes, std::as_const(places).data(),
                 ranks.data());
    queue_octree(stream_, OctreeKernel::link, count, nodes, std::as_const(levels).data(),
                 std::as_const(places).data(), std::as_const(ranks).data(),
                 std::as_const(ranges).data(), sums.data(), nodes_.data());
}

void LinearOctree::add_up(const void* bounds) {
    moments_ = Array<OctreeMoments>(stream_, nodes_.size());
    std::size_t first = nodes_.size();
    for (std::size_t level = kLevels; level-- > 0;) {
        const std::size_t count = level_sizes_[level];
        if (count == 0) continue;
        first -= count;
        queue_octree(stream_, OctreeKernel::moments, count, static_cast<std::uint32_t>(first),
                     static_cast<std::uint32_t>(count), options_.leaf, bounds,
                     std::as_const(keys_).data(), std::as_const(points_).data(),
                     std::as_const(nodes_).data(), moments_.data());
    }
}

}  // namespace glint
