// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

bool is_lane_type(const llvm::Type* type) {
    return type->isVoidTy() || type->isIntegerTy() || type->isFloatingPointTy() ||
           type->isPointerTy();
}

[[noreturn]] void reject(const llvm::Instruction& instruction) {
    throw Rejection(std::string("the kernel uses an operation (") + instruction.getOpcodeName() +
                    ") on values that do not fit in lanes");
}

void build_binary(const LaneBuilder& lanes, const llvm::BinaryOperator& operation) {
    if (operation.isIntDivRem()) return build_division(lanes, operation);
    Value* result =
        lanes.ir.CreateBinOp(operation.getOpcode(), lanes.values.vector(operation.getOperand(0)),
                             lanes.values.vector(operation.getOperand(1)));
    if (auto* built = llvm::dyn_cast<llvm::Instruction>(result)) built->copyIRFlags(&operation);
    lanes.values.define(operation, result);
}

void build_compare(const LaneBuilder& lanes, const llvm::CmpInst& compare) {
    Value* result =
        lanes.ir.CreateCmp(compare.getPredicate(), lanes.values.vector(compare.getOperand(0)),
                           lanes.values.vector(compare.getOperand(1)));
    if (auto* built = llvm::dyn_cast<llvm::Instruction>(result)) built->copyIRFlags(&compare);
    lanes.values.define(compare, result);
}

void build_select(const LaneBuilder& lanes, const llvm::SelectInst& select) {
    Value* result = lanes.ir.CreateSelect(lanes.values.natural(select.getCondition()),
                                          lanes.values.vector(select.getTrueValue()),
                                          lanes.values.vector(select.getFalseValue()));
    if (auto* built = llvm::dyn_cast<llvm::Instruction>(result)) built->copyIRFlags(&select);
    lanes.values.define(select, result);
}

void build_cast(const LaneBuilder& lanes, const llvm::CastInst& cast) {
    if (!is_lane_type(cast.getSrcTy()) || !is_lane_type(cast.getDestTy())) reject(cast);
    Value* result = lanes.ir.CreateCast(cast.getOpcode(), lanes.values.vector(cast.getOperand(0)),
                                        lanes.values.lanes_of(cast.getDestTy()));
    if (auto* built = llvm::dyn_cast<llvm::Instruction>(result)) built->copyIRFlags(&cast);
    lanes.values.define(cast, result);
}

void build_unary(const LaneBuilder& lanes, const llvm::Instruction& instruction) {
    Value* operand = lanes.values.vector(instruction.getOperand(0));
    if (llvm::isa<llvm::FreezeInst>(instruction))
        return lanes.values.define(instruction, lanes.ir.CreateFreeze(operand));
    Value* result = lanes.ir.CreateFNeg(operand);
    if (auto* built = llvm::dyn_cast<llvm::Instruction>(result)) built->copyIRFlags(&instruction);
    lanes.values.define(instruction, result);
}

void build_step(const LaneBuilder& lanes, const llvm::GetElementPtrInst& step) {
    lanes.values.define(step, lanes.values.build_vector_step(step));
}

// Returns true for a part of the pair that a compare-and-exchange returns. The parts are defined
// together with the exchange.
bool is_pair_of_exchange(const llvm::ExtractValueInst& part) {
    return llvm::isa<llvm::AtomicCmpXchgInst>(part.getAggregateOperand());
}

}  // namespace

llvm::FunctionCallee LaneBuilder::runtime_function(std::string_view name,
                                                   llvm::FunctionType* type) const {
    return ir.GetInsertBlock()->getModule()->getOrInsertFunction(name, type);
}

Value* LaneBuilder::full_mask() const {
    return llvm::ConstantInt::getTrue(values.lanes_of(ir.getInt1Ty()));
}

Value* LaneBuilder::mask_bits() const { return bits_of_lanes(ir, mask_or_full()); }

Value* any_lane(llvm::IRBuilder<>& builder, Value* mask) {
    const unsigned width = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
    Value* bits = builder.CreateBitCast(mask, builder.getIntNTy(width));
    return builder.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0));
}

Value* bits_of_lanes(llvm::IRBuilder<>& builder, Value* mask) {
    const unsigned width = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
    return builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(width)),
                              builder.getInt32Ty());
}

Value* lanes_of_bits(llvm::IRBuilder<>& builder, Value* bits, unsigned width) {
    Value* narrow = builder.CreateTrunc(bits, builder.getIntNTy(width));
    return builder.CreateBitCast(narrow, llvm::FixedVectorType::get(builder.getInt1Ty(), width));
}

Value* blend(llvm::IRBuilder<>& builder, Value* mask, Value* value, Value* otherwise) {
    return mask == nullptr ? value : builder.CreateSelect(mask, value, otherwise);
}

Value* either(llvm::IRBuilder<>& builder, Value* condition, llvm::function_ref<Value*()> if_true,
              llvm::function_ref<Value*()> if_false) {
    llvm::Function* function = builder.GetInsertBlock()->getParent();
    const auto new_block = [&](const char* name) {
        return llvm::BasicBlock::Create(builder.getContext(), name, function);
    };
    llvm::BasicBlock* ways[2] = {new_block("this.way"), new_block("other.way")};
    llvm::BasicBlock* both = new_block("both.ways");
    builder.CreateCondBr(condition, ways[0], ways[1]);
    Value* results[2];
    for (unsigned i = 0; i < 2; ++i) {
        builder.SetInsertPoint(ways[i]);
        results[i] = i == 0 ? if_true() : if_false();
        ways[i] = builder.GetInsertBlock();
        builder.CreateBr(both);
    }
    builder.SetInsertPoint(both);
    if (results[0] == nullptr) return nullptr;
    llvm::PHINode* result = builder.CreatePHI(results[0]->getType(), 2);
    for (unsigned i = 0; i < 2; ++i) result->addIncoming(results[i], ways[i]);
    return result;
}

void build_in_lanes(const LaneBuilder& lanes, const llvm::Instruction& instruction) {
    if (lanes.values.is_constant(&instruction)) return;
    if (const auto known = lanes.assumed.find(&instruction); known != lanes.assumed.end())
        return lanes.values.define(instruction, known->second);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        return build_load(lanes, *load);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        return build_store(lanes, *store);
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        return build_call(lanes, *call);
    if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
        return build_atomic(lanes, *atomic);
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        return build_compare_exchange(lanes, *exchange);
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        if (local->isArrayAllocation())
            throw Rejection("the kernel has a variable-length local array");
        return;  // allocated on first use
    }
    if (llvm::isa<llvm::FenceInst>(instruction)) {
        lanes.ir.Insert(instruction.clone());
        return;
    }
    if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
        if (is_pair_of_exchange(*part)) return;  // already defined
    if (!is_lane_type(instruction.getType())) reject(instruction);
    const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (select != nullptr)
        if (const Value* chosen = lanes.values.analyses().shapes.chosen(*select))
            return lanes.values.define(instruction, lanes.values.natural(chosen));
    if (!lanes.values.shape(&instruction).is_varying())
        return lanes.values.define(instruction, lanes.values.build_scalar(instruction));
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
        return build_binary(lanes, *operation);
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
        return build_compare(lanes, *compare);
    if (select != nullptr) return build_select(lanes, *select);
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
        return build_cast(lanes, *cast);
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
        return build_step(lanes, *step);
    if (llvm::isa<llvm::FreezeInst, llvm::UnaryOperator>(instruction))
        return build_unary(lanes, instruction);
    reject(instruction);
}

}  // namespace glint::cpu
