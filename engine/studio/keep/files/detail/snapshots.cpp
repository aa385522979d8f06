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

}  // namespace

FieldCopier::FieldCopier(Simulation& simulation) : simulation_(simulation) {
    const Device& device = simulation.stream().device();
    if (device.kind() == BackendKind::cuda) copies_.emplace(device);
}

// What copies read and write may go once they are done.
FieldCopier::~FieldCopier() {
    try {
        if (copies_) copies_->synchronize();
    } catch (const Error&) {  // which whoever waits for the copy has met
    }
}

template <class Copy>
void FieldCopier::for_each(const SaveJob& job, const Copy& copy) {
    for (std::size_t i = 0; i < job.plan.fields.size(); ++i) {
        const SavedField& field = job.plan.fields[i];
        const DeviceMemory<std::byte>& from =
            field.derived ? simulation_.show(*field.derived)
                          : simulation_.state().memory({field.structure, *field.field});
        copy(job.offsets[i], from.span());
    }
}

// A run that has little memory left gets to keep that.
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

void FieldCopier::queue(const SaveJob& job, HostCopy& to) {
    using Source = DeviceSpan<const std::byte>;
    Stream& steps = simulation_.stream();
    const auto part = [&](std::size_t offset, std::size_t size) {
        return to.memory.span().subspan(offset, size);
    };
    if (!copies_) {  // the host's memory is the device's
        for_each(job, [&](std::size_t offset, const Source& from) {
            download(steps, part(offset, from.size()), from);
        });
        to.arrived = mark(steps);
        return;
    }
    const bool is_staged = reserve_staging(job.size_bytes);
    if (is_staged) {
        steps.wait(*copies_);  // which may still read what was copied last
        for_each(job, [&](std::size_t offset, const Source& from) {
            copy(steps, staging_.span().subspan(offset, from.size()), from);
        });
        copies_->wait(steps);
        download(*copies_, part(0, job.size_bytes), Source(staging_.data(), job.size_bytes));
    } else {
        std::vector<std::pair<std::size_t, Source>> sources;
        for_each(job, [&](std::size_t offset, const Source& from) {
            sources.emplace_back(offset, from);
        });
        copies_->wait(steps);
        for (const auto& [offset, from] : sources)
            download(*copies_, part(offset, from.size()), from);
        steps.wait(*copies_);
    }
    to.arrived = mark(*copies_);
}

}  // namespace glint::studio
