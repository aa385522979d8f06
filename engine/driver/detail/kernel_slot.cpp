// SPDX-License-Identifier: MIT
#include <glint/driver/detail/kernel_slot.hpp>

#include <algorithm>

namespace glint::detail {
namespace {

bool is_same(const HostArguments& known, std::span<const std::size_t> sizes,
             std::span<const driver::ValueType> types) {
    return std::ranges::equal(known.sizes, sizes) && std::ranges::equal(known.types, types);
}

HostArguments owned(std::span<const std::size_t> sizes, std::span<const driver::ValueType> types) {
    return {{sizes.begin(), sizes.end()}, {types.begin(), types.end()}};
}

}  // namespace

void KernelSlot::note_signature(std::span<const std::size_t> sizes,
                                std::span<const driver::ValueType> types) const {
    const std::lock_guard lock(mutex_);
    const auto is_this = [&](const HostArguments& known) { return is_same(known, sizes, types); };
    if (std::ranges::none_of(signatures_, is_this)) signatures_.push_back(owned(sizes, types));
}

void KernelSlot::note_launch(std::span<const std::size_t> sizes,
                             std::span<const driver::ValueType> types) const {
    const std::lock_guard lock(mutex_);
    if (launched_ && is_same(*launched_, sizes, types)) return;
    launched_ = owned(sizes, types);
}

std::vector<HostArguments> KernelSlot::host_arguments() const {
    const std::lock_guard lock(mutex_);
    std::vector<HostArguments> all = signatures_;
    if (launched_) all.push_back(*launched_);
    return all;
}

}  // namespace glint::detail
