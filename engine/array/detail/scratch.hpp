// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// Memory that work queued on a stream uses for a while: of the stream's pool, where it goes back
/// in the stream's order; in a graph's capture memory of the graph's own, which lasts as long as
/// that does.
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
