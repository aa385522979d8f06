// The part of Simulation that finds what its state does not hold: derived fields and monitors.
#include <glint/studio/run/simulation.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include <glint/driver/copies.hpp>
#include <glint/kernels/studio/sizes.cuh>
#include <glint/studio/run/launch_shape.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kMostParts = 1024;
constexpr std::size_t kElementsPerPart = 16 * sizes::kReducers;

bool is_integer(const ElementType& type) {
    switch (type.parts.front().scalar) {
        case ScalarType::f16:
        case ScalarType::bf16:
        case ScalarType::f32:
        case ScalarType::f64: return false;
        default: return true;
    }
}

/// The parts of a monitor, joined in their order.
template <class T>
double joined(std::span<const T> parts, Derived::Kind kind) {
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
        return joined(std::span<const T>(parts), derived.kind);
    };
    if (!is_integer(derived.type)) return as(double{});
    return derived.type.parts.front().scalar == ScalarType::u64 ? as(std::uint64_t{})
                                                                : as(std::int64_t{});
}

}  // namespace

void Simulation::launch_derived(std::size_t index, const LaunchShape& shape, void* values) {
    const Derived& derived = declaration().derived[index];
    const auto count = static_cast<unsigned long long>(state_->extents(derived.over).count());
    std::vector<KernelArgument> arguments{count, values};
    add_arguments(derived, arguments);
    code_->derived(index).launch(stream_, shape, arguments);
}

void Simulation::add_arguments(const Derived& derived, std::vector<KernelArgument>& arguments) {
    for (const Argument& each : derived.arguments) arguments.push_back(argument(each, now()));
}

std::optional<std::array<std::size_t, 3>> Simulation::find_value(std::size_t index, double value) {
    constexpr auto kNone = std::numeric_limits<unsigned long long>::max();
    const Derived& derived = declaration().derived[index];
    const Extents& extents = state_->extents(derived.over);
    DeviceMemory<unsigned long long> lowest(stream_, 1);
    fill(stream_, lowest, kNone);
    std::vector<KernelArgument> arguments{static_cast<unsigned long long>(extents.count()), lowest,
                                          value};
    add_arguments(derived, arguments);
    const AnyKernel& kernel = code_->finder(index);
    kernel.launch(stream_, kernel.best_shape(extents.count()), arguments);
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
    launch_derived(index, code_->derived(index).best_shape(count), values.data());
    return values;
}

std::vector<std::optional<double>> Simulation::monitors() {
    const auto& all = declaration().derived;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_monitor()) continue;
        const std::size_t count = state_->extents(all[i].over).count();
        const std::size_t parts = std::clamp(count / kElementsPerPart, std::size_t(1), kMostParts);
        if (partials_[i].size() == 0) partials_[i] = DeviceMemory<std::byte>(stream_, parts * 8);
        launch_derived(
            i, {.grid = {.x = static_cast<unsigned>(parts)}, .block = {.x = sizes::kReducers}},
            partials_[i].data());
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
