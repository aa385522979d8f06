// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <glint/base/parameters.hpp>
#include <glint/driver/memory.hpp>
#include <glint/studio/run/events.hpp>

namespace glint::studio {

/// All data that later steps of a simulation depend on, captured at one step. The arrays are in
/// device memory. Work on them is queued on the simulation's stream.
struct Snapshot {
    std::uint64_t step = 0;
    std::shared_ptr<const Code> code{};
    std::vector<ParameterSet> parameters{};
    Mouse mouse{};
    std::size_t events = 0;  ///< number of events in the log at the capture
    /// The elements of State::buffers(), in order, and then those of Code::variables().
    std::vector<DeviceMemory<std::byte>> arrays{};

    std::size_t size_bytes() const noexcept;  ///< total size of the arrays
};

}  // namespace glint::studio
