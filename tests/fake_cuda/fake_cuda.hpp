// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <cuda.h>

/// A CUDA driver with one GPU that computes nothing. It keeps track of contexts and their objects,
/// so that glint's error handling can be tested on machines without a GPU. It does not show how a
/// real driver behaves; tests/driver checks that on a real GPU.
namespace glint::fake_cuda {

/// Sets `fault` on the primary context. As documented for the driver, every later call in that
/// context returns the same error.
void fail_with(CUresult fault);

/// If true, the primary context cannot be retained again after it was released with a fault, as
/// with driver 580. If false, it is reset to a working state.
void refuse_to_recover(bool refuse);

/// Makes the next `count` allocations run out of memory.
void refuse_allocations(int count);

struct Account {
    int primary_retains = 0;  ///< retains that have not been released
    int objects = 0;          ///< live streams, events, modules and memory
    int wrong_frees = 0;      ///< page-locked memory freed as GPU memory, or vice versa
    int stale_uses = 0;       ///< calls with objects that a reset has destroyed
    int resets = 0;
    int launches = 0;
    int pointer_questions = 0;
    int calls_in_host_calls = 0;  ///< driver calls made by host functions that the driver runs
    long long mapped_bytes = 0;   ///< memory mapped at reserved addresses
    unsigned primary_flags = 0;
};
Account account();

/// A kernel launch, direct or in a graph, and its configuration.
struct Launch {
    CUfunction function = nullptr;
    std::array<unsigned, 3> grid{};
    std::array<unsigned, 3> block{};
    std::size_t shared_bytes = 0;
    std::array<unsigned, 3> cluster{};  ///< 0 if not set
    bool cooperative = false;
    bool early_start = false;
    int priority = 0;
};
/// Returns all launches since the previous call.
std::vector<Launch> take_launches();

/// Arguments of each recorded call of a driver function, as numbers.
using RecordedCalls = std::vector<std::vector<long long>>;
/// Returns the calls of `function` since the previous request for that function. fake_settings.cpp
/// shows which functions are recorded.
RecordedCalls take_recorded_calls(std::string_view function);

/// Makes this allocation belong to another GPU; open_peer() sets whether that GPU grants access.
void move_to_peer(const void* memory);
void open_peer(bool open);

/// Creates a context besides the primary context, as other libraries do.
CUcontext make_context();

}  // namespace glint::fake_cuda
