#include <glint/algorithms/detail/octree_kernels.hpp>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

const char* name_of(OctreeKernel kernel) {
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

KernelSource source_of() {
    return {.file = "algorithms/octree.cu", .kernel = name_of(OctreeKernel::begin)};
}

}  // namespace

void launch_octree(Stream& stream, OctreeKernel kernel, std::size_t threads,
                   std::span<void* const> arguments) {
    if (threads == 0) return;
    KernelKey key;
    key.append(&source_of);
    const CachedKernel file =
        KernelCache::of(stream.device()).get(stream.device(), key, [] { return source_of(); });
    const auto blocks = static_cast<unsigned>(ceil_div(threads, kOctreeThreads));
    stream.state().launch(file.module, *file.module->find_kernel(name_of(kernel)),
                          {.grid = {blocks, 1, 1}, .block = {kOctreeThreads, 1, 1}}, arguments);
}

}  // namespace glint::detail
