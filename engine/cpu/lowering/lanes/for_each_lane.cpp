#include <memory>

#include <llvm/IR/Intrinsics.h>

#include <glint/cpu/lowering/lanes/lane_builder.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// A bool is a byte in memory.
llvm::Type* stored_type(llvm::IRBuilder<>& builder, llvm::Type* type) {
    return type->isIntegerTy(1) ? builder.getInt8Ty() : type;
}

/// One operand of the loop's body: the same in all lanes, or an array with an element for each. Of
/// a step only its index is put into the array, which takes less room than addresses.
class LaneOperand {
public:
    LaneOperand(LaneBuilder& lanes, const Value* old) : lanes_(lanes), old_(old) {
        if (!lanes.values.shape(old).is_varying()) {
            first_ = lanes.values.scalar(old);
            return;
        }
        const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(old);
        if (step != nullptr) index_ = lanes.values.varying_index(*step);
        if (index_ != nullptr) {
            source_ = std::make_unique<LaneOperand>(lanes, before_extension(*index_));
            return;
        }
        type_ = stored_type(lanes.ir, old->getType());
        Value* vector = lanes.values.vector(old);
        array_ = lanes.slots.memory(llvm::ArrayType::get(type_, lanes.width()), "lane.operand");
        array_->setAlignment(llvm::Align(64));
        lanes.ir.CreateAlignedStore(
            lanes.ir.CreateZExtOrBitCast(vector, lanes.values.lanes_of(type_)), array_,
            array_->getAlign());
    }

    Value* in_lane(Value* lane) const {
        if (source_ != nullptr) return step_in_lane(lane);
        if (array_ == nullptr) return strided(lane);
        Value* place = lanes_.ir.CreateInBoundsGEP(type_, array_, lane);
        return lanes_.ir.CreateTruncOrBitCast(lanes_.ir.CreateLoad(type_, place), old_->getType());
    }

private:
    const Value* before_extension(const Value* index) const {
        if (!llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index)) return index;
        const Value* source = llvm::cast<llvm::CastInst>(index)->getOperand(0);
        return lanes_.values.is_known(source) ? source : index;
    }

    Value* step_in_lane(Value* lane) const {
        const auto& step = llvm::cast<llvm::GetElementPtrInst>(*old_);
        Value* index = source_->in_lane(lane);
        if (source_->old_ != index_->get())
            index = lanes_.ir.CreateCast(llvm::cast<llvm::CastInst>(index_->get())->getOpcode(),
                                         index, index_->get()->getType());
        return lanes_.values.build_step(step, *index_, index);
    }

    Value* strided(Value* lane) const {
        const std::int64_t stride = lanes_.values.shape(old_).stride;
        if (stride == 0) return first_;
        const bool is_pointer = first_->getType()->isPointerTy();
        llvm::Type* type = is_pointer ? lanes_.ir.getInt64Ty() : first_->getType();
        Value* offset = lanes_.ir.CreateMul(lanes_.ir.CreateZExtOrTrunc(lane, type),
                                            llvm::ConstantInt::getSigned(type, stride));
        return is_pointer ? lanes_.ir.CreateGEP(lanes_.ir.getInt8Ty(), first_, offset)
                          : lanes_.ir.CreateAdd(first_, offset);
    }

    LaneBuilder& lanes_;
    const Value* old_;
    Value* first_ = nullptr;
    llvm::Type* type_ = nullptr;
    llvm::AllocaInst* array_ = nullptr;
    const llvm::Use* index_ = nullptr;
    std::unique_ptr<LaneOperand> source_;  // of the index
};

/// while (bits != 0) { lane = lowest(bits); bits &= bits - 1; ... }
class LaneLoop {
public:
    explicit LaneLoop(LaneBuilder& lanes) : lanes_(lanes) {
        llvm::IRBuilder<>& ir = lanes.ir;
        Value* all = lanes.mask_bits();
        llvm::BasicBlock* before = ir.GetInsertBlock();
        header_ = new_block("lane");
        body_ = new_block("lane.body");
        after_ = new_block("lanes.done");
        ir.CreateBr(header_);
        ir.SetInsertPoint(header_);
        bits_ = ir.CreatePHI(ir.getInt32Ty(), 2, "lanes");
        bits_->addIncoming(all, before);
        ir.CreateCondBr(ir.CreateICmpNE(bits_, ir.getInt32(0)), body_, after_);
        ir.SetInsertPoint(body_);
        lane_ = ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits_, ir.getTrue());
    }

    Value* lane() const { return lane_; }

    void close() {
        llvm::IRBuilder<>& ir = lanes_.ir;
        Value* rest = ir.CreateAnd(bits_, ir.CreateSub(bits_, ir.getInt32(1)));
        bits_->addIncoming(rest, ir.GetInsertBlock());
        ir.CreateBr(header_);
        ir.SetInsertPoint(after_);
    }

private:
    llvm::BasicBlock* new_block(const char* name) {
        return llvm::BasicBlock::Create(lanes_.ir.getContext(), name,
                                        lanes_.ir.GetInsertBlock()->getParent());
    }

    LaneBuilder& lanes_;
    llvm::BasicBlock* header_;
    llvm::BasicBlock* body_;
    llvm::BasicBlock* after_;
    llvm::PHINode* bits_;
    Value* lane_;
};

}  // namespace

Value* for_each_lane(LaneBuilder& lanes, llvm::ArrayRef<const Value*> operands, llvm::Type* result,
                     const LaneBody& body, bool is_short) {
    llvm::SmallVector<LaneOperand, 4> sources;
    for (const Value* operand : operands) sources.emplace_back(lanes, operand);
    llvm::Type* type = result != nullptr ? stored_type(lanes.ir, result) : nullptr;
    llvm::AllocaInst* results =
        result == nullptr
            ? nullptr
            : lanes.slots.memory(llvm::ArrayType::get(type, lanes.width()), "lane.results");
    if (results != nullptr) results->setAlignment(llvm::Align(64));
    const auto run = [&](Value* lane) {
        llvm::SmallVector<Value*, 4> values;
        for (const LaneOperand& source : sources) values.push_back(source.in_lane(lane));
        return body(lane, values);
    };
    if (result == nullptr && lanes.mask == nullptr && is_short) {
        for (unsigned lane = 0; lane < lanes.width(); ++lane) run(lanes.ir.getInt32(lane));
        return nullptr;
    }
    LaneLoop loop(lanes);
    Value* value = run(loop.lane());
    if (results != nullptr)
        lanes.ir.CreateStore(lanes.ir.CreateZExtOrBitCast(value, type),
                             lanes.ir.CreateInBoundsGEP(type, results, loop.lane()));
    loop.close();
    if (results == nullptr) return nullptr;
    Value* all = lanes.ir.CreateAlignedLoad(lanes.values.lanes_of(type), results, llvm::Align(64));
    return lanes.ir.CreateTruncOrBitCast(all, lanes.values.lanes_of(result));
}

}  // namespace glint::cpu
