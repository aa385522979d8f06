#include <glint/cpu/runtime/entry_points.hpp>

#include <array>
#include <chrono>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

#include <math.h>  // for the Bessel functions, which <cmath> need not have

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/lowering/names.hpp>
#include <glint/cpu/prelude/surface_descriptor.cuh>
#include <glint/cpu/runtime/faults/access_check.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>
#include <glint/cpu/runtime/scheduling/active_block.hpp>
#include <glint/cpu/runtime/scheduling/thread_block.hpp>

namespace glint::cpu {
namespace {

using Kind = WarpRequest::Kind;

ThreadBlock& block() { return *ActiveBlock::current(); }

// --- where a thread is ---

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

std::byte* shared_memory() { return block().shared(); }
std::byte* dynamic_shared_memory() { return block().dynamic_shared(); }

// --- waiting for others ---

void barrier() { block().barrier(false); }
std::uint32_t barrier_count(std::uint32_t predicate) { return block().barrier(predicate != 0); }

void warp_sync(LaneMask mask) { block().warp_operation({.kind = Kind::sync, .mask = mask}); }
std::uint64_t warp_shuffle(std::uint64_t value, std::uint32_t source, LaneMask mask) {
    return block().warp_operation(
        {.kind = Kind::shuffle, .mask = mask, .value = value, .source = source});
}
std::uint32_t warp_ballot(std::uint32_t predicate, LaneMask mask) {
    return static_cast<std::uint32_t>(
        block().warp_operation({.kind = Kind::ballot, .mask = mask, .value = predicate}));
}
std::uint32_t warp_match(std::uint64_t value, LaneMask mask) {
    return static_cast<std::uint32_t>(
        block().warp_operation({.kind = Kind::match, .mask = mask, .value = value}));
}
std::uint32_t warp_reduce(std::uint32_t kind, std::uint32_t value, LaneMask mask) {
    return static_cast<std::uint32_t>(block().warp_operation(
        {.kind = Kind::reduce, .mask = mask, .value = value, .source = kind}));
}
// Which lanes run together is the hardware's choice; here each runs alone.
LaneMask active_mask() { return block().lane_bit(); }

// --- failing ---

// Where the kernel called the function that asks.
#define GLINT_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1

[[noreturn]] void assert_failed(const char* expression, const char* file, std::uint32_t line) {
    fail_kernel(fmt::format("{}:{}: assertion `{}` failed", file, line, expression), 0);
}

[[noreturn]] void trap() { fail_kernel("it called __trap()", GLINT_CALLER); }

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
    fail_kernel(fmt::format("{} {} at {}, outside of a surface of {}",
                            is_write ? "writes" : "reads", text::counted(size_bytes, "byte"),
                            place_in(*surface, x, y, z), extent_of(*surface)),
                GLINT_CALLER);
}

[[noreturn]] void division_by_zero() { fail_kernel("integer division by zero", GLINT_CALLER); }

// What may wait long is no place where a signal can stop a thread.
void stop_if_late(std::uintptr_t code) {
    FaultGuard& guard = *FaultGuard::current();
    if (!guard.must_stop()) return;
    guard.note({.kind = Fault::Kind::time_limit, .code = code});
    leave_kernel();
}

void sleep(std::uint32_t nanoseconds) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
    stop_if_late(GLINT_CALLER);
}

// Formatted before anything is locked, because a bad argument leaves the kernel from there.
// Flushed, so that what a kernel printed is there when it is done, whoever reads it.
int print(const char* format, ...) {
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
    return count;
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
    {names::kSleep, address(&sleep)},
    {"printf", address(&print)},
    // Functions of the C library that LLVM does not know.
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
