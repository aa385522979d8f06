// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include <cuda.h>

/// Functions that the parts of the fake driver share, to create and record the driver's objects.
namespace glint::fake_cuda {

inline constexpr unsigned kMultiprocessors = 132;
/// Number of blocks, of any kernel, that run on one multiprocessor at a time.
inline constexpr unsigned kResidentBlocks = 2;
/// Memory of exactly this size cannot be made accessible.
inline constexpr std::size_t kRefusedBytes = std::size_t{3} << 21;

CUresult make_object(void** handle);
CUresult destroy_object(void* handle);
void count_mapped(long long bytes);
/// Records a call for take_recorded_calls.
void report(const char* function, std::vector<long long> values);

template <class Handle>
void* as_address(Handle handle) {
    return std::bit_cast<void*>(handle);
}

template <class Handle>
CUresult make_object(Handle* handle) {
    void* object = nullptr;
    const CUresult result = make_object(&object);
    *handle = std::bit_cast<Handle>(object);
    return result;
}

}  // namespace glint::fake_cuda
