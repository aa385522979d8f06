// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <apps/catalog.hpp>
#include <bench/difference.hpp>
#include <glint/driver/memory.hpp>
#include <glint/studio/run/field.hpp>

/// Simulations and their arrays on the CPU backend, where the host can dereference device pointers.
namespace glint::bench {

using Settings = std::vector<std::pair<std::string, std::string>>;

inline studio::SimulationOptions simulation_options(std::string_view name, const Device& device,
                                                    Settings settings) {
    auto options = apps::options_for(apps::find_entry(name), device);
    options.settings = std::move(settings);
    return options;
}

inline std::unique_ptr<studio::Simulation> simulation_of(std::string_view name,
                                                         const Device& device, Settings settings) {
    return apps::make_simulation(apps::find_entry(name),
                                 simulation_options(name, device, std::move(settings)));
}

/// Advances the simulation by `steps` steps, and waits until they are done.
inline void advance(studio::Simulation& simulation, int steps) {
    simulation.advance(static_cast<unsigned>(steps));
    simulation.stream().synchronize();
}

/// Returns the elements of a field, after waiting for queued work. While the span is in use, no
/// later work may change these elements.
template <class T>
std::span<T> elements_of(studio::Simulation& simulation, std::string_view field) {
    const auto array = simulation.field<T>(field);
    simulation.stream().synchronize();
    return {array.data(), array.size()};
}

/// Two buffers for a field. A reference reads the current values from one and writes the next
/// values to the other.
template <class T>
class TwoPlaces {
public:
    TwoPlaces() = default;
    TwoPlaces(const Device& device, std::span<const T> values)
        : now_(device, values.size()), next_(device, values.size()) {
        assign(values);
    }
    void assign(std::span<const T> values) {
        std::memcpy(now_.data(), values.data(), values.size_bytes());
        std::memcpy(next_.data(), values.data(), values.size_bytes());
    }
    T* now() { return now_.data(); }
    T* next() { return next_.data(); }
    void swap() { std::swap(now_, next_); }
    std::span<const T> values() const { return {now_.data(), now_.size()}; }

private:
    DeviceMemory<T> now_, next_;
};

/// Describes the first difference, starting with `name`. Returns nullopt if all elements agree.
template <class T>
std::optional<std::string> difference_of(const char* name, std::span<const T> got,
                                         std::span<const T> wanted, Tolerance tolerance) {
    const auto found = difference(got, wanted, tolerance);
    if (!found) return std::nullopt;
    return fmt::format("{}: {}", name, *found);
}

/// Returns the number of steps per run, for a total of about `all` cell updates.
inline int steps_for(std::size_t cells, std::size_t all = std::size_t(1) << 22) {
    return static_cast<int>(std::max<std::size_t>(1, all / cells));
}

}  // namespace glint::bench
