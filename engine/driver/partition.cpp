// SPDX-License-Identifier: MIT
#include <glint/driver/partition.hpp>

#include <cstdint>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

void check_partition(const DeviceInfo& device, const PartitionOptions& options) {
    if (device.kind == BackendKind::cpu) return;  // the CPU backend refuses all partitions
    const std::uint64_t wanted = std::uint64_t{options.multiprocessors} * options.groups;
    if (wanted >= 1 && wanted <= device.multiprocessors) return;
    throw Error(ErrorCode::invalid_argument, "partition a device",
                fmt::format("the partition needs {} of {}, but {} has {}",
                            text::counted(options.groups, "group"),
                            text::counted(options.multiprocessors, "multiprocessor"), device.name,
                            device.multiprocessors));
}

}  // namespace

Stream MultiprocessorGroup::stream(const StreamOptions& options) const {
    if (options.waits_for_default)
        throw Error(ErrorCode::invalid_argument, "create a stream",
                    "a stream of a multiprocessor group cannot wait for the default stream");
    detail::check_priority(device_, options);
    return {device_, state_->create_stream(options)};
}

Partition::Partition(const Device& device, const PartitionOptions& options) {
    check_partition(device.info(), options);
    driver::PartitionParts parts =
        device.backend()->partition(options.multiprocessors, options.groups);
    for (auto& group : parts.groups) groups_.emplace_back(device, std::move(group));
    if (parts.rest) rest_.emplace(device, std::move(parts.rest));
}

}  // namespace glint
