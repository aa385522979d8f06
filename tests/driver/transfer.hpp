#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

namespace glint::test {

/// The elements of `from`, after all work queued on `stream`.
template <class T>
std::vector<std::remove_const_t<T>> to_host(Stream& stream, DeviceSpan<T> from) {
    std::vector<std::remove_const_t<T>> values(from.size());
    download(stream, std::span(values), from);
    stream.synchronize();
    return values;
}

/// Device memory that holds `values`.
template <class T>
DeviceMemory<T> to_device(Stream& stream, const std::vector<T>& values) {
    DeviceMemory<T> memory(stream.device(), values.size());
    upload(stream, memory.span(), values);
    stream.synchronize();
    return memory;
}

}  // namespace glint::test
