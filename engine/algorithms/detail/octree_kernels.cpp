// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/octree_kernels.hpp>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

const char* octree_kernel_name(OctreeKernel kernel) {
    switch (kernel) {
        case OctreeKernel::begin: return "octree_begin";
        case OctreeKernel::bounds: return "octree_bounds";
        case OctreeKernel::keys: return "octree_keys";
        case OctreeKernel::gather: return "octree_gather";
        case OctreeKernel::mark: return "octree_mark";
        case OctreeKernel::nodes: return "octree_nodes";
        case OctreeKernel::rank: return "octree_rank";
        case OctreeKernel::link: return "octree_link";
        case OctreeKernel::moments: return "octree_moments";
    }
    return "";
}

}  // namespace

void launch_octree(Stream& stream, OctreeKernel kernel, std::size_t threads,
                   std::span<void* const> arguments) {
    if (threads == 0) return;
    const Device& device = stream.device();
    const CachedKernel file = KernelCache::of(device).get(device, [](KernelRecipe& recipe) {
        recipe.kernel("algorithms/octree.cu", octree_kernel_name(OctreeKernel::begin));
    });
    file.sibling(octree_kernel_name(kernel))
        .launch_with(stream, blocks_of(ceil_div(threads, kOctreeThreads), kOctreeThreads),
                     arguments);
}

}  // namespace glint::detail
