// SPDX-License-Identifier: MIT
#include <glint/studio/keep/history/detail/stored_snapshot.hpp>

#include <utility>

#include <glint/base/error.hpp>
#include <glint/driver/copies.hpp>

namespace glint::studio {

StoredSnapshot::StoredSnapshot(Snapshot snapshot)
    : snapshot_(std::move(snapshot)), size_bytes_(snapshot_.size_bytes()) {}

// Waits for the copies, because they may still read the device memory, which is reused afterwards.
StoredSnapshot::~StoredSnapshot() {
    if (!moved_) return;
    try {
        moved_->synchronize();
    } catch (const Error&) {  // the device is lost, so no copy reads the memory
    }
}

void StoredSnapshot::move_to_host(Stream& own, Stream& transfers, const PinnedPool& pool) {
    std::vector<PinnedMemory<std::byte>> host;
    for (const DeviceMemory<std::byte>& array : snapshot_.arrays)
        host.emplace_back(transfers, array.size(), pool);
    transfers.wait(own);
    for (std::size_t i = 0; i < host.size(); ++i)
        download(transfers, host[i].span(), snapshot_.arrays[i]);
    host_ = std::move(host);
    moved_.emplace(own.device(), EventOptions{.timing = false});
    transfers.record(*moved_);
}

void StoredSnapshot::finish_move(Stream& own) {
    if (!moved_ || !moved_->is_done()) return;
    own.wait(*moved_);  // the copies are done, so no delay; orders later uses after the copies
    snapshot_.arrays.clear();
    moved_.reset();
}

void StoredSnapshot::restore(Simulation& simulation, Stream& transfers) const {
    if (is_on_device()) return simulation.restore(snapshot_);
    Snapshot lent{.step = snapshot_.step,
                  .code = snapshot_.code,
                  .parameters = snapshot_.parameters,
                  .mouse = snapshot_.mouse,
                  .events = snapshot_.events};
    Stream& own = simulation.stream();
    for (const PinnedMemory<std::byte>& array : host_)
        upload(own, lent.arrays.emplace_back(own, array.size()), array.span());
    simulation.restore(lent);
    transfers.wait(own);  // later transfers must not overwrite the host memory too early
}

}  // namespace glint::studio
