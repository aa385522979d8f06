// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/entry_points.hpp>

#include <array>
#include <chrono>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <math.h>  // declares the Bessel functions, which <cmath> may not declare

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/lowering/names.hpp>
#include <glint/cpu/prelude/surface_descriptor.cuh>
#include <glint/cpu/runtime/faults/access_check.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>
#include <glint/cpu/runtime/memory/allocations.hpp>
#include <glint/cpu/runtime/scheduling/active_block.hpp>
#include <glint/cpu/runtime/scheduling/thread_block.hpp>
#include <glint/cpu/runtime/scheduling/worker.hpp>

namespace glint::cpu {
namespace {

using RequestKind = WarpRequest::Kind;

ThreadBlock& block() { return *ActiveBlock::current(); }

// --- thread positions ---

template <int axis>
std::uint32_t thread_index() {
    return block().place().thread[axis];
}
template <int axis>
std::uint32_t block_index() {
    return block().place().block[axis];
}
template <int axis>
std::uint32_t block_size() {
    return block().launch().block[axis];
}
template <int axis>
std::uint32_t grid_size() {
    return block().launch().grid[axis];
}

std::uint32_t lane_index() { return block().lane(); }

std::byte* shared_memory() { return block().shared().data; }
std::byte* dynamic_shared_memory() { return block().shared().dynamic_data(); }

bool is_within(std::span<const std::byte> memory, const void* address) {
    const auto* byte = static_cast<const std::byte*>(address);
    return byte >= memory.data() && byte < memory.data() + memory.size();
}

/// Returns the memory space of an address as the prelude encodes it: 0 for global, 1 for shared, 2
/// for local.
std::uint32_t memory_space(const void* address) {
    const Worker& worker = Worker::of_this_thread();
    if (is_within(worker.shared_pages(), address)) return 1;
    const bool is_local =
        is_within(worker.stack(), address) ||
        (ActiveBlock::current() != nullptr && is_within(block().stack(), address));
    return is_local ? 2 : 0;
}

// --- waiting for other threads ---

void barrier() { block().barrier(false); }
std::uint32_t barrier_count(std::uint32_t predicate) { return block().barrier(predicate != 0); }

void warp_sync(LaneMask mask) { block().warp_operation({.kind = RequestKind::sync, .mask = mask}); }
std::uint64_t warp_shuffle(std::uint64_t value, std::uint32_t source, LaneMask mask) {
    return block().warp_operation(
        {.kind = RequestKind::shuffle, .mask = mask, .value = value, .source = source});
}
std::uint32_t warp_ballot(std::uint32_t predicate, LaneMask mask) {
    return static_cast<std::uint32_t>(
        block().warp_operation({.kind = RequestKind::ballot, .mask = mask, .value = predicate}));
}
std::uint32_t warp_match(std::uint64_t value, LaneMask mask) {
    return static_cast<std::uint32_t>(
        block().warp_operation({.kind = RequestKind::match, .mask = mask, .value = value}));
}
std::uint32_t warp_reduce(std::uint32_t kind, std::uint32_t value, LaneMask mask) {
    return static_cast<std::uint32_t>(block().warp_operation(
        {.kind = RequestKind::reduce, .mask = mask, .value = value, .source = kind}));
}
// On a GPU, the hardware determines which lanes are active together. Here, the fibers of a warp run
// one at a time, so only the current lane is active.
LaneMask active_mask() { return block().lane_bit(); }

// --- the heap ---

DeviceHeap& heap() { return FaultGuard::current()->allocations().heap(); }

void* heap_allocate(std::size_t size_bytes) { return heap().allocate(size_bytes, 1); }

// --- failures ---

// An address inside the instruction that called the current function.
#define GLINT_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1

[[noreturn]] void assert_failed(const char* expression, const char* file, std::uint32_t line) {
    fail_kernel(fmt::format("{}:{}: assertion `{}` failed", file, line, expression), 0);
}

void heap_free(void* memory) {
    if (std::optional<std::string> reason = heap().release(memory))
        fail_kernel(std::move(*reason), GLINT_CALLER);
}

// A failure ends the kernel, because compilers assume that `new` never returns null.
void* heap_new_aligned(std::size_t size_bytes, std::size_t alignment) {
    if (void* memory = heap().allocate(size_bytes, alignment)) return memory;
    fail_kernel(fmt::format("`new` of {} does not fit in the kernel heap of {}",
                            text::counted(size_bytes, "byte"),
                            text::human_bytes(DeviceHeap::kCapacityBytes)),
                GLINT_CALLER);
}
void* heap_new(std::size_t size_bytes) { return heap_new_aligned(size_bytes, 1); }

[[noreturn]] void trap() { fail_kernel("the kernel called __trap()", GLINT_CALLER); }

std::string extent_of(const GlintSurface& surface) {
    std::string text = text::counted(surface.width_bytes, "byte");
    if (surface.rows > 1) text = fmt::format("{} rows of {}", surface.rows, text);
    return surface.slices > 1 ? fmt::format("{} slices of {}", surface.slices, text) : text;
}

std::string place_in(const GlintSurface& surface, int x, int y, int z) {
    std::string text = fmt::format("byte {}", x);
    if (surface.rows > 1 || surface.slices > 1 || y != 0) text += fmt::format(" of row {}", y);
    return surface.slices > 1 || z != 0 ? text + fmt::format(" in slice {}", z) : text;
}

[[noreturn]] void surface_failed(const GlintSurface* surface, int x, int y, int z,
                                 std::uint32_t size_bytes, std::uint32_t is_write) {
    fail_kernel(fmt::format("{} {} at {}, outside a surface of {}", is_write ? "writes" : "reads",
                            text::counted(size_bytes, "byte"), place_in(*surface, x, y, z),
                            extent_of(*surface)),
                GLINT_CALLER);
}

[[noreturn]] void division_by_zero() { fail_kernel("integer division by zero", GLINT_CALLER); }

// Leaves the kernel if it has reached its time limit. Functions that may wait for a long time call
// this function, because the stop signal is ignored while a thread is in the runtime.
void stop_if_late(std::uintptr_t code) {
    FaultGuard& guard = *FaultGuard::current();
    if (!guard.must_stop()) return;
    guard.note({.kind = Fault::Kind::time_limit, .code = code});
    leave_kernel();
}

void step(std::uint32_t site) {
    block().step(site);
    stop_if_late(GLINT_CALLER);
}

void sleep(std::uint32_t nanoseconds) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
    stop_if_late(GLINT_CALLER);
}

/// Returns the number of arguments that `format` requires. Each `*` for a width or a precision also
/// requires an argument.
int argument_count(const char* format) {
    int count = 0;
    for (const char* at = format; *at != '\0'; ++at) {
        if (*at != '%') continue;
        for (++at; *at != '\0' && std::strchr("-+ #0123456789.*hljztLq", *at) != nullptr; ++at)
            count += *at == '*' ? 1 : 0;
        if (*at == '\0') break;
        count += *at == '%' ? 0 : 1;
    }
    return count;
}

// Returns the same value as CUDA's printf, which is not the number of characters. Formats the text
// before the output stream is locked, because a bad argument causes a fault that leaves the kernel.
// Flushes the stream, so that all output is visible when the kernel has finished.
int print(const char* format, ...) {
    if (format == nullptr) return -1;
    std::va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    char text[1024];
    const int count = std::vsnprintf(text, sizeof text, format, arguments);
    if (count >= static_cast<int>(sizeof text))
        std::vprintf(format, again);
    else if (count > 0)
        std::fwrite(text, 1, static_cast<std::size_t>(count), stdout);
    va_end(again);
    va_end(arguments);
    std::fflush(stdout);
    stop_if_late(GLINT_CALLER);
    return argument_count(format);
}

template <class Function>
void* address(Function* function) {
    return reinterpret_cast<void*>(function);
}

const auto kEntryPoints = std::to_array<EntryPoint>({
    {names::kIndices[names::kThreadIndex], address(&thread_index<0>)},
    {names::kIndices[names::kThreadIndex + 1], address(&thread_index<1>)},
    {names::kIndices[names::kThreadIndex + 2], address(&thread_index<2>)},
    {names::kIndices[names::kBlockIndex], address(&block_index<0>)},
    {names::kIndices[names::kBlockIndex + 1], address(&block_index<1>)},
    {names::kIndices[names::kBlockIndex + 2], address(&block_index<2>)},
    {names::kIndices[names::kBlockSize], address(&block_size<0>)},
    {names::kIndices[names::kBlockSize + 1], address(&block_size<1>)},
    {names::kIndices[names::kBlockSize + 2], address(&block_size<2>)},
    {names::kIndices[names::kGridSize], address(&grid_size<0>)},
    {names::kIndices[names::kGridSize + 1], address(&grid_size<1>)},
    {names::kIndices[names::kGridSize + 2], address(&grid_size<2>)},
    {names::kBarrier, address(&barrier)},
    {names::kBarrierCount, address(&barrier_count)},
    {names::kWarpSync, address(&warp_sync)},
    {names::kWarpShuffle, address(&warp_shuffle)},
    {names::kWarpBallot, address(&warp_ballot)},
    {names::kWarpMatch, address(&warp_match)},
    {names::kWarpReduce, address(&warp_reduce)},
    {names::kActiveMask, address(&active_mask)},
    {names::kLaneIndex, address(&lane_index)},
    {names::kShared, address(&shared_memory)},
    {names::kDynamicShared, address(&dynamic_shared_memory)},
    {names::kAssertFailed, address(&assert_failed)},
    {names::kTrap, address(&trap)},
    {names::kSurfaceFailed, address(&surface_failed)},
    {names::kDivisionByZero, address(&division_by_zero)},
    {names::kCheckAccess, address(&check_access)},
    {names::kCheckStore, address(&check_store)},
    {names::kCheckObject, address(&check_object)},
    {names::kCheckAlignment, address(&check_alignment)},
    {names::kSleep, address(&sleep)},
    {names::kStep, address(&step)},
    {"__glint_memory_space", address(&memory_space)},
    {"__glint_print", address(&print)},
    {"__glint_heap_allocate", address(&heap_allocate)},
    {"__glint_heap_free", address(&heap_free)},
    // Mangled names of operator new and delete, including the forms for arrays, for known sizes and
    // for alignments.
    {"_Znwm", address(&heap_new)},
    {"_Znam", address(&heap_new)},
    {"_ZnwmSt11align_val_t", address(&heap_new_aligned)},
    {"_ZnamSt11align_val_t", address(&heap_new_aligned)},
    {"_ZdlPv", address(&heap_free)},
    {"_ZdaPv", address(&heap_free)},
    {"_ZdlPvm", address(&heap_free)},
    {"_ZdaPvm", address(&heap_free)},
    {"_ZdlPvSt11align_val_t", address(&heap_free)},
    {"_ZdaPvSt11align_val_t", address(&heap_free)},
    {"_ZdlPvmSt11align_val_t", address(&heap_free)},
    {"_ZdaPvmSt11align_val_t", address(&heap_free)},
    // Functions of the C library that LLVM does not recognize by name.
    {"__glint_erfc", address(static_cast<double (*)(double)>(&::erfc))},
    {"__glint_erfcf", address(&::erfcf)},
    {"__glint_tgamma", address(static_cast<double (*)(double)>(&::tgamma))},
    {"__glint_tgammaf", address(&::tgammaf)},
    {"__glint_lgamma", address(static_cast<double (*)(double)>(&::lgamma))},
    {"__glint_lgammaf", address(&::lgammaf)},
    {"__glint_j0", address(&::j0)},
    {"__glint_j0f", address(&::j0f)},
    {"__glint_j1", address(&::j1)},
    {"__glint_j1f", address(&::j1f)},
    {"__glint_y0", address(&::y0)},
    {"__glint_y0f", address(&::y0f)},
    {"__glint_y1", address(&::y1)},
    {"__glint_y1f", address(&::y1f)},
    {"__glint_jn", address(&::jn)},
    {"__glint_yn", address(&::yn)},
    {"__glint_hypot", address(static_cast<double (*)(double, double)>(&::hypot))},
    {"__glint_nextafter", address(static_cast<double (*)(double, double)>(&::nextafter))},
    {"__glint_nextafterf", address(&::nextafterf)},
    {"__glint_ilogb", address(static_cast<int (*)(double)>(&::ilogb))},
    {"__glint_remquo", address(static_cast<double (*)(double, double, int*)>(&::remquo))},
});

}  // namespace

std::span<const EntryPoint> entry_points() { return kEntryPoints; }

}  // namespace glint::cpu
