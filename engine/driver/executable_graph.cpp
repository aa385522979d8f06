#include <glint/driver/executable_graph.hpp>

#include <algorithm>

#include <glint/base/error.hpp>

namespace glint {
namespace {

/// Not a queue: hands the kernel that is launched on it to a node of a graph, so that launches and
/// updates are checked by the same code.
class KernelTarget final : public driver::Stream {
public:
    KernelTarget(driver::ExecutableGraph& graph, driver::GraphNodeId node) noexcept
        : graph_(graph), node_(node) {}

    void launch(const std::shared_ptr<driver::Module>& module, driver::Kernel& kernel,
                const LaunchShape& shape, std::span<void* const> arguments) override {
        graph_.set_kernel(node_, module, kernel, shape, arguments);
    }

    void synchronize() override { refuse(); }
    bool is_done() override { refuse(); }
    void copy(void*, const void*, std::size_t, driver::CopyDirection) override { refuse(); }
    void fill(void*, std::uint32_t, std::size_t, std::size_t) override { refuse(); }
    void copy_to_host(void*, std::size_t, const driver::ImageMemory&) override { refuse(); }
    void copy_from_host(const driver::ImageMemory&, const void*, std::size_t) override { refuse(); }
    void record(driver::Event&) override { refuse(); }
    void wait(driver::Event&) override { refuse(); }
    void call(std::function<void()>) override { refuse(); }
    void* native() const noexcept override { return nullptr; }

private:
    [[noreturn]] static void refuse() {
        throw Error(ErrorCode::invalid_argument, "update a node of a graph",
                    "only a kernel can be launched in its place");
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
        throw Error(ErrorCode::invalid_state, "use an executable graph", "it was moved from");
    return *state_;
}

void ExecutableGraph::launch(Stream& stream) {
    driver::ExecutableGraph& graph = state();
    if (stream.device() != device_)
        throw Error(ErrorCode::invalid_argument, "launch a graph",
                    "the stream belongs to another device");
    graph.launch(stream.state());
}

void ExecutableGraph::update(const Graph& graph) {
    if (graph.device() != device_)
        throw Error(ErrorCode::invalid_argument, "update a graph", "it belongs to another device");
    state().update(graph.state());
}

Stream ExecutableGraph::kernel_target(const GraphNode& node) {
    driver::ExecutableGraph& graph = state();
    if (node.graph() != graph_.get()) refuse_update("it belongs to another graph");
    return {device_, std::make_shared<KernelTarget>(graph, node.id())};
}

}  // namespace glint
