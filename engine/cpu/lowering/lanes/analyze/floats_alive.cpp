// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/analyze/floats_alive.hpp>

#include <algorithm>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {
namespace {

using Values = llvm::SmallPtrSet<const llvm::Value*, 32>;

bool is_launch_constant(const llvm::Value* value, const llvm::Value* launch) {
    while (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value))
        value = load->getPointerOperand()->stripInBoundsConstantOffsets();
    return value == launch;
}

/// Computes which float values are live at the start of each block, and the largest number of live
/// floats.
class Alive {
public:
    explicit Alive(const llvm::Function& body) : body_(body) {
        const auto blocks = llvm::post_order(&body.getEntryBlock());
        for (bool changed = true; changed;) {
            changed = false;
            for (const llvm::BasicBlock* block : blocks) changed |= update(*block);
        }
    }

    unsigned most() const noexcept { return most_; }

private:
    void add(Values& values, const llvm::Value* value) const {
        if (llvm::isa<llvm::Instruction>(value) && value->getType()->isFloatTy() &&
            !is_launch_constant(value, body_.getArg(0)))
            values.insert(value);
    }

    Values at_end(const llvm::BasicBlock& block) const {
        Values values;
        for (const llvm::BasicBlock* next : llvm::successors(&block)) {
            if (const auto found = at_start_.find(next); found != at_start_.end())
                values.insert(found->second.begin(), found->second.end());
            for (const llvm::PHINode& phi : next->phis())
                add(values, phi.getIncomingValueForBlock(&block));
        }
        return values;
    }

    bool update(const llvm::BasicBlock& block) {
        Values values = at_end(block);
        most_ = std::max(most_, values.size());
        for (const llvm::Instruction& instruction : llvm::reverse(block)) {
            values.erase(&instruction);
            if (llvm::isa<llvm::PHINode>(instruction)) continue;
            for (const llvm::Use& operand : instruction.operands()) add(values, operand);
            most_ = std::max(most_, values.size());
        }
        Values& before = at_start_[&block];
        const bool changed = before.size() != values.size();  // values are never removed
        before = std::move(values);
        return changed;
    }

    const llvm::Function& body_;
    llvm::DenseMap<const llvm::BasicBlock*, Values> at_start_;
    unsigned most_ = 0;
};

}  // namespace

unsigned max_live_floats(const llvm::Function& body) { return Alive(body).most(); }

}  // namespace glint::cpu
