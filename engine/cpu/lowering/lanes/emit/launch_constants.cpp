// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/launch_constants.hpp>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

// Maximum number of loads from the launch to a constant. One load reads the pointer to the
// arguments, and another load reads an argument.
constexpr unsigned kMaxLoads = 2;

bool leads_to_constant(const llvm::Value* pointer) {
    const auto* variable =
        llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripInBoundsConstantOffsets());
    return variable != nullptr && variable->hasAttribute(names::kConstantAnnotation);
}

/// Computes the number of loads that lead from the launch to a value. A `__constant__` variable
/// counts as an argument.
class Distance {
public:
    explicit Distance(const llvm::Function& body) { of_[body.getArg(0)] = 0; }

    /// Records an instruction. Returns true if its value depends only on the launch.
    bool add(const llvm::Instruction& instruction) {
        if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
            return step->hasAllConstantIndices() && copy(instruction, step->getPointerOperand(), 0);
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
            return load->isSimple() && copy(instruction, load->getPointerOperand(), 1);
        return false;
    }

private:
    bool copy(const llvm::Value& to, const llvm::Value* from, unsigned loads) {
        const auto found = of_.find(from);
        if (found == of_.end() && !leads_to_constant(from)) return false;
        const unsigned distance = (found == of_.end() ? kMaxLoads - 1 : found->second) + loads;
        if (distance > kMaxLoads) return false;
        of_[&to] = distance;
        return true;
    }

    llvm::DenseMap<const llvm::Value*, unsigned> of_;
};

}  // namespace

void read_launch_constants(llvm::IRBuilder<>& builder, llvm::Function& body, LaneValues& values) {
    Distance distance(body);
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&body);
    for (const llvm::BasicBlock* block : order)
        for (const llvm::Instruction& instruction : *block) {
            if (!distance.add(instruction)) continue;
            llvm::Instruction* copy = instruction.clone();
            for (llvm::Use& operand : copy->operands()) operand.set(values.scalar(operand));
            builder.Insert(copy);
            values.set_constant(&instruction, copy);
        }
}

}  // namespace glint::cpu
