// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/driver/memory.hpp>

namespace glint::test {

/// An allocation of its own that holds `values`, for what memory of a pool does not do: to be given
/// up, exported, opened to peers, and gone at once when it is freed.
template <class T>
DeviceMemory<T> to_plain_memory(Stream& stream, const std::vector<T>& values) {
    DeviceMemory<T> memory(stream.device(), values.size());
    upload(stream, memory, values);
    stream.synchronize();
    return memory;
}

}  // namespace glint::test
