// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/host_calls.hpp>

namespace glint::driver::cuda {

/// Owns the objects that a graph of the driver uses, because the driver does not keep them alive. A
/// graph shares this object with its bodies, with its executable graphs, and with graphs that
/// contain it.
class GraphResources {
public:
    explicit GraphResources(std::shared_ptr<CudaBackend> backend);
    /// Waits for the device if a launch may still use a host function or an object passed to
    /// keep().
    ~GraphResources();
    GraphResources(const GraphResources&) = delete;
    GraphResources& operator=(const GraphResources&) = delete;

    /// Keeps alive an object that must exist until the launches are done.
    void keep(std::shared_ptr<const void> object);
    /// Keeps a module or an event alive. The destructor need not wait for launches that use it.
    void keep_handle(std::shared_ptr<const void> handle);
    /// Keeps alive the resources of a graph that was added to this graph.
    void keep_child(const std::shared_ptr<const GraphResources>& child);
    /// Stores a function that each launch calls.
    HostCall& add_call(std::function<void()> function);

    /// Records that a kernel in the graph, or in a graph added to it, has its own priority.
    void note_priority() noexcept { has_priorities_ = true; }
    bool has_priorities() const noexcept { return has_priorities_; }

    /// Returns the objects that store the exceptions of host functions in this graph and in graphs
    /// added to it. The list is usually empty.
    std::vector<std::shared_ptr<HostFailures>> failures() const;

private:
    std::shared_ptr<CudaBackend> backend_;
    std::shared_ptr<HostFailures> own_failures_;
    mutable std::mutex mutex_;
    std::set<std::shared_ptr<const void>> handles_;
    std::vector<std::shared_ptr<const void>> kept_;
    std::deque<HostCall> calls_;
    std::vector<std::shared_ptr<HostFailures>> failures_;
    std::atomic<bool> has_calls_ = false;
    std::atomic<bool> has_priorities_ = false;
};

/// A capture of streams into a graph. It lasts as long as this object. The streams and events that
/// take part in it have weak pointers to this object.
class CudaCapture {
public:
    CudaCapture(std::shared_ptr<CudaBackend> backend, std::shared_ptr<GraphResources> resources,
                bool is_body, std::shared_ptr<CaptureScope> scope)
        : backend_(std::move(backend)),
          resources_(std::move(resources)),
          is_body_(is_body),
          scope_(std::move(scope)) {
        backend_->count_captures(1);
    }
    ~CudaCapture() { backend_->count_captures(-1); }
    CudaCapture(const CudaCapture&) = delete;
    CudaCapture& operator=(const CudaCapture&) = delete;

    GraphResources& resources() noexcept { return *resources_; }
    /// Returns true if the graph is the body of a conditional node.
    bool is_body() const noexcept { return is_body_; }
    const std::shared_ptr<CaptureScope>& scope() const noexcept { return scope_; }

private:
    std::shared_ptr<CudaBackend> backend_;
    std::shared_ptr<GraphResources> resources_;
    bool is_body_;
    std::shared_ptr<CaptureScope> scope_;  // released after ~CudaCapture() has ended the capture
};

}  // namespace glint::driver::cuda
