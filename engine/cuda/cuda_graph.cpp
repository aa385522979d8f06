// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_graph.hpp>

#include <utility>

#include <glint/base/demangle.hpp>
#include <glint/base/error.hpp>
#include <glint/cuda/cuda_event.hpp>
#include <glint/cuda/cuda_executable_graph.hpp>
#include <glint/cuda/own.hpp>

namespace glint::driver::cuda {
namespace {

GraphNodeId id_of(CUgraphNode node) { return reinterpret_cast<GraphNodeId>(node); }

CUgraphNode node_of(GraphNodeId id) { return reinterpret_cast<CUgraphNode>(id); }

std::vector<CUgraphNode> nodes_of(Graph::Nodes ids) {
    std::vector<CUgraphNode> nodes;
    for (const GraphNodeId id : ids) nodes.push_back(node_of(id));
    return nodes;
}

GraphNodeKind kind_of(CUgraphNode node) {
    CUgraphNodeType type{};
    check(api().cuGraphNodeGetType(node, &type), "read a node of a graph");
    // Compare numbers, because older headers do not name all types.
    switch (static_cast<int>(type)) {
        case 0: return GraphNodeKind::kernel;
        case 1: return GraphNodeKind::copy;
        case 2: return GraphNodeKind::fill;
        case 3: return GraphNodeKind::call;
        case 4: return GraphNodeKind::graph;
        case 5: return GraphNodeKind::empty;
        case 6: return GraphNodeKind::wait;
        case 7: return GraphNodeKind::record;
        case 13: return GraphNodeKind::conditional;
        default: return GraphNodeKind::other;
    }
}

std::string kernel_name(CUgraphNode node) {
    CUDA_KERNEL_NODE_PARAMS parameters{};
    // The driver reports no name for some kernels, for example those that another library loaded.
    if (api().cuGraphKernelNodeGetParams(node, &parameters) != CUDA_SUCCESS) return {};
    const char* name = nullptr;
    if (!parameters.func || !api().function_name) return {};
    if (api().function_name(&name, parameters.func) != CUDA_SUCCESS) return {};
    return demangled_name(name);
}

[[noreturn]] void refuse_old_driver(std::string_view operation, std::string_view version) {
    throw Error(ErrorCode::unsupported, operation,
                "the NVIDIA driver is older than CUDA " + std::string(version));
}

}  // namespace

std::vector<CUgraphNode> nodes_in(CUgraph graph) {
    std::size_t count = 0;
    check(api().cuGraphGetNodes(graph, nullptr, &count), "list the nodes of a graph");
    std::vector<CUgraphNode> nodes(count);
    if (count > 0)
        check(api().cuGraphGetNodes(graph, nodes.data(), &count), "list the nodes of a graph");
    return nodes;
}

CudaGraph::Owner::~Owner() {
    if (graph) api().cuGraphDestroy(graph);
}

CudaGraph::CudaGraph(std::shared_ptr<CudaBackend> backend)
    : backend_(std::move(backend)),
      resources_(std::make_shared<GraphResources>(backend_)),
      owner_(std::make_shared<Owner>()) {
    const ContextScope scope(backend_->context());
    check(api().cuGraphCreate(&owner_->graph, 0), "create a graph");
    graph_ = owner_->graph;
}

CudaGraph::CudaGraph(const CudaGraph& whole, CUgraph body)
    : backend_(whole.backend_), resources_(whole.resources_), owner_(whole.owner_), graph_(body) {}

std::vector<GraphNodeInfo> CudaGraph::nodes() const {
    const ContextScope scope(backend_->context());
    std::vector<GraphNodeInfo> infos;
    for (CUgraphNode node : nodes_in(graph_)) {
        const GraphNodeKind kind = kind_of(node);
        infos.push_back(
            {id_of(node), kind, kind == GraphNodeKind::kernel ? kernel_name(node) : std::string()});
    }
    return infos;
}

std::vector<GraphEdge> CudaGraph::edges() const {
    constexpr const char* operation = "list the edges of a graph";
    if (!api().graph_get_edges) refuse_old_driver(operation, "12.3");
    const ContextScope scope(backend_->context());
    std::size_t count = 0;
    check(api().graph_get_edges(graph_, nullptr, nullptr, nullptr, &count), operation);
    if (count == 0) return {};
    std::vector<CUgraphNode> from(count);
    std::vector<CUgraphNode> to(count);
    std::vector<EdgeData> data(count);  // required for programmatic edges
    check(api().graph_get_edges(graph_, from.data(), to.data(), data.data(), &count), operation);
    std::vector<GraphEdge> edges;
    for (std::size_t i = 0; i < count; ++i) edges.push_back({id_of(from[i]), id_of(to[i])});
    return edges;
}

void CudaGraph::begin_capture(const std::shared_ptr<Stream>& stream, Nodes after,
                              std::shared_ptr<CaptureScope> scope) {
    auto capture = std::make_shared<CudaCapture>(backend_, resources_, graph_ != owner_->graph,
                                                 std::move(scope));
    own<CudaStream>(*stream, "capture a stream").begin_capture(capture, graph_, nodes_of(after));
    capture_ = std::move(capture);
    captured_stream_ = stream;
}

std::vector<GraphNodeId> CudaGraph::end_capture() {
    const std::shared_ptr<CudaCapture> capture = std::exchange(capture_, nullptr);
    const std::shared_ptr<Stream> stream = std::exchange(captured_stream_, nullptr);
    std::vector<GraphNodeId> ids;
    for (CUgraphNode node : own<CudaStream>(*stream, "capture a stream").end_capture())
        ids.push_back(id_of(node));
    return ids;
}

GraphNodeId CudaGraph::add_empty(Nodes after) {
    const ContextScope scope(backend_->context());
    const std::vector<CUgraphNode> before = nodes_of(after);
    CUgraphNode node = nullptr;
    check(api().cuGraphAddEmptyNode(&node, graph_, before.data(), before.size()),
          "add an empty node to a graph");
    return id_of(node);
}

GraphNodeId CudaGraph::add_record(Nodes after, const std::shared_ptr<Event>& event) {
    constexpr const char* operation = "record an event in a graph";
    const ContextScope scope(backend_->context());
    auto& cuda_event = own<CudaEvent>(*event, operation);
    const std::vector<CUgraphNode> before = nodes_of(after);
    CUgraphNode node = nullptr;
    check(api().cuGraphAddEventRecordNode(&node, graph_, before.data(), before.size(),
                                          cuda_event.handle()),
          operation);
    resources_->keep_handle(event);
    cuda_event.set_recorded(nullptr);
    return id_of(node);
}

GraphNodeId CudaGraph::add_wait(Nodes after, const std::shared_ptr<Event>& event) {
    constexpr const char* operation = "wait for an event in a graph";
    const ContextScope scope(backend_->context());
    const CUevent handle = own<CudaEvent>(*event, operation).handle();
    const std::vector<CUgraphNode> before = nodes_of(after);
    CUgraphNode node = nullptr;
    check(api().cuGraphAddEventWaitNode(&node, graph_, before.data(), before.size(), handle),
          operation);
    resources_->keep_handle(event);
    return id_of(node);
}

GraphNodeId CudaGraph::add_graph(Nodes after, Graph& child) {
    constexpr const char* operation = "add a graph to a graph";
    const ContextScope scope(backend_->context());
    auto& cuda_child = own<CudaGraph>(child, operation);
    const std::vector<CUgraphNode> before = nodes_of(after);
    CUgraphNode node = nullptr;
    check(api().cuGraphAddChildGraphNode(&node, graph_, before.data(), before.size(),
                                         cuda_child.handle()),
          operation);
    resources_->keep_child(cuda_child.resources());
    return id_of(node);
}

void CudaGraph::add_edge(const GraphEdge& edge) {
    constexpr const char* operation = "add a dependency to a graph";
    if (!api().graph_add_dependencies) refuse_old_driver(operation, "12.0");
    const ContextScope scope(backend_->context());
    CUgraphNode from = node_of(edge.from);
    CUgraphNode to = node_of(edge.to);
    check(api().graph_add_dependencies(graph_, &from, &to, 1), operation);
}

std::unique_ptr<ExecutableGraph> CudaGraph::instantiate() {
    return std::make_unique<CudaExecutableGraph>(backend_, *this);
}

#if CUDA_VERSION >= 12040

std::uint64_t CudaGraph::create_condition(unsigned first_value) {
    constexpr const char* operation = "create a condition for a graph";
    if (!api().graph_conditional_handle_create) refuse_old_driver(operation, "12.4");
    const ContextScope scope(backend_->context());
    cuuint64_t handle = 0;
    check(api().graph_conditional_handle_create(&handle, graph_, backend_->context(), first_value,
                                                CU_GRAPH_COND_ASSIGN_DEFAULT),
          operation);
    return handle;
}

Graph::Conditional CudaGraph::add_conditional(Nodes after, ConditionalKind kind,
                                              std::uint64_t condition, unsigned bodies) {
    constexpr const char* operation = "add a conditional node to a graph";
    if (!api().graph_add_node) refuse_old_driver(operation, "12.4");
    const ContextScope scope(backend_->context());
    CUgraphNodeParams parameters{};
    parameters.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    parameters.conditional.handle = condition;
    parameters.conditional.type = static_cast<CUgraphConditionalNodeType>(kind);
    parameters.conditional.size = bodies;
    parameters.conditional.ctx = backend_->context();
    const std::vector<CUgraphNode> before = nodes_of(after);
    CUgraphNode node = nullptr;
    check(api().graph_add_node(&node, graph_, before.data(), before.size(), &parameters),
          operation);
    Conditional added{id_of(node), {}};
    for (unsigned i = 0; i < bodies; ++i)
        added.bodies.push_back(
            std::make_shared<CudaGraph>(*this, parameters.conditional.phGraph_out[i]));
    return added;
}

#else

std::uint64_t CudaGraph::create_condition(unsigned) {
    throw Error(ErrorCode::unsupported, "create a condition for a graph",
                "glint was built with headers older than CUDA 12.4");
}

Graph::Conditional CudaGraph::add_conditional(Nodes, ConditionalKind, std::uint64_t, unsigned) {
    throw Error(ErrorCode::unsupported, "add a conditional node to a graph",
                "glint was built with headers older than CUDA 12.4");
}

#endif

}  // namespace glint::driver::cuda
