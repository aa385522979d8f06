// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <cuda.h>

/// A CUDA driver with one GPU that computes nothing: it keeps account of contexts and of what is
/// made in them, so that glint's handling of failures is tested on machines with no GPU. It says
/// nothing about how a real driver behaves; tests/driver does that on a real GPU.
namespace glint::fake_cuda {

/// The primary context has met `fault`: as the driver documents it, every further call there
/// gives that again.
void fail_with(CUresult fault);

/// Whether the primary context cannot be had any more once it was given back after that, as driver
/// 580 does it; else it is as new then.
void refuse_to_recover(bool refuse);

/// The next `count` allocations find no memory.
void refuse_allocations(int count);

struct Account {
    int primary_retains = 0;  ///< not released yet
    int objects = 0;          ///< streams, events, modules, memory that live
    int wrong_frees = 0;      ///< of page-locked memory as a GPU's, or the other way round
    int stale_uses = 0;       ///< calls with what a reset has destroyed
    int resets = 0;
    int launches = 0;
    int pointer_questions = 0;
    int calls_in_host_calls = 0;  ///< of the driver, by functions that it calls
    long long mapped_bytes = 0;   ///< of memory at reserved addresses
    unsigned primary_flags = 0;
};
Account account();

/// A kernel that was launched, by itself or in a graph, and how.
struct Launch {
    CUfunction function = nullptr;
    std::array<unsigned, 3> grid{};
    std::array<unsigned, 3> block{};
    std::size_t shared_bytes = 0;
    std::array<unsigned, 3> cluster{};  ///< 0 where nothing was said
    bool cooperative = false;
    bool early_start = false;
    int priority = 0;
};
/// Those since the last call.
std::vector<Launch> take_launches();

/// The numbers that each call of a driver's function was told.
using Told = std::vector<std::vector<long long>>;
/// Those of `function` since the last question for it. See fake_settings.cpp for which it keeps.
Told take_told(std::string_view function);

/// Lets this allocation be another GPU's, and its owner open its memory to this GPU or not.
void move_to_peer(const void* memory);
void open_peer(bool open);

/// A context beside the primary one, as other libraries make them.
CUcontext make_context();

}  // namespace glint::fake_cuda
