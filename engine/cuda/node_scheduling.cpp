// SPDX-License-Identifier: MIT
#include <glint/cuda/node_scheduling.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {
namespace {

[[noreturn]] void refuse(const KernelInfo& kernel, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("update a node of a graph to kernel '{}'", kernel.name), reason);
}

// Returns the value of an attribute, or zeros if the driver does not know the attribute.
CUlaunchAttributeValue node_attribute(CUgraphNode node, CUlaunchAttributeID which) {
    CUlaunchAttributeValue value{};
    const CUresult result = api().cuGraphKernelNodeGetAttribute(node, which, &value);
    return result == CUDA_SUCCESS ? value : CUlaunchAttributeValue{};
}

Dim3 cluster_of(CUgraphNode node) {
    const auto [x, y, z] = node_attribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION).clusterDim;
    return {std::max(x, 1u), std::max(y, 1u), std::max(z, 1u)};  // x, y, z are 0 without a cluster
}

bool starts_early(CUgraphNode node) {
    if (!api().graph_node_get_dependencies) return false;
    constexpr const char* operation = "read a node of a graph";
    std::size_t count = 0;
    check(api().graph_node_get_dependencies(node, nullptr, nullptr, &count), operation);
    if (count == 0) return false;
    std::vector<CUgraphNode> before(count);
    std::vector<EdgeData> edges(count);
    check(api().graph_node_get_dependencies(node, before.data(), edges.data(), &count), operation);
    return std::ranges::any_of(edges,
                               [](const EdgeData& edge) { return edge.type == kProgrammaticEdge; });
}

std::string other_clusters(const Dim3& given, const Dim3& own) {
    return fmt::format(
        "a launch in clusters of {}x{}x{} blocks cannot replace a launch in clusters of {}x{}x{} "
        "blocks. Instantiate another graph for the new launch",
        given.x, given.y, given.z, own.x, own.y, own.z);
}

void check_cluster(const KernelInfo& kernel, const Dim3& given, const Dim3& own) {
    if (given == own || (given == Dim3{} && own == kernel.cluster)) return;
    refuse(kernel, other_clusters(given, own));
}

void check_cooperative(const KernelInfo& kernel, bool given, bool own) {
    if (given == own) return;
    refuse(kernel, given ? "a cooperative launch cannot replace a launch that is not cooperative"
                         : "a launch that is not cooperative cannot replace a cooperative launch");
}

void check_priority(const KernelInfo& kernel, int given, int own) {
    if (given == own) return;
    refuse(kernel, fmt::format("a launch of priority {} cannot replace a launch of priority {}. "
                               "Instantiate another graph for the new launch",
                               given, own));
}

bool is_kernel(CUgraphNode node) {
    CUgraphNodeType type{};
    check(api().cuGraphNodeGetType(node, &type), "read a node of a graph");
    return type == CU_GRAPH_NODE_TYPE_KERNEL;
}

}  // namespace

void check_clusters(std::span<const CUgraphNode> own, std::span<const CUgraphNode> given) {
    for (std::size_t i = 0; i < std::min(own.size(), given.size()); ++i) {
        if (!is_kernel(own[i]) || !is_kernel(given[i])) continue;
        const Dim3 before = cluster_of(own[i]), after = cluster_of(given[i]);
        if (before != after)
            throw Error(ErrorCode::invalid_argument, "update a graph",
                        other_clusters(after, before));
    }
}

void check_scheduling(CUgraphNode node, const KernelInfo& kernel, const LaunchShape& shape) {
    check_cluster(kernel, shape.cluster, cluster_of(node));
    check_cooperative(kernel, shape.cooperative,
                      node_attribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE).cooperative != 0);
    if (shape.priority)
        check_priority(kernel, *shape.priority,
                       node_attribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY).priority);
    if (!shape.early_start && starts_early(node))
        refuse(
            kernel,
            "a launch that waits for its predecessors cannot replace a launch that starts early");
}

}  // namespace glint::driver::cuda
