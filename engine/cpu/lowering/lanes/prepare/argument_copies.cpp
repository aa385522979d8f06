#include <glint/cpu/lowering/lanes/prepare/argument_copies.hpp>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace glint::cpu {
namespace {

/// The uses of one local variable that starts as a copy.
struct Copy {
    llvm::MemCpyInst* fill = nullptr;
    bool is_constant = true;
    llvm::SmallVector<llvm::LoadInst*, 8> loads;
    llvm::SmallVector<llvm::Instruction*, 4> markers;
};

void collect(llvm::Value& pointer, Copy& copy) {
    for (llvm::Use& use : pointer.uses()) {
        auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
            copy.loads.push_back(load);
        } else if (llvm::isa<llvm::GetElementPtrInst>(user)) {
            collect(*user, copy);
        } else if (auto* fill = llvm::dyn_cast<llvm::MemCpyInst>(user);
                   fill != nullptr && use.getOperandNo() == 0 && copy.fill == nullptr) {
            copy.fill = fill;
        } else if (auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
                   marker != nullptr && marker->isLifetimeStartOrEnd()) {
            copy.markers.push_back(marker);
        } else {
            copy.is_constant = false;
        }
    }
}

// Arguments lie in the launch's own memory, which nothing writes while the kernel runs.
bool reads_arguments(const llvm::MemCpyInst& fill, const llvm::Function& function) {
    const llvm::Value* source = fill.getSource()->stripInBoundsConstantOffsets();
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(source);
    return load != nullptr &&
           load->getPointerOperand()->stripInBoundsConstantOffsets() == function.getArg(0);
}

void replace(llvm::AllocaInst& local, Copy& copy) {
    auto* none = llvm::MDNode::get(local.getContext(), {});
    for (llvm::LoadInst* load : copy.loads) {
        load->setMetadata(llvm::LLVMContext::MD_invariant_load, none);
        load->setAlignment(llvm::Align(1));
    }
    for (llvm::Instruction* marker : copy.markers) marker->eraseFromParent();
    llvm::Value* source = copy.fill->getSource();
    copy.fill->eraseFromParent();
    local.replaceAllUsesWith(source);
    local.eraseFromParent();
}

}  // namespace

void read_arguments_in_place(llvm::Function& function) {
    // A copy may have been made of a copy, so look again after each.
    for (bool changed = true; changed;) {
        changed = false;
        for (llvm::Instruction& instruction : llvm::instructions(function)) {
            auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            if (local == nullptr) continue;
            Copy copy;
            collect(*local, copy);
            const bool in_start =
                copy.fill != nullptr && copy.fill->getParent() == &function.getEntryBlock();
            if (!in_start || !copy.is_constant || !reads_arguments(*copy.fill, function)) continue;
            replace(*local, copy);
            changed = true;
            break;
        }
    }
}

}  // namespace glint::cpu
