// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// Temporary memory for work queued on a stream. It comes from the stream's pool and is returned in
/// stream order. During a graph capture, the memory belongs to the graph and is freed with the
/// graph.
class Scratch {
public:
    Scratch() = default;
    /// Throws Error(out_of_memory).
    Scratch(const Stream& stream, std::size_t size_bytes);

    void* data() const noexcept { return data_; }

private:
    Allocation pooled_;
    void* data_ = nullptr;
};

}  // namespace glint::detail
