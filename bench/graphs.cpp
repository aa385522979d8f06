// SPDX-License-Identifier: MIT
// Cost of launching and updating a graph of glint, compared with a graph built by driver calls.
#include "measure.hpp"

#include <glint/compiler/program.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/memory.hpp>

#ifdef GLINT_WITH_CUDA
#include <glint/cuda/cuda_backend.hpp>
#endif

namespace glint::bench {
namespace {

constexpr int kNodes = 20;      // number of nodes, in sequence
constexpr int kLaunches = 200;  // number of launches that are queued between two waits
constexpr int kUpdates = 2000;
constexpr int kRepeats = 41;

constexpr const char* kSource = R"(
extern "C" __global__ void nothing(size_t count, float scale, const float* from, float* to) {})";

using Nothing = void(std::size_t, float, const float*, float*);

/// Seconds per launch of the graph, and seconds per update of one node.
struct Costs {
    double launch = 0;
    double update = 0;
};

template <class Launch, class Update>
Costs measure(Stream& stream, const Launch& launch, const Update& update) {
    const double launches = seconds_per_run(stream, kRepeats, kLaunches, launch);
    const double updates = median_seconds(kRepeats, [&] {
        for (int i = 0; i < kUpdates; ++i) update(i);
    });
    return {launches, updates / kUpdates};
}

Costs own(Stream& stream, const Kernel<Nothing>& nothing, DeviceMemory<float>& memory) {
    const LaunchShape shape = threads(32, 32u);
    const Graph graph = Graph::capture(stream, [&] {
        for (int i = 0; i < kNodes; ++i) nothing.launch(stream, shape, 32u, 2.0f, memory, memory);
    });
    const GraphNode first = graph.nodes().front().node;
    ExecutableGraph work = graph.instantiate();
    return measure(
        stream, [&] { work.launch(stream); },
        [&](int i) {
            work.update(first, nothing, shape, 32u, static_cast<float>(i), memory, memory);
        });
}

double single_launches(Stream& stream, const Kernel<Nothing>& nothing,
                       DeviceMemory<float>& memory) {
    const LaunchShape shape = threads(32, 32u);
    return kNodes * seconds_per_run(stream, kRepeats, kLaunches * kNodes, [&] {
               nothing.launch(stream, shape, 32u, 2.0f, memory, memory);
           });
}

#ifdef GLINT_WITH_CUDA
using driver::cuda::check;
using AddKernelNode = CUresult(CUgraphNode*, CUgraph, const CUgraphNode*, std::size_t,
                               const CUDA_KERNEL_NODE_PARAMS*);

CUDA_KERNEL_NODE_PARAMS node_parameters(const Kernel<Nothing>& nothing, void** arguments) {
    CUDA_KERNEL_NODE_PARAMS parameters{};
    parameters.func = static_cast<CUfunction>(nothing.native());
    parameters.gridDimX = parameters.gridDimY = parameters.gridDimZ = 1;
    parameters.blockDimX = 32;
    parameters.blockDimY = parameters.blockDimZ = 1;
    parameters.kernelParams = arguments;
    return parameters;
}

Costs raw(Stream& stream, const Kernel<Nothing>& nothing, float* memory) {
    auto& backend = static_cast<driver::cuda::CudaBackend&>(*stream.device().backend());
    const driver::cuda::ContextScope scope(backend.context());
    const auto* api = driver::cuda::find_api();
    std::size_t count = 32;
    float scale = 2.0f;
    void* arguments[] = {&count, &scale, &memory, &memory};
    CUDA_KERNEL_NODE_PARAMS parameters = node_parameters(nothing, arguments);
    CUgraph graph = nullptr;
    check(api->cuGraphCreate(&graph, 0), "create");
    auto* add =
        reinterpret_cast<AddKernelNode*>(driver::cuda::find_symbol("cuGraphAddKernelNode_v2"));
    CUgraphNode nodes[kNodes];
    for (int i = 0; i < kNodes; ++i)
        check(add(&nodes[i], graph, i > 0 ? &nodes[i - 1] : nullptr, i > 0 ? 1 : 0, &parameters),
              "add");
    CUgraphExec work = nullptr;
    check(api->cuGraphInstantiate(&work, graph, 0), "instantiate");
    auto* queue = static_cast<CUstream>(stream.native());
    const Costs costs = measure(
        stream, [&] { check(api->cuGraphLaunch(work, queue), "launch"); },
        [&](int i) {
            scale = static_cast<float>(i);
            check(api->cuGraphExecKernelNodeSetParams(work, nodes[0], &parameters), "update");
        });
    api->cuGraphExecDestroy(work);
    api->cuGraphDestroy(graph);
    return costs;
}
#endif

void report(const Device& device) {
    Program program = Program::from_text(device, "nothing.cu", kSource);
    Stream stream(device);
    DeviceMemory<float> memory(device, 32);
    const auto nothing = program.kernel<Nothing>("nothing");
    const double single = single_launches(stream, nothing, memory);
    const Costs costs = own(stream, nothing, memory);
    fmt::print("{}, {} kernels\n", headline(device), kNodes);
    fmt::print("  Kernel::launch, one by one {:8.0f} ns\n", single * 1e9);
    fmt::print("  ExecutableGraph::launch    {:8.0f} ns\n", costs.launch * 1e9);
    fmt::print("  ExecutableGraph::update    {:8.0f} ns for one kernel\n", costs.update * 1e9);
#ifdef GLINT_WITH_CUDA
    if (device.kind() != BackendKind::cuda) return;
    const Costs drivers = raw(stream, nothing, memory.data());
    fmt::print("  cuGraphLaunch              {:8.0f} ns, ratio {:.2f}\n", drivers.launch * 1e9,
               costs.launch / drivers.launch);
    fmt::print("  cuGraphExecKernelNodeSetParams {:4.0f} ns, ratio {:.2f}\n", drivers.update * 1e9,
               costs.update / drivers.update);
#endif
}

}  // namespace
}  // namespace glint::bench

int main() {
    for (const glint::Device& device : glint::bench::open_all()) glint::bench::report(device);
}
