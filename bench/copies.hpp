// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/array/sequence.hpp>

#include "measure.hpp"

namespace glint::bench {

/// Median time in seconds of a copy that reads and writes a total of `bytes` bytes.
inline double copy_seconds(Stream& stream, int repeats, double bytes, int runs = 1) {
    const Array<float> from = zeros<float>(stream, Shape(static_cast<std::size_t>(bytes / 8)));
    Array<float> to = empty_like(from);
    return seconds_per_run(stream, repeats, runs, [&] { to.view() = from; });
}

/// Memory bandwidth that a copy reaches, in bytes read and written per second.
inline double copy_bandwidth(const Device& device, int repeats) {
    Stream stream(device);
    const double bytes = device.kind() == BackendKind::cpu ? 0x1p27 : 0x1p31;
    return bytes / copy_seconds(stream, repeats, bytes);
}

}  // namespace glint::bench
