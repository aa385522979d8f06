#include <glint/cpu/codegen/order_dependence.hpp>

#include <set>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::cpu {
namespace {

/// Empty if the order of threads makes no difference.
std::string reason_of(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) return compiler::kExchangesByAtomics;
    const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    if (!atomic) return {};
    if (atomic->getOperation() == llvm::AtomicRMWInst::Xchg) return compiler::kExchangesByAtomics;
    if (atomic->getOperation() == llvm::AtomicRMWInst::FAdd ||
        atomic->getOperation() == llvm::AtomicRMWInst::FSub)
        return compiler::kAddsFloatsByAtomics;
    return atomic->use_empty() ? "" : compiler::kUsesWhatAtomicsGive;
}

std::string reason_in(const llvm::Function& function, std::set<const llvm::Function*>& seen) {
    if (!seen.insert(&function).second) return {};
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (std::string reason = reason_of(instruction); !reason.empty()) return reason;
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* called = call ? call->getCalledFunction() : nullptr;
        if (!called) continue;
        if (std::string reason = reason_in(*called, seen); !reason.empty()) return reason;
    }
    return {};
}

}  // namespace

std::map<std::string, std::string> unordered_kernels(const llvm::Module& module,
                                                     const std::vector<KernelRecord>& kernels) {
    std::map<std::string, std::string> found;
    for (const KernelRecord& kernel : kernels) {
        const llvm::Function* function = module.getFunction(kernel.symbol);
        std::set<const llvm::Function*> seen;
        if (!function) continue;
        if (std::string reason = reason_in(*function, seen); !reason.empty())
            found.emplace(kernel.symbol, std::move(reason));
    }
    return found;
}

}  // namespace glint::cpu
