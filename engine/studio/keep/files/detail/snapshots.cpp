// SPDX-License-Identifier: MIT
#include <glint/studio/keep/files/detail/snapshots.hpp>

#include <glint/base/error.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {
namespace {

Event mark(Stream& stream) {
    Event event(stream.device(), {.timing = false});
    stream.record(event);
    return event;
}

/// Returns `size` bytes of a copy's memory, starting at `offset`.
std::span<std::byte> part(const HostCopy& copy, std::size_t offset, std::size_t size) {
    return copy.memory.span().subspan(offset, size);
}

}  // namespace

FieldCopier::FieldCopier(Simulation& simulation, std::optional<CopyMethod> method)
    : simulation_(simulation), method_(method) {
    const Device& device = simulation.stream().device();
    if (!method_ && device.kind() == BackendKind::cpu) method_ = CopyMethod::direct;
    if (method_ != CopyMethod::direct) copies_.emplace(device);
}

// Waits for the copies, because the memory must not be freed earlier.
FieldCopier::~FieldCopier() {
    try {
        if (copies_) copies_->synchronize();
    } catch (const Error&) {  // the thread that waits for the copy reports the error
    }
}

std::vector<FieldCopier::Source> FieldCopier::sources_of(const SaveJob& job) {
    std::vector<Source> sources;
    for (std::size_t i = 0; i < job.plan.fields.size(); ++i) {
        const SavedField& field = job.plan.fields[i];
        const DeviceMemory<std::byte>& from =
            field.derived ? simulation_.show(*field.derived)
                          : simulation_.state().memory({field.structure, *field.field});
        sources.push_back({job.offsets[i], from.span()});
    }
    return sources;
}

CopyMethod FieldCopier::method_for(const SaveJob& job) {
    if (method_ == CopyMethod::staged && staging_.size() < job.size_bytes)
        staging_ = DeviceMemory<std::byte>(copies_->device(), job.size_bytes);
    if (method_) return *method_;
    return reserve_staging(job.size_bytes) ? CopyMethod::staged : CopyMethod::waiting;
}

// Allocates the staging memory on the device, but only if at least the same amount of memory stays
// free for the run. Returns false if staging memory is not available.
bool FieldCopier::reserve_staging(std::size_t size_bytes) {
    if (staging_.size() >= size_bytes) return true;
    const Device& device = simulation_.stream().device();
    staging_ = {};
    if (device.free_memory_bytes() < 2 * size_bytes) return false;
    try {
        staging_ = DeviceMemory<std::byte>(device, size_bytes);
        return true;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory) throw;
        return false;
    }
}

void FieldCopier::copy_staged(std::span<const Source> sources, std::size_t size_bytes,
                              HostCopy& to) {
    Stream& steps = simulation_.stream();
    steps.wait(*copies_);  // transfers may still read the previous copy
    for (const auto& [offset, bytes] : sources)
        copy(steps, staging_.span().subspan(offset, bytes.size()), bytes);
    copies_->wait(steps);
    const DeviceSpan<const std::byte> all(staging_.data(), size_bytes);
    download(*copies_, part(to, 0, size_bytes), all);
}

void FieldCopier::copy_waiting(std::span<const Source> sources, HostCopy& to) {
    copies_->wait(simulation_.stream());
    for (const auto& [offset, bytes] : sources)
        download(*copies_, part(to, offset, bytes.size()), bytes);
    simulation_.stream().wait(*copies_);
}

void FieldCopier::queue(const SaveJob& job, HostCopy& to) {
    const CopyMethod method = method_for(job);
    const std::vector<Source> sources = sources_of(job);
    Stream& steps = simulation_.stream();
    switch (method) {
        case CopyMethod::direct:
            for (const auto& [offset, bytes] : sources)
                download(steps, part(to, offset, bytes.size()), bytes);
            break;
        case CopyMethod::staged: copy_staged(sources, job.size_bytes, to); break;
        case CopyMethod::waiting: copy_waiting(sources, to); break;
    }
    to.arrived = mark(method == CopyMethod::direct ? steps : *copies_);
}

}  // namespace glint::studio
