// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/compile_only.hpp>

#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include <sys/mman.h>

#include <fmt/format.h>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/backend/detail/graph_backend.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/compile_queue.hpp>

namespace glint::compiler {
namespace {

[[noreturn]] void refuse(std::string_view operation) {
    throw Error(ErrorCode::unsupported, operation, "this device only compiles kernels");
}

// Size of the header before each block: a whole page, so that blocks are aligned to pages.
constexpr std::size_t kHeadBytes = 4096;

/// Returns memory filled with zeros. Pages take no physical memory until they are written.
void* map_zeros(std::size_t size_bytes) {
    const std::size_t mapped_bytes = size_bytes + kHeadBytes;
    void* head = mmap(nullptr, mapped_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (head == MAP_FAILED)
        throw Error(ErrorCode::out_of_memory,
                    fmt::format("reserve addresses for {}", text::human_bytes(size_bytes)),
                    "the system has no free range of this size");
    std::memcpy(head, &mapped_bytes, sizeof mapped_bytes);
    return static_cast<std::byte*>(head) + kHeadBytes;
}

void unmap_zeros(void* block) noexcept {
    if (!block) return;
    std::byte* const head = static_cast<std::byte*>(block) - kHeadBytes;
    std::size_t mapped_bytes = 0;
    std::memcpy(&mapped_bytes, head, sizeof mapped_bytes);
    munmap(head, mapped_bytes);
}

class CompileOnlyKernel final : public driver::Kernel {
public:
    explicit CompileOnlyKernel(std::string name) {
        info_.name = std::move(name);
        info_.max_dynamic_shared_bytes = 48 * 1024;
        info_.lowering = "cubin";
    }

    const driver::KernelInfo& info() const noexcept override { return info_; }
    void* native() const noexcept override { return const_cast<CompileOnlyKernel*>(this); }
    std::string lowering(driver::Dim3) override { return info_.lowering; }
    driver::Occupancy occupancy(unsigned block_threads, std::size_t) override {
        return {.blocks = 1, .warps = (block_threads + 31) / 32, .fraction = 0.5};
    }
    unsigned best_block(const driver::SharedBytesOfBlock&) override { return best_block(); }
    unsigned best_block() override { return 256; }
    std::size_t available_shared_bytes(unsigned, unsigned) override {
        return info_.max_dynamic_shared_bytes;
    }
    unsigned max_active_clusters(const driver::LaunchShape&) override { return 1; }
    void prefer(CachePreference) override {}
    void prefer_shared_memory(unsigned) override {}
    bool knows_parameter_types() const override { return true; }
    void set_parameter_types(const std::vector<std::string>&) override {}
    void prepare(const driver::LaunchShape&) override {}

private:
    driver::KernelInfo info_;
};

class CompileOnlyModule final : public driver::Module {
public:
    explicit CompileOnlyModule(const std::vector<std::string>& instantiations)
        : instantiations_(instantiations.begin(), instantiations.end()) {}

    driver::Kernel* find_kernel(std::string_view symbol) override {
        if (symbol.find('<') != symbol.npos && !instantiations_.contains(symbol)) return nullptr;
        const std::lock_guard lock(mutex_);
        auto& kernel = kernels_[std::string(symbol)];
        if (!kernel) kernel = std::make_unique<CompileOnlyKernel>(std::string(symbol));
        return kernel.get();
    }
    std::vector<std::string> kernel_symbols() override { return {}; }
    Global find_global(std::string_view) override { return {}; }
    std::vector<std::string> global_symbols() override { return {}; }

private:
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<driver::Kernel>> kernels_;
    std::set<std::string, std::less<>> instantiations_;
};

class CompileOnlyEvent final : public driver::Event {
public:
    explicit CompileOnlyEvent(bool has_timing) : has_timing_(has_timing) {}

    void synchronize() override {}
    bool is_done() override { return true; }
    bool has_timing() const noexcept override { return has_timing_; }
    double seconds_since(Event&) override { return 0; }
    void* native() const noexcept override { return nullptr; }

private:
    bool has_timing_;
};

class PassedMark final : public driver::Mark {
public:
    bool is_passed() noexcept override { return true; }
};

class CompileOnlyStream final : public driver::Stream {
public:
    CompileOnlyStream(std::shared_ptr<driver::Backend> backend, int priority)
        : backend_(std::move(backend)), priority_(priority) {}

    void synchronize() override { backend_->synchronize(); }
    void drain() noexcept override {}
    bool is_done() override { return true; }
    void copy(void* to, const void*, std::size_t size_bytes,
              driver::CopyDirection direction) override {
        backend_->synchronize();
        if (direction == driver::CopyDirection::device_to_host) std::memset(to, 0, size_bytes);
    }
    void fill(void*, std::uint32_t, std::size_t, std::size_t) override {}
    void copy_block(const driver::BlockCopy& copy) override {
        const auto* to = std::get_if<driver::Rows>(&copy.to);
        if (!to || to->side != driver::MemorySide::host) return;
        auto* const bytes = static_cast<std::byte*>(to->data);
        for (std::size_t z = 0; z < copy.extent.depth; ++z)
            for (std::size_t y = 0; y < copy.extent.height; ++y)
                std::memset(bytes + z * to->slice_bytes + y * to->pitch_bytes, 0,
                            copy.extent.width);
    }
    void fill_block(const driver::BlockFill&) override {}
    void* allocate_temporary(std::size_t size_bytes) override { return map_zeros(size_bytes); }
    void release_temporary(void* address) noexcept override { unmap_zeros(address); }
    void record(driver::Event&) override {}
    void wait(driver::Event&) override {}
    void launch(const std::shared_ptr<driver::Module>&, driver::Kernel&, const driver::LaunchShape&,
                std::span<void* const>) override {
        backend_->synchronize();
    }
    void call(std::function<void()> function) override { function(); }
    int priority() const override { return priority_; }
    unsigned multiprocessors() const noexcept override { return 0; }
    bool is_captured() const override { return scope_ != nullptr; }
    std::unique_ptr<driver::Mark> mark() override { return std::make_unique<PassedMark>(); }
    void* native() const noexcept override { return nullptr; }
    std::shared_ptr<driver::CaptureScope> capture_scope() const override { return scope_; }

    void set_scope(std::shared_ptr<driver::CaptureScope> scope) { scope_ = std::move(scope); }

private:
    std::shared_ptr<driver::Backend> backend_;
    int priority_;
    std::shared_ptr<driver::CaptureScope> scope_;
};

class CompileOnlyExecutable final : public driver::ExecutableGraph {
public:
    void launch(driver::Stream&) override {}
    void update(driver::Graph&) override {}
    void set_kernel(driver::GraphNodeId, const std::shared_ptr<driver::Module>&, driver::Kernel&,
                    const driver::LaunchShape&, std::span<void* const>) override {}
    void* native() const noexcept override { return nullptr; }
};

class CompileOnlyGraph final : public driver::Graph {
public:
    // Returns one node, because the caller rejects graphs without nodes.
    std::vector<driver::GraphNodeInfo> nodes() const override {
        return std::vector<driver::GraphNodeInfo>(1);
    }
    std::vector<driver::GraphEdge> edges() const override { return {}; }
    void begin_capture(const std::shared_ptr<driver::Stream>& stream, Nodes,
                       std::shared_ptr<driver::CaptureScope> scope) override {
        captured_ = std::static_pointer_cast<CompileOnlyStream>(stream);
        captured_->set_scope(std::move(scope));
    }
    std::vector<driver::GraphNodeId> end_capture() override {
        captured_->set_scope(nullptr);
        captured_.reset();
        return {};
    }
    driver::GraphNodeId add_empty(Nodes) override { return ++last_; }
    driver::GraphNodeId add_record(Nodes, const std::shared_ptr<driver::Event>&) override {
        return ++last_;
    }
    driver::GraphNodeId add_wait(Nodes, const std::shared_ptr<driver::Event>&) override {
        return ++last_;
    }
    driver::GraphNodeId add_graph(Nodes, Graph&) override { return ++last_; }
    std::uint64_t create_condition(unsigned) override { return ++last_; }
    Conditional add_conditional(Nodes, driver::ConditionalKind, std::uint64_t,
                                unsigned bodies) override {
        Conditional added;
        added.node = ++last_;
        for (unsigned i = 0; i < bodies; ++i)
            added.bodies.push_back(std::make_shared<CompileOnlyGraph>());
        return added;
    }
    void add_edge(const driver::GraphEdge&) override {}
    void keep(std::shared_ptr<const void> object) override { kept_.push_back(std::move(object)); }
    std::unique_ptr<driver::ExecutableGraph> instantiate() override {
        return std::make_unique<CompileOnlyExecutable>();
    }
    void* native() const noexcept override { return nullptr; }

private:
    std::shared_ptr<CompileOnlyStream> captured_;
    driver::GraphNodeId last_ = 0;
    std::vector<std::shared_ptr<const void>> kept_;
};

class CompileOnlyRange final : public driver::AddressRange {
public:
    explicit CompileOnlyRange(std::size_t size_bytes)
        : begin_(map_zeros(size_bytes)), reserved_bytes_(size_bytes) {}
    ~CompileOnlyRange() override { unmap_zeros(begin_); }
    CompileOnlyRange(const CompileOnlyRange&) = delete;
    CompileOnlyRange& operator=(const CompileOnlyRange&) = delete;

    void* begin() const noexcept override { return begin_; }
    std::size_t reserved_bytes() const noexcept override { return reserved_bytes_; }
    std::size_t committed_bytes() const noexcept override { return committed_bytes_; }
    void commit(std::size_t size_bytes) override { committed_bytes_ = size_bytes; }

private:
    void* begin_;
    std::size_t reserved_bytes_;
    std::size_t committed_bytes_ = 0;
};

class CompileOnlyMemory final : public driver::MemoryServices {
public:
    std::unique_ptr<driver::PoolSource> create_pool(std::size_t, bool shareable) override {
        if (shareable) refuse("create a memory pool for several processes");
        return nullptr;
    }
    void release_unused(void* address, driver::MemoryKind) noexcept override {
        unmap_zeros(address);
    }
    void* allocate_pinned(std::size_t size_bytes, const driver::PinnedOptions&) override {
        return map_zeros(size_bytes);
    }
    void* device_address(void* host) override { return host; }
    void register_host(void*, std::size_t, const driver::RegistrationOptions&) override {}
    void unregister_host(void*) noexcept override {}
    void advise(void*, std::size_t, driver::ManagedAdvice, driver::PlaceNumber) override {}
    void prefetch(driver::Stream&, void*, std::size_t, driver::PlaceNumber) override {}
    void discard(driver::Stream&, void*, std::size_t) override {}
    void attach(driver::Stream&, void*, driver::Attachment) override {}
    std::optional<driver::MemoryInfo> find(const void*) override { return std::nullopt; }
    std::unique_ptr<driver::AddressRange> reserve(std::size_t size_bytes) override {
        return std::make_unique<CompileOnlyRange>(size_bytes);
    }
    bool can_access(const driver::Backend&) override { return false; }
    void enable_access(const driver::Backend&) override {
        refuse("give another device access to memory");
    }
    void disable_access(const driver::Backend&) override {}
    void copy_between(driver::Stream&, void*, const driver::Backend&, const void*,
                      const driver::Backend&, std::size_t) override {}
    driver::IpcBytes export_memory(void*) override { refuse("export memory"); }
    void* import_memory(const driver::IpcBytes&) override { refuse("import memory"); }
    void close_imported(void*) noexcept override {}
    std::unique_ptr<driver::Event> create_ipc_event() override { refuse("create an event"); }
    driver::IpcBytes export_event(driver::Event&) override { refuse("export an event"); }
    std::unique_ptr<driver::Event> import_event(const driver::IpcBytes&) override {
        refuse("import an event");
    }
    void* allocate_shareable(std::size_t) override { refuse("allocate shareable memory"); }
    int export_descriptor(void*) override { refuse("export memory"); }
    void* open_descriptor(int, std::size_t) override { refuse("import memory"); }
    void release_shareable(void*, std::size_t) noexcept override {}
    std::unique_ptr<driver::ForeignPool> open_pool(int) override { refuse("open a memory pool"); }
};

}  // namespace

CompileOnlyBackend::CompileOnlyBackend(driver::DeviceInfo info,
                                       std::shared_ptr<driver::Backend> real,
                                       std::shared_ptr<CompileQueue> queue)
    : info_(std::move(info)),
      real_(std::move(real)),
      queue_(std::move(queue)),
      memory_(std::make_unique<CompileOnlyMemory>()) {}

CompileOnlyBackend::~CompileOnlyBackend() { close_owned(); }

std::shared_ptr<driver::Module> CompileOnlyBackend::module(
    const std::vector<std::string>& instantiations) {
    return std::make_shared<CompileOnlyModule>(instantiations);
}

void CompileOnlyBackend::throw_if_cancelled() const {
    if (queue_->is_cancelled()) throw CompileCancelled();
}

std::optional<int> CompileOnlyBackend::attribute(DeviceAttribute which) const {
    return real_ ? real_->attribute(which) : std::nullopt;
}

void* CompileOnlyBackend::allocate(std::size_t size_bytes, driver::MemoryKind) {
    throw_if_cancelled();
    return map_zeros(size_bytes);
}

void CompileOnlyBackend::release(void* address, driver::MemoryKind) noexcept {
    unmap_zeros(address);
}

driver::ImageMemory CompileOnlyBackend::allocate_image(const driver::ImageShape& shape) {
    throw_if_cancelled();
    return {.data = this, .shape = shape};
}

driver::ImageMemory CompileOnlyBackend::foreign_image(void*, unsigned) { refuse("use an image"); }

driver::ImageMemory CompileOnlyBackend::image_level(const driver::ImageMemory& image,
                                                    unsigned level) {
    return {.data = image.data, .shape = level_shape(image.shape, level)};
}

std::unique_ptr<driver::Stream> CompileOnlyBackend::create_stream(const StreamOptions& options) {
    throw_if_cancelled();
    return std::make_unique<CompileOnlyStream>(shared_from_this(), options.priority);
}

std::unique_ptr<driver::Event> CompileOnlyBackend::create_event(const EventOptions& options) {
    return std::make_unique<CompileOnlyEvent>(options.timing);
}

std::unique_ptr<driver::Stream> CompileOnlyBackend::wrap_stream(void*) { refuse("use a stream"); }

std::unique_ptr<driver::Event> CompileOnlyBackend::wrap_event(void*) { refuse("use an event"); }

std::unique_ptr<driver::Stream> CompileOnlyBackend::default_stream(bool) {
    return create_stream({});
}

std::shared_ptr<driver::Graph> CompileOnlyBackend::create_graph() {
    return std::make_shared<CompileOnlyGraph>();
}

std::vector<std::byte> CompileOnlyBackend::link(std::span<const driver::LinkPart>,
                                                const driver::ModuleOptions&) {
    refuse("link code");
}

driver::PartitionParts CompileOnlyBackend::partition(unsigned, unsigned) {
    refuse("partition the device");
}

}  // namespace glint::compiler
