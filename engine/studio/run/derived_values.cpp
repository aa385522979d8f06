// SPDX-License-Identifier: MIT
// Implements the part of Simulation that computes derived fields and monitors.
#include <glint/studio/run/simulation.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include <glint/driver/copies.hpp>
#include <glint/kernels/studio/sizes.cuh>
#include <glint/studio/run/detail/launch_shape.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kMaxSumParts = 1024;
constexpr std::size_t kElementsPerPart = 16 * sizes::kReducers;

/// Combines the partial results of a monitor, in order. Returns the monitor's value.
template <class T>
double combined_parts(std::span<const T> parts, Derived::Kind kind) {
    T value = parts.front();
    for (const T part : parts.subspan(1)) {
        if (kind == Derived::Kind::minimum)
            value = part < value || part != part ? part : value;
        else if (kind == Derived::Kind::maximum)
            value = part > value || part != part ? part : value;
        else
            value += part;
    }
    return static_cast<double>(value);
}

double joined_bytes(std::span<const std::byte> bytes, const Derived& derived) {
    const auto as = [&]<class T>(T) {
        std::vector<T> parts(bytes.size() / sizeof(T));
        std::memcpy(parts.data(), bytes.data(), bytes.size());
        return combined_parts(std::span<const T>(parts), derived.kind);
    };
    if (is_floating(derived.type.parts.front().scalar)) return as(double{});
    return derived.type.parts.front().scalar == ScalarType::u64 ? as(std::uint64_t{})
                                                                : as(std::int64_t{});
}

}  // namespace

void Simulation::launch_derived(std::size_t index, void* values) {
    const Derived& derived = declaration().derived[index];
    const Extents& extents = state_->extents(derived.over);
    const std::array<unsigned long long, 3> lengths{extents.width, extents.height, extents.depth};
    std::vector<KernelArgument> arguments{
        KernelArgument::of_bytes(std::as_bytes(std::span(lengths))), values};
    for (const Argument& each : derived.arguments)
        if (!each.is_of_element()) arguments.push_back(argument(each, now()));
    const AnyKernel& kernel = code_->derived(index);
    kernel.launch(stream_, shape_of(derived, kernel, declaration(), extents), arguments);
}

const DeviceMemory<std::byte>& Simulation::monitored(std::size_t index) {
    const Derived& derived = declaration().derived[index];
    const std::size_t size_bytes = state_->extents(derived.over).count() * derived.type.size_bytes;
    if (monitored_.size() < size_bytes) monitored_ = DeviceMemory<std::byte>(stream_, size_bytes);
    launch_derived(index, monitored_.data());
    return monitored_;
}

std::optional<std::array<std::size_t, 3>> Simulation::find_value(std::size_t index, double value) {
    constexpr auto kNone = std::numeric_limits<unsigned long long>::max();
    const Derived& derived = declaration().derived[index];
    const Extents& extents = state_->extents(derived.over);
    DeviceMemory<unsigned long long> lowest(stream_, 1);
    fill(stream_, lowest, kNone);
    const AnyKernel& kernel = code_->finder(index);
    kernel.launch(
        stream_, kernel.best_shape(extents.count()),
        {static_cast<unsigned long long>(extents.count()), monitored(index).data(), lowest, value});
    const unsigned long long found = to_vector(stream_, lowest).front();
    if (found == kNone) return std::nullopt;
    return extents.place_of(found);
}

const DeviceMemory<std::byte>& Simulation::show(std::size_t index) {
    const Derived& derived = declaration().derived[index];
    const std::size_t count = state_->extents(derived.over).count();
    DeviceMemory<std::byte>& values = shown_[index];
    if (values.size() == 0)
        values = DeviceMemory<std::byte>(stream_, count * derived.type.size_bytes);
    launch_derived(index, values.data());
    return values;
}

std::vector<std::optional<double>> Simulation::monitors() {
    const auto& all = declaration().derived;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_monitor()) continue;
        const std::size_t count = state_->extents(all[i].over).count();
        const std::size_t parts =
            std::clamp(count / kElementsPerPart, std::size_t(1), kMaxSumParts);
        if (partials_[i].size() == 0) partials_[i] = DeviceMemory<std::byte>(stream_, parts * 8);
        code_->joiner(i).launch(
            stream_,
            {.grid = {.x = static_cast<unsigned>(parts)}, .block = {.x = sizes::kReducers}},
            {static_cast<unsigned long long>(count), monitored(i).data(), partials_[i].data()});
    }
    std::vector<std::optional<double>> values(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_monitor()) continue;
        const std::vector<std::byte> bytes = to_vector(stream_, partials_[i]);
        values[i] = joined_bytes(bytes, all[i]);
        if (all[i].kind == Derived::Kind::mean)
            *values[i] /= static_cast<double>(state_->extents(all[i].over).count());
    }
    return values;
}

}  // namespace glint::studio
