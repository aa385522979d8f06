// SPDX-License-Identifier: MIT
#include <glint/compiler/compile_ahead.hpp>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>

#include <fmt/format.h>

#include <glint/backend/architecture.hpp>
#include <glint/base/disk_cache.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/version.hpp>
#include <glint/compiler/detail/compile_only.hpp>
#include <glint/compiler/detail/compile_queue.hpp>
#include <glint/compiler/detail/compiler_for.hpp>

namespace glint::compiler {
namespace {

/// Properties of GPUs that can influence kernels, from the section "Technical Specifications per
/// Compute Capability" of the CUDA C++ Programming Guide. The number of multiprocessors and the
/// memory size are those of the GPU in the comment after each entry.
struct TypicalGpu {
    unsigned architecture;
    unsigned multiprocessors;
    std::size_t shared_bytes_per_block;
    std::size_t shared_bytes_per_multiprocessor;
    unsigned threads_per_multiprocessor;
    std::size_t memory_gib;
};

constexpr std::size_t kKib = 1024;
constexpr std::array kTypicalGpus{
    TypicalGpu{75, 40, 64 * kKib, 64 * kKib, 1024, 16},       // T4
    TypicalGpu{80, 108, 163 * kKib, 164 * kKib, 2048, 80},    // A100
    TypicalGpu{86, 82, 99 * kKib, 100 * kKib, 1536, 24},      // RTX 3090
    TypicalGpu{89, 128, 99 * kKib, 100 * kKib, 1536, 24},     // RTX 4090
    TypicalGpu{90, 132, 227 * kKib, 228 * kKib, 2048, 80},    // H100
    TypicalGpu{100, 148, 227 * kKib, 228 * kKib, 2048, 180},  // B200
    TypicalGpu{120, 170, 99 * kKib, 100 * kKib, 1536, 32},    // RTX 5090
};

driver::Architecture real_architecture(std::string_view text) {
    const driver::Architecture architecture = driver::parse_architecture(text);
    if (architecture.is_virtual)
        throw Error(ErrorCode::invalid_argument, fmt::format("compile ahead for '{}'", text),
                    "the architecture is virtual. Use a real architecture, such as sm_90");
    return architecture;
}

driver::DeviceInfo typical_info(std::string_view architecture) {
    const auto number = static_cast<unsigned>(real_architecture(architecture).capability);
    const TypicalGpu* typical = &kTypicalGpus.front();
    for (const TypicalGpu& each : kTypicalGpus)
        if (each.architecture <= number) typical = &each;
    driver::DeviceInfo info;
    info.kind = driver::BackendKind::cuda;
    info.name = architecture;
    info.architecture = architecture;
    info.memory_bytes = typical->memory_gib << 30;
    info.multiprocessors = typical->multiprocessors;
    info.max_shared_bytes_per_block = typical->shared_bytes_per_block;
    info.shared_bytes_per_multiprocessor = typical->shared_bytes_per_multiprocessor;
    info.max_threads_per_multiprocessor = typical->threads_per_multiprocessor;
    info.registers_per_multiprocessor = 65536;
    info.compute_capability = {number / 10, number % 10};
    info.managed_memory = info.cooperative_launch = true;
    info.cluster_launch = number >= 90;
    return info;
}

driver::DeviceInfo info_of_gpu(const Device& device) {
    if (device.kind() != BackendKind::cuda)
        throw Error(ErrorCode::unsupported, "compile ahead for " + device.name(),
                    "only GPUs are supported");
    return device.info();
}

DiskCache notes() { return {cache_folder(), "ahead", 1}; }

std::string note_key(const Device& device, const std::string& description) {
    return content_hash(fmt::format("{}\n{}\n{}\n{}", version(), device.name(),
                                    compiler_for(device)->identity(), description));
}

unsigned thread_count() { return std::clamp(std::thread::hardware_concurrency(), 1u, 32u); }

}  // namespace

bool is_stand_in(const Device& device) {
    return dynamic_cast<const CompileOnlyBackend*>(device.backend().get()) != nullptr;
}

struct CompileAhead::State {
    mutable std::mutex mutex;
    std::condition_variable changed;
    bool has_ended = true;
    std::string failure;
};

CompileAhead::CompileAhead(const Device& device)
    : queue_(std::make_shared<CompileQueue>(thread_count())),
      state_(std::make_unique<State>()),
      stand_in_(
          std::make_shared<CompileOnlyBackend>(info_of_gpu(device), device.backend(), queue_)) {}

CompileAhead::CompileAhead(std::string_view architecture)
    : queue_(std::make_shared<CompileQueue>(thread_count())),
      state_(std::make_unique<State>()),
      stand_in_(std::make_shared<CompileOnlyBackend>(typical_info(architecture), nullptr, queue_)) {
}

CompileAhead::~CompileAhead() { queue_->cancel(); }

bool CompileAhead::was_done(const std::string& description) const {
    return notes().load(note_key(stand_in_, description)).has_value();
}

// Ignores errors: if the note is missing, the program runs on the stand-in again.
void CompileAhead::note_done(const std::string& description) const {
    (void)notes().store(note_key(stand_in_, description), "done");
}

void CompileAhead::start(std::function<void(const Device&)> program) {
    state_->has_ended = false;
    thread_ = std::jthread([this, program = std::move(program)] { run(program); });
}

void CompileAhead::run(const std::function<void(const Device&)>& program) {
    std::string failure;
    try {
        program(stand_in_);
    } catch (const std::exception& error) {
        failure = error.what();
    } catch (const CompileCancelled&) {
        failure = "cancelled";
    }
    const std::lock_guard lock(state_->mutex);
    state_->failure = std::move(failure);
    state_->has_ended = true;
    state_->changed.notify_all();
}

CompileAhead::Progress CompileAhead::progress() const {
    const CompileQueue::Progress progress = queue_->progress();
    return {progress.done, progress.total};
}

bool CompileAhead::is_done() const {
    const std::lock_guard lock(state_->mutex);
    const CompileQueue::Progress progress = queue_->progress();
    return state_->has_ended && progress.done == progress.total;
}

void CompileAhead::wait() {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] { return state_->has_ended; });
    lock.unlock();
    queue_->wait();
}

const std::string& CompileAhead::failure() const noexcept { return state_->failure; }

}  // namespace glint::compiler
