#include <glint/cpu/lowering/lanes/widen_indices.hpp>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

namespace glint::cpu {
namespace {

constexpr unsigned kMaxDepth = 8;

enum class Sign { kept, zero };

// Whether extending the result is the same as extending both operands first.
bool distributes(const llvm::BinaryOperator& operation, Sign sign) {
    switch (operation.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl:
            return sign == Sign::kept ? operation.hasNoSignedWrap() : operation.hasNoUnsignedWrap();
        case llvm::Instruction::Or:
            return llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint();
        default: return false;
    }
}

llvm::Value* widened(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type, Sign sign,
                     unsigned depth) {
    auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (operation == nullptr || depth == kMaxDepth || !distributes(*operation, sign))
        return sign == Sign::kept ? builder.CreateSExt(value, type)
                                  : builder.CreateZExt(value, type);
    llvm::Value* left = widened(builder, operation->getOperand(0), type, sign, depth + 1);
    llvm::Value* right = widened(builder, operation->getOperand(1), type, sign, depth + 1);
    const bool is_or = operation->getOpcode() == llvm::Instruction::Or;
    return builder.CreateBinOp(is_or ? llvm::Instruction::Add : operation->getOpcode(), left,
                               right);
}

// What comes from fractions differs from lane to lane in any way: wide numbers would show nothing
// that narrow ones do not, and take twice the registers.
bool comes_from_fraction(const llvm::Value* value, unsigned depth) {
    if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (depth == kMaxDepth || instruction == nullptr || instruction->mayReadOrWriteMemory() ||
        llvm::isa<llvm::PHINode>(instruction))
        return false;
    return llvm::any_of(instruction->operands(), [&](const llvm::Use& operand) {
        return comes_from_fraction(operand, depth + 1);
    });
}

// A zero extension of what is not negative may be read either way.
Sign sign_of(const llvm::CastInst& cast) {
    if (llvm::isa<llvm::SExtInst>(cast)) return Sign::kept;
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(cast.getOperand(0));
    const bool either = cast.hasNonNeg() && operation != nullptr;
    return either && distributes(*operation, Sign::kept) ? Sign::kept : Sign::zero;
}

void widen(llvm::CastInst& cast) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(cast.getOperand(0));
    if (operation == nullptr || !distributes(*operation, sign_of(cast)) ||
        comes_from_fraction(operation, 0))
        return;
    llvm::IRBuilder<> builder(&cast);
    cast.replaceAllUsesWith(widened(builder, cast.getOperand(0), cast.getType(), sign_of(cast), 0));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&cast);
}

}  // namespace

void widen_indices(llvm::Function& function) {
    llvm::SmallVector<llvm::WeakTrackingVH, 16> casts;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction) &&
            instruction.getType()->isIntegerTy(64))
            casts.emplace_back(&instruction);
    for (llvm::WeakTrackingVH& cast : casts)
        if (cast) widen(*llvm::cast<llvm::CastInst>(cast));
}

}  // namespace glint::cpu
