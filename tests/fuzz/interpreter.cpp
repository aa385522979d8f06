// SPDX-License-Identifier: MIT
#include "interpreter.hpp"

#include "block_run.hpp"

namespace glint::fuzz {
namespace {

bool outlives_blocks(Space space) {
    return space == Space::global || space == Space::device || space == Space::constant ||
           space == Space::parameter;
}

bool is_visible(const Variable& variable) {
    return (variable.space == Space::global && !variable.read_only) ||
           variable.space == Space::device;
}

}  // namespace

Memory interpret(const Kernel& kernel) {
    constexpr long kMaxSteps = 30'000'000;
    const std::vector<bool> used = used_variables(kernel);
    Storages common;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const Variable& variable = kernel.variables[i];
        if (used[i] && outlives_blocks(variable.space))
            common[static_cast<int>(i)] =
                std::make_shared<Storage>(variable, 1, initial_cells(variable));
    }
    long budget = kMaxSteps;
    for (unsigned block = 0; block < kernel.shape.blocks(); ++block)
        BlockRun(kernel, static_cast<int>(block), common, budget).run();
    Memory memory;
    for (const auto& [number, storage] : common)
        if (is_visible(kernel.variables[number]))
            memory[number] = to_bytes(kernel.variables[number], storage->cells());
    return memory;
}

}  // namespace glint::fuzz
