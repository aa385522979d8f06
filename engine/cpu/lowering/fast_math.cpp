// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/fast_math.hpp>

#include <algorithm>

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <glint/cpu/frontend/prelude_files.hpp>

namespace glint::cpu {
namespace {

// Returns true for the division in rsqrtf() that may be an estimate. rsqrtf() handles 0 and
// infinity separately.
bool is_estimated_root(const llvm::Instruction& division) {
    const llvm::DILocation* place = division.getDebugLoc();
    return place != nullptr &&
           place->getScope()->getSubprogram()->getName() == "__glint_rsqrt_of_normal";
}

bool is_root(const llvm::Value& value) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
    return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt;
}

// Returns true if `operation` is a float division that may become a multiplication with an
// estimated reciprocal. A square root as the divisor excludes this, because the estimate of its
// reciprocal is NaN at 0 and infinity.
bool may_be_reciprocal(const llvm::Instruction& operation) {
    if (operation.getOpcode() != llvm::Instruction::FDiv || !operation.getType()->isFloatTy())
        return false;
    return !is_root(*operation.getOperand(1)) || is_estimated_root(operation);
}

// Returns true for functions that -use_fast_math affects according to a table in the CUDA C++
// Programming Guide. Also returns true for exp2f.
bool is_approximated(const llvm::Instruction& operation) {
    static const llvm::StringSet<> names = {
        "sinf",     "cosf",      "tanf",       "expf",      "exp2f",      "exp10f",
        "logf",     "powf",      "log2f",      "log10f",    "tanhf",      "llvm.sin",
        "llvm.cos", "llvm.tan",  "llvm.exp",   "llvm.exp2", "llvm.exp10", "llvm.log",
        "llvm.pow", "llvm.log2", "llvm.log10", "llvm.tanh"};
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&operation);
    if (call == nullptr || !call->getType()->isFloatTy() || call->getCalledFunction() == nullptr)
        return false;
    llvm::StringRef name = call->getCalledFunction()->getName();
    if (call->getIntrinsicID() != llvm::Intrinsic::not_intrinsic) name.consume_back(".f32");
    return names.contains(name);
}

bool is_of_prelude(const llvm::Function& function) {
    const llvm::DISubprogram* text = function.getSubprogram();
    return text != nullptr && (text->getFilename().starts_with(kPreludeFolder) ||
                               text->getDirectory().starts_with(kPreludeFolder));
}

bool is_double(const llvm::Value* value) { return value->getType()->isDoubleTy(); }

// Returns true if `instruction` computes with doubles. Moving, widening and printing doubles do not
// count.
bool computes_with_doubles(const llvm::Instruction& instruction) {
    if (instruction.isBinaryOp() || llvm::isa<llvm::AtomicRMWInst>(instruction))
        return is_double(&instruction);
    if (llvm::isa<llvm::FCmpInst>(instruction)) return is_double(instruction.getOperand(0));
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->getFunctionType()->isVarArg()) return false;
    return is_double(call) || std::any_of(call->arg_begin(), call->arg_end(), is_double);
}

bool computes_with_doubles(const llvm::Function& function) {
    const auto all = llvm::instructions(function);
    return std::any_of(all.begin(), all.end(), [](const llvm::Instruction& instruction) {
        return computes_with_doubles(instruction);
    });
}

}  // namespace

void limit_fast_math(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function)) {
            if (!llvm::isa<llvm::FPMathOperator>(instruction)) continue;
            if (!may_be_reciprocal(instruction)) instruction.setHasAllowReciprocal(false);
            if (!is_approximated(instruction)) instruction.setHasApproxFunc(false);
        }
}

bool computes_with_doubles(llvm::Function& kernel, const CallAnalysis& calls) {
    const FunctionSet functions = calls.reachable(kernel);
    return std::any_of(functions.begin(), functions.end(), [](const llvm::Function* function) {
        return !is_of_prelude(*function) && computes_with_doubles(*function);
    });
}

}  // namespace glint::cpu
