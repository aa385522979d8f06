// SPDX-License-Identifier: MIT
// Captures and graphs of the fake driver. Nodes are kernels or have no effect. Graphs reject what
// the driver's documentation says they reject.
#include <fake_cuda/fake_graphs.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <fake_cuda/fake_cuda.hpp>

using glint::fake_cuda::Launch;

struct CUgraphNode_st {
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    std::vector<CUgraphNode> after{};
    Launch launch{};
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};

struct CUgraphExec_st {
    std::vector<CUgraphNode> of{};  // nodes of the source graph
    std::vector<CUgraphNode_st> nodes{};
    bool uses_node_priority = false;
};

namespace glint::fake_cuda {
namespace {

struct Capture {
    CUgraph graph = nullptr;
    std::vector<CUgraphNode> last;
};

/// Data of an edge besides its ends; type 1 marks programmatic edges.
struct EdgeData {
    unsigned char from_port, to_port, type, reserved[5];
};

std::mutex graphs_mutex;
std::map<CUstream, Capture> captures;
std::vector<Launch> noted_launches;

Launch read(const CUlaunchConfig& config, CUfunction function) {
    Launch launch{.function = function,
                  .grid = {config.gridDimX, config.gridDimY, config.gridDimZ},
                  .block = {config.blockDimX, config.blockDimY, config.blockDimZ},
                  .shared_bytes = config.sharedMemBytes};
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        const CUlaunchAttributeValue& value = config.attrs[i].value;
        switch (config.attrs[i].id) {
            case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
                launch.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
                break;
            case CU_LAUNCH_ATTRIBUTE_COOPERATIVE: launch.cooperative = value.cooperative; break;
            case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
                launch.early_start = value.programmaticStreamSerializationAllowed;
                break;
            case CU_LAUNCH_ATTRIBUTE_PRIORITY: launch.priority = value.priority; break;
            default: break;
        }
    }
    return launch;
}

CUgraphNode add(CUgraph graph, CUgraphNode_st node) {
    return graph->nodes.emplace_back(std::make_unique<CUgraphNode_st>(std::move(node))).get();
}

std::vector<CUgraphNode> all(CUgraph graph) {
    std::vector<CUgraphNode> nodes;
    for (const auto& node : graph->nodes) nodes.push_back(node.get());
    return nodes;
}

template <class T>
void give(const std::vector<T>& found, T* out, std::size_t* count) {
    if (out) std::copy_n(found.begin(), std::min(found.size(), *count), out);
    *count = found.size();
}

// An edge to a kernel that may start early is programmatic.
CUgraphExecUpdateResult update_result(const CUgraphExec_st& old, CUgraph graph) {
    if (old.nodes.size() != graph->nodes.size()) return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (std::size_t i = 0; i < old.nodes.size(); ++i) {
        const CUgraphNode_st& before = old.nodes[i];
        const CUgraphNode_st& now = *graph->nodes[i];
        if (before.type != now.type) return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (before.after.size() != now.after.size() ||
            before.launch.early_start != now.launch.early_start)
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        if (before.launch.cooperative != now.launch.cooperative ||
            (old.uses_node_priority && before.launch.priority != now.launch.priority))
            return CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED;
    }
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

}  // namespace

void launch_or_capture(const CUlaunchConfig& config, CUfunction function) {
    const std::lock_guard lock(graphs_mutex);
    const auto found = captures.find(config.hStream);
    if (found == captures.end()) return noted_launches.push_back(read(config, function));
    Capture& capture = found->second;
    capture.last = {add(capture.graph, {.type = CU_GRAPH_NODE_TYPE_KERNEL,
                                        .after = capture.last,
                                        .launch = read(config, function)})};
}

bool is_captured(CUstream stream) {
    const std::lock_guard lock(graphs_mutex);
    return captures.contains(stream);
}

std::vector<Launch> take_launches() {
    const std::lock_guard lock(graphs_mutex);
    return std::exchange(noted_launches, {});
}

}  // namespace glint::fake_cuda

using namespace glint::fake_cuda;

extern "C" {

CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode* after,
                                     const CUgraphEdgeData*, std::size_t count,
                                     CUstreamCaptureMode) {
    const std::lock_guard lock(graphs_mutex);
    captures[stream] = {graph, std::vector(after, after + count)};
    return CUDA_SUCCESS;
}
CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t*,
                                   CUgraph*, const CUgraphNode** last, std::size_t* count) {
    const std::lock_guard lock(graphs_mutex);
    Capture& capture = captures.at(stream);
    *status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    *last = capture.last.data();
    *count = capture.last.size();
    return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
    const std::lock_guard lock(graphs_mutex);
    *graph = captures.at(stream).graph;
    captures.erase(stream);
    return CUDA_SUCCESS;
}

CUresult cuGraphCreate(CUgraph* graph, unsigned) { return *graph = new CUgraph_st, CUDA_SUCCESS; }
CUresult cuGraphDestroy(CUgraph graph) {
    delete graph;
    return CUDA_SUCCESS;
}
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
    return give(all(graph), nodes, count), CUDA_SUCCESS;
}
CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode* from, CUgraphNode* to,
                            CUgraphEdgeData* data, std::size_t* count) {
    std::vector<CUgraphNode> starts;
    std::vector<CUgraphNode> ends;
    bool is_lossy = false;
    for (const auto& node : graph->nodes)
        for (CUgraphNode before : node->after) {
            starts.push_back(before);
            ends.push_back(node.get());
            is_lossy = is_lossy || node->launch.early_start;
        }
    if (from && !data && is_lossy) return CUDA_ERROR_LOSSY_QUERY;
    std::size_t same = *count;
    give(starts, from, &same);
    give(ends, to, count);
    return CUDA_SUCCESS;
}
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
    return *type = node->type, CUDA_SUCCESS;
}
CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode* after, CUgraphEdgeData* data,
                                       std::size_t* count) {
    if (after && !data && node->launch.early_start) return CUDA_ERROR_LOSSY_QUERY;
    if (data) {
        EdgeData edge{};
        edge.type = node->launch.early_start ? 1 : 0;
        std::fill_n(reinterpret_cast<EdgeData*>(data), std::min(*count, node->after.size()), edge);
    }
    return give(node->after, after, count), CUDA_SUCCESS;
}
CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                             std::size_t count) {
    return *node = add(graph, {.after = std::vector(after, after + count)}), CUDA_SUCCESS;
}
CUresult cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                  std::size_t count, CUgraph) {
    *node =
        add(graph, {.type = CU_GRAPH_NODE_TYPE_GRAPH, .after = std::vector(after, after + count)});
    return CUDA_SUCCESS;
}
CUresult cuGraphKernelNodeGetParams(CUgraphNode, CUDA_KERNEL_NODE_PARAMS*) {
    return CUDA_ERROR_NOT_SUPPORTED;
}
// Cluster dimensions of 0 mean that the node has none.
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUlaunchAttributeID which,
                                       CUlaunchAttributeValue* value) {
    const Launch& launch = node->launch;
    switch (which) {
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
            value->clusterDim = {launch.cluster[0], launch.cluster[1], launch.cluster[2]};
            return CUDA_SUCCESS;
        case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
            return value->cooperative = launch.cooperative, CUDA_SUCCESS;
        case CU_LAUNCH_ATTRIBUTE_PRIORITY: return value->priority = launch.priority, CUDA_SUCCESS;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuGraphInstantiate(CUgraphExec* made, CUgraph graph, unsigned long long flags) {
    auto* executable = new CUgraphExec_st{.of = all(graph)};
    for (const auto& node : graph->nodes) executable->nodes.push_back(*node);
    executable->uses_node_priority = flags == CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    return *made = executable, CUDA_SUCCESS;
}
CUresult cuGraphExecDestroy(CUgraphExec graph) {
    delete graph;
    return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec graph, CUstream) {
    const std::lock_guard lock(graphs_mutex);
    for (const CUgraphNode_st& node : graph->nodes) {
        if (node.type != CU_GRAPH_NODE_TYPE_KERNEL) continue;
        noted_launches.push_back(node.launch);
        // 0: the stream's priority.
        if (!graph->uses_node_priority) noted_launches.back().priority = 0;
    }
    return CUDA_SUCCESS;
}
// Sets the parameters, and keeps the attributes.
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec graph, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* given) {
    const auto found = std::ranges::find(graph->of, node);
    if (found == graph->of.end()) return CUDA_ERROR_INVALID_VALUE;
    Launch& launch = graph->nodes[static_cast<std::size_t>(found - graph->of.begin())].launch;
    launch.function = given->func;
    launch.grid = {given->gridDimX, given->gridDimY, given->gridDimZ};
    launch.block = {given->blockDimX, given->blockDimY, given->blockDimZ};
    launch.shared_bytes = given->sharedMemBytes;
    return CUDA_SUCCESS;
}
CUresult cuGraphExecUpdate(CUgraphExec graph, CUgraph newer, CUgraphExecUpdateResultInfo* info) {
    info->result = update_result(*graph, newer);
    if (info->result != CU_GRAPH_EXEC_UPDATE_SUCCESS) return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    for (std::size_t i = 0; i < graph->nodes.size(); ++i) graph->nodes[i] = *newer->nodes[i];
    return CUDA_SUCCESS;
}

}  // extern "C"
