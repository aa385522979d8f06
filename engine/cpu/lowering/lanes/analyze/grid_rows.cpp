// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/analyze/grid_rows.hpp>

#include <algorithm>

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <glint/cpu/lowering/lanes/analyze/operations.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

const Value* before_extension(const Value* value) {
    while (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value))
        value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
    return value;
}

bool is_scaled_block(const Value* value, unsigned block_x) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(before_extension(value));
    if (operation == nullptr ||
        operation_of(*before_extension(operation->getOperand(0))) != Operation::block_x)
        return false;
    const auto* factor = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
    if (factor == nullptr) return false;
    if (operation->getOpcode() == llvm::Instruction::Mul) return factor->getValue() == block_x;
    return operation->getOpcode() == llvm::Instruction::Shl && factor->getValue().ult(32) &&
           std::uint64_t{1} << factor->getZExtValue() == block_x;
}

bool is_place_in_grid(const Value* value, unsigned block_x) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (sum == nullptr) return false;
    const auto* joined = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
    if (sum->getOpcode() != llvm::Instruction::Add && (joined == nullptr || !joined->isDisjoint()))
        return false;
    const auto adds_up = [&](unsigned block, unsigned thread) {
        return is_scaled_block(sum->getOperand(block), block_x) &&
               operation_of(*before_extension(sum->getOperand(thread))) == Operation::thread_x;
    };
    return adds_up(0, 1) || adds_up(1, 0);
}

// Returns true if `is_wanted` is true for all users of `value`. If a user is a sign or zero
// extension, checks the users of the extension instead.
bool is_used_only(const Value& value, llvm::function_ref<bool(const Value&)> is_wanted) {
    return std::all_of(value.user_begin(), value.user_end(), [&](const llvm::User* user) {
        if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(user)) return is_used_only(*user, is_wanted);
        return is_wanted(*user);
    });
}

}  // namespace

std::vector<llvm::Instruction*> places_in_grid_row(llvm::Function& body, unsigned block_x) {
    std::vector<llvm::Instruction*> places;
    const auto is_place = [&](const Value& value) { return is_place_in_grid(&value, block_x); };
    const auto is_scaled = [&](const Value& value) {
        return is_scaled_block(&value, block_x) && is_used_only(value, is_place);
    };
    for (llvm::Instruction& instruction : llvm::instructions(body)) {
        const Operation operation = operation_of(instruction);
        if (operation == Operation::lane_index) return {};
        if (operation == Operation::thread_x && !is_used_only(instruction, is_place)) return {};
        if (operation == Operation::block_x && !is_used_only(instruction, is_scaled)) return {};
        if (is_place(instruction)) places.push_back(&instruction);
    }
    return places;
}

}  // namespace glint::cpu
