// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/driver/memory.hpp>

namespace glint::test {

/// A separate allocation that holds `values`. Unlike pooled memory, it can be released to other
/// code, exported, and made accessible to peers, and it is freed immediately.
template <class T>
DeviceMemory<T> to_plain_memory(Stream& stream, const std::vector<T>& values) {
    DeviceMemory<T> memory(stream.device(), values.size());
    upload(stream, memory, values);
    stream.synchronize();
    return memory;
}

}  // namespace glint::test
