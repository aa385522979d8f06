#include <glint/cpu/runtime/entry_points.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

#include <fmt/format.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/lowering/names.hpp>
#include <glint/cpu/runtime/active_block.hpp>
#include <glint/cpu/runtime/thread_block.hpp>

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

// --- failing ---

void note_failure(std::string reason) {
    if (ThreadBlock* fibres = ActiveBlock::current())
        fibres->note_failure(std::move(reason));
    else
        ActiveLoops::current()->failure = std::move(reason);
}

// Apart from `note_failure`, because nothing that needs destruction may live in a frame that is
// left this way.
[[noreturn]] void leave_kernel() {
    if (ThreadBlock* fibres = ActiveBlock::current()) fibres->abandon();
    std::longjmp(ActiveLoops::current()->place, 1);
}

[[noreturn]] void assert_failed(const char* expression, const char* file, std::uint32_t line) {
    note_failure(fmt::format("{}:{}: assertion `{}` failed", file, line, expression));
    leave_kernel();
}

[[noreturn]] void trap() {
    note_failure("it called __trap()");
    leave_kernel();
}

void sleep(std::uint32_t nanoseconds) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
}

template <class Function>
void* address(Function* function) {
    return reinterpret_cast<void*>(function);
}

const auto kEntryPoints = std::to_array<EntryPoint>({
    {names::kIndices[0], address(&thread_index<0>)},
    {names::kIndices[1], address(&thread_index<1>)},
    {names::kIndices[2], address(&thread_index<2>)},
    {names::kIndices[3], address(&block_index<0>)},
    {names::kIndices[4], address(&block_index<1>)},
    {names::kIndices[5], address(&block_index<2>)},
    {names::kIndices[6], address(&block_size<0>)},
    {names::kIndices[7], address(&block_size<1>)},
    {names::kIndices[8], address(&block_size<2>)},
    {names::kIndices[9], address(&grid_size<0>)},
    {names::kIndices[10], address(&grid_size<1>)},
    {names::kIndices[11], address(&grid_size<2>)},
    {names::kWaits[0], address(&barrier)},
    {names::kWaits[1], address(&barrier_count)},
    {names::kWaits[2], address(&warp_sync)},
    {names::kWaits[3], address(&warp_shuffle)},
    {names::kWaits[4], address(&warp_ballot)},
    {names::kWaits[5], address(&warp_match)},
    {names::kShared, address(&shared_memory)},
    {names::kDynamicShared, address(&dynamic_shared_memory)},
    {names::kAssertFailed, address(&assert_failed)},
    {names::kTrap, address(&trap)},
    {names::kSleep, address(&sleep)},
    {"printf", address(&std::printf)},
});

}  // namespace

std::span<const EntryPoint> entry_points() { return kEntryPoints; }

}  // namespace glint::cpu
