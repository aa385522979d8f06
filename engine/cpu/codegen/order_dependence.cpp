// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/order_dependence.hpp>

#include <set>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

/// Returns the reason why the result of `instruction` may depend on the order of threads, or an
/// empty string if it does not.
std::string reason_of(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) return compiler::kExchangesByAtomics;
    const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    if (!atomic) return {};
    if (atomic->getOperation() == llvm::AtomicRMWInst::Xchg) return compiler::kExchangesByAtomics;
    if (!atomic->use_empty()) return compiler::kUsesWhatAtomicsGive;
    return atomic->isFloatingPointOperation() ? compiler::kAddsFloatsByAtomics : "";
}

/// Searches all code that a kernel may run for reasons why the kernel's results may depend on the
/// order of its threads. This includes the functions that the kernel refers to.
/// If the kernel calls a function through a pointer, it also includes all functions whose address
/// is taken. Atomic additions of floats are the weakest reason, because their order only changes
/// the rounding of sums. The search reports them only if it finds no other reason.
class Search {
public:
    explicit Search(const llvm::Module& module) : module_(module) {}

    /// Returns the reason found in `value` or in a constant or function that `value` refers to.
    /// Returns an empty string if no reason is found.
    const std::string& reason_in(const llvm::Value* value) {
        visit(value);
        return found_;
    }

private:
    bool is_done() const { return !found_.empty() && found_ != compiler::kAddsFloatsByAtomics; }

    void visit(const llvm::Value* value) {
        if (is_done() || !llvm::isa<llvm::Constant>(value) || !seen_.insert(value).second) return;
        if (const auto* function = llvm::dyn_cast<llvm::Function>(value))
            visit_body(*function);
        else
            visit_operands(*llvm::cast<llvm::Constant>(value));
    }
    void visit_operands(const llvm::User& user) {
        for (const llvm::Use& operand : user.operands()) visit(operand.get());
    }
    void visit_body(const llvm::Function& function) {
        for (const llvm::Instruction& instruction : llvm::instructions(function)) {
            if (is_done()) return;
            if (std::string reason = reason_of(instruction); !reason.empty())
                found_ = std::move(reason);
            visit_operands(instruction);
            const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            if (call != nullptr && call->isIndirectCall()) visit_indirect_callees();
        }
    }
    void visit_indirect_callees() {
        for (const llvm::Function& function : module_)
            if (function.hasFnAttribute(names::kAddressTaken)) visit(&function);
    }

    const llvm::Module& module_;
    std::set<const llvm::Value*> seen_;
    std::string found_;
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
