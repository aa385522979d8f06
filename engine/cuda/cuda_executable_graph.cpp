// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_executable_graph.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cuda/cuda_module.hpp>
#include <glint/cuda/node_scheduling.hpp>
#include <glint/cuda/own.hpp>

namespace glint::driver::cuda {
namespace {

std::string_view reason_of(CUgraphExecUpdateResult result) {
    switch (result) {
        case CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED:
            return "the nodes or the edges of the graph changed";
        case CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED: return "the kind of a node changed";
        case CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED:
        case CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE:
            return "the new kernel of a node cannot replace the previous kernel";
        case CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED:
            return "the memory sizes or memory kinds of a node changed in a way that the driver "
                   "does not support";
        case CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED:
            return "the new attributes of a kernel cannot replace the previous attributes";
        default: return "the driver cannot update one of the nodes";
    }
}

CUDA_KERNEL_NODE_PARAMS node_parameters_of(CudaKernel& kernel, const LaunchShape& shape,
                                           std::span<void* const> arguments) {
    CUDA_KERNEL_NODE_PARAMS parameters{};
    parameters.func = kernel.function();
    parameters.gridDimX = shape.grid.x;
    parameters.gridDimY = shape.grid.y;
    parameters.gridDimZ = shape.grid.z;
    parameters.blockDimX = shape.block.x;
    parameters.blockDimY = shape.block.y;
    parameters.blockDimZ = shape.block.z;
    parameters.sharedMemBytes = static_cast<unsigned>(shape.shared_bytes);
    parameters.kernelParams = const_cast<void**>(arguments.data());  // the driver copies them
    return parameters;
}

}  // namespace

CudaExecutableGraph::CudaExecutableGraph(std::shared_ptr<CudaBackend> backend,
                                         const CudaGraph& graph)
    : backend_(std::move(backend)),
      resources_(graph.resources()),
      first_(graph.handle()),
      newest_(first_),
      has_priorities_(resources_->has_priorities()) {
    const ContextScope scope(backend_->context());
    // Without this flag, each launch of the graph runs with the priority of its stream.
    const unsigned flags = has_priorities_ ? CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY : 0;
    check(api().cuGraphInstantiate(&executable_, graph.handle(), flags), "instantiate a graph");
}

// The driver lets running launches finish. If required, the destructor of `resources_` waits for
// them.
CudaExecutableGraph::~CudaExecutableGraph() {
    if (!backend_->is_lost()) api().cuGraphExecDestroy(executable_);
}

void CudaExecutableGraph::launch(Stream& stream) {
    auto& queue = own<CudaStream>(stream, "launch a graph");
    for (const auto& failures : resources_->failures()) queue.watch(failures);
    const ContextScope scope(backend_->context());
    check(api().cuGraphLaunch(executable_, queue.handle()), "launch a graph");
}

void CudaExecutableGraph::update(Graph& graph) {
    constexpr const char* operation = "update a graph";
    auto& newer = own<CudaGraph>(graph, operation);
    if (newer.resources()->has_priorities() && !has_priorities_)
        throw Error(ErrorCode::invalid_argument, operation,
                    "launches in the new graph have priorities, but no launch had a priority when "
                    "the graph was instantiated");
    const ContextScope scope(backend_->context());
    check_clusters(nodes_in(newest_), nodes_in(newer.handle()));
    CUgraphExecUpdateResultInfo info{};
    const CUresult result = api().cuGraphExecUpdate(executable_, newer.handle(), &info);
    if (result == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
        throw Error(ErrorCode::invalid_argument, operation, reason_of(info.result));
    check(result, operation);
    resources_ = newer.resources();
    newest_ = newer.handle();
    newest_owner_ = newer.share();
}

// The nodes of the two graphs correspond in the order in which they were added.
CUgraphNode CudaExecutableGraph::current(CUgraphNode node) const {
    if (newest_ == first_) return node;
    const std::vector<CUgraphNode> nodes = nodes_in(first_);
    const auto place = std::ranges::find(nodes, node) - nodes.begin();
    return nodes_in(newest_).at(static_cast<std::size_t>(place));
}

void CudaExecutableGraph::set_kernel(GraphNodeId node, const std::shared_ptr<Module>& module,
                                     Kernel& kernel, const LaunchShape& shape,
                                     std::span<void* const> arguments) {
    constexpr const char* operation = "update a node of a graph";
    auto& cuda_kernel = own<CudaKernel>(kernel, operation);
    const ContextScope scope(backend_->context());
    CUgraphNodeType type{};
    auto* handle = reinterpret_cast<CUgraphNode>(node);
    check(api().cuGraphNodeGetType(handle, &type), operation);
    if (type != CU_GRAPH_NODE_TYPE_KERNEL)
        throw Error(ErrorCode::invalid_argument, operation,
                    "the node is not a kernel of this graph");
    check_scheduling(current(handle), kernel.info(), shape);
    cuda_kernel.check_together(shape);
    cuda_kernel.allow(shape);
    const CUDA_KERNEL_NODE_PARAMS parameters = node_parameters_of(cuda_kernel, shape, arguments);
    const CUresult result = api().cuGraphExecKernelNodeSetParams(executable_, handle, &parameters);
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("update a node of a graph to kernel '{}'", kernel.info().name));
    resources_->keep_handle(module);
}

}  // namespace glint::driver::cuda
