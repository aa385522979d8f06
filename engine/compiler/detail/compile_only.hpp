// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint::compiler {

class CompileQueue;

/// Thrown by a compile-only device after its queue was canceled. The exception is not an error and
/// is never reported.
struct CompileCancelled {};

/// A CUDA device that does not run kernels. Copies to it do nothing, copies from it return zeros,
/// and sources that are built for it are added to a queue. A program that runs on it thus reveals
/// which kernels it will need on a real device, before they are compiled.
class CompileOnlyBackend final : public driver::Backend {
public:
    /// `real` is the device that answers attribute queries, or null.
    CompileOnlyBackend(driver::DeviceInfo info, std::shared_ptr<driver::Backend> real,
                       std::shared_ptr<CompileQueue> queue);
    ~CompileOnlyBackend() override;
    CompileOnlyBackend(const CompileOnlyBackend&) = delete;
    CompileOnlyBackend& operator=(const CompileOnlyBackend&) = delete;

    CompileQueue& queue() const noexcept { return *queue_; }
    /// Returns a module without variables. It contains every kernel that is requested from it,
    /// except template kernels that are not in `instantiations`.
    static std::shared_ptr<driver::Module> module(
        const std::vector<std::string>& instantiations = {});

    const driver::DeviceInfo& info() const noexcept override { return info_; }
    std::size_t free_memory_bytes() const override { return info_.memory_bytes; }
    void synchronize() override { throw_if_cancelled(); }
    std::optional<int> attribute(DeviceAttribute which) const override;
    bool is_lost() const noexcept override { return false; }
    std::shared_ptr<driver::Backend> reset() override { return shared_from_this(); }
    void* native() const noexcept override { return nullptr; }
    driver::ContextSettings* settings() noexcept override { return nullptr; }

    void* allocate(std::size_t size_bytes, driver::MemoryKind kind) override;
    void release(void* address, driver::MemoryKind kind) noexcept override;
    std::optional<std::string> memory_fault(const void*, std::size_t,
                                            driver::MemorySide) const override {
        return std::nullopt;
    }
    std::optional<std::string> launch_fault(const void*, std::size_t) const override {
        return std::nullopt;
    }
    driver::MemoryServices& memory() noexcept override { return *memory_; }

    driver::ImageMemory allocate_image(const driver::ImageShape& shape) override;
    void release_image(const driver::ImageMemory&) noexcept override {}
    driver::ImageMemory foreign_image(void* native, unsigned levels) override;
    driver::ImageMemory image_level(const driver::ImageMemory& image, unsigned level) override;
    std::uint64_t create_surface(const driver::ImageMemory&) override { return 1; }
    void destroy_surface(std::uint64_t) noexcept override {}
    std::uint64_t create_texture(const driver::ImageMemory&,
                                 const driver::TextureOptions&) override {
        return 1;
    }
    void destroy_texture(std::uint64_t) noexcept override {}

    StreamPriorities stream_priorities() const override { return {}; }
    std::unique_ptr<driver::Stream> create_stream(const StreamOptions& options) override;
    std::unique_ptr<driver::Event> create_event(const EventOptions& options) override;
    std::unique_ptr<driver::Stream> wrap_stream(void* native) override;
    std::unique_ptr<driver::Event> wrap_event(void* native) override;
    std::unique_ptr<driver::Stream> default_stream(bool of_thread) override;
    std::shared_ptr<driver::Graph> create_graph() override;
    std::shared_ptr<driver::Module> load_module(std::span<const std::byte>,
                                                const driver::ModuleOptions&) override {
        return module();
    }
    std::shared_ptr<driver::Module> load_owned_module(std::span<const std::byte>) override {
        return module();
    }
    std::vector<std::byte> link(std::span<const driver::LinkPart> parts,
                                const driver::ModuleOptions& options) override;
    driver::PartitionParts partition(unsigned multiprocessors, unsigned groups) override;
    driver::TensorMapBytes encode_tensor_map(const driver::TensorMapLayout&) override { return {}; }

private:
    /// Throws CompileCancelled if the queue was canceled. Otherwise does nothing.
    void throw_if_cancelled() const;

    driver::DeviceInfo info_;
    std::shared_ptr<driver::Backend> real_;
    std::shared_ptr<CompileQueue> queue_;
    std::unique_ptr<driver::MemoryServices> memory_;
};

}  // namespace glint::compiler
