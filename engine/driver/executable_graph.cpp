// SPDX-License-Identifier: MIT
#include <glint/driver/executable_graph.hpp>

#include <algorithm>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/base/error.hpp>

namespace glint {
namespace {

/// Replaces the stream in a launch: instead of queueing a kernel, it stores the kernel in a node of
/// a graph. Updates of nodes thus pass the same checks as launches.
class KernelTarget final : public driver::Stream {
public:
    KernelTarget(driver::ExecutableGraph& graph, driver::GraphNodeId node) noexcept
        : graph_(graph), node_(node) {}

    void launch(const std::shared_ptr<driver::Module>& module, driver::Kernel& kernel,
                const LaunchShape& shape, std::span<void* const> arguments) override {
        graph_.set_kernel(node_, module, kernel, shape, arguments);
    }

    void synchronize() override { refuse(); }
    void drain() noexcept override {}
    bool is_done() override { refuse(); }
    void copy(void*, const void*, std::size_t, driver::CopyDirection) override { refuse(); }
    void fill(void*, std::uint32_t, std::size_t, std::size_t) override { refuse(); }
    void copy_block(const driver::BlockCopy&) override { refuse(); }
    void fill_block(const driver::BlockFill&) override { refuse(); }
    void* allocate_temporary(std::size_t) override { refuse(); }
    void release_temporary(void*) noexcept override {}
    void record(driver::Event&) override { refuse(); }
    void wait(driver::Event&) override { refuse(); }
    void call(std::function<void()>) override { refuse(); }
    int priority() const override { return 0; }
    unsigned multiprocessors() const noexcept override { return 0; }
    bool is_captured() const override { return true; }
    std::shared_ptr<driver::CaptureScope> capture_scope() const override { return nullptr; }
    std::unique_ptr<driver::Mark> mark() override { refuse(); }
    void* native() const noexcept override { return nullptr; }

private:
    [[noreturn]] static void refuse() {
        throw Error(ErrorCode::invalid_argument, "update a node of a graph",
                    "the new operation must be a kernel launch");
    }

    driver::ExecutableGraph& graph_;
    driver::GraphNodeId node_;
};

[[noreturn]] void refuse_update(std::string_view reason) {
    throw Error(ErrorCode::invalid_argument, "update a node of a graph", reason);
}

}  // namespace

ExecutableGraph::ExecutableGraph(const Device& device, std::shared_ptr<driver::Graph> graph)
    : device_(device), graph_(std::move(graph)), state_(graph_->instantiate()) {}

driver::ExecutableGraph& ExecutableGraph::state() const {
    if (!state_)
        throw Error(ErrorCode::invalid_state, "use an executable graph",
                    "the graph was moved to another object");
    return *state_;
}

void ExecutableGraph::launch(Stream& stream) {
    driver::ExecutableGraph& graph = state();
    if (stream.device() != device_)
        throw Error(ErrorCode::invalid_argument, "launch a graph",
                    "the stream belongs to another device");
    if (const auto scope = stream.state().capture_scope())
        throw Error(ErrorCode::invalid_state, "launch a graph",
                    scope->is_warm_up() ? scope->refusal()
                                        : "the stream is being captured. Use Graph::add_graph to "
                                          "add a graph to another graph");
    graph.launch(stream.state());
}

void ExecutableGraph::update(const Graph& graph) {
    if (graph.device() != device_)
        throw Error(ErrorCode::invalid_argument, "update a graph",
                    "the new graph belongs to another device");
    state().update(graph.state());
}

Stream ExecutableGraph::kernel_target(const GraphNode& node) {
    driver::ExecutableGraph& graph = state();
    if (node.graph() != graph_.get()) refuse_update("the node belongs to another graph");
    return {device_, std::make_shared<KernelTarget>(graph, node.id())};
}

}  // namespace glint
