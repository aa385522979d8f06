// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/vectorize.hpp>

#include <algorithm>

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

#include <glint/cpu/codegen/optimize.hpp>
#include <glint/cpu/lowering/lanes/analyze/grid_rows.hpp>
#include <glint/cpu/lowering/lanes/analyze/legality.hpp>
#include <glint/cpu/lowering/lanes/emit/block_loop.hpp>
#include <glint/cpu/lowering/lanes/emit/emitter.hpp>
#include <glint/cpu/lowering/lanes/emit/launch_constants.hpp>
#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {
namespace {

// Maximum size in bytes of the values that all groups of a block store across barriers. These
// values are on the stack of a worker thread, which has several megabytes.
constexpr std::uint64_t kMaxContextBytes = std::uint64_t{1} << 20;

bool body_has_barrier(const llvm::Function& body) {
    const auto all = llvm::instructions(body);
    return std::any_of(all.begin(), all.end(), [](const llvm::Instruction& instruction) {
        return is_barrier(instruction);
    });
}

// Turns slots into registers.
constexpr const char* kPromote = "sroa<modify-cfg>,simplifycfg,early-cse<memssa>";
// Unrolls only loops for which the kernel requests unrolling. Then removes computations that are
// the same in several copies of the body.
constexpr const char* kUnroll =
    "loop-simplify,lcssa,"
    "loop-unroll<no-partial;no-runtime;no-upperbound;no-profile-peeling;full-unroll-max=0>,"
    "early-cse<memssa>";

void set_places(llvm::ArrayRef<llvm::Instruction*> places, BlockLoop& blocks, LaneValues& values) {
    values.set_place(blocks.place());
    for (llvm::Instruction* place : places)
        values.set_constant(
            place, blocks.builder().CreateZExtOrTrunc(blocks.place().in_grid, place->getType()));
}

}  // namespace

llvm::Function* vectorize(llvm::Function& body, LaneLayout& layout, const LanesPasses& passes) {
    const bool has_barriers = body_has_barrier(body);
    const auto places = places_in_grid_row(body, layout.block.x);
    // Without barriers and shared memory, the threads of a block are independent, so they may run
    // in any order.
    if (!has_barriers && body.getArg(1)->use_empty() && passes.contains(LanesPass::strips))
        layout = places.empty() || !passes.contains(LanesPass::joined_blocks)
                     ? with_strips(layout)
                     : with_joined_strips(layout);
    const PrivateMemory memory(body);
    Scopes scopes(body);
    Shapes shapes(body, scopes, layout, memory, Extent::group);
    Scopes block_scopes(body);
    const Shapes block_shapes(body, block_scopes, layout, memory, Extent::block);
    check_lanes_are_legal(body, scopes, block_shapes);

    BlockLoop blocks(body, layout);
    GroupLoops loops(blocks.builder(), layout.groups);
    Slots slots(blocks.builder(), loops, blocks.entry());
    LaneValues values(blocks.builder(), loops, slots,
                      {.layout = layout,
                       .shapes = shapes,
                       .block_shapes = block_shapes,
                       .memory = memory,
                       .has_barriers = has_barriers,
                       .passes = passes});
    values.set_constant(body.getArg(0), blocks.function().getArg(0));
    values.set_constant(body.getArg(1), blocks.function().getArg(3));
    values.set_place(blocks.block_index(), blocks.row());
    if (layout.joins_blocks) set_places(places, blocks, values);
    llvm::IRBuilder<> before(blocks.before());
    if (passes.contains(LanesPass::launch_constants)) read_launch_constants(before, body, values);
    LastAtomics last_atomics(body, slots, loops);
    const LaneBuilder lanes{.ir = blocks.builder(),
                            .values = values,
                            .slots = slots,
                            .last_atomics = last_atomics,
                            .old_shared = body.getArg(1)};
    Emitter(lanes, loops, scopes).build();
    blocks.close();
    last_atomics.finish(blocks.end(), blocks.entry());
    if (slots.finish() > kMaxContextBytes)
        throw Rejection("the threads keep too much data across barriers");
    llvm::removeUnreachableBlocks(blocks.function());
    run_passes(blocks.function(), nullptr, kPromote);
    if (passes.contains(LanesPass::whole_tests)) shorten_whole_tests(blocks.function());
    run_passes(blocks.function(), nullptr, kUnroll);
    return &blocks.function();
}

}  // namespace glint::cpu
