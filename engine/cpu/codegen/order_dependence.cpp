#include <glint/cpu/codegen/order_dependence.hpp>

#include <set>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/cpu/lowering/names.hpp>

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

/// Looks through what a kernel may run: the functions that it mentions, and where it calls by
/// pointer, all whose address is taken somewhere.
class Search {
public:
    explicit Search(const llvm::Module& module) : module_(module) {}

    std::string reason_in(const llvm::Value* value) {
        if (!llvm::isa<llvm::Constant>(value) || !seen_.insert(value).second) return {};
        if (const auto* function = llvm::dyn_cast<llvm::Function>(value))
            return reason_in_body(*function);
        return reason_in_operands(*llvm::cast<llvm::Constant>(value));
    }

private:
    std::string reason_in_operands(const llvm::User& user) {
        for (const llvm::Use& operand : user.operands())
            if (std::string reason = reason_in(operand.get()); !reason.empty()) return reason;
        return {};
    }
    std::string reason_in_body(const llvm::Function& function) {
        for (const llvm::Instruction& instruction : llvm::instructions(function)) {
            if (std::string reason = reason_of(instruction); !reason.empty()) return reason;
            if (std::string reason = reason_in_operands(instruction); !reason.empty())
                return reason;
            const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            if (call == nullptr || !call->isIndirectCall()) continue;
            if (std::string reason = reason_by_pointer(); !reason.empty()) return reason;
        }
        return {};
    }
    std::string reason_by_pointer() {
        for (const llvm::Function& function : module_)
            if (function.hasFnAttribute(names::kAddressTaken))
                if (std::string reason = reason_in(&function); !reason.empty()) return reason;
        return {};
    }

    const llvm::Module& module_;
    std::set<const llvm::Value*> seen_;
};

}  // namespace

std::map<std::string, std::string> unordered_kernels(const llvm::Module& module,
                                                     const std::vector<KernelRecord>& kernels) {
    std::map<std::string, std::string> found;
    for (const KernelRecord& kernel : kernels) {
        const llvm::Function* function = module.getFunction(kernel.symbol);
        if (!function) continue;
        if (std::string reason = Search(module).reason_in(function); !reason.empty())
            found.emplace(kernel.symbol, std::move(reason));
    }
    return found;
}

}  // namespace glint::cpu
